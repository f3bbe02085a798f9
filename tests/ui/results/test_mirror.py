# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror in the window and in files: bars, divided by who served the bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from tests.builders.guided_runs import mirror_run

from driveproof.ui.charts.rows import BarRows
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.results.run_view import RunView

RUN = mirror_run(3)


def test_one_page_of_bars(show: Callable[..., RunView]) -> None:
    view = show(RUN, "dark")
    assert view.guided is not None
    chart = view.guided.views[0].chart
    assert isinstance(chart, BarRows)
    assert len(chart.table().rows) == 4
    assert all(value in chart.describe() for value in ("405 MB/s", "sda1 51 %", "sdb1 49 %"))
    assert not view.bars.isVisible()
    assert "sdb1" in view.copy.text_to_copy
    view.set_binary(True)
    assert view.guided is not None
    assert "MiB/s" in (view.guided.views[0].chart or chart).describe()


def test_files_have_the_chart_and_the_devices(tmp_path: Path, qapp: QGuiApplication) -> None:
    assert [len(each.charts) for each in run_drawings(RUN)] == [1]
    render_run(RUN, tmp_path / "run.svg", "svg", binary=False, scale=1)
    assert "405" in (tmp_path / "run.svg").read_text("utf-8")
    write_run(RUN, tmp_path / "run.html", "html", (), binary=False, expected=())
    report = (tmp_path / "run.html").read_text("utf-8")
    assert "sdb1" in report
