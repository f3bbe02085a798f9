# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A trend over the rounds: the exact test, its error rate, and its text."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import numpy as np
import pytest
from tests.builders.compared_runs import phase, run

from driveproof.domain.comparison.trend import mann_kendall, trend_note, trends
from driveproof.domain.run.run import CUT_SHORT
from driveproof.engine.run.findings import after_cache
from driveproof.engine.run.written import WrittenBytes


def score(values: tuple[int, ...]) -> int:
    return sum((b > a) - (b < a) for place, a in enumerate(values) for b in values[place + 1 :])


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_it_is_the_share_of_all_orders(count: int) -> None:
    every = list(permutations(range(count)))
    scores = [abs(score(order)) for order in every]
    for order in every[:: max(1, len(every) // 40)]:
        share = sum(one >= abs(score(order)) for one in scores) / factorial(count)
        assert mann_kendall(order) == pytest.approx(min(1.0, share))


def test_equal_values_are_no_trend() -> None:
    assert mann_kendall([5.0] * 6) == 1.0
    assert mann_kendall([1.0]) == 1.0


FALLING = [100.0, 98.0, 95.0, 93.0, 90.0, 88.0]
FLAT = [100.0, 99.0, 101.0, 98.5, 100.5, 99.5]


def test_a_falling_test_is_found_among_others_and_said() -> None:
    found = trends([phase(FALLING), *(phase(FLAT, depth=depth) for depth in range(1, 8))])
    (trend,) = found
    assert trend.values[-1] < trend.values[0] and trend.p == pytest.approx(8 * 2 / factorial(6))
    assert set(trend_note(trend).values) == {"test", "first", "last", "p"}
    after_cache(run(phase(FALLING[::-1])), WrittenBytes())


def test_what_is_not_said() -> None:
    assert trends([phase(FLAT)]) == ()
    assert trends([phase(FALLING[:4])]) == ()  # four rounds cannot show one
    tiny = [100.0 - 0.1 * step for step in range(6)]
    assert trends([phase(tiny)]) == ()  # below the noise floor
    cut = phase(FALLING, disturbed=dict.fromkeys(range(6), (CUT_SHORT,)))
    assert trends([cut]) == ()
    assert trends([phase(FALLING), *(phase(FLAT, depth=depth) for depth in range(1, 30))]) == ()


def test_without_a_trend_it_is_said_in_one_run_of_twenty_at_most() -> None:
    drawn = np.random.default_rng(5)
    count = 400
    wrong = sum(
        bool(
            trends(
                [phase(np.exp(0.05 * drawn.normal(size=6)).tolist(), depth=d) for d in range(1, 9)]
            )
        )
        for _ in range(count)
    )
    assert wrong <= count * 0.05 + 3 * (count * 0.05 * 0.95) ** 0.5
