# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an experiment will cost, and which profiles it can measure with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import UsageError
from driveproof.domain.experiment.action import TRIM
from driveproof.domain.experiment.experiment import ACTION, Experiment, Stage
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.estimate import Expected, Rates, expected_cost
from driveproof.domain.profile.for_device import needs_device, reading_only
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import TargetKind


@dataclass(frozen=True, slots=True)
class ExperimentCost:
    """How many runs, and at most: seconds in all, bytes written in all (None without a limit).
    `expected` is what one run will probably cost, None without evidence.
    """

    runs: int
    seconds: float
    written: int | None
    expected: Expected | None = None


def usable(profiles: Sequence[Profile], *, device: bool) -> tuple[Profile, ...]:
    """The profiles that a comparison can measure with, in a folder or of a device."""
    found = []
    for profile in profiles:
        by_itself = has_trait(profile.method, Trait.NO_EXPERIMENT)
        if by_itself or (needs_device(profile) and not device):
            continue  # or it looks at a drive itself
        if device:
            try:
                reading_only(profile)
            except UsageError:
                continue
        found.append(profile)
    return tuple(found)


def planned(experiment: Experiment, profile: Profile) -> Profile:
    """The profile as this experiment measures it."""
    wanted = experiment.profile
    custom = profile.customized(
        size=wanted.size,
        seconds=wanted.seconds,
        # Fixed repeats take a profile's rule away, by which a test goes on until it is certain.
        repeats=None if wanted.most_repeats else wanted.repeats,
        cache=wanted.cache,
    )
    return reading_only(custom) if experiment.target.kind == TargetKind.DEVICE else custom


def cost(
    experiment: Experiment,
    profile: Profile,
    stages: Sequence[Stage],
    rates: Rates | None = None,
    speed: SpeedClass = SpeedClass.OTHER,
) -> ExperimentCost:
    """What these steps cost on a drive of such rates and class. Raises UsageError for what cannot
    be measured there.
    """
    run = planned(experiment, profile.for_drive(speed))
    count = sum(stage.measures for stage in stages)
    device = experiment.target.kind == TargetKind.DEVICE
    once = 0 if device else run.bytes_written
    return ExperimentCost(
        count,
        count * run.seconds,
        None if once is None else count * once,
        None if device else expected_cost(run, rates),
    )


def needs_helper(experiment: Experiment) -> bool:
    """Whether the next step is done through the privileged helper."""
    stage = experiment.stage
    if stage is None:
        return False
    if stage.step == ACTION:
        return experiment.action == TRIM
    return stage.measures and (experiment.switched or experiment.target.kind == TargetKind.DEVICE)
