# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tables show: columns, each declared once, and rows of cells, sorted by what they mean and
copied as text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import tooltip
from driveproof.ui.widgets.marks import verdict_color

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
CURVE_ROLE = Qt.ItemDataRole.UserRole + 1
SHORT_ROLE = Qt.ItemDataRole.UserRole + 2
COPY_ROLE = Qt.ItemDataRole.UserRole + 64
"""What is copied of a cell that says "today"; None for what is shown. Every model may have it."""


class Identified(Protocol):
    """What a list shows a row of."""

    @property
    def id(self) -> str:
        """By which it is found again."""
        raise NotImplementedError


Item = TypeVar("Item", bound=Identified)


@dataclass(frozen=True, slots=True)
class TableCell:
    """The text of a cell.

    `key` is its sort key, `tip` its tool tip, `verdict` a Grade that colours it (the text says
    the same), `color` the name of a colour otherwise.
    """

    text: str
    key: float | str = ""
    tip: str = ""
    verdict: str = ""
    color: str = ""
    strong: bool = False
    copied: str = ""
    """What is copied in place of the text: a day by its date."""
    spoken: str = ""
    """What a screen reader says in place of the text: a figure with its unit."""
    short: str = ""
    """What a ShortDelegate writes where the text has no room."""
    curve: tuple[tuple[float, float], ...] = ()
    """What a CurveDelegate draws before the text: points from (0, 0) to (1, 1), upwards."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its title, and how wide it is."""

    title: str
    figures: bool = False
    """Right-aligned."""
    tip: str = ""
    lines: tuple[str, ...] = ()
    """What is drawn in place of the title."""
    name: str = ""
    """What settings and code call it, where a person arranges the columns."""
    sample: str = ""
    """A text that has room, also where no row has one as long."""
    least: str = ""
    """What is shown of longer texts where there is little room; "" where nothing may be cut."""
    most: int = 0
    """Pixels of the longest text that it is made wide for; 0 for any."""
    wraps: bool = False
    """Its texts take several lines: only `sample` says how wide it is."""
    grows: int = 0
    """Its share of the room that is left."""
    gives_way: int = 0
    """Its turn to be hidden where there is no room; 0 for never."""
    always: bool = False
    """The person cannot hide it."""
    usual: bool = True
    """Whether it is shown unless the person chose otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemColumn(TableColumn, Generic[Item]):
    """All that there is to say of one column of a list of items."""

    cell: Callable[[Item], TableCell]


class CellsModel(QAbstractTableModel):
    """Rows of cells below column titles."""

    def __init__(
        self, heads: Sequence[TableColumn], theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.heads = tuple(heads)
        self._theme = theme
        self._given: tuple[tuple[TableCell, ...], ...] = ()
        self._rows: list[tuple[TableCell, ...]] = []
        self._sorted: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)

    def set_rows(self, rows: Sequence[tuple[TableCell, ...]]) -> None:
        """Show these; if only cells have changed, the selection stays."""
        if tuple(rows) == self._given:
            return
        same = len(rows) == len(self._given) and self._sorted[0] < 0
        self._given = tuple(rows)
        if same:
            self._rows = list(rows)
            last = self.index(len(rows) - 1, len(self.heads) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        column, order = self._sorted
        self._rows = list(self._given)
        if column >= 0:
            self._rows.sort(
                key=lambda row: _key(row[column]), reverse=order == Qt.SortOrder.DescendingOrder
            )

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by the meaning of a column's cells; column -1 restores the original order."""
        self.layoutAboutToBeChanged.emit()
        self._sorted = (column, order)
        self._arrange()
        self.layoutChanged.emit()

    def cell(self, row: int, column: int) -> TableCell | None:
        """The cell in a shown row; None where there is none."""
        return self._rows[row][column] if 0 <= row < len(self._rows) else None

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self.heads):
            return None
        head = self.heads[section]
        answer: object = None
        if role == Qt.ItemDataRole.DisplayRole:
            answer = "\n".join(head.lines) or head.title
        elif role == Qt.ItemDataRole.TextAlignmentRole:
            answer = _side(head)
        elif role == Qt.ItemDataRole.FontRole:
            answer = self._theme.small()
        elif role == Qt.ItemDataRole.ToolTipRole and head.tip:
            answer = tooltip(head.tip)
        return answer

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        cell = self.cell(index.row(), index.column()) if index.isValid() else None
        if cell is None:
            return None
        answer: object = None
        if role == Qt.ItemDataRole.DisplayRole:
            answer = cell.text
        elif role == Qt.ItemDataRole.TextAlignmentRole:
            answer = _side(self.heads[index.column()])
        elif role == Qt.ItemDataRole.ToolTipRole:
            answer = tooltip(cell.tip) or None
        elif role == Qt.ItemDataRole.ForegroundRole and cell.verdict:
            answer = verdict_color(self._theme.colors, cell.verdict)
        elif role == Qt.ItemDataRole.ForegroundRole and cell.color:
            answer = getattr(self._theme.colors, cell.color)
        elif role == Qt.ItemDataRole.FontRole and cell.strong:
            answer = self._theme.body(strong=True)
        elif role == Qt.ItemDataRole.AccessibleTextRole:
            answer = f"{self.heads[index.column()].title}: {cell.spoken or cell.text}"
        elif role == SHORT_ROLE:
            answer = cell.short
        elif role == CURVE_ROLE:
            answer = cell.curve
        elif role == COPY_ROLE:
            answer = cell.copied or None
        return answer


class ItemsModel(CellsModel, Generic[Item]):
    """Rows of items below declared columns."""

    def __init__(
        self, columns: Sequence[ItemColumn[Item]], theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(columns, theme, parent)
        self.columns = tuple(columns)
        self.items: list[Item] = []
        self._made: dict[tuple[int, int], TableCell] = {}
        """The cells that were asked for: a list may have thousands of rows."""

    def show_items(self, items: Sequence[Item]) -> None:
        """Show these, in their order; the selection stays if they are the same ones."""
        if [one.id for one in items] != [one.id for one in self.items]:
            self.beginResetModel()
            self._take(items)
            self.endResetModel()
        elif items:
            self._take(items)
            last = self.index(len(items) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _take(self, items: Sequence[Item]) -> None:
        self.items = list(items)
        self._made.clear()

    def column(self, name: str) -> int:
        """The place of a column."""
        return next(place for place, one in enumerate(self.columns) if one.name == name)

    def row_of(self, item_id: str) -> int | None:
        """The row of an item, None if it is not listed."""
        return next((row for row, one in enumerate(self.items) if one.id == item_id), None)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.items)

    def cell(self, row: int, column: int) -> TableCell | None:
        if not 0 <= row < len(self.items):
            return None
        made = self._made.get((row, column))
        if made is None:
            made = self._made[row, column] = self.columns[column].cell(self.items[row])
        return made


def _side(head: TableColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if head.figures else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _key(cell: TableCell) -> tuple[int, float, str]:
    """Numbers by size, then texts, then missing values."""
    if isinstance(cell.key, str):
        words = cell.key or cell.text
        return (2 if words == "–" else 1, 0.0, words.casefold())
    return (0, cell.key, "")
