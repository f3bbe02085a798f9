# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File sizes in the window: a map and a surface for each file operation, and files of both."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from tests.builders.guided_runs import file_sizes_run

from driveproof.domain.run.run import Run
from driveproof.methods.file_sizes.answer import answer
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.grid import GridMap
from driveproof.ui.charts.picture import image_of
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.results.run_view import RunView

RUN = file_sizes_run()
GRIDS = answer(RUN).grids


def test_the_keyboard_chooses_an_operation(show: Callable[[Run], RunView]) -> None:
    view = show(RUN)
    assert view.maps is not None
    assert not view.bars.isVisible()
    for number in range(1, len(GRIDS)):
        QTest.keyClick(view.maps.operations, Qt.Key.Key_Down)
        grid, surface = view.maps.grid.chart, view.maps.surface.surface
        assert isinstance(grid, GridMap) and surface is not None
        assert grid.table() == GridMap(GRIDS[number]).table() == surface.table()
        assert view.maps.grid.accessibleDescription() == grid.describe() != ""


def test_the_unit_of_the_page_is_that_of_the_maps(show: Callable[[Run], RunView]) -> None:
    view = show(RUN)
    assert view.maps is not None and view.maps.grid.chart is not None
    assert view.maps.grid.chart.title.endswith("MB/s")
    view.set_binary(True)
    assert view.maps is not None and view.maps.grid.chart is not None
    assert view.maps.grid.chart.title.endswith("MiB/s")


def test_every_figure_can_be_copied(show: Callable[[Run], RunView]) -> None:
    lines = show(RUN).copy.text_to_copy.splitlines()
    cells = sum(len(found.table.rows) for found in GRIDS)
    assert len([line for line in lines if line.count("\t") == 2]) == cells + len(GRIDS)


def test_the_pointer_reads_a_cell(show: Callable[[Run], RunView], qapp: QGuiApplication) -> None:
    view = show(RUN)
    assert view.maps is not None
    plot, chart = view.maps.grid.plot, view.maps.grid.chart
    assert chart is not None
    middle = QPointF(plot.x_of(0.5), plot.y_of(0.5))
    found = chart.reading(plot, *(plot.data_at(middle) or (0.0, None)))
    assert found is not None
    assert "Record size 16 KiB, File size 4 MiB" in found.words.replace("\u202f", " ")
    unmeasured = len(GRIDS[0].across.values) - 0.5
    assert chart.reading(plot, unmeasured, 0.5) is None


def test_shades_rise_with_the_figures() -> None:
    chart = GridMap(GRIDS[0])
    shares, grid = chart.shares(), chart.sides[0]
    flat = sorted((g, s) for g, s in zip(grid.flat, shares.flat, strict=True) if g == g)
    assert flat[0][1] == 0.0 and flat[-1][1] == 1.0
    assert [share for _figure, share in flat] == sorted(share for _figure, share in flat)


def test_a_picture_shows_the_figures_in_the_cells(qapp: QGuiApplication) -> None:
    image = image_of(GridMap(GRIDS[0]), QSize(480, 300), for_paper(), 1)
    grounds = {image.pixelColor(x, y).rgb() for x in range(80, 470, 5) for y in range(40, 260, 5)}
    assert len(grounds) > len(GRIDS[0].across.values)


def test_files_have_every_map(tmp_path: Path, qapp: QGuiApplication) -> None:
    assert [len(each.charts) for each in run_drawings(RUN)] == [2] * len(GRIDS)
    render_run(RUN, tmp_path / "run.svg", "svg", binary=False, scale=1)
    drawn = re.sub(r"\s+", " ", (tmp_path / "run.svg").read_text("utf-8"))
    assert drawn.count(">Record size<") == drawn.count(">File size<") == len(GRIDS)
    write_run(RUN, tmp_path / "run.html", "html", (), binary=False, expected=())
    report = (tmp_path / "run.html").read_text("utf-8")
    assert report.count("<table") >= len(GRIDS)
