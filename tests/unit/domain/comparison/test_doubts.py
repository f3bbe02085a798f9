# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What speaks against a claim: lapses, haste, and a drive that changed all along."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.builders.compared_runs import phase, run, times

from driveproof.domain.comparison.cautions import Caution
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import CLAIMS
from driveproof.domain.comparison.matching import Side
from driveproof.domain.profile.test_titles import test_words as words
from driveproof.domain.quantity import OneOf, Seconds

MINUTE = 1 / (24 * 60)
DOUBTS = {Caution.LONG_LAPSE, Caution.CLOSE_TOGETHER, Caution.ONE_WAY, Caution.DRIFTING}


def side(name: str, levels: Sequence[float], minutes: Sequence[float]) -> Side:
    return Side(
        name,
        tuple(
            run(phase(times(level)), id=f"{name}{at}", days=when * MINUTE)
            for at, (level, when) in enumerate(zip(levels, minutes, strict=True))
        ),
    )


def found(*sides: Side) -> list[tuple[str, object]]:
    """The code of each doubt, and how long it was, or of which side or tests."""
    compared = compare_sides(sides)
    assert all(one.verdict in CLAIMS for one in compared.primary)
    return [
        (one.code, values.get("time", values.get("side", values.get("tests"))))
        for one in compared.cautions
        if one.code in DOUBTS
        for values in [one.say[0].values]
    ]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ((0, 10), (12, 22), []),
        ((0, 10), (100, 110), [(Caution.LONG_LAPSE, Seconds(90 * 60.0))]),
        ((0, 100), (190, 200), []),  # the runs of a side were as far apart
        ((0,), (100,), []),  # the caveat of one run a side
        ((0, 2), (14, 24), [(Caution.CLOSE_TOGETHER, Seconds(120.0))]),
        ((0, 4), (2, 6), []),  # in turn
    ],
)
def test_when_the_runs_were_measured(
    before: tuple[float, ...], after: tuple[float, ...], said: list[tuple[str, object]]
) -> None:
    one, other = side("a", [1.0] * len(before), before), side("b", [2.0] * len(after), after)
    assert found(one, other) == found(other, one) == said


def test_runs_that_all_go_one_way() -> None:
    spread = [0, 10], [20, 30]
    (metric,) = compare_sides([side("a", [1.0], [0]), side("b", [1.0], [9])]).primary
    tests = OneOf((words(metric.title, metric.test.direction, metric.profile),))
    trend = [(Caution.ONE_WAY, tests)]
    assert found(side("a", [1.0, 1.05], spread[0]), side("b", [1.9, 2.0], spread[1])) == trend
    assert found(side("a", [2.0, 1.9], spread[0]), side("b", [1.05, 1.0], spread[1])) == trend
    assert not found(side("a", [1.05, 1.0], spread[0]), side("b", [1.9, 2.0], spread[1]))
    assert not found(side("a", [1.0, 1.001], spread[0]), side("b", [1.9, 1.901], spread[1]))
    backwards = found(side("a", [1.9, 2.0], spread[1]), side("b", [1.0, 1.05], spread[0]))
    assert backwards == trend


def test_a_run_that_drifted() -> None:
    drifting = run(phase([200.0 + 4 * at for at in range(8)]), id="b0", days=20 * MINUTE)
    assert found(side("a", [1.0], [0]), Side("b", (drifting,))) == [(Caution.DRIFTING, "b")]


def test_nothing_where_nothing_is_claimed() -> None:
    compared = compare_sides([side("a", [1.0, 1.0], [0, 1]), side("b", [1.0], [500])])
    assert not DOUBTS & {one.code for one in compared.cautions}
