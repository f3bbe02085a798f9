# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a profile's file says for drives of one class: `drive.usb = { size = "256 MiB" }` above all
tests, `drive.usb = { seconds = 1.5, limit = "48 MiB" }` in one of them.

Such a table replaces values of the table that it is in. So each class has a whole document, which
is read and checked like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import FieldInfo

from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.notes import Note
from driveproof.domain.profile.declared import take
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.refusals import Places, at_least, missing_key, refused_value
from driveproof.domain.quantity import Bytes

DRIVE = "drive"
"""The key of these tables."""
CHANGED = ("size", "sizes", "warmup", "seconds", "limit", "budget")
"""What they may replace: what is measured is the same on every drive."""
USUAL = "ext4"
"""A file system writes something of its own as well."""
CLASSES = tuple(word for word in SpeedClass if word is not SpeedClass.OTHER)
"""Anything else has the values beside which these tables are."""


_TABLE = Annotated[dict[str, Any], Meta(examples=['{ size = "256 MiB" }'])]
_DRIVE = {DRIVE: FieldInfo(DRIVE, DRIVE, _TABLE)}
_WORDS = {str(word): FieldInfo(word, word, _TABLE, default=None) for word in CLASSES}
_VALUES = {name: FieldInfo(name, name, Any, default=None) for name in CHANGED}
"""They are read with the table that they are for."""


@dataclass(slots=True)
class _Elsewhere:
    """Where a value stands that may be in the table of a class: `key_of` gives the key with which
    the table begins there, from the key and the number of its test.
    """

    lines: Places
    source: str | Note
    key_of: Callable[[str, int], str]

    def table(self, number: int) -> str | Note:
        """A test by its number, or what is above all of them."""
        return self.lines.table(number)

    def at(self, key: str, number: int) -> str | Note:
        """The table of the class, where it has the value."""
        return self.lines.at(self.key_of(key, number), number)

    def label(self, key: str) -> str | Note:
        """What it is called there."""
        return self.lines.label(key)


def with_classes(
    document: Mapping[str, Any], lines: Places, make: Callable[[dict[str, Any], Places], Profile]
) -> Profile:
    """The profile that `make` makes of a document, and what it is on drives of each class.

    Raises UsageError for a wrong table, and for repeats that do not fit into the budget.
    """
    plain, tables = _apart(document, lines)
    found = make(plain, lines)
    _check_budget(found, lines)
    by_class = []
    for word in CLASSES:
        if mine := {number: some[word] for number, some in tables.items() if word in some}:
            there = _Elsewhere(lines, lines.source, partial(_key, word, mine))
            variant = make(_replaced(plain, mine), there)
            _check_budget(variant, there)
            by_class.append((word, variant))
    return replace(found, by_class=tuple(by_class))


def _key(word: str, mine: Mapping[int, Mapping[str, Any]], key: str, number: int) -> str:
    """The key of the table of a class that has a value, else that of the value itself."""
    return f"{DRIVE}.{word}" if key in mine.get(number, {}) else key


def _apart(
    document: Mapping[str, Any], lines: Places
) -> tuple[dict[str, Any], dict[int, dict[str, dict[str, Any]]]]:
    """The document without the tables of classes, and these by the number of the test that they are
    in, 0 above all of them.
    """
    plain, tables = dict(document), {}
    for number, table in _with_numbers(plain):
        if DRIVE in table:
            tables[number] = _read(table.pop(DRIVE), lines, number)
    return plain, tables


def _with_numbers(document: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The document, and a copy of each test in its place."""
    yield 0, document
    phases = document.get("phase")
    if isinstance(phases, list):
        document["phase"] = phases = [
            dict(each) if isinstance(each, dict) else each for each in phases
        ]
        yield from (
            (number, each) for number, each in enumerate(phases, 1) if isinstance(each, dict)
        )


def _read(value: Any, lines: Places, number: int) -> dict[str, dict[str, Any]]:
    tables = take({DRIVE: value}, _DRIVE, lines, number)[DRIVE]
    among = _Elsewhere(lines, lines.source, lambda key, _number: f"{DRIVE}.{key}")
    some = {word: table for word, table in take(tables, _WORDS, among, number).items() if table}
    for word, table in some.items():
        within = _Elsewhere(lines, lines.source, partial(_key, word, {number: table}))
        take(table, _VALUES, within, number)
    return some


def _replaced(plain: Mapping[str, Any], mine: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    found = {**plain, **mine.get(0, {})}
    if any(number > 0 for number in mine):  # in a test, and not only above all of them
        found["phase"] = [
            {**each, **mine.get(number, {})} for number, each in enumerate(plain["phase"], start=1)
        ]
    return found


def _check_budget(profile: Profile, lines: Places) -> None:
    """Raises UsageError where the repeats that are always done may write more than the budget."""
    if profile.budget is None:
        return
    surely = profile.fixed().bytes_written
    if surely is None or surely > profile.budget:
        at, what = lines.at("budget", 0), lines.label("budget")
        if surely is None:
            raise missing_key(at, "limit")
        raise refused_value(at, what, Bytes(profile.budget), at_least(Bytes(surely)))
