# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Waits for the moment of the next run; a parameter of the runner, so that no test has to wait."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

TICK = 0.5
"""Seconds: how soon a wait notices that it was cancelled."""


class Clock(Protocol):
    """Tells the time and lets it pass."""

    def now(self) -> datetime:
        """The moment, with the offset of the place."""

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""


class SystemClock:
    """The clock of the machine, which goes on while the machine sleeps."""

    def now(self) -> datetime:
        """The moment, with the offset of the place."""
        return datetime.now(UTC).astimezone()

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""
        time.sleep(seconds)


class Wait:
    """A wait until `moment`; `tell` hears of the seconds that are left, and of 0 at its end."""

    def __init__(self, moment: datetime, clock: Clock, tell: Callable[[float], None]) -> None:
        self._moment = moment
        self._clock = clock
        self._tell = tell
        self._cancelled = False  # no lock: a signal handler sets it in the thread that waits

    def cancel(self) -> None:
        """End it, from any thread and from a signal handler."""
        self._cancelled = True

    def run(self) -> bool:
        """Whether the moment has come; False where it was cancelled before."""
        try:
            while not self._cancelled:
                left = (self._moment - self._clock.now()).total_seconds()
                if left <= 0:
                    return True
                self._tell(left)
                self._clock.sleep(min(TICK, left))
            return False
        finally:
            self._tell(0.0)
