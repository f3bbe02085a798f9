# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is drawn in a plot beside lines: dots, bars, time ranges, named positions and levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QTransform

from driveproof.domain.run.columns import Floats
from driveproof.domain.run.run import Summary
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import DataItem, visible
from driveproof.ui.charts.ticks import WORDS

_ROOM = 10.0  # pixels that a plot needs to have text in it
_LABEL = 13.0  # the height of a label beside the plot, in pixels
_BESIDE = 50.0  # and its greatest width: Chart.margins
_NOTHING: Floats = np.empty(0)
MANY = 20_000
"""More dots than this become a cloud; a scan has at most 10,000, logs of other programs any
number.
"""
_END = 3.0  # pixels on each side of a spread's ends
_SIZE = 3  # diameter of a dot in pixels
_LEAST = 0.3  # the opacity of a single dot
BAR = 8.0
"""How thick a horizontal bar is, in pixels."""
BAND_ALPHA = 0.09
SHORTEST = 20.0
"""Pixels: there are no bars if the longest would be shorter."""


class Dots(DataItem):
    """A dot per sample; thousands of them become a cloud that is dark where it is dense."""

    def __init__(self) -> None:
        super().__init__()
        self._x, self._y = _NOTHING, _NOTHING
        self._color, self._edge = QColor(), QColor()
        self._radius = 0.0

    def set_dots(
        self, x: Floats, y: Floats, color: QColor, *, radius: float, edge: QColor | None = None
    ) -> None:
        """Draw other dots, of a `radius` in pixels, with an outline in the colour `edge`."""
        self._x, self._y, self._color, self._radius = x, y, color, radius
        self._edge = edge or QColor(Qt.GlobalColor.transparent)
        self.update()

    def boundingRect(self) -> QRectF:
        rect = visible(self)
        return rect.adjusted(-0.02 * rect.width(), -0.1 * rect.height(), 0.02 * rect.width(), 0)

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        inside = (self._x >= rect.left()) & (self._x <= rect.right())
        if not inside.any():
            return
        x = place.m11() * self._x[inside] + place.dx()
        y = place.m22() * self._y[inside] + place.dy()
        if len(x) > MANY:
            paint_cloud(painter, place.mapRect(rect), x, y, self._color)
        elif self._edge.alpha():
            around = self._radius + 1  # a dot at an edge of the plot is not clipped
            whole = place.mapRect(rect).adjusted(-around, -around, around, around)
            painter.setClipRect(whole, Qt.ClipOperation.ReplaceClip)
            painter.setPen(QPen(self._edge, 1.2))
            painter.setBrush(self._color)
            for at in painting.points(x, y):
                painter.drawEllipse(at, self._radius, self._radius)
        else:
            pen = QPen(self._color, 2 * self._radius)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(arrayToQPolygonF(x, y))


_FEWEST = 4  # characters of a name that was cut, with the ellipsis


def name_beside(
    name: str, x: float, ends: tuple[float, float], look: ChartStyle
) -> tuple[str, float]:
    """The name of an upright line at `x`, and where it begins: right of the line where there is
    room until the second of `ends`, else left of it; cut only where enough of it remains.
    """
    free, right = ends
    words = painting.elided(name, look.small, max(right - x, x - free) - 10)
    if words != name and len(words) < _FEWEST:
        words = name  # "…" says nothing: it is closer to its line, or left out
    width = look.width(look.small, words)
    for gap in (6.0, 3.0):
        if x + gap + width <= right:
            return words, x + gap
    return words, x - 6 - width


class UprightLines(DataItem):
    """Vertical lines with names at their tops, the most important first.

    A name without room is left out: the table has it. A percentile's line goes with its name.
    """

    def __init__(self) -> None:
        super().__init__()
        self.places: list[tuple[float, str]] = []
        self._look: ChartStyle | None = None
        self._dashed = False
        self._beyond: QColor | None = None

    def set_places(
        self,
        places: Sequence[tuple[float, str]],
        look: ChartStyle,
        *,
        dashed: bool = False,
        beyond: QColor | None = None,
    ) -> None:
        """Draw other lines, as (position on the horizontal axis, name), from left to right.

        `beyond` is the chart's ground to the right of a dashed line, if it is shaded there.
        """
        self.places, self._look, self._dashed = list(places), look, dashed
        self._beyond = beyond
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        look = self._look
        if look is None:
            return
        plot = place.mapRect(rect)
        if plot.width() < _ROOM or plot.height() < _ROOM:
            return
        free = plot.left() - 1
        for value, name in self.places:
            if not rect.left() <= value <= rect.right():
                continue
            x = place.m11() * value + place.dx()
            words, left = name_beside(name, x, (free, plot.right()), look)
            width = look.width(look.small, words)
            if left < free and not self._dashed:
                continue
            self._paint_line(painter, x, plot, look)
            if left < free:
                continue
            free = left + width + 8
            height = look.height(look.small)
            if self._dashed:
                ground = QRectF(left - 2, plot.top(), width + 4, height)
                beyond = self._beyond if left > x else None
                painting.fill(painter, ground, beyond or look.surface)
            at = QPointF(left, plot.top() + height / 2)
            painting.text(painter, at, words, look.small, look.muted)

    def _paint_line(self, painter: QPainter, x: float, plot: QRectF, look: ChartStyle) -> None:
        if not self._dashed:
            painting.hairline(painter, (x, plot.top(), x, plot.bottom()), look.muted)
            return
        ends = QPointF(x, plot.top()), QPointF(x, plot.bottom())
        painting.dashed(painter, *ends, look.muted, (2.0, 3.0))


class HeightLines(DataItem):
    """Dashed horizontal lines with their names right of the plot, the most important first.

    A name that would overlap an earlier one is left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._heights: list[tuple[float, str]] = []
        self._look: ChartStyle | None = None

    def set_heights(self, heights: Sequence[tuple[float, str]], look: ChartStyle) -> None:
        """Draw other lines, as (position on the vertical axis, name)."""
        self._heights, self._look = list(heights), look
        self.update()

    def boundingRect(self) -> QRectF:
        """Including the names beside the data."""
        rect = visible(self)
        return rect.adjusted(0, 0, 0.3 * rect.width(), 0)

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        look = self._look
        if look is None:
            return
        plot = place.mapRect(rect)
        if plot.width() < _ROOM or plot.height() < _ROOM:
            return
        names = plot.adjusted(0, -_LABEL, 66, _LABEL)
        painter.setClipRect(names, Qt.ClipOperation.ReplaceClip)
        drawn: list[float] = []
        for value, name in self._heights:
            y = place.m22() * value + place.dy()
            if not plot.top() - 1 <= y <= plot.bottom() + 1:
                continue
            if any(abs(y - other) < _LABEL for other in drawn):
                continue
            drawn.append(y)
            _limit(painter, plot, y, look)
            at = QPointF(plot.right() + 6, y)
            words = painting.elided(name, look.small, _BESIDE)
            painting.text(painter, at, words, look.small, look.muted)


class SpreadBars(DataItem):
    """A vertical line from the least to the greatest repeat of each run."""

    def __init__(self) -> None:
        super().__init__()
        self._x: Floats = np.empty(0)
        self.low, self.high = self._x, self._x
        self._color = QColor()
        self._beside = 0.0

    def set_spreads(
        self, x: Floats, low: Floats, high: Floats, color: QColor, beside: float
    ) -> None:
        """Draw other spreads, in axis coordinates, so many pixels beside their places."""
        self._x, self.low, self.high = x, low, high
        self._color, self._beside = color, beside
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        for x, low, high in zip(self._x, self.low, self.high, strict=True):
            if not rect.left() <= x <= rect.right() or low == high:
                continue
            across = place.m11() * x + place.dx() + self._beside
            bottom, top = (place.m22() * y + place.dy() for y in (low, high))
            painting.hairline(painter, (across, bottom, across, top), self._color)
            for y in (bottom, top):
                painting.hairline(painter, (across - _END, y, across + _END, y), self._color)


class BandItem(DataItem):
    """A range of the horizontal axis: hatched, or a strip at the base."""

    def __init__(self) -> None:
        super().__init__()
        self._ends = (0.0, 0.0)
        self._color = QColor()
        self._strip = False
        self._words = ""
        self._look: ChartStyle | None = None

    def set_band(
        self,
        start: float,
        end: float,
        color: QColor,
        *,
        strip: bool = False,
        words: str = "",
        look: ChartStyle | None = None,
    ) -> None:
        """Show another range."""
        self._ends, self._color = (start, end), color
        self._strip, self._words, self._look = strip, words, look
        self.update()

    def boundingRect(self) -> QRectF:
        rect = visible(self)
        return rect.adjusted(0, -0.05 * rect.height(), 0, 0.05 * rect.height())

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        start, end = max(self._ends[0], rect.left()), min(self._ends[1], rect.right())
        if end < start:
            return
        plot = place.mapRect(rect)
        left, right = place.m11() * start + place.dx(), place.m11() * end + place.dx()
        if self._strip:
            strip = QRectF(left, plot.bottom() + 1, max(2.0, right - left), 2)
            painter.setClipRect(strip, Qt.ClipOperation.ReplaceClip)
            painting.fill(painter, strip, self._color)
            return
        painter.setClipRect(plot)
        band = QRectF(left, plot.top(), right - left, plot.height())
        band.setWidth(max(2.0, band.width()))
        painting.hatch(painter, band, self._color)
        look = self._look
        if look is not None and band.width() > look.width(look.small, self._words) + 4:
            at = QPointF(band.center().x(), plot.top() + 9)
            _plate(painter, at, look.width(look.small, self._words), look)
            painting.text(painter, at, self._words, look.small, self._color, align=painting.CENTRE)


class LevelLine(DataItem):
    """A thin dashed horizontal line."""

    def __init__(self) -> None:
        super().__init__()
        self._value = 0.0
        self._look: ChartStyle | None = None

    def set_level(self, value: float, look: ChartStyle) -> None:
        """Move it to another height."""
        self._value, self._look = value, look
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        if self._look is not None:
            y = place.m22() * self._value + place.dy()
            _limit(painter, place.mapRect(rect), y, self._look)


class LevelWords(DataItem):
    """The label of a level, above its line, or below it at the end of the axis."""

    def __init__(self) -> None:
        super().__init__()
        self._value, self._words = 0.0, ""
        self._left = False
        self._look: ChartStyle | None = None

    def set_words(self, value: float, words: str, look: ChartStyle, *, left: bool = False) -> None:
        """Show another label, or at another height; `left` at the start of the axis."""
        self._value, self._words, self._look, self._left = value, words, look, left
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        look = self._look
        if look is None:
            return
        plot = place.mapRect(rect)
        y = place.m22() * self._value + place.dy()
        above = y - plot.top() >= WORDS - 0.5
        width = look.width(look.small, self._words) + 8
        if width > plot.width():
            return  # the label is in the chart's description
        right = plot.left() + width - 4 if self._left else plot.right() - 4
        at = QPointF(right, y + (-1 if above else 1) * WORDS / 2)
        _plate(painter, at - QPointF((width - 8) / 2, 0), width - 8, look)
        painting.text(painter, at, self._words, look.small, look.muted, align=painting.RIGHT)


class BorderLine(DataItem):
    """A vertical hairline."""

    def __init__(self) -> None:
        super().__init__()
        self._place, self._color = 0.0, QColor()

    def set_border(self, place: float, color: QColor) -> None:
        """Move it to another position on the horizontal axis."""
        self._place, self._color = place, color
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        if rect.left() <= self._place <= rect.right():
            plot = place.mapRect(rect)
            x = round(place.m11() * self._place + place.dx())
            ends = round(plot.top()), round(plot.bottom())
            painting.hairline(painter, (x, ends[0], x, ends[1]), self._color)


def _plate(painter: QPainter, middle: QPointF, width: float, look: ChartStyle) -> None:
    """The background of a label that covers lines."""
    plate = QRectF(middle.x() - width / 2 - 4, middle.y() - WORDS / 2 + 1, width + 8, 13)
    painting.fill(painter, plate, painting.with_alpha(look.surface, 0.8))


def _limit(painter: QPainter, plot: QRectF, y: float, look: ChartStyle) -> None:
    """The dashed line of a limit, or of a figure for all the data."""
    ends = QPointF(plot.left(), y), QPointF(plot.right(), y)
    painting.dashed(painter, *ends, painting.with_alpha(look.text, 0.55))


def paint_cloud(painter: QPainter, plot: QRectF, x: Floats, y: Floats, color: QColor) -> None:
    """Paint dots: the more on a pixel, the darker it is."""
    scale = painter.device().devicePixelRatioF()
    width = max(1, round(plot.width() * scale)) + _SIZE
    height = max(1, round(plot.height() * scale)) + _SIZE
    column = np.clip(((x - plot.left()) * scale).astype(np.int32), 0, width - _SIZE)
    row = np.clip(((y - plot.top()) * scale).astype(np.int32), 0, height - _SIZE)
    counts = np.bincount(row * width + column, minlength=width * height).reshape(height, width)
    counts = np.minimum(counts, 255).astype(np.int16)
    covered = np.zeros_like(counts)
    for down in range(_SIZE):
        for right in range(_SIZE):
            covered[down:, right:] += counts[: height - down, : width - right]
    most = int(covered.max())
    # By the logarithm: rare dots show, and dense areas still have a visible centre.
    opaque = 255 * (_LEAST + (1 - _LEAST) * np.log(np.arange(1, most + 2)) / np.log(most + 1))
    opaque = np.concatenate(([0.0], opaque[:-1]))
    # ARGB, each colour multiplied by the opacity, as the format requires.
    levels = np.zeros(len(opaque), dtype=np.uint32)
    for shift, part in ((24, 255), (16, color.red()), (8, color.green()), (0, color.blue())):
        levels |= np.rint(opaque * part / 255).astype(np.uint32) << shift
    pixels = np.ascontiguousarray(levels[covered])
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    middle = _SIZE // 2 / scale
    place = QRectF(plot.left() - middle, plot.top() - middle, width / scale, height / scale)
    painter.drawImage(place, image)


class BarMark(NamedTuple):
    """A bar from `start` on the horizontal axis at height `y`; its full scale has length 1.

    `length`, the whisker, `limit` (a dashed line) and `band` (faint, behind the bar) are fractions
    of that. `parts` divide the bar itself: shares of its length, from its start on, with their
    colours.
    """

    y: float
    start: float
    length: float
    whisker: tuple[float, float] | None
    limit: float | None
    color: QColor
    band: tuple[float, float] | None = None
    parts: tuple[tuple[float, QColor], ...] = ()

    @classmethod
    def of(
        cls,
        summary: Summary,
        top: float,
        y: float,
        color: QColor,
        *,
        start: float = 0.0,
        limit: float | None = None,
        band: tuple[float, float] | None = None,
        parts: tuple[tuple[float, QColor], ...] = (),
    ) -> BarMark:
        """The median of some repeats, where `top` is the maximum of all rows."""
        whisker = (summary.low / top, summary.high / top) if summary.count > 1 else None
        return cls(y, start, summary.median / top, whisker, limit, color, band, parts)


class Bars(DataItem):
    """Horizontal bars on pale tracks, equally thick in pixels at any scale."""

    def __init__(self) -> None:
        super().__init__()
        self._bars: list[BarMark] = []
        self._look: ChartStyle | None = None
        self._row = 0.0

    def set_bars(self, bars: Sequence[BarMark], look: ChartStyle, row: float) -> None:
        """Draw other bars, in rows of this height on the vertical axis."""
        self._bars, self._look, self._row = list(bars), look, row
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        look = self._look
        if look is None:
            return
        whole = place.m11()
        for bar in self._bars:
            left, y = whole * bar.start + place.dx(), place.m22() * bar.y + place.dy()
            if bar.band is not None:
                half = abs(place.m22()) * self._row / 2 - 2
                from_, to = (whole * share for share in bar.band)
                behind = QRectF(left + from_, y - half, to - from_, 2 * half)
                painting.fill(painter, behind, painting.with_alpha(look.text, BAND_ALPHA))
            track = QRectF(left, y - BAR / 2, whole, BAR)
            painting.fill(painter, track, look.grid)
            track.setWidth(max(1.0, whole * bar.length))
            painting.fill(painter, track, bar.color)
            whole_bar = track.width()
            for share, color in bar.parts:
                track.setWidth(whole_bar * share)
                painting.fill(painter, track, color)
                track.moveLeft(track.right())
            if bar.limit is not None:
                x, half = left + whole * bar.limit, abs(place.m22()) * self._row / 2
                line = QPointF(x, y - half + 1), QPointF(x, y + half)
                painting.dashed(painter, *line, painting.with_alpha(look.text, 0.55))
            if bar.whisker is not None:
                ends = [left + whole * share for share in bar.whisker]
                painting.hairline(painter, (ends[0], y, ends[1], y), look.text)
                for x in ends:
                    painting.hairline(painter, (x, y - 6, x, y + 6), look.text)
