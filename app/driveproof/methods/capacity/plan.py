# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Filling a folder or a device and reading it back; a device is probed first."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.profile.choice import Choice
from driveproof.domain.profile.course import Course, Step
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import CHECK_BLOCK, Phase, Tool, whole_check
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.areas import AREA_BLOCK, PROBE, PROBE_TEST, CapacityVerdict, capacity_of
from driveproof.domain.run.run import FINISHED, PhaseResult, Run
from driveproof.domain.say import Say, Title

_MOST_BLOCKS = 400
"""Blocks that a probe writes at most: its markers, and those by which it finds the end."""
_SECONDS = 30.0
"""Of a probe on a slow stick."""
_NAME = "capacity"
_PROBE = Phase(Title("Probe"), Direction.WRITE, Pattern.RANDOM, AREA_BLOCK, 1, warmup=0.0,
    seconds=_SECONDS,
               limit=_MOST_BLOCKS * AREA_BLOCK, tool=Tool.OWN, variant=PROBE)  # fmt: skip
TRAITS = frozenset(
    {
        *(Trait.FOLDER, Trait.OWN_FILES, Trait.NO_BUDGET, Trait.ONE_PASS),
        *(Trait.ONCE, Trait.OWN_SECONDS, Trait.BY_POSITION, Trait.NO_EXPERIMENT),
    }
)


class Plan(Struct, frozen=True):
    """Fill `size` bytes with self-describing blocks, then read all of them back in the order in
    which they were written; 0: all that is free. With `probe` only single blocks of a device are
    written and read.
    """

    size: Annotated[int, sized(CHECK_BLOCK, 2**50, CHECK_BLOCK)] = 0
    probe: Annotated[
        bool,
        Choice(
            Say("Only a quick &probe"),
            Say("capacity: quick probe only"),
            tip=Say("Overwrites the partition table."),
            overwrites=True,
        ),
    ] = False

    @property
    def phases(self) -> tuple[Phase, ...]:
        """As two tests."""
        if self.probe:
            return (_PROBE,)
        return (
            whole_check(Title("Write everything"), Direction.WRITE, self.size, _NAME),
            whole_check(Title("Read back"), Direction.READ, self.size, _NAME),
        )

    @property
    def unsized(self) -> bool:
        """Whether its size matters and is not known yet: a probe takes no longer on a large one."""
        return not self.size and not self.probe

    def filled_by(self, run: Run) -> bool:
        """Whether anything but the probe was begun: it is single blocks, and may end everything."""
        filled = any(phase.name != PROBE_TEST for phase in run.phases)
        probed = filled or any(phase.repeats for phase in run.phases)
        return filled or (run.status != FINISHED and probed and not self.probe)

    def overwriting(self, size: int = 0) -> DevicePlan:
        """For a device, of which it fills so many bytes, in whole blocks; 0: as many as chosen."""
        return DevicePlan(size - size % AREA_BLOCK if size else self.size, self.probe)


class DevicePlan(Plan, frozen=True):
    """Probe a device; then fill its first `size` bytes and read them back, if they are not known to
    be fewer, and not with `probe`. A `size` of 0 is the whole device.
    """

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The probe, and the two tests of all of it."""
        return (_PROBE,) if self.probe else (_PROBE, *Plan(self.size).phases)

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
