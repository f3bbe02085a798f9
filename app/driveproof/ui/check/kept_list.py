# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of kept checks, newest first: open, compare, label and delete them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu

from driveproof.domain.check.check import CheckHead
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.history.checks import Checks, DeletedCheck
from driveproof.history.store import History
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.results.columns import LONGEST_NAME, when_text
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.cells import Index, ItemColumn, ItemsModel, TableCell
from driveproof.ui.widgets.list_page import ListKind, ListPage, ListTable
from driveproof.ui.widgets.rows import TONES
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import exact_stamp, stamp
from driveproof.wording.rating import rating_text


def check_columns() -> tuple[ItemColumn[CheckHead], ...]:
    """Every column, in the usual order."""
    return (
        ItemColumn(_("When"), name="when", cell=_when, sample="20 Nov, 20:20", always=True),
        ItemColumn(
            _("Result"),
            name="result",
            cell=lambda one: TableCell(rating_text(one.rating), color=TONES[one.rating]),
            sample="Attention",
            always=True,
        ),
        ItemColumn(
            _("Label"),
            name="label",
            cell=lambda one: TableCell(shown(one.label), tip=shown(one.label)),
            sample="updated",
            least="updated",
            most=LONGEST_NAME,
            grows=1,
        ),
        ItemColumn(
            _("Drive"),
            name="drive",
            cell=_drive,
            sample="Samsung SSD 990",
            least="Samsung SSD 990",
            most=LONGEST_NAME,
            grows=1,
        ),
        ItemColumn(
            _("Target"),
            name="target",
            cell=lambda one: TableCell(shown(one.target), tip=shown(one.target), color="muted"),
            sample="/run/media",
            least="/run/media",
            most=LONGEST_NAME,
            grows=1,
            gives_way=1,
        ),
    )


def _when(one: CheckHead) -> TableCell:
    return TableCell(when_text(one.taken), tip=exact_stamp(one.taken), copied=stamp(one.taken))


def _drive(one: CheckHead) -> TableCell:
    named = " ".join(part for part in (one.model, one.device) if part)
    return TableCell(shown(one.model or one.device or ""), tip=shown(named), color="muted")


class ChecksModel(ItemsModel[CheckHead]):
    """Emits `label_edited(id, label)` when the person changed one."""

    label_edited = Signal(str, str)

    def flags(self, index: Index) -> Qt.ItemFlag:
        edited = self.columns[index.column()].name == "label"
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if edited else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.EditRole and index.isValid():
            return self.items[index.row()].label
        return super().data(index, role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or self.columns[index.column()].name != "label":
            return False
        self.label_edited.emit(self.items[index.row()].id, str(value).strip())
        return True


_COMPARED = 2


class CheckList(ListPage[CheckHead]):
    """Emits `open_check(id)`, `compare_checks(ids)` with the older one first, and `check_drive`
    where there is nothing to open.
    """

    kind_shown = ListKind.CHECKS
    open_check = Signal(str)
    compare_checks = Signal(list)
    check_drive = Signal()

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        self.model = ChecksModel(check_columns(), theme)
        self.table = ListTable(self.model, theme, _("Checks"))
        self.table.arrange(settings, "checks")
        hint = _("Drive, test, label or folder")
        super().__init__(theme, self.model, self.table, hint=hint, removes=_("&Delete"))
        self._history = history
        self._restored: list[str] = []
        self.model.label_edited.connect(self.set_label)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.read()

    # What is shown

    def set_drive(self, title: str, identity: str | None = None) -> None:
        super().set_drive(title, identity)
        if self.isVisible():
            self.read()

    @Slot()
    def read(self) -> None:
        text = self.wanted
        identity = None if self.everything else self._identity or ""

        def question(history: History) -> list[CheckHead]:
            if history.unreadable:
                raise MachineError("{text}", text=history.message)
            return Checks(history).heads(identity=identity, text=text)

        self._history.ask(question, self._show, key="checks")

    def _show(self, heads: list[CheckHead] | None, error: DriveproofError | None) -> None:
        chosen, self._restored = self._restored or self.chosen(), []
        self.model.show_items(heads or [])
        self.table.choose_items(chosen)
        total = len(self.model.items)
        self.say_found(
            ngettext("{count} check", "{count} checks", total).format(count=total),
            _("Select two with Ctrl to compare them.") if total > 1 else "",
            empty=(_("No checks yet"), _("Identity, health, link, TRIM and speed on one page")),
            unread=error is not None,
        )
        if error is not None:
            self.message.say_error(error)

    # Interaction

    def action_text(self, chosen: list[CheckHead]) -> str:
        if len(chosen) > 1:
            return _("&Compare")
        if chosen:
            return _("&Open")
        return _("&Check this drive…") if self._drive else ""

    def obstacle(self, chosen: list[CheckHead]) -> str:
        count = len(chosen)
        if count <= _COMPARED:
            return ""
        text = _("{count} selected; the maximum is {most}.")
        return text.format(count=count, most=_COMPARED)

    @Slot()
    def act(self) -> None:
        chosen = self.chosen()
        if len(chosen) == _COMPARED:
            self.compare_checks.emit(chosen[::-1])
        elif chosen:
            self.open_check.emit(chosen[0])
        else:
            self.check_drive.emit()

    def add_actions(self, menu: QMenu, chosen: list[CheckHead]) -> None:
        if len(chosen) == 1:
            menu.addAction(_("&Open"), self.act)
            menu.addAction(_("Edit &label"), self.table.edit_label)
        elif len(chosen) == _COMPARED:
            menu.addAction(_("&Compare"), self.act)

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
        chosen = self.chosen()
        if chosen:
            self._history.ask(lambda history: Checks(history).delete(*chosen), self._was_deleted)

    def _was_deleted(
        self, deleted: tuple[DeletedCheck, ...] | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.message.say_error(error)
        if deleted:
            text = ngettext("{count} deleted.", "{count} deleted.", len(deleted))
            more = _("Its measurement stays in History.")
            said = f"{text.format(count=len(deleted))} {more}"
            self.say_removed(said, partial(self._put_back, deleted))
        self.read()

    def _put_back(self, deleted: Sequence[DeletedCheck]) -> None:
        def done(_nothing: None, error: DriveproofError | None) -> None:
            if error is not None:
                self.say_not_restored(error, partial(self._put_back, deleted))
            self._restored = [one.id for one in deleted]
            self.read()

        self._history.ask(lambda history: Checks(history).restore(deleted), done)
