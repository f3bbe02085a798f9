# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A grid of an answer, a figure over two settings: what its charts share, and its map of cells."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QTransform, qGray

from driveproof.domain.figure import ROUGH, Grid, Setting
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Unit
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import of_unit
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import grid_title

_UNITS = {MetricName.IOPS: Unit.IOPS, MetricName.BANDWIDTH: Unit.BANDWIDTH}
_FAINTEST, _STRONGEST = 0.12, 0.92  # the colour's share in the smallest and the greatest figure
_GAP = 1.0  # pixels between two cells


def figures_of(grid: Grid) -> Floats:
    """The figures as an array of (down, across), NaN where nothing was measured."""
    rows = [[math.nan if one is None else one.summary.median for one in row] for row in grid.cells]
    return np.array(rows, dtype=np.float64)


def places_of(setting: Setting) -> Floats:
    """The place of each value by its logarithm, from 0 for the first to 1 for the last; a single
    one is in the middle.
    """
    at = np.log10(np.array(setting.numbers, dtype=np.float64))
    span = at[-1] - at[0]
    return (at - at[0]) / span if span > 0 else np.full(len(at), 0.5)


class GridChart(Chart):
    """What a map and a surface say of a grid; `binary` writes MiB/s instead of MB/s."""

    def __init__(self, grid: Grid, title: str, *, binary: bool = False) -> None:
        self.grid, self.title = grid, title
        self.axes = (grid.across, grid.down)
        self.figure = value_text(grid.figure.title)
        unit = _UNITS.get(MetricName(grid.figure.key), Unit.SECONDS)
        self.quantity = of_unit(unit, binary=binary)
        self.sides: tuple[Floats, ...] = (figures_of(grid),)
        """The figures of each side; a surface may have two."""

    def name_of(self, _number: int) -> str:
        """The name of a side, "" of a single one."""
        return ""

    def place_words(self, row: int, column: int) -> str:
        """Both settings of a figure: "Block size 4 KiB, Queue depth 32"."""
        return ", ".join(
            f"{say_text(axis.title)} {of_unit(axis.unit).write(axis.numbers[at])}"
            for axis, at in zip(self.axes, (column, row), strict=True)
        )

    def table(self) -> ChartTable:
        x, y = self.axes
        heads = [self.name_of(number) or self.figure for number in range(len(self.sides))]
        across_text, along_text = of_unit(x.unit).write, of_unit(y.unit).write
        rows = []
        for row, along in enumerate(y.numbers):
            for column, across in enumerate(x.numbers):
                values = [float(one[row, column]) for one in self.sides]
                words = [self.quantity.write(v) if math.isfinite(v) else "–" for v in values]
                rows.append((across_text(across), along_text(along), *words))
        return ChartTable((say_text(x.title), say_text(y.title), *heads), tuple(rows))

    def describe(self) -> str:
        parts = []
        for number, figures in enumerate(self.sides):
            if not np.isfinite(figures).any():
                continue
            least, most = (
                np.unravel_index(find(figures), figures.shape)
                for find in (np.nanargmin, np.nanargmax)
            )
            said = _("{figure} from {low} ({low_at}) to {high} ({high_at})").format(
                figure=self.figure,
                low=self.quantity.write(float(figures[least])),
                low_at=self.place_words(int(least[0]), int(least[1])),
                high=self.quantity.write(float(figures[most])),
                high_at=self.place_words(int(most[0]), int(most[1])),
            )
            name = self.name_of(number)
            parts.append(f"{name}: {said}" if name else said)
        return "; ".join(parts) or _("No data")


class GridMap(GridChart):
    """A cell for each pair of values, in shades of its direction's colour by the logarithm."""

    margins = Margins(66.0, 12.0)
    title_at_edge = True

    def __init__(self, grid: Grid, *, binary: bool = False) -> None:
        super().__init__(grid, grid_title(grid, binary=binary), binary=binary)

    def shares(self) -> Floats:
        """Each figure between the smallest (0) and the greatest (1), NaN where unknown."""
        (figures,) = self.sides
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(figures > 0, np.log(figures), np.nan)
        if not np.isfinite(logs).any():
            return np.full(figures.shape, np.nan)
        low, high = float(np.nanmin(logs)), float(np.nanmax(logs))
        return (logs - low) / (high - low) if high > low else np.where(np.isfinite(logs), 1.0, logs)

    def words(self, row: int, column: int) -> str:
        """The figure in a cell, in the unit that the title names."""
        said = self.quantity.bare(float(self.sides[0][row, column]))
        return f"{ROUGH}{said}" if (row, column) in self.grid.rough else said

    def draw(self, plot: ChartPlot) -> None:
        x, y = self.axes
        plot.range((0.0, float(len(x.values))), (0.0, float(len(y.values))))
        across, along = of_unit(x.unit), of_unit(y.unit)
        below = [Tick(at + 0.5, across.mark(one, one)) for at, one in enumerate(x.numbers)]
        plot.marks(bottom=lambda _low, _high, _room: below)
        plot.left_marks([(at + 0.5, along.mark(one, one)) for at, one in enumerate(y.numbers)])
        plot.left.grid_lines = False
        plot.item("cells", _Cells, z=5).set_map(self, plot.look)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if y is None:
            return None
        row, column = int(y), int(x)
        (figures,) = self.sides
        rows, columns = figures.shape
        if not (0 <= row < rows and 0 <= column < columns):
            return None
        value = float(figures[row, column])
        if not math.isfinite(value):
            return None
        words = f"{self.place_words(row, column)}  {self.quantity.write(value)}"
        return PointerReading(words, hair=False)


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
        color, shares = look.direction(shown.grid.direction), shown.shares()
        for row, column in np.argwhere(np.isfinite(shares)).tolist():
            share = _FAINTEST + (_STRONGEST - _FAINTEST) * float(shares[row, column])
            cell = place.mapRect(QRectF(column, row, 1, 1)).normalized()
            cell.adjust(_GAP / 2, _GAP / 2, -_GAP / 2, -_GAP / 2)
            ground = painting.mixed(color, look.surface, share)
            painting.fill(painter, cell, ground)
            words = shown.words(row, column)
            if look.width(look.small, words) + 4 <= cell.width() and cell.height() >= 12:
                ink = _readable(look, ground)
                painting.text(painter, cell.center(), words, look.small, ink, align=painting.CENTRE)


def _readable(look: ChartStyle, ground: QColor) -> QColor:
    """The colour of words with the greater contrast to their ground."""
    light = qGray(ground.rgb())
    return max(look.text, look.surface, key=lambda ink: abs(qGray(ink.rgb()) - light))
