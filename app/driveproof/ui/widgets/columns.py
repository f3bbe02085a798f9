# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A table's columns: which ones, in which order and how wide; settings can keep the choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QMenu

from driveproof.ui.settings import Settings
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    from driveproof.ui.widgets.table import FittedTable

NARROWEST = 40
"""Pixels: a narrower column could not be found again."""


@dataclass(frozen=True, slots=True)
class ColumnWidth:
    """The width of a column, in pixels: what it would like, and what it needs at least.

    What is left over is shared among the columns that grow.
    """

    wanted: int
    least: int
    grows: int = 0


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
    shares = sum(room.grows for room in rooms.values())
    for column, room in rooms.items():
        if spare > 0 and room.grows:
            more = spare * room.grows // shares
            widths[column] += more
            spare, shares = spare - more, shares - room.grows
    return widths


def _narrow(widths: dict[int, int], least: Mapping[int, int], pixels: int) -> int:
    """Take `pixels` from columns, first from those that can give most; returns what they gave."""
    spare = {column: max(0, widths[column] - least[column]) for column in least}
    given = min(pixels, sum(spare.values()))
    for column, kept in cut(spare, sum(spare.values()) - given).items():
        widths[column] += kept - spare[column]
    return given


def cut(widths: Mapping[int, int], width: int, least: int = 0) -> dict[int, int]:
    """These widths cut to `width` pixels in all: the widest give way first. Each keeps `least`."""
    kept, left = {}, width
    for number, column in enumerate(sorted(widths, key=widths.__getitem__)):
        share_of_rest = max(least, left // (len(widths) - number))
        kept[column] = min(widths[column], share_of_rest)
        left -= kept[column]
    return kept


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


class ColumnLayout(QObject):
    """Lays out the columns of `table` as they were declared.

    Columns that give way are hidden for the time being where there is no room, those that the
    person added after the others. After `keep_in`, the person chooses, moves and resizes columns.
    Order and width are those of the header, which says and takes them as Qt stores them. Emits
    `changed` when a column was shown, hidden, moved or resized.
    """

    changed = Signal()

    def __init__(self, table: FittedTable) -> None:
        super().__init__(table)
        self._table = table
        self._settings: Settings | None = None
        self._place = ""
        heads = table.heads
        self._always = {column for column, head in enumerate(heads) if head.always}
        self._usual = {column for column, head in enumerate(heads) if head.usual}
        self._hidden: set[int] = set()
        self._added: set[int] = set()
        self._own = False
        """Whether the person has moved or resized one."""
        self._widths: dict[int, int] = {}
        """Those of the columns as they were left."""
        self._fits = False
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(NARROWEST)

    # What the settings keep

    @property
    def adjustable(self) -> bool:
        """Whether the person arranges the columns."""
        return self._settings is not None

    def keep_in(self, settings: Settings, place: str) -> None:
        """Let the person arrange the columns, which `settings` keeps below `place`."""
        self._settings, self._place = settings, place
        self._hidden = self._named(settings, "hidden") - self._always
        self._added = self._named(settings, "added")
        header = self._table.horizontalHeader()
        sorted_by, order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        blocked = header.blockSignals(True)
        self._own = header.restoreState(settings.blob(f"{place}/header"))
        header.setSortIndicator(sorted_by, order)  # what it is sorted by stays
        header.blockSignals(blocked)
        self._widths = self._sizes()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(NARROWEST)
        header.sectionMoved.connect(self._moved)
        header.sectionResized.connect(self._resized)

    def _named(self, settings: Settings, what: str) -> set[int]:
        """The columns that the settings name; names of other versions are skipped."""
        names = settings.text(f"{self._place}/{what}").split()
        return {column for column, head in enumerate(self._table.heads) if head.name in names}

    def _sizes(self) -> dict[int, int]:
        size = self._table.horizontalHeader().sectionSize
        return {one: size(one) for one in range(len(self._table.heads))} if self._own else {}

    def _keep(self) -> None:
        if self._settings is None:
            return
        for what, columns in (("hidden", self._hidden), ("added", self._added)):
            names = [self._table.heads[one].name for one in sorted(columns)]
            self._settings.keep(f"{self._place}/{what}", " ".join(names))
        self._widths = self._sizes()
        state = self._table.horizontalHeader().saveState() if self._own else QByteArray()
        self._settings.keep(f"{self._place}/header", state)

    # Which

    def set_usual(self, column: int, usual: bool) -> None:
        """Set whether a column is shown unless the person chose otherwise."""
        if usual != (column in self._usual):
            self._usual ^= {column}
            self.fit()

    def is_wanted(self, column: int) -> bool:
        """Whether a column is to be shown, if there is room."""
        return column in self._added or (column in self._usual and column not in self._hidden)

    def wanted(self) -> list[int]:
        """The columns to show, in their order; also those that do not fit now."""
        return [column for column in self._in_order() if self.is_wanted(column)]

    def _in_order(self) -> list[int]:
        columns = range(len(self._table.heads))
        return sorted(columns, key=self._table.horizontalHeader().visualIndex)

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
        for column in range(len(self._table.heads)):
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
        self._fit()

    def _fit(self, *fixed: int) -> None:
        """Those of `fixed` stay as wide as they are for as long as possible."""
        if self._fits:
            return
        self._fits = True
        table, rooms = self._table, {}
        for column in self.wanted():
            room = rooms[column] = table.room(column)
            if width := self._widths.get(column):
                grows = 0 if column in fixed else room.grows
                rooms[column] = ColumnWidth(width, min(width, room.least), grows)
        available = table.viewport().width()
        gives_way = [column for column in rooms if table.heads[column].gives_way]
        gives_way.sort(key=lambda one: (one in self._added, table.heads[one].gives_way))
        shown = fitting(rooms, available, gives_way)
        widths = share(shown, available, gives_way, (*fixed, *table.stays))
        for column in table.stays:
            if widths[column] < shown[column].wanted:
                least = shown[column].least  # wider it would show the same short texts
                shown[column] = ColumnWidth(least, least)
                widths = share(shown, available, gives_way, fixed)
        if sum(widths.values()) > available:
            widths = table.without_room(shown, widths, available)
        for column in range(len(table.heads)):
            table.setColumnHidden(column, column not in shown)
        for column, width in widths.items():
            table.setColumnWidth(column, width)
        self._fits = False
        table.columns_fitted()

    @Slot(int, int, int)
    def _resized(self, column: int, _before: int, width: int) -> None:
        if not self._fits and width > 0:
            self._own = True
            self._widths[column] = width
            self._fit(column)
            self._keep()
            self.changed.emit()

    # By menu

    def menu(self, parent: QMenu) -> QMenu:
        """Every column to show or hide."""
        menu = QMenu(_("Colu&mns"), parent)
        for one in self._in_order():
            if one in self._always:
                continue
            action = menu.addAction(self._table.heads[one].title)
            action.setCheckable(True)
            action.setChecked(self.is_wanted(one))
            action.toggled.connect(partial(self.set_wanted, one))
        menu.addSeparator()
        menu.addAction(_("&Default columns"), self.restore)
        return menu
