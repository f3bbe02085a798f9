# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lasts, with its events and its end: a run, a check, a TRIM, a step of an experiment."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from driveproof.domain.errors import Advice, CancelledError, DriveproofError, MachineError
from driveproof.engine.run.events import Ended
from driveproof.ui.tasks.inbox import Inbox

log = logging.getLogger(__name__)

LEAST_INTERVAL = 0.25  # seconds between two deliveries: the window redraws four times a second

Observer = Callable[[Any], None]


class Work(Protocol):
    """What takes its time: a run, a check, a TRIM, a step of an experiment."""

    def run(self) -> object:
        """Do it, in the caller's thread; the observer is called from there."""

    def cancel(self) -> None:
        """Ask it to stop, from any thread."""


MakeSession = Callable[[Observer], Work]


@dataclass(frozen=True)
class Answer:
    """What a piece of work came to: its last event."""

    value: Any


class Answering:
    """Work that returns its outcome, for the runner, which hands on events alone."""

    def __init__(
        self, work: Callable[[], object], cancel: Callable[[], None], observer: Observer
    ) -> None:
        self._work = work
        self._cancel = cancel
        self._observer = observer

    def run(self) -> None:
        """Do it, and tell what it came to."""
        self._observer(Answer(self._work()))

    def cancel(self) -> None:
        """Ask it to stop."""
        self._cancel()


class Job(QObject):
    """One run at a time. Emits `events(list)` while it lasts, then `finished(error or None)`.

    An error is a DriveproofError: the run could not begin, or ended without a result. A run that
    ended with a result has told so by its Ended event, whatever its status.
    """

    events = Signal(object)
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox = Inbox(self, interval=LEAST_INTERVAL)
        self._inbox.came.connect(self._deliver)
        self._thread: threading.Thread | None = None
        self._session: Work | None = None
        self._cancelled = threading.Event()

    @property
    def running(self) -> bool:
        """Whether a run is on, until its end was delivered."""
        return self._thread is not None

    def start(self, make_session: MakeSession) -> None:
        """Begin; `make_session(observer)` is called in the thread of the run."""
        assert self._thread is None
        self._cancelled.clear()
        self._session = None
        self._thread = threading.Thread(target=self._work, args=(make_session,), name="session")
        self._thread.start()

    def cancel(self) -> None:
        """Ask the run to end; its end is told as always."""
        self._cancelled.set()
        session = self._session
        if session is not None:
            session.cancel()

    def stop_and_wait(self, timeout: float) -> bool:
        """Cancel and wait at most `timeout` seconds; whether the run has ended."""
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
            if self._cancelled.is_set():  # asked for before there was a session to ask
                session.cancel()
            session.run()
        except CancelledError:
            pass
        except DriveproofError as failure:
            error = failure
        except Exception as failure:
            log.exception("The measurement failed")
            error = MachineError(
                "Driveproof itself failed: {kind}: {failure}.",
                kind=type(failure).__name__,
                failure=str(failure),
                advice=Advice("Please report this with what the terminal shows."),
            )
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
            ended = any(isinstance(event, Ended) for event in found)
            self.finished.emit(None if ended else over.error)


class _Over:
    """The thread of the run has nothing more to say."""

    def __init__(self, error: DriveproofError | None) -> None:
        self.error = error
