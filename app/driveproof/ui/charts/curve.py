# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A line through samples, with an area below it where it begins at zero; base of data items."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QTransform

from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting

_NOTHING: Floats = np.empty(0)


EDGE = 3
"""Pixels around the plot in which data are still painted: half a line or a dot at its edge."""


@contextmanager
def in_pixels(painter: QPainter, item: pg.GraphicsObject) -> Iterator[QTransform]:
    """Paint in scene pixels; yields a function from data coordinates to pixels.

    pyqtgraph scales the painter to the data, with pens in device pixels: half as wide on a high-DPI
    screen. In scene pixels a line has the same width everywhere, also in files.
    """
    place, world = item.sceneTransform(), painter.worldTransform()
    # Not by inverted(): Qt treats a matrix as singular if its determinant is below 1e-12, as for 16
    # TB across a plot.
    across, down = (world.m11() / place.m11()), (world.m22() / place.m22())
    x, y = world.dx() - place.dx() * across, world.dy() - place.dy() * down
    painter.save()
    painter.setWorldTransform(QTransform(across, 0, 0, down, x, y))
    # A clip of its own: an SVG would otherwise keep that of the previous item.
    painter.setClipRect(place.mapRect(visible(item)).adjusted(-EDGE, -EDGE, EDGE, EDGE + 1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    yield place
    painter.restore()


def visible(item: pg.GraphicsObject) -> QRectF:
    """The part of the data that is visible."""
    box = item.getViewBox()
    return QRectF() if box is None else box.viewRect()


class DataItem(pg.GraphicsObject):
    """Positioned in axis coordinates, painted in scene pixels."""

    def boundingRect(self) -> QRectF:
        return visible(self)

    def viewTransformChanged(self) -> None:
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *_: Any) -> None:
        rect = visible(self)
        if not rect.isEmpty():
            with in_pixels(painter, self) as place:
                self.paint_data(painter, rect, place)

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        """Paint it; `rect` is the visible part of the axes, and `place` maps axis coordinates to
        pixels.
        """
        raise NotImplementedError


def envelope(x: Floats, y: Floats, start: float, end: float, columns: int) -> tuple[Floats, Floats]:
    """At most two points for each of `columns` pixel columns between `start` and `end`.

    The minimum and maximum of each column: no peak is lost, however many samples there are. `x`
    must increase. Fewer samples are returned unchanged, with one more on either side.
    """
    low = max(0, int(np.searchsorted(x, start)) - 1)
    high = min(len(x), int(np.searchsorted(x, end, side="right")) + 1)
    x, y = x[low:high], y[low:high]
    if columns < 1 or len(x) <= 2 * columns:
        return x, y
    borders = np.linspace(start, end, columns + 1)
    first = np.minimum(np.searchsorted(x, borders[:-1]), len(x) - 1)
    middles = (borders[:-1] + borders[1:]) / 2
    return (
        np.repeat(middles, 2),
        np.stack((np.fmin.reduceat(y, first), np.fmax.reduceat(y, first)), axis=1).ravel(),
    )


def cut(x: Floats, y: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """The part of a line between two values of `x`, interpolated at its ends; `x` must increase."""
    first = int(np.searchsorted(x, low))
    end = int(np.searchsorted(x, high, side="right"))
    xs, ys = x[first:end], y[first:end]
    if 0 < first < len(x):
        xs = np.concatenate(([low], xs))
        ys = np.concatenate(([_at(x, y, first, low)], ys))
    if 0 < end < len(x):
        xs = np.concatenate((xs, [high]))
        ys = np.concatenate((ys, [_at(x, y, end, high)]))
    return xs, ys


def _at(x: Floats, y: Floats, after: int, place: float) -> float:
    """The line's value between the point `after` and the one before it."""
    before = after - 1
    step = float(x[after] - x[before])
    share = (place - float(x[before])) / step if step > 0 else 0.0
    return float(y[before] + (y[after] - y[before]) * share)


class CurveItem(DataItem):
    """Draws at most two points per pixel column, clipped to the plot.

    `x` must increase; the line breaks where `y` is NaN.
    """

    def __init__(self) -> None:
        super().__init__()
        self.color = QColor()
        self.width = 1.5
        self.dash: tuple[float, ...] = ()
        self.area: QColor | None = None
        self.samples = (_NOTHING, _NOTHING)

    def set_samples(self, x: Floats, y: Floats) -> None:
        """Draw other samples."""
        self.samples = (x, y)
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        columns = int(rect.width() * place.m11())
        x, y = envelope(*self.samples, rect.left(), rect.right(), columns)
        x, y = cut(x, y, rect.left(), rect.right())
        x, y = place.m11() * x + place.dx(), place.m22() * y + place.dy()
        if self.area is not None:
            painting.area(painter, x, y, place.dy(), self.area)
        painting.curve(painter, x, y, self.color, width=self.width, dash=self.dash)
