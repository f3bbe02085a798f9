# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One figure of a drive over the drive's life, from its stored snapshots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from driveproof.domain.figure import Ink
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import axis
from driveproof.ui.charts.chart import Chart, ChartTable, Linear, Margins
from driveproof.ui.charts.chart_style import ChartStyle, ink_color
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.marks import Dots, Uprights
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.ticks import date_ticks, headroom, linear_ticks, plain_number, span_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.units import NARROW, group_digits

_ROOM = 6.0
"""Pixels between two snapshots that are drawn: less would make a vertical stroke of their line."""
DOTS = 24
"""With more snapshots than this only the line is drawn, without dots."""


@dataclass(frozen=True, slots=True)
class CounterPoint:
    """A snapshot: seconds since 1970, the value, and why it was stored."""

    at: float
    value: float
    reason: str = ""
    run: str = ""


@dataclass(frozen=True, slots=True)
class ChangeMark:
    """A moment at which something else changed."""

    at: float
    words: str


class CounterChart(Chart):
    """A line through the snapshots, dashed lines where the firmware changed."""

    zooms = True
    margins = Margins(64.0, 52.0)  # the table's button is at the right

    def __init__(
        self,
        measure: Quantity,
        points: Sequence[CounterPoint],
        marks: Sequence[ChangeMark] = (),
        *,
        whole: bool = False,
        ink: Ink = Ink.ACCENT,
    ) -> None:
        """`whole` is for counts, which have no fractions."""
        self.title = measure.title
        self.whole, self._ink = whole, ink
        self.measure = measure
        self.points = sorted(points, key=lambda point: point.at)
        self.marks = list(marks)
        self.x = np.array([point.at for point in self.points], dtype=np.float64)
        self.y = np.array([point.value for point in self.points], dtype=np.float64)
        self.y /= measure.divisor

    @property
    def span(self) -> Linear:
        """The time axis; a single snapshot is in the middle of a day."""
        if not len(self.x):
            return Linear(0.0, 1.0)
        low, high = float(self.x[0]), float(self.x[-1])
        return Linear(low, high) if high > low else Linear(low - 43200, high + 43200)

    def levels(self) -> tuple[Linear, tuple[float, ...]]:
        """The vertical axis: from zero, or around the line where zero would flatten it."""
        if not len(self.y):
            return Linear(0.0, 1.0), (0.0, 1.0)
        low, high = float(self.y.min()), float(self.y.max())
        if (0 <= low <= 0.6 * high) or high == 0:
            ticks = linear_ticks(high, 3)
        else:
            middle, half = (low + high) / 2, max((high - low) / 2, abs(high) * 0.02, 1e-9)
            ticks = span_ticks(middle - half, middle + half, 3)
        if self.whole:
            rounded = sorted({float(round(tick)) for tick in ticks})
            ticks = tuple(rounded) if len(rounded) > 1 else (rounded[0], rounded[0] + 1.0)
            if ticks[-1] < high:
                ticks = (*ticks, high)
        return Linear(ticks[0], ticks[-1]), ticks

    def paint_title(self, painter: QPainter, rect: QRectF, look: ChartStyle) -> None:
        """Paints nothing: the selector above the chart names the figure."""

    def _apart(self, plot: ChartPlot) -> tuple[Floats, Floats]:
        """The snapshots that have room beside each other; of several at almost one time (before
        and after a run) the last. A zoom separates them.
        """
        low, high = plot.span or (self.span.low, self.span.high)
        gap = _ROOM * (high - low) / max(1.0, plot.area.width())
        kept: list[int] = []
        for at in range(len(self.x) - 1, -1, -1):
            if not kept or self.x[kept[-1]] - self.x[at] >= gap:
                kept.append(at)
        return self.x[kept[::-1]], self.y[kept[::-1]]

    def draw(self, plot: ChartPlot) -> None:
        if not self.points:
            return
        scale, ticks = self.levels()
        span = self.span
        top = scale.high
        if self.marks:
            top = headroom(scale.low, top, float(self.y.max()), plot.area.height())
        plot.range((span.low, span.high), (scale.low, top))
        unit = f"{NARROW}{self.measure.unit}" if self.measure.unit else ""
        plot.left_marks([(t, plain_number(round(t, 9)) + (unit if t else "")) for t in ticks])
        plot.bottom.marks = _days
        plot.bottom.grid_lines = False
        color, (x, y) = ink_color(self._ink, plot.look), self._apart(plot)
        plot.curve("line", x, y, color, width=1.8)
        if len(x) <= DOTS:
            dots = plot.item("dots", Dots, z=11)
            dots.set_dots(x, y, color, radius=3.2, edge=plot.look.surface)
        news = [(mark.at, mark.words) for mark in self.marks]
        plot.item("news", Uprights, z=9).set_places(news, plot.look, dashed=True)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if not self.points:
            return None
        index = int(np.argmin(np.abs(self.x - x)))
        point = self.points[index]
        words = [_when(point.at), self.measure.write(point.value), point.reason]
        dot = (float(self.x[index]), float(self.y[index]), ink_color(self._ink, plot.look))
        return PointerReading("   ".join(word for word in words if word), [dot])

    def table(self) -> ChartTable:
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
        return ChartTable(columns, tuple(rows))

    def describe(self) -> str:
        if not self.points:
            return _("No reading is saved yet.")
        first, last = self.points[0], self.points[-1]
        words = _("{count} readings, from {first} ({begin}) to {last} ({end}).").format(
            count=group_digits(len(self.points)),
            first=self.measure.write(first.value),
            begin=_when(first.at),
            last=self.measure.write(last.value),
            end=_when(last.at),
        )
        return " ".join([words, *(f"{_when(mark.at)}: {mark.words}." for mark in self.marks)])


def _when(at: float) -> str:
    return date_and_time(datetime.fromtimestamp(at).astimezone())


def _days(low: float, high: float, room: float) -> list[axis.Tick]:
    return [axis.Tick(at, words) for at, words in date_ticks(low, high, max(2, int(room / 120)))]
