# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands beside a line in a plot: dots on it, vertical lines with names, named heights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.cloud import MANY, paint_cloud
from driveproof.ui.charts.curve import in_pixels, visible
from driveproof.ui.charts.timeline import Floats

_ROOM = 10.0  # pixels that a plot needs to have words in it
_LABEL = 13.0  # the height of a label beside the plot, in pixels
_NOTHING: Floats = np.empty(0)


class Dots(pg.GraphicsObject):
    """A dot for each sample; thousands of them become a cloud that is dark where it is dense."""

    def __init__(self) -> None:
        super().__init__()
        self._x, self._y = _NOTHING, _NOTHING
        self._color, self._edge = QColor(), QColor()
        self._radius = 0.0

    def set_dots(
        self, x: Floats, y: Floats, color: QColor, *, radius: float, edge: QColor | None = None
    ) -> None:
        """Draw other dots, of a `radius` in pixels, with a rim in the colour `edge`."""
        self._x, self._y, self._color, self._radius = x, y, color, radius
        self._edge = edge or QColor(Qt.GlobalColor.transparent)
        self.update()

    def boundingRect(self) -> QRectF:
        rect = visible(self)
        return rect.adjusted(-0.02 * rect.width(), -0.1 * rect.height(), 0.02 * rect.width(), 0)

    def viewTransformChanged(self) -> None:
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *_: Any) -> None:
        rect = visible(self)
        inside = (self._x >= rect.left()) & (self._x <= rect.right())
        if rect.isEmpty() or not inside.any():
            return
        with in_pixels(painter, self) as place:
            x = place.m11() * self._x[inside] + place.dx()
            y = place.m22() * self._y[inside] + place.dy()
            if len(x) > MANY:
                paint_cloud(painter, place.mapRect(rect), x, y, self._color)
            elif self._edge.alpha():
                around = self._radius + 1  # a dot at an end of the plot is whole
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
                painter.drawPoints(painting.polygon(x, y))


class Uprights(pg.GraphicsObject):
    """Vertical lines with names at their tops, the most important first.

    A name without room is left out: the table has it. A percentile's line goes with its name.
    """

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[float, str]] = []
        self._look: Look | None = None
        self._dashed = False

    def set_places(
        self, places: Sequence[tuple[float, str]], look: Look, *, dashed: bool = False
    ) -> None:
        """Other lines, as (place on the horizontal axis, name), from left to right."""
        self._places, self._look, self._dashed = list(places), look, dashed
        self.update()

    def boundingRect(self) -> QRectF:
        return visible(self)

    def viewTransformChanged(self) -> None:
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *_: Any) -> None:
        look, rect = self._look, visible(self)
        if look is None or rect.isEmpty():
            return
        with in_pixels(painter, self) as place:
            plot = place.mapRect(rect)
            if plot.width() < _ROOM or plot.height() < _ROOM:
                return
            free = plot.left() - 1
            for value, name in self._places:
                if not rect.left() <= value <= rect.right():
                    continue
                x = place.m11() * value + place.dx()
                room = max(plot.right() - x, x - free) - 10
                words = painting.elided(name, look.small, room)
                width = look.width(look.small, words)
                left = x + 5 if x + 5 + width <= plot.right() else x - 5 - width
                if left < free and not self._dashed:
                    continue
                self._paint_line(painter, x, plot, look)
                if left < free:
                    continue
                free = left + width + 8
                height = look.height(look.small)
                if self._dashed:
                    ground = QRectF(left - 2, plot.top(), width + 4, height)
                    painting.fill(painter, ground, look.surface)
                at = QPointF(left, plot.top() + height / 2)
                painting.text(painter, at, words, look.small, look.muted)

    def _paint_line(self, painter: QPainter, x: float, plot: QRectF, look: Look) -> None:
        if not self._dashed:
            painting.hairline(painter, (x, plot.top(), x, plot.bottom()), look.muted)
            return
        pen = QPen(look.muted, 1)
        pen.setDashPattern([2.0, 3.0])
        painter.setPen(pen)
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))


class Heights(pg.GraphicsObject):
    """Dashed lines at heights with their names right of the plot, the most important first.

    What would lie over an earlier name is left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._heights: list[tuple[float, str]] = []
        self._look: Look | None = None

    def set_heights(self, heights: Sequence[tuple[float, str]], look: Look) -> None:
        """Other heights, as (place on the vertical axis, name)."""
        self._heights, self._look = list(heights), look
        self.update()

    def boundingRect(self) -> QRectF:
        """With the names, which stand beside the data."""
        rect = visible(self)
        return rect.adjusted(0, 0, 0.3 * rect.width(), 0)

    def viewTransformChanged(self) -> None:
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *_: Any) -> None:
        look, rect = self._look, visible(self)
        if look is None or rect.isEmpty():
            return
        with in_pixels(painter, self) as place:
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
                pen = QPen(painting.with_alpha(look.text, 0.55), 1)
                pen.setDashPattern([4.0, 3.0])
                painter.setPen(pen)
                painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
                at = QPointF(plot.right() + 6, y)
                painting.text(painter, at, name, look.small, look.muted)
