# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of a latency is ours, and what the first read after a pause costs."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import FIO_OVERHEAD, CostBounds, Profile
from driveproof.domain.run.latency_breakdown import breakdown_title
from driveproof.domain.run.work import IoOptions, Part

BLOCK = 4096
IN_MEMORY = 16 * 2**20
"""Bytes of the test file that are read into the page cache, and read again from there."""
LEAST = 4 * IN_MEMORY
"""Bytes: of a smaller file a drive's own cache would hold too much."""
PAUSES = ((0.1, 20), (1.0, 5), (10.0, 3))
"""Seconds without a request, and after how many of them a read is timed in a repeat. Drives and
links fall asleep after 50 ms to some seconds (NVMe APST, SATA DIPM)."""
AWAKE = PAUSES[:2]
"""The same with processors that are kept busy in the pause: only the drive can sleep then."""


TRAITS = frozenset({Trait.FOLDER, Trait.NO_DEVICE, Trait.ROUNDS})


class Plan(Struct, frozen=True):
    """Reads of 4 KiB, one at a time: without any I/O, from memory, from the drive, and the first
    one after pauses, in which the processor may sleep or not. The test file has `size` bytes; the
    tests without a pause take `seconds`.
    """

    size: Annotated[int, sized(LEAST, 2**40, 2**20)] = 2**30
    seconds: Annotated[float, Meta(ge=0.5, le=600)] = 2.0
    pauses: tuple[tuple[float, int], ...] = PAUSES
    awake: tuple[tuple[float, int], ...] = AWAKE

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The shares of the breakdown, then the pauses from the shortest to the longest."""
        return (
            self._phase(Part.NO_IO),
            self._phase(Part.MEMORY),
            self._phase(Part.DRIVE),
            *(self._phase(Part.DRIVE, pause) for pause in self.pauses),
            *(self._phase(Part.AWAKE, pause) for pause in self.awake),
        )

    def _phase(self, part: Part, pause: tuple[float, int] | None = None) -> Phase:
        seconds, count = pause or (0.0, 0)
        return Phase(
            title=breakdown_title(part, seconds),
            direction=Direction.READ,
            pattern=Pattern.RANDOM,
            block_size=BLOCK,
            queue_depth=1,
            # The first read comes at once: it is in the warm-up, and the pauses are counted.
            warmup=seconds / 2 if pause else min(0.5, self.seconds),
            seconds=seconds * count if pause else self.seconds,
            engine=Engine.NULL if part is Part.NO_IO else Engine.PSYNC,
            direct=part in (Part.DRIVE, Part.AWAKE),
            warm=part in (Part.NO_IO, Part.MEMORY),
            variant=str(part),
            part=part,
            extent=IN_MEMORY if part is Part.MEMORY else 0,
            asked=IoOptions(think_time=seconds),
        )

    def cost(self, profile: Profile) -> CostBounds:
        """Each repeat of each test takes its seconds."""
        least = profile.repeats * sum(phase.warmup + phase.seconds for phase in self.phases)
        return CostBounds((least, least + profile.repeats * len(self.phases) * FIO_OVERHEAD))
