# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks in the window and in files: bars, divided into the drive's part and others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from tests.builders.comparing import Open, texts
from tests.builders.made_runs import pair
from tests.builders.rig import Rig
from tests.builders.showing import setup_view, show_alone
from tests.builders.tasks_done import example_real_life, real_life_profile

from driveproof.domain.access import Direction
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.sample import Sample
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.charts.rows import BarRows
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.measure.setup import SetupView
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme
from driveproof.wording.phase import direction_title
from driveproof.wording.units import NARROW

RUN = example_real_life(another=True)


def test_one_page_of_bars(show: Callable[..., RunView]) -> None:
    view = show(RUN, "dark")
    assert view.guided is not None
    chart = view.guided.views[0].chart
    assert isinstance(chart, BarRows)
    rows = {row[0]: [cell.replace(NARROW, " ") for cell in row] for row in chart.table().rows}
    assert len(rows) == 15
    assert any({"7.4 s", "1.4 s", "77 %", "190 MB"} <= set(row) for row in rows.values())
    assert "7.4 s, 77 %" in chart.describe()
    assert not view.bars.isVisible()


def test_files_have_the_chart_and_the_parts(tmp_path: Path, qapp: QGuiApplication) -> None:
    assert [len(each.charts) for each in run_drawings(RUN)] == [1]
    render_run(RUN, tmp_path / "run.svg", "svg", binary=False, scale=1)
    write_run(RUN, tmp_path / "run.html", "html", (), binary=False, expected=())
    report = (tmp_path / "run.html").read_text("utf-8")
    assert "systemd-analyze plot" in report


def setup(qtbot: QtBot, context: PageContext) -> SetupView:
    return setup_view(qtbot, context, ("quick", "real-life"), "real-life")


def test_its_tasks_are_called_tasks_everywhere(
    compare: Open, qtbot: QtBot, context: PageContext
) -> None:
    view = setup(qtbot, context)
    captions = [label.text() for label in view.form.findChildren(QLabel)]
    view.profiles.choose("quick")
    assert captions != [label.text() for label in view.form.findChildren(QLabel)]
    made = compare(example_real_life(), replace(example_real_life(), id="0b"))
    assert made.compared is not None and made.rows.intervals is not None
    task = made.rows.intervals.table().columns[0]
    assert task != compare(*pair()).rows.intervals.table().columns[0]


def test_a_tree_from_another_drive_is_one_more_task(qtbot: QtBot, context: PageContext) -> None:
    view = setup(qtbot, context)
    assert view.source.isVisible()
    assert view.planned is not None
    assert (len(view.planned.profile.phases), view.planned.copy_from) == (14, "")
    view.source.choose("/media/old")
    assert (len(view.planned.profile.phases), view.planned.copy_from) == (15, "/media/old")
    view.source.choose(" ")
    view.source.box.setEditText("")
    assert view.profile is None
    # Two drives in turn have no third one, and no other profile copies.
    view.source.choose("/media/old")
    view.against.choose("/media/other")
    assert view.source.isHidden()
    view.against.tick.setChecked(False)
    view.profiles.choose("quick")
    assert view.source.isHidden()


def test_the_log_of_a_database_on_another_drive(qtbot: QtBot, context: PageContext) -> None:
    view = setup(qtbot, context)
    profiles = Profiles()
    some = ("quick", "workload-database", "real-life")
    view.set_profiles(tuple(map(profiles.find, some)), "workload-database")
    assert view.log.isVisible() and view.source.isHidden()
    assert view.profile is not None and view.profile.log_size == 0
    alone = view.button.text()
    view.log.choose("/media/log")
    assert view.profile is not None and view.profile.log_size == view.profile.size // 8
    assert view.planned is not None and view.planned.log_target == "/media/log"
    assert view.button.text() != alone  # it writes more
    # Only what has a folder is offered, and no device is taken.
    assert not any(
        view.log.box.itemText(row).startswith("/dev/") for row in range(view.log.box.count())
    )
    view.log.choose("/dev/sda")
    assert view.profile is None and "/dev/sda" in view.reason.text()
    view.log.choose(" ")
    view.log.box.setEditText("")
    assert view.profile is None
    # Two drives in turn have no third one, a device has no files, and no other profile has a log.
    view.log.choose("/media/log")
    view.against.choose("/media/other")
    assert view.log.isHidden()
    view.against.tick.setChecked(False)
    view.target.choose("/dev/nvme0n1")
    assert view.log.isHidden()
    view.target.choose("/home/me")
    view.profiles.choose("quick")
    assert view.log.isHidden()


def test_a_running_task_shows_what_the_drive_moves(qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = show_alone(qtbot, RunLiveView(Theme(qapp, "light")), 1000, 700)
    profile = real_life_profile()
    view.begin("A profile", "/home/maria", device=False)
    started = events.Started(profile, RUN.target, RUN.environment, 200.0, ())
    view.take([started])
    phase = profile.phases[1]
    view.take([events.RepeatStarted(1, phase, 1, 3, (), "task")])
    empty = Histogram.empty()
    for step in range(1, 9):
        samples = tuple(
            Sample(0.25 * step, 0.25, way, 100, 25 * 10**6, 400.0, rate, None, None, None, None,
                   None, empty)
            for way, rate in ((Direction.READ, 1e8), (Direction.WRITE, 1.2e8))
        )  # fmt: skip
        view.take([events.Measured(1, 1, samples, False, 0.1, 180.0)])
    qapp.processEvents()
    chart = view.line.chart
    assert chart is not None
    assert view.line.isVisible()
    assert not view.heat.isVisible()
    assert not view.numbers.p99.isVisible()
    assert "220 MB/s" in view.numbers.bandwidth.text()
    # A task has one time, whether it reads or writes most.
    heads = {label.text() for label in view.table.findChildren(QLabel)}
    assert not {direction_title(way) for way in (Direction.READ, Direction.WRITE)} & heads


def test_a_comparison_has_the_sum_of_all_tasks(rig: Rig, compare: Open) -> None:
    made = compare(
        example_real_life(repeats=8, run="a"),
        example_real_life(repeats=8, run="b", faster=2.0, days=1),
    )
    said = [text.replace(NARROW, " ") for text in texts(made)]
    assert {"46.3 s", "32.0 s", "−31 %"} <= set(said)
