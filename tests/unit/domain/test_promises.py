# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The promises of intervals and of the detectable change, by simulation with fixed seeds.

Some hundred draws with wide bounds; tests/benchmarks/test_promises.py draws thousands.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.domain import promises
from tests.unit.domain.compared_runs import phase, run, times

from driveproof.domain.comparison.comparison import CLAIMS, compare_sides
from driveproof.domain.comparison.difference import (
    Question,
    Verdict,
    compare,
    repeats_needed,
    silenced,
)
from driveproof.domain.comparison.matching import Side

COUNT = 200


@pytest.mark.parametrize("runs", promises.SEVERAL)
@pytest.mark.parametrize("apart", [0.0, 0.02])
def test_an_interval_of_several_runs_covers_what_differs_between_them(
    runs: tuple[int, int], apart: float
) -> None:
    """95 %, and 82 of two runs against one: below these by three standard deviations at most."""
    share = 0.82 if runs == (2, 1) and apart else 0.95
    least = share - 3 * math.sqrt(share * (1 - share) / COUNT)
    assert promises.covered(COUNT, runs, apart, seed=1) >= least


@pytest.mark.parametrize("runs", promises.SEVERAL)
@pytest.mark.parametrize("apart", [0.0, 0.003, 0.02])
def test_what_several_runs_could_see(runs: tuple[int, int], apart: float) -> None:
    least = 0.8 - 3 * math.sqrt(0.8 * 0.2 / COUNT)
    assert promises.found_again(COUNT, runs, apart, 0.01, seed=2) >= least


@pytest.mark.parametrize("within", promises.STILL)
@pytest.mark.parametrize("others", [0, 3])
def test_what_could_be_seen_at_the_noise_floor(within: float, others: int) -> None:
    least = 0.8 - 3 * math.sqrt(0.8 * 0.2 / COUNT)
    found = promises.found_again(COUNT, (1, 1), 0.0, within, seed=3, others=others)
    assert found >= least


SIDE = st.lists(st.integers(90, 110).map(float), min_size=1, max_size=9)


@given(st.lists(st.tuples(SIDE, SIDE), min_size=1, max_size=4))
def test_no_verdict_stands_beside_an_interval_with_no_change(
    sides: list[tuple[list[float], list[float]]],
) -> None:
    """Also with many equal values, where test and interval need not agree."""
    for found, (before, after) in zip(
        compare([Question(*pair) for pair in sides], floor=0.0), sides, strict=True
    ):
        if found.verdict in (*CLAIMS, Verdict.HINT):
            assert found.low is not None and found.high is not None
            assert not found.low <= 1 <= found.high
            assert min(len(before), len(after)) >= 4


def test_no_verdict_of_runs_stands_beside_an_interval_with_no_change() -> None:
    """Neither with disturbed repeats nor with several runs a side."""
    drawn = np.random.default_rng(4)
    judged = 0
    for _ in range(150):
        sides = []
        for number in (0, 1):
            runs = []
            for place in range(int(drawn.integers(1, 4))):
                level = drawn.normal(0.04 * number, 0.01)
                values = 100 * np.exp(drawn.normal(level, 0.02, 6))
                marks = {int(at): ("foreign I/O",) for at in np.flatnonzero(drawn.random(6) < 0.2)}
                test = phase(list(values), disturbed=marks)
                runs.append(run(test, id=f"0{number}{place}", days=place))
            sides.append(Side(str(number), tuple(runs)))
        for metric in compare_sides(sides).primary:
            if metric.verdict in (*CLAIMS, Verdict.HINT):
                judged += 1
                assert metric.low is not None and metric.high is not None
                assert not metric.low <= 1 <= metric.high
    assert judged > 20


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_side_needs_four_repeats(count: int) -> None:
    many = [100.0 + place / 100 for place in range(40)]
    for before, after in ((many, many[:count]), (many[:count], many)):
        (found,) = compare([Question(before, [value * 3 for value in after])])
        assert found.verdict is Verdict.FEW
        assert (found.low, found.high, found.detectable) == (None, None, None)
        assert found.silence is silenced(len(before), len(after), 1)
    (found,) = compare([Question(many, [value * 3 for value in many[:4]])])
    assert (found.verdict, found.silence) == (Verdict.FASTER, None)


@pytest.mark.parametrize("tests", [1, 2, 6, 7, 8, 23, 24, 80])
def test_the_smallest_number_of_repeats_is_the_smallest(tests: int) -> None:
    """With so many the clearest difference is claimed, and with one fewer it is not."""
    needed = repeats_needed(tests)

    def best(repeats: int) -> Verdict:
        low = [100.0 + place for place in range(repeats)]
        high = Question(low, [value * 3 for value in low])
        return compare([high, *[Question(low, low)] * (tests - 1)])[0].verdict

    assert best(needed) is Verdict.FASTER
    assert best(needed - 1) is not Verdict.FASTER
    assert silenced(needed, needed, tests) is None
    assert silenced(needed - 1, needed - 1, tests) is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((100.0, 100.1, 100.2, 100.3, 120.0, 121.0, 122.0), times(1.3)),
        ((71.0, 71.2, 71.1, 56.3, 56.1, 71.3), (56.1, 56.2, 71.0, 56.0, 71.2, 56.3)),
        ((990.0, 400.0, 2100.0, 1000.0), (2013.0, 2000.0, 9000.0, 2020.0)),
    ],
)
def test_the_change_in_a_row_is_that_of_its_two_figures(
    before: tuple[float, ...], after: tuple[float, ...]
) -> None:
    """ "71 179 -> 56 160 IOPS, -3.5 %", explained in a footnote."""
    sides = [
        Side("a", (run(phase(before), id="0b"),)),
        Side("b", (run(phase(after), id="0a", days=1),)),
    ]
    for metric in compare_sides(sides).metrics:
        if metric.before and metric.after and metric.ratio is not None:
            assert metric.ratio == pytest.approx(metric.after / metric.before)
            assert metric.low is None or metric.low <= metric.ratio <= (metric.high or 0.0)
