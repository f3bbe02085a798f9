# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several sides beside each other, sorted by a test."""

from __future__ import annotations

from statistics import geometric_mean

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times

from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.overview import (
    column_named,
    overview,
    overview_groups,
    run_twice,
)


@pytest.fixture
def three() -> Comparison:
    sequential = {"pattern": "sequential", "depth": 8}
    one = run(phase(STEADY), phase(STEADY, **sequential), id="a")
    two = run(phase(times(0.8)), phase(times(1.2), **sequential), id="b", days=1)
    three = run(phase(times(1.3)), id="c", days=2)
    return compare_sides((Side("a", (one,)), Side("b", (two,)), Side("c", (three,))))


def test_each_side_has_a_line(three: Comparison) -> None:
    found = overview(three)
    assert [column.metric.name for column in found.columns] == [
        "RND4K Q32T1 read", "SEQ1M Q8T1 read",
    ]  # fmt: skip
    assert [line.side for line in found.lines] == [0, 1, 2]
    base, slower, _faster = found.lines
    assert base.cells[0].against is None and base.cells[0].value == pytest.approx(
        geometric_mean(STEADY)
    )
    against = slower.cells[0].against
    assert against is not None and against.ratio == pytest.approx(0.8, rel=0.02)
    assert found.lines[2].cells[1].value is None  # it has no sequential test
    assert found.best(0) == found.lines[2].cells[0].value


def test_the_fastest_comes_first(three: Comparison) -> None:
    found = overview(three)
    assert [line.side for line in found.sorted_by(0).lines] == [2, 0, 1]
    assert [line.side for line in found.sorted_by(1).lines] == [1, 0, 2]


@pytest.mark.parametrize(
    ("word", "column"),
    [("rnd4k q32t1 read", 0), ("SEQ", 1), ("", None), ("x", None), (" seq1m ", 1)],
)
def test_a_test_is_found_by_its_name(three: Comparison, word: str, column: int | None) -> None:
    assert column_named([one.metric.name for one in overview(three).columns], word) == column


def test_a_run_that_is_there_twice() -> None:
    assert run_twice([["a"], ["b", "c"], ["c"]]) == "c"
    assert run_twice([["a"], ["b"]]) is None


def test_the_groups_of_all_sides_are_shares_of_the_best(three: Comparison) -> None:
    table = comparison_answer(three).table("overview")
    groups = overview_groups(three, ("a", "b", "c"), table)
    assert [len(group.bars) for group in groups.groups] == [3, 3]
    slower, best = groups.groups[0].bars[1:]
    assert best is not None and best.height == 1.0 and best.name == "c"
    assert slower is not None and slower.height == pytest.approx(0.8 / 1.3, rel=0.02)
    assert groups.groups[1].bars[2] is None  # it has no sequential test
    assert [one.values["side"] for one in groups.spoken] == ["c", "b"]
