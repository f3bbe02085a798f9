# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Load curves of compared runs over each other, and their grids in one surface."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QWidget

from driveproof.domain.run.load_curve import LoadCurve, pooled
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.ui.charts.load_chart import LoadChart
from driveproof.ui.charts.load_maps import compared as grids
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.layouts import vertical
from driveproof.wording.catalogue import _

HEIGHT = 280


def curves_of(compared: ComparedRuns) -> tuple[LoadCurve, ...]:
    """The curve of each side; empty unless all of them are one of the same direction and size."""
    found = [pooled(side.runs) for side in compared.comparison.sides]
    curves = tuple(curve for curve in found if curve is not None)
    alike = {(curve.direction, curve.block_size) for curve in curves}
    return curves if len(curves) == len(found) and len(alike) == 1 else ()


def load_charts(
    compared: ComparedRuns, *, log: bool = False
) -> tuple[LoadChart | SurfaceChart, ...]:
    """The curves over each other, then of two sides with the same grid both in one surface."""
    curves = curves_of(compared)
    if not curves:
        return ()
    names = tuple(compared.names)
    surfaces = grids(*curves, (names[0], names[1])) if len(curves) == 2 else []
    return (LoadChart(curves, names, log=log), *surfaces)


class LoadOverlay(QWidget):
    """Created anew for each comparison of load curves."""

    def __init__(self, theme: Theme, compared: ComparedRuns) -> None:
        super().__init__()
        self._compared = compared
        self.view = ChartView(theme, HEIGHT)
        self.view.setFixedHeight(HEIGHT)
        self.log = QCheckBox(_("&Logarithmic IOPS"))
        column = vertical(self, spacing=GRID)
        column.addWidget(self.view)
        column.addWidget(self.log)
        for chart in load_charts(compared)[1:]:
            surface = SurfaceView(theme, HEIGHT)
            surface.setFixedHeight(HEIGHT)
            surface.set_chart(chart)
            column.addWidget(surface)
        self.log.toggled.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        self.view.set_chart(load_charts(self._compared, log=self.log.isChecked())[0])
