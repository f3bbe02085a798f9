# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's timings among the tests of a run, beside the same reads by fio."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import METRICS, PhaseResult, Run, Summary

HDPARM_ENGINE = "hdparm"
HDPARM_BLOCK = 2 * 2**20
"""Bytes that it reads at once (TIMING_BUF_BYTES)."""


class HdparmTiming(StrEnum):
    """hdparm's timings, by the names that their tests have in a history: its options."""

    DIRECT = "hdparm -t --direct"
    BUFFERED = "hdparm -t"
    CACHED = "hdparm -T"
    """Reads memory, and no drive."""
    CACHED_DIRECT = "hdparm -T --direct"


_BANDWIDTH = METRICS[MetricName.BANDWIDTH]
_TIMINGS = {timing.value: timing for timing in HdparmTiming}


class HdparmWay(Enum):
    """From where hdparm reads."""

    PAST_CACHE = "past the page cache"
    THROUGH_CACHE = "through the page cache"
    DRIVE_CACHE = "the drive's cache"
    """The same 2 MiB again and again, past the page cache (hdparm.c, time_cache)."""
    MEMORY = "memory"


NOT_THE_MEDIUM = frozenset({HdparmWay.DRIVE_CACHE, HdparmWay.MEMORY})
"""What reads no new place of the drive, and says nothing about how fast it is."""


def is_timing(phase: PhaseResult) -> bool:
    """Whether hdparm measured it, and not fio."""
    return phase.engine == HDPARM_ENGINE


def timing_of(phase: PhaseResult) -> HdparmTiming | None:
    """Which of hdparm's timings a test is, None for any other."""
    return _TIMINGS.get(phase.name) if is_timing(phase) else None


@dataclass(frozen=True, slots=True)
class HdparmRow:
    """One way to read, by hdparm and by fio; None where it was not measured."""

    way: HdparmWay
    hdparm: PhaseResult | None
    fio: PhaseResult | None

    @property
    def timed(self) -> Summary | None:
        """Bytes a second by hdparm."""
        return None if self.hdparm is None else self.hdparm.summary(Direction.READ, _BANDWIDTH)

    @property
    def measured(self) -> Summary | None:
        """Bytes a second by fio."""
        return None if self.fio is None else self.fio.summary(Direction.READ, _BANDWIDTH)


def hdparm_rows(run: Run) -> tuple[HdparmRow, ...]:
    """What belongs side by side."""
    timings = {timing: phase for phase in run.phases if (timing := timing_of(phase)) is not None}
    tests = [phase for phase in run.phases if not is_timing(phase)]
    direct = next((phase for phase in tests if phase.direct), None)
    buffered = next((phase for phase in tests if not phase.direct), None)
    rows = (
        HdparmRow(HdparmWay.PAST_CACHE, timings.get(HdparmTiming.DIRECT), direct),
        HdparmRow(HdparmWay.THROUGH_CACHE, timings.get(HdparmTiming.BUFFERED), buffered),
        HdparmRow(HdparmWay.DRIVE_CACHE, timings.get(HdparmTiming.CACHED_DIRECT), None),
        HdparmRow(HdparmWay.MEMORY, timings.get(HdparmTiming.CACHED), None),
    )
    return tuple(row for row in rows if row.hdparm or row.fio)


def read_again(run: Run) -> bool:
    """Whether fio read more through the page cache than the device holds: from memory, then."""
    size = run.target.size
    return bool(size) and any(
        (found.bytes or 0) > (size or 0)
        for phase in run.phases
        if not is_timing(phase) and not phase.direct
        for repeat in phase.repeats
        for found in repeat.directions.values()
    )
