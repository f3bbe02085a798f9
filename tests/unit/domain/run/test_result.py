# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a run: its figures, and the list of its charts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.builders.guided_runs import hdparm_run, load_run, scheduler_run

from driveproof.domain.run.columns import PositionColumns
from driveproof.domain.run.result import (
    ChartKind,
    answer_method,
    charts_of,
    figures_of,
    repeats_of,
    rows_of,
)
from driveproof.domain.run.run import Run

MakeRun = Callable[..., Run]


def scanned(run: Run) -> Run:
    """The same with places in the results of its first test."""
    first = run.phases[0]
    repeat = first.repeats[0]
    way, result = next(iter(repeat.directions.items()))
    places = PositionColumns.of([(0, 4096, 0.1)])
    repeat = replace(repeat, directions={way: replace(result, positions=places)})
    return replace(run, method="scan", phases=(replace(first, repeats=(repeat,)), *run.phases[1:]))


def test_whose_answer_a_run_has(make_run: MakeRun) -> None:
    """Rising depths are a load curve whoever measured them; without tests there is no answer."""
    assert answer_method(make_run()) == "fio"
    assert answer_method(scheduler_run()) == "schedulers"
    assert answer_method(replace(scheduler_run(), phases=())) == "fio"
    assert answer_method(replace(scheduler_run(), method="of a newer version")) == "fio"
    curve = load_run()
    assert answer_method(replace(curve, method="fio")) == "load-curve"
    assert answer_method(replace(curve, phases=curve.phases[:2])) == "fio"


def test_a_run_has_bars_and_the_curves_of_each_test(make_run: MakeRun) -> None:
    run = make_run()
    charts = charts_of(run)
    assert charts[0].kind is ChartKind.BARS and charts[0].phases == run.phases
    assert [each.kind for each in charts[1:]] == [ChartKind.CURVES] * len(rows_of(run.phases))
    measured = [phase for each in charts[1:] for phase in each.phases]
    assert {phase.title for phase in measured} == {phase.title for phase in run.phases}
    (only,) = charts_of(replace(run, phases=()))
    assert (only.kind, only.phases) == (ChartKind.BARS, ())


def test_a_scan_has_a_chart_for_each_test_with_places_and_no_other(make_run: MakeRun) -> None:
    run = scanned(make_run())
    (only,) = charts_of(run)
    assert (only.kind, only.phases) == (ChartKind.POSITIONS, run.phases[:1])


def test_a_guided_run_begins_with_its_answer() -> None:
    for run, kind in ((scheduler_run(), ChartKind.ROWS), (hdparm_run(), ChartKind.ROWS)):
        first, bars, *curves = charts_of(run)
        assert (first.kind, first.phases) == (kind, run.phases)
        assert bars.kind is ChartKind.BARS and curves
        assert "hdparm -T" not in {phase.name for phase in bars.phases}
    assert "hdparm -T" in {phase.name for phase in hdparm_run().phases}


def test_a_mixed_test_has_figures_in_both_directions_and_one_phase(make_run: MakeRun) -> None:
    run = make_run()
    phase = run.phases[0]
    (way,) = phase.directions
    both = replace(
        phase,
        direction="mixed",
        repeats=tuple(
            replace(one, directions=dict.fromkeys(("read", "write"), one.directions[way]))
            for one in phase.repeats
        ),
    )
    run = replace(run, phases=(both,))
    read, write = figures_of(run)
    assert (read.direction, write.direction) == ("read", "write")
    assert read.mixed and read.title == write.title
    assert str(read.title) == f"{phase.title} (mixed)"
    assert read.primary == read.of(phase.primary) is not None
    (row,) = rows_of(run.phases)
    assert row.measured == (both,)


def test_a_row_has_the_title_of_every_test_in_it(make_run: MakeRun) -> None:
    run = make_run()
    (read, write), *_ = (row.measured for row in rows_of(run.phases) if len(row.phases) == 2)
    assert [row.title for row in rows_of((read, write))] == [read.title]
    named = (replace(read, title="a_read"), replace(write, title="a_write"))
    assert [(row.title, row.measured) for row in rows_of(named)] == [
        ("a_read", named[:1]),
        ("a_write", named[1:]),
    ]


def test_tests_of_one_title_are_all_shown(make_run: MakeRun) -> None:
    run = make_run()
    (read, write), *_ = (row.measured for row in rows_of(run.phases) if len(row.phases) == 2)
    deeper = replace(read, name="deeper", queue_depth=read.queue_depth + 1)
    again = replace(write, name="again")
    rows = rows_of((read, write, deeper, again))
    assert [row.measured for row in rows] == [(read, write), (deeper,), (again,)]


def test_what_was_not_measured_is_none(make_run: MakeRun) -> None:
    run = make_run()
    bare = replace(run, phases=tuple(replace(phase, repeats=()) for phase in run.phases))
    assert repeats_of(bare) is repeats_of(replace(run, phases=())) is None
    for figures in figures_of(bare):
        assert figures.speeds is figures.primary is None
        assert figures.medians(("p50", "max")) == [None, None]
