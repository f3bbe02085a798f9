# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Load curves of compared runs over each other, and their grids in one surface."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QWidget

from driveproof.domain.run.load_curve import LoadCurve, pooled
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.methods.load_curve.answer import matrix_of, sides_plot, sides_table
from driveproof.ui.charts.points import PointsChart
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.charts.view import ChartView
from driveproof.ui.output.run_charts import load_chart
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
) -> tuple[PointsChart | SurfaceChart, ...]:
    """The curves over each other, then of two sides with the same grid both in one surface."""
    curves = curves_of(compared)
    if not curves:
        return ()
    names = tuple(compared.names)
    sides = tuple(zip(names, curves, strict=True))
    return load_chart(sides_plot(sides), sides_table(sides), log=log), *_surfaces(curves, names)


def _surfaces(curves: tuple[LoadCurve, ...], names: tuple[str, ...]) -> tuple[SurfaceChart, ...]:
    """Both grids in one picture, where two sides were measured at the same points."""
    if len(curves) != 2:
        return ()
    one, other = map(matrix_of, curves)
    if one is None or other is None or (one.across, one.down) != (other.across, other.down):
        return ()
    return (SurfaceChart(other, before=one, names=(names[0], names[1])),)


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
