# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window's access to the history, never in the window's own thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.health.changes import Pair
from driveproof.domain.run.run import Run, RunHead
from driveproof.engine.run.expected_speed import expected_of
from driveproof.history.earlier import previous
from driveproof.history.snapshots import Snapshots
from driveproof.ui.tasks.queue import Done, TaskQueue

if TYPE_CHECKING:
    from driveproof.history.store import History

Question = Callable[["History"], Any]


class HistoryTasks(QObject):
    """Runs one task after the other: a read finds everything that was stored before it."""

    def __init__(self, history: History, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._tasks = TaskQueue(self)

    @property
    def busy(self) -> bool:
        """Whether something is being read or stored."""
        return self._tasks.busy

    def ask(self, question: Question, done: Done | None = None, *, key: str = "") -> None:
        """Call `question(history)` in a thread, then `done(answer, error)`; of a key only the
        last.
        """
        self._tasks.add(lambda: question(self._history), done, key=key)

    def finish(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds until everything is stored; whether it is."""
        return self._tasks.finish(timeout)


def run_before(history: History, run_id: str) -> RunHead | None:
    """The result that a run can be compared with; an unreadable history is reported elsewhere."""
    try:
        return previous(history, run_id)
    except DriveproofError:
        return None


def run_expected(history: History, run: Run) -> tuple[Expectation, ...]:
    """What the tests of a run can be held against; call it in a thread."""
    return expected_of(run, history)


def run_health(history: History, run_id: str) -> tuple[Pair, ...]:
    """The health of a run's drives; an unreadable history is reported elsewhere."""
    try:
        return Snapshots(history).all_of_run(run_id)
    except DriveproofError:
        return ()
