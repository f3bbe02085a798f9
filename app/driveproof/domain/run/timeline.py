# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The samples of a phase on one time line, its repeats in sequence."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from driveproof.domain.access import Direction
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.sample import STALL_SECONDS, Sample

# Rows of the heat map: ten to a decade, from a tenth of a microsecond to a hundred seconds.
PER_DECADE = 10
LOWEST, DECADES = 1e-7, 9
HEAT_EDGES: Floats = LOWEST * 10.0 ** (np.arange(DECADES * PER_DECADE + 1) / PER_DECADE)

# The device did not respond during an interval longer than this many typical ones, and longer than
# what the session calls a stall.
STALL_FACTOR = 2.2


def stall_length(usual: float) -> float:
    """The shortest stall in seconds, if typical intervals are `usual` long."""
    return max(STALL_FACTOR * usual, STALL_SECONDS)


# A shorter interval than this fraction of the typical one is merged into the one before it.
SLIVER = 0.3
# Less than this many bytes per second, or this fraction of our own, comes from journals and from
# counters that are not read at the same instant.
FOREIGN_FLOOR = 4.0 * 2**20
FOREIGN_SHARE = 0.10

_COLUMNS = ("start", "end", "iops", "bandwidth", "p50", "p95", "p99", "temperature", "foreign")


@dataclass(frozen=True)
class RepeatSpan:
    """A repeat on the time line, in seconds: its warm-up lasts from `start` to `counted`."""

    order: int
    start: float
    counted: float
    end: float


@dataclass
class DirectionTrack:
    """One direction's samples as columns; latencies are NaN where no I/O completed."""

    direction: Direction
    rows: list[tuple[float, ...]] = field(default_factory=list)
    cells: list[npt.NDArray[np.int64]] = field(default_factory=list)
    longest: float = 0.25
    """The longest interval in seconds: an upper bound of `usual`, which costs a median."""
    _cache: dict[str, Floats] = field(default_factory=dict)
    _heat: npt.NDArray[np.int64] | None = None
    _stalls: tuple[tuple[float, float], ...] | None = None

    def append(self, row: tuple[float, ...], cells: npt.NDArray[np.int64]) -> None:
        """Add a sample: values in the order of the columns, and its heat map column."""
        self.rows.append(row)
        self.cells.append(cells)
        self.longest = max(self.longest, row[1] - row[0])
        self._forget()

    def widen(
        self, end: float, iops: float, bandwidth: float, cells: npt.NDArray[np.int64]
    ) -> None:
        """Merge a very short interval into the last sample: rates weighted by time, counts
        added.
        """
        start, before, *rest = self.rows[-1]
        whole = end - start
        old, new = (before - start) / whole, (end - before) / whole
        rest[0] = rest[0] * old + iops * new
        rest[1] = rest[1] * old + bandwidth * new
        self.rows[-1] = (start, end, *rest)
        self.longest = max(self.longest, whole)
        self.cells[-1] = self.cells[-1] + cells
        self._forget()

    def _forget(self) -> None:
        """What was derived from the samples no longer holds."""
        self._cache.clear()
        self._heat = self._stalls = None

    def column(self, name: str) -> Floats:
        """All samples of a column, in order of arrival."""
        if name not in self._cache:
            index = _COLUMNS.index(name)
            self._cache[name] = np.array([row[index] for row in self.rows], dtype=np.float64)
        return self._cache[name]

    def heat(self) -> npt.NDArray[np.int64]:
        """Counts of I/Os: a row per sample, a column per step of latency."""
        if self._heat is None:
            empty = np.zeros((0, len(HEAT_EDGES) - 1), dtype=np.int64)
            self._heat = np.stack(self.cells) if self.cells else empty
        return self._heat

    @property
    def usual(self) -> float:
        """The typical length of an interval in seconds, 0.25 before there is one."""
        if not self.rows:
            return 0.25
        if "usual" not in self._cache:  # called a dozen times per frame
            self._cache["usual"] = np.median(
                self.column("end") - self.column("start"), keepdims=True
            )
        return float(self._cache["usual"][0]) or 0.25

    def stalls(self) -> tuple[tuple[float, float], ...]:
        """The intervals without a response, as (start, end)."""
        if self._stalls is None:
            self._stalls = self._find_stalls()
        return self._stalls

    def _find_stalls(self) -> tuple[tuple[float, float], ...]:
        if len(self.rows) < 2:
            return ()
        start, end = self.column("start"), self.column("end")
        long = np.flatnonzero(end - start > stall_length(self.usual))
        return tuple((float(start[i]), float(end[i])) for i in long)


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _longest(phase: PhaseResult) -> float:
    """Seconds that the longest repeat measured: a write phase ends early at its byte limit."""
    ends = [
        result.samples[-1].time
        for repeat in phase.repeats
        for result in repeat.directions.values()
        if result.samples
    ]
    longest = max(ends, default=phase.planned_seconds)
    if not 0 < longest < 0.9 * phase.planned_seconds:
        return phase.planned_seconds
    return round(longest, 1) or longest


class Timeline:
    """Collects the samples of one phase. Each repeat begins at its planned time or later."""

    def __init__(
        self, directions: tuple[Direction, ...], *, warmup: float, seconds: float, repeats: int
    ) -> None:
        self.tracks = {name: DirectionTrack(name) for name in directions}
        self.warmup = warmup
        self.seconds = seconds
        self.repeats = max(1, repeats)
        self.spans: list[RepeatSpan] = []
        self.waiting: tuple[float, float] | None = None
        """A stall that is still going on, as (start, end so far)."""

    @classmethod
    def of_phase(cls, phase: PhaseResult) -> Timeline:
        """The time line of a measured phase."""
        line = cls(
            phase.directions,
            warmup=phase.warmup,
            seconds=_longest(phase),
            repeats=len(phase.repeats),
        )
        for repeat in phase.repeats:
            line.begin(repeat.order)
            for result in repeat.directions.values():
                for sample in result.samples:
                    line.add(sample)
        return line

    @property
    def slot(self) -> float:
        """The planned duration of a repeat, in seconds."""
        return self.warmup + self.seconds

    @property
    def length(self) -> float:
        """The end of the axis in seconds: as planned, or later if it took longer."""
        planned = self.slot * self.repeats
        last = self.spans[-1].end if self.spans else 0.0
        return max(planned, last, self.waiting[1] if self.waiting else 0.0)

    @property
    def empty(self) -> bool:
        """Whether there is no sample yet."""
        return not any(track.rows for track in self.tracks.values())

    def begin(self, order: int) -> None:
        """Begin the next repeat."""
        start = max(self.slot * len(self.spans), self.spans[-1].end if self.spans else 0.0)
        self.spans.append(RepeatSpan(order, start, start + self.warmup, start))
        self.waiting = None

    def add(self, sample: Sample) -> None:
        """Add a sample of the current repeat; its time counts from the end of the warm-up."""
        if not self.spans:
            self.begin(1)
        span = self.spans[-1]
        if span.end == span.start:  # its first sample shows how long the warm-up really is
            warmup = max(0.0, sample.seconds - sample.time)
            span = RepeatSpan(span.order, span.start, span.start + warmup, span.end)
        end = max(span.start, span.counted + sample.time)
        start = max(span.start, end - sample.seconds)
        track = self.tracks.setdefault(sample.direction, DirectionTrack(sample.direction))
        cells = sample.histogram.rebin(HEAT_EDGES)
        # fio's last snapshot may follow the previous one immediately: a rate over a few
        # milliseconds would be a false spike
        short = track.rows and sample.seconds < SLIVER * track.longest
        if short and sample.seconds < SLIVER * track.usual and start > span.start:
            track.widen(end, sample.iops, sample.bandwidth, cells)
            self.spans[-1] = RepeatSpan(span.order, span.start, span.counted, max(span.end, end))
            return
        track.append(
            (
                start,
                end,
                sample.iops,
                sample.bandwidth,
                _number(sample.p50),
                _number(sample.p95),
                _number(sample.p99),
                _number(sample.temperature),
                _number(sample.background_bandwidth),
            ),
            cells,
        )
        self.spans[-1] = RepeatSpan(span.order, span.start, span.counted, max(span.end, end))
        self.waiting = None

    def stall(self, seconds: float) -> None:
        """The device has not responded since `seconds`; the next sample ends the stall."""
        if self.spans:
            start = self.spans[-1].end
            self.waiting = (start, start + seconds)

    def stalls(self) -> tuple[tuple[float, float], ...]:
        """Every stall as (start, end), each once although both directions see it."""
        found = {stall for track in self.tracks.values() for stall in track.stalls()}
        if self.waiting:
            found.add(self.waiting)
        return tuple(sorted(found))

    def longest_stall(self) -> tuple[float, float] | None:
        """Length and start of the longest stall, None when there was none."""
        stalls = self.stalls()
        return max((end - start, start) for start, end in stalls) if stalls else None

    def foreign(self) -> tuple[tuple[float, float, float], ...]:
        """When other programs used the device: (start, end, bytes per second)."""
        for track in self.tracks.values():
            if track.rows:
                rate = track.column("foreign")
                start, end = track.column("start"), track.column("end")
                own = sum(other.column("bandwidth")[: len(rate)] for other in self._full(len(rate)))
                seen = np.flatnonzero(
                    np.nan_to_num(rate) > np.maximum(FOREIGN_FLOOR, FOREIGN_SHARE * own)
                )
                return tuple((float(start[i]), float(end[i]), float(rate[i])) for i in seen)
        return ()

    def _full(self, length: int) -> list[DirectionTrack]:
        return [track for track in self.tracks.values() if len(track.rows) >= length]

    def has_temperature(self) -> bool:
        """Whether any sample has a temperature."""
        return any(
            bool(np.isfinite(track.column("temperature")).any())
            for track in self.tracks.values()
            if track.rows
        )
