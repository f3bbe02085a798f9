# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions of an answer: throughput as a line from the first byte to the last, accesses as dots,
and what a check found as a map of cells, line by line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTransform

from driveproof.domain.answer import Answer
from driveproof.domain.by_position import bad_ranges
from driveproof.domain.figure import Positions
from driveproof.domain.metric import MetricName
from driveproof.domain.run.areas import (
    AREA_BLOCK,
    STATE_TITLES,
    AreaState,
    MapCell,
    bytes_by_state,
    map_cells,
)
from driveproof.domain.run.ceiling import Ceiling
from driveproof.domain.run.columns import Floats, PositionColumns
from driveproof.ui.charts import painting, quantity
from driveproof.ui.charts.axis import size_marks
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.marks import MANY, Dots, HeightLines
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.ticks import latency_label, linear_ticks, log_marks, top_for
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.table import row_texts
from driveproof.wording.units import format_latency, format_percent, format_size


class PositionChart(Chart):
    """What a test measured at each position, on a horizontal axis from 0 to the last byte."""

    zooms = True
    margins = Margins(58.0, 66.0)

    def __init__(self, positions: Positions) -> None:
        self.title = say_text(positions.title)
        self.show(positions)

    def show(self, positions: Positions) -> None:
        """Show other positions, as they arrive during the scan."""
        self.positions = positions
        found = [PositionColumns.of(one) for one in positions.passes if len(one)]
        ends = [int((offsets + sizes).max()) for offsets, sizes, _ in (p.columns for p in found)]
        self.size = max(positions.size, 1, *ends)
        self.passes = [self._arrays(one) for one in found]
        self.offsets: Floats = np.concatenate([x for x, _ in self.passes] or [np.empty(0)])
        self.values: Floats = np.concatenate([y for _, y in self.passes] or [np.empty(0)])

    def _arrays(self, one: PositionColumns) -> tuple[Floats, Floats]:
        """The middle of each position and its value, in the order of the device."""
        offsets, sizes, _ = one.columns
        x, y = offsets + sizes / 2, self.value(one)
        x, y = x[np.isfinite(y)], y[np.isfinite(y)]  # a duration of zero has no rate
        order = np.argsort(x, kind="stable")
        return x[order], y[order]

    @staticmethod
    def value(places: PositionColumns) -> Floats:
        """The value that is drawn for each position."""
        raise NotImplementedError

    def write(self, value: float) -> str:
        """A value as text."""
        raise NotImplementedError

    @property
    def empty(self) -> bool:
        """Whether nothing was measured yet."""
        return not len(self.values)

    def draw_ground(self, plot: ChartPlot, up: tuple[float, float]) -> None:
        """Draw the axes, and a message without data."""
        plot.range((0.0, float(self.size)), up)
        if self.shows_axis:
            plot.bottom.marks = partial(size_marks, self.size)
            plot.bottom.grid_lines = True
        if self.empty:
            plot.say(_("No data"))

    def on_axis(self, value: float) -> float:
        """The position of a value on the vertical axis."""
        raise NotImplementedError

    def nearest(self, plot: ChartPlot, x: float, y: float | None) -> int | None:
        """The index of the position nearest to the pointer."""
        return None if self.empty else int(np.argmin(np.abs(self.offsets - x)))

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        index = self.nearest(plot, x, y)
        if index is None:
            return None
        offset, value = float(self.offsets[index]), float(self.values[index])
        words = _("{name}: {text}").format(name=format_size(offset), text=self.write(value))
        return PointerReading(words, [(offset, self.on_axis(value), plot.look.read)])

    def table(self) -> ChartTable:
        columns = (_("Position"), _("Byte"), self.column())
        rows = [
            (format_size(float(x)), f"{x:.0f}", self.write(float(y)))
            for x, y in zip(self.offsets, self.values, strict=True)
        ]
        return ChartTable(columns, tuple(rows))

    def column(self) -> str:
        """The table's header for the values."""
        raise NotImplementedError


class ThroughputChart(PositionChart):
    """Bytes per second at each position, as an area from zero."""

    def __init__(
        self, positions: Positions, *, binary: bool = False, ceiling: Ceiling | None = None
    ) -> None:
        self.quantity, self.ceiling = quantity.bandwidth(binary=binary), ceiling
        super().__init__(positions)
        self.title = f"{self.title} · {self.quantity.unit}"

    @staticmethod
    def value(places: PositionColumns) -> Floats:
        _, sizes, seconds = places.columns
        return np.where(seconds > 0, sizes / np.where(seconds > 0, seconds, 1.0), math.nan)

    def write(self, value: float) -> str:
        return self.quantity.write(value)

    def column(self) -> str:
        return self.quantity.axis

    def average(self, places: PositionColumns) -> float | None:
        """All bytes divided by all seconds."""
        _, sizes, seconds = places.columns
        took = float(seconds.sum())
        return float(sizes.sum()) / took if took > 0 else None

    def show(self, positions: Positions) -> None:
        super().show(positions)
        self.mean = self.average(PositionColumns.joined(positions.passes))

    def _scale(self, height: float) -> tuple[float, tuple[float, ...]]:
        """The top of the vertical axis of a plot of this many pixels, and its ticks."""
        highest = 0.0 if self.empty else self.on_axis(float(self.values.max()))
        limit = self._limit()
        ticks = linear_ticks(max(highest, limit or 0.0))
        return top_for(limit, ticks[-1], highest, height), ticks

    def _limit(self) -> float | None:
        """The ceiling in the axis' unit; None when it is out of sight."""
        if self.ceiling is None or self.empty:
            return None
        if not self.ceiling.in_sight(float(self.values.max())):
            return None
        return self.on_axis(self.ceiling.value)

    def on_axis(self, value: float) -> float:
        return value / self.quantity.divisor

    def draw_axes(self, plot: ChartPlot) -> None:
        """The ground with its axes, without what was measured."""
        top, ticks = self._scale(plot.area.height())
        self.draw_ground(plot, (0.0, top))
        if not self.empty:
            plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])

    def draw(self, plot: ChartPlot) -> None:
        self.draw_axes(plot)
        if self.empty:
            return
        alone = len(self.passes) == 1
        for number, (offsets, values) in enumerate(self.passes):
            heights = values / self.quantity.divisor
            color = plot.look.direction(self.positions.direction)
            plot.curve(f"pass {number}", offsets, heights, color, area=alone)
        if self.ceiling is not None and (limit := self._limit()) is not None:
            words = say_text(self.ceiling.said, binary=self.quantity.binary)
            plot.line_at("ceiling", limit, words)
        if self.mean is not None:
            average = (self.on_axis(self.mean), _("average"))
            plot.item("average", HeightLines, z=21).set_heights([average], plot.look)

    def describe(self) -> str:
        if self.empty or self.mean is None:
            return _("No data")
        low, high = int(np.argmin(self.values)), int(np.argmax(self.values))
        return _(
            "{count} positions, {mean} on average, minimum {least} at {low}, maximum"
            " {most} at {high}"
        ).format(
            count=len(self.values),
            mean=self.write(self.mean),
            least=self.write(float(self.values[low])),
            low=format_size(float(self.offsets[low])),
            most=self.write(float(self.values[high])),
            high=format_size(float(self.offsets[high])),
        )


ROOM = 1.4  # above the longest and below the shortest access, as a factor


class AccessTimesChart(PositionChart):
    """The duration of each access, a dot each on a logarithmic axis, with mean and percentiles."""

    @staticmethod
    def value(places: PositionColumns) -> Floats:
        return np.maximum(places.columns[2], 1e-9)

    def write(self, value: float) -> str:
        return format_latency(value)

    def column(self) -> str:
        return _("Access time")

    def figures(self) -> list[tuple[float, str]]:
        """Percentiles and mean, exact: of the very accesses that are drawn."""
        if self.empty:
            return []
        rising = np.sort(self.values)
        found = []
        for percent, name in ((50, "p50"), (99, "p99"), (95, "p95")):
            rank = max(1, math.ceil(percent * len(rising) / 100 - 1e-9))
            found.append((float(rising[rank - 1]), name))
        found.insert(2, (float(self.values.mean()), _("average")))
        return found

    def _scale(self) -> tuple[float, float]:
        return float(self.values.min()) / ROOM, float(self.values.max()) * ROOM

    def on_axis(self, value: float) -> float:
        return math.log10(value)

    def nearest(self, plot: ChartPlot, x: float, y: float | None) -> int | None:
        if self.empty or y is None:
            return super().nearest(plot, x, y)
        (left, right), (low, high) = plot.box.viewRange()
        across = (self.offsets - x) / (right - left) * plot.area.width()
        up = (np.log10(self.values) - y) / (high - low) * plot.area.height()
        return int(np.argmin(across * across + up * up))

    def draw(self, plot: ChartPlot) -> None:
        if self.empty:
            self.draw_ground(plot, (0.0, 1.0))
            return
        low, high = self._scale()
        self.draw_ground(plot, (math.log10(low), math.log10(high)))
        ticks = log_marks(low, high, most=max(2, int(plot.area.height() / 28)))
        marks = [(math.log10(tick), latency_label(tick)) for tick in ticks]
        plot.left_marks([(math.log10(low), ""), *marks])  # the base has a line but no label
        opaque = len(self.values) > MANY
        color = plot.look.read if opaque else painting.with_alpha(plot.look.read, 0.6)
        dots = plot.item("accesses", Dots, z=10)
        dots.set_dots(self.offsets, np.log10(self.values), color, radius=1.6)
        heights = [(math.log10(value), name) for value, name in self.figures()]
        plot.item("figures", HeightLines, z=21).set_heights(heights, plot.look)

    def describe(self) -> str:
        if self.empty:
            return _("No data")
        parts = [f"{name} {format_latency(value)}" for value, name in self.figures()]
        parts.append(
            _("maximum {latency}").format(latency=format_latency(float(self.values.max())))
        )
        count = _("{count} accesses").format(count=len(self.values))
        return f"{count}: " + ", ".join(parts)


def position_chart(
    found: Positions, *, binary: bool = False, ceiling: Ceiling | None = None
) -> PositionChart:
    """The chart of what a test measured at each position."""
    if found.metric is not MetricName.BANDWIDTH:
        return AccessTimesChart(found)
    return ThroughputChart(found, binary=binary, ceiling=ceiling)


def printed_position_charts(
    answer: Answer, ceiling: Ceiling | None, *, binary: bool = False
) -> Iterator[PositionChart]:
    """The charts of all tests for a printed page, with their figures in the titles."""
    for found in answer.positions:
        if not found.passes:
            continue
        chart = position_chart(found, binary=binary, ceiling=ceiling)
        chart.title_at_edge, chart.margins = True, Margins(54.0, 62.0)
        figures = row_texts(answer.table(found.table), binary=binary)
        words = [f"{name} {value}" for name, value in figures]
        if words:
            name = chart.title
            chart.title = f"{name} · {', '.join(words)}"
            chart.brief_title = f"{name} · {', '.join((words[0], words[-1]))}"
        yield chart


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
    """The areas that a check found; so many bytes were `written` and are to be read back."""

    margins = Margins(58.0, 66.0)
    shows_axis = False

    def __init__(self, positions: Positions) -> None:
        self.show(positions)

    def show(self, positions: Positions, *, written: int = 0) -> None:
        """Show other areas, as they arrive during the check."""
        self.areas, self.size = positions.areas, max(1, positions.size)
        self.written = written

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
