# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file that was imported twice adds neither repeats nor a second run."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.builders.compared_runs import phase, run, times

from driveproof.domain.comparison.cautions import Caution
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.matching import Side, distinct_measurements, is_copy

THREE = (100.0, 101.0, 99.0)
BEFORE = run(phase(THREE), id="1")
AFTER = run(phase(times(1.1, THREE)), id="2")


def test_a_copy_is_no_second_batch() -> None:
    sides = (
        Side("a", (BEFORE, replace(BEFORE, id="3"))),
        Side("b", (AFTER, replace(AFTER, id="4"))),
    )
    comparison = compare_sides(sides)
    (metric,) = comparison.primary
    assert metric.repeats == (3, 3) and metric.runs == (1, 1)


def test_a_copy_on_the_other_side_is_told() -> None:
    comparison = compare_sides((Side("a", (BEFORE,)), Side("b", (replace(BEFORE, id="3"),))))
    assert Caution.SAME_MEASUREMENT in {one.code for one in comparison.cautions}


def test_what_is_no_copy() -> None:
    later = replace(BEFORE, id="3", started=BEFORE.started + timedelta(seconds=2))
    other = replace(BEFORE, id="4", phases=(phase((100.0, 101.0, 99.5)),))
    nothing = [replace(BEFORE, id=name, phases=()) for name in "56"]
    runs = (BEFORE, later, other, *nothing)
    assert (distinct_measurements(runs), is_copy(runs)) == (runs, False)
    assert not is_copy((BEFORE, BEFORE))  # the same id is told elsewhere
    assert is_copy((BEFORE, replace(BEFORE, id="9", label="x", title="y")))
