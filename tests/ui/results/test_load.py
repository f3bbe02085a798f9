# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A load curve in the window: its marked points, the curve, surfaces, comparison and files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.builders.comparing import Open
from tests.builders.fitting import misfits
from tests.builders.guided_runs import load_run
from tests.builders.made_runs import pair

from driveproof.domain.run.run import Run
from driveproof.ui.charts.points import PointsChart
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.compare.files import write_comparison
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.results.run_view import RunView

CURVE, GRID = load_run(), load_run("load-matrix", repeats=1)


def test_the_curve_stands_above_the_tests(qtbot: QtBot, show: Callable[[Run], RunView]) -> None:
    view = show(CURVE)
    assert view.load is not None and isinstance(view.load.view.chart, PointsChart)
    assert view.bars.isVisible() and view.detail is not None
    assert view.load.view.accessibleDescription()
    assert view.load.grid is None and len(view.load.surfaces) == 1
    qtbot.waitUntil(lambda: not misfits(view))  # the layout has settled


def test_a_grid_has_its_map_and_two_surfaces(qtbot: QtBot, show: Callable[[Run], RunView]) -> None:
    view = show(GRID)
    assert view.load is not None and view.load.grid is not None
    assert not view.bars.isVisible()
    assert view.load.pictures.isVisible() and view.load.pictures.count() == 2
    view.load.pictures.setCurrentIndex(1)
    chart = view.load.surface.chart
    assert isinstance(chart, SurfaceChart)
    assert len(chart.axes[0].values) == 9 and len(chart.axes[1].values) == 5
    qtbot.waitUntil(lambda: not misfits(view))  # the layout has settled


def test_what_is_copied_has_every_point(show: Callable[[Run], RunView]) -> None:
    view = show(CURVE)
    assert view.load is not None and view.load.view.chart is not None
    table = view.load.view.chart.table()
    assert len(table.rows) == 9
    assert table.as_text() in view.copy.text_to_copy


def test_the_pointer_reads_the_closest_point(show: Callable[[Run], RunView]) -> None:
    view = show(CURVE)
    assert view.load is not None
    plot, chart = view.load.view.plot, view.load.view.chart
    assert isinstance(chart, PointsChart)
    (knee,) = chart.shown.rules
    at = QPointF(plot.x_of(knee.at) + 3, plot.area.bottom() - 40)
    found = chart.reading(plot, *(plot.data_at(at) or (0.0, None)))
    assert found is not None and found.dots[0][0] == knee.at


def test_the_axis_of_iops_can_be_logarithmic(show: Callable[[Run], RunView]) -> None:
    view = show(CURVE)
    assert view.load is not None
    plot, linear = view.load.view.plot, view.load.view.chart
    assert isinstance(linear, PointsChart)
    ends = np.array([linear.shown.series[0].points[place][0] for place in (0, -1)])
    before = plot.x_of(linear.across(ends))
    view.load.log.setChecked(True)
    chart = view.load.view.chart
    assert isinstance(chart, PointsChart) and chart.shown.x.log
    after = plot.x_of(chart.across(ends))
    assert after[0] / after[1] != pytest.approx(before[0] / before[1], abs=0.02)


def test_several_runs_lie_over_each_other(compare: Open, tmp_path: Path) -> None:
    one = replace(GRID, id="r1aa", label="before")
    other = replace(load_run("load-matrix", repeats=1, faster=1.5), id="r2bb", label="after")
    made = compare(one, other)
    assert made.load is not None
    chart = made.load.view.chart
    assert isinstance(chart, PointsChart) and len(chart.groups) == 2
    assert len(made.load.findChildren(type(made.load.view))) == 2  # the surface of both below it
    rows = chart.table().rows
    assert {row[0] for row in rows} == {"before", "after"}
    assert made.compared is not None
    for kind, name in (("svg", "c.svg"), ("html", "c.html")):
        write_comparison(made.compared, tmp_path / name, kind)
        assert (tmp_path / name).read_text("utf-8").count("<svg")


def test_other_runs_have_none(compare: Open) -> None:
    assert compare(*pair()).load is None


@pytest.mark.parametrize(("run", "charts"), [(CURVE, [1, 1, 1]), (GRID, [1, 2])])
def test_files_have_the_pictures(
    run: Run, charts: list[int], tmp_path: Path, qapp: QGuiApplication
) -> None:
    assert [len(each.charts) for each in run_drawings(run)] == charts
    render_run(run, tmp_path / "run.svg", "svg", binary=False, scale=1)
    write_run(run, tmp_path / "run.html", "html", (), binary=False, expected=())
    report = (tmp_path / "run.html").read_text("utf-8")
    assert report.count("<svg") >= sum(charts)
