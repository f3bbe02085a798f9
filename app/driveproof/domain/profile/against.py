# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two drives against each other: one profile on both in turn, in a shuffled order."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import zip_longest

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.method import FIO
from driveproof.domain.profile.generated import order_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import DriveNumber
from driveproof.domain.say import Title
from driveproof.domain.title import apart

SIDES = (0, 1)
"""The drive that was named first, and the one that it is held against."""


def takes_turns(profile: Profile) -> bool:
    """Whether two drives can take it in turn: only a list of tests has the same steps on both. A
    search decides by what it measures, and the other kinds need a device, or fill it.
    """
    return profile.method == FIO and profile.plan is None


def check_against(profile: Profile) -> None:
    """Raises UsageError for a profile that two drives cannot take in turn."""
    if takes_turns(profile) and not profile.needs_root:
        return
    raise UsageError(
        "{title} measures one target.",
        title=profile.title,
        advice=Advice(
            "Use {name}, or compare two runs.",
            name="quick",
        ),
    )


def turns_of(profile: Profile, seed: int) -> tuple[int, ...]:
    """Which drive has each turn, 0 or 1: every repeat of every test on both, one right after the
    other.

    Which of them is first is drawn with `seed`, and each is first in half of the repeats of a test,
    so that what a pause, a warm processor or the time of day does falls on both alike. The same
    seed gives the same order.
    """
    dice = random.Random(seed)
    first: list[list[int]] = []
    for _phase in profile.phases:
        mine = [number % 2 for number in range(profile.repeats)]
        if profile.repeats % 2 and dice.random() < 0.5:
            mine = [1 - one for one in mine]  # the odd one is drawn as well
        dice.shuffle(mine)
        first.append(mine)
    found: list[int] = []
    for index, number in order_of(profile):
        one = first[index][number - 1]
        found += (one, 1 - one)
    return tuple(found)


def on_both(first: Profile, other: Profile) -> Profile:
    """The profile as both drives together take it, for whoever shows what it costs and how far they
    are: each test for the first drive, then for the other. A link may give one of them more to
    write, and a device has fewer tests than a folder.
    """
    phases = tuple(
        of_drive(phase, side)
        for pair in zip_longest(first.phases, other.phases)
        for side, phase in zip(SIDES, pair, strict=True)
        if phase is not None
    )
    return replace(first, phases=phases, size=first.size + other.size)


def of_drive(phase: Phase, side: int) -> Phase:
    """A test as that of one of the drives."""
    asked = replace(phase.asked, drive=side + 1)
    return replace(phase, title=title_of(phase.title, side), asked=asked)


def title_of(title: Title | str, side: int) -> Title:
    """What a test of one of the drives is called; test_titles.py puts in the drive's name."""
    return apart(title, DriveNumber(side + 1))


def place_of(index: int, side: int) -> int:
    """The place of a test (from 0) of one drive among those of `on_both`."""
    return index * len(SIDES) + side
