# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A load curve: one access pattern with more and more requests in flight."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from driveproof.domain.access import Direction
from driveproof.domain.method import Trait
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.load_curve import load_phases
from driveproof.domain.profile.phase import Phase

REPEATS = 3
PAUSE = 1.0
TRAITS = frozenset(
    {Trait.FOLDER, Trait.ROUNDS, Trait.GOES_ON, Trait.JOB_FILE},
)


class Plan(Struct, frozen=True):
    """A test at each of `depths`, with each number of `jobs` (domain/profile/load_curve.py), in a
    test file of `size` bytes. `limit` bounds the bytes that one repeat writes, `read_share` is in
    percent.
    """

    size: Annotated[int, sized(2**20, 2**40, 2**20)]
    depths: tuple[Annotated[int, Meta(ge=1, le=256)], ...]
    jobs: tuple[Annotated[int, Meta(ge=1, le=64)], ...] = ()
    direction: Literal[Direction.READ, Direction.WRITE, Direction.MIXED] = Direction.READ
    read_share: Annotated[int, Meta(ge=1, le=99)] = 70
    block_size: Annotated[int, sized(512, 2**26, 512)] = 4096
    seconds: Annotated[float, Meta(ge=0.5, le=600)] = 1.5
    limit: Annotated[int, sized(2**20, 2**44)] = 2**31

    @property
    def least(self) -> int:
        """Bytes of the smallest test file: each job has a block of its own."""
        return max((phase.block_size * phase.jobs for phase in self.phases), default=0)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The tests, from the fewest requests in flight to the most of each number of jobs."""
        return load_phases(
            self.depths,
            self.jobs,
            direction=self.direction,
            block_size=self.block_size,
            seconds=self.seconds,
            limit=self.limit,
            read_share=self.read_share,
        )
