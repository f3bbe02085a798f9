# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of results with its bars, from which a test is chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from driveproof.ui.charts.bars import ResultBars
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import Theme


class ResultBarsView(ChartView):
    """Emits `row_chosen(number)` for a click or the arrow keys."""

    row_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, 120, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def bars(self) -> ResultBars | None:
        """The chart."""
        return self.chart if isinstance(self.chart, ResultBars) else None

    def show_bars(self, bars: ResultBars) -> None:
        """Other results; the widget is as high as they need."""
        self.set_chart(bars)
        self._fit()

    def _show_table(self, wanted: bool) -> None:
        super()._show_table(wanted)
        self._fit()

    def _fit(self) -> None:
        if self.bars is not None:
            rows = len(self.bars.table().rows) if self.shows_table else 0
            self.setFixedHeight(max(round(self.bars.height) + 1, 78 + 26 * rows))

    def sizeHint(self) -> QSize:
        return QSize(640, self.height())

    def _row(self, at: QPointF) -> int | None:
        if self.bars is None or self.shows_table:
            return None
        return self.bars.row_at(QRectF(self.rect()), at)

    def choose(self, row: int) -> None:
        """Open a test."""
        if self.bars is not None and 0 <= row < len(self.bars.rows):
            self.bars.selected = row
            self.refresh()
            self.row_chosen.emit(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.taking.moved(event, self.chart, self._look):
            return
        row = self._row(event.position())
        shape = Qt.CursorShape.ArrowCursor if row is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        if self.bars is not None and row != self.bars.hovered:
            self.bars.hovered = row
            self.refresh()

    def leaveEvent(self, event: QEvent) -> None:
        if self.bars is not None and self.bars.hovered is not None:
            self.bars.hovered = None
            self.refresh()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        row = self._row(event.position())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and self.bars is not None and not self.shows_table:
            self.choose((-1 if self.bars.selected is None else self.bars.selected) + step)
        else:
            super().keyPressEvent(event)
