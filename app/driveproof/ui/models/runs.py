# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kept runs as a table, newest first unless sorted, read in slices as one scrolls."""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from driveproof.domain.errors import DriveproofError
from driveproof.domain.run import CANCELLED, FAILED, FINISHED, RunHead
from driveproof.domain.units import format_bandwidth, format_iops
from driveproof.history.ordering import NEWEST_FIRST, Order
from driveproof.history.store import History
from driveproof.ui.style import Theme
from driveproof.ui.text import shown, tooltip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
SLICE = 200


class Column(IntEnum):
    """The columns by name."""

    WHEN = 0
    TEST = 1
    LABEL = 2
    DRIVE = 3
    FOLDER = 4
    SEQUENTIAL_READ = 5
    SEQUENTIAL_WRITE = 6
    RANDOM_READ = 7
    RANDOM_WRITE = 8


FIGURES = {
    Column.SEQUENTIAL_READ: ("bandwidth", "read"),
    Column.SEQUENTIAL_WRITE: ("bandwidth", "write"),
    Column.RANDOM_READ: ("iops", "read"),
    Column.RANDOM_WRITE: ("iops", "write"),
}
TEXTS = frozenset({Column.TEST, Column.LABEL, Column.DRIVE, Column.FOLDER})
_BY = {
    Column.WHEN: "started",
    Column.TEST: "title",
    Column.LABEL: "label",
    Column.DRIVE: "model",
    Column.FOLDER: "path",
    **{column: " ".join(figure) for column, figure in FIGURES.items()},
}
HEAD_ROLE = Qt.ItemDataRole.UserRole + 1
FIRMWARE_ROLE = Qt.ItemDataRole.UserRole + 2
"""In words, that the run before was measured with another firmware; None where it was not."""


class RunsModel(QAbstractTableModel):
    """Rows of History.heads. Emits `failed(DriveproofError)` when the history did not answer, and
    `label_changed(run id, label)`.
    """

    failed = Signal(object)
    label_changed = Signal(str, str)

    def __init__(self, history: History, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history = history
        self._theme = theme
        self._identity: str | None = None
        self._text = ""
        self._heads: list[RunHead] = []
        self._total = 0
        self._order = NEWEST_FIRST
        self.binary = False

    # What is shown

    def show_runs(self, identity: str | None, text: str) -> None:
        """Read again: the runs of one drive (None for all) that contain the text."""
        self._identity, self._text = identity, text
        self._read(max(SLICE, len(self._heads)))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Read again in another order; what a run has nothing of comes last either way."""
        wanted = Order(_BY[Column(column)], order == Qt.SortOrder.DescendingOrder)
        if wanted != self._order:
            self._order = wanted
            self._read(SLICE)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)

    def _read(self, count: int) -> None:
        self.beginResetModel()
        self._heads, self._total = [], 0
        identity, text = self._identity, self._text
        try:
            self._total = self._history.count(identity=identity, text=text)
            self._heads = self._history.heads(
                limit=count, identity=identity, text=text, order=self._order
            )
        except DriveproofError as error:
            self.failed.emit(error)
        self.endResetModel()

    @property
    def total(self) -> int:
        """How many runs there are, read or not."""
        return self._total

    def head(self, row: int) -> RunHead:
        """The run in a row."""
        return self._heads[row]

    def row_of(self, run_id: str) -> int | None:
        """The row of a run that has been read."""
        return next((row for row, head in enumerate(self._heads) if head.id == run_id), None)

    def canFetchMore(self, parent: Index = _ROOT) -> bool:
        return not parent.isValid() and len(self._heads) < self._total

    def fetchMore(self, parent: Index = _ROOT) -> None:
        first = len(self._heads)
        try:
            more = self._history.heads(
                limit=SLICE,
                offset=first,
                identity=self._identity,
                text=self._text,
                order=self._order,
            )
        except DriveproofError as error:
            self._total = first  # or the view would ask again at once, for ever
            self.failed.emit(error)
            return
        if not more:
            self._total = first
            return
        self.beginInsertRows(_ROOT, first, first + len(more) - 1)
        self._heads += more
        self.endInsertRows()

    # Qt's questions

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._heads)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(Column)

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
            answer = _alignment(section)
        elif role == Qt.ItemDataRole.DisplayRole:
            answer = titles()[Column(section)]
            if self._order.by == _BY[Column(section)]:
                answer += " ↓" if self._order.descending else " ↑"
        elif role == Qt.ItemDataRole.FontRole:
            answer = self._theme.small()
        elif role == Qt.ItemDataRole.InitialSortOrderRole:
            # Texts from A; of dates and figures the newest and the largest.
            texts = section in TEXTS
            answer = Qt.SortOrder.AscendingOrder if texts else Qt.SortOrder.DescendingOrder
        return answer

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == Column.LABEL else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._heads):
            return None
        head, column = self._heads[index.row()], Column(index.column())
        answer: object = None
        if role == Qt.ItemDataRole.DisplayRole:
            answer = self._text_of(head, column)
        elif role == Qt.ItemDataRole.EditRole:
            answer = head.label
        elif role == Qt.ItemDataRole.ToolTipRole:
            answer = tooltip(_tip(head, column))
        elif role == Qt.ItemDataRole.TextAlignmentRole:
            answer = _alignment(column)
        elif role == Qt.ItemDataRole.ForegroundRole:
            answer = self._color(head, column)
        elif role == HEAD_ROLE:
            answer = head
        elif role == FIRMWARE_ROLE:
            answer = self._firmware_change(index.row())
        elif role == Qt.ItemDataRole.AccessibleTextRole and column in {Column.DRIVE, Column.FOLDER}:
            words = self._firmware_change(index.row())
            answer = ", ".join(part for part in (self._text_of(head, column), words) if part)
        return answer

    def _firmware_change(self, row: int) -> str | None:
        """Between this run and the one before it of the same drive, as far as that is read; not
        where another order has put others between them.
        """
        head = self._heads[row]
        if self._order != NEWEST_FIRST or not head.identity or not head.firmware:
            return None
        earlier = self._heads[row + 1 : row + 1 + SLICE]
        before = next((e for e in earlier if e.identity == head.identity and e.firmware), None)
        if before is None or before.firmware == head.firmware:
            return None
        return _tr("firmware {0} → {1}").format(shown(before.firmware or ""), shown(head.firmware))

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or index.column() != Column.LABEL:
            return False
        return self.set_label(self._heads[index.row()].id, str(value))

    def set_label(self, run_id: str, label: str) -> bool:
        """Keep another label; False (and `failed`) when it could not be kept."""
        label = label.strip()
        try:
            self._history.set_label(run_id, label)
        except DriveproofError as error:
            self.failed.emit(error)
            return False
        row = self.row_of(run_id)
        if row is not None:
            self._heads[row] = self._heads[row]._replace(label=label)
            place = self.index(row, Column.LABEL)
            self.dataChanged.emit(place, place)
        self.label_changed.emit(run_id, label)
        return True

    def _text_of(self, head: RunHead, column: Column) -> str:
        if column in FIGURES:
            figure = _figure(head, column)
            if figure is None:
                return ""
            if figure[2] == "bandwidth":
                return format_bandwidth(figure[3], binary=self.binary)
            return format_iops(figure[3])
        return {
            Column.WHEN: when_text(head.started),
            Column.TEST: _test(head),
            Column.LABEL: shown(head.label),
            Column.DRIVE: shown(head.model or head.device or ""),
            Column.FOLDER: shown(head.path),
        }[column]

    def _color(self, head: RunHead, column: Column) -> object:
        colors = self._theme.colors
        if column in FIGURES:
            return colors.read if FIGURES[column][1] == "read" else colors.write
        if column == Column.TEST:
            return {FAILED: colors.bad, CANCELLED: colors.watch}.get(head.status, colors.muted)
        return colors.text if column in {Column.WHEN, Column.LABEL} else colors.muted


def when_text(moment: datetime, now: datetime | None = None) -> str:
    """A date as short as it is clear: the year only when it is another one."""
    local = moment.astimezone()
    today = now or datetime.now().astimezone()
    months = _tr("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()
    day = f"{local.day} {months[local.month - 1]}"
    if local.year != today.year:
        return f"{day} {local.year}"
    if local.date() == today.date():
        return _tr("today, {0}").format(f"{local:%H:%M}")
    return f"{day}, {local:%H:%M}"


def status_text(status: str) -> str:
    """A status in the person's language."""
    words = {FINISHED: _tr("finished"), CANCELLED: _tr("cancelled"), FAILED: _tr("failed")}
    return words.get(status, status)


def _test(head: RunHead) -> str:
    """The name of the test; how it ended only where that is not as it should be."""
    title = shown(head.title or head.profile)
    if head.status == FINISHED:
        return title
    return _tr("{0}, {1}").format(title, status_text(head.status))


def titles() -> dict[Column, str]:
    """What the columns are called."""
    return {
        Column.WHEN: _tr("When"),
        Column.TEST: _tr("Test"),
        Column.LABEL: _tr("Label"),
        Column.DRIVE: _tr("Drive"),
        Column.FOLDER: _tr("Folder"),
        Column.SEQUENTIAL_READ: _tr("Seq. read"),
        Column.SEQUENTIAL_WRITE: _tr("Seq. write"),
        Column.RANDOM_READ: _tr("Rnd. read"),
        Column.RANDOM_WRITE: _tr("Rnd. write"),
    }


def _figure(head: RunHead, column: Column) -> tuple[str, str, str, float] | None:
    metric, direction = FIGURES[column]
    return next((f for f in head.figures if f[1] == direction and f[2] == metric), None)


def _tip(head: RunHead, column: Column) -> str:
    if column in FIGURES:
        figure = _figure(head, column)
        return _tr("{0}, median of the repeats").format(figure[0]) if figure else ""
    return {
        Column.WHEN: f"{head.started.astimezone():%Y-%m-%d %H:%M:%S %z}",
        Column.TEST: f"{head.title}, {status_text(head.status)}",
        Column.LABEL: head.label,
        Column.DRIVE: " ".join(part for part in (head.model, head.firmware, head.device) if part),
        Column.FOLDER: f"{head.path} ({head.filesystem})" if head.filesystem else head.path,
    }.get(column, "")


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in FIGURES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _tr(text: str) -> str:
    return QCoreApplication.translate("RunsModel", text)
