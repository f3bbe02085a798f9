# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge of differences, compared with brute force and with known results."""

from __future__ import annotations

import math
from itertools import combinations
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.comparison import ranks
from driveproof.domain.comparison.difference import (
    Between,
    Question,
    Verdict,
    compare,
    holm,
    mann_whitney,
    repeats_needed,
    shift,
)

# Few different values: ties are common.
SIDE = st.lists(st.integers(1, 9), min_size=1, max_size=5)
# A step of a thousandth cannot be lost in a logarithm.
FINE = st.lists(st.integers(1000, 9999), min_size=1, max_size=5)


def middle_ranks(values: list[float]) -> list[float]:
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2
        for value in values
    ]


def brute_p(before: list[float], after: list[float]) -> float:
    """Every way to deal the ranks, counted one by one."""
    ranks = middle_ranks([*before, *after])
    seen = sum(ranks[len(before) :])
    sums = [sum(deal) for deal in combinations(ranks, len(after))]
    low = sum(each <= seen for each in sums) / len(sums)
    high = sum(each >= seen for each in sums) / len(sums)
    return min(1.0, 2 * min(low, high))


@given(SIDE, SIDE)
def test_mann_whitney_is_what_counting_gives(before: list[float], after: list[float]) -> None:
    assert mann_whitney(before, after) == pytest.approx(brute_p(before, after), rel=1e-12)


@given(SIDE, SIDE)
def test_mann_whitney_has_no_sides(before: list[float], after: list[float]) -> None:
    assert mann_whitney(before, after) == pytest.approx(mann_whitney(after, before), rel=1e-12)


@pytest.mark.parametrize("count", [3, 4, 5, 6, 30, 100])
def test_the_smallest_p(count: int) -> None:
    low, high = list(range(count)), list(range(count, 2 * count))
    assert mann_whitney(low, high) == pytest.approx(2 / math.comb(2 * count, count), rel=1e-9)


@given(FINE, FINE)
def test_the_estimate_is_the_middle_of_all_differences(
    before: list[float], after: list[float]
) -> None:
    estimate, low, high, _ = shift(before, after)
    assert estimate == pytest.approx(median(b - a for b in after for a in before))
    if low is not None and high is not None:
        assert low <= estimate <= high


@given(
    st.lists(st.integers(1000, 9999), min_size=4, max_size=6, unique=True),
    st.lists(st.integers(1000, 9999), min_size=4, max_size=6, unique=True),
    st.integers(-9000, 9000),
)
def test_the_interval_is_what_the_test_does_not_reject(
    before: list[int], after: list[int], step: int
) -> None:
    """A shift inside is one that the rank test would accept, and one outside it would reject."""
    moved = step + 0.5  # never a tie
    _, low, high, covered = shift(before, after)
    assert low is not None and high is not None and covered is not None
    accepted = mann_whitney(before, [value - moved for value in after]) > 0.05
    assert accepted == (low < moved < high)
    assert 0.95 <= covered < 1


def test_the_coverage_is_true() -> None:
    """Of all ways to deal ten different numbers to two sides, so many intervals hold zero."""
    numbers = [2.0**place for place in range(10)]  # every difference is another one
    held, deals = 0, 0
    covered = None
    for taken in combinations(range(10), 5):
        after = [numbers[place] for place in taken]
        before = [numbers[place] for place in range(10) if place not in taken]
        _, low, high, covered = shift(before, after)
        assert low is not None and high is not None
        held += low < 0 < high
        deals += 1
    assert held / deals == pytest.approx(covered)


@pytest.mark.parametrize(("count", "there"), [(3, False), (4, True), (5, True)])
def test_three_repeats_have_no_interval(count: int, there: bool) -> None:
    _, low, high, covered = shift(list(range(count)), list(range(100, 100 + count)))
    assert (low is not None, high is not None, covered is not None) == (there,) * 3


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm(values: list[float]) -> None:
    adjusted = holm(values)
    assert all(p <= q <= 1 for p, q in zip(values, adjusted, strict=True))
    assert all(q <= min(1.0, len(values) * p) for p, q in zip(values, adjusted, strict=True))
    for p, q in zip(values, adjusted, strict=True):
        # The definition: the greatest of what the values up to this one are taken times.
        ordered = sorted(values)
        steps = [(len(values) - i) * v for i, v in enumerate(ordered) if v <= p]
        # Of equal values the first is taken times most, and the later ones are no smaller.
        assert q == pytest.approx(min(1.0, max(steps)))


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert holm([]) == ()


def test_a_real_difference_is_named() -> None:
    before = [100.0, 101.0, 99.0, 100.5, 99.5]
    after = [110.0, 111.0, 109.0, 110.5, 109.5]
    (up,) = compare([Question(before, after)])
    assert up.verdict is Verdict.FASTER
    assert up.ratio == pytest.approx(1.1, abs=0.001)
    assert up.low is not None and up.high is not None and 1 < up.low < up.ratio < up.high
    assert up.p == up.adjusted == pytest.approx(2 / 252)
    (down,) = compare([Question(after, before)])
    assert down.verdict is Verdict.SLOWER
    assert down.ratio == pytest.approx(1 / up.ratio)
    (late,) = compare([Question(before, after, lower_is_better=True)])
    assert late.verdict is Verdict.SLOWER


def test_too_many_questions_for_five_repeats() -> None:
    """Seven differences of five against five cannot pass Holm: then it is a hint, at most.

    Six repeats can.
    """
    five = Question([1.0, 1.01, 1.02, 1.03, 1.04], [2.0, 2.01, 2.02, 2.03, 2.04])
    assert {d.verdict for d in compare([five] * 6)} == {Verdict.FASTER}
    assert {d.verdict for d in compare([five] * 7)} == {Verdict.HINT}
    six = Question([*five.before, 1.05], [*five.after, 2.05])
    assert {d.verdict for d in compare([six] * 9)} == {Verdict.FASTER}
    assert (repeats_needed(1), repeats_needed(6), repeats_needed(7)) == (4, 5, 6)


def test_too_few_repeats() -> None:
    (found,) = compare([Question([1.0, 1.1, 1.2], [5.0, 5.1, 5.2])])
    assert found.verdict is Verdict.FEW
    assert (found.low, found.high, found.detectable, found.confidence) == (None,) * 4
    assert found.ratio == pytest.approx(5.1 / 1.1, rel=0.05)
    (one,) = compare([Question([1.0], [2.0])])
    assert (one.verdict, one.ratio) == (Verdict.FEW, pytest.approx(2.0))


def test_noise_is_no_change() -> None:
    before = [100.0, 104.0, 98.0, 101.0, 99.0]
    after = [101.0, 97.0, 103.0, 100.0, 99.5]
    (found,) = compare([Question(before, after)])
    assert found.verdict is Verdict.SAME
    assert found.detectable is not None and 0.02 < found.detectable < 0.1


def test_a_difference_below_the_noise_floor_is_none() -> None:
    before = [100.0, 100.01, 100.02, 100.03, 100.04]
    after = [value * 1.005 for value in before]
    (found,) = compare([Question(before, after)])
    assert found.adjusted < 0.05
    assert found.verdict is Verdict.SAME
    assert found.detectable is not None and 0.012 < found.detectable < 0.0125
    (strict,) = compare([Question(before, after)], floor=0.0)
    assert strict.verdict is Verdict.FASTER


@given(
    st.lists(st.floats(1, 1e9), min_size=4, max_size=6),
    st.lists(st.floats(1, 1e9), min_size=4, max_size=6),
    st.floats(1e-3, 1e3),
)
def test_the_unit_does_not_matter(before: list[float], after: list[float], unit: float) -> None:
    (one,) = compare([Question(before, after)])
    (other,) = compare([Question([v * unit for v in before], [v * unit for v in after])])
    assert other.ratio == pytest.approx(one.ratio, rel=1e-6)
    assert one.low is not None and one.high is not None
    assert one.low <= one.ratio * (1 + 1e-12) and one.ratio <= one.high * (1 + 1e-12)


@pytest.mark.parametrize("wrong", [[], [0.0], [-1.0], [math.nan], [math.inf]])
def test_what_cannot_be_compared(wrong: list[float]) -> None:
    with pytest.raises(ValueError, match="positive"):
        compare([Question([1.0], wrong)])


# Hollander and Wolfe, Nonparametric Statistical Methods, 1973, page 69: permeability of the human
# chorioamnion at term and at a gestational age of 12 to 26 weeks; also R's help of wilcox.test.
AT_TERM = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
EARLY = [1.15, 0.88, 0.90, 0.74, 1.21]


def test_the_published_example_of_mann_whitney() -> None:
    """R: wilcox.test(x, y, alternative = "greater") has W = 35, p-value = 0.1272."""
    assert mann_whitney(AT_TERM, EARLY) == pytest.approx(2 * 0.1272, abs=1e-4)


def test_the_published_estimate_of_hodges_and_lehmann() -> None:
    """Hollander and Wolfe: the shift is -0.305, and with 96 % from -0.76 to 0.15."""
    estimate, low, high, covered = shift(AT_TERM, EARLY, alpha=0.041)
    assert estimate == pytest.approx(-0.305)
    assert (low, high) == (pytest.approx(-0.76), pytest.approx(0.15))
    assert covered == pytest.approx(0.96, abs=0.005)


@pytest.mark.parametrize(
    ("count", "critical"), [(4, 0), (5, 2), (6, 5), (7, 8), (8, 13), (9, 17), (10, 23), (20, 127)]
)
def test_the_published_critical_values(count: int, critical: int) -> None:
    """The table of Mann and Whitney's U, two-sided, 5 %: the greatest U that is significant."""

    def with_u(u: int) -> tuple[list[float], list[float]]:
        """Sides whose U is this: the last values of the one step over those of the other."""
        before = [float(place) for place in range(count, 2 * count)]
        full, part = divmod(u, count)
        after = [place - 100.5 for place in range(count)]
        for one in range(full):
            after[-1 - one] = 1000.0 + one
        if part:
            after[-1 - full] = count + part - 0.5
        return before, after

    assert mann_whitney(*with_u(critical)) <= 0.05 < mann_whitney(*with_u(critical + 1))


def test_holm_as_r_has_it() -> None:
    """R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm")."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx((0.05, 0.08, 0.09, 0.09, 0.09))


def test_where_the_normal_distribution_takes_over() -> None:
    """Just below the border both are at hand, and hardly differ."""
    drawn = np.random.default_rng(3)
    for step, digits in ((0.0, 1), (0.3, 1), (0.6, 9)):
        before = list(drawn.normal(0, 1, 40).round(digits))
        after = list(drawn.normal(step, 1, 40).round(digits))
        twice = ranks._twice_ranks([*before, *after])
        normal = ranks._by_the_normal(twice, 40)
        assert normal == pytest.approx(mann_whitney(before, after), abs=2e-3)
    before, after = list(drawn.normal(0, 1, 100)), list(drawn.normal(0.3, 1, 100))
    _, low, high, _ = shift(before, after)
    _, near_low, near_high, _ = shift([*before, 0.0], after)
    assert (near_low, near_high) == (pytest.approx(low, abs=0.02), pytest.approx(high, abs=0.02))
    many = list(drawn.normal(0, 1, 400))
    (same,) = compare([Question([math.exp(x) for x in many], [math.exp(x) for x in many])])
    assert (same.verdict, same.p) == (Verdict.SAME, 1.0)


def test_too_few_for_so_many() -> None:
    """Four against four allow a claim for a single test; with two tests none is possible."""
    noise = Question([100.0, 103.0, 99.0, 101.0], [101.0, 98.0, 102.0, 100.5])
    assert compare([noise])[0].verdict is Verdict.SAME
    for found in compare([noise, noise]):
        assert (found.verdict, found.detectable) == (Verdict.FEW, None)


FIVE_PERCENT = Question(
    [100.0, 101.0, 99.0, 100.5, 99.5, 100.2], [105.0, 106.0, 104.0, 105.5, 104.5, 105.2]
)


@pytest.mark.parametrize(
    ("floor", "step", "verdict"),
    [
        (0.0, 0.0, Verdict.FASTER),
        (0.04, 0.0, Verdict.FASTER),
        (0.06, 0.0, Verdict.SAME),
        (0.03, 0.04, Verdict.FASTER),
        (0.03, 0.09, Verdict.SAME),
        (0.06, 0.2, Verdict.SAME),
    ],
)
def test_the_same_state_differed_from_itself(floor: float, step: float, verdict: Verdict) -> None:
    """Where runs of one state are so far apart that the interval contains no change, none is
    claimed, and it is no hint either."""
    for turned in (False, True):
        before, after = FIVE_PERCENT.before, FIVE_PERCENT.after
        if turned:
            before, after = after, before
        apart = Between(step, 2 * step, 0.9)
        question = Question(before, after, floor=floor, between=apart)
        (found,) = compare([question])
        slower = Verdict.SLOWER if verdict is Verdict.FASTER else verdict
        assert found.verdict is (slower if turned else verdict)
        assert found.detectable is not None
        assert found.detectable >= max(floor, math.expm1(2 * step))
        assert found.low is not None and found.high is not None
        assert (found.low <= 1 <= found.high) or abs(math.log(found.ratio)) > step
        assert found.confidence == 0.9


def test_extremes_are_numbers() -> None:
    tiny, huge = 5e-324, 1.7e308
    (found,) = compare([Question([tiny] * 6, [huge] * 6)])
    assert found.verdict is Verdict.FASTER
    assert math.isfinite(found.ratio) and found.detectable is not None
    (mixed,) = compare([Question([tiny, huge] * 3, [huge, tiny] * 3)])
    assert mixed.detectable is not None and math.isfinite(mixed.detectable)
