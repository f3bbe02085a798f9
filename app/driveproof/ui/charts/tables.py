# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures of a chart as a table that can be read aloud, selected and copied."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHeaderView, QWidget

from driveproof.ui.charts.chart import ChartTable
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.table import DataTable
from driveproof.wording.catalogue import _

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class FiguresModel(QAbstractTableModel):
    """Read-only rows of text."""

    def __init__(self) -> None:
        super().__init__()
        self.table = ChartTable((), ())

    def show(self, table: ChartTable) -> None:
        """Show other rows; the reader's position is kept if rows were only added."""
        same = table.columns == self.table.columns and len(table.rows) >= len(self.table.rows)
        if same and table.rows[: len(self.table.rows)] == self.table.rows:
            first, last = len(self.table.rows), len(table.rows) - 1
            if first <= last:
                self.beginInsertRows(QModelIndex(), first, last)
                self.table = table
                self.endInsertRows()
            return
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.table.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and self._is_figure(index.column()):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return self.table.columns[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignRight
                if not self._is_figure(section):
                    side = Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def _is_figure(self, column: int) -> bool:
        first = self.table.rows[0][column] if self.table.rows else ""
        return first[:1].isdigit() or first in {"–", "none"}


class TableView(DataTable):
    """A compact table that replaces the chart in its place."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._figures = FiguresModel()
        super().__init__(self._figures, theme, _("Table"), small=True, parent=parent)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.DefaultContextMenu)  # the chart's own menu
        self.verticalHeader().setDefaultSectionSize(26)
        self.horizontalHeader().setFont(theme.small())
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    def show_table(self, table: ChartTable) -> None:
        """Show other rows."""
        self._figures.show(table)

    @staticmethod
    def copy(table: ChartTable) -> None:
        """The whole table as text into the clipboard."""
        QGuiApplication.clipboard().setText(table.as_text())
