# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sides of a comparison in one chart: before muted, after strong; their names, their data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from driveproof.domain.run.columns import Curve
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import TITLE_HEIGHT, Chart
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.timeline import SLIVER, Floats, stall_length
from driveproof.ui.theme.text import shown

NAME, _LEAST = 170.0, 36.0  # how wide a name in a legend may be, in pixels
_NOTHING: Floats = np.empty(0)

Read = Callable[[Curve], Floats]
RATES: Mapping[str, Read] = {"iops": lambda c: c.iops, "bandwidth": lambda c: c.bandwidth}


def side_color(look: Look, number: int, direction: str) -> QColor:
    """The colour of a side: the first is muted, the second has the direction's own."""
    if number == 0:
        return painting.mixed(look.muted, look.surface, 0.62)
    others = (look.direction(direction), look.text, look.warning, look.good, look.bad)
    return others[(number - 1) % len(others)]


def line_up(curves: Sequence[Curve], slot: float, column: str) -> tuple[Floats, Floats]:
    """The corners of a line through repeats that stand one after the other, `slot` seconds apart.

    The warm-up is left out. The line is broken (not a number) where a repeat begins and where the
    device did not answer.
    """
    xs, ys = [_NOTHING], [_NOTHING]
    for number, curve in enumerate(curves):
        usual = float(np.median(curve.seconds)) if len(curve.seconds) else 0.0
        # an instant more than the warm-up, or fio's last snapshot an instant after another
        whole = (curve.time > 0.5 * usual) & (curve.seconds >= SLIVER * usual)
        time, length, value = curve.time[whole], curve.seconds[whole], RATES[column](curve)[whole]
        if not len(time):
            continue
        stalled = length > stall_length(usual)
        base = number * slot
        start = base + max(0.0, float(time[0] - length[0]))
        xs.append(np.concatenate(([start, start], base + time)))
        value = np.where(stalled & (len(value) > 1), np.nan, value)
        ys.append(np.concatenate(([np.nan, value[0]], value)))
    return np.concatenate(xs), np.concatenate(ys)


def slot_of(sides: Sequence[Sequence[Curve]]) -> float:
    """Seconds of the longest repeat: all repeats of all sides are as far apart."""
    ends = [float(c.time[-1]) for curves in sides for c in curves if len(c.time)]
    return max([0.0, *ends])


class SidesChart(Chart):
    """Base of the charts in which sides lie over each other."""

    names: list[str]
    direction: str

    def paint_frame(
        self, painter: QPainter, rect: QRectF, look: Look, instead: str
    ) -> QRectF | None:
        """Title and names; the plot, None where it has no room or `instead` stands in it."""
        plot = self.plot_rect(rect)
        self.paint_title(painter, rect, look)
        self.paint_names(painter, rect, look)
        if plot.width() < 20 or plot.height() < 10:
            return None
        if instead:
            painting.text(
                painter, plot.center(), instead, look.small, look.muted, align=painting.CENTRE
            )
            return None
        return plot

    def paint_names(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        """Which colour is which side, at the right of the title's line."""
        plot = self.plot_rect(rect)
        x, y = plot.right(), rect.top() + TITLE_HEIGHT / 2 - 3
        least = plot.left() + look.width(look.normal, self.title) + 16
        room = (x - least) / max(1, len(self.names)) - 34
        if room < _LEAST:  # the chart above has the same colours
            return
        names = [shown(name) for name in self.names]
        room = min(NAME, painting.shared_room(names, look.small, room))
        names = painting.elided_apart(names, look.small, room)
        for number, words in reversed(list(enumerate(names))):
            width = look.width(look.small, words)
            if x - width - 18 < least:
                return
            color = side_color(look, number, self.direction)
            text = look.muted if number == 0 else color
            painting.text(painter, QPointF(x - width, y), words, look.small, text)
            painting.fill(painter, QRectF(x - width - 18, y - 1.5, 12, 3), color)
            x -= width + 34


def paint_dot(painter: QPainter, look: Look, at: QPointF, color: QColor) -> None:
    """A value under the pointer."""
    painter.setPen(look.surface)
    painter.setBrush(color)
    painter.drawEllipse(at, 4, 4)
