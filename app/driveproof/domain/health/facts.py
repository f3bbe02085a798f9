# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people look for first in a drive's health: its life, its age, its work, what it is."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from driveproof.domain.health.phrases import percent, running_time
from driveproof.domain.health.report import Health
from driveproof.wording.units import NARROW, format_size, group_digits

_DAY, _YEAR = 86400.0, 365.25 * 86400
_LEAST_AGE = _DAY
"""Seconds that a drive must have run before what it takes a day is a figure: drives count hours."""

NOT_REPORTED = "not reported"


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


class Fact(NamedTuple):
    """One of them; `text` is "" where the drive does not report it."""

    kind: FactKind
    title: str
    text: str = ""


def life_left(health: Health) -> float | None:
    """The share of its rated life that is left, from 1 to 0; None where it is not reported."""
    return None if health.used is None else max(0.0, 1 - health.used)


def written_per_day(health: Health) -> float | None:
    """Bytes written in 24 hours of running, over its whole life; None where that is unknown, or
    where it has not run for a day.
    """
    if health.written is None or health.power_on is None or health.power_on < _LEAST_AGE:
        return None
    return health.written / (health.power_on / _DAY)


def facts(health: Health, link: str = "") -> tuple[Fact, ...]:
    """All of them, in order; `link` is how the drive is connected now, "" where nobody knows."""
    left, per_day = life_left(health), written_per_day(health)
    return (
        Fact(FactKind.LIFE_LEFT, "Life left", "" if left is None else percent(left)),
        Fact(FactKind.POWERED_ON, "Powered on", _age(health.power_on)),
        Fact(FactKind.WRITTEN, "Written", _size(health.written)),
        Fact(FactKind.WRITTEN_PER_DAY, "Written per day of use", _size(per_day)),
        Fact(FactKind.STARTS, "Power cycles", _starts(health)),
        Fact(FactKind.CAPACITY, "Capacity", _size(health.capacity)),
        Fact(FactKind.INTERFACE, "Interface", _interface(health, link)),
        Fact(FactKind.ROTATION, "Rotation", _rotation(health)),
    )


def _age(seconds: float | None) -> str:
    if seconds is None:
        return ""
    years = seconds / _YEAR
    return running_time(seconds) + (f" ({years:.1f} years)" if years >= 0.1 else "")


def _size(size: float | None) -> str:
    return "" if size is None else format_size(size)


def _starts(health: Health) -> str:
    said = [] if health.power_cycles is None else [group_digits(health.power_cycles)]
    if health.start_stops is not None and health.rotational is not False:
        said.append(f"{group_digits(health.start_stops)} starts of the motor")
    return ", ".join(said)


def _interface(health: Health, link: str) -> str:
    now = link or health.link_now
    if not now or now in health.interface:
        return health.interface
    return f"{health.interface}, now {now}" if health.interface else now


def _rotation(health: Health) -> str:
    if health.rotational is False:
        return "none (SSD)"
    if health.rotation_rate:
        return f"{group_digits(health.rotation_rate)}{NARROW}rpm"
    return "yes, the rate is not reported" if health.rotational else ""
