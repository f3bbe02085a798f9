# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of experiments: one row is selected, and shows its whole verdict."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from driveproof.domain.experiment.experiment import CANCELLED, OPEN, Experiment
from driveproof.ui.results.columns import when_text
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.cells import Cell, CellsModel, Head
from driveproof.ui.widgets.table import Table
from driveproof.wording import experiment as words
from driveproof.wording.catalogue import _
from driveproof.wording.dates import exact_stamp


class ExperimentColumn(IntEnum):
    """The columns by name."""

    WHEN = 0
    NAME = 1
    DRIVE = 2
    STATE = 3
    STANDING = 4


class ExperimentsModel(CellsModel):
    """Rows of experiments, open ones first."""

    def __init__(self, theme: Theme) -> None:
        super().__init__([Head(title) for title in _titles().values()], theme)
        self._experiments: tuple[Experiment, ...] = ()

    def show_experiments(self, experiments: Sequence[Experiment]) -> None:
        """Show these experiments; they arrive newest first."""
        # a stable sort
        self._experiments = tuple(sorted(experiments, key=lambda one: one.status != OPEN))
        self.set_rows(
            [
                tuple(
                    Cell(_text(one, column), tip=_tip(one, column), color=_color(one, column))
                    for column in ExperimentColumn
                )
                for one in self._experiments
            ]
        )

    def experiment(self, row: int) -> Experiment:
        """The experiment in this row."""
        return self._experiments[row]

    def row_of(self, experiment_id: str) -> int | None:
        """The row of an experiment, None if it is not listed."""
        found = (row for row, one in enumerate(self._experiments) if one.id == experiment_id)
        return next(found, None)


def _color(experiment: Experiment, column: ExperimentColumn) -> str:
    if experiment.status == CANCELLED:
        return "muted"
    if column == ExperimentColumn.STATE and experiment.status == OPEN:
        return "accent"
    return "muted" if column in {ExperimentColumn.DRIVE, ExperimentColumn.STATE} else "text"


def _text(experiment: Experiment, column: ExperimentColumn) -> str:
    return {
        ExperimentColumn.WHEN: when_text(experiment.created),
        ExperimentColumn.NAME: shown(words.title(experiment)),
        ExperimentColumn.DRIVE: shown(experiment.target.model or experiment.target.path),
        ExperimentColumn.STATE: words.state_text(experiment),
        ExperimentColumn.STANDING: shown(words.standing(experiment)),
    }[column]


def _tip(experiment: Experiment, column: ExperimentColumn) -> str:
    return {
        ExperimentColumn.WHEN: exact_stamp(experiment.created),
        ExperimentColumn.NAME: ", ".join(
            (experiment.name, experiment.target.drive, when_text(experiment.created))
        ),
        ExperimentColumn.DRIVE: f"{experiment.target.drive}, {experiment.target.path}",
        ExperimentColumn.STANDING: shown(words.standing(experiment)),
    }.get(column, "")


def _titles() -> dict[ExperimentColumn, str]:
    return {
        ExperimentColumn.WHEN: _("Begun"),
        ExperimentColumn.NAME: _("Experiment"),
        ExperimentColumn.DRIVE: _("Drive"),
        ExperimentColumn.STATE: _("State"),
        ExperimentColumn.STANDING: _("Where it stands"),
    }


_ROW_HEIGHT = 40
# Width of a column; name, drive and state share the rest.
_SAMPLES = {ExperimentColumn.WHEN: "20 Nov, 20:20", ExperimentColumn.STATE: "Finished…"}
_SHARES = {ExperimentColumn.NAME: 3, ExperimentColumn.DRIVE: 2, ExperimentColumn.STANDING: 6}
_PADDING = 24
_NARROW = 560  # pixels: below, the sentences get the room


class _Roomy(QStyledItemDelegate):
    """Leaves space above and below cells of several lines."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID)


class ExperimentTable(Table):
    """Rows of two lines if a sentence needs them."""

    def __init__(self, model: ExperimentsModel, theme: Theme) -> None:
        super().__init__(model, theme, _("Experiments, open ones first"))
        self._experiments = model
        self.with_drive = False  # whether the list has several drives
        self.setItemDelegate(_Roomy(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().setMinimumSectionSize(_ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        model.dataChanged.connect(self.resizeRowsToContents)  # Qt does this only for other rows
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(48)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(ExperimentColumn.STANDING, QHeaderView.ResizeMode.Stretch)

    def share_out(self) -> None:
        """Set the width of each column."""
        metrics = QFontMetrics(self.font())
        left = self.viewport().width()
        narrow = left < _NARROW
        self.setColumnHidden(ExperimentColumn.WHEN, narrow)
        self.setColumnHidden(ExperimentColumn.DRIVE, narrow or not self.with_drive)
        for column, sample in _SAMPLES.items():
            if self.isColumnHidden(column):
                continue
            width = metrics.horizontalAdvance(sample) + _PADDING
            self.setColumnWidth(column, width)
            left -= width
        seen = {one: part for one, part in _SHARES.items() if not self.isColumnHidden(one)}
        for column, part in seen.items():
            if column != ExperimentColumn.STANDING:
                self.setColumnWidth(column, max(48, left * part // sum(seen.values())))

    def chosen(self) -> Experiment | None:
        """The selected experiment."""
        rows = self.chosen_rows()
        return self._experiments.experiment(rows[0]) if rows else None
