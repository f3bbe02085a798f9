# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws groups of upright bars: tests of several sides, sizes of requests, repeats of sides."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QTransform

from driveproof.domain.figure import Group, GroupBar, Groups
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle, shade_color
from driveproof.ui.charts.curve import DataItem, visible
from driveproof.ui.charts.frame import LINE, MOST_IN_TITLE, PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.rows import in_two_lines
from driveproof.ui.charts.ticks import headroom, linear_ticks
from driveproof.ui.theme.text import shown, wrapped_lines
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text

_WIDEST, _WIDEST_OF_REPEATS = 40.0, 72.0  # pixels of a bar, as all of these
_CAP = 4.0  # half of the line at the end of a whisker
_DOT = 3.2
_ABOVE = 1.04  # of the greatest repeat: the line at its end is within the plot
_TALLEST = 1.5  # of the end of an axis: one odd repeat does not make all bars small
_BETWEEN = 6.0  # pixels between the names of two groups


class UprightBar(DataItem):
    """A bar from zero, between two integers of the horizontal axis, with a whisker.

    One of single repeats is pale, with a line at its top and a dot for each; a ring in the warning
    colour marks a disturbed one.
    """

    def __init__(self) -> None:
        super().__init__()
        self._left = 0.0
        self._bar: GroupBar | None = None
        self._look: ChartStyle | None = None
        self._divisor = 1.0

    def set_bar(self, left: float, bar: GroupBar, divisor: float, look: ChartStyle) -> None:
        """Draw it from `left` to the next integer."""
        self._left, self._bar, self._divisor, self._look = left, bar, divisor, look
        self.update()

    def boundingRect(self) -> QRectF:
        rect = visible(self)
        return rect.adjusted(0, -0.1 * rect.height(), 0, 0.1 * rect.height())

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        bar, look = self._bar, self._look
        if bar is None or look is None:
            return
        base = place.dy()

        def row(value: float) -> float:
            return place.m22() * value / self._divisor + base

        middle = place.m11() * (self._left + 0.5) + place.dx()
        width = min(_WIDEST, place.m11() * 0.86)
        if bar.repeats:
            width = min(_WIDEST_OF_REPEATS, place.m11() * 0.5)
        box = QRectF(middle - width / 2, row(bar.height), width, base - row(bar.height))
        color = shade_color(bar.shade, look)
        if bar.repeats:
            top = place.mapRect(rect).top() - 6
            around = QRectF(box.left() - 4, top, width + 8, base)
            painter.setClipRect(around, Qt.ClipOperation.ReplaceClip)
            painting.fill(painter, box, painting.mixed(color, look.surface, 0.45))
            painting.fill(painter, QRectF(box.left(), box.top() - 1, width, 2), color)
        else:
            painting.fill(painter, box, color)
        if bar.spread is not None:
            edge = place.map(QPointF(0, rect.bottom())).y() + 1
            cap = 5.0 if bar.repeats else min(_CAP, width / 2 - 1)
            ends = row(bar.spread[0]), row(bar.spread[1])
            self._paint_whisker(painter, middle, ends, cap=cap, edge=edge)
        for order, (value, disturbed) in enumerate(bar.repeats):
            share = (order + 0.5) / len(bar.repeats)
            painter.setPen(QPen(look.warning if disturbed else look.surface, 1.2))
            painter.setBrush(look.surface if disturbed else color)
            at = QPointF(box.left() + 6 + share * (width - 12), row(value))
            painter.drawEllipse(at, _DOT, _DOT)

    def _paint_whisker(
        self, painter: QPainter, x: float, ends: tuple[float, float], *, cap: float, edge: float
    ) -> None:
        """One that goes on beyond the `edge` of the plot ends in the head of an arrow."""
        if self._look is None:
            return
        color, (low, high) = self._look.text, ends
        end = max(high, edge)
        painting.hairline(painter, (x, low, x, end), color)
        painting.hairline(painter, (x - cap, low, x + cap, low), color)
        down = cap if end > high else 0.0
        for side in (-cap, cap):
            painting.hairline(painter, (x, end, x + side, end + down), color)


class GroupsChart(Chart):
    """Bars from zero in groups; `of` is what their axis counts, `binary` writes bandwidths in
    MiB/s. Where each group is one bar, a click on its name below hides it.

    It does not zoom: the horizontal axis has nothing between two groups.
    """

    margins = Margins(58.0, 8.0)

    def __init__(
        self, figures: Groups, of: Quantity, *, title: str = "", binary: bool = False
    ) -> None:
        self.figures, self.quantity = figures, of
        self._binary = binary or of.binary
        self.title = title or say_text(figures.title)
        self.most = max((len(group.bars) for group in figures.groups), default=1)
        names = tuple(value_text(name) for name, _shade in figures.key)
        self.key_names = names if len(names) > MOST_IN_TITLE else ()
        self._gap = _gap(figures)
        self._step = self.most + self._gap

    def _two_lines(self, width: float, look: ChartStyle) -> bool:
        """Whether the names of the groups take two lines below a plot of so many pixels."""
        if self.most != 1:
            return self.most > MOST_IN_TITLE
        room = width / max(1, len(self.figures.groups)) - _BETWEEN
        return any(look.width(look.small, name) > room for name in self._titles())

    def _titles(self) -> list[str]:
        return [shown(cell_text(group.title)) for group in self.figures.groups]

    def plot_rect(self, rect: QRectF, look: ChartStyle) -> QRectF:
        plot = super().plot_rect(rect, look)
        return plot.adjusted(0, 0, 0, -LINE if self._two_lines(plot.width(), look) else 0)

    def _series(self, group: Group) -> str:
        """What hides a group of one bar."""
        alone = self.most > 1 or len(self.figures.groups) < 2
        return "" if alone else cell_text(group.title)

    def _levels(self, plot: ChartPlot) -> tuple[float, tuple[float, ...]]:
        """The end of the vertical axis and its ticks, in its unit."""
        divisor, groups = self.quantity.divisor, self.figures.groups
        seen = [one for one in groups if plot.shows(self._series(one))] or groups
        bars = [bar for group in seen for bar in group.bars if bar is not None]
        highest = (
            max((max(bar.height, *(bar.spread or (0.0,))) for bar in bars), default=0.0) / divisor
        )
        if self.figures.y.ends is not None:
            end = self.figures.y.ends[1] / divisor
            ticks = tuple(end * quarter / 4 for quarter in range(5))
            return min(max(end, highest * _ABOVE), end * _TALLEST), ticks
        ticks = linear_ticks(highest)
        if any(bar.label is not None for bar in bars):
            return headroom(0.0, ticks[-1], highest, plot.area.height()), ticks
        return ticks[-1], ticks

    def draw(self, plot: ChartPlot) -> None:
        look, groups = plot.look, self.figures.groups
        top, ticks = self._levels(plot)
        plot.range((0.0, max(1.0, len(groups) * self._step)), (0.0, top))
        plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        if not groups:
            plot.say(_("No data"))
            return
        text = look.text if self.key_names else None
        for name, shade in self.figures.key:
            plot.key("area", value_text(name), shade_color(shade, look), text=text)
        for number, group in enumerate(groups):
            series = self._series(group)
            for place, bar in enumerate(group.bars):
                if bar is not None:
                    left = number * self._step + self._gap / 2 + place
                    item = plot.item(f"bar {number} {place}", UprightBar, z=10, series=series)
                    item.set_bar(left, bar, self.quantity.divisor, look)
                    self._draw_label(plot, left + 0.5, bar)
        for number, (group, words) in enumerate(zip(groups, self._names(plot), strict=True)):
            middle = (number + 0.5) * self._step
            plot.name_below(words, look.muted, middle, self._series(group))

    def _names(self, plot: ChartPlot) -> list[str]:
        """The names of the groups as far as they have room."""
        look, names = plot.look, self._titles()
        room = plot.area.width() / len(names) - _BETWEEN
        if self.most > MOST_IN_TITLE:
            return [_of_test(name, look, room) for name in names]
        if self._two_lines(plot.area.width(), look):
            return [_in_two_lines(name, look.small, room) for name in names]
        return painting.elided_apart(names, look.small, room)

    def _draw_label(self, plot: ChartPlot, x: float, bar: GroupBar) -> None:
        """What stands above a bar, where it is wide enough for that."""
        look, words = plot.look, cell_text(bar.label)
        if words and look.width(look.small, words) <= abs(plot.x_of(1.0) - plot.x_of(0.0)):
            at = QPointF(plot.x_of(x), plot.y_of(bar.height / self.quantity.divisor) - 9)
            plot.beside.text(at, words, look.small, look.muted, painting.CENTRE)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        """The group under the pointer, of many bars the one of them."""
        number = int(x // self._step)
        if not 0 <= number < len(self.figures.groups):
            return None
        group = self.figures.groups[number]
        place = int(x - number * self._step - self._gap / 2)
        if not plot.shows(self._series(group)) or (self.most > 2 and place >= len(group.bars)):
            return None
        bars = group.bars[place : place + 1] if self.most > 2 else group.bars
        found = [(cell_text(bar.name), self._said(bar)) for bar in bars if bar is not None]
        if not found:
            return None
        if self.most > MOST_IN_TITLE:
            words = [_("{name}: {text}").format(name=name, text=said) for name, said in found]
        elif self.most == 1 and not self.figures.key:
            words = [said for _name, said in found]
        else:
            words = [cell_text(group.title), *(f"{name} {said}" for name, said in found)]
        return PointerReading("   ".join(words), hair=False)

    def _said(self, bar: GroupBar) -> str:
        return cell_text(bar.said, binary=self._binary)

    def table(self) -> ChartTable:
        return ChartTable.of(self.figures.table, binary=self._binary)

    def describe(self) -> str:
        parts = [say_text(one, binary=self._binary) for one in self.figures.spoken]
        return "; ".join(parts) or _("No data")


def _gap(figures: Groups) -> float:
    """Between two groups, in bars: those of single repeats are narrow enough without."""
    bars = [bar for group in figures.groups for bar in group.bars if bar is not None]
    if any(bar.repeats for bar in bars):
        return 0.0
    return 1.0 if any(len(group.bars) > 2 for group in figures.groups) else 0.6


def _of_test(name: str, look: ChartStyle, room: float) -> str:
    """The name of a test in two lines: "Random 4 KiB", "Q32 read"."""
    lines: Sequence[str] = in_two_lines(name)
    if any(look.width(look.small, line) > room for line in lines):
        lines = name.split(" ", 1)  # "Sequential", "1 MiB, Q8 read"
    return "\n".join(painting.elided(line, look.small, room) for line in lines)


def _in_two_lines(name: str, font: QFont, room: float) -> str:
    lines = wrapped_lines(name, font, int(room), 2)
    return "\n".join(painting.elided(line, font, room) for line in lines)
