# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which places of which files are read: the same number of each age, from as many files as are."""

from __future__ import annotations

import errno
import os
import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from statistics import median

from driveproof.domain.errors import MachineError
from driveproof.domain.run.file_ages import (
    AGED_BLOCK,
    LEAST_BYTES,
    LEAST_FILES,
    Age,
    FileAges,
    FilesOfAge,
    LeftOut,
    LeftOutFiles,
    age_of,
)
from driveproof.system.kernel.aged_files import AgedFile, Blocks, FoundFiles, blocks_of

_MOST_ASKED = 512
"""Files of an age that are asked where they lie."""


@dataclass(frozen=True, slots=True)
class Place:
    """AGED_BLOCK bytes of a file from this byte on, written so many seconds ago."""

    file: AgedFile
    offset: int
    age: float


@dataclass(slots=True)
class Chosen:
    """What was found of each age, and the places that are read, in a random order."""

    about: FileAges
    places: dict[Age, tuple[Place, ...]] = field(default_factory=dict)


def choose(
    found: FoundFiles, wanted: int, now: float, *, stopped: Callable[[], bool], seed: int = 1
) -> Chosen:
    """Up to `wanted` places of each age that has enough files, at `now` in seconds since 1970.

    The oldest come first: what files share (reflinks) is as old as the oldest of them, and no place
    is read twice. Raises MachineError where the file system takes no direct I/O.
    """
    drawn = random.Random(seed)
    by_age: dict[Age, list[AgedFile]] = {age: [] for age in Age}
    for file in found.files:
        by_age[age_of(now - file.written)].append(file)
    taken: set[int] = set()
    ages: list[FilesOfAge] = []
    places: dict[Age, tuple[Place, ...]] = {}
    for age in reversed(Age):
        files = by_age[age]
        if not files or stopped():
            continue
        size = sum(file.size for file in files)
        middle = median(max(0.0, now - file.written) for file in files)
        of_age = FilesOfAge(age, len(files), size, middle)
        ages.append(of_age)
        some = _places(files, wanted, now, taken, drawn) if of_age.enough else ()
        if some:
            places[age] = some
            continue
        for file in files:
            found.leave(LeftOut.FEW, file.size)
    return Chosen(_about(found, ages), {age: places[age] for age in Age if age in places})


def _about(found: FoundFiles, ages: Sequence[FilesOfAge]) -> FileAges:
    left_out = (
        LeftOutFiles(why, found.left_out[why], found.left_out_bytes[why])
        for why in LeftOut
        if found.left_out[why]
    )
    return FileAges(
        files=found.looked,
        bytes=found.bytes,
        whole=found.whole,
        born=found.born,
        ages=tuple(reversed(ages)),
        left_out=tuple(left_out),
    )


def _places(
    files: Sequence[AgedFile], wanted: int, now: float, taken: set[int], drawn: random.Random
) -> tuple[Place, ...]:
    """Places of files of one age, as many of each file as there are; () of too few."""
    asked = drawn.sample(files, min(len(files), _MOST_ASKED))
    rows: list[list[Place]] = []
    there = 0
    for file in asked:
        row, count = _drawn(file, wanted, now, taken, drawn)
        if row:
            rows.append(row)
            there += count
    if len(rows) < LEAST_FILES or there * AGED_BLOCK < LEAST_BYTES:
        return ()
    found: list[Place] = []
    while rows and len(found) < wanted:
        found += (row.pop() for row in rows)
        rows = [row for row in rows if row]
    del found[wanted:]
    drawn.shuffle(found)
    return tuple(found)


def _drawn(
    file: AgedFile, most: int, now: float, taken: set[int], drawn: random.Random
) -> tuple[list[Place], int]:
    """Some of the places of a file, and how many it has. What was taken before is not."""
    blocks: tuple[Blocks, ...] = ()
    with suppress(FileNotFoundError, PermissionError):
        try:
            descriptor = file.open(os.O_DIRECT)
        except OSError as error:
            if error.errno == errno.EINVAL:
                raise MachineError("{path} takes no direct I/O.", path=file.path) from error
            if error.errno not in (errno.ESTALE, errno.ELOOP, errno.ENXIO):
                raise
            return [], 0
        try:
            blocks = blocks_of(descriptor, file.size)
        finally:
            os.close(descriptor)
    ends = list(accumulate(one.number for one in blocks))
    count, age = ends[-1] if ends else 0, max(0.0, now - file.written)
    row: list[Place] = []
    for number in drawn.sample(range(count), min(count, most)):
        part = bisect_right(ends, number)
        beyond = (number - (ends[part] - blocks[part].number)) * AGED_BLOCK
        place = blocks[part].place
        if place is not None:
            if place + beyond in taken:
                continue
            taken.add(place + beyond)
        row.append(Place(file, blocks[part].offset + beyond, age))
    return row, count
