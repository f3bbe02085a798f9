# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check of capacity in the window: live, its result with map and list, and files of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot
from tests.builders.guided_runs import capacity_run, probe_run
from tests.builders.showing import show_alone

from driveproof.domain.figure import Positions
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.areas import AreaState, area
from driveproof.domain.run.run import Environment, Position, Target, TargetKind
from driveproof.domain.say import Say
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.charts.chart_style import for_screen
from driveproof.ui.charts.picture import image_of
from driveproof.ui.charts.positions import AreaChart
from driveproof.ui.measure.form import DetailsForm
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.measure.plan import customized
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

MIB = 2**20


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_fake_is_called_one(show: Callable[..., RunView], theme: str) -> None:
    view = show(capacity_run("fake"), theme)
    assert view.areas is not None
    assert not view.bars.isVisible()
    assert view.detail is not None
    assert len(charts(view)) == 2


def test_a_probe_says_what_it_is(show: Callable[..., RunView]) -> None:
    view = show(probe_run())
    assert view.detail is None  # single blocks make no curve of the speed
    show(probe_run(64 * 10**9))


def charts(view: RunView) -> list[object]:
    assert view.detail is not None
    return [one.chart for one in view.detail.views]  # type: ignore[union-attr]


def test_bad_places_are_listed(show: Callable[..., RunView]) -> None:
    view = show(capacity_run("bad"))
    assert view.areas is not None
    text = view.areas.as_text()
    assert "1.4" in text and text.count("\n") >= 3


def test_every_state_is_seen_in_both_themes() -> None:
    """No two states look alike, by more than their colour."""
    for dark in (False, True):
        seen = set()
        for state in AreaState:
            chart = AreaChart(Positions("", Say("Test"), MIB, areas=(area(0, MIB, state),)))
            image = image_of(chart, QSize(400, 200), for_screen(dark=dark))
            inside = image.copy(80, 40, 200, 120).convertToFormat(image.Format.Format_Grayscale8)
            seen.add(bytes(inside.constBits()))
        assert len(seen) == len(AreaState)


def test_the_pointer_reads_a_cell(show: Callable[..., RunView]) -> None:
    view = show(capacity_run("fake"))
    assert view.areas is not None
    plot = view.areas.view.plot
    lines = int(plot.box.viewRange()[1][1])
    reading = view.areas.chart.reading(plot, 0.5, lines - 0.5)
    assert reading is not None


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_pictures(kind: str, tmp_path: Path, qapp: QGuiApplication) -> None:
    path = tmp_path / f"check.{kind}"
    render_run(capacity_run("bad"), path, kind)
    assert path.stat().st_size > 2000


def test_a_report_has_the_map_and_the_list(tmp_path: Path, qapp: QGuiApplication) -> None:
    path = tmp_path / "check.html"
    write_run(capacity_run("bad"), path, "html")
    text = path.read_text("utf-8")
    assert "Unreadable" in text and "<svg" in text


def test_live(qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = show_alone(qtbot, RunLiveView(Theme(qapp, "light")), 1000, 700)
    profile = Profiles().find("capacity").customized(size=64 * MIB)
    view.begin("A profile", "/media/me/STICK")
    places = (Position(0, 16 * MIB, 0.5), Position(16 * MIB, 16 * MIB, 0.25))

    def checked(index: int, *areas: object) -> events.Checked:
        return events.Checked(index, 1, 32 * MIB, 64 * MIB, places, areas, 0.25, 90.0)  # type: ignore[arg-type]

    def begun(index: int) -> events.RepeatStarted:
        return events.RepeatStarted(index, profile.phases[index], 1, 1, (), "driveproof")

    target = Target(path="/media/me/STICK", kind=TargetKind.FILE)
    view.take([events.Started(profile, target, Environment(), 120.0, ()), begun(0), checked(0)])
    chart = view.heat.chart
    assert isinstance(chart, AreaChart)
    assert (chart.written, chart.areas) == (32 * MIB, ())
    assert target.path in view.head.where.text()
    bad = area(16 * MIB, 4096, AreaState.UNREADABLE)
    view.take([begun(1), checked(1, area(0, 16 * MIB, AreaState.RIGHT), bad)])
    assert chart is view.heat.chart
    assert chart.areas[-1] == bad
    assert view.numbers.bad.isVisible() and not view.numbers.iops.isVisible()
    assert view.head.progress.value() == 250


def test_how_much_is_filled_can_be_chosen(qtbot: QtBot, qapp: QGuiApplication) -> None:
    form = DetailsForm(Theme(qapp, "light"))
    qtbot.addWidget(form)
    capacity, quick = Profiles().find("capacity"), Profiles().find("quick")
    form.fill(capacity)
    form.show_folder()
    assert customized(capacity, form.entered, sized=True).size == 0
    form.control("size").setEditText("8 GiB")
    assert customized(capacity, form.entered, sized=True).size == 8 * 2**30
    assert form.more.isHidden()
    form.fill(quick)
    assert form.control("size").currentText() == "1 GiB"
    assert not form.more.isHidden()


_MARGIN = 2
"""Pixels of a line edit beside its text (QLineEditPrivate::horizontalMargin)."""


def test_a_file_without_a_size_of_its_own_has_words(qtbot: QtBot, qapp: QGuiApplication) -> None:
    form = DetailsForm(Theme(qapp, "light"))
    qtbot.addWidget(form)
    sustained = Profiles().find("sustained")
    form.fill(sustained)
    form.show_folder()
    form.show()
    field = form.control("size").lineEdit()
    assert field is not None
    needed = field.fontMetrics().horizontalAdvance(field.text()) + 2 * _MARGIN
    qtbot.waitUntil(lambda: field.width() >= needed)  # no letter of it is cut
    assert customized(sustained, form.entered, sized=True).size == sustained.size == 0
    form.control("size").setEditText("8 GiB")
    assert customized(sustained, form.entered, sized=True).size == 8 * 2**30


def test_a_probe_is_offered_where_a_device_is_overwritten(
    qtbot: QtBot, qapp: QGuiApplication
) -> None:
    form = DetailsForm(Theme(qapp, "light"))
    qtbot.addWidget(form)
    capacity = Profiles().find("capacity")
    form.show()
    form.fill(capacity)
    form.show_folder()
    form.control("overwrite").setChecked(True)
    probe = form.chosen["probe"].widget
    assert isinstance(probe, QCheckBox) and not probe.isVisible()
    form.show_device("")
    assert probe.isVisible()
    assert customized(capacity, form.entered, sized=False) == capacity
    probe.setChecked(True)
    assert [phase.name for phase in customized(capacity, form.entered, sized=False).phases] == [
        "probe write"
    ]
    form.control("overwrite").setChecked(False)
    assert not probe.isVisible()
    assert customized(capacity, form.entered, sized=False) == capacity
    form.control("overwrite").setChecked(True)
    form.fill(Profiles().find("quick"))
    assert not form.chosen


def test_what_the_example_proves() -> None:
    found = map_of(capacity_run("fake"))
    assert found is not None
    assert found.capacity.true == 8 * 2**30
