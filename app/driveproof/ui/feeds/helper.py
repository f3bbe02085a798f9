# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps an eye on the privileged helper while somebody looks at what would need it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from driveproof.domain.errors import DriveproofError

LOOKING_MS = 50
"""How often the answer is looked for while the question is on its way."""
AGAIN_MS = 3000
"""How long until the next question while something is missing."""


class HelperWatch(QObject):
    """Asks `look` in a thread; `problem` is what it last said. Emits `changed` when that differs.

    Nothing is asked before `watch(True)`, and no more once the answer was that nothing is missing.
    """

    changed = Signal()

    def __init__(
        self, look: Callable[[], DriveproofError | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._answers: queue.SimpleQueue[DriveproofError | None] = queue.SimpleQueue()
        self._looking = False
        self._wanted = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)
        self.problem: DriveproofError | None = None

    def watch(self, wanted: bool) -> None:
        """Look from now on, or no more."""
        if wanted != self._wanted:
            self._wanted = wanted
            self._tick() if wanted else self._timer.stop()

    def again(self) -> None:
        """Ask once more: something failed that may have to do with it."""
        if self._wanted:
            self._tick()

    @Slot()
    def _tick(self) -> None:
        if not self._looking:
            self._looking = True
            threading.Thread(target=self._ask, name="helper-look", daemon=True).start()
        try:
            problem = self._answers.get_nowait()
        except queue.Empty:
            self._timer.start(LOOKING_MS)
            return
        self._looking = False
        before, self.problem = self.problem, problem
        if problem is not None:
            self._timer.start(AGAIN_MS)
        if str(before) != str(problem):
            self.changed.emit()

    def _ask(self) -> None:
        try:
            self._answers.put(self._look())
        except DriveproofError as error:
            self._answers.put(error)
