# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The axes of a chart: grid lines and labels, and where a plot's horizontal one has them."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from driveproof.domain.figure import Axis
from driveproof.domain.quantity import Unit
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import AXIS_HEIGHT
from driveproof.ui.charts.quantity import size_unit
from driveproof.ui.charts.ticks import (
    date_ticks,
    latency_label,
    log_marks,
    plain_number,
    time_label,
    time_ticks,
)
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_text
from driveproof.wording.units import MINUS, NARROW, format_latency, format_size, group_digits

if TYPE_CHECKING:
    from driveproof.ui.charts.plot import ChartPlot

GAP = 12.0
"""Smallest distance between two labels below a plot, in pixels."""
_TIME = 110.0  # pixels between two ticks of the time
_REPEAT = 84.0  # and where there are several repeats
_DATE = 120.0
_DECADE = 70.0
_MINUTE = 84.0  # leaves room for every label, also the first one at the edge
_COUNTED = 12  # ticks of an axis that counts, at most


class Tick(NamedTuple):
    """A tick of an axis, in the axis' unit; a `faint` one is planned but not reached yet.

    One without words is the base of the data: its line is firmer. `brief` is for an axis on which
    not all words have room; all are brief then, and where even that is too much every second one is
    left out, or two of three, and so on.
    """

    value: float
    words: str
    faint: bool = False
    brief: str = ""


Marks = Callable[[float, float, float], list[Tick]]
"""Returns the marks between two values of an axis, given its length in pixels."""


class ChartAxis(pg.AxisItem):
    """Follows the range of its plot's view and paints its own marks.

    pyqtgraph's painting drops the labels at both ends of a grid, and its text grows with the
    resolution of a PDF.
    """

    def __init__(self, plot: ChartPlot, side: str) -> None:
        super().__init__(side, pen=None, parent=plot)
        self._plot = plot
        self._side = side
        self.marks: Marks | None = None
        self.grid_lines = side == "left"
        self.overhang = 0.0
        """How far the first and the last label may extend beyond the plot, in pixels."""
        self.note = ""
        """Text at the right end, below the plot."""
        self.setZValue(-1000)
        self.linkToView(plot.box)

    def boundingRect(self) -> QRectF:
        return self._plot.rect()

    def paint(self, painter: QPainter, *_: Any) -> None:
        """Paint within its own clip: an SVG would otherwise keep the clip of the previous item."""
        plot, look = self._plot.area, self._plot.look
        if self.marks is None or plot.width() < 1 or plot.height() < 1:
            return
        painter.save()
        painter.setClipRect(self.boundingRect())
        low, high = self.range
        left = self._side == "left"
        found = self.marks(low, high, plot.height() if left else plot.width())
        slack = 1e-6 * abs(high - low)
        placed = [
            ((mark.value - low) / ((high - low) or 1.0), mark)
            for mark in found
            if low - slack <= mark.value <= high + slack
        ]
        if left:
            self._paint_left(painter, placed)
        else:
            self._paint_bottom(painter, placed)
            if self.note and not self._plot.shares_axis:
                self._paint_note(painter)
        painter.restore()
        painter.setPen(look.text)

    def _paint_left(self, painter: QPainter, placed: list[tuple[float, Tick]]) -> None:
        plot, look = self._plot.area, self._plot.look
        for share, mark in placed:
            y = round(plot.bottom() - share * plot.height())
            if self.grid_lines:
                color = look.grid if mark.words else look.line
                painting.hairline(painter, (plot.left(), y, plot.right(), y), color)
            at = QPointF(plot.left() - 8, y)
            painting.text(painter, at, mark.words, look.small, look.muted, align=painting.RIGHT)

    def _paint_bottom(self, painter: QPainter, placed: list[tuple[float, Tick]]) -> None:
        """The first and last label stay near the plot; a label without room is left out."""
        plot, look = self._plot.area, self._plot.look
        y = plot.bottom() + AXIS_HEIGHT / 2 + 2
        first, last = plot.left() - self.overhang, plot.right() + self.overhang
        free = first - 20
        for share, mark in self._with_room(placed):
            x = plot.left() + share * plot.width()
            if self.grid_lines:
                column = round(x)
                painting.hairline(painter, (column, plot.top(), column, plot.bottom()), look.grid)
            if self._plot.shares_axis:
                continue
            width = look.width(look.small, mark.words)
            left = min(max(x - width / 2, first), last - width)
            if left < free:
                continue
            free = left + width + GAP
            color = painting.mixed(look.muted, look.surface, 0.55) if mark.faint else look.muted
            painting.text(painter, QPointF(left, y), mark.words, look.small, color)
        self._free = free

    def _with_room(self, placed: list[tuple[float, Tick]]) -> list[tuple[float, Tick]]:
        """The marks whose words are brief where they have to be, evenly thinned out."""
        if not placed or not all(mark.brief for _share, mark in placed) or self._fit(placed):
            return placed
        brief = [(share, mark._replace(words=mark.brief)) for share, mark in placed]
        steps = range(1, len(brief) + 1)
        return brief[:: next((step for step in steps if self._fit(brief[::step])), len(brief))]

    def _fit(self, placed: list[tuple[float, Tick]]) -> bool:
        """Whether the words of neighbours keep their distance."""
        plot, look = self._plot.area, self._plot.look
        ends = [
            (share * plot.width() - width / 2, share * plot.width() + width / 2)
            for share, mark in placed
            for width in (look.width(look.small, mark.words),)
        ]
        return all(after[0] - one[1] >= GAP for one, after in pairwise(ends))

    def _paint_note(self, painter: QPainter) -> None:
        plot, look = self._plot.area, self._plot.look
        right = self.boundingRect().right()
        if right - look.width(look.small, self.note) > self._free:
            at = QPointF(right, plot.bottom() + AXIS_HEIGHT / 2 + 2)
            painting.text(painter, at, self.note, look.small, look.muted, align=painting.RIGHT)


_SIZE_MARKS = 6  # steps between the ticks of an axis of positions, at most
_SIZE_ROOM = 84  # pixels between two of them


def size_ticks(
    size: float, most: int, low: float = 0.0, high: float | None = None
) -> list[tuple[float, str]]:
    """Round ticks within a part of `size` bytes, as (bytes, text), all in one unit."""
    factor, unit = size_unit(size / 2)
    low, high = low / factor, (size if high is None else high) / factor
    step = 10.0 ** math.floor(math.log10(max(high - low, 1e-9)))
    steps = [step * scale for scale in (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10)]
    step = next((each for each in steps if (high - low) / each <= most), steps[-1])
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    marks = [index * step for index in range(first, last + 1)]
    return [
        (mark * factor, f"{plain_number(round(mark, 6))}{NARROW}{unit}" if mark else "0")
        for mark in marks
    ]


def size_marks(size: float, low: float, high: float, room: float) -> list[Tick]:
    """Round sizes on an axis of `size` bytes: few, and only as many as fit the visible part."""
    most = max(2, int(min(room / _SIZE_ROOM, _SIZE_MARKS)))
    return [Tick(at, words) for at, words in size_ticks(size, most, low, high)]


class HorizontalAxis:
    """Places are in the unit of the axis, or powers of ten of it on a logarithmic one. Without ends
    it reaches to the `last` point.
    """

    def __init__(self, axis: Axis, last: float) -> None:
        self.axis = axis
        first, end = axis.ends if axis.ends is not None else (0.0, max(1e-6, last))
        self.ends = (math.log10(first), math.log10(end)) if axis.log else (first, end)

    @property
    def live(self) -> bool:
        """Whether it ends now, at zero."""
        return self.axis.unit is Unit.SECONDS and self.ends[0] < 0 and not self.axis.log

    def on(self, values: Floats) -> Floats:
        """Where values are on it."""
        if not self.axis.log:
            return values
        powers: Floats = np.log10(values)
        return powers

    def _repeat(self, at: float) -> int:
        """The repeat at a place, from 1; what is between two is the end of the first."""
        share = at * self.axis.repeats / self.ends[1]
        return min(self.axis.repeats, max(1, math.ceil(share - 1e-9)))

    def marks(self, low: float, high: float, room: float, *, zoomed: bool) -> list[Tick]:
        """The ticks of the visible part, which is `room` pixels wide."""
        match self.axis.unit:
            case Unit.MOMENT:
                most = max(2, int(room / _DATE))
                return [Tick(at, words) for at, words in date_ticks(low, high, most)]
            case Unit.BYTES:
                return size_marks(self.ends[1], low, high, room)
            case Unit.SECONDS if self.axis.log:
                marks = log_marks(10**low, 10**high, most=max(3, int(room / _DECADE)))
                return [Tick(math.log10(mark), latency_label(mark)) for mark in marks]
            case Unit.SECONDS:
                repeats = self.axis.repeats > 1 and not zoomed
                return self._repeats() if repeats else self._times(low, high, room)
        every = max(1, int(high) // _COUNTED)
        return [Tick(float(at), f"{at}") for at in range(every, int(high) + 1, every)]

    def _minutes(self, room: float) -> list[Tick]:
        """A tick each minute until now, or every second one where there is too little room."""
        minutes = round(-self.ends[0] / 60)
        step = 1 if room / minutes >= _MINUTE else 2
        return [
            Tick(-60.0 * at, self.place(-60.0 * at))
            for at in range(minutes // step * step, -1, -step)
        ]

    def _repeats(self) -> list[Tick]:
        words, length = _("repeat {number}"), self.ends[1] / self.axis.repeats
        return [
            Tick((order - 0.5) * length, words.format(number=order), brief=str(order))
            for order in range(1, self.axis.repeats + 1)
        ]

    def _times(self, low: float, high: float, room: float) -> list[Tick]:
        if self.live:
            return self._minutes(room)
        base, pixels = 0.0, _TIME
        if self.axis.repeats > 1:  # seconds into the repeat in which the view begins
            base = (self._repeat(low) - 1) * self.ends[1] / self.axis.repeats
            pixels = _REPEAT
        ticks = time_ticks(low - base, high - base, max(2, int(room / pixels)))
        return [Tick(tick + base, time_label(tick)) for tick in ticks if tick >= 0]

    def reading(self, place: str) -> str:
        """A place before the values there."""
        return _("at most {amount}").format(amount=place) if self.axis.up_to else place

    def place(self, at: float) -> str:
        """A place as text."""
        match self.axis.unit:
            case Unit.MOMENT:
                return date_and_time(datetime.fromtimestamp(at).astimezone())
            case Unit.BYTES:
                return format_size(at)
            case Unit.SECONDS:
                return format_latency(10**at) if self.axis.log else self._moment(at)
        return f"{say_text(self.axis.title)} {group_digits(round(at))}"

    def _moment(self, at: float) -> str:
        """A moment, and in which repeat it is."""
        if self.live:
            return _before_now(at)
        if self.axis.repeats < 2:
            return time_label(round(at, 2))
        order = self._repeat(at)
        within = at - (order - 1) * self.ends[1] / self.axis.repeats
        return _("{first}, {second}").format(
            first=_("repeat {number}").format(number=order), second=time_label(round(within, 2))
        )


def _before_now(seconds: float) -> str:
    """A moment before now: "now", "−42 s", "−3 min"."""
    ago = round(-seconds)
    if not ago:
        return _("now")
    words = f"{ago // 60}{NARROW}min" if ago % 60 == 0 else time_label(ago)
    return f"{MINUS}{words}"
