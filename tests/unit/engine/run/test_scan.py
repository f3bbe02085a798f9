# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the reads of a scan to its figures: with real recordings, and exact."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.scan_logs import read, recorded

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.run.run import Position
from driveproof.fio.scan_log import Read
from driveproof.methods.scan.plan import Plan as ScanPlan
from driveproof.methods.scan.runner import FEWEST, MOST, Findings, slices_for
from driveproof.system.helper.scan import Scan, ScanKind, scan_pass

MIB = 2**20
SIZE = 1100 * MIB  # of tests/data/record/scan.py
ZONES = Scan(ScanKind.ZONES, 3, 1, 4096, 2, 0, 100 * 4096, 0)


def findings(name: str, which: int) -> Findings:
    plan = ScanPlan()
    found = Findings(scan_pass(plan, plan.phases[which], SIZE, seed=42, slices=4))
    found.add(read([recorded(name)])[0])
    return found


def test_the_throughput_of_a_recording() -> None:
    found = findings("zones", 0)
    result = found.result()
    assert result is not None
    assert (found.reads, found.bytes) == (200, found.planned_bytes) == (200, 1000 * MIB)
    assert len(found.positions) == found.planned == 100
    assert {place.bytes for place in found.positions} == {5 * MIB}
    assert found.positions[0].offset == 5 * MIB
    assert SIZE - 100 * 4096 < found.positions[-1].offset + 5 * MIB <= SIZE
    assert result.positions == found.positions
    assert (result.ios, result.bytes) == (100, 500 * MIB)
    assert result.seconds == pytest.approx(sum(place.seconds for place in found.positions))
    assert result.bandwidth == pytest.approx(500 * MIB / result.seconds)


def test_the_accesses_of_a_recording() -> None:
    found = findings("accesses", 1)
    result = found.result()
    assert result is not None
    times = sorted(place.seconds for place in found.positions)
    assert len(times) == result.ios == result.histogram.total == 1000
    latency = result.latency
    assert latency.mean == pytest.approx(statistics.fmean(times))
    assert (latency.p50, latency.p99, latency.max) == (times[499], times[989], times[999])
    binned = result.histogram.percentile(50)
    assert binned is not None
    assert binned == pytest.approx(times[499], rel=0.02)


def test_a_zone_counts_without_the_way_there_and_once_it_is_whole() -> None:
    found = Findings(ZONES)
    found.add([Read(0, 4096, 9_000_000)])
    assert (found.positions, found.result(), found.access()) == ((), None, None)
    found.add([Read(4096, 4096, 1_000_000)])
    assert found.positions == (Position(4096, 4096, 0.001),)
    assert found.access() == pytest.approx(0.008)
    # The rest of the second zone could not be read; the third is whole.
    found.add([Read(409600, 4096, 1), Read(819200, 4096, 1), Read(823296, 4096, 2_000_000)])
    assert [place.offset for place in found.positions] == [4096, 823296]
    result = found.result()
    assert result is not None
    assert (result.ios, result.bytes, result.seconds) == (2, 8192, pytest.approx(0.003))


@given(st.lists(st.integers(1, 10**10), min_size=1, max_size=300))
def test_percentiles_are_reads_that_there_were(times: list[int]) -> None:
    found = Findings(Scan(ScanKind.ACCESSES, len(times), 1, 4096, 1, 0, 0, 1))
    found.add([Read(4096 * number, 4096, time) for number, time in enumerate(times)])
    result = found.result()
    assert result is not None
    latency = result.latency
    ranks = [latency.p50, latency.p95, latency.p99, latency.p999, latency.max]
    known = [value for value in ranks if value is not None]
    assert known == sorted(known)
    for percent, value in zip((50, 95, 99, 99.9, 100), known, strict=True):
        below = sum(time * 1e-9 <= value for time in times)
        assert below * 100 >= percent * len(times)
        assert any(abs(time * 1e-9 - value) < 1e-15 for time in times)


@given(st.floats(0, 1e6))
def test_slices(seconds: float) -> None:
    assert FEWEST <= slices_for(seconds) <= slices_for(seconds + 1) <= MOST


def test_the_profile_s_keys() -> None:
    head = 'title = "A"\nquestion = "?"\nmethod = "scan"\n'
    found = read_profile(head, "mine", "mine.toml")
    assert (found.plan, found.repeats, found.size) == (ScanPlan(), 1, 0)
    found = read_profile(head + 'positions = 7\nsample = "1 MiB"\n', "mine", "mine.toml")
    assert found.plan == ScanPlan(positions=7, sample=MIB)
    for wrong in (
        "positions = 1",
        "positions = 10001",
        'sample = "10 MB"',
        'sample = "33 MiB"',
        "accesses = 0",
        'access_size = "2 KiB"',
        'size = "1 GiB"',
        "repeats = 5",
        'phase = ""',
    ):
        with pytest.raises(UsageError, match=r"mine\.toml, line 4: "):
            read_profile(head + wrong, "mine", "mine.toml")
