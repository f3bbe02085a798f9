# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layouts: made, emptied and filled anew; on one baseline; beside each other if there is room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QVBoxLayout,
    QWidget,
)

from driveproof.ui.theme.style import GRID, MARGIN

Margins = tuple[int, int, int, int]
_NONE = (0, 0, 0, 0)


def vertical(
    parent: QWidget | None = None, *, margins: Margins = _NONE, spacing: int | None = None
) -> QVBoxLayout:
    """One below the other in `parent`, or in another layout; pixels on the left, above, on the
    right and below of all, and between two (None: as in the layout around it).
    """
    made = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    made.setContentsMargins(*margins)
    if spacing is not None:
        made.setSpacing(spacing)
    return made


def horizontal(
    parent: QWidget | None = None, *, margins: Margins = _NONE, spacing: int | None = None
) -> QHBoxLayout:
    """The same beside each other."""
    made = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    made.setContentsMargins(*margins)
    if spacing is not None:
        made.setSpacing(spacing)
    return made


def clear(layout: QLayout) -> None:
    """Hide and delete every widget in it; without hiding, it would stay visible until its
    deletion.
    """
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
    if isinstance(layout, QGridLayout):  # it keeps the height of every row that it ever had
        for row in range(layout.rowCount()):
            layout.setRowMinimumHeight(row, 0)


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


_NARROW, _LEAST = 620, 320  # pixels for two columns of facts, and for one


class SideBySide(QWidget):
    """Parts beside each other, in `row`, or below each other in less than `narrow` pixels; None:
    where they would be cut. `above` is the margin above them; `least` is the width that they need
    at least, None for all of it while they are beside each other.
    """

    def __init__(
        self,
        narrow: int | None = _NARROW,
        *,
        spacing: int = MARGIN,
        above: int = GRID,
        least: int | None = _LEAST,
    ) -> None:
        super().__init__()
        self._least = least
        self._narrow = narrow
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row.setContentsMargins(0, above, 0, 0)
        self.row.setSpacing(spacing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a part was shown or hidden
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        direction = QBoxLayout.Direction
        narrow = self._needed() if self._narrow is None else self._narrow
        wanted = direction.LeftToRight if self.width() >= narrow else direction.TopToBottom
        if wanted != self.row.direction():
            self.row.setDirection(wanted)

    def _needed(self) -> int:
        """The pixels that the parts take beside each other at least."""
        items = (self.row.itemAt(place) for place in range(self.row.count()))
        widths = [item.minimumSize().width() for item in items if item and not item.isEmpty()]
        return sum(widths) + self.row.spacing() * max(0, len(widths) - 1)

    def minimumSizeHint(self) -> QSize:
        whole = super().minimumSizeHint()
        return whole if self._least is None else QSize(self._least, whole.height())
