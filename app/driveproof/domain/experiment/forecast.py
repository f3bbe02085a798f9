# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an experiment will cost, and which profiles it can measure with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.errors import UsageError
from driveproof.domain.experiment.action import TRIM
from driveproof.domain.experiment.experiment import ACTION, Experiment, Stage
from driveproof.domain.profile.for_device import needs_device, readable
from driveproof.domain.profile.kind import BAD_SECTORS, CAPACITY, IDLE, SCHEDULERS, TOGETHER
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import TargetKind


@dataclass(frozen=True, slots=True)
class Cost:
    """At most: how many runs, seconds in all, bytes written (None without a limit)."""

    runs: int
    seconds: float
    written: int | None


_BY_THEMSELVES = (SCHEDULERS, CAPACITY, BAD_SECTORS, IDLE, TOGETHER)
"""Kinds of profile that compare or answer by themselves: an experiment refuses them."""


def usable(profiles: Sequence[Profile], *, device: bool) -> tuple[Profile, ...]:
    """The profiles that a comparison can measure with, in a folder or of a device."""
    found = []
    for profile in profiles:
        if profile.kind in _BY_THEMSELVES or (needs_device(profile) and not device):
            continue  # or it looks at a drive itself
        if device:
            try:
                readable(profile)
            except UsageError:
                continue
        found.append(profile)
    return tuple(found)


def planned(experiment: Experiment, profile: Profile) -> Profile:
    """The profile as this experiment measures it, its repeats left as they are."""
    wanted = experiment.profile
    custom = profile.customized(size=wanted.size, seconds=wanted.seconds, cache=wanted.cache)
    return readable(custom) if experiment.target.kind == TargetKind.DEVICE else custom


def cost(experiment: Experiment, profile: Profile, stages: Sequence[Stage]) -> Cost:
    """What these steps cost. Raises UsageError for what cannot be measured there."""
    one = planned(experiment, profile)
    runs = [stage for stage in stages if stage.measures]
    seconds, written = 0.0, 0
    endless = False
    for stage in runs:
        run = one.customized(repeats=stage.repeats)
        seconds += run.seconds
        bytes_written = 0 if experiment.target.kind == TargetKind.DEVICE else run.bytes_written
        endless = endless or bytes_written is None
        written += bytes_written or 0
    return Cost(len(runs), seconds, None if endless else written)


def needs_helper(experiment: Experiment) -> bool:
    """Whether the next step is done through the privileged helper."""
    stage = experiment.stage
    if stage is None:
        return False
    if stage.step == ACTION:
        return experiment.action == TRIM
    return stage.measures and (experiment.switched or experiment.target.kind == TargetKind.DEVICE)
