# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of a scan: samples from begin to end of a device, then accesses at random."""

from __future__ import annotations

from dataclasses import dataclass, replace

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.profile.phase import LAYOUT_RATE, Phase

# Each sample is read in two halves: the first brings the heads of a hard disk there, and only the
# second is counted, or a seek of 15 ms would be a fifth of what 10 MiB take.
HALVES = 2
# What every block is a multiple of: the sectors of today's drives, and of all others.
UNIT = 4096
# A slow but usable drive, for the time that is told before anything is known: 15 ms are a hard
# disk's average access, and 20 an old one's.
SLOW_ACCESS = 0.02

ZONES, ACCESSES = 0, 1  # the two phases of a scan, in their order


@dataclass(frozen=True, slots=True)
class ScanPlan:
    """`positions` samples of `sample` bytes from begin to end, then `accesses` reads of
    `access_size` bytes at seeded random offsets.
    """

    positions: int = 100
    sample: int = 10 * 2**20
    accesses: int = 1000
    access_size: int = UNIT

    @property
    def phases(self) -> tuple[Phase, Phase]:
        """As two tests; their seconds are those of a slow drive."""
        one, another = self.positions * self.sample / LAYOUT_RATE, self.accesses * SLOW_ACCESS
        return (
            Phase("Throughput by position", Direction.READ, Pattern.SEQUENTIAL,
                  self.sample // HALVES, 1,
                  warmup=0.0, seconds=one + self.positions * SLOW_ACCESS),
            Phase("Access time", Direction.READ, Pattern.RANDOM, self.access_size, 1,
                  warmup=0.0, seconds=another),
        )  # fmt: skip

    def fitted(self, size: int) -> ScanPlan:
        """The plan for a device of `size` bytes: smaller samples, then fewer, where it is small."""
        positions = max(1, min(self.positions, size // (HALVES * UNIT)))
        room = size // positions
        return replace(
            self, positions=positions, sample=min(self.sample, room - room % (HALVES * UNIT))
        )

    def distance(self, size: int) -> int:
        """Bytes from one sample to the next, so that the last ends where the device does."""
        if self.positions == 1:
            return self.sample
        distance = (size - self.sample) // (self.positions - 1)
        return distance - distance % UNIT
