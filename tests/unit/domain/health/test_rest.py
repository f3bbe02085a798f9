# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a drive is asked, and which of its values are said to be old."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from driveproof.domain.health.report import Health
from driveproof.domain.health.rest import Choice, Occasion, choice, resting, warmth

KEPT, REST, ANEW = Choice
LISTED, ROUTINE, SHOWN, ASKED, WAKE = Occasion
NOW = datetime(2026, 11, 29, 3, tzinfo=UTC)
DISK, FLASH = True, False


@pytest.mark.parametrize(
    ("occasion", "turns", "age", "used", "testing", "chosen"),
    [
        # A hard disk that nobody uses is left alone, however old its values are.
        (ROUTINE, DISK, 899, True, False, KEPT), (ROUTINE, DISK, 900, False, False, REST),
        (ROUTINE, DISK, 900, True, False, ANEW), (ROUTINE, DISK, 9e5, False, False, REST),
        (SHOWN, DISK, 899, True, False, KEPT), (SHOWN, DISK, 900, False, False, REST),
        # Nobody counted: UDisks2 finds out whether it sleeps.
        (ROUTINE, DISK, 900, None, False, ANEW), (ROUTINE, DISK, None, None, False, ANEW),
        # One that tests itself is awake.
        (SHOWN, DISK, 24, False, True, KEPT), (SHOWN, DISK, 25, False, True, ANEW),
        (ROUTINE, DISK, 600, False, True, ANEW),
        # Flash wakes in milliseconds.
        (ROUTINE, FLASH, 599, None, False, KEPT), (ROUTINE, FLASH, 600, None, False, ANEW),
        (SHOWN, FLASH, 24, None, False, KEPT), (SHOWN, FLASH, 25, None, False, ANEW),
        (ROUTINE, FLASH, None, None, False, ANEW),
        # A list never asks, a person always does.
        (LISTED, DISK, None, True, True, KEPT), (LISTED, FLASH, 9e5, None, False, KEPT),
        (ASKED, DISK, 0, False, False, ANEW), (WAKE, DISK, 0, False, False, ANEW),
        (ASKED, FLASH, 0, None, False, ANEW),
    ],
)  # fmt: skip
def test_when_a_drive_is_asked(
    occasion: Occasion,
    turns: bool,
    age: float | None,
    used: bool | None,
    testing: bool,
    chosen: Choice,
) -> None:
    assert choice(occasion, turns=turns, age=age, used=used, testing=testing) is chosen


@pytest.mark.parametrize(
    ("asleep", "at_rest", "read", "why"),
    [(False, False, True, False), (True, False, True, True), (False, True, True, True),
     (True, False, False, False)],
)  # fmt: skip
def test_why_values_are_old(asleep: bool, at_rest: bool, read: bool, why: bool) -> None:
    updated = NOW - timedelta(hours=2) if read else None
    health = Health(taken=NOW, updated=updated, asleep=asleep, at_rest=at_rest)
    assert (resting(health, NOW) is not None) == why


@pytest.mark.parametrize(("minutes", "shown"), [(0, True), (59, True), (60, False)])
def test_an_old_temperature_is_not_that_of_now(minutes: int, shown: bool) -> None:
    health = Health(taken=NOW, updated=NOW - timedelta(minutes=minutes), temperature=40.0)
    assert (warmth(health) == 40.0) == shown
