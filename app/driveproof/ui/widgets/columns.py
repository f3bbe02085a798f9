# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A table's columns: which ones, in which order and how wide; the settings keep the choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QByteArray, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QMenu, QTableView

from driveproof.ui.settings import Settings
from driveproof.wording.catalogue import _

NARROWEST = 40
"""Pixels: a narrower column could not be found again."""


@dataclass(frozen=True, slots=True)
class ColumnWidth:
    """The width of a column, in pixels: what it would like, and what it needs at least.

    What is left over is shared among the columns that grow.
    """

    wanted: int
    least: int
    grows: bool = False


def share(
    rooms: Mapping[int, ColumnWidth],
    width: int,
    gives_way: Sequence[int] = (),
    keep: Iterable[int] = (),
) -> dict[int, int]:
    """The widths of columns in `width` pixels: those of `gives_way` become narrower before the
    others, one after the other; the others do it together, and those of `keep` last.

    Where there is not enough for the least widths, the sum is larger than `width`.
    """
    widths = {column: room.wanted for column, room in rooms.items()}
    spare = width - sum(widths.values())
    last = set(keep)
    first = [column for column in gives_way if column in rooms]
    others = [column for column in rooms if column not in first]
    groups = [[column] for column in first if column not in last]
    groups += [[column for column in others if column not in last]]
    groups += [[column] for column in (*first, *others) if column in last]
    for group in groups:
        if spare >= 0:
            break
        spare += _narrow(widths, {column: rooms[column].least for column in group}, -spare)
    growing = [column for column, room in rooms.items() if room.grows]
    if spare > 0 and growing:
        each, rest = divmod(spare, len(growing))
        for number, column in enumerate(growing):
            widths[column] += each + (number < rest)
    return widths


def _narrow(widths: dict[int, int], least: Mapping[int, int], pixels: int) -> int:
    """Take `pixels` from columns in proportion to what each can give; returns what they gave."""
    room = {column: max(0, widths[column] - least[column]) for column in least}
    whole = sum(room.values())
    given = min(pixels, whole)
    left = given
    for column, can in room.items():
        less = min(can, left, -(-given * can // whole)) if whole else 0
        widths[column] -= less
        left -= less
    return given


def fitting(
    rooms: Mapping[int, ColumnWidth], width: int, gives_way: Sequence[int]
) -> dict[int, ColumnWidth]:
    """The columns that fit into `width` pixels: of `gives_way` the first ones are hidden first."""
    shown = dict(rooms)
    for column in gives_way:
        if sum(room.least for room in shown.values()) <= width:
            break
        shown.pop(column, None)
    return shown


class TableColumns(QObject):
    """Lays out the columns of `table`, whose names in the settings are `names`.

    `room` is asked for the width of a column. The columns of `gives_way` are hidden for the time
    being where there is no room, the first ones first, those that the person added after the
    others; `always` cannot be hidden by the person.
    Order and width are those of the header, which says and takes them as Qt stores them. Emits
    `changed` when a column was shown, hidden, moved or resized.
    """

    changed = Signal()

    def __init__(
        self,
        table: QTableView,
        settings: Settings,
        place: str,
        names: Sequence[str],
        room: Callable[[int], ColumnWidth],
        *,
        gives_way: Sequence[int] = (),
        always: Iterable[int] = (),
    ) -> None:
        super().__init__(table)
        self._table = table
        self._settings = settings
        self._place = place
        self._names = tuple(names)
        self._room = room
        self._gives_way = tuple(gives_way)
        self._always = frozenset(always)
        self._usual = frozenset(range(len(self._names)))
        self._hidden = set(self._numbers("hidden")) - self._always
        self._added = set(self._numbers("added"))
        self._fits = False
        header = table.horizontalHeader()
        self._own = self._restored(header)
        """Whether the person has moved or resized one."""
        self._widths = self._sizes()
        """Those of the columns as they were left."""
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(NARROWEST)
        header.sectionMoved.connect(self._moved)
        header.sectionResized.connect(self._resized)

    # What the settings keep

    def _words(self, what: str) -> list[str]:
        return self._settings.text(f"{self._place}/{what}").split()

    def _numbers(self, what: str) -> list[int]:
        """The columns that the settings name; names of other versions are skipped."""
        return [self._names.index(name) for name in self._words(what) if name in self._names]

    def _restored(self, header: QHeaderView) -> bool:
        """Whether the header is as the settings have it; what it is sorted by stays."""
        sorted_by, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        blocked = header.blockSignals(True)
        done = header.restoreState(self._settings.blob(f"{self._place}/header"))
        header.setSortIndicator(sorted_by, order)
        header.blockSignals(blocked)
        return done

    def _sizes(self) -> dict[int, int]:
        size = self._table.horizontalHeader().sectionSize
        return {one: size(one) for one in range(len(self._names))} if self._own else {}

    def _keep(self) -> None:
        for what, columns in (("hidden", self._hidden), ("added", self._added)):
            names = [self._names[one] for one in sorted(columns)]
            self._settings.keep(f"{self._place}/{what}", " ".join(names))
        header = self._table.horizontalHeader()
        self._widths = self._sizes()
        state = header.saveState() if self._own else QByteArray()
        self._settings.keep(f"{self._place}/header", state)

    # Which

    def set_usual(self, columns: Iterable[int]) -> None:
        """Set what is shown unless the person chose otherwise."""
        self._usual = frozenset(columns)
        self.fit()

    def is_wanted(self, column: int) -> bool:
        """Whether a column is to be shown, if there is room."""
        return column in self._added or (column in self._usual and column not in self._hidden)

    def wanted(self) -> list[int]:
        """The columns to show, in their order; also those that do not fit now."""
        header = self._table.horizontalHeader()
        chosen = [column for column in range(len(self._names)) if self.is_wanted(column)]
        return sorted(chosen, key=header.visualIndex)

    def set_wanted(self, column: int, wanted: bool) -> None:
        """Show or hide a column, and keep that."""
        self._hidden.discard(column)
        self._added.discard(column)
        if wanted and column not in self._usual:
            self._added.add(column)
        elif not wanted and column not in self._always:
            self._hidden.add(column)
        self._changed()

    @Slot()
    def restore(self) -> None:
        """The usual columns in their usual order and width."""
        self._hidden.clear()
        self._added.clear()
        header = self._table.horizontalHeader()
        self._fits = True
        for column in range(len(self._names)):
            header.moveSection(header.visualIndex(column), column)
        self._fits = self._own = False
        self._changed()

    def _changed(self) -> None:
        self._keep()
        self.fit()
        self.changed.emit()

    @Slot(int, int, int)
    def _moved(self, _column: int, _before: int, _after: int) -> None:
        if not self._fits:
            self._own = True
            self._keep()
            self.changed.emit()

    # How wide

    @Slot()
    def fit(self) -> None:
        """Show the wanted columns that fit, as wide as there is room."""
        self._fit(frozenset())

    def _fit(self, fixed: frozenset[int]) -> None:
        """Those of `fixed` stay as wide as they are for as long as possible."""
        if self._fits:
            return
        self._fits = True
        table, rooms = self._table, {}
        for column in self.wanted():
            room = rooms[column] = self._room(column)
            width = self._widths.get(column)
            if width:
                rooms[column] = ColumnWidth(
                    width, min(width, room.least), grows=room.grows and column not in fixed
                )
        available = table.viewport().width()
        gives_way = sorted(self._gives_way, key=lambda one: one in self._added)
        shown = fitting(rooms, available, gives_way)
        widths = share(shown, available, gives_way, fixed)
        for column in range(len(self._names)):
            table.setColumnHidden(column, column not in shown)
        for column, width in widths.items():
            table.setColumnWidth(column, width)
        self._fits = False

    @Slot(int, int, int)
    def _resized(self, column: int, _before: int, width: int) -> None:
        if not self._fits and width > 0:
            self._own = True
            self._widths[column] = width
            self._fit(frozenset({column}))
            self._keep()
            self.changed.emit()

    # By menu

    def menu(self, parent: QMenu) -> QMenu:
        """Every column to show or hide."""
        menu = QMenu(_("Co&lumns"), parent)
        header = self._table.horizontalHeader()
        for one in sorted(range(len(self._names)), key=header.visualIndex):
            if one in self._always:
                continue
            action = menu.addAction(self.title(one))
            action.setCheckable(True)
            action.setChecked(self.is_wanted(one))
            action.toggled.connect(partial(self.set_wanted, one))
        menu.addSeparator()
        menu.addAction(_("&Default columns"), self.restore)
        return menu

    def title(self, column: int) -> str:
        """The title of a column, without a mark of the order."""
        model, across = self._table.model(), Qt.Orientation.Horizontal
        plain = model.headerData(column, across, Qt.ItemDataRole.EditRole)
        return str(plain or model.headerData(column, across))
