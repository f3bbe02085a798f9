# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays parts out beside each other, and below each other in a narrow window."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from driveproof.ui.theme.style import GRID, MARGIN

_NARROW, _LEAST = 620, 320  # pixels for two columns of facts, and for one


class SideBySide(QWidget):
    """Parts beside each other, in `row`, or below each other where there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row.setContentsMargins(0, GRID, 0, 0)
        self.row.setSpacing(MARGIN)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        wanted = direction.LeftToRight if self.width() >= _NARROW else direction.TopToBottom
        if wanted != self.row.direction():
            self.row.setDirection(wanted)

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, super().minimumSizeHint().height())
