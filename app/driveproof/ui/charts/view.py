# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chart in the window: value under the pointer, zoom and pan, menu, keys, and its table."""

from __future__ import annotations

from contextlib import suppress
from math import ceil

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QEnterEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMenu,
    QScrollArea,
    QWidget,
)

from driveproof.domain.errors import DriveproofError
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import TITLE_HEIGHT, ChartStyle
from driveproof.ui.charts.picture import SCALE, image_of
from driveproof.ui.charts.picture_dialog import save_chart
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.tables import TableView
from driveproof.ui.theme.keyboard import RING
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.buttons import Opener
from driveproof.ui.widgets.layouts import first_baseline, vertical
from driveproof.ui.widgets.notices import say_written
from driveproof.ui.widgets.overlays import WindowOverlay
from driveproof.wording.catalogue import _


class EnlargedChart(WindowOverlay):
    """Covers the window with a new `view` of the chart of `source`; it scrolls if the chart is
    higher.
    """

    def __init__(self, source: ChartView, view: ChartView) -> None:
        super().__init__(source)
        self.view = view
        column = vertical(self, margins=(MARGIN, 2 * GRID, MARGIN, MARGIN), spacing=GRID)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignRight)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(view)
        column.addWidget(area, 1)


STEP = 1.25  # per wheel step, as a factor
NOTCH = 120.0
KEY_STEP = 8.0  # pixels that an arrow key moves the pointer
HANDLE = 18


class ChartView(QWidget):
    """Shows one chart.

    The wheel alone scrolls the page; with Ctrl it zooms. Keys: arrows move the pointer, + and -
    zoom, Page Up and Page Down pan, 0 shows everything, Enter enlarges.
    """

    pointed = Signal(object)
    """The position on the horizontal axis under the pointer, None when it left."""
    spanned = Signal(object)
    """The visible range of the horizontal axis as (low, high), None for all of it."""

    def __init__(
        self, theme: Theme, height: int = 180, parent: QWidget | None = None, *, table: bool = True
    ) -> None:
        super().__init__(parent)
        self.chart: Chart | None = None
        self._theme = theme
        self.look = ChartStyle.of(theme)
        self.table: TableView | None = None
        self.covers_window = False
        """Whether this is the enlarged view of another one."""
        self.enlarged: EnlargedChart | None = None
        self._height = height
        self._fixed = 0
        self._stale = False
        self._has_table = table
        self._pointer: QPointF | None = None
        self._pressed: QPointF | None = None
        self._grabbed: tuple[float, float] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty(RING, True)
        self.setMinimumSize(160, height)
        self.plot = ChartPlot(self.look)
        self._canvas = _Canvas(self, self.plot)
        self.toggle = Opener(_("Table"), parent=self)
        self.toggle.setCursor(Qt.CursorShape.ArrowCursor)
        self.toggle.setVisible(table)
        self.toggle.setStyleSheet("padding: 2px 7px;")
        self.toggle.setFont(theme.small())
        self.toggle.opened.connect(self._show_table)
        self.handle = _Handle(self)
        theme.changed.connect(self._restyle)

    # What is shown

    def set_chart(self, chart: Chart) -> None:
        """Show another chart; a hidden series stays hidden if the new chart has it."""
        hidden = self.plot.hidden if type(chart) is type(self.chart) else set()
        self.chart = chart
        self._pointer = None
        self.plot.show_chart(chart)
        if hidden:
            self.plot.hidden = hidden
        if self.covers_window:  # a chart higher than the window scrolls
            self.setMinimumHeight(max(self._height, ceil(chart.least_height)))
        if self.enlarged is not None:
            self.enlarged.view.set_chart(chart)
        self._fit_height()
        self._place()
        self.refresh()

    def set_shares_axis(self, shared: bool) -> None:
        """Whether a chart below has the labels of its horizontal axis."""
        if shared != self.plot.shares_axis:
            self.plot.shares_axis = shared
            self.plot.refresh()
            self._place()

    def fix_height(self, height: int) -> None:
        """Be as high as this, and higher by what a legend of several rows takes from the plot."""
        self._fixed = height
        self._fit_height()

    def _fit_height(self) -> None:
        if self._fixed and self.chart is not None:
            self.setFixedHeight(self._fixed + ceil(self.chart.more_height(self.width(), self.look)))

    def refresh(self, *, live: bool = False) -> None:
        """The chart's values have changed. While live, the description is made only if somebody
        listens, and the chart is drawn once it is seen.
        """
        if self.chart is not None and (not live or QAccessible.isActive()):
            self.setAccessibleName(self.chart.name)
            self.setAccessibleDescription(self.chart.describe())
            self.toggle.setAccessibleName(
                _("{name}: {text}").format(name=self.chart.name, text=_("Table"))
            )
        if self.table is not None and self.table.isVisible() and self.chart is not None:
            self.table.show_table(self.chart.table())
        self._stale = live and not self.isVisible()
        if not self._stale:
            self.plot.refresh()
            if self._pointer is not None:
                self._show_pointer(self._pointer)
        if self.enlarged is not None:
            self.enlarged.view.refresh(live=live)

    @property
    def shows_table(self) -> bool:
        """Whether the table is in front."""
        return self.toggle.is_open

    @property
    def zooms(self) -> bool:
        """Whether the visible range can be zoomed in further."""
        return self.chart is not None and self.chart.zooms and not self.shows_table

    @Slot(bool)
    def _show_table(self, wanted: bool) -> None:
        if wanted and self.table is None:
            self.table = TableView(self._theme, self)
        if self.table is not None:
            if wanted and self.chart is not None:
                self.table.show_table(self.chart.table())
            self.table.setVisible(wanted)
        self._canvas.setVisible(not wanted)
        self.toggle.setText(_("Chart") if wanted else _("Table"))
        self._place()
        self.update()

    def _place(self) -> None:
        size = self.toggle.sizeHint()
        self.toggle.setGeometry(self.width() - size.width(), -2, size.width(), size.height())
        if self.chart is not None:
            middle, font = self.chart.title_middle(self.look)
            line = round(painting.baseline(middle, font)) - (first_baseline(self.toggle) or 0)
            self.toggle.move(self.toggle.x(), line)
        self.plot.corner = self._corner() if self._has_table else 0.0
        self._canvas.setGeometry(self.rect())
        if self.table is not None:
            top = round(TITLE_HEIGHT)
            self.table.setGeometry(0, top, self.width(), self.height() - top)
        left = round(self.plot_rect().left()) - HANDLE - 4
        if self.chart is not None and self.chart.title_at_edge and self.chart.title:
            # After the title, which is in the corner.
            left = round(self.look.width(self.look.normal, self.chart.title)) + 4
            left = min(left, self.toggle.x() - HANDLE)
        self.handle.setGeometry(max(0, left), 1, HANDLE, HANDLE)
        self.toggle.raise_()
        self.handle.raise_()

    def _corner(self) -> float:
        """The width of what lies over the right end of the top line, in pixels."""
        return float(self.toggle.sizeHint().width())

    def plot_rect(self) -> QRectF:
        return self.plot.area_of(QRectF(self.rect()))

    @Slot()
    def _restyle(self) -> None:
        self.look = ChartStyle.of(self._theme)
        self.toggle.setFont(self._theme.small())
        self.plot.refresh(self.look)
        self._place()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(640, self._height)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh(live=True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_height()
        self._place()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the title above the table; the canvas paints the chart."""
        if self.chart is not None and self.shows_table:
            painter = QPainter(self)
            rect = QRectF(self.rect()).adjusted(0, 0, -self.plot.corner, 0)
            self.chart.paint_title(painter, rect, self.look)

    # The pointer

    def point_at(self, x: float | None) -> None:
        """Show the value at a position of the horizontal axis that another chart reports."""
        self._pointer = None
        self.plot.point(x)

    def point(self, at: QPointF | None) -> None:
        """The pointer is at a pixel of the view, or outside."""
        place = self._show_pointer(at)
        self.pointed.emit(None if place is None else place[0])

    def _show_pointer(self, at: QPointF | None) -> tuple[float, float] | None:
        self._pointer = at
        place = None if at is None else self.plot.data_at(at)
        self.plot.point(*(place or (None, None)))
        return place

    # Zooming

    def zoom(self, factor: float, at: float | None = None) -> None:
        """Zoom by `factor`; what is at pixel `at` stays in place."""
        if self.zooms:
            place = self.plot.data_at(QPointF(at, 0)) if at is not None else None
            self.plot.zoom(factor, place[0] if place else None)
            self._say_span()

    def pan(self, by: float) -> None:
        """Move the visible range by a fraction of its length."""
        self.plot.pan(by)
        self._say_span()

    def look_at(self, low: float, high: float) -> None:
        """Zoom to a part of the horizontal axis."""
        self.plot.look_at(low, high)
        self._say_span()

    def reset(self) -> None:
        """Show everything."""
        if self.plot.span is not None:
            self.look_at(*self.plot.full)

    def show_span(self, span: tuple[float, float] | None) -> None:
        """Show the same range as another chart."""
        if self.zooms and span != self.plot.span:
            self.plot.look_at(*(span or self.plot.full))

    def _say_span(self) -> None:
        self.spanned.emit(self.plot.span)
        if self._pointer is not None:  # over another moment now, in linked charts as well
            self.point(self._pointer)

    def toggle_series(self, series: str) -> None:
        """Hide a series, or show it again."""
        self.plot.toggle(series)

    def enlarge(self) -> None:
        """Show the chart as large as the window, until Escape."""
        if self.chart is None or self.enlarged is not None:
            return
        view = self._another()
        view.covers_window = True
        self.enlarged = EnlargedChart(self, view)
        view.set_chart(self.chart)
        view.plot.hidden = set(self.plot.hidden)
        view.plot.span = self.plot.span
        self.enlarged.closed.connect(self._shrunk)
        self.enlarged.open(view)

    def _another(self) -> ChartView:
        """A view of the same kind, at the size of the window."""
        return ChartView(self._theme, self._height)

    @Slot()
    def _shrunk(self) -> None:
        self.enlarged = None
        self.refresh()  # the chart may have been turned in the meantime
        self.setFocus()

    # Mouse

    def _grabs(self, at: QPointF) -> bool:
        """Whether a drag from this position selects or pans."""
        return self.zooms

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if event.button() == Qt.MouseButton.LeftButton and self._grabs(at):
            self._pressed = at
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._grabbed = None if shift else self.plot.span
        super().mousePressEvent(event)
        event.accept()  # or the page would receive the moves of a drag

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._dragged(at)
            return
        if not self.shows_table:
            self.point(at)
            named = bool(self.plot.frame.series_at(at))
            shape = Qt.CursorShape.PointingHandCursor if named else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)

    def _dragged(self, at: QPointF) -> None:
        """Pan with the pointer; if everything is visible, select a range instead."""
        assert self._pressed is not None
        far = abs(at.x() - self._pressed.x()) >= QApplication.startDragDistance()
        if self._grabbed is None:
            ends = [self.plot.data_at(self._within(end)) for end in (self._pressed, at)]
            if far and ends[0] is not None and ends[1] is not None:
                self.plot.select(ends[0][0], ends[1][0])
            return
        if far or self.plot.span != self._grabbed:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            low, high = self._grabbed
            self._pointer = self._within(at)
            by = (at.x() - self._pressed.x()) / (self.plot.area.width() or 1.0) * (high - low)
            self.look_at(low - by, high - by)

    def _within(self, at: QPointF) -> QPointF:
        area = self.plot.area
        return QPointF(min(max(at.x(), area.left()), area.right()), at.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed, self._grabbed = self._pressed, None, None
        if self.plot.selection.isVisible():
            self.plot.selection.setVisible(False)
            self.look_at(*self.plot.selection.getRegion())
        elif event.button() == Qt.MouseButton.LeftButton and not self.shows_table:
            at = event.position()
            series = self.plot.frame.series_at(at)
            still = pressed is None or (at - pressed).manhattanLength() < HANDLE
            if series and still:
                self.toggle_series(series)
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.zooms:
            self.reset()
        else:
            super().mouseDoubleClickEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.zooms or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()  # the page scrolls
            return
        self.zoom(STEP ** (event.angleDelta().y() / NOTCH), event.position().x())
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.handle.setVisible(self.chart is not None)

    def leaveEvent(self, event: QEvent) -> None:
        self.point(None)
        self.handle.setVisible(False)
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.chart is not None:
            self.menu().popup(event.globalPos())

    def copy_picture(self) -> None:
        """Copy the chart to the clipboard as a picture; pasted as text it is a table."""
        assert self.chart is not None
        data = QMimeData()
        with suppress(DriveproofError):  # no memory for the picture: the table is enough
            data.setImageData(image_of(self.chart, self.size(), self.look, SCALE))
        data.setText(self.chart.table().as_text())
        QGuiApplication.clipboard().setMimeData(data)

    def copy_values(self) -> None:
        """Copy the table of the chart."""
        if self.chart is not None:
            TableView.copy(self.chart.table())

    def _save(self) -> None:
        assert self.chart is not None
        path = save_chart(self.chart, self, self.look)
        if path is not None:
            say_written(path, self, self._theme)

    def menu(self) -> QMenu:
        """The actions on the chart."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, words, work in (
            ("copy picture", _("&Copy as a picture"), self.copy_picture),
            ("copy figures", _("Copy &values"), self.copy_values),
            ("save picture", _("&Save as a picture…"), self._save),
        ):
            menu.addAction(words, work).setObjectName(name)
        menu.addSeparator()
        table = menu.addAction(_("Show &table"), self.toggle.toggle)
        table.setObjectName("table")
        table.setCheckable(True)
        table.setChecked(self.shows_table)
        for series, words in self.plot.series.items():
            shown = menu.addAction(_("Show {series}").format(series=words.replace("&", "&&")))
            shown.setObjectName(series)
            shown.setCheckable(True)
            shown.setChecked(self.plot.shows(series))
            shown.triggered.connect(lambda _on, name=series: self.toggle_series(name))
        menu.addSeparator()
        if self.zooms:
            reset = menu.addAction(_("&Reset view"), self.reset)
            reset.setObjectName("reset")
            reset.setEnabled(self.plot.span is not None)
        if not self.covers_window:
            menu.addAction(_("&Enlarge"), self.enlarge).setObjectName("enlarge")
        return menu

    # Keys

    def event(self, event: QEvent) -> bool:
        key = event.key() if isinstance(event, QKeyEvent) else None
        ends = key == Qt.Key.Key_Escape and self._pointer is not None
        if ends and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # it ends the reading, before it leaves the page
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Left: -KEY_STEP, Qt.Key.Key_Right: KEY_STEP}.get(key)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_values()
        elif step is not None and self.chart is not None and not self.shows_table:
            plot = self.plot_rect()
            at = self._pointer or QPointF(plot.left(), plot.center().y())
            self.point(QPointF(min(max(at.x() + step, plot.left()), plot.right()), at.y()))
        elif key == Qt.Key.Key_Escape and self._pointer is not None:
            self.point(None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.covers_window:
            self.enlarge()
        elif not (self.zooms and self._zoom_key(key)):
            super().keyPressEvent(event)

    def _zoom_key(self, key: Qt.Key) -> bool:
        """Zoom or pan by a key; returns whether it was one of these."""
        at = self._pointer.x() if self._pointer is not None else None
        match key:
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(STEP, at)
            case Qt.Key.Key_Minus:
                self.zoom(1 / STEP, at)
            case Qt.Key.Key_0 | Qt.Key.Key_Home:
                self.reset()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown if self.plot.span is not None:
                self.pan(0.5 if key == Qt.Key.Key_PageDown else -0.5)
            case _:
                return False
        return True


class _Canvas(pg.GraphicsView):
    """Paints the plot and handles no events: the view around it has mouse and keys."""

    def __init__(self, parent: QWidget, plot: ChartPlot) -> None:
        super().__init__(parent, background=None)
        self.setCentralItem(plot)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setStyleSheet("background: transparent; border: 0;")
        self.viewport().setAutoFillBackground(False)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCacheMode(self.CacheModeFlag.CacheNone)


class _Handle(QWidget):
    """Dots at the chart's corner: a click opens its menu."""

    def __init__(self, view: ChartView) -> None:
        super().__init__(view)
        self._view = view
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(_("Copy or save the chart"))
        self.setVisible(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._view.plot.look.muted)
        middle = QRectF(self.rect()).center()
        for x in (-2.5, 2.5):
            for y in (-5.0, 0.0, 5.0):
                painter.drawEllipse(middle + QPointF(x, y), 1.3, 1.3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        if left and self._view.chart is not None:
            self._view.menu().popup(self.mapToGlobal(QPoint(0, self.height())))


def link(*views: ChartView) -> None:
    """Let charts above each other share the pointer's moment and the visible range of time."""
    for view in views:
        for other in views:
            if other is not view:
                view.pointed.connect(other.point_at)
                view.spanned.connect(other.show_span)


def share_axis(*views: ChartView) -> None:
    """Of charts above each other with one horizontal axis only the last one labels it. A picture of
    one, or its enlarged view, still has the labels.
    """
    for view in views:
        view.set_shares_axis(view is not views[-1])
