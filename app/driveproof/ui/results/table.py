# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of runs itself: widths of its columns, what is chosen, the label edited in place."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelectionModel, Qt, Slot
from PySide6.QtGui import QActionGroup, QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView

from driveproof.ui.results.columns import Column, titles
from driveproof.ui.results.firmware_mark import FirmwareDelegate
from driveproof.ui.results.model import RunsModel
from driveproof.ui.theme.style import Theme
from driveproof.wording.catalogue import _

_ROW_HEIGHT = 40
# A column is as wide as this, the test's as what is in it; Label, Drive and Folder share the rest.
_SAMPLES = {
    Column.WHEN: "20 Nov, 20:20",
    Column.TEST: "Quick check",
    Column.SEQUENTIAL_READ: "19\u202f999\u202fMB/s",
    Column.SEQUENTIAL_WRITE: "19\u202f999\u202fMB/s",
    Column.RANDOM_READ: "99\u202f999\u202fIOPS",
    Column.RANDOM_WRITE: "99\u202f999\u202fIOPS",
}
_PADDING = 24
_WIDEST_TEST = 260  # of somebody's own profile, which may have any title
_CHOOSE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_ADD = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


class RunTable(QTableView):
    """Whole rows are chosen, one or several."""

    def __init__(self, model: RunsModel, theme: Theme) -> None:
        super().__init__()
        self._runs = model
        self.setModel(model)
        self.setItemDelegate(FirmwareDelegate(theme, self))
        self.setAccessibleName(_("Results"))
        self.setShowGrid(False)
        self.setFont(theme.body())
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.SelectedClicked)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # one maker's drives differ at the end
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        # An arrow of the style would cut figures' heads: the model writes one beside the words.
        header.setSortIndicator(Column.WHEN, Qt.SortOrder.DescendingOrder)
        header.sortIndicatorChanged.connect(self._sort)
        header.setMinimumSectionSize(48)
        metrics = QFontMetrics(self.font())
        for column in Column:
            stretch = column not in _SAMPLES
            mode = QHeaderView.ResizeMode.Stretch if stretch else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(column, mode)
            if not stretch:
                self.setColumnWidth(column, metrics.horizontalAdvance(_SAMPLES[column]) + _PADDING)

    def fit_tests(self) -> None:
        """Make the column of tests as wide as what is in it."""
        metrics = QFontMetrics(self.font())
        count = self._runs.rowCount()
        names = {self._runs.index(row, Column.TEST).data() for row in range(count)}
        widths = map(metrics.horizontalAdvance, names | {_SAMPLES[Column.TEST]})
        self.setColumnWidth(Column.TEST, min(max(widths) + _PADDING, _WIDEST_TEST))

    def sort_by(self, column: int) -> None:
        """As a click on the column's head: turned round where it is sorted by that already."""
        header = self.horizontalHeader()
        orders = (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)
        order = self._runs.headerData(
            column, Qt.Orientation.Horizontal, Qt.ItemDataRole.InitialSortOrderRole
        )
        if header.sortIndicatorSection() == column:
            order = orders[header.sortIndicatorOrder() == orders[0]]
        header.setSortIndicator(column, Qt.SortOrder(order))

    @Slot(int, Qt.SortOrder)
    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        """What is chosen stays chosen, where it is among the first."""
        chosen = self.chosen()
        self._runs.sort(column, order)
        rows = [row for run in chosen if (row := self._runs.row_of(run)) is not None]
        if not rows and self._runs.rowCount():
            rows = [0]
        self.choose(rows)
        self.scrollTo(self.currentIndex())

    def sort_menu(self, parent: QMenu) -> QMenu:
        """The same by keyboard: every column that is shown."""
        menu = QMenu(_("&Sort by"), parent)
        group, sorted_by = QActionGroup(menu), self.horizontalHeader().sortIndicatorSection()
        for column in Column:
            if self.isColumnHidden(column):
                continue
            action = menu.addAction(titles()[column])
            action.setCheckable(True)
            action.setChecked(column == sorted_by)
            action.triggered.connect(partial(self.sort_by, int(column)))
            group.addAction(action)
        return menu

    def choose(self, rows: list[int]) -> None:
        """Choose these rows and no other; the first becomes the current one.

        Not by selectRow: it does what the keys say that are held in this moment, and Ctrl of
        Ctrl+Z would add the row to what is chosen, or take it away.
        """
        selection = self.selectionModel()
        for number, row in enumerate(rows):
            place = self._runs.index(row, 0)
            if number == 0:
                selection.setCurrentIndex(place, _CHOOSE)
            else:
                selection.select(place, _ADD)

    def chosen(self) -> list[str]:
        """The ids of the chosen runs, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._runs.head(row).id for row in rows if row < self._runs.rowCount()]

    def edit_label(self) -> None:
        """Edit the label of the current run in place."""
        index = self.currentIndex()
        if index.isValid():
            place = self._runs.index(index.row(), Column.LABEL)
            self.selectionModel().setCurrentIndex(place, _CHOOSE)
            self.edit(place)
