# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One piece of work in a thread, its outcome back in the window's."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from driveproof.domain.errors import DriveproofError, MachineError

LOOKING_MS = 50


class Background(QObject):
    """Emits `done(result, error)`; one of both is None. One piece of work at a time."""

    done = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._outcomes: queue.SimpleQueue[tuple[Any, DriveproofError | None]] = queue.SimpleQueue()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOKING_MS)
        self._timer.timeout.connect(self._look)

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._timer.isActive()

    def start(self, work: Callable[[], Any]) -> None:
        """Do it, unless something else is being done."""
        if not self.busy:
            threading.Thread(target=self._work, args=(work,), name="work", daemon=True).start()
            self._timer.start()

    def _work(self, work: Callable[[], Any]) -> None:
        try:
            self._outcomes.put((work(), None))
        except DriveproofError as error:
            self._outcomes.put((None, error))
        except Exception as error:
            import logging  # not at the start

            logging.getLogger(__name__).exception("What was to be done failed")
            failure = MachineError(f"Driveproof itself failed: {type(error).__name__}: {error}.")
            self._outcomes.put((None, failure))

    @Slot()
    def _look(self) -> None:
        try:
            outcome = self._outcomes.get_nowait()
        except queue.Empty:
            return
        self._timer.stop()
        self.done.emit(*outcome)
