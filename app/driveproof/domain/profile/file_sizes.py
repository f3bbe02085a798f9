# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cell of a file-sizes run: a file operation at a size of files and of records."""

from __future__ import annotations

from typing import Literal, get_args

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.work import (
    FileOperation,
    IoOptions,
)
from driveproof.domain.say import Title
from driveproof.domain.title import apart
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
OPERATION_TITLES = {
    FileOperation.WRITE: Title("Write"),
    FileOperation.REWRITE: Title("Rewrite"),
    FileOperation.READ: Title("Read"),
    FileOperation.REREAD: Title("Reread"),
    FileOperation.RANDOM_READ: Title("Random read"),
    FileOperation.RANDOM_WRITE: Title("Random write"),
    FileOperation.RECORD_REWRITE: Title("Record rewrite"),
}
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
    title = OPERATION_TITLES[operation]
    if sync:
        title = Title("{operation} with O_SYNC", operation=title)
    sizes = f"{block_name(record)} / {block_name(size)}"
    whole = pattern == Pattern.SEQUENTIAL and operation is not FileOperation.RECORD_REWRITE
    return Phase(
        title=apart(title, sizes),
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
