# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which profiles several hosts can measure at once."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.access import DIRECT
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.method import FIO
from driveproof.domain.profile.profile import Profile

_ELSEWHERE = Advice("Measure on one host.")


def of_lists(profile: Profile) -> bool:
    """Whether it is a list of tests, each of which is over when its time is."""
    plain = profile.method == FIO and profile.plan is None
    return plain and not any(phase.asked.end_fsync for phase in profile.phases)


def on_hosts(profile: Profile, hosts: int) -> Profile:
    """The profile as so many hosts measure it at once: what it writes is what all of them write.

    Raises UsageError for one that several hosts cannot measure at once.
    """
    _check(profile)
    profile = profile.for_drive(SpeedClass.OTHER)
    budget = None if profile.budget is None else profile.budget * hosts
    return replace(profile, hosts=hosts, budget=budget)


def _check(profile: Profile) -> None:
    if not of_lists(profile):
        raise UsageError(
            "{title} measures only one host.",
            title=profile.title,
            advice=_ELSEWHERE,
        )
    if profile.nocow:
        raise UsageError(
            "A test file without copy-on-write cannot be used with several hosts.",
            advice=Advice("Measure on one host."),
        )
    if profile.cache == DIRECT and all(phase.direct for phase in profile.phases):
        return
    raise UsageError(
        "{title} uses buffered I/O: each host would measure its memory.",
        title=profile.title,
        advice=Advice("Choose another profile.")
        if profile.as_written
        else Advice(Remedy.CHOOSE_DIRECT),
    )
