# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Any two snapshots of a drive beside each other: what grew, and how much of it during a test."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from driveproof.domain.health.changes import health_changes
from driveproof.domain.health.snapshot import REASONS, HealthSnapshot
from driveproof.domain.health.snapshot_series import written_by_runs
from driveproof.domain.health.verdict import CAUTION
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown, tooltip, without_key
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_text
from driveproof.wording.table import cell_text

_LETTERS = 32  # that a field shows at least


class SnapshotsDialog(Dialog):
    """The first and the newest are selected initially; they stay in order of time."""

    def __init__(
        self, snapshots: Sequence[HealthSnapshot], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Compare two readings"))
        self._snapshots = sorted(snapshots, key=lambda each: each.taken)
        self.first, self.second = ChoiceBox(), ChoiceBox()
        for number, each in reversed(list(enumerate(self._snapshots))):
            words = f"{date_and_time(each.taken)} · {say_text(REASONS[each.reason])}"
            if each.firmware:
                words += f" · {shown(each.firmware)}"
            for box in (self.first, self.second):
                box.addItem(words, number)
                box.setItemData(box.count() - 1, tooltip(words), Qt.ItemDataRole.ToolTipRole)
        for box in (self.first, self.second):  # not as wide as the longest of them
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(_LETTERS)
        self.first.setCurrentIndex(self.first.count() - 1)
        self.first.setAccessibleName(without_key(_("&Before")))
        self.second.setAccessibleName(without_key(_("&After")))
        self.answer = Label(theme, size="heading", wrap=True, selectable=True)
        heads = (
            TableColumn(_("Value"), grows=1),
            TableColumn(_("Before"), figures=True),
            TableColumn(_("After"), figures=True),
            TableColumn(_("Difference"), figures=True),
        )
        self.model = CellsModel(heads, theme, self)
        self.table = CellTable(self.model, theme, _("Differences"))
        close = QPushButton(_("C&lose"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        copy = QPushButton(_("Co&py"))
        copy.clicked.connect(self.table.copy_rows)
        buttons = QHBoxLayout()
        buttons.addWidget(copy)
        buttons.addStretch(1)
        buttons.addWidget(close)
        choice = QGridLayout()
        choice.setHorizontalSpacing(2 * GRID)
        for row, (title, box) in enumerate(
            ((_("&Before"), self.first), (_("&After"), self.second))
        ):
            name = Label(theme, title, color="muted")
            name.setBuddy(box)
            choice.addWidget(name, row, 0)
            choice.addWidget(box, row, 1)
            box.currentIndexChanged.connect(self._compare)
        choice.setColumnStretch(1, 1)
        column = vertical(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=2 * GRID)
        column.addLayout(choice)
        column.addWidget(self.answer)
        column.addWidget(self.table, 1)
        column.addLayout(buttons)
        self.resize(720, 560)
        self._compare()
        close.setFocus()

    def chosen(self) -> tuple[HealthSnapshot, HealthSnapshot]:
        """Both snapshots, the earlier one first."""
        numbers = sorted((self.first.currentData(), self.second.currentData()))
        return self._snapshots[numbers[0]], self._snapshots[numbers[1]]

    @Slot()
    def _compare(self) -> None:
        before, after = self.chosen()
        tests = written_by_runs(self._snapshots, before, after)
        found = health_changes(before.health, after.health, written_by_test=tests)
        self.model.set_rows(
            [
                (
                    *(TableCell(cell_text(one)) for one in (each.title, *each.ends)),
                    TableCell(cell_text(each.difference), verdict=CAUTION if each.alarming else ""),
                )
                for each in found
            ]
        )
        self.answer.say(self._words(before, after, len(found)))

    def _words(self, before: HealthSnapshot, after: HealthSnapshot, count: int) -> str:
        if before is after:
            return _("Choose two readings.")
        if before.firmware and after.firmware and before.firmware != after.firmware:
            return _("{name}: {text}").format(
                name=_("Firmware"), text=f"{shown(before.firmware)} → {shown(after.firmware)}"
            )
        if not count:
            return _("No changes.")
        return _("Changes from {before} to {after}").format(
            before=date_and_time(before.taken), after=date_and_time(after.taken)
        )
