# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health values for people: counters, times, and the facts that are looked for first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple

from driveproof.domain.health.report import COUNTERS, Attribute, Health, ValueUnit
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_text
from driveproof.wording.units import (
    NARROW,
    format_duration,
    format_life,
    format_size,
    format_temperature,
    group_digits,
    grouped,
    running_time,
)

_HOUR, _DAY, _YEAR = 3600, 86400, 365.25 * 86400


def not_reported() -> str:
    """The text in place of a value that the drive does not report."""
    return _("Not reported")


def counter_title(counter: str) -> str:
    """The name of a counter of report.COUNTERS, in the plural."""
    return say_text(COUNTERS[counter]) if counter in COUNTERS else shown(counter)


def counted(counter: str, number: int) -> str:
    """A counter of report.COUNTERS with its value: "Media errors: 3"."""
    text = _("{name}: {text}")
    return text.format(name=counter_title(counter), text=group_digits(number))


def counters(values: Iterable[tuple[str, int]]) -> str:
    """Counters with their values: "Media errors: 3, Link CRC errors: 2"."""
    return ", ".join(counted(counter, value) for counter, value in values)


def value_text(value: float | None, unit: ValueUnit) -> str:
    """The value of a LogValue or an Attribute for people; "" where there is none."""
    if value is None:
        return ""
    say = _UNITS.get(unit)
    return say(value) if say is not None else group_digits(value)


def _sectors(value: float) -> str:
    number = int(value)
    return ngettext("{count} sector", "{count} sectors", number).format(count=group_digits(number))


def _long_time(seconds: float) -> str:
    return running_time(seconds) if seconds >= 2 * _DAY else format_duration(seconds)


def hours(seconds: float) -> str:
    """A long time in the unit that drives use: 12 345 h (1.4 years)."""
    if seconds < 2 * _HOUR:
        return format_duration(seconds)
    text = f"{group_digits(seconds / _HOUR)}{NARROW}h"
    years = seconds / _YEAR
    if years < 1:
        return text
    shown_years = grouped(years, 1) if years < 1000 else "–"
    return _("{hours} ({years} years)").format(hours=text, years=shown_years)


def cell_text(value: float, unit: ValueUnit) -> str:
    """The value of a figure or an attribute in a column, narrow: times in hours, sectors without
    the word.
    """
    if unit is ValueUnit.SECONDS:
        return hours(value)
    return group_digits(value) if unit is ValueUnit.SECTORS else value_text(value, unit)


_UNITS: dict[ValueUnit, Callable[[float], str]] = {
    ValueUnit.BYTES: format_size,
    ValueUnit.SECONDS: _long_time,
    ValueUnit.CELSIUS: format_temperature,
    ValueUnit.SHARE: format_life,
    ValueUnit.SECTORS: _sectors,
}


def raw_text(row: Attribute, *, narrow: bool = False) -> str:
    """The raw value of an attribute, as its source interpreted it; "" without one. `narrow` is for
    a column, as in `cell_text`.

    A figure without a unit is none: UDisks2 says 0 of an attribute that it does not know.
    """
    if not row.reported:
        return not_reported()
    if row.raw_text:
        return shown(row.raw_text)
    known = row.pretty is not None and math.isfinite(row.pretty)
    if row.pretty is not None and known and row.unit is not ValueUnit.UNKNOWN and narrow:
        return cell_text(row.pretty, row.unit)
    if row.raw is not None:
        return group_digits(row.raw)
    return value_text(row.pretty, row.unit) if known and row.unit is not ValueUnit.UNKNOWN else ""


def raw_hex(row: Attribute) -> str:
    """The 48 bits of a raw value as hexadecimal digits; "" where they are unknown."""
    return "" if row.raw is None or row.raw < 0 else f"0x{row.raw:012X}"


class FactKind(StrEnum):
    """The facts in the order in which they are shown."""

    LIFE_LEFT = "life-left"
    POWERED_ON = "powered-on"
    WRITTEN = "written"
    WRITTEN_PER_DAY = "written-per-day"
    STARTS = "starts"
    CAPACITY = "capacity"
    INTERFACE = "interface"
    ROTATION = "rotation"


class HealthFact(NamedTuple):
    """The most wanted values: life, age, work, identity; `text` is "" where not reported."""

    kind: FactKind
    title: str
    text: str = ""


def facts(health: Health, link: str = "") -> tuple[HealthFact, ...]:
    """All of them, in order; `link` is how the drive is connected now, "" where that is unknown."""
    left = health.life_left
    return (
        HealthFact(FactKind.LIFE_LEFT, _("Life left"), "" if left is None else format_life(left)),
        HealthFact(
            FactKind.POWERED_ON,
            _("Power-on time"),
            "" if health.power_on is None else hours(health.power_on),
        ),
        HealthFact(FactKind.WRITTEN, _("Written"), _size(health.written)),
        HealthFact(FactKind.WRITTEN_PER_DAY, _("Written per day of use"), _written_per_day(health)),
        HealthFact(FactKind.STARTS, _("Power cycles"), _starts(health)),
        HealthFact(FactKind.CAPACITY, _("Capacity"), _size(health.capacity)),
        HealthFact(FactKind.INTERFACE, _("Interface"), _interface(health, link)),
        HealthFact(FactKind.ROTATION, _("Rotation"), _rotation(health)),
    )


def _written_per_day(health: Health) -> str:
    known = health.written is not None and health.power_on is not None
    if known and health.written_per_day is None:
        return _("less than a day of use")
    return _size(health.written_per_day)


def _size(size: float | None) -> str:
    return "" if size is None else format_size(size)


def _starts(health: Health) -> str:
    said = [] if health.power_cycles is None else [group_digits(health.power_cycles)]
    if health.start_stops is not None and health.rotational is not False:
        starts = health.start_stops
        text = ngettext("{count} motor start", "{count} motor starts", starts)
        said.append(text.format(count=group_digits(starts)))
    return ", ".join(said)


def _interface(health: Health, link: str) -> str:
    now = link or health.link_now
    if not now or now in health.interface:
        return health.interface
    if not health.interface:
        return now
    return _("{interface}, now {link}").format(interface=health.interface, link=now)


def _rotation(health: Health) -> str:
    if health.rotational is False:
        return _("SSD")
    if health.rotation_rate:
        return f"{group_digits(health.rotation_rate)}{NARROW}rpm"
    return _("Hard disk") if health.rotational else ""
