# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What everyday writes came to: each test with its last fsync, and with one after each write."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import (
    METRICS,
    CachePoint,
    PhaseResult,
    Repeat,
    Run,
    Summary,
    WriteBack,
)
from driveproof.domain.say import Title
from driveproof.domain.title import common


@dataclass(frozen=True, slots=True)
class EverydayRow:
    """A test in both ways; None where it was not measured."""

    title: Title | str
    at_end: PhaseResult | None = None
    each: PhaseResult | None = None

    @property
    def factor(self) -> float | None:
        """How many times as fast it is with one fsync at the end only."""
        found = [bandwidth(phase) for phase in (self.at_end, self.each)]
        if None in found:
            return None
        one, other = (summary.median for summary in found if summary is not None)
        return one / other if other else None

    @property
    def phases(self) -> tuple[PhaseResult, ...]:
        """Those that were measured."""
        return tuple(phase for phase in (self.at_end, self.each) if phase is not None)


class WriteInterval(NamedTuple):
    """Between two moments: bytes a second of the program and of the drive (None: not known), and
    the bytes that waited in memory at its end.
    """

    start: float
    end: float
    program: float
    drive: float | None
    waiting: int | None


def everyday_rows(run: Run) -> tuple[EverydayRow, ...]:
    """The tests in the order in which they were measured."""
    found: dict[Title | str, dict[bool, PhaseResult]] = {}
    for phase in run.phases:
        title = common(phase.title) if phase.work.fsync else phase.title
        found.setdefault(title, {}).setdefault(bool(phase.work.fsync), phase)
    return tuple(
        EverydayRow(title, ways.get(False), ways.get(True)) for title, ways in found.items()
    )


def bandwidth(phase: PhaseResult | None) -> Summary | None:
    """Bytes a second until all was on the drive; None where nothing was measured."""
    return None if phase is None else phase.summary(Direction.WRITE, METRICS[MetricName.BANDWIDTH])


def iops(phase: PhaseResult | None) -> Summary | None:
    """Writes a second likewise."""
    return None if phase is None else phase.summary(Direction.WRITE, METRICS[MetricName.IOPS])


def fsync_seconds(phase: PhaseResult) -> float | None:
    """How long the fsync at the end took: the median of the repeats."""
    return _middle(phase, lambda back, _: back.fsync if back.writing is not None else None)


def swallowed(phase: PhaseResult) -> float | None:
    """The share of what was written that was still in memory when the last write was done, 0 to 1:
    the median of the repeats, None where nothing counts it.
    """
    return _middle(phase, share_in_memory)


def share_in_memory(back: WriteBack, written: int) -> float | None:
    """The same of one repeat that wrote so many bytes.

    What the drive had been given until then is missing from memory. Where nothing counts that, it
    is what waited in the memory of the whole machine, beyond what had waited before.
    """
    if back.writing is None or not back.points or written <= 0:
        return None
    stored = _at(back.points, back.writing, lambda point: point.stored)
    if stored is not None:
        return min(1.0, max(0.0, 1 - stored / written))
    waited = _at(back.points, back.writing, lambda point: point.waiting)
    before = back.points[0].waiting
    if waited is None or before is None:
        return None
    return min(1.0, max(0.0, (waited - before) / written))


def _at(
    points: Iterable[CachePoint], seconds: float, value: Callable[[CachePoint], int | None]
) -> float | None:
    """A counter at a moment, in a straight line between two points."""
    before: CachePoint | None = None
    for point in points:
        count = value(point)
        if count is None:
            return None
        if point.seconds >= seconds:
            earlier = None if before is None else value(before)
            if before is None or earlier is None or point.seconds <= before.seconds:
                return float(count)
            share = (seconds - before.seconds) / (point.seconds - before.seconds)
            return earlier + share * (count - earlier)
        before = point
    return None if before is None else value(before)


def flush_time(phase: PhaseResult, metric: MetricName) -> float | None:
    """Seconds of an fsync after a write, by a latency of METRICS: the median of the repeats."""
    found = [
        seconds
        for repeat in _counted(phase)
        if repeat.write_back is not None
        and repeat.write_back.flush is not None
        and (seconds := getattr(repeat.write_back.flush, metric)) is not None
    ]
    return median(found) if found else None


def processes(phase: PhaseResult) -> tuple[float, float] | None:
    """Bytes a second of the slowest and of the fastest process, medians of the repeats; None where
    there was one only.
    """
    slowest, fastest = [], []
    for repeat in _counted(phase):
        back = repeat.write_back
        rates = [one.bytes / one.seconds for one in back.processes if one.seconds] if back else []
        if len(rates) > 1:
            slowest.append(min(rates))
            fastest.append(max(rates))
    return (median(slowest), median(fastest)) if slowest else None


def intervals(back: WriteBack, least: float = 0.0) -> tuple[WriteInterval, ...]:
    """What program and drive did from moment to moment, each at least so many seconds after the one
    before; what is left at the end is shorter.
    """
    found = []
    before = back.points[0] if back.points else None
    last = back.points[-1] if back.points else None
    for point in back.points[1:]:
        assert before is not None
        seconds = point.seconds - before.seconds
        if seconds <= 0 or (seconds < least and point is not last):
            continue
        drive = None
        if point.stored is not None and before.stored is not None:
            drive = max(0, point.stored - before.stored) / seconds
        program = max(0, point.written - before.written) / seconds
        found.append(WriteInterval(before.seconds, point.seconds, program, drive, point.waiting))
        before = point
    return tuple(found)


def shown_repeat(phase: PhaseResult) -> Repeat | None:
    """The repeat whose bandwidth is nearest to the median: its course is drawn."""
    summary = bandwidth(phase)
    found = [
        (abs(repeat.directions[Direction.WRITE].bandwidth - summary.median), repeat.order, repeat)
        for repeat in _counted(phase)
        if summary is not None
        and repeat.write_back is not None
        and Direction.WRITE in repeat.directions
    ]
    return min(found, key=lambda one: one[:2])[2] if found else None


def _counted(phase: PhaseResult) -> list[Repeat]:
    whole = [repeat for repeat in phase.repeats if repeat.counts]
    return whole or list(phase.repeats)


def _middle(phase: PhaseResult, value: Callable[[WriteBack, int], float | None]) -> float | None:
    found = [
        known
        for repeat in _counted(phase)
        if repeat.write_back is not None
        and (result := repeat.directions.get(Direction.WRITE)) is not None
        and (known := value(repeat.write_back, result.bytes or 0)) is not None
    ]
    return median(found) if found else None
