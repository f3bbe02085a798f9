# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a session in a thread of its own and hands its events to the window, never too often."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from driveproof.domain.errors import CancelledError, DriveproofError, MachineError
from driveproof.engine.run.events import Ended

log = logging.getLogger(__name__)

LEAST_INTERVAL = 0.1  # seconds between two deliveries: the window redraws at 10 Hz at most

Observer = Callable[[Any], None]


class Work(Protocol):
    """What takes its time: a run, a check, a TRIM, a step of a comparison."""

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


class Throttle(QObject):
    """`ring` from any thread calls `work` in the window's thread, at most every `interval` seconds.

    Calls that come closer together are put together; the last one is never lost.
    """

    _rung = Signal()

    def __init__(
        self,
        work: Callable[[], None],
        interval: float = LEAST_INTERVAL,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._work = work
        self._interval = interval
        self._last = -interval
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._now)
        self._rung.connect(self._ringing, Qt.ConnectionType.QueuedConnection)

    def ring(self) -> None:
        """Something is there to be done."""
        self._rung.emit()

    @Slot()
    def _ringing(self) -> None:
        if self._timer.isActive():
            return
        left = self._last + self._interval - time.monotonic()
        if left <= 0:
            self._now()
        else:
            self._timer.start(max(1, round(left * 1000)))

    @Slot()
    def _now(self) -> None:
        self._last = time.monotonic()
        self._work()


class Runner(QObject):
    """One run at a time. Emits `events(list)` while it lasts, then `finished(error or None)`.

    An error is a DriveproofError: the run could not begin, or ended without a result. A run that
    ended with a result has told so by its Ended event, whatever its status.
    """

    events = Signal(object)
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._box: deque[Any] = deque()
        self._throttle = Throttle(self._deliver, parent=self)
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
            session = make_session(self._observe)
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
                f"Driveproof itself failed: {type(failure).__name__}: {failure}.",
                "Please report this with what the terminal shows.",
            )
        self._box.append(_Over(error))
        self._throttle.ring()

    def _observe(self, event: Any) -> None:
        self._box.append(event)
        self._throttle.ring()

    def _deliver(self) -> None:
        found: list[Any] = []
        over: _Over | None = None
        while self._box:
            item = self._box.popleft()
            if isinstance(item, _Over):
                over = item
                break
            found.append(item)
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
