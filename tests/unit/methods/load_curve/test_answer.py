# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A load curve: IOPS under a round latency, the knee, and what is marked in table and plot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import load_run

from driveproof.domain.quantity import Number, OneOf, Seconds, Share
from driveproof.domain.run.run import Limits
from driveproof.domain.say import Coded, Say
from driveproof.methods import answer_of
from driveproof.methods.load_curve.answer import answer


def codes(cells: tuple[object, ...]) -> list[set[str]]:
    return [
        {one.code for one in cell.names if isinstance(one, Coded)}
        if isinstance(cell, OneOf)
        else set()
        for cell in cells
    ]


def test_within_a_round_latency_and_beyond_the_knee() -> None:
    found = answer(load_run())
    assert found == answer_of(load_run())
    within, beyond = (said.values for said in found.sentences)
    assert within["latency"] == Seconds(1e-3, precise=True)
    assert beyond["depth"] == 16
    assert beyond["gain"] == Share(pytest.approx(0.41, abs=0.01))


def test_a_knee_with_the_most_iops_gains_nothing_by_more_depth() -> None:
    run = load_run()
    _within, beyond = answer(replace(run, phases=run.phases[:4])).sentences
    assert beyond.values == {"depth": 8}


def test_points_are_marked_by_codes() -> None:
    marked, points = answer(load_run()).tables
    titles = [cell.code for cell in marked.column("point") if isinstance(cell, Coded)]
    assert titles == ["knee", "within_latency", "one_request"]
    marks = codes(points.column("marks"))
    assert marks[4] == {"knee"}
    assert marks[-1] == {"most_iops", "cpu"}
    assert not any(marks[at] for at in (0, 1, 2, 3, 5, 6, 7))


def test_how_many_requests_saturate_the_drive() -> None:
    (fact,) = answer(load_run()).facts
    assert fact.value == Number(pytest.approx(16, rel=0.01))


def test_the_plot_begins_its_band_at_the_knee() -> None:
    (plot,) = answer(load_run()).plots
    assert [(one.key, len(one.points)) for one in plot.series] == [("p50", 9), ("p99", 9)]
    assert plot.series[0].labels[4] == 16
    (rule,), (band,) = plot.rules, plot.bands
    assert rule.at == band.begin == plot.series[0].points[4][0]
    assert band.end == max(x for x, _y in plot.series[0].points)
    assert plot.y.log and not plot.x.log


def test_many_points_at_the_limit_of_the_cpu_are_counted() -> None:
    run = load_run("load-matrix", repeats=1)
    busy = tuple(replace(phase, limits=Limits(cpu=0.95)) for phase in run.phases)
    notes = answer(replace(run, phases=busy)).notes
    depths = [one.values["depths"] for one in notes if "depths" in one.values]
    assert [one.values["count"] for one in depths if isinstance(one, Say)] == [len(busy) - 6]


def test_several_depths_with_several_jobs_are_a_matrix() -> None:
    run = load_run("load-matrix", repeats=1)
    (matrix,) = answer(run).grids
    assert matrix.across.values == (1, 2, 4, 8, 16, 32, 64, 128, 256)
    assert matrix.down.values == (1, 2, 4, 8, 16)
    measured = {(phase.queue_depth, phase.jobs) for phase in run.phases}
    for depth, jobs, cell, _rough in matrix.table.rows:
        assert (cell is not None) is ((depth, jobs) in measured)
    assert answer(load_run()).grids == ()


def test_too_few_tests_are_no_curve() -> None:
    run = load_run()
    assert not answer(replace(run, phases=run.phases[:3])).measured
