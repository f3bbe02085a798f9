# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every repeat of one test: a bar to the median of each side, a dot for each repeat on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from driveproof.domain.comparison.matching import Value
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, Linear, Margins, Table, paint_levels
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.sides import side_color
from driveproof.ui.charts.ticks import linear_ticks
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _

_WIDEST = 72.0


@dataclass(frozen=True)
class Bar:
    """One side: its name and its whole repeats, the disturbed ones marked."""

    name: str
    values: tuple[Value, ...]


class SideBars(Chart):
    """Bars from zero; lines go from the least to the greatest repeat."""

    margins = Margins(58.0, 8.0)

    def __init__(self, bars: Sequence[Bar], quantity: Quantity, direction: str, title: str) -> None:
        self.title = title
        self.bars = tuple(bars)
        self.quantity = quantity
        self.direction = direction
        high = max((one.value for bar in bars for one in bar.values), default=0.0)
        self._ticks = linear_ticks(high / quantity.divisor)

    def _column(self, plot: QRectF, number: int) -> QRectF:
        each = plot.width() / max(1, len(self.bars))
        width = min(_WIDEST, each * 0.5)
        left = plot.left() + each * number + (each - width) / 2
        return QRectF(left, plot.top(), width, plot.height())

    def _y(self, plot: QRectF, value: float) -> float:
        share = value / self.quantity.divisor / self._ticks[-1]
        return plot.bottom() - share * plot.height()

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        plot = self.plot_rect(rect)
        self.paint_title(painter, rect, look)
        if plot.width() < 20 or plot.height() < 10:
            return
        scale = Linear(0.0, self._ticks[-1])
        marks = [(scale.share(t), self.quantity.mark(t, self._ticks[-1])) for t in self._ticks]
        paint_levels(painter, plot, look, marks)
        each = plot.width() / max(1, len(self.bars))
        names = painting.elided_apart([shown(bar.name) for bar in self.bars], look.small, each - 6)
        for number, (bar, words) in enumerate(zip(self.bars, names, strict=True)):
            column = self._column(plot, number)
            at = QPointF(column.center().x(), plot.bottom() + 14)
            painting.text(painter, at, words, look.small, look.muted, align=painting.CENTRE)
            if bar.values:
                self._paint_bar(painter, plot, look, column, number)

    def _paint_bar(
        self, painter: QPainter, plot: QRectF, look: Look, column: QRectF, number: int
    ) -> None:
        values = self.bars[number].values
        color = side_color(look, number, self.direction)
        top = self._y(plot, median([one.value for one in values]))
        painting.fill(
            painter,
            QRectF(column.left(), top, column.width(), plot.bottom() - top),
            painting.mixed(color, look.surface, 0.45),
        )
        painting.fill(painter, QRectF(column.left(), top - 1, column.width(), 2), color)
        x = column.center().x()
        if len(values) > 1:
            low, high = (self._y(plot, f(one.value for one in values)) for f in (min, max))
            painting.hairline(painter, (x, low, x, high), look.text)
            for y in (low, high):
                painting.hairline(painter, (x - 5, y, x + 5, y), look.text)
        for place, one in enumerate(values):
            spread = 0.5 if len(values) == 1 else (place + 0.5) / len(values)
            at = QPointF(
                column.left() + 6 + spread * (column.width() - 12), self._y(plot, one.value)
            )
            painter.setPen(QPen(look.warning if one.disturbed else look.surface, 1.2))
            painter.setBrush(look.surface if one.disturbed else color)
            painter.drawEllipse(at, 3.2, 3.2)

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        plot = self.plot_rect(rect)
        if not self.bars or not plot.left() <= at.x() < plot.right():
            return
        number = int((at.x() - plot.left()) / plot.width() * len(self.bars))
        values = self.bars[min(number, len(self.bars) - 1)].values
        if values:
            self.paint_value(painter, rect, look, self._said(values))

    def _said(self, values: Sequence[Value]) -> str:
        figures = [one.value for one in values]
        words = self.quantity.write(median(figures))
        if len(figures) > 1:
            words = _("median of {0}: {1} ({2} to {3})").format(
                len(figures), words, *(self.quantity.write(f(figures)) for f in (min, max))
            )
        disturbed = sum(one.disturbed for one in values)
        if disturbed:
            words += _(", {0} disturbed").format(disturbed)
        return words

    def table(self) -> Table:
        rows = [
            (
                shown(bar.name),
                str(place),
                self.quantity.write(one.value),
                _("disturbed") if one.disturbed else "",
            )
            for bar in self.bars
            for place, one in enumerate(bar.values, 1)
        ]
        heads = (
            _("Side"),
            _("Repeat"),
            self.quantity.axis,
            _("Remark"),
        )
        return Table(heads, tuple(rows))

    def describe(self) -> str:
        parts = [f"{shown(bar.name)}: {self._said(bar.values)}" for bar in self.bars if bar.values]
        return "; ".join(parts) or _("nothing was measured")
