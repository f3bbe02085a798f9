# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The mark in the list of runs where a drive has got another firmware."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from driveproof.ui.models.runs import FIRMWARE_ROLE, Column
from driveproof.ui.style import Theme

_SIDE = 11  # as the table's cells keep


class FirmwareDelegate(QStyledItemDelegate):
    """Paints a dashed line between the last run with the old firmware and the first with the new,
    and says so in the column that names drive or folder.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        words = index.data(FIRMWARE_ROLE)
        if not words:
            super().paint(painter, option, index)
            return
        if index.column() in {Column.DRIVE, Column.FOLDER}:
            self._paint_words(painter, option, index, words)
        else:
            super().paint(painter, option, index)
        painter.save()
        pen = QPen(self._theme.colors.muted, 1)
        pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        rect = self._rect(option)
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        painter.restore()

    def _paint_words(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        words: str,
    ) -> None:
        blank = QStyleOptionViewItem(option)
        self.initStyleOption(blank, index)
        text, blank.text = blank.text, ""
        widget = option.widget
        style = widget.style() if widget is not None else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, blank, painter, widget)
        rect = self._rect(option).adjusted(_SIDE, 2, -_SIDE // 2, -3)
        half = rect.height() // 2
        color = index.data(Qt.ItemDataRole.ForegroundRole)
        painter.save()
        for place, font, line, ink in (
            (QRect(rect.left(), rect.top(), rect.width(), half), self._theme.body(), text, color),
            (
                QRect(rect.left(), rect.top() + half, rect.width(), rect.height() - half),
                self._theme.small(),
                words,
                self._theme.colors.accent,
            ),
        ):
            painter.setFont(font)
            painter.setPen(QColor(ink))
            short = QFontMetrics(font).elidedText(line, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, short)
        painter.restore()

    @staticmethod
    def _rect(option: QStyleOptionViewItem) -> QRect:
        return option.rect
