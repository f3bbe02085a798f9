# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the counters of several hosts to their sum over the time that all measured."""

from __future__ import annotations

import pytest

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.hosts import messages
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.histogram import bin_index
from driveproof.engine.hosts.gather import HostTrack, common, gathered, most_points

READ = Direction.READ
PHASE = Phase("", READ, Pattern.RANDOM, 4096, 1, warmup=0.5, seconds=2.0)
CLOCK = 1_700_000_000.0


def host(
    name: str,
    iops: float,
    *,
    begin: float = 0.0,
    ahead: float = 0.0,
    seconds: float = 2.5,
    latency: float = 1e-3,
    most: int = 600,
    step: float = 0.25,
) -> HostTrack:
    """A host that does `iops` from its first moment on, of one latency; told as fio tells it."""
    track = HostTrack(name, ahead, most)
    count = round(seconds / step)
    before = 0
    for number in range(1, count + 1):
        now = number * step
        ios = round(iops * now)
        grown = {bin_index(round(latency * 1e9)): ios - before}
        before = ios
        counted = messages.DirectionTotals(ios, ios * 4096, now, ios * latency, latency, ios, grown)
        # The last one is printed late, so that it tells no time.
        told = None if number == count else CLOCK + begin + ahead + now
        track.add(messages.SnapshotReply(now, {READ: counted}, told))
    return track


def test_the_sum_of_the_time_that_all_measured() -> None:
    tracks = [host("a", 1000), host("b", 2000, begin=0.3), host("c", 500, begin=0.1)]
    span = common(tracks, PHASE)
    assert span is not None
    # From the last warm-up (0.3 + 0.5) to the first end.
    assert (span.begin - CLOCK, span.end - CLOCK) == pytest.approx((0.8, 2.5))
    found = gathered(tracks, PHASE, span)
    total = found.sums[READ]
    assert total.iops == pytest.approx(3500, rel=0.01)
    assert total.bandwidth == pytest.approx(3500 * 4096, rel=0.01)
    assert total.seconds == pytest.approx(1.7)
    assert total.bytes == pytest.approx(3500 * 4096 * 1.7, rel=0.01)
    assert {name: round(one[READ].iops) for name, one in found.hosts.items()} == {
        "a": 1000, "b": 2000, "c": 500
    }  # fmt: skip
    assert total.longest_stall == 0.0


def test_a_clock_that_is_an_hour_ahead_changes_nothing() -> None:
    plain = [host("a", 1000), host("b", 2000, begin=0.3)]
    ahead = [host("a", 1000), host("b", 2000, begin=0.3, ahead=3600.0)]
    one, other = common(plain, PHASE), common(ahead, PHASE)
    assert one is not None and other is not None
    assert other == pytest.approx(one)
    assert ahead[1].since - ahead[0].since == pytest.approx(0.3)


def test_latencies_stay_with_their_host_and_are_added_by_bins() -> None:
    tracks = [host("fast", 9000, latency=1e-4), host("slow", 1000, latency=1e-2)]
    span = common(tracks, PHASE)
    assert span is not None
    found = gathered(tracks, PHASE, span)
    fast, slow = (found.hosts[name][READ].latency for name in ("fast", "slow"))
    assert fast.p99 == pytest.approx(1e-4, rel=0.02)
    assert slow.p50 == pytest.approx(1e-2, rel=0.02)
    total = found.sums[READ].latency
    assert total.p50 == pytest.approx(1e-4, rel=0.02)
    assert total.p95 == pytest.approx(1e-2, rel=0.02)
    assert total.mean == pytest.approx(0.9 * 1e-4 + 0.1 * 1e-2, rel=0.02)
    assert total.max == pytest.approx(1e-2, rel=0.02)


def test_samples_are_those_of_the_sum_and_begin_in_the_warm_up() -> None:
    tracks = [host("a", 1000), host("b", 2000, begin=0.25)]
    span = common(tracks, PHASE)
    assert span is not None
    samples = gathered(tracks, PHASE, span).sums[READ].samples
    assert samples[0].time < 0 < samples[-1].time == pytest.approx(span.seconds)
    counted = [one for one in samples if one.time > 0.01]
    assert [one.iops for one in counted] == pytest.approx([3000] * len(counted), rel=0.02)
    ios = gathered(tracks, PHASE, span).sums[READ].ios
    assert sum(one.ios for one in counted) == pytest.approx(ios, abs=5)


def test_a_host_that_began_when_another_had_ended_leaves_no_sum() -> None:
    assert common([host("a", 1000), host("b", 1000, begin=3.0)], PHASE) is None
    assert common([], PHASE) is None
    assert common([host("a", 1000), HostTrack("b", 0.0)], PHASE) is None


def test_where_the_last_warms_up_until_the_first_ends_warm_ups_count() -> None:
    span = common([host("a", 1000), host("b", 1000, begin=2.2)], PHASE)
    assert span is not None
    assert (span.begin - CLOCK, span.end - CLOCK) == pytest.approx((2.2, 2.5))


def test_a_host_that_stands_still_is_a_stall() -> None:
    track = HostTrack("a", 0.0)
    for seconds, ios in ((0.25, 250), (0.5, 500), (0.75, 500), (1.25, 500), (1.5, 600), (2.5, 900)):
        counted = messages.DirectionTotals(ios, ios * 4096, seconds, 0.0, 0.0, ios)
        track.add(messages.SnapshotReply(seconds, {READ: counted}, CLOCK + seconds))
    span = common([track, host("b", 10)], PHASE)
    assert span is not None
    assert gathered([track], PHASE, span).sums[READ].longest_stall == pytest.approx(1.0)


def test_few_points_lose_no_counts() -> None:
    full, few = host("a", 1000, step=0.01), host("a", 1000, step=0.01, most=20)
    assert len(full.points) == 250 and len(few.points) <= 21
    span = common([full, few], PHASE)
    assert span is not None
    one, other = (gathered([track], PHASE, span).sums[READ] for track in (full, few))
    assert other.iops == pytest.approx(one.iops, rel=0.01)
    assert other.histogram.total == pytest.approx(one.histogram.total, rel=0.1)


def test_many_hosts_keep_less_of_each() -> None:
    assert most_points(1) == 600
    assert most_points(200) == 120
    assert most_points(10_000) == 60


def test_a_host_whose_time_stands_still_takes_no_memory() -> None:
    track = HostTrack("a", 0.0, 100)
    for number in range(1, 1001):
        counted = messages.DirectionTotals(number, number * 4096, 0.0, 0.0, 0.0, number, {0: 1})
        track.add(messages.SnapshotReply(0.0, {READ: counted}, CLOCK))
    assert len(track.points) <= 101
    assert track.totals(READ)[-1][0] == 1000
