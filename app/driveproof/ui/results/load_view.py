# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a load curve: its marked points, the curve with its knee, surfaces to turn."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Cell, Measure
from driveproof.domain.run.cap import capacities_of
from driveproof.domain.run.load_curve import load_of
from driveproof.domain.run.run import Run
from driveproof.ui.charts.grids import grid_map
from driveproof.ui.charts.load_chart import LoadChart, cap_chart
from driveproof.ui.charts.load_maps import turnables
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.charts.view import ChartView
from driveproof.ui.results.special import answer_table
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.choice_box import ChoiceBox
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.side_by_side import SideBySide
from driveproof.wording.catalogue import _
from driveproof.wording.figures import spread_text
from driveproof.wording.run import explanations
from driveproof.wording.table import cell_text, fact_texts
from driveproof.wording.units import format_iops

CURVE, SURFACE = 300, 280


class LoadView(QWidget):
    """Created anew for each run."""

    def __init__(self, theme: Theme, run: Run, answer: Answer) -> None:
        super().__init__()
        self._theme = theme
        curve = load_of(run.phases)
        assert curve is not None
        self.curve = curve
        page = vertical(self, spacing=2 * GRID)
        page.addLayout(self._figures(answer))
        self.log = QCheckBox(_("&Logarithmic IOPS"))
        self.view = ChartView(theme, CURVE)
        self.view.setFixedHeight(CURVE)
        page.addWidget(self.view)
        self.pictures = ChoiceBox()
        self.surfaces = turnables(self.curve)
        for surface in self.surfaces:
            self.pictures.addItem(surface.title)
        self.name = Label(theme, _("&Surface"), color="muted")
        self.name.setBuddy(self.pictures)
        tools = horizontal(spacing=GRID)
        tools.addWidget(self.log)
        tools.addStretch(1)
        tools.addWidget(self.name)
        tools.addWidget(self.pictures)
        for widget in (self.name, self.pictures):
            widget.setVisible(len(self.surfaces) > 1)
        page.addLayout(tools)
        page.addWidget(self._below(answer, explanations(run, answer)))
        self.log.toggled.connect(self._show_curve)
        self.pictures.currentIndexChanged.connect(self._show_surface)
        self._show_curve()
        self._show_surface(0)

    def _figures(self, answer: Answer) -> QHBoxLayout:
        row = horizontal(spacing=MARGIN)
        marked = answer.tables[0]
        for title, iops, depth, mean, p99 in marked.rows:
            assert isinstance(iops, Measure)
            detail = _("depth {depth}, mean {mean}, p99 {p99}, {spread}").format(
                depth=cell_text(depth),
                mean=cell_text(mean),
                p99=cell_text(p99),
                spread=spread_text(iops.summary),
            )
            row.addLayout(self._figure(title, iops, detail), 1)
        return row

    def _figure(self, title: Cell, iops: Measure, detail: str) -> QVBoxLayout:
        column = vertical(spacing=0)
        column.addWidget(Label(self._theme, cell_text(title), size="small", color="muted"))
        text = format_iops(iops.summary.median)
        column.addWidget(Label(self._theme, text, size="heading", selectable=True))
        column.addWidget(small_print(self._theme, detail))
        column.addStretch(1)
        return column

    def _below(self, answer: Answer, notes_of_run: Iterable[str]) -> QWidget:
        beside = SideBySide()
        self.surface = SurfaceView(self._theme, SURFACE)
        self.surface.setFixedHeight(SURFACE)
        self.surface.setVisible(bool(self.surfaces))
        beside.row.addWidget(self.surface, 3)
        notes = QWidget()
        column = vertical(notes, spacing=GRID)
        column.addWidget(Label(self._theme, _("How to read this"), strong=True))
        facts = (_("{name}: {text}").format(name=n, text=t) for n, t in fact_texts(answer.facts))
        for text in (*facts, *notes_of_run):
            column.addWidget(small_print(self._theme, text))
        self.grid: ChartView | None = None
        if answer.grids:
            self.grid = ChartView(self._theme, SURFACE)
            self.grid.setFixedHeight(SURFACE)
            self.grid.set_chart(grid_map(answer.grids[0]))
            beside.row.addWidget(self.grid, 3)
            wide = QWidget()
            both = vertical(wide)
            both.addWidget(beside)
            both.addWidget(notes)
            return wide
        column.addStretch(1)
        beside.row.addWidget(notes, 2)
        return beside

    @Slot()
    def _show_curve(self) -> None:
        self.view.set_chart(LoadChart([self.curve], log=self.log.isChecked()))

    @Slot(int)
    def _show_surface(self, number: int) -> None:
        if 0 <= number < len(self.surfaces):
            self.surface.set_chart(self.surfaces[number])

    def as_text(self) -> str:
        """Every point as a table, columns parted by tabs."""
        chart = self.view.chart
        return "" if chart is None else chart.table().as_text()


class IopsAtLatencyView(QWidget):
    """The result of a search under a latency cap; created anew for each run."""

    def __init__(self, theme: Theme, run: Run, answer: Answer) -> None:
        super().__init__()
        self.found = capacities_of(run)
        page = vertical(self, spacing=2 * GRID)
        self.view = ChartView(theme, CURVE)
        self.view.setFixedHeight(CURVE + 40)
        page.addWidget(self.view)
        self.log = QCheckBox(_("&Logarithmic IOPS"))
        page.addWidget(self.log)
        for text in explanations(run, answer):
            page.addWidget(small_print(theme, text))
        for table in answer.tables:
            page.addWidget(answer_table(theme, table, binary=False))
        self.log.toggled.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        if self.found:
            self.view.set_chart(cap_chart(self.found, log=self.log.isChecked()))

    def as_text(self) -> str:
        """Every point as a table, columns parted by tabs."""
        chart = self.view.chart
        return "" if chart is None else chart.table().as_text()
