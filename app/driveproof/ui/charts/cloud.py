# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dots by the hundred thousand: counted pixel by pixel, for what Qt would paint one by one."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from driveproof.ui.charts.timeline import Floats

MANY = 20_000
"""More dots than this are a cloud; a scan has 10,000 at most, logs of other programs any number."""
_SIZE = 3  # pixels of a dot, both ways
_LEAST = 0.3  # the opacity of one dot alone


def paint_cloud(painter: QPainter, plot: QRectF, x: Floats, y: Floats, color: QColor) -> None:
    """The more dots on a pixel, the darker it is."""
    scale = painter.device().devicePixelRatioF()
    width = max(1, round(plot.width() * scale)) + _SIZE
    height = max(1, round(plot.height() * scale)) + _SIZE
    column = np.clip(((x - plot.left()) * scale).astype(np.int32), 0, width - _SIZE)
    row = np.clip(((y - plot.top()) * scale).astype(np.int32), 0, height - _SIZE)
    counts = np.bincount(row * width + column, minlength=width * height).reshape(height, width)
    counts = np.minimum(counts, 255).astype(np.int16)
    covered = np.zeros_like(counts)
    for down in range(_SIZE):
        for right in range(_SIZE):
            covered[down:, right:] += counts[: height - down, : width - right]
    most = int(covered.max())
    # By the logarithm: what is rare is seen, and what is dense still has a middle.
    opaque = 255 * (_LEAST + (1 - _LEAST) * np.log(np.arange(1, most + 2)) / np.log(most + 1))
    opaque = np.concatenate(([0.0], opaque[:-1]))
    # ARGB, each colour taken times the opacity, as the format has it.
    levels = np.zeros(len(opaque), dtype=np.uint32)
    for shift, part in ((24, 255), (16, color.red()), (8, color.green()), (0, color.blue())):
        levels |= np.rint(opaque * part / 255).astype(np.uint32) << shift
    pixels = np.ascontiguousarray(levels[covered])
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    middle = _SIZE // 2 / scale
    place = QRectF(plot.left() - middle, plot.top() - middle, width / scale, height / scale)
    painter.drawImage(place, image)
