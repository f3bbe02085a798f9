# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tabs of the pages: words, and a line under the current one."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QTabBar, QWidget

from driveproof.ui.theme.style import GRID, Theme

_SPACE = 28  # between two words
_END = 8  # after the last one: the frame of the focus


class PageTabs(QTabBar):
    """A tab bar without frames around its words; QTabBar handles the keyboard."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._restyle()
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.setFont(self._theme.body())
        self.update()

    def _word(self, index: int) -> str:
        return self.tabText(index)

    def _width(self, index: int) -> int:
        return QFontMetrics(self._theme.body(strong=True)).horizontalAdvance(self._word(index))

    def tabSizeHint(self, index: int) -> QSize:
        return QSize(
            self._width(index) + self._after(index),
            2 * GRID + QFontMetrics(self.font()).height() + 8,
        )

    def _after(self, index: int) -> int:
        """Pixels between a word and the next one, or the end."""
        return _SPACE if index < self.count() - 1 else _END

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = self._theme.colors
        for index in range(self.count()):
            place = self.tabRect(index).adjusted(0, 0, -self._after(index), 0)
            current = index == self.currentIndex()
            painter.setFont(self._theme.body(strong=current))
            hovered = place.contains(self.mapFromGlobal(self.cursor().pos()))
            painter.setPen(colors.text if current or hovered else colors.muted)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(place, flags, self._word(index))
            if current:
                line = QRect(place.left(), self.height() - 2, place.width(), 2)
                painter.fillRect(line, colors.accent)
                if self.hasFocus():
                    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                    painter.setPen(QPen(colors.accent, 1.5))
                    painter.drawRoundedRect(place.adjusted(-6, 5, 6, -8), 4, 4)
