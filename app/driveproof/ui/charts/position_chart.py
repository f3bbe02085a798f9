# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What charts over the positions of a device share: the axis from its begin to its end."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from driveproof.domain.run.columns import Positions
from driveproof.domain.run.run import Position
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, Margins, Table, paint_bottom
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.ticks import (
    plain_number,
)
from driveproof.ui.charts.timeline import Floats
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_size

Pass = Sequence[Position]
"""The positions of one repeat."""

_UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))
_LABEL = 13.0  # the height of a label beside the plot


def size_ticks(size: float, most: int) -> list[tuple[float, str]]:
    """Round marks from 0 to at most `size` bytes, as (bytes, words), all in one unit."""
    factor, unit = next(((f, u) for f, u in _UNITS if size >= 2 * f), (1.0, "B"))
    step = 10.0 ** math.floor(math.log10(max(size / factor, 1e-9)))
    steps = [step * scale for scale in (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10)]
    step = next((each for each in steps if size / factor / each <= most), steps[-1])
    count = math.floor(size / factor / step + 1e-9)
    marks = [index * step for index in range(count + 1)]
    return [
        (mark * factor, f"{plain_number(round(mark, 6))}{NARROW}{unit}" if mark else "0")
        for mark in marks
    ]


class ByPosition(Chart):
    """Base of the two: a horizontal axis from 0 to `size`, the bytes of the device."""

    margins = Margins(58.0, 66.0)

    def __init__(self, size: int, passes: Sequence[Pass], title: str) -> None:
        self.title = title
        self.show(size, passes)

    def show(self, size: int, passes: Sequence[Pass]) -> None:
        """Other positions, as they come while the scan runs."""
        found = [Positions.of(one) for one in passes if len(one)]
        ends = [int((offsets + sizes).max()) for offsets, sizes, _ in (p.columns for p in found)]
        self.size = max(size, 1, *ends)
        self.passes = [self._arrays(one) for one in found]
        self.offsets: Floats = np.concatenate([x for x, _ in self.passes] or [np.empty(0)])
        self.values: Floats = np.concatenate([y for _, y in self.passes] or [np.empty(0)])

    def _arrays(self, one: Positions) -> tuple[Floats, Floats]:
        """Middle of each place and its value, in the order of the device."""
        offsets, sizes, _ = one.columns
        x, y = offsets + sizes / 2, self.value(one)
        x, y = x[np.isfinite(y)], y[np.isfinite(y)]  # what took no time has no rate
        order = np.argsort(x, kind="stable")
        return x[order], y[order]

    @staticmethod
    def value(places: Positions) -> Floats:
        """What is drawn of each place."""
        raise NotImplementedError

    def write(self, value: float) -> str:
        """A value in words."""
        raise NotImplementedError

    @property
    def empty(self) -> bool:
        """Whether nothing was measured yet."""
        return not len(self.values)

    def x_of(self, plot: QRectF, offset: Floats) -> Floats:
        """The pixel columns of places."""
        return plot.left() + offset / self.size * plot.width()

    def paint_ground(self, painter: QPainter, plot: QRectF, look: Look) -> None:
        """The axis of positions, and words where there is nothing."""
        most = max(2, int(plot.width() / 84))
        marks = [(at / self.size, words) for at, words in size_ticks(self.size, most)]
        for share, _words in marks:
            x = round(plot.left() + share * plot.width())
            painting.hairline(painter, (x, plot.top(), x, plot.bottom()), look.grid)
        painting.hairline(
            painter, (plot.left(), plot.bottom(), plot.right(), plot.bottom()), look.line
        )
        if self.shows_axis:
            paint_bottom(painter, plot, look, marks)
        if self.empty:
            words = _("not measured yet")
            painting.text(
                painter, plot.center(), words, look.small, look.muted, align=painting.CENTRE
            )

    def paint_marks(
        self, painter: QPainter, plot: QRectF, look: Look, marks: list[tuple[float, str]]
    ) -> None:
        """Dashed lines at heights (pixels) with their names right of the plot, the most important
        first: what would lie over an earlier name is left out.
        """
        drawn: list[float] = []
        for y, words in marks:
            if not plot.top() - 1 <= y <= plot.bottom() + 1:
                continue
            if any(abs(y - other) < _LABEL for other in drawn):
                continue
            drawn.append(y)
            pen = QPen(painting.with_alpha(look.text, 0.55), 1)
            pen.setDashPattern([4.0, 3.0])
            painter.setPen(pen)
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painting.text(painter, QPointF(plot.right() + 6, y), words, look.small, look.muted)

    def nearest(self, plot: QRectF, at: QPointF) -> int | None:
        """The number of the place that is meant by a pointer."""
        if self.empty or not plot.left() <= at.x() <= plot.right():
            return None
        return int(np.argmin(np.abs(self.x_of(plot, self.offsets) - at.x())))

    def y_of(self, plot: QRectF, values: Floats) -> Floats:
        """The pixel rows of values."""
        raise NotImplementedError

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        plot = self.plot_rect(rect)
        index = self.nearest(plot, at)
        if index is None:
            return
        x = float(self.x_of(plot, self.offsets[index : index + 1])[0])
        y = float(self.y_of(plot, self.values[index : index + 1])[0])
        painting.hairline(painter, (x, plot.top(), x, plot.bottom()), look.muted)
        painter.setPen(QPen(look.surface, 1.5))
        painter.setBrush(look.read)
        painter.drawEllipse(QPointF(x, y), 4, 4)
        place = format_size(float(self.offsets[index]))
        words = _("at {0}: {1}")
        self.paint_value(
            painter, rect, look, words.format(place, self.write(float(self.values[index])))
        )

    def table(self) -> Table:
        columns = (_("Position"), _("Byte"), self.column())
        rows = [
            (format_size(float(x)), f"{x:.0f}", self.write(float(y)))
            for x, y in zip(self.offsets, self.values, strict=True)
        ]
        return Table(columns, tuple(rows))

    def column(self) -> str:
        """The head of the values in the table."""
        raise NotImplementedError
