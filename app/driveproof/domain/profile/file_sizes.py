# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of a file-sizes run: file operations over sizes of files and records."""

from __future__ import annotations

from dataclasses import dataclass, replace

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.phase import SEPARATOR, Phase
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.work import (
    FileOperation,
)
from driveproof.domain.units import block_name

_OF_OPERATION = {
    FileOperation.WRITE: (Direction.WRITE, Pattern.SEQUENTIAL),
    FileOperation.REWRITE: (Direction.WRITE, Pattern.SEQUENTIAL),
    FileOperation.READ: (Direction.READ, Pattern.SEQUENTIAL),
    FileOperation.REREAD: (Direction.READ, Pattern.SEQUENTIAL),
    FileOperation.RANDOM_READ: (Direction.READ, Pattern.RANDOM),
    FileOperation.RANDOM_WRITE: (Direction.WRITE, Pattern.RANDOM),
    FileOperation.RECORD_REWRITE: (Direction.WRITE, Pattern.SEQUENTIAL),
}
OPERATIONS = tuple(_OF_OPERATION)


def file_sizes_cell(
    operation: FileOperation,
    size: int,
    record: int,
    *,
    sync: bool = False,
    seconds: float = 2.0,
    most: int = 256 * 2**20,
) -> Phase:
    """One cell of the map: what it does with records of `record` bytes in a file of `size`.

    The names are stable: other programs' results get the same.
    """
    direction, pattern = _OF_OPERATION[operation]
    words = f"{operation} with O_SYNC" if sync else str(operation)
    sizes = f"{block_name(record)} / {block_name(size)}"
    whole = pattern == Pattern.SEQUENTIAL and operation is not FileOperation.RECORD_REWRITE
    return Phase(
        title=f"{words[0].upper()}{words[1:]}{SEPARATOR}{sizes}",
        direction=direction,
        pattern=pattern,
        block_size=record,
        queue_depth=1,
        warmup=0.0,
        seconds=seconds,
        limit=size if whole else min(size, most),
        once=direction == Direction.READ,
        operation=operation,
        extent=size,
        sync=sync,
    )


@dataclass(frozen=True, slots=True)
class FileSizesPlan:
    """Each of `operations` at every pair of a file size and a record size (bytes) that fit.

    Writes are done with O_SYNC as well if `sync` is set. A cell ends when its bytes are moved or
    after `seconds`; a random cell, or one that writes one record, moves at most `most` bytes.
    """

    sizes: tuple[int, ...]
    records: tuple[int, ...]
    operations: tuple[FileOperation, ...] = OPERATIONS
    sync: bool = True
    seconds: float = 2.0
    most: int = 256 * 2**20

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
            if record <= size and (not sync or _OF_OPERATION[operation][0] == Direction.WRITE)
        )

    @property
    def laid_out(self) -> int:
        """Bytes of all files, which are made anew after each part that writes new ones."""
        return sum(self.sizes) * (2 if self.sync else 1)

    @property
    def files_made(self) -> int:
        """How many that are."""
        return len(self.sizes) * (2 if self.sync else 1)

    def up_to(self, size: int) -> FileSizesPlan:
        """The plan without files larger than `size` bytes. Raises UsageError if none is left."""
        left = tuple(one for one in self.sizes if one <= size)
        if not any(record <= one for one in left for record in self.records):
            raise UsageError(
                "The size must be at least {least}, not {size}.",
                size=Bytes(size, binary=True),
                least=Bytes(self.sizes[0], binary=True),
            )
        return replace(self, sizes=left)
