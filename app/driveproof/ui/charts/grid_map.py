# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A figure over two settings as a map of cells, and a grid of an answer as a map or a surface."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QTransform, qGray

from driveproof.domain.access import Direction
from driveproof.domain.figure import ROUGH, Grid, Setting
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Bytes, Unit
from driveproof.domain.surface import GridAxis, Surface
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import of_unit
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import grid_title

_FAINTEST, _STRONGEST = 0.12, 0.92  # the colour's share in the smallest and the greatest figure
_GAP = 1.0  # pixels between two cells


def _readable(look: ChartStyle, ground: QColor) -> QColor:
    """The colour of words with the greater contrast to their ground."""
    light = qGray(ground.rgb())
    return max(look.text, look.surface, key=lambda ink: abs(qGray(ink.rgb()) - light))


class _Cells(DataItem):
    """The cells with their figures; a figure without room is left out."""

    def __init__(self) -> None:
        super().__init__()
        self._map: GridMap | None = None
        self._look: ChartStyle | None = None

    def set_map(self, shown: GridMap, look: ChartStyle) -> None:
        """Draw another map."""
        self._map, self._look = shown, look
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        shown, look = self._map, self._look
        if shown is None or look is None:
            return
        color, shares = look.direction(shown.direction), shown.shares()
        for row, column in np.argwhere(np.isfinite(shares)).tolist():
            share = _FAINTEST + (_STRONGEST - _FAINTEST) * float(shares[row, column])
            cell = place.mapRect(QRectF(column, row, 1, 1)).normalized()
            cell.adjust(_GAP / 2, _GAP / 2, -_GAP / 2, -_GAP / 2)
            painting.fill(painter, cell, painting.mixed(color, look.surface, share))
            words = shown.words(row, column)
            if look.width(look.small, words) + 4 <= cell.width() and cell.height() >= 12:
                ink = _readable(look, painting.mixed(color, look.surface, share))
                painting.text(painter, cell.center(), words, look.small, ink, align=painting.CENTRE)


class GridMap(Chart):
    """The figures of a surface, in shades of its direction's colour on a logarithmic scale.

    A cell of `rough` (row, column) has a mark before its figure.
    """

    margins = Margins(66.0, 12.0)

    def __init__(
        self,
        surface: Surface,
        title: str = "",
        *,
        direction: Direction = Direction.READ,
        rough: frozenset[tuple[int, int]] = frozenset(),
        rough_mark: str = "~",
    ) -> None:
        self.title = title or surface.name
        self.surface, self.direction, self.rough = surface, direction, rough
        self._rough_mark = rough_mark
        self._chart = SurfaceChart(surface, title, direction=direction)

    def shares(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """Each figure between the smallest (0) and the greatest (1), NaN where unknown."""
        grid = self.surface.grid
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(grid > 0, np.log(grid), np.nan)
        if not np.isfinite(logs).any():
            return np.full(grid.shape, np.nan)
        low, high = float(np.nanmin(logs)), float(np.nanmax(logs))
        return (logs - low) / (high - low) if high > low else np.where(np.isfinite(logs), 1.0, logs)

    def words(self, row: int, column: int) -> str:
        """The figure in a cell, in the unit that the title names."""
        value = float(self.surface.grid[row, column])
        said = self._chart.quantity.bare(value)
        return f"{self._rough_mark}{said}" if (row, column) in self.rough else said

    def draw(self, plot: ChartPlot) -> None:
        x, y = self.surface.x, self.surface.y
        plot.range((0.0, float(len(x.values))), (0.0, float(len(y.values))))
        across, along = of_unit(x.unit), of_unit(y.unit)
        below = [Tick(at + 0.5, across.mark(one, one)) for at, one in enumerate(x.values)]
        plot.marks(bottom=lambda _low, _high, _room: below)
        plot.left_marks([(at + 0.5, along.mark(one, one)) for at, one in enumerate(y.values)])
        plot.left.grid_lines = False
        item = plot.item("cells", _Cells, z=5)
        item.set_map(self, plot.look)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if y is None:
            return None
        row, column = int(y), int(x)
        rows, columns = self.surface.grid.shape
        if not (0 <= row < rows and 0 <= column < columns):
            return None
        value = float(self.surface.grid[row, column])
        if not math.isfinite(value):
            return None
        across, along = self.surface.x, self.surface.y
        words = (
            f"{along.name} {of_unit(along.unit).write(along.values[row])}, "
            f"{across.name} {of_unit(across.unit).write(across.values[column])}  "
            f"{self._chart.written(value)}"
        )
        return PointerReading(words, hair=False)

    def table(self) -> ChartTable:
        return self._chart.table()

    def describe(self) -> str:
        return self._chart.describe()


def surface_of(grid: Grid, *, binary: bool = False) -> Surface:
    """The figures of a grid; `binary` writes MiB/s instead of MB/s."""
    return Surface(
        value_text(grid.figure.title),
        Unit.BANDWIDTH if grid.figure.key == MetricName.BANDWIDTH else Unit.IOPS,
        _axis(grid.across),
        _axis(grid.down),
        [[None if cell is None else cell.summary.median for cell in row] for row in grid.cells],
        log=grid.log,
        binary=binary,
    )


def _axis(setting: Setting) -> GridAxis:
    sizes = [value.number for value in setting.values if isinstance(value, Bytes)]
    counts = [value for value in setting.values if isinstance(value, int)]
    unit = Unit.BYTES if sizes else Unit.COUNT
    return GridAxis(say_text(setting.title), unit, tuple(map(float, sizes or counts)), log=True)


def grid_map(grid: Grid, *, binary: bool = False) -> GridMap:
    """A cell for each pair of values."""
    chart = GridMap(
        surface_of(grid, binary=binary),
        grid_title(grid, binary=binary),
        direction=grid.direction,
        rough=grid.rough,
        rough_mark=ROUGH,
    )
    chart.title_at_edge = True
    return chart


def turnable(
    grid: Grid,
    *,
    before: Grid | None = None,
    names: tuple[str, str] = ("", ""),
    binary: bool = False,
) -> SurfaceChart:
    """The same as a surface in a box; with `before` two of the same values."""
    return SurfaceChart(
        surface_of(grid, binary=binary),
        say_text(grid.title),
        direction=grid.direction,
        before=None if before is None else surface_of(before, binary=binary),
        names=names,
    )
