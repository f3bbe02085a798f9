# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The proposed settings of an experiment, and its cost before anything is measured."""

from __future__ import annotations

from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.experiment.action import SWITCHED_BACK, Action
from driveproof.domain.experiment.plan import BASELINES, IN_TURN, ExperimentPlan, before_and_after
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Plural


def proposed_repeats(profile: Profile) -> tuple[int, int]:
    """How many repeats of each test a run has, and up to how many a test goes on that is not
    certain, 0 where it does not: as the profile says, and never too few, unless it is done once.
    """
    if profile.repeats >= LEAST_REPEATS or has_trait(profile.method, Trait.ONCE):
        return profile.repeats, profile.max_repeats
    return LEAST_REPEATS, 0


def plan_for(action: Action, baselines: int | None = None) -> ExperimentPlan:
    """The runs and looks of an experiment; `baselines` is the number of runs before, None for the
    usual one.
    """
    return IN_TURN if action in SWITCHED_BACK else before_and_after(baselines or BASELINES)


def too_few(repeats: int) -> Note | None:
    """That so few repeats a run show very large changes at most, said before anything is measured;
    None where they are enough.
    """
    if repeats >= LEAST_REPEATS:
        return None
    return Note(
        "With {repeats}, only very large changes are detectable. Measure {needed}.",
        repeats=Plural("{count} repeat", "{count} repeats", repeats),
        needed=LEAST_REPEATS,
    )
