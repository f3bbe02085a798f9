# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives: two sections, updated in place so that a selection survives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from driveproof.domain.dashboard import brief
from driveproof.domain.drive.array import ACTION_TITLES, ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory, device_key, is_drive
from driveproof.domain.health.rest import warmth
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, Grade
from driveproof.domain.quantity import OneOf
from driveproof.ui.theme.icons import icon_name
from driveproof.ui.theme.text import shown, tooltip
from driveproof.wording.catalogue import _
from driveproof.wording.drive import bus_title, device_title
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_size, format_temperature

if TYPE_CHECKING:
    from driveproof.domain.drive.array import ArrayState
    from driveproof.engine.health.view import HealthView
    from driveproof.ui.feeds.running import RunningWork


Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
ALL_DRIVES = "all"
"""The key of the row that stands for all drives."""


class DriveRole(IntEnum):
    """The data of a row besides its display text."""

    DEVICE = Qt.ItemDataRole.UserRole + 1
    KEY = Qt.ItemDataRole.UserRole + 2
    SUBTITLE = Qt.ItemDataRole.UserRole + 3
    ICON_NAME = Qt.ItemDataRole.UserRole + 4
    IS_SECTION = Qt.ItemDataRole.UserRole + 5
    VERDICT = Qt.ItemDataRole.UserRole + 6
    DETAIL = Qt.ItemDataRole.UserRole + 7  # the subtitle with the firmware, if there is room
    RUNNING = Qt.ItemDataRole.UserRole + 8  # what is done to it now, a RunningWork or None
    VERDICT_WORDS = Qt.ItemDataRole.UserRole + 9
    ARRAY = (
        Qt.ItemDataRole.UserRole + 10
    )  # an ArrayState of which there is something to say, or None
    ARRAY_LINE = Qt.ItemDataRole.UserRole + 11  # a third line, "" for none
    ACTION = Qt.ItemDataRole.UserRole + 12  # what the array of this row does, "" for nothing


@dataclass(frozen=True, slots=True)
class DriveListRow:
    """A section's title (without a device), a device, or all drives together."""

    key: Hashable
    title: str
    subtitle: str = ""
    device: BlockDevice | None = None
    twin: bool = False
    """Whether another row has the same title."""
    verdict: str = ""
    """A Grade, "" before it is known and for a device that is not a drive."""
    detail: str = ""
    """The subtitle with the firmware in it."""
    overall: bool = False
    """Whether it stands for all drives."""
    array: ArrayState | None = None
    """Of the device, or of an array on it without a row of its own."""
    array_line: str = ""
    """What a third line says of it: how far its action is, or how an array on a drive is."""

    @property
    def is_section(self) -> bool:
        """Whether it is a title that cannot be chosen."""
        return self.device is None and not self.overall


def temperature_text(device: BlockDevice) -> str:
    """The temperature with its unit, "" if unknown."""
    return "" if device.temperature is None else format_temperature(device.temperature)


def _firmware(device: BlockDevice) -> str:
    """The firmware with its word: "1.00" alone could be anything."""
    return _("firmware {firmware}").format(firmware=shown(device.firmware))


def subtitle(
    device: BlockDevice,
    inventory: Inventory,
    *,
    twin: bool = False,
    temperature: float | None = None,
    firmware: bool = False,
) -> str:
    """The line below the title: size, bus or the device below, temperature (a newer one if given).

    If another row has the same title, the kernel name is included. The firmware comes before the
    temperature, which changes.
    """
    parts = [format_size(device.size)] if device.size else [_("No medium")]
    if twin:
        parts.insert(0, shown(device.name))
    if is_drive(device):
        parts.append(bus_title(device))
    elif below := inventory.parents(device):
        names = ", ".join(shown(parent.name) for parent in below[:3])
        parts.append(_("on {path}").format(path=names + (", …" if len(below) > 3 else "")))
    if temperature is not None:
        device = replace(device, temperature=temperature)
    if firmware and device.firmware:
        parts.append(_firmware(device))
    parts.append(temperature_text(device))
    return " · ".join(part for part in parts if part)


class DrivesModel(QAbstractListModel):
    """Rows of Inventory.listed() below the titles "Drives" and "Other devices"; with `overall` the
    first row stands for all drives, where there is a device.
    """

    def __init__(self, parent: QObject | None = None, *, overall: bool = False) -> None:
        super().__init__(parent)
        self._overall = overall
        self._rows: list[DriveListRow] = []
        self._inventory = Inventory()
        self._views: dict[str, HealthView] = {}
        self._running: Mapping[str, RunningWork] = {}

    def set_running(self, running: Mapping[str, RunningWork]) -> None:
        """Set what is done to devices, by kernel name."""
        before, self._running = self._running, running
        for row in {self.row_of_name(name) for name in {*before, *running}} - {None}:
            self.dataChanged.emit(self.index(row or 0), self.index(row or 0))

    def set_inventory(self, inventory: Inventory) -> None:
        """Show this inventory; persistent indexes of rows that stay remain valid."""
        self._inventory = inventory
        fresh = [self._with_health(row) for row in _rows(inventory)]
        if self._overall and fresh:
            fresh.insert(0, _overall_row(fresh))
        wanted = {row.key for row in fresh}
        for start, end in _runs([r for r, row in enumerate(self._rows) if row.key not in wanted]):
            self.beginRemoveRows(_ROOT, start, end)
            del self._rows[start : end + 1]
            self.endRemoveRows()
        known = {row.key for row in self._rows}
        if [row.key for row in self._rows] != [row.key for row in fresh if row.key in known]:
            self._reorder([row for row in fresh if row.key in known])
        added = [r for r, row in enumerate(fresh) if row.key not in known]
        for start, end in reversed(_runs(added)):
            self.beginInsertRows(_ROOT, start, end)
            self._rows[start:start] = fresh[start : end + 1]
            self.endInsertRows()
        changed = [r for r, row in enumerate(fresh) if self._rows[r] != row]
        self._rows = fresh
        for start, end in reversed(_runs(changed)):
            self.dataChanged.emit(self.index(start), self.index(end))

    def set_health(self, views: Iterable[HealthView]) -> None:
        """Set the health of these drives; the others keep theirs."""
        fresh = {view.device: view for view in views}
        self._views |= fresh
        for number, row in enumerate(self._rows):
            if row.device is not None and row.device.name in fresh:
                news = self._with_health(row)
                self._change(number, news)
        if self._rows and self._rows[0].overall:
            self._change(0, _overall_row(self._rows))

    def _change(self, number: int, row: DriveListRow) -> None:
        if row != self._rows[number]:
            self._rows[number] = row
            self.dataChanged.emit(self.index(number), self.index(number))

    def _with_health(self, row: DriveListRow) -> DriveListRow:
        device = row.device
        view = self._views.get(device.name) if device is not None else None
        if device is None or view is None or view.identity != device.identity:
            return row
        lines = _lines(device, self._inventory, row.twin, warmth(view.health))
        word = view.verdict.word if is_drive(device) else row.verdict
        return replace(row, subtitle=lines[0], detail=lines[1], verdict=word)

    def _reorder(self, fresh: list[DriveListRow]) -> None:
        self.layoutAboutToBeChanged.emit()
        places = {row.key: place for place, row in enumerate(fresh)}
        before = self.persistentIndexList()
        after = [self.index(places[self._rows[index.row()].key]) for index in before]
        self._rows = fresh
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def row_of(self, key: Hashable) -> int | None:
        """The row of a key; None if it is not listed."""
        return next((r for r, row in enumerate(self._rows) if row.key == key), None)

    def row_of_name(self, name: str) -> int | None:
        """The row of a device by its kernel name; None if it is not listed."""
        return next(
            (r for r, row in enumerate(self._rows) if row.device and row.device.name == name), None
        )

    def overall_row(self) -> int | None:
        """The row of all drives; None where there is none."""
        return 0 if self._rows and self._rows[0].overall else None

    def first_device_row(self) -> int | None:
        """The first row that is a device; None if there is none."""
        return next((r for r, row in enumerate(self._rows) if row.device), None)

    def device_count(self) -> int:
        """How many devices are listed."""
        return sum(1 for row in self._rows if row.device)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        running = self._running.get(row.device.name) if row.device is not None else None
        if running is not None:
            if role == DriveRole.RUNNING:
                return running
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return f"{_answer(row, role)}, {running.short}"
        return _answer(row, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self._rows[index.row()].is_section:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def roleNames(self) -> dict[int, QByteArray]:
        named = {role.value: QByteArray(role.name.lower().encode()) for role in DriveRole}
        return super().roleNames() | named


def _verdict_words(row: DriveListRow) -> str:
    """The verdict in a word: of a drive its health, of an array its members."""
    if row.device is not None and is_drive(row.device):
        return grade_title(row.verdict) if row.verdict else ""
    title = None if row.array is None else row.array.title
    return "" if title is None else say_text(title)


def _told(row: DriveListRow) -> str:
    """The verdict and what is said of an array, to follow other words."""
    said = (_verdict_words(row), _action(row), row.array_line)
    return "".join(f", {one}" for one in said if one)


def _action(row: DriveListRow) -> str:
    """What the array does whose row it is."""
    if row.array is None or row.array.action is None:
        return ""
    own = row.device is not None and not is_drive(row.device)
    return say_text(ACTION_TITLES[row.array.action]) if own else ""


_FIELDS: Mapping[int, Callable[[DriveListRow], object]] = {
    Qt.ItemDataRole.DisplayRole: lambda row: row.title,
    DriveRole.SUBTITLE: lambda row: row.subtitle,
    DriveRole.DETAIL: lambda row: row.detail,
    DriveRole.DEVICE: lambda row: row.device,
    DriveRole.KEY: lambda row: row.key,
    DriveRole.IS_SECTION: lambda row: row.is_section,
    DriveRole.VERDICT: lambda row: row.verdict,
    DriveRole.VERDICT_WORDS: _verdict_words,
    DriveRole.ARRAY: lambda row: row.array,
    DriveRole.ARRAY_LINE: lambda row: row.array_line,
    DriveRole.ACTION: _action,
}


def _answer(row: DriveListRow, role: int) -> object:
    if role in _FIELDS:
        return _FIELDS[role](row)
    device = row.device
    answer: object = None
    match role:
        case DriveRole.ICON_NAME if device:
            answer = icon_name(device.kind, rotational=device.rotational)
        case Qt.ItemDataRole.ToolTipRole if device:
            firmware = f", {_firmware(device)}" if device.firmware else ""
            answer = tooltip(f"{row.title}, {device.path}{firmware}{_told(row)}")
        case Qt.ItemDataRole.ToolTipRole if row.overall:
            answer = tooltip(f"{row.title}, {row.subtitle}")
        case Qt.ItemDataRole.AccessibleTextRole:
            answer = row.title if row.is_section else f"{row.title}, {row.detail}{_told(row)}"
    return answer


def _overall_row(rows: Iterable[DriveListRow]) -> DriveListRow:
    """All drives that have a line there."""
    drives = [
        row.verdict or row.device.health
        for row in rows
        if row.device is not None and is_drive(row.device) and row.device.size > 0
    ]
    said = value_text(brief(drives))
    return DriveListRow(ALL_DRIVES, _("All drives"), said, detail=said, overall=True)


def _lines(
    device: BlockDevice, inventory: Inventory, twin: bool, temperature: float | None = None
) -> tuple[str, str]:
    """The second line, without and with the firmware."""
    return (
        subtitle(device, inventory, twin=twin, temperature=temperature),
        subtitle(device, inventory, twin=twin, temperature=temperature, firmware=True),
    )


def _rows(inventory: Inventory) -> list[DriveListRow]:
    drives: list[DriveListRow] = []
    others: list[DriveListRow] = []
    seen: dict[Hashable, int] = {}
    listed = inventory.listed()
    titles = Counter(device_title(device) for device in listed)
    for device in listed:
        key: Hashable = device_key(device)
        if key in seen:  # the machine reports the same name twice: keep them apart anyway
            key = (key, seen[key])
        seen[key] = seen.get(key, 0) + 1
        twin = titles[device_title(device)] > 1
        line, detail = _lines(device, inventory, twin)
        row = _with_array(
            DriveListRow(key, shown(device_title(device)), line, device, twin, detail=detail),
            inventory,
        )
        (drives if is_drive(device) else others).append(row)
    rows: list[DriveListRow] = []
    if drives:
        rows += [DriveListRow("drives", _("Drives")), *drives]
    if others:
        rows += [DriveListRow("others", _("Other devices")), *others]
    return rows


def _with_array(row: DriveListRow, inventory: Inventory) -> DriveListRow:
    """With the state of its array; a row of a drive keeps its verdict for its health."""
    one = inventory.array_on(row.device) if row.device is not None else None
    if one is None or one.array is None:
        return row
    if one is not row.device or is_drive(one):
        line = f"{one.array.kind}: {value_text(one.array.line)}"
        return replace(row, array=one.array, array_line=line)
    verdict = array_grade(one.array) if one.array.title else ""
    return replace(
        row, array=one.array, array_line=value_text(OneOf(one.array.facts)), verdict=verdict
    )


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Increasing numbers as (first, last) of contiguous ranges, the last range first."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs[::-1]


def array_grade(state: ArrayState) -> Grade:
    """Failing without its members, to be watched until its data are redundant again, else good."""
    if state.lost:
        return FAILING
    return CAUTION if state.doubtful else GOOD
