# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chart painted into a picture."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.plot import drawn

RECT = QRectF(0, 0, 640, 200)


def painted(chart: Chart, pointer: QPointF | None = None) -> QImage:
    image = QImage(640, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    with drawn(chart, RECT, for_paper()) as plot:
        place = plot.data_at(pointer) if pointer is not None else None
        plot.point(*(place or (None, None)))
        plot.render(painter, RECT)
    painter.end()
    return image
