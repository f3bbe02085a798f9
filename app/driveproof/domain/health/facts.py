# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people look for first in a drive's health: life, age, work and identity."""

from __future__ import annotations

from driveproof.domain.figure import Cell, Fact, Facts
from driveproof.domain.health.adapter import FoundBy, Outcome, UsbSmart
from driveproof.domain.health.changes import NUMBERS, TITLES
from driveproof.domain.health.report import Health
from driveproof.domain.health.trends import Amplification
from driveproof.domain.quantity import (
    Bytes,
    Day,
    LifeShare,
    Number,
    OneOf,
    Plural,
    RunTime,
    Seconds,
)
from driveproof.domain.say import Say

_HOUR, _YEAR = 3600.0, 365.25 * 86400
_MOST_YEARS = 1000
"""No drive ran for longer: its counter is wrong."""


def health_facts(
    health: Health, link: str = "", amplification: Amplification | None = None
) -> Facts:
    """All of them in their order; `link` is how the drive is connected now, "" where that is
    unknown. The write amplification is there only where it is known: few drives count it.
    """
    left = health.life_left
    known = (
        ("life_left", Say("Life left"), None if left is None else LifeShare(left)),
        ("power_on", Say("Power-on time"), _long_time(health.power_on)),
        ("written", Say("Written"), _size(health.written)),
        ("written_per_day", Say("Written per day of use"), _written_per_day(health)),
        *(
            [("write_amplification", Say("Write amplification"), _amplified(amplification))]
            if amplification is not None
            else []
        ),
        ("power_cycles", Say("Power cycles"), _starts(health)),
        ("capacity", Say("Capacity"), _size(health.capacity)),
        ("interface", Say("Interface"), _interface(health, link)),
        ("rotation", Say("Rotation"), _rotation(health)),
    )
    return Facts(tuple(Fact(*one, unknown=Say("Not reported")) for one in known))


_FOUND = {
    FoundBy.UDEV: Say("found by udev"),
    FoundBy.DATABASE: Say("from smartctl's drive database"),
    FoundBy.REMEMBERED: Say("worked before"),
    FoundBy.TRIED: Say("found by trying"),
    FoundBy.CHOSEN: Say("chosen"),
}
_OUTCOMES = {
    Outcome.IMPLAUSIBLE: Say("answered for another drive"),
    Outcome.RESET: Say("reset the adapter"),
    Outcome.TOO_OLD: Say("needs a newer smartctl"),
}


def adapter_facts(smart: UsbSmart) -> Facts:
    """The USB adapter of a drive, and which types smartctl used for it."""
    adapter = smart.adapter
    name: Cell = adapter.id
    if adapter.name:
        name = Say("{first} ({second})", first=adapter.name, second=adapter.id)
    facts = [Fact("adapter", Say("USB adapter"), name)]
    if smart.type is not None and smart.found is not None:
        said = Say("{type} ({found})", type=str(smart.type), found=_FOUND[smart.found])
        facts.append(Fact("adapter_type", Say("Adapter type"), said))
    if smart.attempts and any(not one.worked for one in smart.attempts):
        tried = tuple(
            Say("{type} ({found})", type=str(one.type), found=_OUTCOMES[one.outcome])
            if one.outcome in _OUTCOMES
            else str(one.type)
            for one in smart.attempts
            if not one.worked
        )
        facts.append(Fact("adapter_tried", Say("Types that do not work"), OneOf(tried)))
    return Facts(tuple(facts), Say("USB adapter"))


def reported_facts(health: Health) -> Facts:
    """Every number that is reported, and by what."""
    facts = [
        Fact(name, TITLES[name], unit.of(value))
        for name, unit in NUMBERS.items()
        if (value := getattr(health, name)) is not None
    ]
    if health.source:
        facts.append(Fact("source", TITLES["source"], health.source))
    return Facts(tuple(facts), Say("Health values"))


def _long_time(seconds: float | None) -> Cell:
    """In the unit that drives use, and in years."""
    if seconds is None:
        return None
    if seconds < 2 * _HOUR:
        return Seconds(seconds)
    years = seconds / _YEAR
    if not 1 <= years < _MOST_YEARS:
        return RunTime(seconds)
    return Say("{time} ({years} years)", time=RunTime(seconds), years=Number(years))


def _size(size: float | None) -> Bytes | None:
    return None if size is None else Bytes(round(size))


def _written_per_day(health: Health) -> Cell:
    known = health.written is not None and health.power_on is not None
    if known and health.written_per_day is None:
        return Say("less than a day of use")
    return _size(health.written_per_day)


def _amplified(found: Amplification) -> Cell:
    return Say("{factor} since {day}", factor=Number(found.factor), day=Day(found.since))


def _starts(health: Health) -> Cell:
    found: list[object] = [] if health.power_cycles is None else [health.power_cycles]
    if health.start_stops is not None and health.rotational is not False:
        found.append(Plural("{count} motor start", "{count} motor starts", health.start_stops))
    return OneOf(tuple(found)) if found else None


def _interface(health: Health, link: str) -> Cell:
    now = link or health.link_now
    if not now or now in health.interface:
        return health.interface or None
    if not health.interface:
        return now
    return Say("{interface}, now {link}", interface=health.interface, link=now)


def _rotation(health: Health) -> Cell:
    if health.rotational is False:
        return Say("SSD")
    if health.rotation_rate:
        return Say("{count} rpm", count=health.rotation_rate)
    return Say("Hard disk") if health.rotational else None
