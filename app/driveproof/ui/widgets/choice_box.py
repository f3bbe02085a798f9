# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A box to choose from a list, which the wheel of the mouse scrolls past."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)


class ChoiceBox(QComboBox):
    """Where there is no room its text ends in an ellipsis: below a style sheet Qt cuts it through a
    letter. The wheel scrolls the page and changes no choice on its way.

    On Linux Qt tells a screen reader the choice as the name of a box, and what it is about only by
    a label that it belongs to. Where the page has none, a hidden one has its accessible name.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # and not by the wheel

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.accessibleName() and not any(one.buddy() is self for one in self._labels()):
            label = QLabel(self.accessibleName(), self.parentWidget())
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(self)
            label.hide()

    def _labels(self) -> list[QLabel]:
        """Beside it: Qt looks nowhere else."""
        beside = Qt.FindChildOption.FindDirectChildrenOnly
        parent = self.parentWidget()
        return [] if parent is None else parent.findChildren(QLabel, options=beside)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        place = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self)
        option.currentText = self.fontMetrics().elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, place.width() - 2
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
