# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tasks in threads, with their results delivered to the window's thread."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from driveproof.domain.errors import Advice, DriveproofError, MachineError, own_fault
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.failed_io import vanished
from driveproof.ui.tasks.inbox import Inbox

log = logging.getLogger(__name__)

Done = Callable[[Any, DriveproofError | None], None]
"""Called in the window's thread with the result or the error; the other is None."""

TIMEOUT = 15.0
"""Seconds after which a result is given up: a dead network folder, a dying disk."""
MOST_LEFT = 8
"""Most threads that may hang; a thread that waits for a dead disk cannot be ended."""

_GONE = Advice("Check its drive or server, then open it again.")


@dataclass(eq=False)
class _Task:
    work: Callable[[], Any]
    done: Done | None
    key: str
    name: str
    thread: Thread | None = None
    until: float | None = None  # time.monotonic
    wanted: bool = True


class TaskQueue(QObject):
    """Runs tasks in the order of their requests, at most `threads` at once.

    Of tasks with the same key only the last counts: a waiting one is dropped for it, and so is the
    result of a running one. A task that takes longer than `timeout` seconds (None: no limit) is
    abandoned, and no other starts under its key until it has ended.
    """

    changed = Signal()
    """A task started or ended."""
    _ended = Signal(object, object, object)

    def __init__(
        self,
        parent: QObject | None = None,
        *,
        threads: int = 1,
        timeout: float | None = None,
        most_left: int = MOST_LEFT,
    ) -> None:
        super().__init__(parent)
        self._threads = threads
        self._timeout = timeout
        self._most_left = most_left
        self._waiting: list[_Task] = []
        self._running: list[_Task] = []
        self._left: list[_Task] = []
        self._inbox = Inbox(self)
        self._inbox.came.connect(self._came)
        self._ended.connect(self._tell)  # each separately: a failing one must not affect the others
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)

    @property
    def busy(self) -> bool:
        """Whether a task is running or waiting."""
        return bool(self._running or self._waiting)

    def is_on(self, key: str) -> bool:
        """Whether a task with this key is running or waiting."""
        return any(task.key == key for task in (*self._running, *self._waiting))

    @property
    def left_behind(self) -> int:
        """How many tasks hang."""
        return len(self._left)

    def add(
        self, work: Callable[[], Any], done: Done | None = None, *, key: str = "", name: str = ""
    ) -> None:
        """Run `work` in a thread, then call `done`; `name` is what the person calls the target.

        An unexpected error is logged, and reported as a MachineError.
        """
        if key:
            self._waiting = [task for task in self._waiting if task.key != key]
            for task in self._running:
                task.wanted = task.wanted and task.key != key
        self._waiting.append(_Task(work, done, key, name))
        self._next()

    def finish(self, timeout: float) -> bool:
        """Wait at most `timeout` seconds until all tasks are done; whether they are."""
        end = time.monotonic() + timeout
        while self._running:
            thread = self._running[0].thread
            if thread is not None:
                thread.join(max(0.0, end - time.monotonic()))
                if thread.is_alive():
                    return False
            self._inbox.deliver()
        return True

    def _next(self) -> None:
        begun = False
        for task in tuple(self._waiting):
            if len(self._running) >= self._threads:
                break
            if task.key and any(other.key == task.key for other in self._running):
                continue
            self._waiting.remove(task)
            self._running.append(task)
            self._begin(task)
            begun = True
        if begun:
            self.changed.emit()

    def _begin(self, task: _Task) -> None:
        if task.key and any(other.key == task.key for other in self._left):
            error = MachineError("{name} still does not answer.", name=task.name, advice=_GONE)
            self._inbox.put((task, None, error))
            return
        if len(self._left) >= self._most_left:
            error = MachineError(
                "{name} is not opened: {count} others do not answer.",
                name=task.name,
                count=len(self._left),
                advice=_GONE,
            )
            self._inbox.put((task, None, error))
            return
        if self._timeout is not None:
            task.until = time.monotonic() + self._timeout
            self._set_timer()
        task.thread = Thread(target=_do, args=(task, self._inbox.put), name="work", daemon=True)
        task.thread.start()

    def _set_timer(self) -> None:
        ends = [task.until for task in self._running if task.until is not None]
        if ends:
            self._timer.start(max(1, round(1000 * (min(ends) - time.monotonic()))))
        else:
            self._timer.stop()

    @Slot()
    def _look(self) -> None:
        """Abandon tasks that hang."""
        now = time.monotonic()
        for task in tuple(self._running):
            if task.until is not None and task.until <= now:
                self._left.append(task)
                error = MachineError(
                    "{name} did not answer within {seconds}.",
                    name=task.name,
                    seconds=Seconds(self._timeout or 0.0),
                    advice=_GONE,
                )
                self._end(task, None, error)
        self._set_timer()

    @Slot(object)
    def _came(self, outcomes: list[tuple[_Task, Any, DriveproofError | None]]) -> None:
        for task, result, error in outcomes:
            if task in self._left:  # its end was already reported
                self._left.remove(task)
            else:
                self._end(task, result, error)
        self._set_timer()

    def _end(self, task: _Task, result: Any, error: DriveproofError | None) -> None:
        self._running.remove(task)
        self._next()
        self._ended.emit(task, result, error)
        self.changed.emit()

    @Slot(object, object, object)
    def _tell(self, task: _Task, result: Any, error: DriveproofError | None) -> None:
        if task.wanted and task.done is not None:
            task.done(result, error)


def _do(task: _Task, put: Callable[[Any], None]) -> None:
    try:
        put((task, task.work(), None))
    except DriveproofError as error:
        put((task, None, error))
    except Exception as error:
        log.exception("What was to be done failed")
        put((task, None, vanished(error) or own_fault(error)))
