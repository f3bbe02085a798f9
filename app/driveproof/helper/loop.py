# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper's event loop, with one thread: waits for descriptors and timers, and calls their
handlers.
"""

from __future__ import annotations

import heapq
import os
import selectors
import signal
import time
from collections.abc import Callable
from itertools import count
from types import FrameType

Callback = Callable[[], None]


class Timer:
    """A scheduled call; `cancel` it when it is no longer needed."""

    __slots__ = ("callback",)

    def __init__(self, callback: Callback) -> None:
        self.callback: Callback | None = callback

    def cancel(self) -> None:
        """Never make the call."""
        self.callback = None


class EventLoop:
    """Descriptors to read, timers, and SIGTERM and SIGINT as requests to stop."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._timers: list[tuple[float, int, Timer]] = []
        self._many = 64
        self._order = count()
        self._running = True

    def watch(self, descriptor: int, callback: Callback) -> None:
        """Call the handler whenever the descriptor is readable."""
        self._selector.register(descriptor, selectors.EVENT_READ, callback)

    def unwatch(self, descriptor: int) -> None:
        """Stop watching a descriptor."""
        self._selector.unregister(descriptor)

    def after(self, seconds: float, callback: Callback) -> Timer:
        """Make a call once, after so many seconds."""
        timer = Timer(callback)
        if len(self._timers) > self._many:
            # Calls that came and went have left cancelled timers of hours behind.
            self._timers = [each for each in self._timers if each[2].callback is not None]
            heapq.heapify(self._timers)
            self._many = 64 + 2 * len(self._timers)
        heapq.heappush(self._timers, (time.monotonic() + seconds, next(self._order), timer))
        return timer

    def on_signals(self, callback: Callback) -> None:
        """Call the handler when this process is asked to end."""
        read, write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(write)

        def noted(number: int, frame: FrameType | None) -> None:
            """The wakeup descriptor passes it to the loop."""

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, noted)

        def woken() -> None:
            os.read(read, 512)
            callback()

        self.watch(read, woken)

    def stop(self) -> None:
        """Let `run` return."""
        self._running = False

    def run(self) -> None:
        """Run until `stop`."""
        while self._running:
            for key, _ in self._selector.select(self._wait()):
                # A handler earlier in the same round may have ended the watch.
                if self._selector.get_map().get(key.fd) is key:
                    key.data()
            self._ring()

    def _wait(self) -> float | None:
        while self._timers and self._timers[0][2].callback is None:
            heapq.heappop(self._timers)
        if not self._timers:
            return None
        return max(0.0, self._timers[0][0] - time.monotonic())

    def _ring(self) -> None:
        now = time.monotonic()
        while self._timers and self._timers[0][0] <= now:
            _, _, timer = heapq.heappop(self._timers)
            if timer.callback is not None:
                timer.callback()
