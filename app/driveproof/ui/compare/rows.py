# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of a comparison, from which a test is chosen by mouse or keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from driveproof.ui.charts.intervals import Intervals
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import Theme
from driveproof.wording.catalogue import _

_TABLE_ROWS = 14  # so many are seen at once; the table scrolls


class IntervalsView(ChartView):
    """Emits `row_chosen(number)` for a click or the arrow keys."""

    row_chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, 120, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def intervals(self) -> Intervals | None:
        """The chart."""
        return self.chart if isinstance(self.chart, Intervals) else None

    def show_rows(self, intervals: Intervals) -> None:
        """Other results; the widget is as high as they need."""
        self.set_chart(intervals)
        self._name()
        self._fit()

    def _name(self) -> None:
        if self.intervals is not None:
            words = _("Tests: {before}, {after}, difference and verdict")
            before, after = self.intervals.heads
            self.setAccessibleName(words.format(before=before, after=after))

    def _show_table(self, wanted: bool) -> None:
        super()._show_table(wanted)
        self._fit()

    def _fit(self) -> None:
        if self.intervals is not None:
            height = round(self.intervals.height) + 1
            if self.shows_table:
                rows = min(len(self.intervals.table().rows), _TABLE_ROWS)
                height = max(height, 78 + 26 * rows)
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        return QSize(640, self.height())

    def _row(self, at: QPointF) -> int | None:
        if self.intervals is None or self.shows_table:
            return None
        return self.intervals.row_at(QRectF(self.rect()), at)

    def choose(self, row: int) -> None:
        """Open a test."""
        if self.intervals is not None and 0 <= row < len(self.intervals.rows):
            self.intervals.selected = row
            self.refresh()
            self._name()
            self.row_chosen.emit(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.taking.moved(event, self.chart, self._look):
            return
        row = self._row(event.position())
        shape = Qt.CursorShape.ArrowCursor if row is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)
        if self.intervals is not None and row != self.intervals.hovered:
            self.intervals.hovered = row
            self.refresh(live=True)

    def leaveEvent(self, event: QEvent) -> None:
        if self.intervals is not None and self.intervals.hovered is not None:
            self.intervals.hovered = None
            self.refresh(live=True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.taking.press(event)
        row = self._row(event.position())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is not None and self.intervals is not None and not self.shows_table:
            self.choose((-1 if self.intervals.selected is None else self.intervals.selected) + step)
        else:
            super().keyPressEvent(event)
