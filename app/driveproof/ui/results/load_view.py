# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a load curve: its marked points, the curve with its knee, surfaces to turn."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from driveproof.domain.run.run import Run
from driveproof.ui.charts.load_chart import LoadChart
from driveproof.ui.charts.load_maps import grid_of, turnables
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.side_by_side import SideBySide
from driveproof.wording.catalogue import _
from driveproof.wording.load import LoadFigure, curve_of, load_figures, load_notes

CURVE, SURFACE = 300, 280


class LoadView(QWidget):
    """Created anew for each run."""

    def __init__(self, theme: Theme, run: Run) -> None:
        super().__init__()
        self._theme = theme
        self.curve = curve_of(run)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(2 * GRID)
        page.addLayout(self._figures())
        self.log = QCheckBox(_("&Logarithmic IOPS"))
        self.log.setToolTip(_("Equal distances are equal factors; latencies always are"))
        self.view = ChartView(theme, CURVE)
        self.view.setFixedHeight(CURVE)
        page.addWidget(self.view)
        self.pictures = QComboBox()
        self.surfaces = turnables(self.curve)
        for surface in self.surfaces:
            self.pictures.addItem(surface.title)
        self.name = Label(theme, _("&Surface"), color="muted")
        self.name.setBuddy(self.pictures)
        tools = QHBoxLayout()
        tools.setSpacing(GRID)
        tools.addWidget(self.log)
        tools.addStretch(1)
        tools.addWidget(self.name)
        tools.addWidget(self.pictures)
        for widget in (self.name, self.pictures):
            widget.setVisible(len(self.surfaces) > 1)
        page.addLayout(tools)
        page.addWidget(self._below(run))
        self.log.toggled.connect(self._show_curve)
        self.pictures.currentIndexChanged.connect(self._show_surface)
        self._show_curve()
        self._show_surface(0)

    def _figures(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * MARGIN)
        for figure in load_figures(self.curve):
            row.addLayout(self._figure(figure), 1)
        return row

    def _figure(self, figure: LoadFigure) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(Label(self._theme, figure.title, size="small", color="muted"))
        column.addWidget(Label(self._theme, figure.iops, size="heading", selectable=True))
        column.addWidget(
            Label(
                self._theme, figure.detail, size="small", color="muted", wrap=True, selectable=True
            )
        )
        column.addStretch(1)
        return column

    def _below(self, run: Run) -> QWidget:
        beside = SideBySide()
        self.surface = SurfaceView(self._theme, SURFACE)
        self.surface.setFixedHeight(SURFACE)
        self.surface.setVisible(bool(self.surfaces))
        beside.row.addWidget(self.surface, 3)
        notes = QWidget()
        column = QVBoxLayout(notes)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(Label(self._theme, _("How to read this"), strong=True))
        for text in load_notes(run):
            column.addWidget(
                Label(self._theme, text, size="small", color="muted", wrap=True, selectable=True)
            )
        self.grid: ChartView | None = None
        grid = grid_of(self.curve)
        if grid is not None:
            self.grid = ChartView(self._theme, SURFACE)
            self.grid.setFixedHeight(SURFACE)
            self.grid.set_chart(grid)
            beside.row.addWidget(self.grid, 3)
            wide = QWidget()
            both = QVBoxLayout(wide)
            both.setContentsMargins(0, 0, 0, 0)
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
