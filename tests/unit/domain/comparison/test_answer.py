# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer of a comparison as values: its tables, and whether it is a bad one."""

from __future__ import annotations

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times

from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.margin import margin
from driveproof.domain.comparison.matching import Side
from driveproof.domain.figure import Interval, MetricValue
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Celsius
from driveproof.domain.say import Coded


def compared(*factors: float) -> Comparison:
    """Sides with two tests, of which the first goes this many times as fast."""
    return compare_sides(
        [
            Side(
                f"state {number}",
                (
                    run(
                        phase(times(factor)),
                        phase(STEADY, depth=1),
                        id=f"{number}a",
                        days=number,
                        environment={"temperature_before": 30.0 + 10 * number},
                    ),
                ),
            )
            for number, factor in enumerate(factors)
        ]
    )


@pytest.mark.parametrize(("factor", "bad"), [(0.7, True), (1.0, False), (1.4, False)])
def test_only_what_is_slower_by_the_margin_is_bad(factor: float, bad: bool) -> None:
    found = compared(1.0, factor)
    assert comparison_answer(found, margin=margin(found, 0.2)).bad is bad
    assert not comparison_answer(found).bad


def test_a_test_has_both_figures_and_the_change_between_them() -> None:
    found = comparison_answer(compared(1.0, 0.5)).table("tests")
    test, before, after, change = (
        found.column(key)[0] for key in ("test", "before", "after", "change")
    )
    assert isinstance(test, Coded) and test.code == "RND4K Q32T1 read"
    assert isinstance(before, MetricValue) and isinstance(after, MetricValue)
    assert before.metric is MetricName.IOPS
    assert after.number / before.number == pytest.approx(0.5)
    assert isinstance(change, Interval) and change.verdict is Verdict.SLOWER
    assert change.low is not None and change.high is not None
    assert change.low < 0.5 < change.high < 1


def test_sides_of_a_test_are_below_each_other_and_all_are_beside_the_first() -> None:
    found = comparison_answer(compared(1.0, 0.5, 2.0), sort=0)
    sides = [cell.code for cell in found.table("tests").column("side") if isinstance(cell, Coded)]
    assert sides == [1, 2, 1, 2]
    fastest, base, slowest = (row[1] for row in found.table("overview").rows)
    assert isinstance(base, MetricValue) and base.against is None
    for cell, verdict in ((fastest, Verdict.FASTER), (slowest, Verdict.SLOWER)):
        assert isinstance(cell, MetricValue) and cell.against is not None
        assert cell.against.verdict is verdict


def test_what_differs_keeps_its_unit() -> None:
    ((what, before, after),) = comparison_answer(compared(1.0, 1.0)).table("differs").rows
    assert isinstance(what, Coded) and what.code == "temperature"
    assert (before, after) == (Celsius(30.0), Celsius(40.0))


def test_figures_without_a_verdict_are_details() -> None:
    found = comparison_answer(compared(1.0, 1.0))
    assert {table.key for table in found.tables if table.details} == {"metrics", "judging"}
    metrics = found.table("metrics")
    verdicts = [cell.verdict for cell in metrics.column("change") if isinstance(cell, Interval)]
    assert verdicts and not any(verdicts)
