# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kept comparisons as a table: the open ones first, then by their age."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from driveproof.domain.experiment.experiment import CANCELLED, OPEN, Plan
from driveproof.ui.experiment import list_wording as words
from driveproof.ui.results.columns import when_text
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown, tooltip
from driveproof.wording.catalogue import _
from driveproof.wording.dates import exact_stamp

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class PlanColumn(IntEnum):
    """The columns by name."""

    WHEN = 0
    NAME = 1
    DRIVE = 2
    STATE = 3
    STANDING = 4


class PlansModel(QAbstractTableModel):
    """Rows of plans; they only change all at once."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._plans: tuple[Plan, ...] = ()
        theme.changed.connect(self._restyle)

    def show_plans(self, plans: Sequence[Plan]) -> None:
        """Show these; they come newest first."""
        wanted = tuple(sorted(plans, key=lambda plan: plan.status != OPEN))  # a stable sort
        if wanted == self._plans:
            return
        self.beginResetModel()
        self._plans = wanted
        self.endResetModel()

    def plan(self, row: int) -> Plan:
        """The one in this row."""
        return self._plans[row]

    def row_of(self, plan_id: str) -> int | None:
        """Where one is, None where it is not."""
        rows = (row for row, plan in enumerate(self._plans) if plan.id == plan_id)
        return next(rows, None)

    def _restyle(self) -> None:
        if self._plans:
            last = self.index(len(self._plans) - 1, len(PlanColumn) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._plans)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(PlanColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(PlanColumn):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _titles()[PlanColumn(section)]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return self._theme.small() if role == Qt.ItemDataRole.FontRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._plans):
            return None
        plan, column = self._plans[index.row()], PlanColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(plan, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(_tip(plan, column)) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{_titles()[column]}: {_text(plan, column)}"
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._color(plan, column)
        return None

    def _color(self, plan: Plan, column: PlanColumn) -> object:
        colors = self._theme.colors
        if plan.status == CANCELLED:
            return colors.muted
        if column == PlanColumn.STATE and plan.status == OPEN:
            return colors.accent
        return colors.muted if column in {PlanColumn.DRIVE, PlanColumn.STATE} else colors.text


def _text(plan: Plan, column: PlanColumn) -> str:
    return {
        PlanColumn.WHEN: when_text(plan.created),
        PlanColumn.NAME: words.title(plan),
        PlanColumn.DRIVE: shown(plan.target.model or plan.target.path),
        PlanColumn.STATE: words.state_word(plan),
        PlanColumn.STANDING: words.standing(plan),
    }[column]


def _tip(plan: Plan, column: PlanColumn) -> str:
    return {
        PlanColumn.WHEN: exact_stamp(plan.created),
        PlanColumn.NAME: ", ".join((plan.name, plan.target.drive, when_text(plan.created))),
        PlanColumn.DRIVE: f"{plan.target.drive}, {plan.target.path}",
        PlanColumn.STANDING: words.standing(plan),
    }.get(column, "")


def _titles() -> dict[PlanColumn, str]:
    return {
        PlanColumn.WHEN: _("Begun"),
        PlanColumn.NAME: _("Comparison"),
        PlanColumn.DRIVE: _("Drive"),
        PlanColumn.STATE: _("State"),
        PlanColumn.STANDING: _("Where it stands"),
    }
