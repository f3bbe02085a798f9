# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds until five are alike: the criterion, the course, and that "not reached" is an answer."""

from __future__ import annotations

import pytest
from tests.builders.long_runs import rounds_run

from driveproof.domain.profile.for_device import fitted_to
from driveproof.domain.profile.plan import WriteBounds
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.steady_state import steady_of, window_of, windows
from driveproof.methods.steady_state.plan import Plan

GB = 10**9


def profile(**more: object) -> Profile:
    """A steady-state test of a device of 100 GB."""
    plan = Plan(**{"size": 100 * GB, **more})  # type: ignore[arg-type]
    empty = Profile("steady-state", "Steady state", "", (), 0, plan.repeats, method="steady-state")
    return with_plan(empty, plan)


def test_the_numbers_of_a_window_are_those_of_the_specification() -> None:
    """Worked by hand: mean 100, least squares slope 2 a round."""
    window = window_of([96, 98, 100, 102, 104])
    assert window is not None
    assert (window.mean, window.range, window.excursion) == pytest.approx((100, 0.08, 0.08))
    assert (window.begin, window.end) == pytest.approx((96, 104))
    assert window.steady


@pytest.mark.parametrize(
    ("values", "steady"),
    [
        ([100, 100, 100, 100, 120.2], False),  # range over 20 %
        ([90, 95, 100, 105, 110], False),  # range 20 %, slope 20 %
        ([90, 110, 100, 110, 90], True),  # range 20 %, no slope
        ([100] * 4, False),  # too few
        ([0] * 5, False),
    ],
)
def test_both_parts_of_the_criterion(values: list[float], steady: bool) -> None:
    window = window_of(values)
    assert (window is not None and window.steady) is steady


def test_only_the_last_five_count() -> None:
    found = windows([1000, 500, 100, 100, 100, 100, 100])
    assert [one.steady if one else None for one in found] == [None] * 4 + [False, False, True]
    assert found[-1] is not None and (found[-1].first, found[-1].last) == (3, 7)


def test_it_ends_with_the_first_steady_window() -> None:
    iops = [50_000, 30_000, 12_000, 10_000, 9_800, 10_100, 9_900, 10_000, 10_000]
    run, count = rounds_run(profile(), iops)
    assert count == 8  # of rounds 4 to 8; 12 000 in the third is too much
    found = steady_of(run)
    assert found is not None and found.reached is not None
    assert (found.reached.first, found.reached.last) == (4, 8)
    assert found.reached.mean == pytest.approx(9_960, rel=0.01)
    assert not found.short and found.preconditioned is not None


def test_not_reached_is_an_answer() -> None:
    run, count = rounds_run(profile(), [1000 * 0.9**number for number in range(30)])
    assert count == 25
    found = steady_of(run)
    assert found is not None and found.reached is None and found.newest is not None
    assert found.newest.last == 25 and not found.newest.steady


def test_the_capacity_is_written_twice_and_bounds_follow_the_device() -> None:
    assert profile(size=0).bytes_written is None
    found, _notes = fitted_to(profile(size=0), WriteBounds(None, 10 * GB))
    fill, one = found.phases
    assert fill.limit == 20 * GB and fill.block_size == 128 * 2**10
    assert (one.block_size, one.seconds) == (4096, 60.0)
    assert found.bytes_written == 27 * 10 * GB
    assert found.destructive and found.needs_root


def test_shorter_rounds_are_the_short_mode() -> None:
    short = profile().customized(seconds=10.0)
    run, _count = rounds_run(short, [1000.0] * 5)
    found = steady_of(run)
    assert found is not None and found.short and found.seconds == 10.0
