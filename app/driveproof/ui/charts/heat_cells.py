# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Latencies over time as shaded cells: an image on pixels, rectangles in a vector file."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from driveproof.ui.charts import painting
from driveproof.ui.charts.curve import DataItem
from driveproof.ui.charts.timeline import Floats

LEVELS = 12
_FAINTEST, _RANGE = 0.08, 0.84  # the colour's share in the first level, and what the last one adds


def shades(color: QColor, ground: QColor) -> list[QColor]:
    """The colours of levels 1 to LEVELS."""
    return [
        painting.mixed(color, ground, _FAINTEST + _RANGE * level / LEVELS)
        for level in range(1, LEVELS + 1)
    ]


@dataclass(frozen=True, eq=False)
class Columns:
    """Intervals from `start` to `end` in seconds, with a row of shading levels (0 for none) for
    each.
    """

    start: Floats
    end: Floats
    levels: npt.NDArray[np.int64]


class HeatCells(DataItem):
    """The columns of one direction.

    Rows are equally high; `edges` are their borders in the unit of the axis. Intervals may differ
    in length and have gaps, which an ImageItem cannot show.
    """

    def __init__(self) -> None:
        super().__init__()
        self.colors: list[QColor] = []
        self._edges: Floats = np.array([0.0, 1.0])
        self._columns: Columns | None = None
        self._image: tuple[tuple[float, ...], QImage] | None = None

    def set_columns(self, columns: Columns, edges: Floats, colors: list[QColor]) -> None:
        """Draw other cells."""
        self._columns, self._edges, self.colors = columns, edges, colors
        self._image = None
        self.update()

    def paint_data(self, painter: QPainter, rect: QRectF, place: QTransform) -> None:
        columns = self._columns
        if columns is None or not len(columns.start):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        plot = place.mapRect(rect)
        painter.setClipRect(plot)
        left = place.m11() * columns.start + place.dx()
        right = place.m11() * columns.end + place.dx()
        edges = place.m22() * self._edges + place.dy()
        if painting.is_vector(painter):
            self._paint_shapes(painter, left, right, edges, plot)
        else:
            scale = painter.deviceTransform().m11()
            self._paint_image(painter, left, right, edges, plot, scale=scale)

    def _paint_image(
        self,
        painter: QPainter,
        left: Floats,
        right: Floats,
        edges: Floats,
        plot: QRectF,
        *,
        scale: float,
    ) -> None:
        """Each pixel column shows the interval at its middle; cached until it changes."""
        assert self._columns is not None
        wide = max(1, round(plot.width() * scale))
        key = (plot.left(), plot.width(), scale, float(left[0]), float(right[-1]))
        if self._image is None or self._image[0] != key:
            middles = plot.left() + (np.arange(wide) + 0.5) / wide * plot.width()
            at = np.minimum(np.searchsorted(right, middles), len(right) - 1)
            near = 0.5 / scale  # an interval begins just after the previous one
            inside = (left[at] - near <= middles) & (middles <= right[at] + near)
            levels = np.where(inside[:, None], self._columns.levels[at], 0).T[::-1]
            table = np.array([0, *(color.rgba() for color in self.colors)], dtype=np.uint32)
            pixels = np.ascontiguousarray(table[levels])
            high = pixels.shape[0]
            image = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32)
            self._image = (key, image.copy())
        top, bottom = float(edges[-1]), float(edges[0])
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(QRectF(plot.left(), top, plot.width(), bottom - top), self._image[1])

    def _paint_shapes(
        self, painter: QPainter, left: Floats, right: Floats, edges: Floats, plot: QRectF
    ) -> None:
        """One path per level, with runs along time merged, keeps a page small and sharp."""
        assert self._columns is not None
        paths = [QPainterPath() for _ in range(LEVELS + 1)]
        levels = self._columns.levels
        left, right = np.maximum(left, plot.left()), np.minimum(right, plot.right())
        near = np.concatenate(([False], left[1:] - right[:-1] < 0.5, [False]))
        for row in range(levels.shape[1]):
            top, bottom = max(edges[row + 1], plot.top()), min(edges[row], plot.bottom())
            cells = levels[:, row]
            if bottom <= top or not cells.any():
                continue
            changes = np.diff(cells, prepend=-1, append=-1) != 0
            borders = np.flatnonzero(changes | ~near)
            for first, after in pairwise(borders.tolist()):
                width = right[after - 1] - left[first]
                if cells[first] and width > 0:
                    path = paths[cells[first]]
                    path.addRect(left[first], top, width + 0.25, bottom - top + 0.25)
        for color, path in zip(self.colors, paths[1:], strict=True):
            painter.fillPath(path, color)
