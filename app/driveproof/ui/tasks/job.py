# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long work with events and an end: a run, a check, a TRIM, an experiment's step."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from driveproof.domain.errors import CancelledError, DriveproofError, own_fault
from driveproof.domain.run.failed_io import vanished
from driveproof.engine.run.events import BothEnded, RunEnded
from driveproof.ui.tasks.inbox import Inbox

log = logging.getLogger(__name__)

LEAST_INTERVAL = 0.25  # seconds between two deliveries: the window redraws four times a second

Observer = Callable[[Any], None]


class LongWork(Protocol):
    """Long work: a run, a check, a TRIM, an experiment's step."""

    def run(self) -> object:
        """Do it, in the caller's thread, which also calls the observer."""

    def cancel(self) -> None:
        """Request a stop, from any thread."""


MakeSession = Callable[[Observer], LongWork]


@dataclass(frozen=True)
class JobResult:
    """The result of a piece of work: its last event."""

    value: Any


@dataclass(frozen=True)
class JobFailed:
    """Why a piece of work failed, even if a run of it has already reported its end."""

    error: DriveproofError


class Answering:
    """Adapts work that returns its result to a runner that passes on only events."""

    def __init__(
        self, work: Callable[[], object], cancel: Callable[[], None], observer: Observer
    ) -> None:
        self._work = work
        self._cancel = cancel
        self._observer = observer

    def run(self) -> None:
        """Do it, and emit its result."""
        self._observer(JobResult(self._work()))

    def cancel(self) -> None:
        """Request a stop."""
        self._cancel()


class BackgroundJob(QObject):
    """Runs one piece of work at a time. Emits `started`, `events(list)`, then `finished(error or
    None)`.

    An error is a DriveproofError: the work could not start, or ended without a result. Work with a
    result has reported it in its RunEnded event, whatever its status.
    """

    started = Signal()
    events = Signal(object)
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = Inbox(self, interval=LEAST_INTERVAL)
        self._inbox.came.connect(self._deliver)
        self._thread: threading.Thread | None = None
        self._session: LongWork | None = None
        self._cancelled = threading.Event()

    @property
    def running(self) -> bool:
        """Whether work is in progress, until its end was delivered."""
        return self._thread is not None

    @property
    def cancelled(self) -> bool:
        """Whether the end of the work that is running, or was last, was requested."""
        return self._cancelled.is_set()

    def start(self, make_session: MakeSession) -> None:
        """Start; `make_session(observer)` is called in the worker thread."""
        assert self._thread is None
        self._cancelled.clear()
        self._session = None
        self._thread = threading.Thread(target=self._work, args=(make_session,), name="session")
        self._thread.start()
        self.started.emit()

    def cancel(self) -> None:
        """Request the end, which is reported as always."""
        self._cancelled.set()
        session = self._session
        if session is not None:
            session.cancel()

    def stop_and_wait(self, timeout: float) -> bool:
        """Cancel and wait at most `timeout` seconds; whether the work has ended."""
        thread = self._thread
        if thread is None:
            return True
        self.cancel()
        thread.join(timeout)
        return not thread.is_alive()

    def _work(self, make_session: MakeSession) -> None:
        error: DriveproofError | None = None
        try:
            session = make_session(self._inbox.put)
            self._session = session
            if self._cancelled.is_set():  # cancelled before there was a session
                session.cancel()
            session.run()
        except CancelledError:
            pass
        except DriveproofError as failure:
            error = failure
        except Exception as failure:
            log.exception("The measurement failed")
            error = vanished(failure) or own_fault(failure)
        self._inbox.put(_Over(error))

    @Slot(object)
    def _deliver(self, items: list[Any]) -> None:
        over = next((item for item in items if isinstance(item, _Over)), None)
        found = [item for item in items if item is not over]
        if found:
            self.events.emit(found)
        if over is not None:
            self._thread = None
            self._session = None
            ended = any(isinstance(event, RunEnded | BothEnded) for event in found)
            self.finished.emit(None if ended else over.error)


class _Over:
    """The worker thread will send nothing more."""

    def __init__(self, error: DriveproofError | None) -> None:
        self.error = error
