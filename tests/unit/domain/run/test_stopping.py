# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How certain a test is by its repeats, and why it ended."""

from __future__ import annotations

from math import exp

import pytest
from tests.builders.compared_runs import phase

from driveproof.domain.run.run import CUT_SHORT
from driveproof.domain.run.stopping import (
    StoppingRule,
    StopReason,
    half_width,
    is_certain,
    likely_repeats,
    stopping_of,
)

RULE = StoppingRule(3, 6, 10**9)
CALM, NOISY = (1000.0, 1010.0, 990.0), (1000.0, 1300.0, 800.0)


@pytest.mark.parametrize(("count", "factor"), [(3, 2.484), (4, 1.591), (5, 1.242), (6, 1.049)])
def test_the_interval_is_students_of_the_logarithms(count: int, factor: float) -> None:
    """The standard deviation of the logarithms is 2 % here: half of them are up, half down."""
    base = [(-1.0) ** place for place in range(count)]
    middle = sum(base) / count
    spread = (sum((one - middle) ** 2 for one in base) / (count - 1)) ** 0.5
    found = half_width(phase([exp(0.02 * one / spread) for one in base]))
    assert found == pytest.approx(exp(0.02 * factor) - 1, rel=1e-3)


def test_one_repeat_tells_nothing() -> None:
    assert half_width(phase([1000.0])) is None
    assert half_width(phase([0.0, 0.0, 0.0])) is None
    assert not is_certain(phase([1000.0]))


def test_only_what_counts_makes_it_certain() -> None:
    assert is_certain(phase(CALM))
    assert half_width(phase((*CALM, 300.0), disturbed={3: (CUT_SHORT,)})) == half_width(phase(CALM))
    lost = phase((3000.0, 3010.0, 2990.0, 1200.0), pattern="sequential", direction="write")
    assert half_width(lost) == half_width(
        phase((3000.0, 3010.0, 2990.0), pattern="sequential", direction="write")
    )


def test_of_a_mixed_test_the_reads_decide() -> None:
    assert half_width(phase(CALM, direction="mixed")) == half_width(phase(CALM))


@pytest.mark.parametrize(
    ("values", "finished", "why"),
    [
        (CALM, True, StopReason.CERTAIN),
        (CALM, False, StopReason.CERTAIN),
        (NOISY, True, StopReason.BUDGET),
        (NOISY, False, StopReason.CANCELLED),
        (NOISY[:2], False, StopReason.CANCELLED),
        (CALM[:2], False, StopReason.CANCELLED),
        (NOISY * 2, True, StopReason.MOST),
        (NOISY * 2, False, StopReason.MOST),
    ],
)
def test_why_it_ended(values: tuple[float, ...], finished: bool, why: StopReason) -> None:
    assert stopping_of(phase(values), RULE, finished=finished).why is why


def test_a_write_cache_that_ran_out_and_a_fixed_number() -> None:
    lost = phase((3000.0, 2400.0, 1200.0), pattern="sequential", direction="write")
    assert stopping_of(lost, RULE, finished=True).why is StopReason.WRITE_CACHE
    assert stopping_of(phase(CALM), StoppingRule(3, 3), finished=True).why is StopReason.FIXED


@pytest.mark.parametrize(
    ("values", "repeats"),
    [((), 3), ((1000.0,), 3), (CALM[:2], 3), (CALM, 3), (NOISY, 6), ((1000.0, 1090.0, 990.0), 4)],
)
def test_how_many_it_probably_needs(values: tuple[float, ...], repeats: int) -> None:
    assert likely_repeats(phase(values), 3, 6) == repeats
