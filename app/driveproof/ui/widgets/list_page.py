# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The base of a page with a list: header, filter, table, and what its keys and menu do."""

from __future__ import annotations

from enum import IntEnum
from typing import ClassVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QMenu,
    QPushButton,
    QWidget,
)

from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.message_bar import MessageBar
from driveproof.ui.widgets.page_head import PageHead, primary_button
from driveproof.ui.widgets.segmented import Segmented
from driveproof.ui.widgets.table import CHOOSE, DataTable
from driveproof.wording.catalogue import _

_ROW_HEIGHT = 40


class ListKind(IntEnum):
    """What is listed, in the order of the switch above the list."""

    RUNS = 0
    EXPERIMENTS = 1
    CHECKS = 2


class LabelledTable(DataTable):
    """One or several rows can be selected; the column `label` is edited in it."""

    def __init__(self, model: QAbstractItemModel, theme: Theme, name: str, label: int) -> None:
        super().__init__(model, theme, name)
        self._label = label
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.SelectedClicked)
        self.setWordWrap(False)
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)

    def id_of(self, row: int) -> str:
        """The id of what stands in a row."""
        raise NotImplementedError

    def chosen(self) -> list[str]:
        """The ids of the selected rows, from top to bottom."""
        return [self.id_of(row) for row in self.chosen_rows()]

    def edit_label(self) -> None:
        """Edit the label of the current row in place."""
        index = self.currentIndex()
        if index.isValid():
            place = self.model().index(index.row(), self._label)
            self.selectionModel().setCurrentIndex(place, CHOOSE)
            self.edit(place)


class ListPage(QWidget):
    """Emits `other_list(kind)` when the person switches to the list of another kind.

    `remove` is the button for what Del does. A subclass defines that, the menu, and the contents.
    """

    kind_shown: ClassVar[ListKind]
    other_list = Signal(int)

    def __init__(
        self, theme: Theme, table: DataTable, filter_field: FilterField, remove: QPushButton
    ) -> None:
        super().__init__()
        self.kind = Segmented((_("Runs"), _("Experiments"), _("Checks")), _("List"))
        self.kind.choose(self.kind_shown)
        self.kind.chosen.connect(self._kind_chosen)
        self.head = PageHead(theme)
        self.primary = primary_button("")
        self.primary.clicked.connect(self._primary)
        self.message = MessageBar(theme)
        self.filter = filter_field
        self.scope = Segmented((_("This drive"), _("All drives")), _("Show"))
        self._remove_button = remove
        remove.clicked.connect(self.remove)
        self.table = table
        table.activated.connect(self._activated)
        table.installEventFilter(self)
        table.customContextMenuRequested.connect(self.open_menu)
        table.selectionModel().selectionChanged.connect(self._selection_changed)
        self._empty = QWidget()

    def _build(self) -> None:
        """Lay it out; the lists look alike: nothing moves."""
        self.head.add(self.primary)
        top = self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        top.setSpacing(GRID)
        top.addWidget(self.kind)
        top.addStretch(1)
        tools = horizontal(spacing=GRID)
        tools.addWidget(self.filter, 1)
        top.addWidget(self.scope)
        tools.addStretch(1)
        tools.addWidget(self._remove_button)
        layout = vertical(self, margins=(MARGIN, 2 * GRID, MARGIN, 0), spacing=2 * GRID)
        layout.addLayout(top)
        layout.addWidget(self.head)
        layout.addWidget(self.message)
        layout.addLayout(tools)
        layout.addWidget(self.table, 1)
        layout.addWidget(self._empty, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self.kind.sizeHint().width() + self.scope.sizeHint().width() + GRID
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        wanted = across if needed <= self.width() - 2 * MARGIN else down
        if wanted != self._top.direction():
            self._top.setDirection(wanted)

    def _show_table(self, *, shown: bool, filtered: bool) -> None:
        """Show the table if there are rows, and the filter even if none matches."""
        self.table.setVisible(shown)
        self._empty.setVisible(not shown)
        self.filter.setVisible(shown or filtered)
        self._selection_changed()

    @Slot(int)
    def _kind_chosen(self, number: int) -> None:
        if number != self.kind_shown:
            self.kind.choose(self.kind_shown)  # when this list is shown again
            self.other_list.emit(number)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        """Handle a key in the table; returns whether it did anything."""
        if event.key() == Qt.Key.Key_F2 and isinstance(self.table, LabelledTable):
            self.table.edit_label()
            return True
        if event.matches(QKeySequence.StandardKey.Undo) and self.message.action.isVisible():
            self.message.acted.emit()
            return True
        if event.matches(QKeySequence.StandardKey.Delete):
            self.remove()
            return True
        return False

    @Slot(QPoint)
    def open_menu(self, place: QPoint) -> None:
        if not self.table.chosen_rows():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu)
        menu.popup(self.table.viewport().mapToGlobal(place))

    def fill_menu(self, menu: QMenu) -> None:
        """Add the actions on the selected rows."""
        raise NotImplementedError

    @Slot()
    def remove(self) -> None:
        """What Del does to the selected rows."""
        raise NotImplementedError

    @Slot()
    def _primary(self) -> None:
        """What the primary button does."""
        raise NotImplementedError

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex) -> None:
        """Enter or a double click in a row."""
        raise NotImplementedError

    @Slot()
    def _selection_changed(self) -> None:
        """The selection or the list has changed."""
        raise NotImplementedError
