# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File operations over sizes of files and records."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, structs

from driveproof.domain.access import Direction
from driveproof.domain.errors import UsageError
from driveproof.domain.method import Trait
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.file_sizes import (
    MOST_BYTES,
    OF_OPERATION,
    OPERATIONS,
    Operation,
    file_sizes_cell,
)
from driveproof.domain.profile.phase import Phase
from driveproof.domain.quantity import Bytes

REPEATS = 1
TRAITS = frozenset(
    {Trait.FOLDER, Trait.NO_DEVICE, Trait.OWN_FILES, Trait.JOB_FILE, Trait.MANY_TESTS}
)
_UNIT = 4096


class Plan(Struct, frozen=True):
    """Each of `operations` at every pair of a file size and a record size (bytes) that fit.

    Writes are done with O_SYNC as well if `sync` is set. A cell ends when its bytes are moved or
    after `seconds`; a random cell, or one that writes one record, moves at most `most` bytes.
    """

    sizes: tuple[Annotated[int, sized(2**16, 2**40, _UNIT)], ...]
    records: tuple[Annotated[int, sized(_UNIT, 2**26, _UNIT)], ...]
    operations: tuple[Operation, ...] = OPERATIONS
    sync: bool = True
    seconds: Annotated[float, Meta(ge=0.5, le=600)] = 2.0
    most: int = MOST_BYTES

    @property
    def size(self) -> int:
        """Bytes of the largest file: there is one at a time."""
        return max(self.sizes)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """File by file, each first written, so that everything later finds real blocks."""
        ways = (False, True) if self.sync else (False,)
        return tuple(
            file_sizes_cell(
                operation, size, record, sync=sync, seconds=self.seconds, most=self.most
            )
            for size in self.sizes
            for sync in ways
            for operation in self.operations
            for record in self.records
            if record <= size and (not sync or OF_OPERATION[operation][0] == Direction.WRITE)
        )

    @property
    def laid_out(self) -> int:
        """Bytes of all files, which are made anew after each part that writes new ones."""
        return sum(self.sizes) * (2 if self.sync else 1)

    @property
    def files_made(self) -> int:
        """How many that are."""
        return len(self.sizes) * (2 if self.sync else 1)

    def adjusted(self, size: int | None, seconds: float | None) -> Plan:
        """Without files larger than `size` bytes. Raises UsageError if none is left."""
        plan = self if seconds is None else structs.replace(self, seconds=seconds)
        if size is None:
            return plan
        left = tuple(one for one in self.sizes if one <= size)
        if not any(record <= one for one in left for record in self.records):
            raise UsageError(
                "The size must be at least {least}, not {size}.",
                size=Bytes(size, binary=True),
                least=Bytes(self.sizes[0], binary=True),
            )
        return structs.replace(plan, sizes=left)
