# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches the privileged helper while a page that needs it is visible."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from driveproof.domain.errors import DriveproofError
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue

AGAIN_MS = 3000
"""Milliseconds until the next attempt while something is missing."""


class HelperWatch(QObject):
    """Calls `look` in a thread; `problem` is its last result. Emits `changed` when that differs.

    Nothing is called before `watch(True)`, and nothing more once nothing is missing.
    """

    changed = Signal()

    def __init__(
        self, look: Callable[[], DriveproofError | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.look = look
        self._tasks = TaskQueue(self)
        self._wanted = False
        self._asked_again = False  # requested during a call
        self.timer = Delayed(self, AGAIN_MS, self.again)
        self.problem: DriveproofError | None = None

    def watch(self, wanted: bool) -> None:
        """Start or stop watching."""
        if wanted != self._wanted:
            self._wanted = wanted
            self.again() if wanted else self.timer.stop()

    @Slot()
    def again(self) -> None:
        """Look once more: something failed that may be related to the helper."""
        self._asked_again = self._wanted and self._tasks.busy
        if self._wanted and not self._tasks.busy:
            self._tasks.add(self.look, self._answered)

    def _answered(self, problem: DriveproofError | None, failure: DriveproofError | None) -> None:
        before, self.problem = self.problem, failure or problem
        if self.problem is not None and self._wanted:
            self.timer.start()
        if self._asked_again:
            QTimer.singleShot(0, self.again)
        if str(before) != str(self.problem):
            self.changed.emit()
