# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The left side: the list of drives, how a row of it is drawn, and the menu below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory, device_key, is_path
from driveproof.domain.health.verdict import GOOD, UNKNOWN
from driveproof.ui.shell.drive_model import DriveRole, DrivesModel
from driveproof.ui.theme.icons import line_pixmap
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.layouts import ANY_SIZE, FlowBox, vertical
from driveproof.ui.widgets.marks import MARK, paint_verdict_mark, verdict_color
from driveproof.ui.widgets.section_list import (
    SectionView,
    paint_ground,
    paint_section,
    section_height,
)
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    from driveproof.domain.drive.array import ArrayState
    from driveproof.engine.health.view import HealthView
    from driveproof.ui.feeds.running import RunningWork


Index = QModelIndex | QPersistentModelIndex
ICON = 20
VERDICT_GAP = 5


class DriveListDelegate(QStyledItemDelegate):
    """An icon, the title, a quiet second line, and a third one for an array of which there is
    something to say; a section's title is small and not selectable.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.compact = False
        """Whether a row is an icon with its mark above the kernel's name, and a section a line."""
        self.refresh()

    def refresh(self) -> None:
        """Read the fonts of the theme again."""
        self._title = self._theme.body(strong=True)
        self._small = self._theme.small()
        self._more = QFontMetrics(self._small).height() + 2
        lines = QFontMetrics(self._title).height() + QFontMetrics(self._small).height()
        self._row = max(7 * GRID, lines + 2 * GRID + 2)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if self.compact:
            return QSize(0, 2 * GRID + 1 if index.data(DriveRole.IS_SECTION) else self._row)
        if index.data(DriveRole.IS_SECTION):
            return QSize(0, section_height(self._theme, index.row()))
        more = self._more if index.data(DriveRole.ARRAY_LINE) else 0
        return QSize(0, self._row + 2 + more)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        if index.data(DriveRole.IS_SECTION):
            self._paint_section(painter, option, index)
        else:
            self._paint_drive(painter, option, index)
        painter.restore()

    def _paint_section(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if self.compact:
            line = option.rect.adjusted(2 * GRID, GRID, -2 * GRID, -GRID)
            painter.fillRect(line, self._theme.colors.line)
            return
        paint_section(painter, self._theme, option.rect, index.data())

    def _paint_drive(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors = self._theme.colors
        card = option.rect.adjusted(GRID, 1, -GRID, -1)
        paint_ground(painter, self._theme, card, option.state)
        running: RunningWork | None = index.data(DriveRole.RUNNING)
        array: ArrayState | None = index.data(DriveRole.ARRAY)
        if running is not None:
            self._paint_progress(painter, card, running.progress or 0.0)
        elif array is not None and array.progress is not None:
            self._paint_progress(painter, card, array.progress)
        if self.compact:
            self._paint_compact(painter, card, index, running.percent if running else "")
            return
        name = index.data(DriveRole.ICON_NAME)
        if name:
            ratio = painter.device().devicePixelRatioF()
            icon = line_pixmap(name, colors.muted, ICON, ratio)
            painter.drawPixmap(card.left() + 12, card.center().y() - ICON // 2 + 1, icon)
        title, small = QFontMetrics(self._title), QFontMetrics(self._small)
        left = card.left() + (44 if name else 12)
        width = card.right() - left - GRID
        third = index.data(DriveRole.ARRAY_LINE)
        more = self._more if third else 0
        top = card.top() + (card.height() - title.height() - small.height() - 2 - more) // 2
        self._line(painter, QRect(left, top, width, title.height()), self._title, index.data())
        below = QRect(left, top + title.height() + 2, width, small.height())
        action = index.data(DriveRole.ACTION)
        if third:
            said = f"{action} {third}" if running is not None and action else third
            self._line(painter, below.translated(0, self._more), self._small, said)
        if word := index.data(DriveRole.VERDICT):
            words = index.data(DriveRole.VERDICT_WORDS)
            below.setWidth(width - self._verdict(painter, below, word, words))
        if running is not None:
            self._line(painter, below, self._small, running.short, color=colors.accent)
            return
        if action:
            self._line(painter, below, self._small, action)
            return
        detail = index.data(DriveRole.DETAIL)
        fits = small.horizontalAdvance(detail) <= below.width()
        text = detail if fits else index.data(DriveRole.SUBTITLE)
        self._line(painter, below, self._small, text, muted=True)

    def _paint_progress(self, painter: QPainter, card: QRect, progress: float) -> None:
        """A thin bar at the lower edge of the row."""
        whole = QRectF(card.left() + 6, card.bottom() - 3, card.width() - 12, 3)
        colors = self._theme.colors
        painter.setPen(Qt.PenStyle.NoPen)
        for color, share in ((colors.line, 1.0), (colors.accent, progress)):
            painter.setBrush(color)
            part = QRectF(whole.topLeft(), QSizeF(whole.width() * share, whole.height()))
            painter.drawRoundedRect(part, 1.5, 1.5)

    def _paint_compact(self, painter: QPainter, card: QRect, index: Index, done: str) -> None:
        """The icon, its mark at the lower right of it, and a short name or how far it is below."""
        small = QFontMetrics(self._small)
        top = card.top() + (card.height() - ICON - 2 - small.height()) // 2
        left = card.center().x() - ICON // 2
        ratio = painter.device().devicePixelRatioF()
        name = index.data(DriveRole.ICON_NAME) or "list"
        painter.drawPixmap(left, top, line_pixmap(name, self._theme.colors.muted, ICON, ratio))
        if word := index.data(DriveRole.VERDICT):
            middle = QPointF(left + ICON + MARK / 2 - 1, top + ICON - MARK / 2 + 1)
            paint_verdict_mark(painter, middle, word, verdict_color(self._theme.colors, word))
        device = index.data(DriveRole.DEVICE)
        below = QRect(card.left() + 2, top + ICON + 2, card.width() - 4, small.height())
        painter.setFont(self._small)
        painter.setPen(self._theme.colors.accent if done else self._theme.colors.muted)
        text = done or (shown(device.name) if device is not None else _("All"))
        short = small.elidedText(text, Qt.TextElideMode.ElideRight, below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, short)

    def _verdict(self, painter: QPainter, line: QRect, word: str, words: str) -> int:
        """Paint mark and words at the right end of the line; returns their width."""
        wide = QFontMetrics(self._small).horizontalAdvance(words)
        taken = wide + round(MARK) + VERDICT_GAP
        color = verdict_color(self._theme.colors, word)
        middle = QPointF(line.right() - taken + MARK / 2 + 1, line.center().y() + 1)
        paint_verdict_mark(painter, middle, word, color)
        place = QRect(line.right() - wide, line.top(), wide + 2, line.height())
        quiet = word in {GOOD, UNKNOWN}
        self._line(painter, place, self._small, words, muted=quiet)
        return taken + GRID

    def _line(
        self,
        painter: QPainter,
        place: QRect,
        font: QFont,
        text: str,
        *,
        muted: bool = False,
        color: QColor | None = None,
    ) -> None:
        painter.setFont(font)
        painter.setPen(color or (self._theme.colors.muted if muted else self._theme.colors.text))
        short = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, flags | Qt.TextFlag.TextSingleLine, short)


LEAST_WIDTH = 200
COMPACT_WIDTH = 88


class Sidebar(QWidget):
    """Emits `chosen(BlockDevice)` when another drive was selected or the selected one has changed;
    `gone(BlockDevice)` when it was unplugged.
    """

    chosen = Signal(object)
    gone = Signal(object)
    all_shown = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._current: BlockDevice | None = None
        self._wanted = ""
        self._updating = False
        self._all = False
        self._shows_all = False
        self.model = DrivesModel(self, overall=True)
        self.view = SectionView(self)
        self.view.setAccessibleName(_("Drives"))
        self.view.setModel(self.model)
        self._delegate = DriveListDelegate(theme, self.view)
        self.view.setItemDelegate(self._delegate)
        self.view.selectionModel().currentChanged.connect(self._moved)
        theme.changed.connect(self._restyle)
        self.compact = False
        self.setMinimumWidth(LEAST_WIDTH)
        self._layout = vertical(self, margins=(0, GRID, 0, GRID), spacing=GRID)
        self._layout.addWidget(self.view, 1)
        self._bottom = FlowBox(narrow=LEAST_WIDTH, margins=(GRID, 0, GRID, 0))
        self._layout.addLayout(self._bottom)

    def add_bottom(self, *widgets: QWidget) -> None:
        """Put widgets below the list: side by side, or above each other where it is compact."""
        for widget in widgets:
            self._bottom.addWidget(widget)
        self._bottom.addStretch(1)

    def set_compact(self, compact: bool) -> None:
        """Show icons with marks and short names only, or everything."""
        if compact == self.compact:
            return
        self.compact = self._delegate.compact = compact
        self.setMinimumWidth(COMPACT_WIDTH if compact else LEAST_WIDTH)
        self.setMaximumWidth(COMPACT_WIDTH if compact else ANY_SIZE)
        self._restyle()
        self.view.scrollTo(self.view.currentIndex())

    def choose_first(self, name: str) -> None:
        """Prefer this device (kernel name) in the first inventory."""
        self._wanted = name

    def choose_all(self) -> None:
        """Choose the row of all drives, now or when there is one."""
        self._all = True
        row = self.model.overall_row()
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row))

    def leave_all(self) -> None:
        """Go back from all drives to the current one."""
        row = None if self._current is None else self.model.row_of(device_key(self._current))
        if row is None:
            row = self.model.first_device_row()
        self._all = False
        if self._shows_all and row is not None:
            self.view.setCurrentIndex(self.model.index(row))

    @property
    def shows_all(self) -> bool:
        """Whether the row of all drives is chosen."""
        return self._shows_all

    def current(self) -> BlockDevice | None:
        """The selected device, even after it was unplugged; None before there was one."""
        return self._current

    def set_inventory(self, inventory: Inventory) -> None:
        """Show this inventory, and report what it means for the selected device."""
        self._updating = True
        try:
            self.model.set_inventory(inventory)
        finally:
            self._updating = False
        self._tell_all(self._all and self.model.overall_row() is not None)
        row = self._row_to_keep()
        if row is None:
            if self._shows_all:
                self._hold(self.model.index(self.model.overall_row() or 0))
            else:
                self.view.selectionModel().clear()
            if self._current is not None:
                self.gone.emit(self._current)
            return
        index = self.model.index(row)
        device = index.data(DriveRole.DEVICE)
        self._hold(self.model.index(0) if self._shows_all else index)
        self._current = device
        self.chosen.emit(device)

    def _hold(self, index: QModelIndex) -> None:
        """Select a row without emitting a signal."""
        if self.view.currentIndex() != index or not self.view.selectionModel().isSelected(index):
            self._updating = True
            self.view.setCurrentIndex(index)
            self._updating = False

    def _tell_all(self, shown: bool) -> None:
        if shown != self._shows_all:
            self._shows_all = shown
            self.all_shown.emit(shown)

    def set_health(self, views: list[HealthView]) -> None:
        """Set how healthy these drives are."""
        self.model.set_health(views)

    def set_running(self, running: Mapping[str, RunningWork]) -> None:
        """Show in the rows of drives, by kernel name, what is done to them."""
        self.model.set_running(running)

    def select(self, name: str) -> bool:
        """Select a device by its kernel name; False if it is not listed."""
        row = self.model.row_of_name(name)
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row))
        return row is not None

    def _row_to_keep(self) -> int | None:
        if self._current is None:
            row = self.model.row_of_name(self._wanted) if self._wanted else None
            return self.model.first_device_row() if row is None else row
        row = self.model.row_of(device_key(self._current))
        if row is not None or is_path(self._current.identity):
            return row
        for place in range(self.model.rowCount()):  # plugged in again under another name
            device = self.model.index(place).data(DriveRole.DEVICE)
            if device is not None and device.identity == self._current.identity:
                return place
        return None

    def _moved(self, current: QModelIndex) -> None:
        device = current.data(DriveRole.DEVICE)
        if self._updating or not current.isValid():
            return
        self._all = current.row() == self.model.overall_row()
        self._tell_all(self._all)
        if device is None:
            return
        self._current = device
        self.chosen.emit(device)

    def _restyle(self) -> None:
        self._delegate.refresh()
        self.view.doItemsLayout()
        self.view.viewport().update()
