# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Validates foreign health values one by one: impossible values become None, with a note."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from driveproof.domain.health.report import LogValue, ValueUnit
from driveproof.domain.notes import Note
from driveproof.domain.say import Say
from driveproof.domain.text import visible

COLDEST, HOTTEST = -60.0, 150.0
"""Degrees Celsius that a sensor in a drive can report: industrial drives are rated from -40 to 85
or 95, and no flash works at 150.
"""

LONGEST = 100 * 365.25 * 86400
"""Seconds that a drive can have run: not longer than drives have existed."""

MOST_BYTES = 2**60
"""Bytes that a drive can have transferred: five times the rating of the largest on sale."""

MOST_EVENTS = 2**32 - 2
"""All bits set (of 32 or 64) mean "not known" in many logs."""

_MOST_SENSORS = 8  # NVM Express Base Specification 2.0, figure 207: eight temperature sensors
_LONGEST_TEXT = 200
_MOST_NOTES = 20


ALL_ONES = frozenset(2**bits - 1 for bits in (32, 48, 56, 64))
"""Raw values of attributes that mean "not reported"."""


What = Note | Say | str
"""What a value is: words at the beginning of a sentence, or a name of the report in quotes."""
_TEMPERATURE = Say("Temperature")


class ValueReader:
    """Collects `notes` on rejected values; each appears once, and their number is limited."""

    def __init__(self) -> None:
        self.notes: list[Note] = []

    def note(self, note: Note) -> None:
        """Add a note on the evidence, once."""
        if note not in self.notes and len(self.notes) < _MOST_NOTES:
            self.notes.append(note)

    def number(self, value: Any, what: What, low: float, high: float) -> float | None:
        """A number from `low` to `high`; None where it was not reported."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self._doubt(what, value)
            return None
        if not low <= value <= high or not math.isfinite(value):
            self._doubt(what, value)
            return None
        return float(value)

    def whole(self, value: Any, what: What, low: int = 0, high: int = MOST_EVENTS) -> int | None:
        """A whole number from `low` to `high`; None where it was not reported."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self._doubt(what, value)
            return None
        return value

    def celsius(self, value: Any, what: What = _TEMPERATURE) -> float | None:
        """A temperature in degrees Celsius."""
        return self.number(value, what, COLDEST, HOTTEST)

    def kelvin(self, value: Any, what: What = _TEMPERATURE) -> float | None:
        """A temperature in kelvin, 0 for "not known", converted to degrees Celsius."""
        read = self.number(value, what, 0, 1000)
        # Whole kelvins came from whole degrees Celsius, which smartctl and drive manufacturers
        # offset by 273; a value with a fraction is offset by 273.15.
        if not read:
            return None
        zero = 273.0 if read.is_integer() else 273.15
        return self.celsius(round(read - zero, 2), what)

    def share(self, value: Any, what: What, high: int = 100) -> float | None:
        """A percentage as a fraction of 1."""
        read = self.number(value, what, 0, high)
        return None if read is None else read / 100

    def seconds(self, value: Any, what: What, unit: float = 1.0) -> float | None:
        """A duration, given in units of `unit` seconds."""
        read = self.number(value, what, 0, LONGEST / unit)
        return None if read is None else read * unit

    def size(self, value: Any, what: What, unit: int = 1) -> int | None:
        """Bytes, given in units of so many."""
        read = self.whole(value, what, 0, MOST_BYTES // unit)
        return None if read is None else read * unit

    def flag(self, value: Any, what: What) -> bool | None:
        """True or false."""
        if value is None or isinstance(value, bool):
            return value
        self._doubt(what, value)
        return None

    def _doubt(self, what: What, value: Any) -> None:
        self.note(Note("{what}: invalid value {value}, ignored.", what=what, value=_shown(value)))


def sensors(told: Any, read: Callable[[Any, What], float | None]) -> Iterator[LogValue]:
    """The sensors of an NVMe drive; missing ones are left out."""
    if not isinstance(told, list | tuple):
        return
    for number, value in enumerate(told[:_MOST_SENSORS], 1):
        celsius = read(value, f"temperature sensor {number}")
        if celsius is not None:
            yield LogValue(
                key=f"temperature_sensor_{number}",
                title=f"Temperature sensor {number}",
                value=celsius,
                unit=ValueUnit.CELSIUS,
            )


def text(value: Any, most: int = _LONGEST_TEXT) -> str:
    """Foreign text, safe to show, in one line of at most so many characters; "" for what is not
    text.
    """
    if not isinstance(value, str):
        return ""
    return visible(" ".join(value[:most].replace("\0", "").split()))


def _shown(value: Any) -> Say | str:
    if isinstance(value, bool | int | float) and abs(value) < 10**30:
        return str(value)
    if isinstance(value, str):
        return f"“{text(value)[:40]}”"
    if isinstance(value, dict):
        return Say("an object")
    if isinstance(value, list | tuple):
        return Say("a list")
    return Say("a number out of range")
