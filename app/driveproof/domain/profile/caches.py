# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Caches: the same blocks read again and again, past the page cache and through it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.phase import SEPARATOR, Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.run import THROUGH_CACHE
from driveproof.domain.run.work import OURS

LEAST_BLOCKS = 64
"""A file of fewer blocks says nothing about a cache."""


@dataclass(frozen=True, slots=True)
class CachesPlan:
    """All blocks of a new file in random order, the same one each time, `readings` times past the
    page cache, then as often through it. A reading ends with the file, or after `seconds`.
    """

    size: int
    block_size: int = 65536
    readings: int = 4
    seconds: float = 60.0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The readings past the page cache first: those through it would leave nothing to do."""
        return tuple(
            self._phase(number, direct=direct)
            for direct in (True, False)
            for number in range(1, self.readings + 1)
        )

    def _phase(self, number: int, *, direct: bool) -> Phase:
        title = f"Reading {number}"
        return Phase(
            title=title if direct else f"{title}{SEPARATOR}{THROUGH_CACHE}",
            direction=Direction.READ,
            pattern=Pattern.RANDOM,
            block_size=self.block_size,
            queue_depth=1,
            warmup=0.0,
            seconds=self.seconds,
            limit=self.size,
            engine=Engine.PSYNC,
            direct=direct,
            variant=f"reading {number}" if direct else f"{THROUGH_CACHE}, reading {number}",
            once=True,
            asked=replace(OURS, reading=number),
        )

    def adjusted(self, size: int | None, seconds: float | None) -> CachesPlan:
        """Raises UsageError for a file that is too small."""
        plan = self if seconds is None else replace(self, seconds=seconds)
        if size is None:
            return plan
        least = LEAST_BLOCKS * self.block_size
        if size < least:
            raise UsageError(
                "The size must be at least {least}, not {size}.",
                size=Bytes(size, binary=True),
                least=Bytes(least, binary=True),
            )
        return replace(plan, size=size - size % self.block_size)


def begins_anew(profile: Profile, phase: Phase) -> bool:
    """Whether a test of caches needs a new file, of which nothing was ever read."""
    return isinstance(profile.plan, CachesPlan) and phase.direct and phase.asked.reading == 1
