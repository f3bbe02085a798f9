# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything painted around and over the data of a plot: title, legend, direct labels, pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import AXIS_HEIGHT, TITLE_HEIGHT, ChartStyle
from driveproof.ui.theme.text import shown

if TYPE_CHECKING:
    from driveproof.ui.charts.plot import ChartPlot

LINE = 14.0
"""Smallest distance between two direct labels, in pixels."""
_BESIDE, _LED = 6.0, 13.0
"""Pixels from the end of a line to its label: beside it, and where a leader goes to it."""
LABEL_ROOM = _LED + 4.0
"""What a label needs beside the plot, in pixels, with its own width."""
_MOVED = 2.0  # pixels: a label this far from its line has a leader
NAME, _LEAST = 170.0, 36.0
"""Widths of a name in a legend, in pixels: what is cut where there is no room, and what is left of
it at least."""
_FEW_ROWS = 3
"""The most rows of a legend that whole names may take."""
KEY_LINE, KEY_GAP, _SWATCH = 18.0, 6.0, 12.0  # of a legend in rows, in pixels
_RAMP = 36.0  # the width of the shades in a legend, three pixels each
MOST_IN_TITLE = 2
"""Sides whose names fit into the line of the title."""


def key_columns(names: Sequence[str], width: float, look: ChartStyle) -> int:
    """How many entries of a legend stand beside each other in its rows: names are cut only where
    whole ones would take too many rows.
    """
    widest = max((look.width(look.small, shown(name)) for name in names), default=0.0)
    whole, cut = (
        int(width / (room + _SWATCH + 3 * KEY_GAP)) for room in (widest, min(widest, NAME))
    )
    wanted = max(whole, min(cut, ceil(len(names) / _FEW_ROWS)))
    return max(1, min(len(names), wanted))


def key_rows(names: Sequence[str], width: float, look: ChartStyle) -> int:
    """How many rows of `width` pixels a legend with these words takes."""
    return ceil(len(names) / key_columns(names, width, look)) if names else 0


@dataclass(frozen=True)
class SeriesName:
    """A name at the end of a line or below the plot, `at` a value of the axis beside it; a click on
    it hides its series.
    """

    words: str
    color: QColor
    at: float
    series: str = ""


@dataclass(frozen=True)
class LegendEntry:
    """An entry of the legend: `kind` is its swatch ("area", "hatch", "mark", "line" or "ramp").

    A ramp has rows of colours from light to dark, and `brief` words for where there is less room.
    """

    kind: str
    words: str
    color: QColor
    series: str = ""
    text: QColor | None = None
    brief: str = ""
    ramps: tuple[tuple[QColor, ...], ...] = ()


@dataclass(frozen=True)
class PointerReading:
    """The value under the pointer as text, and a dot on each line (x and y of the axes).

    `hair`: whether a vertical line marks the position.
    """

    words: str
    dots: Sequence[tuple[float, float, QColor]] = ()
    hair: bool = True


class ChartFrame(pg.GraphicsObject):
    """Title, legend and direct labels. It records where each series' name is."""

    def __init__(self, plot: ChartPlot) -> None:
        super().__init__(plot)
        self._plot = plot
        self.setZValue(50)
        self.labels: list[SeriesName] = []
        self.keys: list[LegendEntry] = []
        self.below: list[SeriesName] = []
        self.labels_from: float | None = None
        """Where the lines end on the horizontal axis; None for the right edge of the plot."""
        self.message = ""
        self.places: list[tuple[QRectF, str]] = []
        self.key_places: list[QRectF] = []

    def clear(self) -> None:
        """Remove everything; the chart adds it again."""
        self.labels.clear()
        self.keys.clear()
        self.below.clear()
        self.labels_from = None
        self.message = ""

    def boundingRect(self) -> QRectF:
        return self._plot.rect()

    def paint(self, painter: QPainter, *_: Any) -> None:
        chart, plot = self._plot.chart, self._plot.area
        if chart is None:
            return
        painter.save()
        painter.setClipRect(self.boundingRect())
        self.places, self.key_places = [], []
        title = self._plot.rect().adjusted(0, 0, -self._plot.corner, 0)
        chart.paint_title(painter, title, self._plot.look)
        self._paint_keys(painter)
        if plot.width() >= 1 and plot.height() >= 1:
            self._paint_labels(painter)
            self._paint_below(painter)
            if self.message:
                look = self._plot.look
                painting.text(
                    painter, plot.center(), self.message, look.small, look.muted,
                    align=painting.CENTRE,
                )  # fmt: skip
        painter.restore()

    def _faded(self, color: QColor, series: str) -> QColor:
        if self._plot.shows(series):
            return color
        return painting.mixed(self._plot.look.muted, self._plot.look.surface, 0.45)

    def _paint_keys(self, painter: QPainter) -> None:
        """At the right of the title's line, as many as have room, or in rows below it."""
        look, plot, chart = self._plot.look, self._plot.area, self._plot.chart
        if not self.keys or chart is None:
            return
        if chart.key_names:
            self._paint_key_rows(painter, chart.key_names)
            return
        x, y = self._plot.title_end, TITLE_HEIGHT / 2 - 3
        left = 0.0 if chart.title_at_edge else plot.left()
        least = left + look.width(look.normal, chart.title) + 16
        names = [shown(key.words) for key in self.keys]
        if any(key.series for key in self.keys):
            room = (x - least) / len(names) - 34
            if room < _LEAST:
                return
            room = painting.shared_room(names, look.small, room)
            names = painting.elided_apart(names, look.small, room)
        for key, name in reversed(list(zip(self.keys, names, strict=True))):
            before = _RAMP + 6 if key.ramps else 18.0
            whole = x - look.width(look.small, name) - before >= least
            words = name if whole else key.brief or name
            width = look.width(look.small, words)
            if x - width - before < least:
                return
            self._paint_key(painter, key, words, QPointF(x - width, y))
            self._take_place(key, QRectF(x - width - before, 0, width + before, TITLE_HEIGHT - 4))
            x -= width + before + 16

    def _paint_key_rows(self, painter: QPainter, names: Sequence[str]) -> None:
        look, plot = self._plot.look, self._plot.area
        columns = key_columns(names, plot.width(), look)
        rows, room = key_rows(names, plot.width(), look), plot.width() / columns
        top = plot.top() - KEY_GAP - rows * KEY_LINE
        words = painting.elided_apart(
            [shown(key.words) for key in self.keys], look.small, room - _SWATCH - 3 * KEY_GAP
        )
        for number, (key, said) in enumerate(zip(self.keys, words, strict=True)):
            row, column = divmod(number, columns)
            left, y = plot.left() + column * room, top + (row + 0.5) * KEY_LINE
            self._paint_key(painter, key, said, QPointF(left + _SWATCH + KEY_GAP, y))
            width = look.width(look.small, said) + _SWATCH + KEY_GAP
            self._take_place(key, QRectF(left, y - KEY_LINE / 2, width, KEY_LINE))

    def _paint_key(self, painter: QPainter, key: LegendEntry, words: str, at: QPointF) -> None:
        """An entry whose words begin `at` a point, its swatch left of them."""
        look, x, y = self._plot.look, at.x(), at.y()
        color = self._faded(key.color, key.series)
        text = self._faded(key.text or look.muted, key.series)
        painting.text(painter, at, words, look.small, text)
        swatch = QRectF(x - 16, y - 5, 10, 10)
        if key.ramps:
            _paint_ramps(painter, QRectF(x - _RAMP - 6, y - 5, _RAMP, 10), key.ramps)
        elif key.kind == "hatch":
            painting.hatch(painter, swatch, color)
        elif key.kind == "area":
            painting.fill(painter, swatch, color)
        elif key.kind == "mark":
            painting.fill(painter, swatch.adjusted(0, 4, 0, -3), color)
        else:
            painting.fill(painter, QRectF(x - 18, y - 1.5, 12, 3), color)

    def _take_place(self, key: LegendEntry, place: QRectF) -> None:
        """Remember where an entry is: a click on it hides its series."""
        self.key_places.append(place)
        if key.series:
            self.places.append((place, key.series))

    def _paint_labels(self, painter: QPainter) -> None:
        look, plot = self._plot.look, self._plot.area
        end = plot.right() if self.labels_from is None else self._plot.x_of(self.labels_from)
        end = min(max(end, plot.left()), plot.right())
        lines = [self._plot.y_of(label.at) for label in self.labels]
        heights = spread(lines, (plot.top(), plot.bottom()))
        moved = [abs(y - line) > _MOVED for y, line in zip(heights, lines, strict=True)]
        x = end + (_LED if any(moved) else _BESIDE)
        for label, line, y, led in zip(self.labels, lines, heights, moved, strict=True):
            color = self._faded(label.color, label.series)
            if led:
                painter.setPen(QPen(painting.mixed(color, look.surface, 0.6), 1))
                painter.drawLine(QPointF(end + 2, line), QPointF(x - 3, y))
            # Long words go over the plot: beyond the chart they would be cut.
            left = min(x, self._plot.rect().width() - look.width(look.small, label.words))
            width = painting.text(painter, QPointF(left, y), label.words, look.small, color)
            if label.series:
                rect = QRectF(left - 3, y - LINE / 2, width + 6, LINE)
                self.places.append((rect, label.series))

    def _paint_below(self, painter: QPainter) -> None:
        look, y = self._plot.look, self._plot.area.bottom() + AXIS_HEIGHT / 2 + 2
        for name in self.below:
            x, color = self._plot.x_of(name.at), self._faded(name.color, name.series)
            lines = name.words.split("\n")
            width = max(
                painting.text(
                    painter, QPointF(x, y + at * LINE), line, look.small, color,
                    align=painting.CENTRE,
                )
                for at, line in enumerate(lines)
            )  # fmt: skip
            if name.series:
                place = QRectF(x - width / 2 - 3, y - LINE / 2, width + 6, LINE * len(lines))
                self.places.append((place, name.series))

    def series_at(self, at: QPointF) -> str:
        """The series whose name is at a point of the plot's pixels, or ""."""
        return next((series for rect, series in self.places if rect.contains(at)), "")


def _paint_ramps(painter: QPainter, rect: QRectF, ramps: Sequence[Sequence[QColor]]) -> None:
    """Shades from light to dark, a row for each direction, without seams."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    high = rect.height() / len(ramps)
    for row, colors in enumerate(ramps):
        wide = rect.width() / len(colors)
        for column, color in enumerate(colors):
            corner = QPointF(rect.left() + column * wide, rect.top() + row * high)
            painting.fill(painter, QRectF(corner, rect.bottomRight()), color)  # over the last one
    painter.restore()


def spread(
    wanted: Sequence[float], ends: tuple[float, float], distance: float = LINE
) -> list[float]:
    """Move the middles of labels (pixels from the top) apart so that they do not touch.

    Their order stays, of equal ones the reverse (p50 is named before p99 and lies below it). The
    sum of the squares of all moves is the least that keeps them between the two `ends`: a group
    that is too close is centred at its mean.
    """
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], -at))
    groups: list[tuple[float, int]] = []  # the mean, less the distance to the first, and the size
    for place, at in enumerate(order):
        groups.append((wanted[at] - place * distance, 1))
        while len(groups) > 1 and groups[-2][0] > groups[-1][0]:
            (one, few), (other, more) = groups.pop(-2), groups.pop(-1)
            groups.append(((one * few + other * more) / (few + more), few + more))
    top, last = ends[0], ends[1] - (len(wanted) - 1) * distance
    first = [max(top, min(mean, last)) for mean, size in groups for _each in range(size)]
    found = [0.0] * len(wanted)
    for place, at in enumerate(order):
        found[at] = first[place] + place * distance
    return found


class RowBackdrop(pg.GraphicsObject):
    """Backgrounds, lines and text in plot pixels, below the data: for charts of rows."""

    def __init__(self, plot: ChartPlot) -> None:
        super().__init__(plot)
        self._plot = plot
        self.setZValue(-1100)
        self._strokes: list[Callable[[QPainter], object]] = []

    def clear(self) -> None:
        """Remove everything; the chart adds it again."""
        self._strokes.clear()

    def fill(self, rect: QRectF, color: QColor) -> None:
        """A plain rectangle."""
        self._strokes.append(lambda painter: painting.fill(painter, rect, color))

    def rule(self, left: float, right: float, y: float, color: QColor) -> None:
        """A horizontal hairline."""
        self._strokes.append(lambda painter: painting.hairline(painter, (left, y, right, y), color))

    def ring(self, at: QPointF, color: QColor) -> None:
        """A small ring that marks a remark about what is left of it."""

        def stroke(painter: QPainter) -> None:
            painter.setPen(QPen(color, 1.6))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, 3.5, 3.5)

        self._strokes.append(stroke)

    def text(
        self,
        at: QPointF,
        words: str,
        font: QFont,
        color: QColor,
        align: Qt.AlignmentFlag = painting.LEFT,
    ) -> float:
        """A line of text, vertically centred at `at`; returns its width in pixels."""
        self._strokes.append(
            lambda painter: painting.text(painter, at, words, font, color, align=align)
        )
        return self._plot.look.width(font, words)

    def boundingRect(self) -> QRectF:
        return self._plot.rect()

    def paint(self, painter: QPainter, *_: Any) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.boundingRect())
        for stroke in self._strokes:
            stroke(painter)
        painter.restore()


class Readout(pg.GraphicsObject):
    """The value under the pointer, at the right end of the title's line, where it hides nothing."""

    def __init__(self, plot: ChartPlot) -> None:
        super().__init__(plot)
        self._plot = plot
        self.setZValue(70)
        self.setVisible(False)
        self.words = ""

    def say(self, words: str) -> None:
        """Show other text; "" for none."""
        self.prepareGeometryChange()
        self.words = words
        self.setVisible(bool(words))

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._plot.rect().width(), TITLE_HEIGHT)

    def paint(self, painter: QPainter, *_: Any) -> None:
        chart = self._plot.chart
        if chart is not None and self.words:
            painter.save()
            look, right = self._plot.look, self._plot.title_end
            left = right - look.width(look.normal, self.words) - 12
            for key in self._plot.frame.key_places:
                if key.right() > left:  # entries are never cut in half
                    painting.fill(painter, key.adjusted(-1, 0, 1, 0), look.surface)
            chart.paint_value(painter, self._plot.rect(), look, self.words, right)
            painter.restore()
