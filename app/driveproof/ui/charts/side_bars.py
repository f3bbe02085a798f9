# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every repeat of one test: a bar to the median of each side, with a dot for each repeat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTransform

from driveproof.domain.access import Direction
from driveproof.domain.comparison.matching import RepeatValue
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem, visible
from driveproof.ui.charts.frame import LINE, PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.sides import side_color
from driveproof.ui.charts.ticks import linear_ticks
from driveproof.ui.theme.text import shown, wrapped_lines
from driveproof.wording.catalogue import _, ngettext

_WIDEST = 72.0
ONE_LINE = 4
"""The names of so many sides stand below their bars in one line each."""


@dataclass(frozen=True)
class Bar:
    """One side: its name and its complete repeats, the disturbed ones marked."""

    name: str
    values: tuple[RepeatValue, ...]


class SideBar(DataItem):
    """One side: a bar to the median, a line from minimum to maximum, and a dot per repeat.

    A ring in the warning colour marks a disturbed repeat.
    """

    def __init__(self) -> None:
        super().__init__()
        self._number = 0
        self._values: list[tuple[float, bool]] = []
        self.color = QColor()
        self._look: ChartStyle | None = None

    def set_bar(
        self, number: int, values: Sequence[tuple[float, bool]], color: QColor, look: ChartStyle
    ) -> None:
        """Draw other repeats, as (value, whether it was disturbed), between `number` and the next
        integer of the horizontal axis.
        """
        self._number, self._values, self.color, self._look = number, list(values), color, look
        self.update()

    def boundingRect(self) -> QRectF:
        rect = visible(self)
        return rect.adjusted(0, -0.1 * rect.height(), 0, 0.1 * rect.height())

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        look = self._look
        if look is None or not self._values:
            return
        rows = [place.m22() * value + place.dy() for value, _disturbed in self._values]
        x, base = place.m11() * (self._number + 0.5) + place.dx(), place.dy()
        width = min(_WIDEST, place.m11() * 0.5)
        left, top = x - width / 2, median(rows)
        painter.setClipRect(
            QRectF(left - 4, place.mapRect(visible(self)).top() - 6, width + 8, base),
            Qt.ClipOperation.ReplaceClip,
        )
        pale = painting.mixed(self.color, look.surface, 0.45)
        painting.fill(painter, QRectF(left, top, width, base - top), pale)
        painting.fill(painter, QRectF(left, top - 1, width, 2), self.color)
        if len(rows) > 1:
            painting.hairline(painter, (x, min(rows), x, max(rows)), look.text)
            for y in (min(rows), max(rows)):
                painting.hairline(painter, (x - 5, y, x + 5, y), look.text)
        for order, (y, (_value, disturbed)) in enumerate(zip(rows, self._values, strict=True)):
            share = (order + 0.5) / len(rows)
            painter.setPen(QPen(look.warning if disturbed else look.surface, 1.2))
            painter.setBrush(look.surface if disturbed else self.color)
            painter.drawEllipse(QPointF(left + 6 + share * (width - 12), y), 3.2, 3.2)


def _in_two_lines(name: str, font: QFont, room: float) -> str:
    lines = wrapped_lines(name, font, int(room), 2)
    return "\n".join(painting.elided(line, font, room) for line in lines)


class SideBars(Chart):
    """A bar from zero for each side; a click on its name below hides it.

    It does not zoom: the horizontal axis has nothing between two sides.
    """

    margins = Margins(58.0, 8.0)

    def __init__(
        self, bars: Sequence[Bar], quantity: Quantity, direction: Direction, title: str
    ) -> None:
        self.title = title
        self.bars = tuple(bars)
        self.quantity = quantity
        self.direction = direction

    @property
    def _crowded(self) -> bool:
        """Whether the names have two lines, since there are many of them."""
        return len(self.bars) > ONE_LINE

    def plot_rect(self, rect: QRectF, look: ChartStyle) -> QRectF:
        return super().plot_rect(rect, look).adjusted(0, 0, 0, -LINE if self._crowded else 0)

    def _ticks(self, bars: Sequence[Bar]) -> tuple[float, ...]:
        high = max((one.value for bar in bars for one in bar.values), default=0.0)
        return linear_ticks(high / self.quantity.divisor)

    def _series(self, bar: Bar) -> str:
        return bar.name if len(self.bars) > 1 else ""

    def draw(self, plot: ChartPlot) -> None:
        look = plot.look
        seen = [bar for bar in self.bars if plot.shows(self._series(bar))]
        ticks = self._ticks(seen or self.bars)
        plot.range((0.0, float(max(1, len(self.bars)))), (0.0, ticks[-1]))
        plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        room = plot.area.width() / max(1, len(self.bars)) - 6
        names = [shown(bar.name) for bar in self.bars]
        if self._crowded:
            names = [_in_two_lines(name, look.small, room) for name in names]
        else:
            names = painting.elided_apart(names, look.small, room)
        for number, (bar, words) in enumerate(zip(self.bars, names, strict=True)):
            series = self._series(bar)
            plot.name_below(words, look.muted, number + 0.5, series)
            if bar.values:
                item = plot.item(f"side {number}", SideBar, z=10, series=series)
                values = [one.value / self.quantity.divisor for one in bar.values]
                disturbed = [one.disturbed for one in bar.values]
                color = side_color(look, number, self.direction, len(self.bars))
                item.set_bar(number, list(zip(values, disturbed, strict=True)), color, look)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        bar = self.bars[min(int(x), len(self.bars) - 1)] if self.bars else None
        if bar is None or not bar.values or not plot.shows(self._series(bar)):
            return None
        return PointerReading(self._said(bar.values), hair=False)

    def _said(self, values: Sequence[RepeatValue]) -> str:
        figures = [one.value for one in values]
        words = self.quantity.write(median(figures))
        if len(figures) > 1:
            words = _("median of {count}: {median} ({low} to {high})").format(
                count=len(figures),
                median=words,
                low=self.quantity.write(min(figures)),
                high=self.quantity.write(max(figures)),
            )
        disturbed = sum(one.disturbed for one in values)
        if disturbed:
            affected = ngettext("{count} affected", "{count} affected", disturbed)
            return _("{first}, {second}").format(
                first=words, second=affected.format(count=disturbed)
            )
        return words

    def table(self) -> ChartTable:
        rows = [
            (
                shown(bar.name),
                str(place),
                self.quantity.write(one.value),
                _("affected") if one.disturbed else "",
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
        return ChartTable(heads, tuple(rows))

    def describe(self) -> str:
        parts = [f"{shown(bar.name)}: {self._said(bar.values)}" for bar in self.bars if bar.values]
        return "; ".join(parts) or _("No data")
