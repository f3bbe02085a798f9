# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mann and Whitney's exact test and Holm's, compared with brute force and with known results."""

from __future__ import annotations

import math
import tracemalloc
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.comparison import ranks
from driveproof.domain.comparison.ranks import holm, mann_whitney

# Few different values: ties are common.
SIDE = st.lists(st.integers(1, 9), min_size=1, max_size=5)


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


# Hollander and Wolfe, Nonparametric Statistical Methods, 1973, page 69: permeability of the human
# chorioamnion at term and at a gestational age of 12 to 26 weeks; also R's help of wilcox.test.
AT_TERM = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
EARLY = [1.15, 0.88, 0.90, 0.74, 1.21]


def test_the_published_example_of_mann_whitney() -> None:
    """R: wilcox.test(x, y, alternative = "greater") has W = 35, p-value = 0.1272."""
    assert mann_whitney(AT_TERM, EARLY) == pytest.approx(2 * 0.1272, abs=1e-4)


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


def test_tens_of_thousands_as_in_a_hostile_file_need_little_memory() -> None:
    drawn = list(np.random.default_rng(7).normal(0, 1, 120_000))
    tracemalloc.start()
    try:
        assert mann_whitney(drawn[:60_000], drawn[60_000:]) > 0
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 200 * 2**20
