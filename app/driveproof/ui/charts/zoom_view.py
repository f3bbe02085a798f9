# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chart over time into which one can look closer: dragged, with Ctrl and the wheel, by keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from driveproof.ui.charts.overlaid import Overlaid
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import Theme

STEP = 1.25  # of one notch of the wheel, as a factor
_NOTCH = 120.0


class ZoomView(ChartView):
    """The wheel alone scrolls the page, as everywhere; `Ctrl` with it looks closer."""

    def __init__(self, theme: Theme, height: int = 180, parent: QWidget | None = None) -> None:
        super().__init__(theme, height, parent)
        self._grabbed: tuple[float, float] | None = None

    def _over(self) -> Overlaid | None:
        return self.chart if isinstance(self.chart, Overlaid) and not self.shows_table else None

    def zoom(self, factor: float, at: float | None = None) -> None:
        """Look `factor` times as close; the moment at pixel `at` stays where it is."""
        chart = self._over()
        if chart is None:
            return
        scale = chart.scale
        length = scale.high - scale.low
        moment = chart.seconds_at(self._area(), at) if at is not None else None
        middle = (scale.low + scale.high) / 2 if moment is None else moment
        share = (middle - scale.low) / length
        chart.show(middle - share * length / factor, length / factor)
        self.refresh(live=True)

    def pan_to(self, start: float) -> None:
        """Show the same length from another moment on."""
        chart = self._over()
        if chart is not None and chart.view is not None:
            chart.show(start, chart.scale.high - chart.scale.low)
            self.refresh(live=True)

    def reset(self) -> None:
        """Show everything."""
        chart = self._over()
        if chart is not None and chart.view is not None:
            chart.view = None
            self.refresh(live=True)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._over() is None or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        self.zoom(STEP ** (event.angleDelta().y() / _NOTCH), event.position().x())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        chart = self._over()
        if chart is not None and event.button() == Qt.MouseButton.LeftButton:
            self._grabbed = (event.position().x(), chart.scale.low)
            if chart.view is not None:
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
            else:
                self.taking.press(event)  # nothing to move: the whole chart is taken out

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        chart = self._over()
        if chart is None or self._grabbed is None or chart.view is None:
            super().mouseMoveEvent(event)
            return
        self._pointer = None
        x, start = self._grabbed
        width = self._plot().width() or 1.0
        scale = chart.scale
        self.pan_to(start - (event.position().x() - x) / width * (scale.high - scale.low))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grabbed = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match Qt.Key(event.key()):
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(STEP, self._at())
            case Qt.Key.Key_Minus:
                self.zoom(1 / STEP, self._at())
            case Qt.Key.Key_0 | Qt.Key.Key_Home:
                self.reset()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown if self._zoomed():
                chart = self._over()
                if chart is not None:
                    length = chart.scale.high - chart.scale.low
                    forward = event.key() == Qt.Key.Key_PageDown
                    self.pan_to(chart.scale.low + (0.5 if forward else -0.5) * length)
            case _:
                super().keyPressEvent(event)

    def _zoomed(self) -> bool:
        chart = self._over()
        return chart is not None and chart.view is not None

    def _at(self) -> float | None:
        return self._pointer.x() if isinstance(self._pointer, QPointF) else None

    def _plot(self) -> QRectF:
        return self.chart.plot_rect(self._area()) if self.chart else QRectF()
