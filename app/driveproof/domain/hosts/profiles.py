# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which profiles several hosts can measure at once."""

from __future__ import annotations

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.profile.kind import TESTS
from driveproof.domain.profile.profile import DIRECT, Profile


def of_lists(profile: Profile) -> bool:
    """Whether it is a list of tests, each of which is over when its time is."""
    plain = profile.kind is TESTS and profile.plan is None
    return plain and not any(phase.asked.end_fsync for phase in profile.phases)


def check_profile(profile: Profile) -> None:
    """Raises UsageError for a profile that several hosts cannot measure at once."""
    if not of_lists(profile) or profile.nocow:
        raise UsageError(
            "{title} measures one host: what it does next follows from what that one has shown,"
            " so several could not do the same at the same time.",
            title=profile.title,
            advice=Advice(
                "Choose a list of tests (quick, latency, a workload, a fio job file), or measure"
                " with this one on that host itself."
            ),
        )
    if profile.cache != DIRECT or not all(phase.direct for phase in profile.phases):
        raise UsageError(
            "{title} goes through the page cache: each host would measure its own memory.",
            title=profile.title,
            advice=Advice("Choose a profile, or a setting of this one, that goes past it."),
        )
