# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sample is exactly the difference between two snapshots."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.run.histogram import Histogram, bin_index
from driveproof.domain.run.sample import Counters, Snapshot, measured_window, sample_between

latencies = st.lists(st.integers(1_000, 10**9), min_size=1, max_size=50)


def counted(values: list[int], seconds: float, size: int = 4096) -> Counters:
    histogram = Histogram.from_sparse(tuple((bin_index(value), 1) for value in values))
    return Counters(
        ios=len(values),
        bytes=len(values) * size,
        seconds=seconds,
        latency_sum=sum(values) * 1e-9,
        latency_max=max(values, default=0) * 1e-9,
        histogram=histogram,
    )


@given(latencies, latencies)
def test_a_window_is_what_came_after_the_warm_up(warm: list[int], measured: list[int]) -> None:
    part = measured_window(counted(warm, 0.5), counted(warm + measured, 2.5))
    assert (part.ios, part.bytes, part.seconds) == (len(measured), 4096 * len(measured), 2.0)
    assert part.mean == pytest.approx(sum(measured) * 1e-9 / len(measured), rel=1e-6)
    assert part.histogram.sparse() == counted(measured, 2).histogram.sparse()
    assert part.maximum is not None
    # Never below the true maximum, and at most one bin above it.
    assert max(measured) * 1e-9 <= part.maximum * (1 + 1e-12)
    assert part.maximum <= max(measured) * 1e-9 * (1 + 1 / 32)


@given(latencies)
def test_a_window_from_the_start_has_fio_s_own_maximum(values: list[int]) -> None:
    assert measured_window(Counters.zero(), counted(values, 1.0)).maximum == max(values) * 1e-9


def test_an_empty_window_knows_no_latency() -> None:
    same = counted([1000], 1.0)
    part = measured_window(same, same)
    assert (part.ios, part.bytes, part.mean, part.maximum) == (0, 0, None, None)


def test_counters_that_jump_back_give_nothing_negative() -> None:
    part = measured_window(counted([1000, 2000], 2.0), counted([1000], 1.0))
    assert (part.ios, part.bytes, part.seconds, part.histogram.total) == (0, 0, 0.0, 0)


@given(latencies, st.floats(0.05, 5))
def test_a_sample_divides_by_the_runtime(values: list[int], seconds: float) -> None:
    earlier = Snapshot(1.0)
    later = Snapshot(1.0 + seconds, {"read": counted(values, seconds)})
    sample = sample_between(earlier, later, "read", zero=0.5, temperature=41.0)
    assert sample.time == pytest.approx(0.5 + seconds)
    assert sample.iops == pytest.approx(len(values) / seconds)
    assert sample.bandwidth == pytest.approx(4096 * len(values) / seconds)
    assert sample.temperature == 41.0
    assert sample.p50 is not None
    assert sample.p50 <= sample.p95 <= sample.p99 <= sample.p999  # type: ignore[operator]


def test_a_direction_whose_runtime_stood_still_takes_the_snapshots_clock() -> None:
    counters = counted([1000], 1.0)
    sample = sample_between(
        Snapshot(1.0, {"read": counters}), Snapshot(3.0, {"read": counters}), "read"
    )
    assert (sample.seconds, sample.iops, sample.bandwidth, sample.p50) == (2.0, 0.0, 0.0, None)


def test_the_same_snapshot_twice_is_no_division_by_zero() -> None:
    snapshot = Snapshot(1.0)
    assert sample_between(snapshot, snapshot, "write").iops == 0.0
    assert snapshot.get("trim").ios == 0


def test_the_warm_up_has_negative_times() -> None:
    assert sample_between(Snapshot(0.0), Snapshot(0.25), "read", zero=0.5).time == -0.25
