# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imported runs in the window: the source is named, and missing data are shown as missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from tests.builders.imports import DATA, NAMES, read
from tests.builders.pages.words import page_text
from tests.builders.rig import Rig

from driveproof.domain.run.run import Run
from driveproof.engine.run.importing import import_files
from driveproof.ui.charts.positions import AccessTimesChart, ThroughputChart
from driveproof.ui.output.files import render_run
from driveproof.ui.results.detail import RunDetail
from driveproof.ui.results.method_views import ScanDetail
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme


@pytest.fixture
def show(qtbot: QtBot, theme: Theme) -> Callable[[Run], RunView]:
    def do(run: Run) -> RunView:
        view = RunView(theme)
        qtbot.addWidget(view)
        view.resize(1000, 800)
        view.show_run(run)
        with qtbot.waitExposed(view):
            view.show()
        return view

    return do


def buttons(view: RunView) -> set[str]:
    return {button.text() for button in view.findChildren(QPushButton) if button.isVisible()}


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_is_shown_with_its_source(name: str, show: Callable[[Run], RunView]) -> None:
    for run in read(name):
        view = show(run)
        said = page_text(view)
        assert run.source in said
        for word in ("None", "nan", "inf ", " in ·", " on ·", " of ·"):
            assert word not in said, said
        if view.bars.isVisible():
            for row in range(len(view.tests)):
                view.bars.choose(row)  # each test's details, with and without curves
                assert "nan" not in page_text(view)


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_is_drawn(name: str, tmp_path: Path, qapp: object) -> None:
    run = replace(read(name)[0], id="one")
    render_run(run, tmp_path / "out", "svg")
    assert (tmp_path / "out").stat().st_size > 2000


def test_a_benchmark_of_gnome_disks_is_a_scan(show: Callable[[Run], RunView]) -> None:
    view = show(read("gnome-disks-read.gnome-disks-benchmark")[0])
    assert isinstance(view.detail, ScanDetail)
    assert [type(one.chart) for one in view.detail.views] == [ThroughputChart, AccessTimesChart]


def test_its_write_pass_has_figures_too(show: Callable[[Run], RunView]) -> None:
    view = show(read("gnome-disks-write.gnome-disks-benchmark")[0])
    assert [type(one.chart) for one in view.detail.views].count(ThroughputChart) == 2


def test_a_distribution_without_curves_is_drawn(show: Callable[[Run], RunView]) -> None:
    view = show(read("fio-plus.json")[0])
    assert isinstance(view.detail, RunDetail)
    assert len(view.detail.views) == 2  # reads and writes, each with its bins
    without = show(read("fio-normal.json")[0])
    assert isinstance(without.detail, RunDetail)
    assert without.detail.views == []


def test_a_command_is_offered_where_there_is_one(show: Callable[[Run], RunView]) -> None:
    for name, offers in (("fio-plus.json", True), ("crystaldiskmark-8.txt", False),
                         ("gnome-disks-read.gnome-disks-benchmark", False)):  # fmt: skip
        copies = show(read(name)[0]).detail.copies
        assert any(copy.isVisible() and copy.text_to_copy for copy in copies) is offers


def test_missing_latencies_are_not_zero(show: Callable[[Run], RunView]) -> None:
    view = show(read("crystaldiskmark-6.txt")[0])
    said = page_text(view)
    assert "0 µs" not in said
    assert "0 ns" not in said


def test_the_list_opens_what_was_imported(rig: Rig, qtbot: QtBot) -> None:
    runs = import_files(rig.services.history, [str(DATA / name) for name in NAMES]).new
    page = rig.open_history()
    page.refresh()
    assert page.list.model.rowCount() == len(runs)
    for run in (runs[0], runs[-1]):
        page.open(run.id)
        assert page.stack.currentWidget() is not page.list
        page.show_runs_list()
