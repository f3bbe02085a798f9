# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cell of a file-sizes run: a file operation at a size of files and of records."""

from __future__ import annotations

from typing import Literal, get_args

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.profile.phase import SEPARATOR, Phase
from driveproof.domain.run.work import (
    FileOperation,
    IoOptions,
)
from driveproof.domain.units import block_name

MOST_BYTES = 256 * 2**20
"""Bytes that a random cell moves at most, or one that writes one record."""
OF_OPERATION = {
    FileOperation.WRITE: (Direction.WRITE, Pattern.SEQUENTIAL),
    FileOperation.REWRITE: (Direction.WRITE, Pattern.SEQUENTIAL),
    FileOperation.READ: (Direction.READ, Pattern.SEQUENTIAL),
    FileOperation.REREAD: (Direction.READ, Pattern.SEQUENTIAL),
    FileOperation.RANDOM_READ: (Direction.READ, Pattern.RANDOM),
    FileOperation.RANDOM_WRITE: (Direction.WRITE, Pattern.RANDOM),
    FileOperation.RECORD_REWRITE: (Direction.WRITE, Pattern.SEQUENTIAL),
}
"""The direction and the pattern of each."""
Operation = Literal[
    FileOperation.WRITE,
    FileOperation.REWRITE,
    FileOperation.READ,
    FileOperation.REREAD,
    FileOperation.RANDOM_READ,
    FileOperation.RANDOM_WRITE,
    FileOperation.RECORD_REWRITE,
]
OPERATIONS: tuple[Operation, ...] = get_args(Operation)


def file_sizes_cell(
    operation: FileOperation,
    size: int,
    record: int,
    *,
    sync: bool = False,
    seconds: float = 2.0,
    most: int = MOST_BYTES,
) -> Phase:
    """One cell of the map: what it does with records of `record` bytes in a file of `size`.

    The names are stable: other programs' results get the same.
    """
    direction, pattern = OF_OPERATION[operation]
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
        asked=IoOptions(sync="sync" if sync else ""),
    )
