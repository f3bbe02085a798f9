# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The mark of one layer of a discard path."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.trim.path import BLOCK, PART, PASS, PathVerdict
from driveproof.ui.theme.style import GRID, Theme

WIDTH = 3 * GRID
SIZE = 16.0


def mark_color(theme: Theme, verdict: PathVerdict) -> QColor:
    """Good, bad or muted; never the only sign."""
    colors = theme.colors
    return {PASS: colors.good, BLOCK: colors.bad}.get(verdict, colors.muted)


def paint_mark(painter: QPainter, theme: Theme, centre: QPointF, verdict: PathVerdict) -> None:
    """A disc with a tick, a cross, or a bar for a part; a ring with a question mark if unknown."""
    color, page = mark_color(theme, verdict), theme.colors.page
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    disc = QRectF(centre.x() - SIZE / 2, centre.y() - SIZE / 2, SIZE, SIZE)
    known = verdict in (PASS, BLOCK, PART)
    painter.setPen(QPen(color, 1.5))
    painter.setBrush(color if known else page)
    painter.drawEllipse(disc.adjusted(0.75, 0.75, -0.75, -0.75))
    pen = QPen(page if known else color, 1.75)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    x, y = centre.x(), centre.y()
    if verdict == PASS:
        painter.drawPolyline(
            [QPointF(x - 3.4, y + 0.2), QPointF(x - 0.9, y + 2.7), QPointF(x + 3.6, y - 2.6)]
        )
    elif verdict == BLOCK:
        painter.drawLine(QPointF(x - 2.7, y - 2.7), QPointF(x + 2.7, y + 2.7))
        painter.drawLine(QPointF(x - 2.7, y + 2.7), QPointF(x + 2.7, y - 2.7))
    elif verdict == PART:
        painter.drawLine(QPointF(x - 3.2, y), QPointF(x + 3.2, y))
    else:
        font = theme.small(strong=True)
        font.setPixelSize(11)
        painter.setFont(font)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, "?")


class ChainMark(QWidget):
    """A mark with the line above and below it: solid where a TRIM passes, dotted where it does not.

    `above` and `below` are True, False or None for no line at all.
    """

    def __init__(
        self,
        theme: Theme,
        verdict: PathVerdict,
        *,
        above: bool | None = None,
        below: bool | None = None,
        height: float = 20.0,
    ) -> None:
        super().__init__()
        self._theme = theme
        self.verdict = verdict
        self.above, self.below = above, below
        self._middle = height
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 5 * GRID)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        x, middle = SIZE / 2 + 0.5, self._middle
        for part, (top, bottom) in (
            (self.above, (0.0, middle)),
            (self.below, (middle, float(self.height()))),
        ):
            if part is None:
                continue
            pen = QPen(self._theme.colors.muted if part else self._theme.colors.line, 1.5)
            if not part:
                pen.setDashPattern([1.0, 3.0])
            painter.setPen(pen)
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        paint_mark(painter, self._theme, QPointF(x, middle), self.verdict)
