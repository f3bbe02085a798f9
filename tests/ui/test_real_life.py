# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks in the window and in files: bars, divided into the drive's part and others."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.unit.domain.tasks_done import example_real_life

from driveproof.ui.charts.real_life_chart import RealLifeChart
from driveproof.ui.output.chart_export import render_run
from driveproof.ui.output.report_files import write_run
from driveproof.ui.output.run_charts import printed
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme
from driveproof.wording.units import NARROW

RUN = example_real_life(another=True)


def test_one_page_of_bars(qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = RunView(Theme(qapp, "dark"))
    qtbot.addWidget(view)
    view.resize(992, 680)
    view.show()
    view.show_run(RUN)
    qapp.processEvents()
    assert view.guided is not None
    chart = view.guided.view.chart
    assert isinstance(chart, RealLifeChart)
    rows = {row[0]: [cell.replace(NARROW, " ") for cell in row] for row in chart.table().rows}
    assert len(rows) == 15
    # Median, processor, the drive at most and its share; what the drive really moved.
    assert rows["Copy the tree, cold"][2::2] == ["7.4 s", "1.4 s", "77 %", "190 MB"]
    assert rows["Compile a project"][6] == "1 %"
    assert "Copy the tree, cold: 7.4 s, 77 %" in chart.describe()
    assert not view.bars.isVisible()


def test_files_have_the_chart_and_the_parts(tmp_path: Path, qapp: QGuiApplication) -> None:
    assert [len(each.charts) for each in printed(RUN)] == [1]
    render_run(RUN, tmp_path / "run.svg", "svg", binary=False, scale=1)
    assert "Unpack the archive" in (tmp_path / "run.svg").read_text("utf-8")
    write_run(RUN, tmp_path / "run.html", "html", (), binary=False, expected=())
    report = (tmp_path / "run.html").read_text("utf-8")
    assert "A drive twice as fast would save at most" in report
    assert "Drive at most" in report
    assert "systemd-analyze plot" in report
