# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of kept checks, newest first: open, compare, label and delete them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import QMenu

from driveproof.domain.check.check import CheckHead
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.history.checks import Checks, DeletedCheck
from driveproof.history.store import History
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.widgets.cells import CellsModel, Head, Index, TableCell
from driveproof.ui.widgets.columns import ColumnWidth
from driveproof.ui.widgets.filter_field import FilterField
from driveproof.ui.widgets.finding_rows import TONES
from driveproof.ui.widgets.list_page import LabelledTable, ListKind, ListPage
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import exact_stamp, short_moment, stamp
from driveproof.wording.rating import rating_text


class CheckColumn(IntEnum):
    """The columns by name."""

    WHEN = 0
    RESULT = 1
    LABEL = 2
    DRIVE = 3
    TARGET = 4


class ChecksModel(CellsModel):
    """Rows of checks. Emits `label_edited(id, label)` when the person changed one."""

    label_edited = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__([Head(title) for title in _titles().values()], theme)
        self._heads_shown: tuple[CheckHead, ...] = ()

    def show_checks(self, heads: Sequence[CheckHead]) -> None:
        """Show these checks; they arrive newest first."""
        self._heads_shown = tuple(heads)
        now = datetime.now()
        self.set_rows([tuple(_cell(one, column, now) for column in CheckColumn) for one in heads])

    def head(self, row: int) -> CheckHead:
        """The check in this row."""
        return self._heads_shown[row]

    def row_of(self, check_id: str) -> int | None:
        """The row of a check, None if it is not listed."""
        return next((row for row, one in enumerate(self._heads_shown) if one.id == check_id), None)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == CheckColumn.LABEL else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.EditRole and index.isValid():
            return self.head(index.row()).label
        return super().data(index, role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or index.column() != CheckColumn.LABEL:
            return False
        self.label_edited.emit(self.head(index.row()).id, str(value).strip())
        return True


def _cell(head: CheckHead, column: CheckColumn, now: datetime) -> TableCell:
    match column:
        case CheckColumn.WHEN:
            return TableCell(
                short_moment(head.taken, now),
                tip=exact_stamp(head.taken),
                copied=stamp(head.taken),
            )
        case CheckColumn.RESULT:
            return TableCell(rating_text(head.rating), color=TONES[head.rating])
        case CheckColumn.LABEL:
            return TableCell(shown(head.label), tip=shown(head.label))
        case CheckColumn.DRIVE:
            named = " ".join(part for part in (head.model, head.device) if part)
            return TableCell(
                shown(head.model or head.device or ""), tip=shown(named), color="muted"
            )
        case CheckColumn.TARGET:
            return TableCell(shown(head.target), tip=shown(head.target), color="muted")


def _titles() -> dict[CheckColumn, str]:
    return {
        CheckColumn.WHEN: _("When"),
        CheckColumn.RESULT: _("Result"),
        CheckColumn.LABEL: _("Label"),
        CheckColumn.DRIVE: _("Drive"),
        CheckColumn.TARGET: _("Target"),
    }


_PADDING = 24
_SAMPLES = {
    CheckColumn.WHEN: "20 Nov, 20:20",
    CheckColumn.RESULT: "Attention",
    CheckColumn.LABEL: "after update",
    CheckColumn.DRIVE: "Samsung SSD 990",
    CheckColumn.TARGET: "/run/media",
}
_GROWS = frozenset({CheckColumn.LABEL, CheckColumn.DRIVE, CheckColumn.TARGET})


class CheckTable(LabelledTable):
    """One or several rows can be selected."""

    def __init__(self, model: ChecksModel, theme: Theme, settings: Settings) -> None:
        super().__init__(model, theme, _("Checks"), CheckColumn.LABEL)
        self._checks = model
        self.horizontalHeader().setSectionsClickable(False)
        self.arrange(
            settings,
            "checks",
            [column.name.lower() for column in CheckColumn],
            self._room,
            gives_way=(CheckColumn.TARGET,),
            always=(CheckColumn.WHEN, CheckColumn.RESULT),
        )
        assert self.arranged is not None
        model.modelReset.connect(self.arranged.fit)

    def _room(self, column: int) -> ColumnWidth:
        texts = [_SAMPLES[CheckColumn(column)]]
        if column not in _GROWS:  # it is as wide as its words are in any language
            model = self._checks
            texts += [str(model.index(row, column).data()) for row in range(model.rowCount())]
        width = max(map(QFontMetrics(self.font()).horizontalAdvance, texts)) + _PADDING
        return ColumnWidth(width, width, grows=column in _GROWS)

    def id_of(self, row: int) -> str:
        return self._checks.head(row).id

    def choose_checks(self, check_ids: Sequence[str]) -> None:
        """Select only these, as far as they are listed; without any, the first row."""
        rows = [row for one in check_ids if (row := self._checks.row_of(one)) is not None]
        self.choose(rows or list(range(min(1, self._checks.rowCount()))))


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

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        model = ChecksModel(theme)
        table = CheckTable(model, theme, settings)
        delete = quiet_button(_("De&lete"))
        set_tip(delete, _("Shortcut: {keys}").format(keys="Del"))
        filter_field = FilterField(theme, _("Drive, test, label or folder"))
        super().__init__(theme, table, filter_field, delete)
        model.setParent(self)
        self.model = model
        self.table: CheckTable = table
        self.delete_button = delete
        self._history = history
        self._identity: str | None = None
        self._drive = ""
        self._wanted: list[str] = []
        self._said = "", ""
        """What was found, and what can be done with it."""
        self._deleted: tuple[DeletedCheck, ...] = ()
        model.label_edited.connect(self.set_label)
        self.scope.chosen.connect(self._scope_chosen)
        self.message.acted.connect(self.undo)
        self.filter.typed.connect(self.read)
        self._build()
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
            if history.unreadable:
                raise MachineError("{text}", text=history.message)
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
        if total:
            count = ngettext("{count} check", "{count} checks", total).format(count=total)
            found = _("Found: {count}").format(count=count) if text else count
            self._said = found, _("Choose two or more to compare.") if total > 1 else ""
        elif error is not None:
            self._said = _("The list cannot be read"), ""
        elif text:
            self._said = _("Nothing contains “{text}”").format(text=shown(text)), ""
        else:
            self._said = (
                _("No checks yet"),
                _("Identity, health, link, TRIM and speed on one page"),
            )
        if error is not None:
            self.message.say_error(error)
        self.primary.setVisible(bool(total) or bool(self._drive))
        self._show_table(shown=bool(total), filtered=bool(text))

    @Slot()
    def _selection_changed(self) -> None:
        count = len(self.table.chosen())
        if count > 1:
            self.primary.setText(_("&Compare"))
        else:
            self.primary.setText(_("O&pen") if count else _("&Check this drive…"))
        many = _("Choose two or more to compare.") if count > _COMPARED else ""
        self.primary.setEnabled(not many)
        found, hint = self._said
        self.head.say(found, many or hint)
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
    def remove(self) -> None:
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
            text = ngettext("{count} deleted.", "{count} deleted.", len(deleted))
            more = _("Its measurement stays in History.")
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
            self._deleted = deleted
            self.message.say_error(error, action=_("&Undo"))
        self._wanted = [one.id for one in deleted]
        self.read()

    def fill_menu(self, menu: QMenu) -> None:
        chosen = self.table.chosen()
        if len(chosen) == 1:
            menu.addAction(_("&Open"), lambda: self.open_check.emit(chosen[0]))
            menu.addAction(_("Edit &label"), self.table.edit_label)
        elif len(chosen) == _COMPARED:
            menu.addAction(_("&Compare"), lambda: self.compare_checks.emit(chosen[::-1]))
        menu.addAction(_("Co&py"), self.table.copy_rows)
        menu.addSeparator()
        menu.addAction(_("&Delete"), self.remove)
        menu.addSeparator()
        self.table.add_columns_menu(menu)
