# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of kept checks: open, compare, label and delete them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QMenu

from driveproof.domain.check.check import CheckHead
from driveproof.domain.errors import DriveproofError
from driveproof.history.checks import Checks, DeletedCheck
from driveproof.history.store import History
from driveproof.ui.check.kept_table import ChecksModel, CheckTable
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.list_page import ListKind, ListPage
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _, ngettext

FILTER_DELAY = 150  # milliseconds after the last key press
_COMPARED = 2


class CheckList(ListPage):
    """Emits `open_check(id)`, `compare_checks(ids)` with the older one first, `check_drive` where
    there is nothing to open, and `scope_chosen(number)` for this drive or all.
    """

    kind_shown = ListKind.CHECKS
    open_check = Signal(str)
    compare_checks = Signal(list)
    check_drive = Signal()
    scope_chosen = Signal(int)

    def __init__(
        self, history: HistoryTasks, theme: Theme, settings: Settings, *, compares: bool = False
    ) -> None:
        model = ChecksModel(theme)
        table = CheckTable(model, theme, settings)
        delete = quiet_button(_("De&lete"))
        delete.setToolTip(_("Delete the chosen checks (Del)"))
        filter_field = FilterField(theme, _("Drive, label or folder"), _("Filter the checks"))
        super().__init__(theme, table, filter_field, delete)
        model.setParent(self)
        self.model = model
        self.table: CheckTable = table
        self.delete_button = delete
        self._history = history
        self._identity: str | None = None
        self._drive = ""
        self._wanted: list[str] = []
        self._deleted: tuple[DeletedCheck, ...] = ()
        model.label_edited.connect(self.set_label)
        self.scope.chosen.connect(self._scope_chosen)
        self.message.acted.connect(self.undo)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(FILTER_DELAY)
        self._typing.timeout.connect(self.read)
        self.filter.textChanged.connect(self._typing.start)
        self._build(experiments=compares)
        for part in (self.primary, self.table, self.filter, self.delete_button):
            part.hide()  # until it is known what is in the list

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.read()

    # What is shown

    def set_drive(self, title: str, identity: str | None) -> None:
        """Set the selected drive; without one the checks of all drives are shown."""
        self._drive, self._identity = title, identity
        self.scope.setVisible(bool(title))
        if self.isVisible():
            self.read()

    @property
    def _everything(self) -> bool:
        return self.scope.current() == 1 or not self._drive

    @Slot()
    def read(self) -> None:
        """Read the checks again; the selection stays."""
        text = self.filter.text().strip()
        identity = None if self._everything else self._identity or ""

        def question(history: History) -> list[CheckHead]:
            return Checks(history).heads(identity=identity, text=text)

        self._history.ask(question, partial(self._show, text), key="checks")

    def _show(
        self, text: str, heads: list[CheckHead] | None, error: DriveproofError | None
    ) -> None:
        chosen = self._wanted or self.table.chosen()
        self._wanted = []
        self.model.show_checks(heads or [])
        self.table.choose_checks(chosen)
        total = self.model.rowCount()
        whose = _("of all drives") if self._everything else _("of this drive")
        if total:
            count = ngettext("{count} check", "{count} checks", total).format(count=total)
            self.head.say(_("{count} found").format(count=count) if text else f"{count} {whose}")
        elif text:
            self.head.say(_("No check contains “{text}”").format(text=shown(text)))
        else:
            self.head.say(
                _("No checks {whose} yet").format(whose=whose),
                _("A check looks at identity, health, firmware, link, TRIM and speed at once."),
            )
        if error is not None:
            self.message.say_error(error)
        self.primary.setVisible(bool(total) or bool(self._drive))
        self._show_table(shown=bool(total), filtered=bool(text))

    @Slot()
    def _selection_changed(self) -> None:
        count = len(self.table.chosen())
        if count > 1:
            self.primary.setText(_("&Compare 2 checks"))
        else:
            self.primary.setText(_("O&pen check") if count else _("&Check this drive…"))
        self.primary.setEnabled(count <= _COMPARED)
        self.primary.setToolTip(_("Two checks compare.") if count > _COMPARED else "")
        self.delete_button.setVisible(count > 0)

    # Interaction

    @Slot(int)
    def _scope_chosen(self, number: int) -> None:
        self.scope_chosen.emit(number)
        self.read()

    @Slot()
    def _primary(self) -> None:
        chosen = self.table.chosen()
        if len(chosen) == _COMPARED:
            self.compare_checks.emit(chosen[::-1])
        elif chosen:
            self.open_check.emit(chosen[0])
        else:
            self.check_drive.emit()

    @Slot(QModelIndex)
    def _activated(self, index: QModelIndex) -> None:
        chosen = self.table.chosen()
        if len(chosen) == _COMPARED:  # Enter activates the primary button
            self.compare_checks.emit(chosen[::-1])
            return
        self.open_check.emit(self.model.head(index.row()).id)

    @Slot(str, str)
    def set_label(self, check_id: str, label: str) -> None:
        """Keep another label of a check."""
        self._history.ask(lambda history: Checks(history).set_label(check_id, label), self._changed)

    def _changed(self, _nothing: object, error: DriveproofError | None) -> None:
        if error is not None:
            self.message.say_error(error)
        self.read()

    @Slot()
    def _remove(self) -> None:
        chosen = self.table.chosen()
        if chosen:
            self._history.ask(lambda history: Checks(history).delete(*chosen), self._was_deleted)

    def _was_deleted(
        self, deleted: tuple[DeletedCheck, ...] | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.message.say_error(error)
        if deleted:
            self._deleted = deleted
            text = ngettext("{count} check deleted.", "{count} checks deleted.", len(deleted))
            more = _("What was measured stays among the runs.")
            said = f"{text.format(count=len(deleted))} {more}"
            self.message.say(said, action=_("&Undo"))
        self.read()
        if self.isVisible():
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def undo(self) -> None:
        """Restore what was deleted last."""
        deleted, self._deleted = self._deleted, ()
        self.message.hide()
        if deleted:
            self._history.ask(
                lambda history: Checks(history).restore(deleted), partial(self._undone, deleted)
            )

    def _undone(
        self, deleted: tuple[DeletedCheck, ...], _nothing: None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.message.say_error(error)
            self._deleted = deleted
        self._wanted = [one.id for one in deleted]
        self.read()

    def _pressed(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_F2:
            self.table.edit_label()
            return True
        if event.matches(QKeySequence.StandardKey.Undo) and self.message.action.isVisible():
            self.message.acted.emit()
            return True
        return super()._pressed(event)

    def _fill_menu(self, menu: QMenu) -> None:
        chosen = self.table.chosen()
        if len(chosen) == 1:
            menu.addAction(_("&Open"), lambda: self.open_check.emit(chosen[0]))
            menu.addAction(_("Edit &label"), self.table.edit_label)
        elif len(chosen) == _COMPARED:
            menu.addAction(_("&Compare 2 checks"), lambda: self.compare_checks.emit(chosen[::-1]))
        menu.addAction(_("Co&py"), self.table.copy_rows)
        menu.addSeparator()
        menu.addAction(_("&Delete"), self._remove)
        menu.addSeparator()
        self.table.add_columns_menu(menu)
