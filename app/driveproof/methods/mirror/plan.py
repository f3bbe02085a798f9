# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror: one, two of one file, two of two files, and a copy."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.work import IoOptions, Part
from driveproof.domain.say import Title

BLOCK = 2**20
"""What a program that reads ahead asks for at once, and more than one stripe of any array."""
LEAST = 32 * BLOCK
"""A smaller pair of files is in the cache of a drive."""
FILES = 2

_TITLES = {
    Part.ONE_READER: Title("One reader"),
    Part.ONE_FILE: Title("Two readers of one file"),
    Part.TWO_FILES: Title("Two readers of two files"),
}
TRAITS = frozenset({Trait.FOLDER, Trait.NO_DEVICE, Trait.ROUNDS, Trait.JOB_FILE})


class Plan(Struct, frozen=True):
    """Two files of `size` bytes together: each test of readers lasts `seconds`, a copy ends with
    the file or after as long.
    """

    size: Annotated[int, sized(LEAST, 2**40, FILES * BLOCK)] = 2**30
    seconds: Annotated[float, Meta(ge=0.5, le=600)] = 3.0

    @property
    def bytes_of_each(self) -> int:
        """Of each file."""
        return self.size // FILES

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The readers, then the copy."""
        return (*map(self._readers, _TITLES), self._copy())

    def _readers(self, part: Part) -> Phase:
        return Phase(
            title=_TITLES[part],
            direction=Direction.READ,
            pattern=Pattern.SEQUENTIAL,
            block_size=BLOCK,
            queue_depth=1,
            jobs=1 if part is Part.ONE_READER else 2,
            seconds=self.seconds,
            warmup=min(0.5, self.seconds),
            engine=Engine.PSYNC,
            variant=str(part),
            extent=self.bytes_of_each,
            part=part,
            asked=IoOptions(files=FILES if part is Part.TWO_FILES else 1),
        )

    def _copy(self) -> Phase:
        return Phase(
            title=Title("Copy"),
            direction=Direction.MIXED,
            pattern=Pattern.SEQUENTIAL,
            block_size=BLOCK,
            queue_depth=1,
            write_depth=1,
            seconds=self.seconds,
            warmup=0.0,
            limit=self.bytes_of_each,
            engine=Engine.PSYNC,
            variant=str(Part.COPY),
            extent=self.bytes_of_each,
            part=Part.COPY,
            # Some file systems write a mirror through the page cache, whatever was asked for.
            asked=IoOptions(files=FILES, end_fsync=True),
        )
