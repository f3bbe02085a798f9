# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stored runs as a table, newest first unless sorted, read in chunks while scrolling."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal

from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.run import RunHead
from driveproof.history.query import NEWEST_FIRST, Order
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.results.columns import RunColumn, run_columns
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown, tooltip
from driveproof.ui.widgets.cells import SHORT_ROLE, Index, ItemsModel
from driveproof.wording.catalogue import _
from driveproof.wording.run import note_text

if TYPE_CHECKING:
    from driveproof.history.store import History

_ROOT = QModelIndex()
SLICE = 200

FIRMWARE_ROLE = Qt.ItemDataRole.UserRole + 3
"""A note that the previous run used another firmware, None if it did not; the SHORT_ROLE has the
same where there is little room.
"""


class _Read(NamedTuple):
    """How many runs there are, the first of them, and what is to be said of the history's file."""

    total: int
    heads: list[RunHead]
    state: str
    unread: bool


class RunsModel(ItemsModel[RunHead]):
    """Rows of History.heads.

    Emits `failed(DriveproofError)` when the history could not be read or written, and
    `label_changed(run id, label)`.
    """

    failed = Signal(object)
    label_changed = Signal(str, str)

    def __init__(self, history: HistoryTasks, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__((), theme, parent)
        self.binary = False
        self.columns: tuple[RunColumn, ...] = run_columns()
        self.heads = self.columns
        self._history = history
        self._identity: str | None = None
        self._text = ""
        self._total = 0
        self._reading = 0
        self._fetching = False
        self.state = ""
        """A message about the history's file."""
        self.unread = False
        """Whether it could not be read, so that nothing is known of what is in it."""
        self._order = NEWEST_FIRST

    # What is shown

    def show_runs(self, identity: str | None, text: str, to: Collection[str] = ()) -> None:
        """Read again: the runs of one drive (None for all) that contain the text; with `to`
        as many as it takes to come to these.
        """
        self._identity, self._text = identity, text
        self._read(max(SLICE, len(self.items)), to)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Read again in another order; runs without a value come last in either direction."""
        wanted = Order(self.columns[column].by, order == Qt.SortOrder.DescendingOrder)
        if wanted != self._order:
            self._order = wanted
            self._read(SLICE)
            self._heads_changed()

    def set_binary(self, binary: bool) -> None:
        """Write bandwidths in MiB/s."""
        if binary != self.binary:
            self.binary = binary
            self.columns = self.heads = run_columns(binary=binary)
            self._made.clear()
            self._heads_changed()

    def _heads_changed(self) -> None:
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def _read(self, count: int, to: Collection[str] = ()) -> None:
        self._reading += 1
        identity, text, order = self._identity, self._text, self._order

        def question(history: History) -> _Read:
            total = history.count(identity=identity, text=text)
            heads = history.heads(limit=count, identity=identity, text=text, order=order)
            if len(heads) < total and not {*to} <= {head.id for head in heads}:
                heads = history.heads(limit=total, identity=identity, text=text, order=order)
            return _Read(total, heads, note_text(history.message), history.unreadable)

        self._history.ask(question, self._show, key="runs")

    def _show(self, found: _Read | None, error: DriveproofError | None) -> None:
        self.beginResetModel()
        self._total, heads, self.state, self.unread = found or _Read(0, [], "", True)
        self._take(heads)
        self.endResetModel()
        if error is not None:
            self.failed.emit(error)

    @property
    def total(self) -> int:
        """How many runs there are, read or not."""
        return self._total

    @property
    def identity(self) -> str | None:
        """The drive whose runs are shown; None for all."""
        return self._identity

    def canFetchMore(self, parent: Index = _ROOT) -> bool:
        return not parent.isValid() and len(self.items) < self._total and not self._fetching

    def fetchMore(self, parent: Index = _ROOT) -> None:
        if self._fetching:
            return
        self._fetching = True
        first, identity, text, order = len(self.items), self._identity, self._text, self._order

        def question(history: History) -> list[RunHead]:
            return history.heads(
                limit=SLICE, offset=first, identity=identity, text=text, order=order
            )

        self._history.ask(question, partial(self._append, self._reading))

    def _append(
        self, reading: int, more: list[RunHead] | None, error: DriveproofError | None
    ) -> None:
        self._fetching = False
        if reading != self._reading:
            return  # another list was requested meanwhile
        first = len(self.items)
        if error is not None:
            self.failed.emit(error)
        if not more:
            self._total = first  # otherwise the view would ask again at once, for ever
            return
        self.beginInsertRows(_ROOT, first, first + len(more) - 1)
        self.items += more
        self.endInsertRows()

    # Qt's model interface

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        answer = super().headerData(section, orientation, role)
        if answer is None and role == Qt.ItemDataRole.InitialSortOrderRole:
            descends = self.columns[section].largest_first
            return Qt.SortOrder.DescendingOrder if descends else Qt.SortOrder.AscendingOrder
        if role == Qt.ItemDataRole.DisplayRole and answer is not None:
            # Behind the unit, which is short: no column gets wider.
            mark = " ↓" if self._order.descending else " ↑"
            return f"{answer}{mark}" if self._order.by == self.columns[section].by else answer
        return answer

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        edited = self.columns[index.column()].name == "label"
        return flags | Qt.ItemFlag.ItemIsEditable if edited else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.items):
            return None
        answer = super().data(index, role)
        noted = self.columns[index.column()].noted
        if role == Qt.ItemDataRole.EditRole:
            answer = self.items[index.row()].label
        elif role == FIRMWARE_ROLE:
            answer = self._firmware_change(index.row())
        elif role == SHORT_ROLE:
            answer = self._firmware_change(index.row(), short=True)
        elif role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole} and noted:
            changed = self._firmware_change(index.row())
            if changed and role == Qt.ItemDataRole.AccessibleTextRole:
                answer = f"{answer}, {changed}"
            elif changed:
                cell = self.cell(index.row(), index.column())
                tip = cell.tip if cell is not None else ""
                answer = tooltip("\n".join(filter(None, (tip, changed))))
        return answer

    def _firmware_change(self, row: int, *, short: bool = False) -> str | None:
        """The change between this run and the previous one of the same drive, as far as it is read.

        None if the sort order has put other runs between them.
        """
        head = self.items[row]
        if self._order != NEWEST_FIRST or not head.identity or not head.firmware:
            return None
        earlier = self.items[row + 1 : row + 1 + SLICE]
        before = next((e for e in earlier if e.identity == head.identity and e.firmware), None)
        if before is None or before.firmware == head.firmware:
            return None
        words = _("now {after}") if short else _("firmware {before} → {after}")
        return words.format(before=shown(before.firmware or ""), after=shown(head.firmware))

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or self.columns[index.column()].name != "label":
            return False
        return self.set_label(self.items[index.row()].id, str(value))

    def set_label(self, run_id: str, label: str) -> bool:
        """Show and store another label; if that fails, emit `failed` and restore the old one."""
        label = label.strip()

        def done(_nothing: None, error: DriveproofError | None) -> None:
            if error is None:
                self.label_changed.emit(run_id, label)
            else:
                self.failed.emit(error)
                self._read(max(SLICE, len(self.items)))

        row = self.row_of(run_id)
        if row is not None:
            self.items[row] = self.items[row]._replace(label=label)
            place = self.index(row, self.column("label"))
            self._made.pop((row, place.column()), None)
            self.dataChanged.emit(place, place)
        self._history.ask(lambda history: history.set_label(run_id, label), done)
        return True
