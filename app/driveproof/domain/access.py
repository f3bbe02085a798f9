# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The access of a test: where its bytes go, in which order blocks come, and how I/Os are issued."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, get_args

from driveproof.domain.say import Say


class Direction(StrEnum):
    """Where the bytes of a test go; a mixed one reads and writes at once, and has both figures."""

    READ = "read"
    WRITE = "write"
    TRIM = "trim"
    MIXED = "mixed"


class Pattern(StrEnum):
    """The order of the blocks; UNKNOWN in another program's file alone."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"
    UNKNOWN = ""
    TASK = "task"
    """No blocks: a piece of work from begin to end, whose figure is its time."""


class Engine(StrEnum):
    """How fio issues the I/Os of a test of ours (fio(1), ioengine); other programs have others."""

    PSYNC = "psync"
    SYNC = "sync"
    LIBAIO = "libaio"
    IO_URING = "io_uring"
    POSIXAIO = "posixaio"
    MMAP = "mmap"
    NULL = "null"
    """No I/O at all: what fio itself takes."""


class Cache(StrEnum):
    """How the I/O goes: past the page cache, or through it, emptied or filled before a repeat."""

    DIRECT = "direct"
    COLD = "cold"
    WARM = "warm"


DIRECT, COLD, WARM = CACHES = tuple(Cache)
OfTests = Literal[
    Engine.PSYNC, Engine.SYNC, Engine.LIBAIO, Engine.IO_URING, Engine.POSIXAIO, Engine.MMAP
]
OF_TESTS: tuple[Engine, ...] = get_args(OfTests)
"""Engines that a test of one's own may name."""
ONE_AT_A_TIME = frozenset({Engine.PSYNC, Engine.SYNC, Engine.MMAP, Engine.NULL})
"""Engines that return when an I/O has ended."""
DIRECTIONS = (Direction.READ, Direction.WRITE, Direction.TRIM)
"""The directions that have figures of their own, in their usual order."""
PATTERNS = (Pattern.SEQUENTIAL, Pattern.RANDOM)


def ways_of(direction: Direction) -> tuple[Direction, ...]:
    """The directions in which a test of this one has figures: two when mixed."""
    mixed = direction == Direction.MIXED
    return (Direction.READ, Direction.WRITE) if mixed else (direction,)


CACHE_TITLES = {COLD: Say("cold cache"), WARM: Say("warm cache")}
