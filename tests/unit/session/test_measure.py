# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From snapshots to numbers, with snapshots made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.histogram import Histogram
from driveproof.domain.profile import Phase
from driveproof.domain.sample import Counters, Snapshot
from driveproof.session.measure import (
    FOREIGN_FLOOR,
    Point,
    foreign,
    longest_stall,
    miscounted,
    results,
    sample,
    warmup_end,
)

MIB = 2**20
INTERVAL = 0.25
READ = Phase("Read", "read", "random", 4096, 4, warmup=0.5, seconds=2.0)
WRITE = replace(READ, direction="write", limit=100 * MIB)


def counters(ios: int, seconds: float, block: int = 4096, ns: int = 100_000) -> Counters:
    """So many I/Os, each of which took `ns`."""
    return Counters(
        ios=ios,
        bytes=ios * block,
        seconds=seconds,
        latency_sum=ios * ns * 1e-9,
        latency_max=ns * 1e-9,
        histogram=Histogram.from_bins({str(ns): ios}),
        issued=ios,
    )


def points(
    series: Sequence[tuple[float, int]], direction: str = "read", device: Sequence[int] = ()
) -> list[Point]:
    """Points from (seconds, I/Os so far), beside them what the device did so far."""
    found = [
        Point(Snapshot(seconds, {direction: counters(ios, seconds)} if ios else {}))
        for seconds, ios in series
    ]
    return [
        replace(point, device_bytes=moved)
        for point, moved in zip(found, device or [None] * len(found), strict=True)
    ]


def steady(until: float, rate: int = 1000, step: float = INTERVAL) -> list[tuple[float, int]]:
    count = round(until / step)
    return [(i * step, int(i * step * rate)) for i in range(1, count + 1)]


def test_the_warm_up_is_subtracted() -> None:
    series = [(0.25, 10_000), (0.5, 20_000), (0.75, 20_100), (1.0, 20_200)]
    found, disturbed = results(points(series), READ, INTERVAL)
    result = found["read"]
    assert disturbed == ()
    assert (result.ios, result.bytes, result.seconds) == (200, 200 * 4096, 0.5)
    assert result.iops == 400
    assert result.bandwidth == 400 * 4096
    assert result.histogram.total == 200
    assert result.latency.mean == pytest.approx(1e-4, rel=1e-6)
    assert result.latency.p50 == pytest.approx(1e-4, rel=1 / 64)
    assert result.longest_stall == 0
    # Time 0 is the end of the warm-up.
    assert [s.time for s in result.samples] == [-0.25, 0.0, 0.25, 0.5]
    assert [s.ios for s in result.samples] == [10_000, 10_000, 100, 100]


@pytest.mark.parametrize(
    ("series", "begin"),
    [
        ([(0.24, 1), (0.49, 2), (0.74, 3), (1.0, 4)], 0.49),
        ([(0.26, 1), (0.51, 2), (0.76, 3), (1.0, 4)], 0.51),
        ([(0.3, 1), (0.48, 2), (0.9, 3), (1.0, 4)], 0.48),  # the nearer one
        ([(0.25, 1), (2.5, 2), (2.75, 3)], 0.25),  # a stall is not swallowed
        ([(0.6, 1), (0.85, 2)], 0.6),
        ([(0.25, 1), (0.7, 2)], 0.25),  # the last one ends, it does not begin
    ],
)
def test_where_the_warm_up_ends(series: list[tuple[float, int]], begin: float) -> None:
    start = warmup_end(points(series), READ, INTERVAL)
    assert start is not None
    assert start.seconds == begin


def test_without_a_warm_up_everything_counts() -> None:
    found, _ = results(points(steady(1.0)), replace(READ, warmup=0.0), INTERVAL)
    assert found["read"].ios == 1000


def test_a_write_that_ends_before_its_warm_up() -> None:
    """100 MiB in 0.4 s: a quarter of them warms up."""
    blocks = WRITE.limit // 4096 if WRITE.limit else 0
    series = [(0.1, blocks // 5), (0.2, blocks // 2), (0.3, blocks * 3 // 4), (0.4, blocks)]
    found, _ = results(points(series, "write"), WRITE, INTERVAL)
    assert found["write"].ios == blocks - blocks // 2
    assert found["write"].seconds == pytest.approx(0.2)


def test_a_write_that_is_over_with_its_first_snapshot() -> None:
    found, _ = results(points([(0.2, 25_600)], "write"), WRITE, INTERVAL)
    assert found["write"].ios == 25_600
    assert found["write"].seconds == 0.2


def test_what_is_cut_short_in_its_warm_up_has_no_numbers() -> None:
    assert results(points([(0.25, 250)]), READ, INTERVAL, whole=False) == ({}, ())
    assert results([], READ, INTERVAL) == ({}, ())


def test_a_direction_without_an_io_has_no_numbers() -> None:
    found, _ = results(points([(0.5, 0), (1.0, 0)]), READ, INTERVAL)
    assert found == {}


def test_a_stall_in_the_middle() -> None:
    series = [(0.25, 250), (0.5, 500), (0.75, 750), (2.5, 751), (2.75, 1000)]
    found, disturbed = results(points(series), READ, INTERVAL)
    assert disturbed == ("stall",)
    assert found["read"].longest_stall == pytest.approx(1.75)


def test_a_stall_with_snapshots_in_it() -> None:
    """Snapshots go on, I/Os do not."""
    series = [*steady(1.0), (1.25, 1000), (1.5, 1000), (1.75, 1000), (2.0, 1001), (2.25, 1200)]
    assert longest_stall(points(series), 0.5, INTERVAL) == pytest.approx(1.0)


def test_a_stall_at_the_end() -> None:
    series = [*steady(1.0), (1.5, 1000), (2.0, 1000)]
    assert longest_stall(points(series), 0.5, INTERVAL) == pytest.approx(1.0)


def test_a_stall_from_the_very_beginning() -> None:
    phase = replace(READ, warmup=0.0)
    found, disturbed = results(points([(2.0, 1), (2.25, 250), (2.5, 500)]), phase, INTERVAL)
    assert disturbed == ("stall",)
    assert found["read"].longest_stall == pytest.approx(2.0)


def test_a_stall_that_begins_in_the_warm_up() -> None:
    found, disturbed = results(points([(0.25, 250), (2.25, 251), (2.5, 500)]), READ, INTERVAL)
    assert disturbed == ("stall",)
    assert found["read"].longest_stall == pytest.approx(2.0)


@pytest.mark.parametrize("gap", [0.3, 0.45, 0.5])
def test_a_late_snapshot_is_no_stall(gap: float) -> None:
    series = [*steady(1.0), (1.0 + gap, 1100), (1.25 + gap, 1400)]
    assert longest_stall(points(series), 0.5, INTERVAL) == 0


def test_foreign_io_is_what_exceeds_an_allowance() -> None:
    own = 25_600 * 4096  # 100 MiB
    on_the_way = READ.block_size * READ.queue_depth
    allowance = own // 20 + FOREIGN_FLOOR + on_the_way

    def beyond(moved: int | None) -> int:
        return foreign(Point(Snapshot(1.0, {"read": counters(25_600, 1.0)}), moved), READ)

    assert beyond(None) == 0
    assert beyond(0) == 0
    assert beyond(own) == 0
    assert beyond(own + allowance) == 0
    assert beyond(own + allowance + 1) == allowance + 1


def test_foreign_io_is_named_and_its_bandwidth_told() -> None:
    series = [(0.5, 1000), (1.0, 2000), (1.5, 3000)]
    device = [1000 * 4096, 2000 * 4096 + 50 * MIB, 3000 * 4096 + 100 * MIB]
    seen = points(series, device=device)
    found, disturbed = results(seen, READ, INTERVAL)
    assert disturbed == ("foreign I/O",)
    told = [s.foreign_bandwidth for s in found["read"].samples]
    assert told == [0.0, pytest.approx(100 * MIB), pytest.approx(100 * MIB)]
    assert sample(points(series)[0], points(series)[1], "read", READ).foreign_bandwidth is None


def test_bytes_that_fio_counted_late_do_not_count_twice() -> None:
    """At the warm-up's end a batch was done whose bytes were not added yet."""
    late = replace(counters(500, 0.5), bytes=480 * 4096)
    seen = [Point(Snapshot(0.5, {"read": late})), *points([(1.0, 1000), (1.5, 1500)])]
    result = results(seen, READ, INTERVAL)[0]["read"]
    assert (result.ios, result.bytes) == (1000, 1000 * 4096)
    assert result.bandwidth == result.iops * 4096
    assert [s.bytes for s in result.samples] == [500 * 4096] * 3


def test_mixed_has_both_directions() -> None:
    phase = replace(READ, direction="mixed")
    seen = [
        Point(Snapshot(s, {"read": counters(n * 7, s), "write": counters(n * 3, s)}))
        for s, n in [(0.5, 100), (1.0, 200), (1.5, 300)]
    ]
    found, _ = results(seen, phase, INTERVAL)
    assert (found["read"].ios, found["write"].ios) == (1400, 600)


def test_miscounted() -> None:
    good = Snapshot(1.0, {"read": counters(100, 1.0)})
    assert miscounted(good, READ) is None
    assert "single I/O" in str(miscounted(Snapshot(1.0), READ))
    short = Snapshot(1.0, {"read": replace(counters(100, 1.0), bytes=99 * 4096)})
    assert "100 I/Os but moved 405504 bytes" in str(miscounted(short, READ))
    lost = Snapshot(1.0, {"read": replace(counters(100, 1.0), issued=101)})
    assert "101 I/Os but moved 409600 bytes" in str(miscounted(lost, READ))
    # A direction that did nothing beside one that did is no fault: three percent are few.
    assert miscounted(good, replace(READ, direction="mixed")) is None


steps = st.lists(
    st.tuples(st.floats(0.001, 3.0), st.integers(0, 5000)), min_size=1, max_size=20
).map(lambda pairs: [(sum(p[0] for p in pairs[: i + 1]), sum(p[1] for p in pairs[: i + 1]))
                     for i in range(len(pairs))])  # fmt: skip


@given(series=steps, warmup=st.floats(0, 2), direction=st.sampled_from(["read", "write"]))
def test_any_series_gives_numbers_that_fit_together(
    series: list[tuple[float, int]], warmup: float, direction: str
) -> None:
    phase = replace(READ, warmup=warmup, direction=direction, limit=10 * MIB)
    seen = points(series, direction)
    found, _ = results(seen, phase, INTERVAL)
    for result in found.values():
        assert 0 < result.ios <= series[-1][1]
        assert result.bytes == result.ios * 4096
        assert result.histogram.total == result.ios
        assert 0 < result.seconds <= series[-1][0] + 1e-9
        assert result.iops == pytest.approx(result.ios / result.seconds)
        assert 0 <= result.longest_stall <= series[-1][0]
        assert sum(s.ios for s in result.samples) == series[-1][1]
        assert len(result.samples) == len(series)
