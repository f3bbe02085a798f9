# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chart in the window: the value under the pointer, arrow keys, and its table behind it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.ui.charts.chart import TITLE_HEIGHT, Chart
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.drag_and_copy import Taking
from driveproof.ui.charts.tables import TableView
from driveproof.ui.charts.time_chart import OverTime
from driveproof.ui.theme.style import Theme
from driveproof.wording.catalogue import _


class ChartView(QWidget):
    """Shows one chart. The chart is painted once into a picture and again when it changed."""

    pointed = Signal(object)
    """Seconds on the axis of time under the pointer, None when it left."""

    def __init__(
        self, theme: Theme, height: int = 180, parent: QWidget | None = None, *, table: bool = True
    ) -> None:
        super().__init__(parent)
        self.chart: Chart | None = None
        self._theme = theme
        self._look = Look.of(theme)
        self._picture: QPixmap | None = None
        self._pointer: QPointF | None = None
        self._table: TableView | None = None
        self._height = height
        self.taking = Taking(self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumSize(160, height)
        self._toggle = QPushButton(_("Table"), self)
        self._toggle.setProperty("quiet", True)
        self._toggle.setCheckable(True)
        self._toggle.setVisible(table)
        self._toggle.setStyleSheet("padding: 2px 7px;")
        self._toggle.setFont(theme.small())
        self._toggle.setToolTip(_("Show these figures as a table"))
        self._toggle.toggled.connect(self._show_table)
        theme.changed.connect(self._restyle)

    def set_chart(self, chart: Chart) -> None:
        """Show another chart."""
        self.chart = chart
        self._pointer = None
        self.refresh()

    def refresh(self, *, live: bool = False) -> None:
        """The chart's values have changed. While live, a text is made only for who listens."""
        self._picture = None
        if self.chart is not None and (not live or QAccessible.isActive()):
            self.setAccessibleName(self.chart.title or _("Chart"))
            self.setAccessibleDescription(self.chart.describe())
            self._toggle.setAccessibleName(_("Table of {0}").format(self.chart.title))
        if self._table is not None and self._table.isVisible() and self.chart is not None:
            self._table.show_table(self.chart.table())
        self.update()

    @property
    def shows_table(self) -> bool:
        """Whether the table is in front."""
        return self._toggle.isChecked()

    @Slot(bool)
    def _show_table(self, wanted: bool) -> None:
        if wanted and self._table is None:
            self._table = TableView(self._theme, self)
        if self._table is not None:
            if wanted and self.chart is not None:
                self._table.show_table(self.chart.table())
            self._table.setVisible(wanted)
        self._toggle.setText(_("Chart") if wanted else _("Table"))
        self._place()
        self.update()

    def _place(self) -> None:
        size = self._toggle.sizeHint()
        self._toggle.setGeometry(self.width() - size.width(), -2, size.width(), size.height())
        if self._table is not None:
            top = round(TITLE_HEIGHT)
            self._table.setGeometry(0, top, self.width(), self.height() - top)
        self._toggle.raise_()

    @Slot()
    def _restyle(self) -> None:
        self._look = Look.of(self._theme)
        self._toggle.setFont(self._theme.small())
        self._picture = None
        self._place()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(640, self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._picture = None
        self._place()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.DevicePixelRatioChange):
            self._picture = None
        super().changeEvent(event)

    def _area(self) -> QRectF:
        return QRectF(self.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.chart is None:
            return
        painter = QPainter(self)
        if self.shows_table:
            self.chart.paint_title(painter, self._area(), self._look)
            return
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatioF() != ratio:
            self._picture = QPixmap(self.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.chart.paint(inner, self._area(), self._look)
            inner.end()
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._pointer is not None:
            self.chart.paint_pointer(painter, self._area(), self._look, self._pointer)

    def point_at(self, seconds: float | None) -> None:
        """Show the value at a moment that another chart's pointer names."""
        if isinstance(self.chart, OverTime):
            self._pointer = None
            if seconds is not None:
                self._pointer = QPointF(self.chart.x_at(self._area(), seconds), -1.0)
            self.update()

    def _point(self, at: QPointF | None) -> None:
        self._pointer = at
        if isinstance(self.chart, OverTime):
            seconds = self.chart.seconds_at(self._area(), at.x()) if at is not None else None
            self.pointed.emit(seconds)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.taking.press(event)
        super().mousePressEvent(event)
        event.accept()  # or the moves of a drag would go to the page

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.taking.moved(event, self.chart, self._look):
            return
        if not self.shows_table:
            self._point(event.position())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.chart is not None:
            self.taking.menu(self.chart, self._look).popup(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow keys move the pointer; Escape takes it away, copy takes the table."""
        step = {Qt.Key.Key_Left: -8.0, Qt.Key.Key_Right: 8.0}.get(Qt.Key(event.key()))
        if self.chart is not None and event.matches(QKeySequence.StandardKey.Copy):
            TableView.copy(self.chart.table())
        elif step is not None and self.chart is not None and not self.shows_table:
            plot = self.chart.plot_rect(self._area())
            at = self._pointer or QPointF(plot.left(), plot.center().y())
            self._point(QPointF(min(max(at.x() + step, plot.left()), plot.right()), at.y()))
        elif event.key() == Qt.Key.Key_Escape and self._pointer is not None:
            self._point(None)
        else:
            super().keyPressEvent(event)


def share_pointer(*views: ChartView) -> None:
    """Charts above each other show the values of the same moment."""
    for view in views:
        for other in views:
            if other is not view:
                view.pointed.connect(other.point_at)
