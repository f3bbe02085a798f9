# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the values of a drive's SMART table or log moved in the time that readings of it are kept."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from driveproof.domain.health.changes import comparable_readings
from driveproof.domain.health.report import Attribute, Health, LogValue, ValueUnit
from driveproof.domain.health.rules import TEMPERATURES
from driveproof.domain.health.snapshot import HealthSnapshot
from driveproof.domain.quantity import Age
from driveproof.domain.say import Say

LEAST = timedelta(hours=1)
"""Readings that are closer together are no trend."""
RATES = frozenset({1, 7, 195})
"""Error rates: manufacturers pack several numbers into their raw values, which rise and fall."""
MOST = 48
"""Readings that a curve has at most."""
ENOUGH_BYTES = 64 * 2**30
"""What the host must have written for a write amplification: drives count GiB, and lag."""
ENOUGH_PAGES = 2**22
"""The same in pages, of which the smallest have 16 KiB."""
_LEADING = re.compile(r"[0-9]{1,19}(?![0-9])")
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class HealthTrend:
    """One value from `first`, read at `since`, to `last`, read at `until`, in `unit`.
    `values` are the readings in between with both ends, oldest first, at most MOST.
    """

    since: datetime
    until: datetime
    first: float
    last: float
    unit: ValueUnit = ValueUnit.COUNT
    values: tuple[tuple[datetime, float], ...] = ()

    @property
    def moved(self) -> bool:
        """Whether the last reading differs from the first."""
        return self.last != self.first

    @property
    def say(self) -> Say:
        """From where to where in which time: "8 → 24 in 3 months"."""
        if not self.moved:
            return Say("unchanged for {time}", time=self._time)
        first, last = self.unit.of(self.first), self.unit.of(self.last)
        return Say("{first} → {last} in {time}", first=first, last=last, time=self._time)

    @property
    def short(self) -> Say:
        """For a narrow column that has the last value beside it: "↗ from 8"."""
        if not self.moved:
            return Say("unchanged")
        first = self.unit.of(self.first)
        if self.last > self.first:
            return Say("↗ from {first}", first=first)
        return Say("↘ from {first}", first=first)

    @property
    def _time(self) -> Age:
        return Age((self.until - self.since).total_seconds())


@dataclass(frozen=True, slots=True)
class Amplification:
    """How many times as much went to the flash as the host wrote since a reading."""

    factor: float
    since: datetime


@dataclass(frozen=True, slots=True)
class Trends:
    """By the id of an attribute, and by the key of a figure; what the flash took of what the host
    wrote, where the drive counts it.
    """

    attributes: Mapping[int, HealthTrend] = field(default_factory=dict)
    figures: Mapping[str, HealthTrend] = field(default_factory=dict)
    amplification: Amplification | None = None


UNTRACED = Trends()


def trends_of(snapshots: Sequence[HealthSnapshot], health: Health) -> Trends:
    """From the oldest kept reading of the same drive and source that has a value to `health`.

    Temperatures and rates are left out: they go up and down without meaning.
    """
    older = [
        one.health
        for one in sorted(snapshots, key=lambda one: one.taken)
        if health.taken - one.health.taken >= LEAST and comparable_readings(one.health, health)
    ]
    if not older:
        return UNTRACED
    return Trends(
        _traced(older, health, _attributes),
        _traced(older, health, _figures),
        _amplification(older, health),
    )


def _amplification(older: Iterable[Health], health: Health) -> Amplification | None:
    """From the oldest reading on that counted in the same unit; None while too little was written
    for the units of a GiB that many drives count in.
    """
    now = health.flash_writes
    if now is None:
        return None
    least = ENOUGH_BYTES if now.unit else ENOUGH_PAGES
    for one in older:
        then = one.flash_writes
        if then is None or then.unit != now.unit:
            continue
        host, flash = now.host - then.host, now.flash - then.flash
        if host < 0 or flash < 0:  # it began again
            continue
        enough = host * (now.unit or 1) >= least
        return Amplification(flash / host, one.taken) if enough else None
    return None


def _traced(
    older: list[Health],
    health: Health,
    values: Callable[[Health], Iterable[tuple[_Key, float, ValueUnit]]],
) -> Mapping[_Key, HealthTrend]:
    now = {key: (value, unit) for key, value, unit in values(health)}
    first: dict[_Key, tuple[datetime, float]] = {}
    for one in older:
        for key, value, unit in values(one):
            if key not in first and key in now and now[key][1] == unit:
                first[key] = (one.taken, value)
        if len(first) == len(now):
            break
    between: dict[_Key, list[tuple[datetime, float]]] = {key: [] for key in first}
    for one in older[:: -(-len(older) // (MOST - 2))]:
        for key, value, unit in values(one):
            if key in first and now[key][1] == unit and one.taken > first[key][0]:
                between[key].append((one.taken, value))
    found: dict[_Key, HealthTrend] = {}
    for key, (since, value) in first.items():
        last, unit = now[key]
        points = ((since, value), *between[key], (health.taken, last))
        found[key] = HealthTrend(since, health.taken, value, last, unit, points)
    return found


def _attributes(health: Health) -> Iterable[tuple[int, float, ValueUnit]]:
    for one in health.attributes:
        if one.id in TEMPERATURES or one.id in RATES:
            continue
        told = _number(one)
        if told is not None:
            yield one.id, *told


def _number(one: Attribute) -> tuple[float, ValueUnit] | None:
    """What its raw value counts, with the unit; None where that is not one number."""
    if one.pretty is not None and math.isfinite(one.pretty):
        counted = one.unit in {ValueUnit.SECTORS, ValueUnit.UNKNOWN}
        unit = ValueUnit.COUNT if counted else one.unit
        return None if unit is ValueUnit.CELSIUS else (one.pretty, unit)
    if not one.reported:
        return None
    if one.raw_text:
        leading = _LEADING.match(one.raw_text)
        return None if leading is None else (float(leading[0]), ValueUnit.COUNT)
    return None if one.raw is None else (float(one.raw), ValueUnit.COUNT)


def _figures(health: Health) -> Iterable[tuple[str, float, ValueUnit]]:
    for one in health.figures:
        if _is_steady(one):
            assert one.value is not None
            yield one.key, float(one.value), one.unit


def _is_steady(one: LogValue) -> bool:
    return one.value is not None and math.isfinite(one.value) and one.unit is not ValueUnit.CELSIUS
