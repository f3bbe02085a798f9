# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Snapshots as fio counts them, and samples: what happened between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from driveproof.domain.access import Direction
from driveproof.domain.run.histogram import Histogram

# Seconds without an I/O that are a stall, however frequent the snapshots: a busy machine delays
# them by less.
STALL_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Counters:
    """One direction's totals since the start: what fio counted in a snapshot.

    `ios` are those that have ended, `issued` also those on their way. `seconds` is the runtime in
    which the I/Os fell, `latency_sum` the sum of all latencies and `latency_max` the greatest, in
    seconds.
    """

    ios: int
    bytes: int
    seconds: float
    latency_sum: float
    latency_max: float
    histogram: Histogram
    issued: int = 0

    @classmethod
    def zero(cls) -> Counters:
        """Nothing counted yet."""
        return cls(0, 0, 0.0, 0.0, 0.0, Histogram.empty())


@dataclass(frozen=True, slots=True)
class Snapshot:
    """fio's cumulative counters at one moment; `seconds` since the phase's I/O began.

    `job_seconds` are those of all jobs added up, None where fio does not report them.
    """

    seconds: float
    directions: Mapping[Direction, Counters] = field(default_factory=dict)
    job_seconds: float | None = None

    def get(self, direction: Direction) -> Counters:
        """The counters of a direction, zero when nothing was done in it."""
        return self.directions.get(direction) or Counters.zero()


@dataclass(frozen=True, slots=True)
class Sample:
    """One direction in the interval between two snapshots.

    `time` is the end of the interval in seconds after the warm-up (negative within it),
    `seconds` its length, `bandwidth` bytes per second, latencies seconds, None without an I/O.
    """

    time: float
    seconds: float
    direction: Direction
    ios: int
    bytes: int
    iops: float
    bandwidth: float
    mean: float | None
    p50: float | None
    p95: float | None
    p99: float | None
    p999: float | None
    histogram: Histogram
    temperature: float | None = None
    background_bandwidth: float | None = None

    @classmethod
    def counted(
        cls,
        time: float,
        seconds: float,
        direction: Direction,
        ios: float,
        moved: float,
        *,
        mean: float | None = None,
        histogram: Histogram | None = None,
        temperature: float | None = None,
        background_bandwidth: float | None = None,
    ) -> Sample:
        """From what was counted in the interval; a sum of several hosts or drives has fractions of
        I/Os and bytes. Without a `histogram` nobody counted the latencies.
        """
        histogram = histogram or Histogram.empty()
        p50, p95, p99, p999 = histogram.percentiles((50, 95, 99, 99.9))
        return cls(
            time=time,
            seconds=seconds,
            direction=direction,
            ios=round(ios),
            bytes=round(moved),
            iops=float(ios) / seconds if seconds else 0.0,
            bandwidth=float(moved) / seconds if seconds else 0.0,
            mean=mean,
            p50=p50,
            p95=p95,
            p99=p99,
            p999=p999,
            histogram=histogram,
            temperature=temperature,
            background_bandwidth=background_bandwidth,
        )


@dataclass(frozen=True, slots=True)
class MeasuredWindow:
    """A direction's totals between two snapshots, as exact as fio's bins."""

    ios: int
    bytes: int
    seconds: float
    mean: float | None
    maximum: float | None
    histogram: Histogram


def measured_window(earlier: Counters, later: Counters) -> MeasuredWindow:
    """What one direction did between two cumulative counters.

    The maximum is fio's own where it fell into the window, otherwise the upper edge of the
    highest bin in use: at most 1/64 too high.
    """
    ios = max(0, later.ios - earlier.ios)
    histogram = later.histogram - earlier.histogram
    mean = (later.latency_sum - earlier.latency_sum) / ios if ios else None
    highest = histogram.highest()
    maximum = None if highest is None else min(highest, later.latency_max or highest)
    return MeasuredWindow(
        ios=ios,
        bytes=max(0, later.bytes - earlier.bytes),
        seconds=max(0.0, later.seconds - earlier.seconds),
        mean=mean,
        maximum=maximum,
        histogram=histogram,
    )


def sample_between(
    earlier: Snapshot,
    later: Snapshot,
    direction: Direction,
    *,
    zero: float = 0.0,
    temperature: float | None = None,
    background_bandwidth: float | None = None,
) -> Sample:
    """The sample between two snapshots; `zero` is the second at which the warm-up ended.

    The snapshots' own clocks give the interval's length when a direction's runtime stood still.
    """
    part = measured_window(earlier.get(direction), later.get(direction))
    seconds = part.seconds or max(later.seconds - earlier.seconds, 0.0)
    return Sample.counted(
        later.seconds - zero,
        seconds,
        direction,
        part.ios,
        part.bytes,
        mean=part.mean,
        histogram=part.histogram,
        temperature=temperature,
        background_bandwidth=background_bandwidth,
    )
