# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A list in sections: rows to choose from below titles that the keyboard passes over."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QWidget

from driveproof.ui.theme.keyboard import RING
from driveproof.ui.theme.style import GRID, Theme

TITLE_INSET, ROW_INSET = 20, GRID  # pixels from the left edge of the list


class SectionView(QListView):
    """The keyboard never stops on a section's title: a row that cannot be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setProperty(RING, False)  # the current row has one
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def moveCursor(
        self, action: QListView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        index = super().moveCursor(action, modifiers)
        model = self.model()
        up = action in {QListView.CursorAction.MoveHome, QListView.CursorAction.MovePageUp}
        first = index if index.isValid() else model.index(0, 0)
        if up and not model.flags(first) & Qt.ItemFlag.ItemIsSelectable:
            return model.index(first.row() + 1, 0)
        return index


def section_height(theme: Theme, row: int, above: int = GRID) -> int:
    """The height of a section's title in pixels; the first one needs no distance above it."""
    above = above if row else 0
    return QFontMetrics(theme.small(strong=True)).height() + 2 * GRID + above


def paint_section(painter: QPainter, theme: Theme, place: QRect, title: str) -> None:
    """A section's title at the lower edge of its place."""
    painter.setFont(theme.small(strong=True))
    painter.setPen(theme.colors.muted)
    painter.drawText(
        place.adjusted(TITLE_INSET, 0, -GRID, -GRID // 2),
        Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft,
        title,
    )


def paint_ground(painter: QPainter, theme: Theme, card: QRect, state: QStyle.StateFlag) -> None:
    """The ground of a row: chosen, under the pointer, with the focus, or nothing."""
    colors = theme.colors
    selected = bool(state & QStyle.StateFlag.State_Selected)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if selected or state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.selected if selected else colors.hover)
        painter.drawRoundedRect(card, 6, 6)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(colors.accent, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(card.adjusted(1, 1, -1, -1), 5, 5)
