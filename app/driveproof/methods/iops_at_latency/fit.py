# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large the test file has to be, so that the drive's write cache does not hold all of it."""

from __future__ import annotations

from driveproof.domain.notes import Note
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import MeasuredFolder
from driveproof.methods.iops_at_latency.plan import Plan, sized_for


def fit(
    profile: Profile, place: MeasuredFolder, free: int | None, means: Means
) -> tuple[Profile, tuple[Note, ...]]:
    """The profile with the test file for this place, unless somebody chose its size."""
    plan = profile.plan
    assert isinstance(plan, Plan)
    if plan.chosen:
        return profile, ()
    cache = means.context.known.write_cache(place.target.identity)
    return sized_for(profile, free=free, cache=cache)
