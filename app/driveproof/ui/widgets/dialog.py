# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A dialog that is wholly on the screen, when it opens and when it grows."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog

FRAME = QSize(0, 40)
"""What a window manager may add around a window."""


class Dialog(QDialog):
    """Qt keeps neither a dialog's size nor what it grows by on the screen, and its place nearly."""

    def setVisible(self, visible: bool) -> None:
        if visible and not self.isVisible():
            if not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
                self.adjustSize()
            self.resize(self.size().boundedTo(self.screen().availableSize() - FRAME))
        super().setVisible(visible)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.grow(self.size())

    def grow(self, size: QSize) -> None:
        """Make it at least so large, where the screen has room, and move it in where it has to."""
        room = self.screen().availableGeometry()
        frame = (self.frameGeometry().size() - self.size()).expandedTo(FRAME)
        self.resize(self.size().expandedTo(size.boundedTo(room.size() - frame)))
        place = QRect(self.pos(), self.size() + frame)
        place.moveRight(min(place.right(), room.right()))
        place.moveBottom(min(place.bottom(), room.bottom()))
        place.moveLeft(max(place.left(), room.left()))
        place.moveTop(max(place.top(), room.top()))
        if self.isVisible() and place.topLeft() != self.pos():
            self.move(place.topLeft())
