# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of a scan: where its samples are on devices of every size."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.errors import UsageError
from driveproof.domain.method import SCAN
from driveproof.domain.profile.phase import SECTOR
from driveproof.domain.profile.profile import Profile, fitted_to_device, with_plan
from driveproof.methods.scan.plan import HALVES
from driveproof.methods.scan.plan import Plan as ScanPlan
from driveproof.system.helper.scan import scan_command, scan_pass

MIB = 2**20
PLANS = st.builds(
    ScanPlan,
    positions=st.integers(2, 10_000),
    sample=st.integers(1, 4096).map(lambda number: number * HALVES * SECTOR),
    accesses=st.integers(1, 10_000),
    access_size=st.integers(1, 4096).map(lambda number: number * SECTOR),
)


def profile(plan: ScanPlan) -> Profile:
    return with_plan(Profile("scan", "Scan", "?", (), 0, repeats=1, method=SCAN), plan)


@given(plan=PLANS, size=st.integers(HALVES * SECTOR, 2**45))
def test_the_samples_are_on_the_device_and_do_not_overlap(plan: ScanPlan, size: int) -> None:
    fitted, _notes = plan.on_device(size)
    distance = fitted.distance(size)
    assert 1 <= fitted.positions <= plan.positions
    assert HALVES * SECTOR <= fitted.sample <= plan.sample
    assert fitted.sample % (HALVES * SECTOR) == distance % SECTOR == 0
    assert distance >= fitted.sample
    end = (fitted.positions - 1) * distance + fitted.sample
    assert end <= size
    if fitted.positions > 1:  # to the end, but for what alignment leaves of it
        assert size - end < fitted.positions * SECTOR
    made = scan_pass(fitted, fitted.phases[0], size, seed=1, slices=20)
    made.check_device("/dev/x", size, 512)


def test_a_large_device_is_scanned_as_planned() -> None:
    plan = ScanPlan()
    assert fitted_to_device(profile(plan), 100 * 10 * MIB) == (profile(plan), ())
    assert fitted_to_device(profile(plan), 2**40) == (profile(plan), ())
    other = Profile("quick", "Quick", "?", (), 0)
    assert fitted_to_device(other, 1) == (other, ())


def test_a_small_device_has_smaller_samples_and_it_is_said() -> None:
    found, (_note,) = fitted_to_device(profile(ScanPlan()), 128 * MIB)
    assert found.plan == ScanPlan(sample=1335296)
    assert found.plan is not None and found.phases == found.plan.phases
    tiny = ScanPlan().on_device(40 * 1024)[0]
    assert (tiny.positions, tiny.sample) == (5, 8192)


def test_what_a_scan_is_to_the_rest_of_the_program() -> None:
    scan = profile(ScanPlan())
    assert (scan.needs_root, scan.destructive, scan.bytes_written) == (True, False, 0)
    assert [phase.name for phase in scan.phases] == ["SEQ5M Q1T1 read", "RND4K Q1T1 read"]
    assert [phase.primary for phase in scan.phases] == ["bandwidth", "iops"]
    assert 30 < scan.seconds < 120


@given(plan=PLANS, slices=st.integers(1, 20), which=st.integers(0, 1))
def test_the_slices_are_the_whole(plan: ScanPlan, slices: int, which: int) -> None:
    size = 2**40
    made = scan_pass(plan, plan.phases[which], size, seed=7, slices=slices)
    words = scan_command(made, "/dev/x", size)
    assert words.count("--stonewall") == made.slices - 1 == min(slices, made.total) - 1
    counted = "io_size" if which == 0 else "number_ios"
    each = [int(w.partition("=")[2]) for w in words if w.startswith(f"--{counted}=")]
    assert len(each) == made.slices
    assert sum(each) == made.total * (made.zone if which == 0 else 1)
    assert max(each) - min(each) <= (made.zone if which == 0 else 1)
    begins = [int(w.partition("=")[2]) for w in words if w.startswith("--offset=")]
    spans = [int(w.partition("=")[2]) for w in words if w.startswith("--size=")]
    assert all(begin + span <= size for begin, span in zip(begins, spans, strict=True))


@pytest.mark.parametrize("chosen", [{"size": MIB}, {"seconds": 2.0}, {"cache": "cold"}])
def test_what_is_not_its_own_cannot_be_chosen(chosen: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        profile(ScanPlan()).customized(**chosen)
    assert profile(ScanPlan()).customized(repeats=3).repeats == 3
