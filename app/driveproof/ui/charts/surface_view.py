# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface in the window: turned by a drag or the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu

from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.surface import SurfaceChart, ViewAngle
from driveproof.ui.charts.view import ChartView
from driveproof.wording.catalogue import _

DEGREES = 0.5  # per pixel of a drag
KEY_DEGREES = 5.0
_TURNS = {
    Qt.Key.Key_Left: (KEY_DEGREES, 0.0),
    Qt.Key.Key_Right: (-KEY_DEGREES, 0.0),
    Qt.Key.Key_Up: (0.0, -KEY_DEGREES),
    Qt.Key.Key_Down: (0.0, KEY_DEGREES),
}


class SurfaceView(ChartView):
    """The front follows the pointer or the arrow key.

    0, Home and a double click reset the direction; everything else works as in other charts.
    """

    _from: tuple[QPointF, ViewAngle] | None = None
    _turning = False

    @property
    def surface(self) -> SurfaceChart | None:
        """The chart."""
        return self.chart if isinstance(self.chart, SurfaceChart) else None

    def set_chart(self, chart: Chart) -> None:
        """Show another chart, from the direction of the last one."""
        old = self.surface
        if old is not None and isinstance(chart, SurfaceChart):
            chart.turn = old.turn
        super().set_chart(chart)

    def turn(self, around: float, up: float) -> None:
        """Turn it by degrees."""
        if self.surface is not None:
            self._look_from(self.surface.turn.turned(around, up))

    def reset(self) -> None:
        """Return to the initial direction."""
        self._look_from(ViewAngle())

    def _look_from(self, turn: ViewAngle) -> None:
        if self.surface is not None and self.surface.turn != turn:
            self.surface.turn = turn
            self.refresh()

    def _another(self) -> ChartView:
        return SurfaceView(self._theme, self._height)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        if left and self.surface is not None and not self.shows_table:
            self._from, self._turning = (event.position(), self.surface.turn), False
            self.setFocus(Qt.FocusReason.MouseFocusReason)  # keys turn it further
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        start, turn = self._from
        way = event.position() - start
        far = way.manhattanLength() >= QApplication.startDragDistance()
        if far and not self._turning:
            self._turning = True
            self.point(None)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._turning:
            self._look_from(turn.turned(-DEGREES * way.x(), DEGREES * way.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        turned, self._from, self._turning = self._turning, None, False
        if turned:
            self.unsetCursor()
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not self.shows_table:
            self.reset()
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self.shows_table:
            super().keyPressEvent(event)
        elif key in _TURNS:
            self.turn(*_TURNS[key])
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.reset()
        else:
            super().keyPressEvent(event)

    def menu(self) -> QMenu:
        """The actions on the chart."""
        menu = super().menu()
        reset = menu.addAction(_("&Reset view"), self.reset)
        reset.setObjectName("reset")
        reset.setEnabled(self.surface is not None and self.surface.turn != ViewAngle())
        return menu
