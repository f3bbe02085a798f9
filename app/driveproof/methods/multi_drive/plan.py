# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives: each read alone, then all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import Meta, Struct, field, structs

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import FIO_OVERHEAD, CostBounds, Profile
from driveproof.domain.quantity import DriveNumber
from driveproof.domain.run.multi_drive import PART_TITLES
from driveproof.domain.run.work import IoOptions, Part
from driveproof.domain.say import Title

BLOCK = 2**20
LEAST = 16 * BLOCK
MOST = 16
"""As many jobs one person may have at the helper (helper-threats.md)."""
DEPTH = 8
_WARMUP = 0.5
TRAITS = frozenset({Trait.FOLDER, Trait.ROUNDS, Trait.SEVERAL, Trait.NO_EXPERIMENT})


class Plan(Struct, frozen=True):
    """Sequential reads of `drives` drives, on a test file of `each` bytes where a drive is given as
    one of its folders (`files` of them).
    """

    each: Annotated[int, sized(LEAST, 2**40, BLOCK)] = field(default=2**30, name="size")
    seconds: Annotated[float, Meta(ge=0.5, le=600)] = 3.0
    drives: int = 2
    files: int = 2

    @property
    def size(self) -> int:
        """Bytes of all test files."""
        return self.each * self.files

    @property
    def devices(self) -> int:
        """Drives that are read as devices."""
        return self.drives - self.files

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Each drive alone, then each while all are read."""
        return tuple(
            self._phase(part, number)
            for part in (Part.ALONE, Part.AT_ONCE)
            for number in range(1, self.drives + 1)
        )

    def _phase(self, part: Part, number: int) -> Phase:
        words = PART_TITLES[part]
        return Phase(
            title=Title("{drive} · {part}", drive=DriveNumber(number), part=words),
            direction=Direction.READ,
            pattern=Pattern.SEQUENTIAL,
            block_size=BLOCK,
            queue_depth=DEPTH,
            seconds=self.seconds,
            warmup=min(_WARMUP, self.seconds),
            variant=f"drive {number}, {words}",
            part=part,
            asked=IoOptions(drive=number),
        )

    @property
    def most_drives(self) -> int:
        """As many as it can measure."""
        return MOST

    def of_drives(self, on_device: Sequence[bool]) -> Plan:
        """For so many."""
        return structs.replace(self, drives=len(on_device), files=on_device.count(False))

    def cost(self, profile: Profile) -> CostBounds:
        """All drives at once take as long as one."""
        steps = (self.drives + 1) * profile.repeats
        most = steps * (self.seconds + min(_WARMUP, self.seconds) + FIO_OVERHEAD)
        return CostBounds((steps * self.seconds, most))


def of_one_drive(profile: Profile, number: int) -> Profile:
    """What of the profile is measured on the drive with this number (from 1), as plain tests."""
    plan = profile.plan
    assert isinstance(plan, Plan)
    mine = tuple(plain_phase(phase) for phase in profile.phases if phase.asked.drive == number)
    return replace(profile, plan=None, phases=mine[:1], size=plan.each)


def plain_phase(phase: Phase) -> Phase:
    """The test itself, without its place in the measurement: what a helper or fio is asked for."""
    return replace(phase, asked=replace(phase.asked, drive=0), part=Part.NONE)
