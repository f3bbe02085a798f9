# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check found, as a map: cells from the first byte to the last, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from driveproof.domain.by_position import bad_ranges
from driveproof.domain.run.areas import (
    AREA_BLOCK,
    STATE_TITLES,
    Area,
    AreaState,
    MapCell,
    bytes_by_state,
    map_cells,
)
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.units import format_percent, format_size

CELL = 11.0
"""Pixels from one cell to the next."""
_GAP = 1.5
_LINES = 5  # labels of lines at most
_CALM, _WRITTEN = 0.42, 0.30  # the colour's share in a cell that is right, and in one just written


def state_color(state: AreaState, look: ChartStyle) -> QColor:
    """Amber for what is slow, red for what is lost, calm for all else."""
    if state is AreaState.RIGHT:
        return painting.mixed(look.read, look.surface, _CALM)
    return look.warning if state is AreaState.SLOW else look.bad


@dataclass(frozen=True, slots=True)
class _Grid:
    """The columns and lines of cells that fit."""

    columns: int
    lines: int
    cells: tuple[MapCell, ...]


class _Cells(DataItem):
    """The cells, each fault with a sign of its own: colour alone says nothing to many people."""

    def __init__(self) -> None:
        super().__init__()
        self._grid: _Grid | None = None
        self._look: ChartStyle | None = None
        self._written = 0.0

    def set_grid(self, grid: _Grid, look: ChartStyle, written: float) -> None:
        """Draw other cells; the first `written` of them were written, and are not read back yet."""
        self._grid, self._look, self._written = grid, look, written
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        grid, look = self._grid, self._look
        if grid is None or look is None:
            return
        nothing = painting.mixed(look.line, look.surface, 0.5)
        written = painting.mixed(look.write, look.surface, _WRITTEN)
        for number, cell in enumerate(grid.cells):
            line, column = divmod(number, grid.columns)
            where = place.mapRect(QRectF(column, grid.lines - 1 - line, 1, 1)).normalized()
            where.adjust(_GAP / 2, _GAP / 2, -_GAP / 2, -_GAP / 2)
            if cell.state is None:
                painting.fill(painter, where, written if number < self._written else nothing)
                continue
            color = state_color(cell.state, look)
            painting.fill(painter, where, color)
            _sign(painter, where, cell.state, color, look)


def _sign(
    painter: QPainter, where: QRectF, state: AreaState, color: QColor, look: ChartStyle
) -> None:
    """What tells the faults apart: a cross, a slash, a hole, a dot, a bar."""
    inner = where.adjusted(2.2, 2.2, -2.2, -2.2)
    if state in (AreaState.RIGHT, AreaState.SLOW) or inner.width() < 2 or inner.height() < 2:
        return
    pen = QPen(look.surface, 1.4)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if state is AreaState.UNREADABLE:
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.bottomLeft(), inner.topRight())
    elif state is AreaState.ALIAS:
        painter.drawLine(inner.bottomLeft(), inner.topRight())
    elif state is AreaState.EMPTY:
        painting.fill(painter, inner, look.surface)
    elif state is AreaState.CHANGED:
        dot = QPointF(inner.width() / 6, inner.height() / 6)
        middle = inner.center()
        painting.fill(painter, QRectF(middle - dot, middle + dot), look.surface)
    else:
        height = inner.center().y()
        painter.drawLine(QPointF(inner.left(), height), QPointF(inner.right(), height))


class AreaChart(Chart):
    """`size` bytes from the first to the last; `written` of them were written and are to be read
    back.
    """

    margins = Margins(58.0, 66.0)
    shows_axis = False

    def __init__(self, areas: Sequence[Area], size: int, *, written: int = 0) -> None:
        self.show(areas, size, written=written)

    def show(self, areas: Sequence[Area], size: int, *, written: int = 0) -> None:
        """Show other areas, as they arrive during the check."""
        self.areas, self.size, self.written = tuple(areas), max(1, size), written

    @property
    def title(self) -> str:  # type: ignore[override]
        return _("Map of {size}").format(size=format_size(self.size))

    def _grid(self, plot: ChartPlot) -> _Grid:
        columns = max(1, int(plot.area.width() // CELL))
        lines = max(1, int(plot.area.height() // CELL))
        most = -(-self.size // AREA_BLOCK)
        if columns * lines > most:
            lines = max(1, -(-most // columns))
            columns = min(columns, most)
        return _Grid(columns, lines, map_cells(self.areas, self.size, columns * lines))

    def draw(self, plot: ChartPlot) -> None:
        grid = self._grid(plot)
        plot.range((0.0, float(grid.columns)), (0.0, float(grid.lines)))
        step = max(1, -(-grid.lines // _LINES))
        marks = [
            (grid.lines - line - 0.5, format_size(self.size * line / grid.lines) if line else "0")
            for line in range(0, grid.lines, step)
        ]
        plot.left_marks(marks)
        plot.left.grid_lines = False
        item = plot.item("cells", _Cells, z=5)
        item.set_grid(grid, plot.look, self.written / self.size * len(grid.cells))
        states = bytes_by_state(self.areas)
        for state in AreaState:
            if state in states:
                plot.key("area", say_text(STATE_TITLES[state]), state_color(state, plot.look))
        if self.written and not self.areas:
            color = painting.mixed(plot.look.write, plot.look.surface, _WRITTEN)
            plot.key("area", _("Written"), color)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if y is None:
            return None
        grid = self._grid(plot)
        column, line = int(x), grid.lines - 1 - int(y)
        if not (0 <= column < grid.columns and 0 <= line < grid.lines):
            return None
        number = line * grid.columns + column
        cell = grid.cells[number]
        first = self.size * number // len(grid.cells)
        words = _("not checked")
        if cell.state is not None:
            words = say_text(STATE_TITLES[cell.state])
            if cell.share < 1:
                words += f" ({format_percent(cell.share, figures=2)})"
        return PointerReading(
            _("from {place} on: {state}").format(place=format_size(first), state=words), hair=False
        )

    def table(self) -> ChartTable:
        return ChartTable.of(bad_ranges(self.areas))

    def describe(self) -> str:
        count = bytes_by_state(self.areas)
        checked = sum(count.values())
        if not checked:
            return _("nothing was read yet")
        parts = [
            f"{say_text(STATE_TITLES[state])} {format_percent(count[state] / checked, figures=3)}"
            for state in AreaState
            if state in count
        ]
        return _("{size} checked: {states}").format(
            size=format_size(checked), states=", ".join(parts)
        )
