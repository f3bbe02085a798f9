# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday writes in the window: both ways as bars, their courses, live and in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot
from tests.builders.guided_runs import everyday_run
from tests.builders.showing import show_alone

from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Environment, Target, WriteBack
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles
from driveproof.methods.everyday.answer import speeds_plot
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.picture import image_of
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.rows import BarRows
from driveproof.ui.measure.form import DetailsForm
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.measure.plan import customized
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import course_charts, run_drawings
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

RUN = everyday_run(3)


def back() -> WriteBack:
    """The course of the first test."""
    found = RUN.phases[0].repeats[0].write_back
    assert found is not None
    return found


@pytest.fixture
def view(show: Callable[..., RunView]) -> RunView:
    return show(RUN)


def test_both_ways_stand_above_the_courses(view: RunView) -> None:
    assert view.guided is not None and isinstance(view.guided.views[0].chart, BarRows)
    assert not view.bars.isVisible()
    courses = view.everyday
    assert courses is not None
    kinds = [type(each.chart) for each in courses.views]
    assert kinds == [PlotChart, PlotChart] * 3
    # Both charts of a test have the same seconds below each other.
    spans = [each.plot.full for each in courses.views[:2]]
    assert spans[0] == spans[1]
    view.copy.text_to_copy.splitlines()


def test_the_unit_of_the_page_is_that_of_the_charts(view: RunView) -> None:
    view.set_binary(True)
    courses = view.everyday
    assert courses is not None
    assert courses.views[0].chart is not None
    assert courses.views[0].chart.title.endswith("MiB/s")


def test_the_pointer_reads_program_and_drive(view: RunView) -> None:
    courses = view.everyday
    assert courses is not None
    speeds, waiting = courses.views[:2]
    assert speeds.chart is not None and waiting.chart is not None
    read = speeds.chart.reading(speeds.plot, 1.1, None)
    assert read is not None and read.words
    assert speeds.chart.reading(speeds.plot, 99.0, None) is None
    held = waiting.chart.reading(waiting.plot, 1.1, None)
    assert held is not None and "MiB" in held.words
    assert speeds.chart.describe()


def test_a_burst_of_milliseconds_does_not_hide_the_drive() -> None:
    _program, drive = speeds_plot(back()).series
    begins, speeds = np.array(drive.points).T
    assert np.diff(begins).min() >= 0.24
    assert np.nanmedian(speeds) > 0


def test_a_course_without_counters_shows_the_program_alone(qapp: QGuiApplication) -> None:
    blind = WriteBack(
        tuple(point._replace(stored=None, waiting=None) for point in back().points), 2.0, 4.0
    )
    for chart in (*course_charts(blind, "x"), *course_charts(WriteBack(), "x")):
        assert not image_of(chart, QSize(400, 160), for_paper(), 1).isNull()
        assert chart.describe() and chart.table().columns


def test_files_have_every_chart(tmp_path: Path, qapp: QGuiApplication) -> None:
    assert [len(each.charts) for each in run_drawings(RUN)] == [1, 2, 2, 2]
    render_run(RUN, tmp_path / "run.svg", "svg", binary=False, scale=1)
    drawn = (tmp_path / "run.svg").read_text("utf-8")
    assert drawn.count(">fsync<") == 3
    write_run(RUN, tmp_path / "run.html", "html", (), binary=False, expected=())
    (tmp_path / "run.html").read_text("utf-8")
    write_run(RUN, tmp_path / "run.pdf", "pdf", (), binary=False, expected=())
    assert (tmp_path / "run.pdf").read_bytes()[:4] == b"%PDF"


@pytest.fixture
def live(qtbot: QtBot, qapp: QGuiApplication) -> Callable[[Profile], RunLiveView]:
    def make(profile: Profile) -> RunLiveView:
        view = show_alone(qtbot, RunLiveView(Theme(qapp, "light")), 992, 680)
        view.begin(profile.title, "/home/files")
        target = Target("/home/files", "file")  # type: ignore[arg-type]
        view.take([events.Started(profile, target, Environment(), 60.0, ())])
        return view

    return make


def test_while_it_runs_program_and_drive_are_drawn(live: Callable[[Profile], RunLiveView]) -> None:
    profile = Profiles().find("everyday-writes")
    view = live(profile)
    phase = profile.phases[0]
    view.take([events.RepeatStarted(0, phase, 1, 1, ("fio",), "posixaio")])
    some = WriteBack(back().points[:6])
    view.take([events.WritingBack(0, 1, some, flushing=False)])
    first = view.line.chart
    assert isinstance(first, PlotChart) and isinstance(view.heat.chart, PlotChart)
    view.take([events.WritingBack(0, 1, back(), flushing=True)])
    assert view.line.chart is first  # the same chart goes on
    assert first.across == (0.0, back().points[-1].seconds)
    # Another test begins with charts of its own.
    view.take([events.RepeatStarted(1, profile.phases[1], 1, 1, ("fio",), "posixaio")])
    assert view.line.chart is not first


def test_the_articles_minute_is_a_box_in_the_options(qtbot: QtBot, qapp: QGuiApplication) -> None:
    form = DetailsForm(Theme(qapp, "light"))
    qtbot.addWidget(form)
    form.more.set_open(True)
    profile = Profiles().find("everyday-writes")
    form.fill(profile)
    article = form.chosen["as_in_the_article"].widget
    assert isinstance(article, QCheckBox) and not form.control("seconds").isHidden()
    assert customized(profile, form.entered, sized=True) == profile
    with qtbot.waitSignal(form.changed):
        article.setChecked(True)
    assert form.control("seconds").isHidden()  # the article says how many
    form.control("size").setEditText("1 GiB")
    custom = customized(profile, form.entered, sized=True)
    assert custom == with_choices(profile.customized(size=2**30), {"as_in_the_article": True})
    assert {phase.seconds for phase in custom.phases} == {60.0}
    assert custom.bytes_written is None
    form.fill(Profiles().find("quick"))
    assert not form.chosen and not form.control("seconds").isHidden()
    assert {
        p.seconds for p in customized(Profiles().find("quick"), form.entered, sized=True).phases
    } != {60.0}
    form.fill(profile)
    assert form.chosen["as_in_the_article"].value is False
