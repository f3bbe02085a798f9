# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One figure of a drive over the days of its life, from the snapshots that were kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, Linear, Margins, Table, paint_bottom, paint_levels
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.dates import date_ticks, moment_words
from driveproof.ui.charts.ticks import linear_ticks, plain_number, span_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, group_digits

DOTS = 24
"""With more snapshots than this the line stands alone."""
_SIZES = ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))


@dataclass(frozen=True, slots=True)
class Measure:
    """How a figure is written: `divisor` and `unit` on the axis, `write` in full. `whole` is for
    counts, of which there is no half; `role` names its colour.
    """

    title: str
    divisor: float
    unit: str
    write: Callable[[float], str]
    whole: bool = False
    role: str = "accent"


@dataclass(frozen=True, slots=True)
class Point:
    """A snapshot: seconds since 1970, the value, and why it was kept."""

    at: float
    value: float
    reason: str = ""
    run: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment at which something else changed."""

    at: float
    words: str


def size_divisor(highest: float) -> tuple[float, str]:
    """The unit for an axis of bytes."""
    return next(((f, u) for f, u in _SIZES if highest >= f), _SIZES[-1])


class CounterChart(Chart):
    """A line through the snapshots, dashed lines where the firmware changed."""

    margins = Margins(64.0, 52.0)  # at the right stands the button of the table

    def __init__(
        self, measure: Measure, points: Sequence[Point], marks: Sequence[Mark] = ()
    ) -> None:
        self.title = measure.title
        self.measure = measure
        self.points = sorted(points, key=lambda point: point.at)
        self.marks = list(marks)
        self.x = np.array([point.at for point in self.points], dtype=np.float64)
        self.y = np.array([point.value for point in self.points], dtype=np.float64)
        self.y /= measure.divisor

    @property
    def span(self) -> Linear:
        """The axis of time; a single snapshot stands in the middle of a day."""
        if not len(self.x):
            return Linear(0.0, 1.0)
        low, high = float(self.x[0]), float(self.x[-1])
        return Linear(low, high) if high > low else Linear(low - 43200, high + 43200)

    def levels(self) -> tuple[Linear, tuple[float, ...]]:
        """The vertical axis: from zero, or where that would flatten the line, around it."""
        if not len(self.y):
            return Linear(0.0, 1.0), (0.0, 1.0)
        low, high = float(self.y.min()), float(self.y.max())
        if (0 <= low <= 0.6 * high) or high == 0:
            ticks = linear_ticks(high, 3)
        else:
            middle, half = (low + high) / 2, max((high - low) / 2, abs(high) * 0.02, 1e-9)
            ticks = span_ticks(middle - half, middle + half, 3)
        if self.measure.whole:
            rounded = sorted({float(round(tick)) for tick in ticks})
            ticks = tuple(rounded) if len(rounded) > 1 else (rounded[0], rounded[0] + 1.0)
            if ticks[-1] < high:
                ticks = (*ticks, high)
        return Linear(ticks[0], ticks[-1]), ticks

    def _places(self, plot: QRectF) -> tuple[np.ndarray, np.ndarray]:
        scale, _ = self.levels()
        span = self.span
        x = plot.left() + (self.x - span.low) / (span.high - span.low) * plot.width()
        y = plot.bottom() - (self.y - scale.low) / ((scale.high - scale.low) or 1.0) * plot.height()
        return x, y

    def _color(self, look: Look) -> QColor:
        return {"write": look.write, "read": look.read, "text": look.text}.get(
            self.measure.role, look.accent
        )

    def paint_title(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        """Nothing: what is drawn stands in the choice above."""

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        plot = self.plot_rect(rect)
        if plot.width() < 20 or plot.height() < 10 or not self.points:
            return
        scale, ticks = self.levels()
        levels = []
        for tick in ticks:
            number = plain_number(round(tick, 9))
            unit = f"{NARROW}{self.measure.unit}" if self.measure.unit and tick else ""
            levels.append((scale.share(tick), number + unit))
        paint_levels(painter, plot, look, levels)
        span = self.span
        days = date_ticks(span.low, span.high, max(2, int(plot.width() / 120)))
        paint_bottom(painter, plot, look, [(span.share(at), words) for at, words in days])
        self._paint_marks(painter, plot, look)
        x, y = self._places(plot)
        color = self._color(look)
        painting.curve(painter, x, y, color, width=1.8)
        if len(x) <= DOTS:
            painter.setPen(QPen(look.surface, 1.2))
            painter.setBrush(color)
            for left, top in zip(x.tolist(), y.tolist(), strict=True):
                painter.drawEllipse(QPointF(left, top), 3.2, 3.2)

    def _paint_marks(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        span = self.span
        free = plot.left() - 1
        for mark in self.marks:
            if not span.low <= mark.at <= span.high:
                continue
            x = plot.left() + span.share(mark.at) * plot.width()
            pen = QPen(look.muted, 1)
            pen.setDashPattern([2.0, 3.0])
            painter.setPen(pen)
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
            room = max(plot.right() - x, x - free) - 10
            words = painting.elided(mark.words, look.small, room)
            width = look.width(look.small, words)
            left = x + 6 if x + 6 + width <= plot.right() else x - 6 - width
            if left < free:  # it would lie over the label before; the table has it
                continue
            free = left + width + 8
            ground = QRectF(left - 2, plot.top(), width + 4, look.height(look.small))
            painting.fill(painter, ground, look.surface)
            at = QPointF(left, plot.top() + look.height(look.small) / 2)
            painting.text(painter, at, words, look.small, look.muted)

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        plot = self.plot_rect(rect)
        if not self.points or not plot.left() - 4 <= at.x() <= plot.right() + 4:
            return
        x, y = self._places(plot)
        index = int(np.argmin(np.abs(x - at.x())))
        painting.hairline(
            painter, (float(x[index]), plot.top(), float(x[index]), plot.bottom()), look.muted
        )
        painter.setPen(QPen(look.surface, 1.5))
        painter.setBrush(self._color(look))
        painter.drawEllipse(QPointF(float(x[index]), float(y[index])), 4.5, 4.5)
        point = self.points[index]
        words = [_when(point.at), self.measure.write(point.value), point.reason]
        self.paint_value(painter, rect, look, "   ".join(word for word in words if word))

    def table(self) -> Table:
        columns = (
            _("Date"),
            self.measure.title,
            _("Kept"),
            _("Since then"),
        )
        marks = sorted(self.marks, key=lambda mark: mark.at)
        rows = []
        for number, point in enumerate(self.points):
            before = self.points[number - 1].at if number else float("-inf")
            news = ", ".join(mark.words for mark in marks if before < mark.at <= point.at)
            value = self.measure.write(point.value)
            rows.append((_when(point.at), value, point.reason, news))
        return Table(columns, tuple(rows))

    def describe(self) -> str:
        if not self.points:
            return _("No snapshot was kept yet.")
        first, last = self.points[0], self.points[-1]
        words = _("{0} snapshots, from {1} ({2}) to {3} ({4}).").format(
            group_digits(len(self.points)), self.measure.write(first.value), _when(first.at),
            self.measure.write(last.value), _when(last.at),
        )  # fmt: skip
        return " ".join([words, *(f"{_when(mark.at)}: {mark.words}." for mark in self.marks)])


def _when(at: float) -> str:
    return f"{moment_words(at, 'd MMM yyyy')}, {moment_words(at, 'HH:mm')}"
