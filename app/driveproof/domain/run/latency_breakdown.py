# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of a latency is ours, and who slept in a pause."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.run import PhaseResult, Run, Summary
from driveproof.domain.run.work import Part
from driveproof.domain.say import Title

OURS = 0.5
"""From this share of a read's time on, the processor set the figure and not the drive."""
TIMES, MORE = 2.0, 100e-6
"""A first read counts as late from twice the usual time on, and 100 us more: of a fast drive
single reads differ by tens of microseconds."""


class Woken(StrEnum):
    """What slept in a pause, where the first read after it is late."""

    NOTHING = "nothing"
    CPU = "cpu"
    """With a processor that stays awake the read is not late, or less than half as much."""
    DRIVE = "drive"
    """The drive, its link or its bridge: the read is late also where the processor stays awake."""
    UNKNOWN = "unknown"
    """It was not measured with a processor that stays awake."""


_TITLES = {
    Part.NO_IO: Title("Without I/O"),
    Part.MEMORY: Title("From memory"),
    Part.DRIVE: Title("From the drive"),
    Part.AWAKE: Title("From the drive"),
}


def breakdown_title(part: Part, pause: float = 0.0) -> Title:
    """What a test is called; `pause` is in seconds, 0 for none."""
    if not pause:
        return _TITLES[part]
    if part is Part.AWAKE:
        return Title("From the drive after {pause}, CPU awake", pause=Seconds(pause))
    return Title("From the drive after {pause}", pause=Seconds(pause))


def deciding(phase: PhaseResult) -> MetricName:
    """The metric that decides where this test is compared: of a breakdown its median latency, for
    after a pause the IOPS are those of the pause; of any other test its own.
    """
    timed = phase.work.of_breakdown and phase.work.part is not Part.NO_IO
    return MetricName.P50 if timed else phase.primary


@dataclass(frozen=True, slots=True)
class BreakdownTest:
    """A test of the breakdown: `pause` in seconds, 0 for none."""

    phase: PhaseResult

    @property
    def part(self) -> Part:
        """Which part it is."""
        return self.phase.work.part

    @property
    def pause(self) -> float:
        """Seconds before each read."""
        return self.phase.work.think_time or 0.0

    @property
    def latency(self) -> Summary | None:
        """Seconds of one read. Without I/O fio has no latency worth the name: what a turn of its
        loop takes.
        """
        if self.part is Part.NO_IO:
            return self.phase.summary(
                Direction.READ, lambda read: 1 / read.iops if read.iops else None
            )
        return self.phase.summary(Direction.READ, lambda read: read.latency.p50)

    @property
    def repeated(self) -> bool:
        """Whether more than one repeat speaks for its latency."""
        return self.latency is not None and self.latency.count > 1

    @property
    def longest(self) -> float | None:
        """Seconds of the slowest read of all repeats."""
        found = self.phase.summary(Direction.READ, lambda read: read.latency.max)
        return found.high if found is not None else None

    @property
    def reads(self) -> int:
        """How many were timed."""
        return sum(
            result.ios or 0
            for repeat in self.phase.repeats
            for result in repeat.directions.values()
        )

    @property
    def cpu(self) -> tuple[float, float] | None:
        """Seconds of a processor for one read, in fio and in the kernel; None where fio did not
        report them, or the pauses hide them.
        """
        found = [one.cpu for one in self.phase.repeats if one.counts and one.cpu is not None]
        if self.pause or not found:
            return None
        return median(one.fio for one in found), median(one.kernel for one in found)


@dataclass(frozen=True, slots=True)
class LatencyBreakdown:
    """All tests of a run, those without a pause first."""

    shares: tuple[BreakdownTest, ...]

    def of(self, part: Part, pause: float = 0.0) -> BreakdownTest | None:
        """A test, None where it was not measured."""
        found = (one for one in self.shares if one.part is part and one.pause == pause)
        return next(found, None)

    def seconds(self, part: Part, pause: float = 0.0) -> float | None:
        """Its latency, None where it was not measured."""
        share = self.of(part, pause)
        latency = share.latency if share is not None else None
        return None if latency is None else latency.median

    @property
    def pauses(self) -> tuple[float, ...]:
        """The pauses before reads of the drive, the shortest first."""
        return tuple(
            sorted(one.pause for one in self.shares if one.part is Part.DRIVE and one.pause)
        )

    @property
    def ours(self) -> float | None:
        """The share of a read from the drive that a processor worked on it or that a read from
        memory takes as well, whichever is more; None where unknown.
        """
        drive, memory = self.seconds(Part.DRIVE), self.seconds(Part.MEMORY)
        share = self.of(Part.DRIVE)
        spent = share.cpu if share is not None else None
        known = [one for one in (memory, sum(spent) if spent else None) if one is not None]
        return min(1.0, max(known) / drive) if drive and known else None

    @property
    def limited_by_cpu(self) -> bool:
        """Whether the processor, and not the drive, set the latency without a pause: more than one
        repeat has to say so.
        """
        share = self.of(Part.DRIVE)
        repeated = share is not None and share.repeated
        return repeated and self.ours is not None and self.ours >= OURS

    def woken(self, pause: float) -> Woken | None:
        """What slept in a pause; None where it was not measured.

        A processor that is kept busy in the same pause tells it. Of a longer pause than those, the
        longest of them tells whether the processor sleeps; where it does, and the read is twice as
        late after the longer one, the drive sleeps as well. One repeat blames nobody.
        """
        usual, after = self.seconds(Part.DRIVE), self.seconds(Part.DRIVE, pause)
        if usual is None or after is None:
            return None
        late = after - usual
        if after < TIMES * usual or late < MORE:
            return Woken.NOTHING
        known = [one for one in self._kept_awake if one <= pause]
        if not known or not self._repeated(Part.DRIVE, pause):
            return Woken.UNKNOWN
        if not self._repeated(Part.AWAKE, known[-1]):
            return Woken.UNKNOWN
        awake = self.seconds(Part.AWAKE, known[-1])
        asleep = self.seconds(Part.DRIVE, known[-1])
        if awake is None or asleep is None:
            return Woken.UNKNOWN
        cpu = max(0.0, asleep - awake)  # what its sleep costs
        return Woken.CPU if cpu >= late / 2 else Woken.DRIVE

    def _repeated(self, part: Part, pause: float) -> bool:
        share = self.of(part, pause)
        return share is not None and share.repeated

    @property
    def _kept_awake(self) -> tuple[float, ...]:
        """The pauses that were measured with a busy processor as well, the shortest first."""
        return tuple(sorted(one.pause for one in self.shares if one.part is Part.AWAKE))

    @property
    def first_late(self) -> float | None:
        """The shortest pause after which a read of the drive is late; None for none."""
        late = (p for p in self.pauses if self.woken(p) not in (None, Woken.NOTHING))
        return next(late, None)


def breakdown_of(run: Run) -> LatencyBreakdown | None:
    """The breakdown of a run; None for any other kind of run."""
    found = tuple(
        BreakdownTest(phase) for phase in run.phases if phase.work.of_breakdown and phase.repeats
    )
    return LatencyBreakdown(found) if found else None
