# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A clock whose waits take no time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class SteppedClock:
    """The time of the machine and what was slept; `slept` is called with each."""

    def __init__(self) -> None:
        self.skipped = 0.0
        self.slept: Callable[[float], None] = lambda seconds: None

    def now(self) -> datetime:
        """The moment."""
        return datetime.now(UTC).astimezone() + timedelta(seconds=self.skipped)

    def sleep(self, seconds: float) -> None:
        """Let the time pass at once."""
        self.skipped += seconds
        self.slept(seconds)
