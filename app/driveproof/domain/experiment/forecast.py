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
from driveproof.domain.experiment.plan import ExperimentPlan
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.estimate import Expected, Rates, expected_cost
from driveproof.domain.profile.for_device import needs_device, reading_only
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile_cost import NO_LIMIT, at_most, expected_time
from driveproof.domain.quantity import Estimate, Plural, Seconds, SizeBound, TimeBound
from driveproof.domain.run.run import TargetKind
from driveproof.domain.say import Say


@dataclass(frozen=True, slots=True)
class ExperimentCost:
    """How many runs, and at most: seconds in all, bytes written in all (None without a limit).
    `expected` is what one run will probably cost, None without evidence.
    """

    runs: int
    seconds: float
    written: int | None
    expected: Expected | None = None

    @property
    def sentence(self) -> Say:
        """Time and bytes: "about 35 s, writes about 2.5 GB, at most 3 GB"."""
        found = self.expected
        time = at_most(TimeBound(self.seconds))
        if found is not None:
            time = expected_time(found.times(self.runs))
        return Say("{first}, {second}", first=time, second=self._written)

    def whole(self, plan: ExperimentPlan) -> Say:
        """All of an experiment: "3 or 4 measurements, 10 min apart, about 35 s each. Total: writes
        about 10 GB, at most 12 GB".
        """
        sure, found = plan.before + 1, self.expected
        count: Say | Plural = Plural("{count} measurement", "{count} measurements", self.runs)
        if plan.spacing and self.runs == sure + 1:
            count = Say("{sure} or {count} measurements", sure=sure, count=self.runs)
        elif plan.spacing and self.runs > sure:
            count = Say("{sure} to {count} measurements", sure=sure, count=self.runs)
        each = at_most(TimeBound(self.seconds / self.runs))
        if found is not None:
            each = expected_time(found)
        values = {"measurements": count, "each": each, "written": self._written}
        if not plan.spacing:
            return Say("{measurements}, {each} each. Total: {written}", **values)
        return Say(
            "{measurements}, {time} apart, {each} each. Total: {written}",
            time=Seconds(plan.spacing),
            **values,
        )

    @property
    def _written(self) -> Say:
        if self.written is None:
            return NO_LIMIT
        if not self.written:
            return Say("writes nothing")
        each = 0 if self.expected is None else self.expected.bytes_written
        likely = min(self.runs * each, self.written) or self.written
        amount = Estimate(SizeBound(likely), SizeBound(self.written))
        return Say("writes {amount}", amount=amount)


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
        repeats=None if wanted.max_repeats else wanted.repeats,
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
