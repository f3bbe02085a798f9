# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From snapshots to figures, with hand-made snapshots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import driveproof
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.sample import Counters, Snapshot
from driveproof.domain.run.work import IoOptions
from driveproof.engine.run.statistics import (
    FOREIGN_FLOOR,
    MOST_POINTS,
    PointTrack,
    SnapshotPoint,
    foreign,
    longest_stall,
    miscounted,
    results,
    sample,
    warming,
    warmup_end,
)

MIB = 2**20
BUILT_IN = Path(driveproof.__file__).parent / "resources" / "profiles"
INTERVAL = 0.25
READ = Phase("Read", "read", "random", 4096, 4, warmup=0.5, seconds=2.0)
WRITE = replace(READ, direction="write", limit=100 * MIB)


def counters(ios: int, seconds: float, block: int = 4096, ns: int = 100_000) -> Counters:
    """I/Os, each of which took `ns`."""
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
) -> list[SnapshotPoint]:
    """Points from (seconds, I/Os so far), beside them what the device did so far."""
    track = PointTrack()
    for (seconds, ios), moved in zip(series, device or [None] * len(series), strict=True):
        snapshot = Snapshot(seconds, {direction: counters(ios, seconds)} if ios else {})
        track.add(SnapshotPoint(snapshot, device_bytes=moved))
    return track.points


def steady(until: float, rate: int = 1000, step: float = INTERVAL) -> list[tuple[float, int]]:
    count = round(until / step)
    return [(i * step, int(i * step * rate)) for i in range(1, count + 1)]


def test_the_warm_up_is_subtracted() -> None:
    series = [(0.25, 10_000), (0.5, 20_000), (0.75, 20_100), (1.0, 20_200)]
    found, disturbed = results(points(series), READ)
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
    start = warmup_end(points(series), READ)
    assert start is not None
    assert start.seconds == begin


def test_without_a_warm_up_everything_counts() -> None:
    found, _ = results(points(steady(1.0)), replace(READ, warmup=0.0))
    assert found["read"].ios == 1000


def test_a_write_that_ends_before_its_warm_up() -> None:
    """100 MiB in 0.4 s: the fifth of them warms up that the warm-up is of its time, and no more."""
    blocks = WRITE.limit // 4096 if WRITE.limit else 0
    series = [(0.04, blocks // 10), (0.05, blocks // 5), (0.3, blocks * 3 // 4), (0.4, blocks)]
    seen = points(series, "write")
    found, _ = results(seen, WRITE)
    assert found["write"].ios == blocks - blocks // 5
    assert found["write"].seconds == pytest.approx(0.35)
    assert [warming(point, WRITE) for point in seen] == [True, False, False, False]


def test_a_write_that_takes_longer_warms_up_for_its_time() -> None:
    """The fifth comes later than half a second: the earlier of both ends the warm-up."""
    slow = [(step / 10, step * 400) for step in range(1, 26)]
    start = warmup_end(points(slow, "write"), WRITE)
    assert start is not None and start.seconds == 0.5
    assert [warming(point, WRITE) for point in points(slow[:6], "write")] == [True] * 4 + [
        False
    ] * 2


@pytest.mark.parametrize("rate", [7e9, 14e9])
def test_a_fast_drive_leaves_enough_to_be_counted(rate: float) -> None:
    """The snapshots of a drive on PCIe 4 and 5, with the limits of the quick profile."""
    profile = read_profile((BUILT_IN / "quick.toml").read_text("utf-8"), "quick", "quick.toml")
    profile = profile.for_drive(SpeedClass.FAST_NVME)
    for phase in profile.phases:
        if phase.writes and phase.pattern == "sequential":
            assert phase.limit is not None
            reached = rate if phase.queue_depth > 1 else rate / 2
            block, whole = phase.block_size, phase.limit / reached
            times = [phase.interval * step for step in range(1, int(whole / phase.interval) + 1)]
            series = [(time, int(time * reached) // block) for time in times if time < whole]
            track = PointTrack()
            for time, ios in [*series, (whole, phase.limit // block)]:
                track.add(SnapshotPoint(Snapshot(time, {"write": counters(ios, time, block)})))
            found = results(track.points, phase)[0]["write"]
            assert found.seconds is not None and found.seconds >= 0.1
            assert not found.short


def test_what_is_counted_for_an_instant_is_short() -> None:
    series = [(0.02, 1000), (0.04, 2000), (0.06, 3000), (0.08, 4000), (0.1, 5000)]
    phase = replace(WRITE, limit=5000 * 4096)
    found = results(points(series, "write"), phase)[0]["write"]
    assert found.seconds == pytest.approx(0.08) and found.short
    slow = [(0.5, 1000), (0.9, 2000), (1.3, 3000), (1.7, 4000)]
    assert results(points(slow), READ)[0]["read"].short  # three snapshots
    assert not results(points([*slow, (2.1, 5000)]), READ)[0]["read"].short


def test_the_tail_of_several_jobs_is_left_out() -> None:
    """Four jobs that share a limit of bytes: the first ends after 0.8 s, the last after 1 s."""
    phase = replace(WRITE, jobs=4, limit=40_000 * 4096)
    worked = {0.2: 0.79, 0.4: 1.59, 0.6: 2.39, 0.8: 3.19, 0.9: 3.29, 1.0: 3.39}
    track = PointTrack()
    for (time, seconds), ios in zip(
        worked.items(), (9_000, 18_000, 27_000, 36_000, 38_000, 40_000), strict=True
    ):
        snapshot = Snapshot(time, {"write": counters(ios, time)}, job_seconds=seconds)
        track.add(SnapshotPoint(snapshot))
    found = results(track.points, phase)[0]["write"]
    assert found.iops == pytest.approx(45_000)
    assert sum(sample.ios for sample in found.samples) == 40_000  # the chart has it all
    untold = [replace(p, snapshot=replace(p.snapshot, job_seconds=None)) for p in track.points]
    assert results(untold, phase)[0]["write"].iops < 40_000
    alone = replace(phase, jobs=1)
    assert results(track.points, alone)[0]["write"].seconds == pytest.approx(0.8)


def test_an_hour_of_snapshots_is_kept_in_a_few() -> None:
    """Counters only grow: what is left out changes neither the sums nor the longest stall."""
    track = PointTrack()
    series = [(0.1 * step, step * 100) for step in range(1, 36_001)]
    series = [(time + (2.0 if time > 1800 else 0.0), ios) for time, ios in series]
    for time, ios in series:
        track.add(SnapshotPoint(Snapshot(time, {"read": counters(ios, time)})))
        assert len(track.points) <= MOST_POINTS
    found, disturbed = results(track.points, READ)
    assert found["read"].ios == series[-1][1] - 500
    assert found["read"].longest_stall == pytest.approx(2.1)
    assert disturbed == ("stall",)
    assert len(found["read"].samples) <= MOST_POINTS
    assert sum(sample.ios for sample in found["read"].samples) == series[-1][1]


def test_a_write_that_is_over_with_its_first_snapshot() -> None:
    found, _ = results(points([(0.2, 25_600)], "write"), WRITE)
    assert found["write"].ios == 25_600
    assert found["write"].seconds == 0.2


def test_what_is_cut_short_in_its_warm_up_has_no_numbers() -> None:
    assert results(points([(0.25, 250)]), READ, whole=False) == ({}, ())
    assert results([], READ) == ({}, ())


def test_a_direction_without_an_io_has_no_numbers() -> None:
    found, _ = results(points([(0.5, 0), (1.0, 0)]), READ)
    assert found == {}


def test_a_stall_in_the_middle() -> None:
    series = [(0.25, 250), (0.5, 500), (0.75, 750), (2.5, 751), (2.75, 1000)]
    found, disturbed = results(points(series), READ)
    assert disturbed == ("stall",)
    assert found["read"].longest_stall == pytest.approx(1.75)


def test_a_stall_with_snapshots_in_it() -> None:
    """Snapshots go on, I/Os do not."""
    series = [*steady(1.0), (1.25, 1000), (1.5, 1000), (1.75, 1000), (2.0, 1001), (2.25, 1200)]
    assert longest_stall(points(series), 0.5) == pytest.approx(1.0)


def test_a_stall_at_the_end() -> None:
    series = [*steady(1.0), (1.5, 1000), (2.0, 1000)]
    assert longest_stall(points(series), 0.5) == pytest.approx(1.0)


def test_a_stall_from_the_very_beginning() -> None:
    phase = replace(READ, warmup=0.0)
    found, disturbed = results(points([(2.0, 1), (2.25, 250), (2.5, 500)]), phase)
    assert disturbed == ("stall",)
    assert found["read"].longest_stall == pytest.approx(2.0)


def test_a_stall_that_begins_in_the_warm_up() -> None:
    found, disturbed = results(points([(0.25, 250), (2.25, 251), (2.5, 500)]), READ)
    assert disturbed == ("stall",)
    assert found["read"].longest_stall == pytest.approx(2.0)


@pytest.mark.parametrize("gap", [0.3, 0.45, 0.5])
def test_a_late_snapshot_is_no_stall(gap: float) -> None:
    series = [*steady(1.0), (1.0 + gap, 1100), (1.25 + gap, 1400)]
    assert longest_stall(points(series), 0.5) == 0


def test_foreign_io_is_what_exceeds_an_allowance() -> None:
    own = 25_600 * 4096  # 100 MiB
    on_the_way = READ.block_size * READ.queue_depth
    allowance = own // 20 + FOREIGN_FLOOR + on_the_way

    def beyond(moved: int | None) -> int:
        return foreign(SnapshotPoint(Snapshot(1.0, {"read": counters(25_600, 1.0)}), moved), READ)

    assert beyond(None) == 0
    assert beyond(0) == 0
    assert beyond(own) == 0
    assert beyond(own + allowance) == 0
    assert beyond(own + allowance + 1) == allowance + 1


def test_the_journal_of_writes_with_o_sync_is_not_foreign() -> None:
    """16 KiB of a new file make ext4 write 12 KiB more, each time."""
    point = SnapshotPoint(Snapshot(1.0, {"write": counters(25_600, 1.0)}), 2 * 25_600 * 4096)
    write = replace(READ, direction="write")
    assert foreign(point, write) > 0
    assert foreign(point, replace(write, asked=IoOptions(sync="sync"))) == 0


def test_foreign_io_is_named_and_its_bandwidth_told() -> None:
    series = [(0.5, 1000), (1.0, 2000), (1.5, 3000)]
    device = [1000 * 4096, 2000 * 4096 + 50 * MIB, 3000 * 4096 + 100 * MIB]
    seen = points(series, device=device)
    found, disturbed = results(seen, READ)
    assert disturbed == ("background I/O",)
    told = [s.background_bandwidth for s in found["read"].samples]
    assert told == [0.0, pytest.approx(100 * MIB), pytest.approx(100 * MIB)]
    assert sample(points(series)[0], points(series)[1], "read", READ).background_bandwidth is None


def test_bytes_that_fio_counted_late_do_not_count_twice() -> None:
    """At the warm-up's end a batch was done whose bytes were not added yet."""
    late = replace(counters(500, 0.5), bytes=480 * 4096)
    seen = [SnapshotPoint(Snapshot(0.5, {"read": late})), *points([(1.0, 1000), (1.5, 1500)])]
    result = results(seen, READ)[0]["read"]
    assert (result.ios, result.bytes) == (1000, 1000 * 4096)
    assert result.bandwidth == result.iops * 4096
    assert [s.bytes for s in result.samples] == [500 * 4096] * 3


def test_mixed_has_both_directions() -> None:
    phase = replace(READ, direction="mixed")
    seen = [
        SnapshotPoint(Snapshot(s, {"read": counters(n * 7, s), "write": counters(n * 3, s)}))
        for s, n in [(0.5, 100), (1.0, 200), (1.5, 300)]
    ]
    found, _ = results(seen, phase)
    assert (found["read"].ios, found["write"].ios) == (1400, 600)


def test_miscounted() -> None:
    good = Snapshot(1.0, {"read": counters(100, 1.0)})
    assert miscounted(good, READ) is None
    assert miscounted(Snapshot(1.0), READ) is not None
    carries = replace(READ, asked=IoOptions(other="blockalign=8k"))
    nothing = miscounted(Snapshot(1.0), carries)
    assert nothing is not None and nothing.advice is not None
    short = Snapshot(1.0, {"read": replace(counters(100, 1.0), bytes=99 * 4096)})
    assert "100 I/Os but moved 405504 bytes" in str(miscounted(short, READ))
    lost = Snapshot(1.0, {"read": replace(counters(100, 1.0), issued=101)})
    assert "101 I/Os but moved 409600 bytes" in str(miscounted(lost, READ))
    # A direction that did nothing beside one that did is no fault: three percent are few.
    assert miscounted(good, replace(READ, direction="mixed")) is None


def test_blocks_of_several_sizes_are_counted_by_bytes_and_by_the_device() -> None:
    phase = replace(READ, block_size=65536, asked=IoOptions(block_sizes="bssplit=4k/50:64k/50"))
    seen = replace(counters(100, 1.0), bytes=100 * 34816)
    last = Snapshot(1.0, {"read": seen})
    assert miscounted(last, phase) is None
    assert miscounted(last, phase, seen.bytes) is None
    assert "the device 0" in str(miscounted(last, phase, 0))
    empty = Snapshot(1.0, {"read": replace(seen, bytes=100 * 512)})
    assert "100 I/Os but moved 51200 bytes" in str(miscounted(empty, phase))
    points = [SnapshotPoint(Snapshot(0.6, {"read": counters(50, 0.6)})), SnapshotPoint(last)]
    found, _ = results(points, replace(phase, warmup=0.0))
    assert found["read"].bytes == seen.bytes
    assert found["read"].bandwidth == pytest.approx(seen.bytes / 1.0)


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
    found, _ = results(seen, phase)
    for result in found.values():
        assert 0 < result.ios <= series[-1][1]
        assert result.bytes == result.ios * 4096
        assert result.histogram.total == result.ios
        assert 0 < result.seconds <= series[-1][0] + 1e-9
        assert result.iops == pytest.approx(result.ios / result.seconds)
        assert 0 <= result.longest_stall <= series[-1][0]
        assert sum(s.ios for s in result.samples) == series[-1][1]
        assert len(result.samples) == len(series)


def test_a_pause_that_was_asked_for_is_no_stall() -> None:
    paced = replace(READ, warmup=0.0, asked=replace(READ.asked, think_time=1.0))
    series = [(0.1, 1), (1.1, 2), (2.1, 3)]
    found, disturbed = results(points(series), paced)
    assert not disturbed and found["read"].longest_stall == 0
    found, disturbed = results(points([*series, (4.6, 4)]), paced)
    assert disturbed == ("stall",) and found["read"].longest_stall == pytest.approx(2.5)
