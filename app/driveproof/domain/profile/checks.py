# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan that fills a drive once, and how much a check moves at once."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.method import CAPACITY
from driveproof.domain.profile.phase import LAYOUT_RATE, Phase, Tool

CHECK_BLOCK = 2**20
"""Bytes that a check writes or reads at once."""


@dataclass(frozen=True, slots=True)
class CapacityPlan:
    """Fill `size` bytes with self-describing blocks, then read all of them back in the order in
    which they were written; 0: all that is free.
    """

    size: int = 0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """As two tests; their seconds are those of a slow drive."""
        return (
            Phase("Write everything", Direction.WRITE, Pattern.SEQUENTIAL,
                  CHECK_BLOCK, 1, warmup=0.0,
                  seconds=self.size / LAYOUT_RATE, limit=self.size or None, tool=Tool.OWN,
                  variant=CAPACITY),
            Phase("Read back", Direction.READ, Pattern.SEQUENTIAL,
                  CHECK_BLOCK, 1, warmup=0.0,
                  seconds=self.size / LAYOUT_RATE, limit=self.size or None, tool=Tool.OWN,
                  variant=CAPACITY, once=True),
        )  # fmt: skip

    @property
    def unsized(self) -> bool:
        """Whether its size matters and is not known yet."""
        return not self.size
