# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Latencies over time as shaded cells: an image on pixels, rectangles in a vector file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.curve import DataItem

LEVELS = 12
_FAINTEST = 0.36  # the colour's share in the first level: a single I/O is seen on either ground
_BEND = 1.4  # above 1: most of the contrast is where most I/Os are


def shades(color: QColor, ground: QColor) -> tuple[QColor, ...]:
    """The colours of levels 1 to LEVELS."""
    return _shades(color.rgb(), ground.rgb())


@cache
def _shades(color: int, ground: int) -> tuple[QColor, ...]:
    """The same of colours as #AARRGGBB."""
    pair = QColor.fromRgb(color), QColor.fromRgb(ground)
    return tuple(
        painting.mixed(*pair, _FAINTEST + (1 - _FAINTEST) * (level / (LEVELS - 1)) ** _BEND)
        for level in range(LEVELS)
    )


def _to_pixels(edges: Floats) -> Floats:
    """The nearest borders between pixels; edges that differ by a rounding error get the same."""
    return np.floor(edges + (0.5 + 1e-6))


@dataclass(frozen=True, eq=False)
class HeatColumns:
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
        self.colors: tuple[QColor, ...] = ()
        self._edges: Floats = np.array([0.0, 1.0])
        self._columns: HeatColumns | None = None
        self.image: tuple[tuple[object, ...], QImage] | None = None
        self._memory: npt.NDArray[np.uint32] | None = None  # of the image, which does not own it

    def set_columns(self, columns: HeatColumns, edges: Floats, colors: tuple[QColor, ...]) -> None:
        """Draw other cells."""
        self._columns, self._edges, self.colors = columns, edges, colors
        self.image = None
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
            self._paint_image(painter, left, right, edges, plot)

    def _paint_image(
        self, painter: QPainter, left: Floats, right: Floats, edges: Floats, plot: QRectF
    ) -> None:
        """Every edge lies between two pixels of the device: a scaled image would shift some by
        one. Cached until it changes.
        """
        to_device = painter.deviceTransform()
        whole = to_device.mapRect(plot).toRect()
        key = (whole, to_device.m11(), to_device.m22(), left[0], right[-1], edges[0], edges[-1])
        if self.image is None or self.image[0] != key:
            across = to_device.m11() * np.stack((left, right)) + to_device.dx()
            down = to_device.m22() * edges + to_device.dy()
            self.image = None
            self.image = (key, self._pixels(_to_pixels(across), _to_pixels(down), whole))
        place = to_device.inverted()[0].mapRect(QRectF(whole))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(place, self.image[1])

    def _pixels(self, across: Floats, down: Floats, whole: QRect) -> QImage:
        """The pixels of the device in `whole`; `across` and `down` are the edges in its pixels."""
        assert self._columns is not None
        wide, high = max(1, whole.width()), max(1, whole.height())
        column, row = whole.left() + np.arange(wide), whole.top() + np.arange(high)
        at = np.maximum(np.searchsorted(across[0], column, side="right") - 1, 0)
        # An interval that is narrower than a pixel still has one.
        inside = (across[0][at] <= column) & (column < np.maximum(across[1], across[0] + 1)[at])
        # `down` falls: latency rises upwards. Beyond its ends there is a step without cells.
        step = np.clip(np.searchsorted(-down, -row, side="left") - 1, -1, len(down) - 1)
        steps, of_row = np.unique(step, return_inverse=True)
        table = np.array([0, *(color.rgba() for color in self.colors)], dtype=np.uint32)
        cells = np.pad(table[self._columns.levels], ((0, 0), (0, 1)))
        lines = np.where(inside, cells[:, steps].T[:, at], np.uint32(0))
        self._memory = lines[of_row]  # whole lines are copied: fast
        return QImage(self._memory.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32)

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
