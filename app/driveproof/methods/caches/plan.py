# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Caches: the same blocks read again and again, past the page cache and through it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, structs

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import resized
from driveproof.domain.run.run import THROUGH_CACHE
from driveproof.domain.run.work import IoOptions
from driveproof.domain.say import Title
from driveproof.domain.title import apart

REPEATS = 1
LEAST_BLOCKS = 64
"""A file of fewer blocks says nothing about a cache."""
TRAITS = frozenset({Trait.FOLDER, Trait.NO_DEVICE, Trait.OWN_FILES, Trait.ROUNDS, Trait.JOB_FILE})


class Plan(Struct, frozen=True):
    """All blocks of a new file in random order, the same one each time, `readings` times past the
    page cache, then as often through it. A reading ends with the file, or after `seconds`.
    """

    size: Annotated[int, sized(2**20, 2**40, 2**20)]
    block_size: Annotated[int, sized(512, 2**26, 512)] = 65536
    readings: Annotated[int, Meta(ge=2, le=20)] = 4
    seconds: Annotated[float, Meta(ge=0.5, le=86400)] = 60.0

    @property
    def least(self) -> int:
        """Bytes of the smallest file."""
        return LEAST_BLOCKS * self.block_size

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The readings past the page cache first: those through it would leave nothing to do."""
        return tuple(
            self._phase(number, direct=direct)
            for direct in (True, False)
            for number in range(1, self.readings + 1)
        )

    def _phase(self, number: int, *, direct: bool) -> Phase:
        title = Title("Reading {number}", number=number)
        return Phase(
            title=title if direct else apart(title, THROUGH_CACHE),
            direction=Direction.READ,
            pattern=Pattern.RANDOM,
            block_size=self.block_size,
            queue_depth=1,
            warmup=0.0,
            seconds=self.seconds,
            limit=self.size,
            engine=Engine.PSYNC,
            direct=direct,
            warm=number > 1 and not direct,
            variant=f"reading {number}" if direct else f"{THROUGH_CACHE}, reading {number}",
            once=True,
            asked=IoOptions(reading=number),
        )

    def begins_anew(self, phase: Phase) -> bool:
        """Nothing of the file was ever read before the first reading."""
        return phase.direct and phase.asked.reading == 1

    def adjusted(self, size: int | None, seconds: float | None) -> Plan:
        """In whole blocks. Raises UsageError for a file that is too small."""
        plan: Plan = resized(self, size, seconds)
        return structs.replace(plan, size=plan.size - plan.size % self.block_size)
