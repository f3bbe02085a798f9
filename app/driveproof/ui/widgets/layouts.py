# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layouts: made, emptied and filled anew; on one baseline; beside each other if there is room."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
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

from driveproof.ui.theme.style import GRID

Margins = tuple[int, int, int, int]
_NONE = (0, 0, 0, 0)
ANY_SIZE = 2**24 - 1
"""QWIDGETSIZE_MAX of Qt, which PySide6 does not export."""
TWO_COLUMNS = 620
"""Pixels from which two columns of facts, or two charts, are beside each other."""


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


class FlowBox(QBoxLayout):
    """Parts beside each other, or below each other in less than `narrow` pixels. Where `narrow` is
    None they are so where they would be cut; a function is asked each time.

    With `last_first` the last part is the topmost one below each other. Unless it `yields`, nothing
    else takes the room away that the parts need beside each other. Emits `turned(below)`.
    """

    turned = Signal(bool)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        narrow: int | Callable[[], int] | None = None,
        margins: Margins = _NONE,
        spacing: int = GRID,
        last_first: bool = False,
        yields: bool = True,
    ) -> None:
        direction = QBoxLayout.Direction
        if parent is None:
            super().__init__(direction.LeftToRight)
        else:
            super().__init__(direction.LeftToRight, parent)
        self._narrow = narrow
        self._yields = yields and narrow != 0
        self._down = direction.BottomToTop if last_first else direction.TopToBottom
        self.setContentsMargins(*margins)
        self.setSpacing(spacing)

    def setGeometry(self, rect: QRect) -> None:
        across = QBoxLayout.Direction.LeftToRight
        wanted = across if rect.width() >= self._least() else self._down
        if wanted != self.direction():
            self.setDirection(wanted)
            self.turned.emit(wanted != across)
        super().setGeometry(rect)

    def sizeHint(self) -> QSize:
        """As wide as with the parts beside each other: they turn back where there is room again."""
        hint = super().sizeHint()
        return QSize(max(hint.width(), self.width_across()), hint.height())

    def minimumSize(self) -> QSize:
        """As narrow as with the parts below each other, whether they are so now or not."""
        least = super().minimumSize()
        if not self._yields:
            return least
        margins = self.contentsMargins()
        widest = max((size.width() for size in self._least_sizes()), default=0)
        return QSize(widest + margins.left() + margins.right(), least.height())

    def _least(self) -> int:
        """The pixels from which the parts are beside each other."""
        if self._narrow is None:
            return self.width_across()
        return self._narrow if isinstance(self._narrow, int) else self._narrow()

    def width_across(self) -> int:
        """The pixels that the parts take beside each other at least."""
        margins, widths = self.contentsMargins(), [one.width() for one in self._least_sizes()]
        gaps = self.spacing() * max(0, len(widths) - 1)
        return sum(widths) + gaps + margins.left() + margins.right()

    def _least_sizes(self) -> list[QSize]:
        items = (self.itemAt(place) for place in range(self.count()))
        return [item.minimumSize() for item in items if item is not None and not item.isEmpty()]


class BaselineBox(FlowBox):
    """Beside each other the texts of its widgets are level with that of the tallest one.

    Qt aligns the edges and the centres of widgets in a row, never what is written in them. Unless
    `narrow` says so, the widgets are never below each other.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        narrow: int | Callable[[], int] | None = 0,
        spacing: int = GRID,
    ) -> None:
        super().__init__(parent, narrow=narrow, spacing=spacing)

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
