# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stored runs as a table, newest first unless sorted, read in chunks while scrolling."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from driveproof.domain.access import Direction
from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.run import FAILED, RunHead
from driveproof.history.query import NEWEST_FIRST, Order
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.results.columns import (
    BY,
    FIGURES,
    TEXTS,
    RunColumn,
    alignment,
    figure_text,
    test_text,
    tip_of,
    titles,
    unit_of,
    when_text,
)
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown, tooltip
from driveproof.ui.widgets.cells import COPY_ROLE
from driveproof.wording.catalogue import _
from driveproof.wording.dates import stamp
from driveproof.wording.run import note_text

if TYPE_CHECKING:
    from driveproof.history.store import History

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
SLICE = 200


HEAD_ROLE = Qt.ItemDataRole.UserRole + 1
FIRMWARE_ROLE = Qt.ItemDataRole.UserRole + 2
"""A note that the previous run used another firmware; None if it did not."""
SHORT_ROLE = Qt.ItemDataRole.UserRole + 3
"""The same where there is little room."""
_NAMED = frozenset({RunColumn.LABEL, RunColumn.DRIVE, RunColumn.FOLDER})


class _Read(NamedTuple):
    """How many runs there are, the first of them, and what is to be said of the history's file."""

    total: int
    heads: list[RunHead]
    state: str
    unread: bool


class RunsModel(QAbstractTableModel):
    """Rows of History.heads.

    Emits `failed(DriveproofError)` when the history could not be read or written, and
    `label_changed(run id, label)`.
    """

    failed = Signal(object)
    label_changed = Signal(str, str)

    def __init__(self, history: HistoryTasks, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._theme = theme
        self._identity: str | None = None
        self._text = ""
        self.heads: list[RunHead] = []
        self._total = 0
        self._reading = 0
        self._fetching = False
        self.state = ""
        """A message about the history's file."""
        self.unread = False
        """Whether it could not be read, so that nothing is known of what is in it."""
        self._order = NEWEST_FIRST
        self.binary = False

    # What is shown

    def show_runs(self, identity: str | None, text: str, to: str = "") -> None:
        """Read again: the runs of one drive (None for all) that contain the text; with `to`
        as many as it takes to come to that run.
        """
        self._identity, self._text = identity, text
        self._read(max(SLICE, len(self.heads)), to)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Read again in another order; runs without a value come last in either direction."""
        wanted = Order(BY[RunColumn(column)], order == Qt.SortOrder.DescendingOrder)
        if wanted != self._order:
            self._order = wanted
            self._read(SLICE)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(RunColumn) - 1)

    def _read(self, count: int, to: str = "") -> None:
        self._reading += 1
        identity, text, order = self._identity, self._text, self._order

        def question(history: History) -> _Read:
            total = history.count(identity=identity, text=text)
            heads = history.heads(limit=count, identity=identity, text=text, order=order)
            if to and len(heads) < total and not any(head.id == to for head in heads):
                heads = history.heads(limit=total, identity=identity, text=text, order=order)
            return _Read(total, heads, note_text(history.message), history.unreadable)

        self._history.ask(question, self._show, key="runs")

    def _show(self, found: _Read | None, error: DriveproofError | None) -> None:
        self.beginResetModel()
        self._total, self.heads, self.state, self.unread = found or _Read(0, [], "", True)
        self.endResetModel()
        if error is not None:
            self.failed.emit(error)

    @property
    def total(self) -> int:
        """How many runs there are, read or not."""
        return self._total

    def head(self, row: int) -> RunHead:
        """The run in a row."""
        return self.heads[row]

    def row_of(self, run_id: str) -> int | None:
        """The row of a run that has been read."""
        return next((row for row, head in enumerate(self.heads) if head.id == run_id), None)

    @property
    def identity(self) -> str | None:
        """The drive whose runs are shown; None for all."""
        return self._identity

    def canFetchMore(self, parent: Index = _ROOT) -> bool:
        return not parent.isValid() and len(self.heads) < self._total and not self._fetching

    def fetchMore(self, parent: Index = _ROOT) -> None:
        if self._fetching:
            return
        self._fetching = True
        first, identity, text, order = len(self.heads), self._identity, self._text, self._order

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
        first = len(self.heads)
        if error is not None:
            self.failed.emit(error)
        if not more:
            self._total = first  # otherwise the view would ask again at once, for ever
            return
        self.beginInsertRows(_ROOT, first, first + len(more) - 1)
        self.heads += more
        self.endInsertRows()

    # Qt's model interface

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.heads)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(RunColumn)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        answer: Any = None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            answer = alignment(section)
        elif role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            answer = self._title(RunColumn(section), plain=role == Qt.ItemDataRole.EditRole)
        elif role == Qt.ItemDataRole.FontRole:
            answer = self._theme.small()
        elif role == Qt.ItemDataRole.InitialSortOrderRole:
            # Texts from A; dates and figures from the newest and largest.
            texts = section in TEXTS
            answer = Qt.SortOrder.AscendingOrder if texts else Qt.SortOrder.DescendingOrder
        return answer

    def _title(self, column: RunColumn, *, plain: bool) -> str:
        """The title with the unit of its figures; unless `plain`, in two lines, with the order."""
        title, unit = titles()[column], unit_of(column, binary=self.binary)
        if plain:
            return f"{title}, {unit}" if unit else title
        text = f"{title}\n{unit}" if unit else title
        if self._order.by == BY[column]:  # behind the unit, which is short: no column gets wider
            text += " ↓" if self._order.descending else " ↑"
        return text

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == RunColumn.LABEL else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.heads):
            return None
        head, column = self.heads[index.row()], RunColumn(index.column())
        answer: object = None
        if role == Qt.ItemDataRole.DisplayRole:
            answer = self._text_of(head, column)
        elif role == Qt.ItemDataRole.EditRole:
            answer = head.label
        elif role == Qt.ItemDataRole.ToolTipRole:
            changed = self._firmware_change(index.row()) if column in _NAMED else None
            answer = tooltip("\n".join(filter(None, (tip_of(head, column), changed))))
        elif role == Qt.ItemDataRole.TextAlignmentRole:
            answer = alignment(column)
        elif role == Qt.ItemDataRole.ForegroundRole:
            answer = self._color(head, column)
        elif role == HEAD_ROLE:
            answer = head
        elif role == COPY_ROLE and column == RunColumn.WHEN:
            answer = stamp(head.started)
        elif role == FIRMWARE_ROLE:
            answer = self._firmware_change(index.row())
        elif role == SHORT_ROLE:
            answer = self._firmware_change(index.row(), short=True)
        elif role == Qt.ItemDataRole.AccessibleTextRole and column in FIGURES:
            answer = figure_text(head, column, binary=self.binary, unit=True)
        elif role == Qt.ItemDataRole.AccessibleTextRole and column in {
            RunColumn.DRIVE,
            RunColumn.FOLDER,
        }:
            words = self._firmware_change(index.row())
            answer = ", ".join(part for part in (self._text_of(head, column), words) if part)
        return answer

    def _firmware_change(self, row: int, *, short: bool = False) -> str | None:
        """The change between this run and the previous one of the same drive, as far as it is read.

        None if the sort order has put other runs between them.
        """
        head = self.heads[row]
        if self._order != NEWEST_FIRST or not head.identity or not head.firmware:
            return None
        earlier = self.heads[row + 1 : row + 1 + SLICE]
        before = next((e for e in earlier if e.identity == head.identity and e.firmware), None)
        if before is None or before.firmware == head.firmware:
            return None
        words = _("now {after}") if short else _("firmware {before} → {after}")
        return words.format(before=shown(before.firmware or ""), after=shown(head.firmware))

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or index.column() != RunColumn.LABEL:
            return False
        return self.set_label(self.heads[index.row()].id, str(value))

    def set_label(self, run_id: str, label: str) -> bool:
        """Show and store another label; if that fails, emit `failed` and restore the old one."""
        label = label.strip()

        def done(_nothing: None, error: DriveproofError | None) -> None:
            if error is None:
                self.label_changed.emit(run_id, label)
            else:
                self.failed.emit(error)
                self._read(max(SLICE, len(self.heads)))

        row = self.row_of(run_id)
        if row is not None:
            self.heads[row] = self.heads[row]._replace(label=label)
            place = self.index(row, RunColumn.LABEL)
            self.dataChanged.emit(place, place)
        self._history.ask(lambda history: history.set_label(run_id, label), done)
        return True

    def _text_of(self, head: RunHead, column: RunColumn) -> str:
        if column in FIGURES:
            return figure_text(head, column, binary=self.binary)
        return {
            RunColumn.WHEN: when_text(head.started),
            RunColumn.TEST: test_text(head),
            RunColumn.LABEL: shown(head.label),
            RunColumn.DRIVE: shown(head.model or head.device or head.path) or _("unknown"),
            RunColumn.FOLDER: shown(head.path),
            RunColumn.FIRMWARE: shown(head.firmware or ""),
            RunColumn.FILESYSTEM: shown(head.filesystem or ""),
        }[column]

    def _color(self, head: RunHead, column: RunColumn) -> object:
        colors = self._theme.colors
        if column in FIGURES:
            return colors.read if FIGURES[column][1] == Direction.READ else colors.write
        if column == RunColumn.TEST:
            return colors.bad if head.status == FAILED else colors.muted
        return colors.text if column in {RunColumn.WHEN, RunColumn.LABEL} else colors.muted
