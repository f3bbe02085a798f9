# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of comparisons itself: one row is chosen, and shows all of its verdict."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from driveproof.domain.experiment.experiment import Experiment
from driveproof.ui.experiment.model import ExperimentColumn, ExperimentsModel
from driveproof.ui.theme.style import GRID, Theme
from driveproof.wording.catalogue import _

_ROW_HEIGHT = 40
# A column is as wide as this; the name, the drive and where it stands share the rest.
_SAMPLES = {ExperimentColumn.WHEN: "20 Nov, 20:20", ExperimentColumn.STATE: "Finished…"}
_SHARES = {ExperimentColumn.NAME: 3, ExperimentColumn.DRIVE: 2, ExperimentColumn.STANDING: 6}
_PADDING = 24
_NARROW = 560  # pixels: below, the sentences have the room, and their tool tips the rest


class _Roomy(QStyledItemDelegate):
    """Leaves room above and below what takes several lines."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID)


class ExperimentTable(QTableView):
    """Rows of two lines where a sentence needs them."""

    def __init__(self, model: ExperimentsModel, theme: Theme) -> None:
        super().__init__()
        self._experiments = model
        self.with_drive = False  # whether they are of more than one
        self.setModel(model)
        self.setItemDelegate(_Roomy(self))
        self.setAccessibleName(_("Comparisons, open ones first"))
        self.setShowGrid(False)
        self.setFont(theme.body())
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(_ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(48)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(ExperimentColumn.STANDING, QHeaderView.ResizeMode.Stretch)

    def share_out(self) -> None:
        """Give each column its part of the width."""
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
        """The chosen one."""
        rows = [index.row() for index in self.selectionModel().selectedRows()]
        return (
            self._experiments.experiment(rows[0])
            if rows and rows[0] < self._experiments.rowCount()
            else None
        )
