# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The mark in the list of runs where a drive has got another firmware."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from driveproof.ui.results.columns import Column
from driveproof.ui.results.model import FIRMWARE_ROLE
from driveproof.ui.theme.style import Theme

_Index = QModelIndex | QPersistentModelIndex
_SIDE = 11  # as the table's cells keep


class FirmwareDelegate(QStyledItemDelegate):
    """Paints a dashed line between the last run with the old firmware and the first with the new,
    and says so below the label, if there is none, and the name of drive or folder.
    """

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._table = parent

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        words = index.data(FIRMWARE_ROLE)
        if not words:
            super().paint(painter, option, index)
            return
        rect = QRect(option.rect)
        column = index.column()
        named = column in {Column.DRIVE, Column.FOLDER}
        if named:
            self._paint_raised(painter, option, index)
        else:
            super().paint(painter, option, index)
        painter.save()
        painter.setClipRect(rect)
        if named or column == Column.LABEL:
            self._paint_words(painter, index, rect, words)
        pen = QPen(self._theme.colors.muted, 1)
        pen.setDashPattern([4.0, 3.0])
        painter.setPen(pen)
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        painter.restore()

    def _paint_raised(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """The cell with its text in the upper half."""
        blank = QStyleOptionViewItem(option)
        self.initStyleOption(blank, index)
        text, blank.text = blank.text, ""
        style = self._table.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, blank, painter, self._table)
        upper = _halves(QRect(option.rect))[0]
        painter.save()
        painter.setPen(QColor(index.data(Qt.ItemDataRole.ForegroundRole)))
        painter.setFont(self._theme.body())
        metrics = QFontMetrics(painter.font())
        short = metrics.elidedText(text, Qt.TextElideMode.ElideRight, upper.width())
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, short)
        painter.restore()

    def _paint_words(self, painter: QPainter, index: _Index, cell: QRect, words: str) -> None:
        """The words across both cells, of which each paints its part: one may be updated alone."""
        label = index.sibling(index.row(), Column.LABEL)
        if label.data():
            if index.column() == Column.LABEL:
                return
            lower = _halves(cell)[1]
        else:
            end = max(
                self._table.visualRect(index.sibling(index.row(), column)).right()
                for column in (Column.LABEL, Column.DRIVE, Column.FOLDER)
            )
            start = self._table.visualRect(label).left()
            lower = _halves(QRect(start, cell.top(), end - start, cell.height()))[1]
        painter.setPen(self._theme.colors.accent)
        painter.setFont(self._theme.small())
        metrics = QFontMetrics(painter.font())
        short = metrics.elidedText(words, Qt.TextElideMode.ElideRight, lower.width())
        painter.drawText(lower, Qt.AlignmentFlag.AlignVCenter, short)


def _halves(rect: QRect) -> tuple[QRect, QRect]:
    inner = rect.adjusted(_SIDE, 2, -_SIDE // 2, -3)
    half = inner.height() // 2
    return inner.adjusted(0, 0, 0, -half), inner.adjusted(0, half, 0, 0)
