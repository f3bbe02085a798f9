# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A test of reads and writes together, added to a profile that has none."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.method import FIO
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile

MIXED = Phase(
    title="Mixed 4 KiB 70/30, Q32",
    direction=Direction.MIXED,
    pattern=Pattern.RANDOM,
    block_size=4096,
    queue_depth=32,
    limit=2 * 2**30,
    read_share=70,
)
"""As the first test of the profile `mixed`."""


def takes_mixed(profile: Profile) -> bool:
    """Whether a mixed test can be added to a profile: one of tests that has none."""
    return profile.method == FIO and all(
        phase.direction != Direction.MIXED for phase in profile.phases
    )


def with_mixed(profile: Profile) -> Profile:
    """The profile with a mixed test at its end. Raises UsageError where that makes no sense."""
    if not takes_mixed(profile):
        raise UsageError("{title} takes no mixed test.", title=profile.title)
    return profile.changed(lambda one: replace(one, phases=(*one.phases, MIXED)))
