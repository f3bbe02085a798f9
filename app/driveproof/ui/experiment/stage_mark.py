# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The mark of a step on the line that leads from the first to the last."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.trim.path import PASS
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.chain_mark import SIZE, paint_mark

DONE, NOW, TO_COME, NEVER = "done", "now", "to come", "never"
WIDTH = 4 * GRID


class StageMark(QWidget):
    """A tick for what is done, a dot in a ring for what is next, a ring for what is to come.

    `above` and `below` say whether the line goes on there; it is pale where nobody was yet.
    """

    def __init__(self, theme: Theme, state: str, *, above: bool, below: bool) -> None:
        super().__init__()
        self._theme = theme
        self.state = state
        self._above, self._below = above, below
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 4 * GRID)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = self._theme.colors
        x, middle = SIZE / 2 + 1.5, 2.0 * GRID
        for wanted, reached, top, bottom in (
            (self._above, self.state in (DONE, NOW), 0.0, middle - SIZE / 2 - 3),
            (self._below, self.state == DONE, middle + SIZE / 2 + 3, float(self.height())),
        ):
            if wanted:
                painter.setPen(QPen(colors.good if reached else colors.line, 1.5))
                painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        centre = QPointF(x, middle)
        if self.state == DONE:
            paint_mark(painter, self._theme, centre, PASS)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        now = self.state == NOW
        painter.setPen(QPen(colors.accent if now else colors.muted, 2.0 if now else 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ring = QRectF(x - SIZE / 2, middle - SIZE / 2, SIZE, SIZE)
        painter.drawEllipse(ring.adjusted(1, 1, -1, -1))
        if now:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.accent)
            painter.drawEllipse(centre, 3.6, 3.6)
