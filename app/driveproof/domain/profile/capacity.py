# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of capacity on a device: a probe of seconds, then all of it, unless it is a fake."""

from __future__ import annotations

from dataclasses import dataclass, replace

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.checks import CapacityPlan
from driveproof.domain.profile.course import Course, Step
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import Profile, capacity_profile
from driveproof.domain.run.areas import BLOCK, PROBE, CapacityVerdict, capacity_of
from driveproof.domain.run.run import PhaseResult

_MOST_BLOCKS = 400
"""Blocks that a probe writes at most: its markers, and those by which it finds the end."""
_SECONDS = 30.0
"""Of a probe on a slow stick."""


@dataclass(frozen=True, slots=True)
class DeviceCapacityPlan(CapacityPlan):
    """Probe a device; then fill its first `size` bytes and read them back, if they are not known to
    be fewer, and not with `only`. A `size` of 0 is the whole device.
    """

    only: bool = False

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The probe, and the two tests of all of it."""
        probe = Phase("Probe", Direction.WRITE, Pattern.RANDOM, BLOCK, 1, warmup=0.0,
                      seconds=_SECONDS, limit=_MOST_BLOCKS * BLOCK, tool=Tool.OWN,
                      variant=PROBE)  # fmt: skip
        return (probe,) if self.only else (probe, *CapacityPlan(self.size).phases)

    @property
    def unsized(self) -> bool:
        """A probe takes no longer on a large device."""
        return not self.size and not self.only

    def course(self, profile: Profile) -> Course:
        """A drive that the probe finds to be a fake is not filled: that would take hours, and show
        the same.
        """
        left = [phase.seconds for phase in profile.phases]
        for number, phase in enumerate(profile.phases):
            after = sum(left[number + 1 :])
            result = yield Step(phase, last=True, left=(after, after), likely=after)
            if not number and is_fake(result):
                return


def is_fake(result: PhaseResult | None) -> bool:
    """Whether a probe has proven that the drive has less than it says."""
    if result is None:
        return False
    found = [
        area
        for repeat in result.repeats
        for direction in repeat.directions.values()
        for area in direction.areas
    ]
    return capacity_of(found).verdict in (CapacityVerdict.WRAPS, CapacityVerdict.ENDS)


def with_probe(profile: Profile) -> Profile:
    """The profile as a probe alone. Raises UsageError for any but a check of capacity."""
    if profile.capacity is None:
        raise UsageError("{title} has no probe.", title=profile.title)
    return capacity_profile(profile, DeviceCapacityPlan(profile.capacity.size, only=True))


def on_device(profile: Profile, size: int = 0) -> Profile:
    """The check for so many bytes of a device, in whole blocks; any other profile as it is."""
    if profile.capacity is None:
        return profile
    plan = profile.capacity
    if not isinstance(plan, DeviceCapacityPlan):
        plan = DeviceCapacityPlan(plan.size)
    if size:
        plan = replace(plan, size=size - size % BLOCK)
    return capacity_profile(profile, plan)
