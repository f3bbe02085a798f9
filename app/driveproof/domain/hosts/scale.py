# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each test on 1, 2, 4, ... hosts, up to all: where does the storage stop growing?"""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Plural
from driveproof.domain.run.hosts import variant
from driveproof.domain.title import SEPARATOR, apart


def counts_up_to(most: int) -> tuple[int, ...]:
    """1, 2, 4, ... and all of them."""
    found = []
    count = 1
    while count < most:
        found.append(count)
        count *= 2
    return (*found, most)


def with_scale(profile: Profile, hosts: int) -> Profile:
    """The profile with each of its tests on more and more hosts, one after the other.

    Raises UsageError for a single host, which does not grow.
    """
    if hosts < 2:
        raise UsageError("Scaling needs at least two hosts.", advice=Advice("Name more hosts."))
    phases = tuple(_on(phase, count) for phase in profile.phases for count in counts_up_to(hosts))
    return replace(profile, phases=phases)


def _on(phase: Phase, count: int) -> Phase:
    words = variant(count)
    return replace(
        phase,
        title=apart(phase.title, Plural("{count} host", "{count} hosts", count)),
        variant=SEPARATOR.join(filter(None, (phase.variant, words))),
        asked=replace(phase.asked, hosts=count),
    )
