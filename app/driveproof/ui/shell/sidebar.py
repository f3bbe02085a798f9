# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The left side: the list of drives, and the menu below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory, device_key, is_path
from driveproof.ui.overview.drive_delegate import DriveListDelegate
from driveproof.ui.overview.drive_model import DriveRole, DrivesModel
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.layouts import ANY_SIZE, FlowBox, vertical
from driveproof.ui.widgets.section_list import SectionView
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    from driveproof.engine.health.view import HealthView
    from driveproof.ui.feeds.running import RunningWork


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
