# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of kept checks, newest first: whole rows are selected, and labels are edited in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView

from driveproof.domain.check.check import CheckHead
from driveproof.ui.check.rows import COLORS
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.cells import Cell, CellsModel, Head, Index
from driveproof.ui.widgets.columns import Room
from driveproof.ui.widgets.table import CHOOSE, Table
from driveproof.wording.catalogue import _
from driveproof.wording.check import rating_text
from driveproof.wording.dates import exact_stamp, short_moment


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


def _cell(head: CheckHead, column: CheckColumn, now: datetime) -> Cell:
    match column:
        case CheckColumn.WHEN:
            return Cell(short_moment(head.taken, now), tip=exact_stamp(head.taken))
        case CheckColumn.RESULT:
            return Cell(rating_text(head.rating), color=COLORS[head.rating])
        case CheckColumn.LABEL:
            return Cell(shown(head.label), tip=shown(head.label))
        case CheckColumn.DRIVE:
            named = " ".join(part for part in (head.model, head.device) if part)
            return Cell(shown(head.model or head.device or ""), tip=shown(named), color="muted")
        case CheckColumn.TARGET:
            return Cell(shown(head.target), tip=shown(head.target), color="muted")


def _titles() -> dict[CheckColumn, str]:
    return {
        CheckColumn.WHEN: _("When"),
        CheckColumn.RESULT: _("Result"),
        CheckColumn.LABEL: _("Label"),
        CheckColumn.DRIVE: _("Drive"),
        CheckColumn.TARGET: _("Checked as"),
    }


_ROW_HEIGHT = 40
_PADDING = 24
_SAMPLES = {
    CheckColumn.WHEN: "20 Nov, 20:20",
    CheckColumn.RESULT: "Unknown",
    CheckColumn.LABEL: "after update",
    CheckColumn.DRIVE: "Samsung SSD 990",
    CheckColumn.TARGET: "/run/media",
}
_GROWS = frozenset({CheckColumn.LABEL, CheckColumn.DRIVE, CheckColumn.TARGET})


class CheckTable(Table):
    """One or several rows can be selected."""

    def __init__(self, model: ChecksModel, theme: Theme, settings: Settings) -> None:
        super().__init__(model, theme, _("Checks"))
        self._checks = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.SelectedClicked)
        self.setWordWrap(False)
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.horizontalHeader().setSectionsClickable(False)
        self.arrange(
            settings,
            "checks",
            [column.name.lower() for column in CheckColumn],
            self._room,
            gives_way=(CheckColumn.TARGET,),
            always=(CheckColumn.WHEN, CheckColumn.RESULT),
        )

    def _room(self, column: int) -> Room:
        metrics = QFontMetrics(self.font())
        sample = metrics.horizontalAdvance(_SAMPLES[CheckColumn(column)]) + _PADDING
        return Room(sample, sample, grows=column in _GROWS)

    def chosen(self) -> list[str]:
        """The ids of the selected checks, from top to bottom."""
        return [self._checks.head(row).id for row in self.chosen_rows()]

    def choose_checks(self, check_ids: Sequence[str]) -> None:
        """Select only these, as far as they are listed; without any, the first row."""
        rows = [row for one in check_ids if (row := self._checks.row_of(one)) is not None]
        self.choose(rows or list(range(min(1, self._checks.rowCount()))))

    def edit_label(self) -> None:
        """Edit the label of the current check in place."""
        index = self.currentIndex()
        if index.isValid():
            place = self._checks.index(index.row(), CheckColumn.LABEL)
            self.selectionModel().setCurrentIndex(place, CHOOSE)
            self.edit(place)
