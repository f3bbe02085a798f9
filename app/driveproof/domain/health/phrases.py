# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The small words of a health verdict: spans of time, dates, counters in the plural."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from driveproof.domain.health.report import Attribute
from driveproof.wording.units import NARROW, format_duration, format_size, group_digits

_MINUTE, _HOUR, _DAY, _YEAR = 60, 3600, 86400, 365.25 * 86400
_STEPS = ((2 * _YEAR, _YEAR, "year"), (2 * _DAY, _DAY, "day"), (_HOUR, _HOUR, "hour"))

# One and many of each counter of health.COUNTERS.
_NOUNS = {
    "reallocated": ("reallocated sector", "reallocated sectors"),
    "pending": ("pending sector", "pending sectors"),
    "uncorrectable": ("uncorrectable sector", "uncorrectable sectors"),
    "media_errors": ("media error", "media errors"),
    "spin_retries": ("spin retry", "spin retries"),
    "end_to_end": ("end-to-end error", "end-to-end errors"),
    "command_timeouts": ("command timeout", "command timeouts"),
    "reallocation_events": ("reallocation event", "reallocation events"),
    "crc_errors": ("CRC error", "CRC errors"),
    "error_log_entries": ("entry in the error log", "entries in the error log"),
    "unsafe_shutdowns": ("unsafe shutdown", "unsafe shutdowns"),
}
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def span(seconds: float) -> str:
    """A span of time in one whole unit, cut and not rounded: "3 hours", "2 minutes"."""
    for least, unit, word in _STEPS:
        if seconds >= least:
            return _plural(int(seconds // unit), word)
    if seconds >= _MINUTE:
        return _plural(int(seconds // _MINUTE), "minute")
    return _plural(max(0, int(seconds)), "second")


def running_time(seconds: float) -> str:
    """How long a drive has been switched on: "1 860 hours"."""
    hours = int(seconds // _HOUR)
    return f"{group_digits(hours)} {'hour' if hours == 1 else 'hours'}"


def day(moment: datetime, now: datetime) -> str:
    """A day as people say it: "today", "2 March", "2 March 2025" when that is another year."""
    local, here = moment.astimezone(), now.astimezone()
    if local.date() == here.date():
        return "today"
    year = "" if local.year == here.year else f" {local.year}"
    return f"{local.day} {_MONTHS[local.month - 1]}{year}"


def clock_or_day(moment: datetime, now: datetime) -> str:
    """When that was: "14:05 today", else the day."""
    named = day(moment, now)
    return f"{moment.astimezone():%H:%M} today" if named == "today" else named


def date_and_clock(moment: datetime) -> str:
    """A moment that may be long ago: "2 March 2025 at 14:05"."""
    local = moment.astimezone()
    return f"{local.day} {_MONTHS[local.month - 1]} {local.year} at {local:%H:%M}"


def counted(counter: str, number: int, more: str = "") -> str:
    """A counter's value in words: "3 media errors", "3 more media errors" with `more`."""
    one, many = _NOUNS[counter]
    return f"{group_digits(number)}{f' {more}' if more else ''} {one if number == 1 else many}"


def at_threshold(row: Attribute) -> str:
    """An attribute that has reached its threshold, as a part of a sentence."""
    return f"attribute {row.id} ({row.name}) is at its threshold"


def percent(share: float) -> str:
    """A share for people: "3 %"; what is above nothing is never written as nothing."""
    if 0 < share < 0.005:
        return f"less than 1{NARROW}%"
    return f"{group_digits(share * 100)}{NARROW}%"


def celsius(degrees: float) -> str:
    """A temperature: "46 °C"."""
    return f"{round(degrees)}{NARROW}°C"


def joined(parts: list[str]) -> str:
    """Words in a row: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _plural(number: int, word: str) -> str:
    return f"{group_digits(number)} {word}{'' if number == 1 else 's'}"


def value_text(value: float | None, unit: str) -> str:
    """The value of a health.Figure or health.Attribute for people; "" where there is none."""
    if value is None:
        return ""
    say = _UNITS.get(unit)
    return say(value) if say is not None else group_digits(value)


_UNITS: dict[str, Callable[[float], str]] = {
    "bytes": format_size,
    "seconds": lambda value: running_time(value) if value >= 2 * _DAY else format_duration(value),
    "celsius": celsius,
    "share": percent,
    "sectors": lambda value: _plural(int(value), "sector"),
}
