# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The view of a small table that is read, sorted and copied."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView

from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.cells import CellsModel
from driveproof.wording.catalogue import _

_MOST_ROWS = 60  # the page scrolls; a table in it should not


class CellTable(QTableView):
    """As high as its rows, up to a limit. A click on a title sorts, a third one sorts no more; the
    menu (right click, Menu key) does the same for the keyboard, and copies.
    """

    def __init__(self, model: CellsModel, theme: Theme, name: str, *, stretch: int = 1) -> None:
        super().__init__()
        self._cells = model
        self._theme = theme
        self.setModel(model)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(44)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        model.modelReset.connect(self.updateGeometry)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(self._theme.body())
        self.verticalHeader().setDefaultSectionSize(QFontMetrics(self.font()).height() + 14)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        rows = min(max(self._cells.rowCount(), 1), _MOST_ROWS)
        each = self.verticalHeader().defaultSectionSize()
        return QSize(400, self.horizontalHeader().sizeHint().height() + rows * each + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def copy_rows(self) -> None:
        """The chosen rows, or all where none is chosen, into the clipboard."""
        chosen = sorted({index.row() for index in self.selectionModel().selectedRows()})
        rows = chosen or range(self._cells.rowCount())
        QGuiApplication.clipboard().setText(self._cells.as_text(rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
        else:
            super().keyPressEvent(event)

    @Slot(QPoint)
    def _menu(self, place: QPoint) -> None:
        menu = self.context_menu()
        menu.exec(self.viewport().mapToGlobal(place))
        menu.deleteLater()

    def context_menu(self) -> QMenu:
        """What can be done with the table."""
        menu = QMenu(self)
        menu.addAction(_("&Copy"), QKeySequence.StandardKey.Copy, self.copy_rows)
        sorting = menu.addMenu(_("&Sort by"))
        for column in range(self._cells.columnCount()):
            title = self._cells.headerData(column, Qt.Orientation.Horizontal)
            sorting.addAction(str(title), partial(self.sort_by, column))
        sorting.addAction(_("The drive's own order"), partial(self.sort_by, -1))
        return menu

    def sort_by(self, column: int) -> None:
        """By this column, upwards; -1 for the order of the source."""
        self.horizontalHeader().setSortIndicator(column, Qt.SortOrder.AscendingOrder)
        self._cells.sort(column)
