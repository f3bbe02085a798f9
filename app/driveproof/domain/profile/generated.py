# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests under each scheduler or on each file system, and the order of all tests."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from driveproof.domain.errors import UsageError
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.profile import Profile
from driveproof.domain.title import apart

SHUFFLE_SEED = 1


def check_reads(profile: Profile) -> Profile:
    """The profile; raises UsageError where schedulers would be compared by writes."""
    if has_trait(profile.method, Trait.UNDER_SCHEDULERS):
        for phase in profile.phases:
            if phase.writes:
                raise UsageError(
                    "The method {method} only reads: {name}.",
                    method=profile.method,
                    name=phase.name,
                )
    return profile


def under_schedulers(profile: Profile, names: Sequence[str]) -> Profile:
    """The profile with each of its tests under each of the schedulers, in this order."""
    return replace(
        profile,
        phases=tuple(
            replace(phase, title=apart(phase.title, name), scheduler=name, variant=name)
            for phase, name in product(profile.phases, names)
        ),
    )


def order_of(profile: Profile, seed: int = SHUFFLE_SEED) -> tuple[tuple[int, int], ...]:
    """What is done one after the other: (index of the phase, number of the repeat), from 0 and 1.

    Tests go in rounds (`Profile.in_rounds` says why), but phase by phase through the page cache.
    Schedulers, file systems and what is shuffled go round by round as well, each in an order of its
    own. The same seed gives the same order.
    """
    repeats, tests = range(1, profile.repeats + 1), range(len(profile.phases))
    if profile.in_rounds:
        one_round = tests[::-1] if has_trait(profile.method, Trait.LAST_FIRST) else tests
        return tuple((index, repeat) for repeat in repeats for index in one_round)
    shuffled = (Trait.UNDER_SCHEDULERS, Trait.SHUFFLED)
    if not (profile.formats or any(has_trait(profile.method, one) for one in shuffled)):
        return tuple((index, repeat) for index in tests for repeat in repeats)
    return tuple(
        (index, repeat)
        for repeat, names in enumerate(rounds(profile, seed), start=1)
        for name in names
        for index, phase in enumerate(profile.phases)
        if phase.variant == name
    )


def rounds(profile: Profile, seed: int = SHUFFLE_SEED) -> tuple[tuple[str, ...], ...]:
    """The schedulers, the file systems or the shuffled tests of each repeat in their order."""
    drawn = random.Random(seed)
    names = list(dict.fromkeys(phase.variant for phase in profile.phases))
    found = []
    for _ in range(profile.repeats):
        drawn.shuffle(names)
        found.append(tuple(names))
    return tuple(found)
