# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""All sides of a comparison in all tests: a group of bars for each test."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QTransform

from driveproof.domain import figure
from driveproof.domain.access import Direction
from driveproof.domain.comparison.overview import Overview
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem, visible
from driveproof.ui.charts.frame import LINE, PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import in_two_lines
from driveproof.ui.charts.sides import side_color
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.say import value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import format_percent

_GAP = 1.0  # between two groups, in bars
_WIDEST = 40.0  # pixels, as all of these
_TALLEST = 1.5  # of the best side's median: one odd repeat does not make all bars small
_CAP = 4.0  # half of the line at the end of a whisker
_ABOVE = 1.04  # of the greatest repeat: the line at its end is within the plot


@dataclass(frozen=True, slots=True)
class _Place:
    column: int
    line: int


class PlainBar(DataItem):
    """A bar from zero, between two integers of the horizontal axis, with a whisker."""

    def __init__(self) -> None:
        super().__init__()
        self._left, self._value = 0.0, 0.0
        self._color, self._line = QColor(), QColor()
        self._whisker: tuple[float, float] | None = None

    def set_bar(
        self,
        left: float,
        value: float,
        color: QColor,
        whisker: tuple[float, float] | None = None,
        line: QColor | None = None,
    ) -> None:
        """Draw it from `left` to the next integer, `value` high; `whisker` is from and to."""
        self._left, self._value, self._color = left, value, color
        self._whisker, self._line = whisker, line or color
        self.update()

    def boundingRect(self) -> QRectF:
        return visible(self)

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        width = min(_WIDEST, place.m11() * 0.86)
        middle = place.m11() * (self._left + 0.5) + place.dx()
        base = place.dy()
        top = place.m22() * self._value + base
        painting.fill(painter, QRectF(middle - width / 2, top, width, base - top), self._color)
        if self._whisker is None:
            return
        low, high = (place.m22() * end + base for end in self._whisker)
        edge = place.map(QPointF(0, rect.bottom())).y() + 1
        cap = min(_CAP, width / 2 - 1)
        end = max(high, edge)
        painting.hairline(painter, (middle, low, middle, end), self._line)
        painting.hairline(painter, (middle - cap, low, middle + cap, low), self._line)
        # One that goes on beyond the plot ends in the head of an arrow.
        down = cap if end > high else 0.0
        for side in (-cap, cap):
            painting.hairline(painter, (middle, end, middle + side, end + down), self._line)


class GroupedBars(Chart):
    """Each group is drawn to its best side: figures of different tests have no common axis.

    The names of the sides stand below the title, in as many columns as they leave room for: up to
    twelve do not fit into the line of the title.
    """

    margins = Margins(58.0, 8.0)

    def __init__(
        self,
        found: Overview,
        names: tuple[str, ...],
        figures: figure.Table,
        *,
        binary: bool = False,
    ) -> None:
        self.title = _("Share of the best side")
        self._figures = figures
        self._overview, self._names, self._binary = found, names, binary
        self.key_names = tuple(names[line.side] for line in found.lines)

    def plot_rect(self, rect: QRectF, look: ChartStyle) -> QRectF:
        return super().plot_rect(rect, look).adjusted(0, 0, 0, -LINE)

    def _color(self, look: ChartStyle, side: int) -> QColor:
        return side_color(look, side, self._direction(), len(self._names))

    @property
    def _step(self) -> float:
        return len(self._overview.lines) + _GAP

    def _direction(self) -> Direction:
        columns = self._overview.columns
        return columns[0].metric.direction if columns else Direction.READ

    def _share(self, place: _Place) -> float | None:
        value = self._overview.lines[place.line].cells[place.column].value
        best = self._overview.best(place.column)
        return None if value is None or not best else value / best

    def spread(self, place: _Place) -> tuple[float, float] | None:
        """The least and the greatest repeat, as shares of the best side's median."""
        spread = self._overview.lines[place.line].cells[place.column].spread
        best = self._overview.best(place.column)
        return (spread[0] / best, spread[1] / best) if spread and best else None

    def draw(self, plot: ChartPlot) -> None:
        look, count = plot.look, len(self._overview.columns)
        places = [
            _Place(at, line) for at in range(count) for line in range(len(self._overview.lines))
        ]
        highest = max((end[1] for one in places if (end := self.spread(one))), default=1.0)
        top = min(max(1.0, highest * _ABOVE), _TALLEST)
        plot.range((0.0, max(1.0, count * self._step)), (0.0, top))
        plot.left_marks([(at / 4, format_percent(at / 4)) for at in range(5)])
        for place, line in enumerate(self._overview.lines):
            color = self._color(look, line.side)
            plot.key("area", self._names[line.side], color, text=look.text)
            for column in range(count):
                at = _Place(column, place)
                share = self._share(at)
                if share is None:
                    continue
                item = plot.item(f"bar {column} {line.side}", PlainBar, z=10)
                left = column * self._step + _GAP / 2 + place
                item.set_bar(left, share, color, self.spread(at), look.text)
        room = plot.area.width() / max(1, count) - 8
        for column, test in enumerate(self._titles()):
            lines = in_two_lines(test)
            if any(look.width(look.small, line) > room for line in lines):
                lines = tuple(test.split(" ", 1))  # "Sequential", "1 MiB, Q8 read"
            lines = tuple(painting.elided(line, look.small, room) for line in lines)
            plot.name_below("\n".join(lines), look.muted, (column + 0.5) * self._step)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        column = int(x // self._step)
        line = int(x - column * self._step - _GAP / 2)
        lines = self._overview.lines
        if not (0 <= column < len(self._overview.columns) and 0 <= line < len(lines)):
            return None
        name = self._names[lines[line].side]
        cell = self._cell(lines[line].side, column)
        return PointerReading(f"{shown(name)}: {cell}", hair=False)

    def table(self) -> ChartTable:
        return ChartTable.of(self._figures, binary=self._binary)

    def _titles(self) -> list[str]:
        """The tests."""
        return [value_text(column.title) for column in self._figures.columns[1:]]

    def _cell(self, side: int, column: int) -> str:
        """The figure of a side in a test, with its change to the base."""
        return cell_text(self._figures.rows[side][1 + column], binary=self._binary)

    def describe(self) -> str:
        parts = []
        for number, test in enumerate(self._titles()):
            first = self._overview.sorted_by(number).lines[0]
            cell = self._cell(first.side, number)
            parts.append(
                _("{test}: {side} is fastest, {figure}").format(
                    test=test, side=shown(self._names[first.side]), figure=cell
                )
            )
        return "; ".join(parts) or _("No data")
