# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sustained write and rounds in the window, in pictures and in reports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.unit.domain.long_runs import example_rounds, example_sustained

from driveproof.domain.run.run import Run
from driveproof.ui.charts.long_write import LongWrite
from driveproof.ui.charts.rounds import Rounds
from driveproof.ui.output.chart_export import render_run
from driveproof.ui.output.report_files import write_run
from driveproof.ui.output.run_charts import printed
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme


@pytest.fixture
def show(qtbot: QtBot, qapp: QGuiApplication) -> Callable[[Run], RunView]:
    def make(run: Run) -> RunView:
        view = RunView(Theme(qapp, "light"))
        qtbot.addWidget(view)
        view.resize(992, 680)
        view.show()
        view.show_run(run)
        qapp.processEvents()
        return view

    return make


def test_a_sustained_write_shows_its_cache(show: Callable[[Run], RunView]) -> None:
    view = show(example_sustained())
    assert view.long is not None and not view.bars.isVisible()
    chart = view.long.view.chart
    assert isinstance(chart, LongWrite) and len(chart.found.stretches) == 2
    assert "changes for good at" in view.long.view.accessibleDescription()
    assert "Write cache" in view.long.as_text()
    assert "write cache takes" in view.head.title.text()


def test_rounds_show_the_window_that_is_judged(show: Callable[[Run], RunView]) -> None:
    view = show(example_rounds())
    assert view.long is not None
    chart = view.long.view.chart
    assert isinstance(chart, Rounds) and chart.window is not None
    assert chart.window == chart.found.reached
    assert len(chart.table().rows) == len(chart.found.rounds)


@pytest.mark.parametrize("make", [example_sustained, example_rounds])
def test_files_have_the_chart(
    make: Callable[[], Run], qapp: QGuiApplication, tmp_path: Path
) -> None:
    run = make()
    (one,) = printed(run)
    assert isinstance(one.charts[0], LongWrite | Rounds)
    for name in ("svg", "pdf", "png"):
        render_run(run, tmp_path / f"run.{name}", name, binary=False, scale=1)
        assert (tmp_path / f"run.{name}").stat().st_size > 2000
    write_run(run, tmp_path / "run.html", "html", (), binary=False, expected=())
    report = (tmp_path / "run.html").read_text("utf-8")
    assert "<svg" in report and report.count("<table") >= 1
