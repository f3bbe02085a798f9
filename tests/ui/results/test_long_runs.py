# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sustained write and rounds in the window, in pictures and in reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.builders.long_events import told
from tests.builders.long_runs import (
    example_rounds,
    example_rounds_profile,
    example_sustained,
    example_sustained_profile,
)

from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Run
from driveproof.engine.run import events
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme


def test_a_sustained_write_shows_its_cache(show: Callable[[Run], RunView]) -> None:
    view = show(example_sustained())
    assert view.long is not None and not view.bars.isVisible()
    chart = view.long.views[0].chart
    assert isinstance(chart, PlotChart) and len(chart.shown.bands) == 2
    assert view.long.as_text()


def test_rounds_show_the_window_that_is_judged(show: Callable[[Run], RunView]) -> None:
    view = show(example_rounds())
    assert view.long is not None
    chart = view.long.views[0].chart
    assert isinstance(chart, PlotChart)
    assert [(band.begin, band.end) for band in chart.shown.bands] == [(5.5, 10.5)]
    assert len(chart.table().rows) == len(chart.shown.series[0].points) == 10


@pytest.mark.parametrize("make", [example_sustained, example_rounds])
def test_files_have_the_chart(
    make: Callable[[], Run], qapp: QGuiApplication, tmp_path: Path
) -> None:
    run = make()
    (one,) = run_drawings(run)
    assert isinstance(one.charts[0], PlotChart)
    for name in ("svg", "pdf", "png"):
        render_run(run, tmp_path / f"run.{name}", name, binary=False, scale=1)
        assert (tmp_path / f"run.{name}").stat().st_size > 2000
    write_run(run, tmp_path / "run.html", "html", (), binary=False, expected=())
    report = (tmp_path / "run.html").read_text("utf-8")
    assert "<svg" in report and report.count("<table") >= 1


@pytest.fixture
def live(qtbot: QtBot, qapp: QGuiApplication) -> RunLiveView:
    view = RunLiveView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.resize(992, 680)
    view.begin("A long one", "/srv")
    view.show()
    return view


def go_on(
    view: RunLiveView, run: Run, profile: Profile, until: type[events.Event], count: int
) -> None:
    """Show what a session tells until it has told so many events of a kind."""
    for event in told(run, profile):
        view.take([event])
        count -= isinstance(event, until)
        if not count:
            return


def test_a_change_of_speed_is_marked_while_the_write_goes_on(live: RunLiveView) -> None:
    run, profile = example_sustained(), example_sustained_profile()
    go_on(live, run, profile, events.SpeedChanged, 10)  # within the cache
    chart = live.line.chart
    assert isinstance(chart, LineChart) and chart.changes == () and live.found.isHidden()
    go_on(live, run, profile, events.RepeatEnded, 1)
    chart = live.line.chart
    assert isinstance(chart, LineChart)
    (change,) = chart.changes
    assert change.lasting and change.place == pytest.approx(20e9, rel=0.02)
    assert change.moment == pytest.approx(20, rel=0.05)
    assert live.found.isVisible()
    live.switch.group.button(1).setChecked(True)  # a new chart
    chart = live.line.chart
    assert isinstance(chart, LineChart) and chart.changes == (change,)
    assert "MiB/s" in live.found.text()
    live.begin("Another", "/srv")
    assert live.found.isHidden()


def test_rounds_are_drawn_as_they_end_with_both_numbers(live: RunLiveView) -> None:
    run, profile = example_rounds(), example_rounds_profile()
    go_on(live, run, profile, events.RepeatEnded, 1)  # filled
    assert live.line.isVisible() and not live.rounds.isVisible()
    go_on(live, run, profile, events.Measured, 2)
    chart = live.rounds.chart
    assert isinstance(chart, PlotChart) and live.rounds.isVisible() and not live.line.isVisible()
    *_rounds, current = chart.shown.series
    assert current.points == ((1.0, pytest.approx(96e3)),)
    go_on(live, run, profile, events.RepeatEnded, 7)  # the filling, and six rounds
    chart = live.rounds.chart
    assert isinstance(chart, PlotChart)
    assert [(one.key, len(one.points)) for one in chart.shown.series] == [("rounds", 6), ("fit", 2)]
    assert [(band.begin, band.end) for band in chart.shown.bands] == [(1.5, 6.5)]
    words = live.found.text().replace("\u202f", " ")
    assert "slope" in words
