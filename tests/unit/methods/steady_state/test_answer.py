# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rounds on the way to a steady state: the judged window in sentence, facts, table and plot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.long_runs import example_rounds

from driveproof.domain.quantity import Rate
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded
from driveproof.methods import answer_of
from driveproof.methods.steady_state.answer import answer


def rounds(count: int) -> Run:
    """The example with so many of its ten rounds."""
    run = example_rounds()
    fill, test = run.phases
    tests = (replace(test, repeats=test.repeats[:count]),) if count else ()
    return replace(run, phases=(fill, *tests))


def test_where_it_became_steady() -> None:
    found = answer(example_rounds())
    assert found == answer_of(example_rounds())
    (said,) = found.sentences
    assert said.values == {"iops": Rate(25_020.0, ios=True), "first": 6, "last": 10}
    (table,) = found.tables
    states = table.column("state")
    assert len(table.rows) == 10 and not any(states[:9])
    assert isinstance(states[9], Coded) and states[9].code == "steady"
    assert table.column("range")[:4] == (None,) * 4


def test_the_plot_has_the_rounds_and_the_judged_window() -> None:
    (plot,) = answer(example_rounds()).plots
    points, fit = plot.series
    assert points.points[0] == (1.0, 96e3) and len(points.points) == 10
    assert [x for x, _y in fit.points] == [6.0, 10.0]
    (band,) = plot.bands
    assert (band.begin, band.end) == (5.5, 10.5)
    assert band.level == pytest.approx(25_020)


@pytest.mark.parametrize(
    ("count", "values", "steady"),
    [
        (0, {"rate"}, None),
        (1, {"count", "wanted"}, None),
        (7, {"count", "range", "slope"}, "no"),
        (10, {"iops", "first", "last"}, "yes"),
    ],
)
def test_fewer_rounds_answer_with_what_is_known(
    count: int, values: set[str], steady: str | None
) -> None:
    found = answer(rounds(count))
    (said,) = found.sentences
    assert set(said.values) == values
    state = next((one.value for one in found.facts if one.key == "steady"), None)
    assert (state.code if isinstance(state, Coded) else None) == steady
    assert found.measured


def test_short_rounds_are_said() -> None:
    run = example_rounds()
    fill, test = run.phases
    short = replace(run, phases=(fill, replace(test, planned_seconds=10.0)))
    assert len(answer(short).notes) == len(answer(run).notes) + 1


def test_nothing_measured() -> None:
    assert not answer(replace(example_rounds(), phases=())).measured
