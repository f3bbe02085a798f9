# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chart of rows in the window: as high as its rows, which mouse and keys can select."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from driveproof.ui.charts.rows import RowsChart
from driveproof.ui.charts.view import HANDLE, ChartView
from driveproof.ui.theme.style import Theme

_LINE, _HEAD = 26, 78  # of the table, in pixels


class RowsView(ChartView):
    """Emits `row_chosen(number)` for a click or the arrow keys, if rows can be `chosen`.

    `most` is how many rows of its table are visible at once; with more it scrolls.
    """

    row_chosen = Signal(int)

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        chosen: bool = True,
        most: int | None = None,
    ) -> None:
        super().__init__(theme, 120, parent)
        self._chosen = chosen
        self._most = most
        self._down: QPointF | None = None
        if chosen:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def rows(self) -> RowsChart | None:
        """The chart."""
        return self.chart if isinstance(self.chart, RowsChart) else None

    def show_rows(self, rows: RowsChart) -> None:
        """Show other rows."""
        self.set_chart(rows)
        self._fit()

    def _show_table(self, wanted: bool) -> None:
        super()._show_table(wanted)
        self._fit()

    def _fit(self) -> None:
        if self.rows is not None:
            height = round(self.rows.height)
            if self.shows_table:
                count = len(self.rows.table().rows)
                height = max(height, _HEAD + _LINE * min(count, self._most or count))
            self.setFixedHeight(height)

    def _place(self) -> None:
        """The handle goes beside the button: a header is at the left of the plot."""
        super()._place()
        middle = self.toggle.y() + (self.toggle.height() - self.handle.height()) // 2
        self.handle.move(self.toggle.x() - self.handle.width() - 2, middle)

    def _corner(self) -> float:
        return super()._corner() + HANDLE + 2

    def sizeHint(self) -> QSize:
        return QSize(640, self.height())

    def _row(self, at: QPointF) -> int | None:
        if self.rows is None or self.shows_table or not self._chosen:
            return None
        return self.rows.row_at(self.plot_rect(), at.y())

    def choose(self, row: int) -> None:
        """Select a row."""
        if self.rows is not None and 0 <= row < len(self.rows.heights()):
            self.rows.selected = row
            self.refresh()
            self.row_chosen.emit(row)

    def _hover(self, row: int | None) -> None:
        if self.rows is not None and row != self.rows.hovered:
            self.rows.hovered = row
            self.plot.refresh()

    def _grabs(self, at: QPointF) -> bool:
        area = self.plot.area
        return super()._grabs(at) and area.left() <= at.x() <= area.right()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._down = event.position() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        row = self._row(event.position())
        if row is not None and event.buttons() == Qt.MouseButton.NoButton:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._hover(row)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click selects; a drag is the chart's."""
        down, self._down = self._down, None
        super().mouseReleaseEvent(event)
        at = event.position()
        if down is not None and (at - down).manhattanLength() < QApplication.startDragDistance():
            row = self._row(at)
            if row is not None:
                self.choose(row)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and self.rows is not None and self._chosen and not self.shows_table:
            self.choose((-1 if self.rows.selected is None else self.rows.selected) + step)
        else:
            super().keyPressEvent(event)
