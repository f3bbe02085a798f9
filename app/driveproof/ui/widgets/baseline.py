# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Widgets side by side whose first lines of text are on one baseline, whatever their heights."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QLabel, QWidget


class BaselineBox(QBoxLayout):
    """A row, whose texts are level with that of the tallest widget; a column is left as it is.

    Qt aligns the edges and the centres of widgets in a row, never what is written in them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        if parent is None:
            super().__init__(QBoxLayout.Direction.LeftToRight)
        else:
            super().__init__(QBoxLayout.Direction.LeftToRight, parent)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        if self.direction() != QBoxLayout.Direction.LeftToRight:
            return
        items = (self.itemAt(place) for place in range(self.count()))
        widgets = [item.widget() for item in items if item is not None and not item.isEmpty()]
        lines = {
            widget: line
            for widget in widgets
            if widget is not None and (line := first_baseline(widget)) is not None
        }
        if lines:
            tallest = max(lines, key=QWidget.height)
            level = tallest.y() + lines[tallest]
            for widget, line in lines.items():
                widget.move(widget.x(), level - line)


def first_baseline(widget: QWidget) -> int | None:
    """The pixels from the top of a widget to the baseline of its first line of text.

    That of the first label or button in it, if the widget itself has no text; None without any.
    """
    if isinstance(widget, QAbstractButton):
        return _baseline(widget, widget.rect(), Qt.AlignmentFlag.AlignVCenter)
    if isinstance(widget, QLabel):
        inner = widget.contentsRect()
        needed = widget.heightForWidth(widget.width()) if widget.wordWrap() else -1
        height = needed if needed > 0 else widget.sizeHint().height()
        spare = max(0, inner.height() - height)
        if widget.alignment() & Qt.AlignmentFlag.AlignVCenter:
            inner.setTop(inner.top() + spare // 2)
        elif widget.alignment() & Qt.AlignmentFlag.AlignBottom:
            inner.setTop(inner.top() + spare)
        return _baseline(widget, inner, Qt.AlignmentFlag.AlignTop)
    layout = widget.layout()
    if layout is None:
        return None
    for place in range(layout.count()):
        item = layout.itemAt(place)
        child = item.widget() if item is not None else None
        if child is not None and not child.isHidden():
            line = first_baseline(child)
            if line is not None:
                return child.y() + line
    return None


def _baseline(widget: QWidget, rect: QRect, align: Qt.AlignmentFlag) -> int:
    metrics = QFontMetrics(widget.font())
    centred = align == Qt.AlignmentFlag.AlignVCenter
    top = rect.top() + ((rect.height() - metrics.height()) // 2 if centred else 0)
    return top + metrics.ascent()
