# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verdicts of differences, their intervals, and what could have been seen."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.comparison.difference import (
    CLAIMS,
    Barred,
    Question,
    Verdict,
    detectable,
    judge_differences,
)
from driveproof.domain.comparison.judge import ALPHA, Prior, SideRuns, judge_tests

THREE = (99.0, 100.0, 101.0)


def moved(factor: float, run: tuple[float, ...] = THREE) -> tuple[float, ...]:
    return tuple(value * factor for value in run)


def test_a_real_difference_is_named() -> None:
    before, after = [THREE, moved(1.01)], [moved(1.3), moved(1.31)]
    (up,) = judge_differences([Question(before, after)])
    assert up.verdict is Verdict.FASTER
    assert up.ratio == pytest.approx(1.3, abs=0.01)
    assert up.low is not None and up.high is not None and 1 < up.low < up.ratio < up.high
    (down,) = judge_differences([Question(after[::-1], before[::-1])])
    assert down.verdict is Verdict.SLOWER
    assert down.ratio == pytest.approx(1 / up.ratio)
    (late,) = judge_differences([Question(before, after, lower_is_better=True)])
    assert late.verdict is Verdict.SLOWER


def test_what_a_single_interval_shows_is_a_hint_among_many() -> None:
    changed = Question([THREE, THREE], [moved(1.04), moved(1.04)])
    same = Question([THREE, THREE], [THREE, THREE])
    assert judge_differences([changed])[0].verdict is Verdict.FASTER
    among = judge_differences([changed, *[same] * 30])
    assert among[0].verdict is Verdict.POSSIBLE
    assert {one.verdict for one in among[1:]} == {Verdict.WITHIN}


def test_what_came_little_by_little_is_a_hint() -> None:
    steady = judge_differences([Question([THREE, THREE], [moved(1.3), moved(1.3)])])[0]
    drifting = judge_differences([Question([THREE, moved(1.15)], [moved(1.3), moved(1.45)])])[0]
    assert (steady.verdict, drifting.verdict) == (Verdict.FASTER, Verdict.POSSIBLE)
    assert drifting.judged is not None and not drifting.judged.at_change


@pytest.mark.parametrize("barred", Barred)
def test_what_may_not_be_claimed_is_a_possible_difference(barred: Barred) -> None:
    (found,) = judge_differences([Question([THREE], [moved(5)], barred=barred)])
    assert (found.verdict, found.barred) == (Verdict.POSSIBLE, barred)
    (same,) = judge_differences([Question([THREE], [THREE], barred=barred)])
    assert (same.verdict, same.barred) == (Verdict.WITHIN, barred)


def test_too_few_repeats() -> None:
    (one,) = judge_differences([Question([[1.0]], [[2.0]])])
    assert (one.verdict, one.ratio) == (Verdict.FEW, pytest.approx(2.0))
    assert (one.low, one.high, one.detectable, one.judged) == (None,) * 4
    two = judge_differences([Question([[100.0, 101.0]], [[101.0]])] * 30)[0]
    assert two.verdict is Verdict.FEW
    (large,) = judge_differences([Question([[100.0, 101.0]], [[1000.0, 1010.0]])])
    assert large.verdict is Verdict.FASTER


def test_runs_of_one_repeat_stand_in_for_repeats() -> None:
    """As files of other programs have them: their distance is that of repeats, and of runs."""
    single = Question([[one] for one in THREE], [[one] for one in moved(1.5)])
    assert judge_differences([single]) == judge_differences([Question([THREE], [moved(1.5)])])


def test_repeats_too_far_apart_say_nothing() -> None:
    wild = (100.0, 10.0, 1000.0)
    (found,) = judge_differences([Question([wild], [moved(1.2, wild)])])
    assert found.verdict is Verdict.NOISY


def test_a_difference_below_the_noise_floor_is_none() -> None:
    prior = Prior(0.0, 1000.0)
    runs = [[100.0, 100.01, 100.02]] * 20
    (found,) = judge_differences(
        [Question(runs, [[v * 1.008 for v in run] for run in runs], prior=prior)]
    )
    assert found.judged is not None and found.judged.adjusted < 0.05
    assert found.verdict is Verdict.WITHIN
    assert found.detectable is not None and found.detectable > 0.012


@given(
    st.lists(st.lists(st.integers(90, 110).map(float), min_size=1, max_size=6), min_size=2,
             max_size=6),
    st.integers(1, 5),
)  # fmt: skip
def test_no_verdict_stands_beside_an_interval_with_no_change(
    runs: list[list[float]], cut: int
) -> None:
    sides = runs[:cut] or runs[:1], runs[cut:] or runs[-1:]
    (found,) = judge_differences([Question(*sides)])
    if found.low is not None and found.high is not None:
        assert found.low <= found.ratio <= found.high
    if found.verdict in (*CLAIMS, Verdict.POSSIBLE):
        assert found.low is not None and found.high is not None
        assert not found.low <= 1 <= found.high


@given(
    st.lists(st.floats(1, 1e9), min_size=4, max_size=6),
    st.lists(st.floats(1, 1e9), min_size=4, max_size=6),
    st.floats(1e-3, 1e3),
)
def test_the_unit_does_not_matter(before: list[float], after: list[float], unit: float) -> None:
    (one,) = judge_differences([Question([before], [after])])
    (other,) = judge_differences(
        [Question([[v * unit for v in before]], [[v * unit for v in after]])]
    )
    assert other.ratio == pytest.approx(one.ratio, rel=1e-6)


@pytest.mark.parametrize("wrong", [[], [0.0], [-1.0], [math.nan], [math.inf]])
def test_what_cannot_be_compared(wrong: list[float]) -> None:
    with pytest.raises(ValueError, match="positive"):
        judge_differences([Question([[1.0]], [wrong])])


def test_extremes_are_numbers() -> None:
    tiny, huge = 5e-324, 1.7e308
    (found,) = judge_differences([Question([[tiny] * 6], [[huge] * 6])])
    assert found.verdict is Verdict.FASTER
    assert math.isfinite(found.ratio) and found.detectable is not None
    (mixed,) = judge_differences([Question([[tiny, huge] * 3], [[huge, tiny] * 3])])
    assert mixed.detectable is not None and math.isfinite(mixed.detectable)


@pytest.mark.deep
@pytest.mark.parametrize("runs", [(1, 1), (2, 1), (2, 2), (3, 3)])
@pytest.mark.parametrize("apart", [0.5, 1.0])
def test_what_could_be_seen_is_found(runs: tuple[int, int], apart: float) -> None:
    """In four of five other comparisons of eight tests, less three binomial standard deviations."""
    drawn = np.random.default_rng(8)
    count, spread, found = 200, 0.02, 0

    def side(number: int, change: float) -> list[list[float]]:
        levels = change + drawn.normal(0, apart * spread, number)
        return [list(drawn.normal(level, spread, 3)) for level in levels]

    def family(change: float) -> list[SideRuns]:
        changes = [change, *[0.0] * 7]
        return [SideRuns(side(runs[0], 0.0), side(runs[1], one)) for one in changes]

    for _draw in range(count):
        step = detectable(judge_tests(family(0.0))[0], runs, ALPHA / 8)
        found += judge_tests(family(step))[0].claimed
    assert found / count >= 0.8 - 3 * math.sqrt(0.8 * 0.2 / count)
