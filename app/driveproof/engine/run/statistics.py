# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From snapshots to numbers: warm-up off, stalls, foreign I/O, success by counting."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from driveproof.domain.access import Direction
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.profile.options import OPTION_FIELDS, sizes_in
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.run import DirectionResult, Disturbance, Latency
from driveproof.domain.run.sample import (
    STALL_SECONDS,
    Counters,
    Sample,
    Snapshot,
    measured_window,
    sample_between,
)
from driveproof.engine.run.monitor import CounterReading

# Foreign I/O is what the device did beyond our own: more than this share of ours, and more than
# file system journals and requests on their way explain.
FOREIGN_SHARE = 0.05
FOREIGN_FLOOR = 4 * 2**20
# The points of a repeat that are kept; of more, two become one. The first ones stay as they are:
# the warm-up ends among them.
MOST_POINTS, FIRST_POINTS = 600, 100
# What each job's own clock may differ by: fio counts whole milliseconds.
JOB_TOLERANCE = 0.002


@dataclass(frozen=True, slots=True)
class SnapshotPoint:
    """A snapshot with the counters read beside it.

    `device_bytes` is the device's traffic since the repeat began, None where nothing counts it;
    `reading` is that of all devices that serve the target; `silent` the longest time in seconds
    without a completed I/O, of those that ended since the previous point.
    """

    snapshot: Snapshot
    device_bytes: int | None = None
    temperature: float | None = None
    reading: CounterReading | None = None
    silent: float = 0.0

    @property
    def own_bytes(self) -> int:
        """What fio did until then."""
        return sum(counters.bytes for counters in self.snapshot.directions.values())


class PointTrack:
    """The points of one repeat as they come: at most MOST_POINTS, however long it takes.

    Counters only grow, so that without the points between two of them nothing is lost but detail.
    """

    def __init__(self) -> None:
        self.points: list[SnapshotPoint] = []
        self._ios = 0
        self._last = 0.0
        self._spacing = 0.0

    def add(self, point: SnapshotPoint) -> SnapshotPoint:
        """Add a point; it comes back with how long nothing had ended."""
        seconds = point.snapshot.seconds
        point = replace(point, silent=max(0.0, seconds - self._last))
        ios = sum(counters.ios for counters in point.snapshot.directions.values())
        if ios != self._ios:
            self._ios, self._last = ios, seconds
        points = self.points
        late = len(points) > FIRST_POINTS + 1
        if late and points[-1].snapshot.seconds - points[-2].snapshot.seconds < self._spacing:
            # The previous one came too soon after the one before: this takes its place.
            points[-1] = replace(point, silent=max(points[-1].silent, point.silent))
        else:
            points.append(point)
        if len(points) > MOST_POINTS:
            self._thin()
        return point

    def _thin(self) -> None:
        kept = self.points[:FIRST_POINTS]
        later = self.points[FIRST_POINTS:]
        for first in range(0, len(later), 2):
            pair = later[first : first + 2]
            kept.append(replace(pair[-1], silent=max(point.silent for point in pair)))
        self.points = kept
        # What comes is as far apart as what is kept: a long test has no coarse beginning.
        span = kept[-1].snapshot.seconds - kept[FIRST_POINTS - 1].snapshot.seconds
        self._spacing = 0.99 * span / (len(kept) - FIRST_POINTS)


def warming(point: SnapshotPoint, phase: Phase) -> bool:
    """Whether everything so far is part of the warm-up, as far as that is known while it runs:
    `warmup_end` also knows the later snapshots.
    """
    if _bounded(phase) and point.own_bytes >= (phase.limit or 0) * phase.warmup_share:
        return False
    return point.snapshot.seconds < phase.warmup - phase.interval / 2


def _bounded(phase: Phase) -> bool:
    return (phase.direction == Direction.WRITE or phase.once) and phase.limit is not None


def warmup_end(
    points: Sequence[SnapshotPoint], phase: Phase, *, whole: bool = True
) -> Snapshot | None:
    """The snapshot at which counting starts: the one nearest to the end of the warm-up.

    When the next one is late (a stall), the one before is taken, so that the stall counts. A write
    or cold read that is bounded in bytes warms up for `warmup_share` of them at most, so that
    something is left to be counted of a fast drive; if not even that was seen, nothing is
    subtracted. None: a repeat that was cut short in its warm-up has nothing that counts (`whole` is
    false).
    """
    earlier = Snapshot(0.0)
    if phase.warmup <= 0:
        return earlier
    for point in points[:-1]:
        later = point.snapshot
        enough = _bounded(phase) and point.own_bytes >= (phase.limit or 0) * phase.warmup_share
        if enough and later.seconds < phase.warmup:
            return later
        if later.seconds >= phase.warmup:
            late = later.seconds - phase.warmup
            nearer = phase.warmup - earlier.seconds <= late
            return earlier if late > STALL_SECONDS or nearer else later
        earlier = later
    if points and points[-1].snapshot.seconds > phase.warmup:
        return earlier
    return Snapshot(0.0) if whole else None


def foreign(point: SnapshotPoint, phase: Phase) -> int:
    """Bytes that other programs moved on the device in this repeat, beyond the allowance.

    0 for writes with O_SYNC: each makes the file system write its journal, and for small records of
    a new file that is as much as the record.
    """
    if point.device_bytes is None or (phase.writes and phase.asked.sync):
        return 0
    on_the_way = phase.block_size * phase.in_flight
    allowance = FOREIGN_SHARE * point.own_bytes + FOREIGN_FLOOR + on_the_way
    beyond = point.device_bytes - point.own_bytes
    return beyond if beyond > allowance else 0


def sample(
    earlier: SnapshotPoint,
    later: SnapshotPoint,
    direction: Direction,
    phase: Phase,
    zero: float = 0.0,
) -> Sample:
    """One direction between two points; its foreign bandwidth is that of the whole device."""
    seconds = later.snapshot.seconds - earlier.snapshot.seconds
    other: float | None = None
    if later.device_bytes is not None and seconds > 0:
        other = max(0, foreign(later, phase) - foreign(earlier, phase)) / seconds
    found = sample_between(
        earlier.snapshot,
        later.snapshot,
        direction,
        zero=zero,
        temperature=later.temperature,
        background_bandwidth=other,
    )
    if phase.asked.block_sizes:
        return found
    # fio counts bytes a batch of completions later than I/Os; each I/O is one block.
    return replace(
        found, bytes=found.ios * phase.block_size, bandwidth=found.iops * phase.block_size
    )


def counted_points(
    points: Sequence[SnapshotPoint], phase: Phase, start: Snapshot
) -> Sequence[SnapshotPoint]:
    """The points until the first of several jobs ended, all of them where there is only one.

    Jobs that share a limit of bytes do not end together, and the remaining ones are slower than all
    together: that tail is not the drive's speed. fio adds up the time that each job has worked,
    which falls behind the wall clock by the later start of the jobs, and further as soon as one has
    ended. (Before fio 3.33 it keeps counting for those that have ended; then this is not visible,
    and all points count.)
    """
    if phase.flushed:  # what counts is when everything is on the drive
        return points
    if phase.jobs == 1 or phase.limit is None or not (phase.writes or phase.once):
        return points
    behind = math.inf
    for place, point in enumerate(points):
        seen = point.snapshot
        if not seen.seconds or seen.job_seconds is None:
            continue
        idle = phase.jobs * seen.seconds - seen.job_seconds
        behind = min(behind, idle)
        if idle > behind + phase.jobs * JOB_TOLERANCE:
            until = points[:place]
            return until if until[-1].snapshot.seconds > start.seconds else points
    return points


def longest_stall(points: Sequence[SnapshotPoint], begin: float) -> float:
    """The longest time in seconds without an I/O ending, 0 when none exceeded STALL_SECONDS."""
    longest = max(
        (
            min(point.silent, point.snapshot.seconds - begin)
            for point in points
            if point.snapshot.seconds > begin
        ),
        default=0.0,
    )
    return longest if longest > STALL_SECONDS else 0.0


def results(
    points: Sequence[SnapshotPoint], phase: Phase, *, whole: bool = True
) -> tuple[dict[Direction, DirectionResult], tuple[str, ...]]:
    """The numbers of a repeat by direction, and the words for what disturbed it."""
    start = warmup_end(points, phase, whole=whole)
    if not points or start is None:
        return {}, ()
    last = counted_points(points, phase, start)[-1]
    if whole and all(last.snapshot.get(d).ios <= start.get(d).ios for d in phase.directions):
        start = Snapshot(0.0)  # nothing ended after the warm-up: a stall, which has to count
    begin = start.seconds
    # While fio flushes what it has written, it ends no I/O, and that is no stall.
    stall = longest_stall(points[:-1] if phase.asked.end_fsync else points, begin)
    if stall <= STALL_SECONDS + (phase.asked.think_time or 0.0):
        stall = 0.0  # that long nothing was asked for
    found = {
        direction: _direction(points, (start, last.snapshot), direction, phase, stall)
        for direction in phase.directions
        if last.snapshot.get(direction).ios > start.get(direction).ios
    }
    disturbed = []
    if foreign(points[-1], phase):
        disturbed.append(Disturbance.FOREIGN_IO)
    if stall:
        disturbed.append(Disturbance.STALL)
    return found, tuple(disturbed)


def _direction(
    points: Sequence[SnapshotPoint],
    span: tuple[Snapshot, Snapshot],
    direction: Direction,
    phase: Phase,
    stall: float,
) -> DirectionResult:
    start, last = span
    part = measured_window(start.get(direction), last.get(direction))
    # A percentile is the middle of a bin, and may lie half a bin above the greatest latency.
    p50, p95, p99, p999 = (
        value if value is None or part.maximum is None else min(value, part.maximum)
        for value in part.histogram.percentiles((50, 95, 99, 99.9))
    )
    moved = part.bytes if phase.asked.block_sizes else part.ios * phase.block_size
    chain = [
        SnapshotPoint(Snapshot(0.0), 0 if points[0].device_bytes is not None else None),
        *points,
    ]
    drawn = chain[:-1] if phase.asked.end_fsync and len(chain) > 2 else chain
    return DirectionResult(
        iops=part.ios / part.seconds if part.seconds else 0.0,
        # As in `sample`: what was counted as bytes at the warm-up's end lags behind.
        bandwidth=moved / part.seconds if part.seconds else 0.0,
        bytes=moved,
        ios=part.ios,
        seconds=part.seconds,
        latency=Latency(part.mean, p50, p95, p99, p999, part.maximum),
        longest_stall=stall,
        samples=tuple(sample(a, b, direction, phase, start.seconds) for a, b in pairwise(drawn)),
        histogram=part.histogram,
    )


# Of what fio counted in blocks of several sizes, the device has to have moved this share: a last
# snapshot may be read before the last I/Os.
MOVED_SHARE = 0.5


_STILL_THERE = Advice("Check that it is connected.")
# With fio 3.33 for one "blockalign=8k" with blocks of 4 KiB and "random_distribution=zipf:1.2".
_EXCLUDED = Advice("Some options may conflict; remove one.")


def miscounted(last: Snapshot, phase: Phase, on_device: int | None = None) -> MachineError | None:
    """What is wrong with a repeat that fio itself calls good, None when its counts add up.

    Blocks of several sizes do not tell how many bytes the I/Os should have moved: they only have to
    lie between all small and all large, and `on_device` bytes, what the kernel counted there, must
    not be far below.

    An NVMe drive that is unplugged in the middle can yield exit 0 and error 0 with empty reads
    (seen with fio 3.33), so success is what was counted.
    """
    counters = [last.get(direction) for direction in phase.directions]
    total = Counters.zero()
    if not any(c.ios > total.ios for c in counters):
        options = any(getattr(phase.asked, field) for field in OPTION_FIELDS)
        return MachineError(
            "fio did no I/O.",
            advice=_EXCLUDED if options else _STILL_THERE,
        )
    if phase.asked.block_sizes:
        return _out_of_range(counters, phase, on_device)
    for c in counters:
        if not c.bytes == c.ios * phase.block_size == c.issued * phase.block_size:
            return _too_few(c)
    return None


def _out_of_range(
    counters: Sequence[Counters], phase: Phase, on_device: int | None
) -> MachineError | None:
    least, most = sizes_in(phase.asked.block_sizes or "") or (1, phase.block_size)
    for c in counters:
        if not c.ios * least <= c.bytes <= c.ios * most or c.issued != c.ios:
            return _too_few(c)
    moved = sum(c.bytes for c in counters)
    if on_device is not None and on_device < MOVED_SHARE * moved:
        return MachineError(
            "fio moved {moved} bytes, the device {on_device}.",
            moved=moved,
            on_device=on_device,
            advice=_STILL_THERE,
        )
    return None


def _too_few(counters: Counters) -> MachineError:
    return MachineError(
        "fio counted {counted} I/Os but moved {bytes} bytes.",
        counted=max(counters.ios, counters.issued),
        bytes=counters.bytes,
        advice=_STILL_THERE,
    )
