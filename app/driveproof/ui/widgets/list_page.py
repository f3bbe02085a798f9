# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a list: header, filter, table, message, what is removed and restored, keys, menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import ClassVar, Generic

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.widgets.buttons import Segmented, primary_button, quiet_button
from driveproof.ui.widgets.cells import Item, ItemsModel
from driveproof.ui.widgets.fields import FilterField
from driveproof.ui.widgets.layouts import FlowBox, horizontal, vertical
from driveproof.ui.widgets.notices import MessageBar
from driveproof.ui.widgets.pages import PageHead
from driveproof.ui.widgets.table import CHOOSE, FittedTable
from driveproof.wording.catalogue import _

ROW_HEIGHT = 40


class ListKind(IntEnum):
    """What is listed, in the order of the switch above the list."""

    RUNS = 0
    EXPERIMENTS = 1
    CHECKS = 2


class ListTable(FittedTable, Generic[Item]):
    """One or several rows can be selected; a column called "label" is edited in it."""

    def __init__(self, model: ItemsModel[Item], theme: Theme, name: str) -> None:
        super().__init__(model, theme, name)
        self._items = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.SelectedClicked)
        self.setWordWrap(False)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.horizontalHeader().setSectionsClickable(False)

    def chosen(self) -> list[str]:
        """The ids of the selected rows, from top to bottom."""
        return [self._items.items[row].id for row in self.chosen_rows()]

    def choose_items(self, ids: Sequence[str], otherwise: int = 0) -> None:
        """Select only these, as far as they are listed; without any, the row `otherwise`."""
        rows = [row for one in ids if (row := self._items.row_of(one)) is not None]
        if not rows and self._items.items:
            rows = [max(0, min(otherwise, len(self._items.items) - 1))]
        if rows != self.chosen_rows():
            self.choose(rows)

    def edit_label(self) -> None:
        """Edit the label of the current row in place."""
        index = self.currentIndex()
        if index.isValid():
            place = self._items.index(index.row(), self._items.column("label"))
            self.selectionModel().setCurrentIndex(place, CHOOSE)
            self.edit(place)


class ListPage(QWidget, Generic[Item]):
    """Emits `other_list(kind)` when the person switches to the list of another kind, and
    `scope_chosen(number)` for this drive or all.

    A subclass says what the primary button and Del do, and fills the menu.
    """

    kind_shown: ClassVar[ListKind]
    other_list = Signal(int)
    scope_chosen = Signal(int)

    def __init__(
        self,
        theme: Theme,
        model: ItemsModel[Item],
        table: ListTable[Item],
        *,
        hint: str,
        removes: str,
        everything: bool = False,
    ) -> None:
        """`hint` says what the filter searches; `removes` is the text of the button for Del and of
        its entry in the menu; `everything`: what is of all drives is shown first.
        """
        super().__init__()
        model.setParent(self)
        self._items = model
        self._drive = ""
        self._identity: str | None = None
        self._found = self._hint = ""
        self._restore: Callable[[], None] | None = None
        self.kind = Segmented((_("Runs"), _("Experiments"), _("Checks")), _("List"))
        self.kind.choose(self.kind_shown)
        self.kind.chosen.connect(self._kind_chosen)
        self.head = PageHead(theme)
        self.primary = primary_button("")
        self.primary.clicked.connect(self.act)
        self.message = MessageBar(theme)
        self.message.acted.connect(self.undo)
        self.filter = FilterField(theme, hint)
        self.filter.typed.connect(self.read)
        self.scope = Segmented((_("This drive"), _("All drives")), _("Show"))
        self.scope.choose(int(everything))
        self.scope.chosen.connect(self._scope_chosen)
        self.remove_button = quiet_button(removes)
        set_tip(self.remove_button, _("Shortcut: {keys}").format(keys="Del"))
        self.remove_button.clicked.connect(self.remove)
        table.activated.connect(self._activated)
        table.installEventFilter(self)
        table.customContextMenuRequested.connect(self.open_menu)
        table.selectionModel().selectionChanged.connect(self._selection_changed)
        self._table = table
        self._empty = QWidget()
        self._build()
        for part in (self.primary, table, self.filter, self.remove_button):
            part.hide()  # until it is known what is in the list

    def _build(self) -> None:
        """Lay it out; the lists look alike: nothing moves."""
        self.head.add(self.primary)
        top = FlowBox(yields=False)
        top.addWidget(self.kind)
        top.addStretch(1)
        top.addWidget(self.scope)
        tools = horizontal(spacing=GRID)
        tools.addWidget(self.filter, 1)
        tools.addStretch(1)
        tools.addWidget(self.remove_button)
        layout = vertical(self, margins=(MARGIN, 2 * GRID, MARGIN, 0), spacing=2 * GRID)
        layout.addLayout(top)
        for part in (self.head, self.message):
            layout.addWidget(part)
        layout.addLayout(tools)
        layout.addWidget(self._table, 1)
        layout.addWidget(self._empty, 1)

    # What is shown

    def set_drive(self, title: str, identity: str | None = None) -> None:
        """Set the name of the selected drive, and by what it is found; without one what is of all
        drives is shown.
        """
        self._drive, self._identity = title, identity
        self.scope.setVisible(bool(title))

    @property
    def everything(self) -> bool:
        """Whether what is of all drives is shown."""
        return self.scope.current() == 1 or not self._drive

    @property
    def wanted(self) -> str:
        """What the filter asks for."""
        return self.filter.text().strip()

    @Slot()
    def read(self) -> None:
        """Read the list again; the selection stays."""
        raise NotImplementedError

    def say_found(
        self, count: str, hint: str = "", *, empty: tuple[str, str], unread: bool = False
    ) -> None:
        """Say how many there are: `count` in words, and what can be done with them; `empty` where
        there are none, and `unread` where that is not known.
        """
        total = self._items.rowCount()
        if total:
            self._found = _("Found: {count}").format(count=count) if self.wanted else count
            self._hint = hint
        elif unread:
            self._found, self._hint = _("The list cannot be read"), ""
        elif self.wanted:
            found = _("Nothing contains “{text}”")
            self._found, self._hint = found.format(text=shown(self.wanted)), ""
        else:
            self._found, self._hint = empty
        self._table.setVisible(bool(total))
        self._empty.setVisible(not total)
        self.filter.setVisible(bool(total) or bool(self.wanted))
        self._selection_changed()

    @Slot()
    def _selection_changed(self) -> None:
        chosen = self.chosen_items()
        text = self.action_text(chosen)
        self.primary.setText(text)
        self.primary.setVisible(bool(text))
        obstacle = self.obstacle(chosen)
        self.primary.setEnabled(not obstacle)
        self.head.say(self._found, obstacle or self._hint)
        self.remove_button.setVisible(self.may_remove(chosen))

    # What can be done

    def chosen(self) -> list[str]:
        """The ids of the selected rows, from top to bottom."""
        return self._table.chosen()

    def chosen_items(self) -> list[Item]:
        """What is in the selected rows, from top to bottom."""
        return [self._items.items[row] for row in self._table.chosen_rows()]

    def action_text(self, chosen: list[Item]) -> str:
        """The text of the primary button; "" where there is nothing to do."""
        raise NotImplementedError

    @Slot()
    def act(self) -> None:
        """What the primary button does, and Enter or a double click in a row."""
        raise NotImplementedError

    def obstacle(self, _chosen: list[Item]) -> str:
        """Why the primary button does nothing now; "" where it does."""
        return ""

    def may_remove(self, chosen: list[Item]) -> bool:
        """Whether Del does anything."""
        return bool(chosen)

    @Slot()
    def remove(self) -> None:
        """What Del does to the selected rows."""
        raise NotImplementedError

    def add_actions(self, menu: QMenu, chosen: list[Item]) -> None:
        """Add the actions on the selected rows."""
        raise NotImplementedError

    def say_removed(self, text: str, restore: Callable[[], None] | None = None) -> None:
        """Say what was removed; `restore` is what undoes it."""
        self._restore = restore
        self.message.say(text, action=_("&Undo") if restore is not None else "")
        if self.isVisible():
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def undo(self) -> None:
        """Restore what was removed last."""
        restore, self._restore = self._restore, None
        self.message.hide()
        if restore is not None:
            restore()

    def say_not_restored(self, error: DriveproofError, restore: Callable[[], None]) -> None:
        """Say why; it can be tried again."""
        self._restore = restore
        self.message.say_error(error, action=_("&Undo"))

    def focus_filter(self) -> None:
        """Put the cursor into the filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    @Slot(int)
    def _kind_chosen(self, number: int) -> None:
        if number != self.kind_shown:
            self.kind.choose(self.kind_shown)  # when this list is shown again
            self.other_list.emit(number)

    @Slot(int)
    def _scope_chosen(self, number: int) -> None:
        self.scope_chosen.emit(number)
        self.read()

    @Slot(QModelIndex)
    def _activated(self, _index: QModelIndex) -> None:
        if self.primary.isEnabled():
            self.act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        """Handle a key in the table; returns whether it did anything."""
        if event.key() == Qt.Key.Key_F2 and any(one.name == "label" for one in self._items.columns):
            self._table.edit_label()
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
        if not self.chosen():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu)
        menu.popup(self._table.viewport().mapToGlobal(place))

    def fill_menu(self, menu: QMenu) -> None:
        """Add what can be done with the selected rows, and with the table."""
        chosen = self.chosen_items()
        self.add_actions(menu, chosen)
        menu.addAction(_("Co&py"), self._table.copy_rows)
        if self.may_remove(chosen):
            menu.addSeparator()
            menu.addAction(self.remove_button.text(), self.remove)
        menu.addSeparator()
        if self._table.horizontalHeader().sectionsClickable():
            menu.addMenu(self._table.sort_menu(menu))
        self._table.add_columns_menu(menu)
