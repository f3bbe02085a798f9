# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples from the beginning to the end of a device, then accesses at random."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, structs

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import LAYOUT_RATE, SECTOR, Phase
from driveproof.domain.quantity import Bytes, Plural
from driveproof.domain.say import Say, Title

# Each sample is read in two halves: the first brings the heads of a hard disk there, and only the
# second is counted, or a seek of 15 ms would be a fifth of what 10 MiB take.
HALVES = 2
# A slow but usable drive, for the time that is told before anything is known: 15 ms are a hard
# disk's average access, and 20 an old one's.
SLOW_ACCESS = 0.02

ZONES, ACCESSES = 0, 1  # the two phases of a scan, in their order
TRAITS = frozenset({Trait.ONE_PASS, Trait.OWN_SECONDS, Trait.NO_FILE, Trait.BY_POSITION})


class Plan(Struct, frozen=True):
    """`positions` samples of `sample` bytes from begin to end, then `accesses` reads of
    `access_size` bytes at seeded random offsets.
    """

    positions: Annotated[int, Meta(ge=2, le=10_000)] = 100
    sample: Annotated[int, sized(HALVES * SECTOR, 2**25, HALVES * SECTOR)] = 10 * 2**20
    accesses: Annotated[int, Meta(ge=1, le=10_000)] = 1000
    access_size: Annotated[int, sized(SECTOR, 2**24, SECTOR)] = SECTOR

    @property
    def size(self) -> int:
        """It has no test file."""
        return 0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """As two tests; their seconds are those of a slow drive."""
        one, another = self.positions * self.sample / LAYOUT_RATE, self.accesses * SLOW_ACCESS
        return (
            Phase(Title("Throughput by position"), Direction.READ, Pattern.SEQUENTIAL,
                  self.sample // HALVES, 1,
                  warmup=0.0, seconds=one + self.positions * SLOW_ACCESS),
            Phase(Title("Access time"), Direction.READ, Pattern.RANDOM, self.access_size, 1,
                  warmup=0.0, seconds=another),
        )  # fmt: skip

    @property
    def does(self) -> Say:
        """What it reads."""
        return Say(
            # Translators: {samples} is like "100 samples", {accesses} like "1 000 reads".
            "{samples} of {size} and {accesses} of {access_size}",
            samples=Plural("{count} sample", "{count} samples", self.positions),
            size=Bytes(self.sample, binary=True),
            accesses=Plural("{count} read", "{count} reads", self.accesses),
            access_size=Bytes(self.access_size, binary=True),
        )

    def on_device(self, size: int) -> tuple[Plan, tuple[Note, ...]]:
        """Smaller samples, then fewer, where the device is small."""
        positions = max(1, min(self.positions, size // (HALVES * SECTOR)))
        room = size // positions
        sample = min(self.sample, room - room % (HALVES * SECTOR))
        fitted = structs.replace(self, positions=positions, sample=sample)
        if fitted == self:
            return self, ()
        note = Note(
            "Small device: {count} samples of {size}, not {planned} of {planned_size}.",
            count=fitted.positions,
            size=Bytes(fitted.sample, binary=True),
            planned=self.positions,
            planned_size=Bytes(self.sample, binary=True),
        )
        return fitted, (note,)

    def distance(self, size: int) -> int:
        """Bytes from one sample to the next, so that the last ends where the device does."""
        if self.positions == 1:
            return self.sample
        distance = (size - self.sample) // (self.positions - 1)
        return distance - distance % SECTOR
