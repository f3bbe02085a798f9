# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Smaller files where those of the profile do not fit."""

from __future__ import annotations

from driveproof.domain.notes import Note
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import MeasuredFolder
from driveproof.methods.everyday.plan import in_room


def fit(
    profile: Profile, place: MeasuredFolder, free: int | None, means: Means
) -> tuple[Profile, tuple[Note, ...]]:
    """The profile as it fits there."""
    del place, means
    return (profile, ()) if free is None else in_room(profile, free)
