# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Work on a drive that is going on now, in whichever process of the person's."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from driveproof.domain.quantity import Seconds, Share
from driveproof.domain.say import Say


class OngoingWork(StrEnum):
    """What is done."""

    MEASUREMENT = "measurement"
    CHECK = "check"
    TRIM = "trim"
    STEP = "step"
    """Of an experiment."""
    DRIVE_TEST = "drive-test"


WORK_TITLES = {
    OngoingWork.MEASUREMENT: Say("Measurement"),
    OngoingWork.CHECK: Say("Check"),
    OngoingWork.TRIM: Say("TRIM"),
    OngoingWork.STEP: Say("Experiment"),
    OngoingWork.DRIVE_TEST: Say("Drive test"),
}


class StartedIn(StrEnum):
    """Where it was started."""

    WINDOW = "window"
    TERMINAL = "terminal"


STARTED_IN_TITLES = {StartedIn.WINDOW: Say("a window"), StartedIn.TERMINAL: Say("a terminal")}
EACH_DISTURBS = Say("The two would affect each other.")
"""Why not to begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ongoing:
    """One piece of work in another process.

    `path` is its target, `devices` are the kernel names of everything that serves it: partitions,
    arrays and drives. `progress` is a fraction from 0 to 1, `remaining` in seconds; None: unknown.
    """

    pid: int
    work: OngoingWork
    started_in: StartedIn
    path: str
    devices: frozenset[str] = frozenset()
    progress: float | None = None
    remaining: float | None = None

    @property
    def says(self) -> tuple[Say, ...]:
        """What is running, and for how long still."""
        # Translators: {work} is for example "Measurement", {place} "a terminal".
        said = Say(
            "Running in {place}: {work}, {path}.",
            place=STARTED_IN_TITLES[self.started_in],
            work=WORK_TITLES[self.work],
            path=self.path,
        )
        if self.progress is None or self.remaining is None:
            return (said,)
        done, left = Share(self.progress), Seconds(self.remaining)
        return said, Say("{share} done, {duration} left.", share=done, duration=left)

    def disturbs(self, devices: frozenset[str]) -> bool:
        """Whether it shares a device with what is served by these."""
        return bool(self.devices & devices)
