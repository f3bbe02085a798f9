# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the counters of several hosts to their sum: over the time that all of them measured."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from driveproof.domain.access import Direction
from driveproof.domain.hosts import messages
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.histogram import BIN_COUNT, Histogram
from driveproof.domain.run.run import DirectionResult, HostFigures, Latency
from driveproof.domain.run.sample import Counters, Sample, Snapshot
from driveproof.engine.run.statistics import (
    SnapshotPoint,
    counted_points,
    longest_stall,
    warmup_end,
)

Bins = npt.NDArray[np.int64]

MOST_POINTS = 24_000
"""Points of all hosts together that are kept with their bins: 30 MB of them."""
FEWEST_POINTS, USUAL_POINTS = 60, 600
LEAST_SECONDS = 0.1
"""A shorter time that all hosts have in common is none."""
STEP = 0.25
"""Seconds between two samples of a sum."""
_LEAST_SPACING = 1e-3
"""Seconds: as exactly as fio tells its time."""
_NONE = np.zeros(0, np.int64)
_EMPTY = Histogram.empty()
_PERCENTILES = (50, 95, 99, 99.9)


class Bin(NamedTuple):
    """Which bins of a histogram grew between two points, and by how much."""

    places: Bins
    counts: Bins

    def add_to(self, counts: Bins) -> None:
        """Add it to the counts of all bins."""
        counts[self.places] += self.counts


_GREW = Bin(_NONE, _NONE)


class HostTrack:
    """The counters of one host in one repeat as they come; at most `most` points are kept.

    `ahead` is how far its clock is ahead of ours, in seconds; all times here are those of ours.
    """

    def __init__(self, host: str, ahead: float, most: int = USUAL_POINTS) -> None:
        self.host = host
        self._ahead = ahead
        self._most = most
        self.begin: float | None = None
        """When its I/O began, by our clock."""
        self.points: list[SnapshotPoint] = []
        self._grew: list[dict[Direction, Bin]] = []
        self._ios, self._last = 0, 0.0
        self._spacing = 0.0

    def add(self, told: messages.SnapshotReply) -> None:
        """A snapshot has come."""
        if self.begin is None and told.time is not None and told.seconds > 0:
            self.begin = told.time - told.seconds - self._ahead
        directions = {
            way: Counters(
                one.ios,
                one.bytes,
                one.seconds,
                one.latency_sum,
                one.latency_max,
                _EMPTY,
                one.issued,
            )
            for way, one in told.directions.items()
        }
        silent = max(0.0, told.seconds - self._last)
        ios = sum(one.ios for one in told.directions.values())
        if ios != self._ios:
            self._ios, self._last = ios, told.seconds
        snapshot = Snapshot(told.seconds, directions, told.job_seconds)
        self._append(
            SnapshotPoint(snapshot, silent=silent),
            {way: _bin(one.bins) for way, one in told.directions.items()},
        )
        if len(self.points) > self._most:
            self._thin()

    def _append(self, point: SnapshotPoint, grew: dict[Direction, Bin]) -> None:
        """Add a point, or let it take the place of the last where that came too soon."""
        points = self.points
        begin = points[-2].snapshot.seconds if len(points) > 1 else 0.0
        if points and points[-1].snapshot.seconds - begin < self._spacing:
            last = points.pop()
            point = SnapshotPoint(point.snapshot, silent=max(last.silent, point.silent))
            grew = _joined(self._grew.pop(), grew)
        points.append(point)
        self._grew.append(grew)

    def _thin(self) -> None:
        """Keep half as many points: what comes is as far apart as what is kept."""
        points, grew = self.points, self._grew
        self.points, self._grew = [], []
        # Of a host whose time stands still no more is kept either.
        self._spacing = max(_LEAST_SPACING, 1.98 * points[-1].snapshot.seconds / len(points))
        for point, one in zip(points, grew, strict=True):
            self._append(point, one)

    @property
    def since(self) -> float:
        """When it began, as far as that is known."""
        return self.begin or 0.0

    def warm(self, phase: Phase) -> float:
        """When its warm-up was over."""
        start = warmup_end(self.points, phase)
        return self.since + (start.seconds if start else 0.0)

    def end(self, phase: Phase) -> float:
        """Until when it counts."""
        if not self.points:
            return self.since
        start = warmup_end(self.points, phase) or Snapshot(0.0)
        return self.since + counted_points(self.points, phase, start)[-1].snapshot.seconds

    def times(self) -> list[float]:
        """The times of its points; the first is its beginning."""
        return [self.since, *(self.since + point.snapshot.seconds for point in self.points)]

    def totals(self, way: Direction) -> list[tuple[float, float, float]]:
        """I/Os, bytes and the sum of the latencies at these times."""
        found = [(0.0, 0.0, 0.0)]
        for point in self.points:
            one = point.snapshot.get(way)
            found.append((one.ios, one.bytes, one.latency_sum))
        return found

    def bins_between(self, way: Direction, begin: float, end: float) -> Bins:
        """The histogram of what fell between two moments: of a snapshot across one of them what
        lies in the middle decides.
        """
        counts = np.zeros(BIN_COUNT, np.int64)
        before = self.since
        for point, grew in zip(self.points, self._grew, strict=True):
            moment = self.since + point.snapshot.seconds
            if begin < (before + moment) / 2 <= end and way in grew:
                grew[way].add_to(counts)
            before = moment
        return counts

    def spread(self, way: Direction, edges: Sequence[float], into: Bins) -> None:
        """Add each point's bins to the row of the step that it lies in; row 0 is for none."""
        before = self.since
        for point, grew in zip(self.points, self._grew, strict=True):
            moment = self.since + point.snapshot.seconds
            row = bisect_left(edges, (before + moment) / 2)
            before = moment
            if 0 < row < len(edges) and way in grew:
                grew[way].add_to(into[row])

    def newest(self, way: Direction) -> Bin:
        """What the last point added to the histogram."""
        return self._grew[-1].get(way, _GREW) if self._grew else _GREW

    def longest(self, way: Direction) -> float:
        """The longest latency of all, in seconds."""
        return self.points[-1].snapshot.get(way).latency_max if self.points else 0.0

    def stall(self, begin: float) -> float:
        """The longest time without an I/O after a moment of ours."""
        return longest_stall(self.points, begin - self.since)


def _bin(grew: Mapping[int, int]) -> Bin:
    if not grew:
        return _GREW
    return Bin(np.fromiter(grew.keys(), np.int64), np.fromiter(grew.values(), np.int64))


def _joined(one: Mapping[Direction, Bin], two: Mapping[Direction, Bin]) -> dict[Direction, Bin]:
    found = {}
    for way in {*one, *two}:
        places = np.concatenate([each.get(way, _GREW).places for each in (one, two)])
        counts = np.concatenate([each.get(way, _GREW).counts for each in (one, two)])
        unique, back = np.unique(places, return_inverse=True)
        found[way] = Bin(unique, np.bincount(back, counts, len(unique)).astype(np.int64))
    return found


def most_points(hosts: int) -> int:
    """How many points of each of so many hosts are kept."""
    return max(FEWEST_POINTS, min(USUAL_POINTS, MOST_POINTS // max(1, hosts)))


class MeasuredSpan(NamedTuple):
    """The time that all hosts measured, by our clock."""

    begin: float
    end: float

    @property
    def seconds(self) -> float:
        """How long."""
        return self.end - self.begin


def common(tracks: Sequence[HostTrack], phase: Phase) -> MeasuredSpan | None:
    """From the end of the last warm-up to the first end; None where there is none."""
    if not tracks or any(track.begin is None or not track.points for track in tracks):
        return None
    end = min(track.end(phase) for track in tracks)
    for begin in (
        max(track.warm(phase) for track in tracks),
        max(track.since for track in tracks),  # all warmed up one after the other
    ):
        if end - begin >= LEAST_SECONDS:
            return MeasuredSpan(begin, end)
    return None


class Gathered(NamedTuple):
    """The sum of all hosts, and each host's part, by direction."""

    sums: dict[Direction, DirectionResult]
    hosts: dict[str, dict[Direction, HostFigures]]


def gathered(tracks: Sequence[HostTrack], phase: Phase, span: MeasuredSpan) -> Gathered:
    """What all did in this time. I/Os and bytes add up, and latencies by adding the bins."""
    sums: dict[Direction, DirectionResult] = {}
    hosts: dict[str, dict[Direction, HostFigures]] = {track.host: {} for track in tracks}
    stall = max(track.stall(span.begin) for track in tracks)
    for way in phase.directions:
        bins = np.zeros(BIN_COUNT, np.int64)
        total = np.zeros(3)
        longest = 0.0
        for track in tracks:
            done = _done(track, way, span)
            own = track.bins_between(way, span.begin, span.end)
            hosts[track.host][way] = HostFigures(
                iops=float(done[0]) / span.seconds,
                bandwidth=float(done[1]) / span.seconds,
                bytes=round(done[1]),
                ios=round(done[0]),
                seconds=span.seconds,
                latency=_latency(own, done, track.longest(way)),
            )
            bins += own
            total += done
            longest = max(longest, track.longest(way))
        if total[0] <= 0:
            continue
        sums[way] = DirectionResult(
            iops=float(total[0]) / span.seconds,
            bandwidth=float(total[1]) / span.seconds,
            bytes=round(total[1]),
            ios=round(total[0]),
            seconds=span.seconds,
            latency=_latency(bins, total, longest),
            longest_stall=stall,
            samples=_samples(tracks, way, span),
            histogram=Histogram(bins),
        )
    return Gathered(sums, hosts)


def _done(track: HostTrack, way: Direction, span: MeasuredSpan) -> npt.NDArray[np.float64]:
    """I/Os, bytes and the sum of latencies between two moments, in a straight line between the
    points around each.
    """
    times = track.times()
    columns = np.asarray(track.totals(way)).T
    return np.asarray(
        [np.interp(span.end, times, one) - np.interp(span.begin, times, one) for one in columns]
    )


def _latency(bins: Bins, done: npt.NDArray[np.float64], longest: float) -> Latency:
    found = Histogram(bins)
    highest = found.highest()
    if highest is None or done[0] <= 0:
        return Latency()
    top = min(highest, longest or highest)
    p50, p95, p99, p999 = (
        None if value is None else min(value, top) for value in found.percentiles(_PERCENTILES)
    )
    return Latency(float(done[2] / done[0]), p50, p95, p99, p999, top)


def _samples(tracks: Sequence[HostTrack], way: Direction, span: MeasuredSpan) -> tuple[Sample, ...]:
    """The sum in steps of equal length, from the first beginning to the last common moment."""
    first = min(track.since for track in tracks)
    step = max(STEP, (span.end - first) / USUAL_POINTS)
    # So that a step begins where counting does.
    before = int((span.begin - first) / step)
    edges = [span.begin - step * number for number in range(before, -1, -1)]
    while edges[-1] + step / 2 < span.end:
        edges.append(min(edges[-1] + step, span.end))
    totals = np.zeros((3, len(edges)))
    for track in tracks:
        columns = np.asarray(track.totals(way)).T
        totals += [np.interp(edges, track.times(), one) for one in columns]
    bins = np.zeros((len(edges), BIN_COUNT), np.int64)
    for track in tracks:
        track.spread(way, edges, bins)
    found = []
    for number in range(1, len(edges)):
        begin, end = edges[number - 1], edges[number]
        ios, moved, waited = (one[number] - one[number - 1] for one in totals)
        histogram = Histogram(bins[number])
        mean = float(waited / ios) if ios > 0 else None
        at, length = end - span.begin, end - begin
        found.append(Sample.counted(at, length, way, ios, moved, mean=mean, histogram=histogram))
    return tuple(found)
