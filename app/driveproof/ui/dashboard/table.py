# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of all drives: as high as its rows, with the columns that the person arranges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QItemSelectionModel, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy

from driveproof.ui.dashboard.delegates import (
    CURVE,
    SIDE,
    WORDS,
    DriveCellDelegate,
    SpeedDelegate,
    TextDelegate,
    head_fonts,
    head_widths,
)
from driveproof.ui.dashboard.rows import UNKNOWN, DashboardColumn, LinesModel
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.cells import TableCell
from driveproof.ui.widgets.columns import ColumnWidth
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _

_WORDS = 9
"""Characters of the small size per line in a column of words."""
LEAST_DRIVE = 216
"""Pixels that name and reason need: other columns are hidden first, the least important one
before.
"""
_Key = tuple[str, str]


class DrivesTable(CellTable):
    """Emits `opened(name)` with the kernel name of the drive to show.

    The settings keep the sort column, and which columns are shown, in which order and how wide.
    """

    opened = Signal(str)

    def __init__(self, model: LinesModel, theme: Theme, settings: Settings) -> None:
        self._settings = settings
        super().__init__(model, theme, _("All drives"))
        self._lines = model
        model.setParent(self)
        self.setSelectionMode(self.SelectionMode.ExtendedSelection)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        text = TextDelegate(theme, self)
        for column in DashboardColumn:
            self.setItemDelegateForColumn(column, text)
        self.setItemDelegateForColumn(DashboardColumn.DRIVE, DriveCellDelegate(theme, self))
        self.setItemDelegateForColumn(DashboardColumn.SPEED, SpeedDelegate(theme, self))
        self.arrange(settings, "dashboard")
        self.soon = QTimer(self)
        self.soon.setSingleShot(True)
        self.soon.timeout.connect(self._fit_rows)
        header = self.horizontalHeader()
        header.sectionResized.connect(lambda: self.soon.start(0))
        self._sort_as_before()
        header.sortIndicatorChanged.connect(self._keep_order)
        self.activated.connect(lambda index: self._open(index.row()))
        self.arranged.changed.connect(lambda: self.soon.start(0))
        theme.changed.connect(lambda: self.soon.start(0))

    # Rows

    def show_rows(self, rows: Sequence[tuple[TableCell, ...]]) -> None:
        """Show these; the selected drives stay selected wherever their rows are now."""
        chosen = {self._key(row) for row in self.chosen_rows()}
        current = self._key(self.currentIndex().row())
        self._lines.set_rows(rows)
        if {self._key(row) for row in self.chosen_rows()} != chosen or (
            self._key(self.currentIndex().row()) != current
        ):
            self._choose(chosen, current)
        self._fit_rows()

    def _choose(self, chosen: set[_Key | None], current: _Key | None) -> None:
        selection, flags = self.selectionModel(), QItemSelectionModel.SelectionFlag
        selection.clear()
        for row in range(self._lines.rowCount()):
            key, place = self._key(row), self._lines.index(row, DashboardColumn.DRIVE)
            if key == current:
                selection.setCurrentIndex(place, flags.NoUpdate)
            if key in chosen:
                selection.select(place, flags.Select | flags.Rows)

    def _key(self, row: int) -> _Key | None:
        line = self._lines.line(row)
        return None if line is None else (line.device.name, line.device.identity)

    def _open(self, row: int) -> None:
        line = self._lines.line(row)
        if line is not None:
            self.opened.emit(line.device.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._open(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    @Slot()
    def _fit_rows(self) -> None:
        self.resizeRowsToContents()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        rows = sum(self.rowHeight(row) for row in range(self.model().rowCount()))
        return QSize(400, self.horizontalHeader().sizeHint().height() + rows + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    # Columns

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.soon.start(0)

    def room(self, column: int) -> ColumnWidth:
        if column == DashboardColumn.DRIVE:
            return ColumnWidth(max(LEAST_DRIVE, self._widest_name()), LEAST_DRIVE, grows=1)
        width = self._width(DashboardColumn(column))
        if column not in WORDS:
            return ColumnWidth(width, width)
        return ColumnWidth(
            max(width, self._longest(DashboardColumn(column), whole=True) + 2 * SIDE), width
        )

    def _widest_name(self) -> int:
        """The width that every grade and name need in one line."""
        strong, body = map(QFontMetrics, head_fonts(self._theme))
        lines = map(self._lines.line, range(self._lines.rowCount()))
        return max(
            (2 * SIDE + sum(head_widths(line, strong, body)) for line in lines if line is not None),
            default=0,
        )

    def _width(self, column: DashboardColumn) -> int:
        """The width that its title and its figures need."""
        small = QFontMetrics(self._theme.small())
        head = self.heads[column]
        figures = QFontMetrics(self._theme.body()).horizontalAdvance(head.sample)
        if column == DashboardColumn.SPEED:
            figures = figures + CURVE.width() + GRID if self._has_speed() else 0
        elif not head.sample:
            figures = max(_WORDS * small.averageCharWidth(), self._longest(column))
        return max(figures, small.horizontalAdvance(head.title)) + 2 * SIDE

    def _has_speed(self) -> bool:
        """Whether a drive was measured, or is: otherwise names and reasons have the room."""
        cells = (
            self._lines.cell(row, DashboardColumn.SPEED) for row in range(self._lines.rowCount())
        )
        return any(cell is not None and cell.text != UNKNOWN for cell in cells)

    def _longest(self, column: DashboardColumn, *, whole: bool = False) -> int:
        """The widest word of the cells, which are broken into lines where there is no room, or the
        widest text; in pixels.
        """
        small = QFontMetrics(self._theme.small())
        cells = (self._lines.cell(row, column) for row in range(self._lines.rowCount()))
        texts = [cell.text for cell in cells if cell is not None]
        words = texts if whole else [word for text in texts for word in text.split()]
        return max((small.horizontalAdvance(word) + 1 for word in words), default=0)

    def context_menu(self) -> QMenu:
        """The actions on the table."""
        menu = QMenu(self)
        rows = self.chosen_rows()
        if rows:
            menu.addAction(_("&Open"), partial(self._open, rows[0]))
        copy = menu.addAction(_("Co&py"), self.copy_rows)
        copy.setShortcut("Ctrl+C")
        sorting = self.sort_menu(menu)
        sorting.addAction(_("&Worst first"), partial(self.sort_by, -1))
        menu.addMenu(sorting)
        self.add_columns_menu(menu)
        return menu

    def _sort_as_before(self) -> None:
        name, _, order = self._settings.text("dashboard/sorted").partition(" ")
        known = {column.name.lower(): column for column in DashboardColumn}
        if name in known:
            down = order == "down"
            way = Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
            self.horizontalHeader().setSortIndicator(known[name], way)

    @Slot(int, Qt.SortOrder)
    def _keep_order(self, column: int, order: Qt.SortOrder) -> None:
        said = ""
        if column >= 0:
            down = order == Qt.SortOrder.DescendingOrder
            said = f"{DashboardColumn(column).name.lower()} {'down' if down else 'up'}"
        self._settings.keep("dashboard/sorted", said)
        self.soon.start(0)
