# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a drive is asked for its health, so that a disk that wants to sleep can.

UDisks2 reads every drive that is awake each ten minutes, and keeps the values. SMART commands start
the standby timer of many hard disks anew: what is read more often than that, or of a disk that
nobody uses, would keep it awake.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum, auto

from driveproof.domain.health.report import Health
from driveproof.domain.health.rules import OLD_SECONDS
from driveproof.domain.quantity import Age
from driveproof.domain.say import Say

FRESH_SHOWN = 25.0
"""Seconds for which the values of a drive on the screen are new enough."""
FRESH = 600.0
"""The same of every other drive: UDisks2 reads it that often by itself."""
FRESH_TURNING = 900.0
"""The same of a hard disk: later than UDisks2 would have read it, had it been awake."""


class Occasion(StrEnum):
    """How it comes that the health of a drive is wanted."""

    LISTED = auto()
    """A list of drives, or another value that needs none of the newest."""
    ROUTINE = auto()
    """We look after the drives by ourselves."""
    SHOWN = auto()
    """The same for the drive on the screen."""
    ASKED = auto()
    """A person asks, or measures it. A drive that sleeps is not woken."""
    WAKE = auto()
    """A person wants it to be woken."""


class Choice(StrEnum):
    """Where the values come from."""

    KEPT = auto()
    """What UDisks2 has is new enough."""
    REST = auto()
    """What UDisks2 has, however old: nothing has used the disk since, and it may want to sleep."""
    ANEW = auto()
    """The drive is asked; UDisks2 looks first whether it sleeps, unless it is to be woken."""


def choice(
    occasion: Occasion,
    *,
    turns: bool,
    age: float | None,
    used: bool | None,
    testing: bool,
) -> Choice:
    """Whether a drive is asked.

    `turns`: it is, or may be, a hard disk. `age`: of what UDisks2 has, in s; None for nothing.
    `used`: whether there was I/O since UDisks2 read it; None where that is not known. `testing`: it
    tests itself, and is awake anyway.
    """
    if occasion in {Occasion.ASKED, Occasion.WAKE}:
        return Choice.ANEW
    if occasion is Occasion.LISTED:
        return Choice.KEPT
    fresh = FRESH_SHOWN if occasion is Occasion.SHOWN else FRESH
    resting = turns and not testing
    if resting:
        fresh = FRESH_TURNING
    if age is not None and age < fresh:
        return Choice.KEPT
    if resting and age is not None and used is False:
        return Choice.REST
    return Choice.ANEW


def resting(health: Health, now: datetime) -> Say | None:
    """Why old values of a drive are shown; None where they are not old for that reason."""
    if health.updated is None:
        return None
    age = Age((now - health.updated).total_seconds())
    if health.asleep:
        return Say("Asleep, and not woken: values from {age} ago.", age=age)
    if health.at_rest:
        return Say("Idle, and left alone so that it can sleep: values from {age} ago.", age=age)
    return None


def warmth(health: Health) -> float | None:
    """Its temperature in degrees Celsius, as long as it says how warm it is now."""
    read = health.updated or health.taken
    return None if (health.taken - read).total_seconds() >= OLD_SECONDS else health.temperature
