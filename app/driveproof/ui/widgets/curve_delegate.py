# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws a small curve before the text of a table's cell."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.cells import CURVE_ROLE

CURVE = QSize(52, 16)
_EDGE = 3.0  # pixels for the point at the end
_LEAST_POINTS = 2


class CurveDelegate(QStyledItemDelegate):
    """For a column whose cells have a `curve`; the style lays it out as an icon."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        points = index.data(CURVE_ROLE)
        if not points or len(points) < _LEAST_POINTS:
            return
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
        option.decorationSize = CURVE
        option.icon = QIcon(self._drawn(points))

    def _drawn(self, points: tuple[tuple[float, float], ...]) -> QPixmap:
        scale = self._table.devicePixelRatioF()
        picture = QPixmap(CURVE * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        width, height = CURVE.width() - 2 * _EDGE, CURVE.height() - 2 * _EDGE
        line = [QPointF(_EDGE + x * width, _EDGE + (1 - y) * height) for x, y in points]
        color = self._theme.colors.read
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 1.5))
        painter.drawPolyline(QPolygonF(line))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(line[-1], 2.5, 2.5)
        painter.end()
        return picture
