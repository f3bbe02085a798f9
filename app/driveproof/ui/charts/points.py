# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plot of an answer whose points count more than what is between them: load curves, scaling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTransform

from driveproof.domain.figure import Ink, Plot, Rule, Series, Table
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle, shade_color
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.frame import LABEL_ROOM, MOST_IN_TITLE, PointerReading
from driveproof.ui.charts.marks import Dots, UprightLines, name_beside
from driveproof.ui.charts.plot import VEIL, ChartPlot
from driveproof.ui.charts.quantity import of_unit
from driveproof.ui.charts.ticks import (
    linear_ticks,
    log_marks,
    short_number,
    span_ticks,
)
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.table import spoken_text

_EMPTY: Floats = np.empty(0)
_HEADROOM = 1.08  # right of the last point
_LATENCIES = 5  # marks of a logarithmic axis, at most
_RATES = 6  # marks of an axis of I/Os, at most
_MARK = 110.0  # pixels between two of them
_LEAST = 1e-3  # what is drawn for zero on a logarithmic axis
DASH = (5.0, 3.0)


@dataclass(frozen=True)
class _Line:
    """A series as positions on the axes; `group` is what it is hidden with, "" for nothing."""

    series: Series
    x: Floats
    y: Floats
    group: str


class PointsChart(Chart):
    """Lines through points in any order. Labelled points are those of curves: the title of each is
    at its last point, and their groups are in the legend. Other lines are named at their ends.

    `figures` are the table of what is drawn; `binary` writes MiB/s instead of MB/s.
    """

    margins = Margins(66.0, 56.0)

    def __init__(self, plot: Plot, figures: Table, *, binary: bool = False) -> None:
        self.shown, self._figures, self._binary = plot, figures, binary
        self.title = say_text(plot.title)
        self.quantity = of_unit(plot.y.unit, binary=binary)
        self._labelled = any(one.labels for one in plot.series)
        groups = (value_text(one.group) for one in plot.series if one.group is not None)
        self.groups = tuple(dict.fromkeys(groups))
        self.key_names = self.groups if len(self.groups) > MOST_IN_TITLE else ()
        self._lines = [self._line(one) for one in plot.series]

    def _line(self, one: Series) -> _Line:
        x, y = np.array(one.points, dtype=np.float64).reshape(-1, 2).T
        return _Line(
            one, self.across(x), self.up(y), "" if one.group is None else value_text(one.group)
        )

    def across(self, values: Floats) -> Floats:
        """Values as positions on the horizontal axis."""
        return np.log10(np.maximum(values, _LEAST)) if self.shown.x.log else values

    def up(self, values: Floats) -> Floats:
        """Values as positions on the vertical axis."""
        if not self.shown.y.log:
            return values / self.quantity.divisor
        with np.errstate(divide="ignore"):
            return np.where(values > 0, np.log10(values), np.nan)

    def _seen(self, plot: ChartPlot) -> list[_Line]:
        return [line for line in self._lines if plot.shows(line.group)]

    def _rules(self, axis: str) -> list[Rule]:
        return [rule for rule in self.shown.rules if rule.axis == axis]

    # Axes

    def _draw_axes(self, plot: ChartPlot, seen: Sequence[_Line]) -> None:
        x = np.concatenate([line.x for line in seen])
        low, high = float(x.min()), float(x.max())
        wide = max(0.05, 0.04 * (high - low))
        across = (low - wide, high + wide) if self.shown.x.log else (0.0, high * _HEADROOM)
        limits = [self.up(np.array([rule.at])) for rule in self._rules("y")]
        y = np.concatenate([*(line.y for line in seen if not line.series.dashed), *limits])
        low, high = float(np.nanmin(y)), float(np.nanmax(y))
        if self.shown.y.log:
            edge = 1.6 * max(0.08, 0.08 * (high - low))
            plot.range(across, (low - edge, high + edge))
            marks = log_marks(10 ** (low - edge), 10 ** (high + edge), _LATENCIES)
            plot.left_marks([(math.log10(at), self.quantity.mark(at, at)) for at in marks])
        else:
            ticks = linear_ticks(high)
            plot.range(across, (0.0, ticks[-1]))
            plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        plot.bottom.marks = self._marks

    def _marks(self, low: float, high: float, room: float) -> list[Tick]:
        axis, most = self.shown.x, max(2, int(room / _MARK))
        if axis.ticks:
            places = self.across(np.array(axis.ticks)).tolist()
            mark = of_unit(axis.unit).mark
            return [Tick(at, mark(one, one)) for at, one in zip(places, axis.ticks, strict=True)]
        if axis.log:
            found = log_marks(10**low, 10**high, most)
            return [Tick(math.log10(at), short_number(at, found[-1])) for at in found]
        ticks = span_ticks(0.0, high, min(most, _RATES))
        return [Tick(at, short_number(at, ticks[-1])) for at in ticks if at <= high * 1.0001]

    # What is drawn

    def draw(self, plot: ChartPlot) -> None:
        seen = self._seen(plot)
        if not any(np.isfinite(line.y).any() for line in seen):
            plot.range((0.0, 1.0), (0.0, 1.0))
            plot.say(_("No data"))
        else:
            self._draw_axes(plot, seen)
            self._draw_rules(plot)
        words: dict[str, list[PointWord]] = {}
        for line in self._lines:
            self._draw_line(plot, line)
            if self._labelled:
                words.setdefault(line.group, []).extend(self._words(line, plot.look))
            elif not line.series.dashed:
                room = self.margins.right - LABEL_ROOM
                title = painting.elided(value_text(line.series.title), plot.look.small, room)
                plot.label(title, self._color(line, plot.look), line.x, line.y)
                plot.frame.labels_from = float(line.x.max())
        self._write(plot, words)
        for name in self.groups:
            first = next(line.series for line in self._lines if line.group == name)
            color = shade_color(first.shade, plot.look)
            faint = self.shown.sides and first.shade.ink is Ink.MUTED
            text = plot.look.muted if faint else color
            plot.key("line", shown(name), color, series=name, text=text)

    def _color(self, line: _Line, look: ChartStyle) -> QColor:
        return shade_color(line.series.shade, look)

    def _draw_rules(self, plot: ChartPlot) -> None:
        """The rules with their names, and the bands; one to the last point ends with the axis."""
        look, last = plot.look, max(float(line.x.max()) for line in self._lines)
        for band in self.shown.bands:
            begin, end = self.across(np.array([band.begin, band.end])).tolist()
            plot.shade(band.key, begin, plot.full[1] if end >= last else end)
        if upright := self._uprights():
            beyond = painting.mixed(look.text, look.surface, VEIL)
            item = plot.item("rules", UprightLines, z=9)
            item.set_places(upright, look, dashed=True, beyond=beyond)
        for level, name in self._limits():
            plot.line_at(name, level, name, left=True)  # with few I/Os nothing is near it

    def _uprights(self) -> list[tuple[float, str]]:
        return [
            (float(self.across(np.array([rule.at]))[0]), say_text(rule.title))
            for rule in self._rules("x")
        ]

    def _limits(self) -> list[tuple[float, str]]:
        return [
            (float(self.up(np.array([rule.at]))[0]), say_text(rule.title))
            for rule in self._rules("y")
        ]

    def _draw_line(self, plot: ChartPlot, line: _Line) -> None:
        one, color = line.series, self._color(line, plot.look)
        path = plot.item(one.key, PathItem, z=10 if one.dots else 9, series=line.group)
        width, dash = (1.9, ()) if one.dots else (1.4, DASH)
        path.set_path(line.x, line.y, color, width=width, dash=dash)
        if one.dots:
            dots = plot.item(f"{one.key} dots", Dots, z=12, series=line.group)
            dots.set_dots(line.x, line.y, color, radius=3.3, edge=plot.look.surface)
        if one.marked is not None:
            at = slice(one.marked, one.marked + 1)
            ring = plot.item(f"{one.key} answer", Dots, z=12.5, series=line.group)
            ring.set_dots(line.x[at], line.y[at], color, radius=6.5, edge=plot.look.text)

    def _words(self, line: _Line, look: ChartStyle) -> list[PointWord]:
        """The title at the last point, then the labels: first those that count, from the end."""
        one, points = line.series, list(zip(line.x.tolist(), line.y.tolist(), strict=True))
        rules = {rule.at for rule in self._rules("x")}
        needed = {at for at, (x, _y) in enumerate(one.points) if at == one.marked or x in rules}
        order = sorted(range(len(one.labels)), key=lambda at: (at not in needed, -at))
        name = value_text(one.title)
        title = PointWord(*points[-1], name, self._color(line, look), above=True, needed=True)
        labels = (
            PointWord(*points[at], f"{one.labels[at]}", look.muted, needed=at in needed)
            for at in order
        )
        return [title, *labels]

    def _write(self, plot: ChartPlot, words: dict[str, list[PointWord]]) -> None:
        """What is written beside points, each group where those before it left room."""
        lines = [(line.x, line.y) for line in self._seen(plot)]
        before: list[PointWords] = []
        for number, (group, some) in enumerate(words.items()):
            item = plot.item(f"words {number}", PointWords, z=13 + 0.01 * number, series=group)
            item.set_words(
                some, plot.look, lines, before, limits=self._limits(), uprights=self._uprights()
            )
            before.append(item)

    # What is said

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        """What is known of the nearest point, with the values of its group."""
        seen = self._seen(plot)
        near: list[tuple[float, int, int]] = []
        for number, line in enumerate(seen):
            if line.series.details:
                far = plot.x_of(line.x) - plot.x_of(x)
                high = 0.0 * far if y is None else plot.y_of(line.y) - plot.y_of(y)
                distances = np.nan_to_num(far**2 + high**2, nan=np.inf).tolist()
                near += [(one, number, at) for at, one in enumerate(distances)]
        if not near:
            return None
        _distance, number, at = min(near)
        found = seen[number]
        cells = (value_text(one, binary=self._binary) for one in found.series.details[at])
        name = shown(found.group) if self._labelled else value_text(found.series.title)
        dots = [
            (float(line.x[place]), float(line.y[place]), self._color(line, plot.look))
            for line in seen
            if line is found or (self._labelled and line.group == found.group)
            for place in np.flatnonzero(line.x == found.x[at])[:1].tolist()
        ]
        return PointerReading("   ".join(filter(None, (name, *cells))), dots, hair=False)

    def table(self) -> ChartTable:
        return ChartTable.of(self._figures, binary=self._binary)

    def describe(self) -> str:
        if self.shown.spoken:
            return say_texts(self.shown.spoken, binary=self._binary)
        return spoken_text(self._figures, binary=self._binary) or _("No data")


class PathItem(DataItem):
    """A line through points in any order: a curve that bends back is drawn as it is."""

    def __init__(self) -> None:
        super().__init__()
        self._x, self._y = _EMPTY, _EMPTY
        self._color = QColor()
        self._width = 1.8
        self._dash: tuple[float, ...] = ()

    def set_path(
        self, x: Floats, y: Floats, color: QColor, *, width: float, dash: tuple[float, ...] = ()
    ) -> None:
        """Draw another line; it breaks where `y` is NaN."""
        self._x, self._y, self._color, self._width, self._dash = x, y, color, width, dash
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        x, y = place.m11() * self._x + place.dx(), place.m22() * self._y + place.dy()
        painting.curve(painter, x, y, self._color, width=self._width, dash=self._dash)


@dataclass(frozen=True)
class PointWord:
    """A text beside a point of the axes: if possible below it and to its right, or `above` it. One
    that is not `needed` is left out where it would lie on a line: the table has it.
    """

    x: float
    y: float
    text: str
    color: QColor
    above: bool = False
    needed: bool = False


class PointWords(DataItem):
    """Texts beside points, where no line runs through them; one that would cover an earlier one,
    one of `before`, the words of a limit at the left (its height and text), or the name of an
    upright line (its position and text) is left out.
    """

    room = 60.0
    """Pixels right of the axes where they may still be."""

    def __init__(self) -> None:
        super().__init__()
        self._words: list[PointWord] = []
        self._look: ChartStyle | None = None
        self.lines: Sequence[tuple[Floats, Floats]] = ()
        """The corners of the lines around them."""
        self._before: tuple[PointWords, ...] = ()
        self._limits: Sequence[tuple[float, str]] = ()
        self._uprights: Sequence[tuple[float, str]] = ()
        self.taken: list[QRectF] = []

    def set_words(
        self,
        words: Sequence[PointWord],
        look: ChartStyle,
        lines: Sequence[tuple[Floats, Floats]],
        before: Sequence[PointWords] = (),
        *,
        limits: Sequence[tuple[float, str]] = (),
        uprights: Sequence[tuple[float, str]] = (),
    ) -> None:
        """Show other texts, the most important first."""
        self._words, self._look, self.lines = list(words), look, lines
        self._before, self._limits, self._uprights = tuple(before), limits, uprights
        self.update()

    def boundingRect(self) -> QRectF:
        rect = super().boundingRect()
        return rect.adjusted(0, -0.2 * rect.height(), 0.2 * rect.width(), 0.2 * rect.height())

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        look = self._look
        if look is None:
            return
        plot = place.mapRect(rect)
        painter.setClipRect(plot.adjusted(0, -12, self.room, 12), Qt.ClipOperation.ReplaceClip)
        taken = [box for one in self._before if one.isVisible() for box in one.taken]
        for height, text in self._limits:
            level, wide = place.m22() * height + place.dy(), look.width(look.small, text) + 12
            taken.append(QRectF(plot.left(), level - 16, wide, 18))
        for value, text in self._uprights:
            x, high = place.m11() * value + place.dx(), look.height(look.small)
            words, left = name_beside(text, x, (plot.left(), plot.right()), look)
            taken.append(QRectF(left, plot.top(), look.width(look.small, words), high))
        self.taken = []
        ink = [_along(place.m11() * x + place.dx(), place.m22() * y + place.dy())
               for x, y in self.lines]  # fmt: skip
        for word in self._words:
            x, y = place.m11() * word.x + place.dx(), place.m22() * word.y + place.dy()
            width = look.width(look.small, word.text)
            sides = (-9.0, 10.0) if word.above else (10.0, -9.0)
            boxes = [
                QRectF(left - 2, y + side - 6, width + 4, 12)
                for side in sides
                for left in (x + 7, x - 7 - width)
            ]
            whole = plot.adjusted(0, -12, self.room, 12)
            free = [
                box for box in boxes if whole.contains(box) and not any(map(box.intersects, taken))
            ]
            clear = [box for box in free if not any(_runs_through(line, box) for line in ink)]
            if not clear and not (word.needed and boxes[0] in free):
                continue
            box = clear[0] if clear else boxes[0]
            taken.append(box)
            self.taken.append(box)
            at = QPointF(box.left() + 2, box.center().y())
            painting.text(painter, at, word.text, look.small, word.color)


def _along(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Points on a line, at most three pixels apart."""
    if len(x) < 2:
        return x, y
    steps = max(2, math.ceil(float(np.nanmax(np.hypot(np.diff(x), np.diff(y)), initial=0.0)) / 3))
    share = np.linspace(0.0, 1.0, steps + 1)
    return (
        (x[:-1, None] + np.diff(x)[:, None] * share).ravel(),
        (y[:-1, None] + np.diff(y)[:, None] * share).ravel(),
    )


def _runs_through(line: tuple[Floats, Floats], box: QRectF) -> bool:
    x, y = line
    across = (x > box.left() + 1) & (x < box.right() - 1)
    return bool((across & (y > box.top()) & (y < box.bottom())).any())
