# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Work on a drive that is going on now, in whichever process of the person's."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Work(StrEnum):
    """What is done."""

    MEASUREMENT = "measurement"
    CHECK = "check"
    TRIM = "trim"
    STEP = "step"
    """Of an experiment."""


class StartedIn(StrEnum):
    """Where it was started."""

    WINDOW = "window"
    TERMINAL = "terminal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ongoing:
    """One piece of work in another process.

    `path` is its target, `devices` are the kernel names of everything that serves it: partitions,
    arrays and drives. `progress` is a fraction from 0 to 1, `remaining` in seconds; None: unknown.
    """

    pid: int
    work: Work
    started_in: StartedIn
    path: str
    devices: frozenset[str] = frozenset()
    progress: float | None = None
    remaining: float | None = None

    def disturbs(self, devices: frozenset[str]) -> bool:
        """Whether it shares a device with what is served by these."""
        return bool(self.devices & devices)
