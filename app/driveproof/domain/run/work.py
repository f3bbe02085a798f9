# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a test did beside its block size, queue depth and jobs: data, flushes, limits, order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple, Self

from driveproof.domain.access import Direction
from driveproof.domain.say import Say


class Data(StrEnum):
    """The content of the written blocks (fio(1), "Buffers and memory")."""

    FRESH = "fresh"
    """New random data in every block (refill_buffers)."""
    SCRAMBLED = "scrambled"
    """One random buffer, changed a little in every sector before each write (scramble_buffers)."""
    REPEATED = "repeated"
    """The same random buffer again and again."""
    ZEROS = "zeros"
    PATTERN = "pattern"
    """A pattern given by the person (buffer_pattern)."""
    COMPRESSIBLE = "compressible"
    """A part of it can be compressed or deduplicated (buffer_compress_percentage and its like)."""


DATA_TITLES = {
    Data.FRESH: Say("fresh data"),
    Data.SCRAMBLED: Say("scrambled data"),
    Data.REPEATED: Say("repeated data"),
    Data.ZEROS: Say("zeros"),
    Data.PATTERN: Say("a pattern"),
    Data.COMPRESSIBLE: Say("compressible data"),
}


class FileOperation(StrEnum):
    """What a test of a file-sizes run does with the records of a file; iozone's names."""

    NONE = ""
    """The test is none of these."""
    WRITE = "write"
    """Into a new file, for which the file system has to find room."""
    REWRITE = "rewrite"
    READ = "read"
    REREAD = "reread"
    RANDOM_READ = "random read"
    RANDOM_WRITE = "random write"
    RECORD_REWRITE = "record rewrite"
    """The first record over and over."""
    ALL = "all"
    """The mean of all of them, which a comparison makes."""


class Part(StrEnum):
    """Which part of a guided measurement a test is."""

    NONE = ""
    SUSTAINED = "sustained"
    """A long write, until the drive's cache is used up."""
    RECOVERY = "after"
    """The write after a pause, of `Work.rest` seconds."""
    RANDOM_END = "at the end"
    """Random writes after a long write: a shingled drive collapses under them."""
    PRECONDITIONING = "before the rounds"
    """The write that fills a device before rounds."""
    ROUND = "rounds"
    """Each repeat is a round, on the way to a steady state."""
    ONE_READER = "one reader"
    ONE_FILE = "two readers, one file"
    TWO_FILES = "two readers, two files"
    COPY = "copy"
    """One file is read, another written at the same pace, with an fsync at its end."""
    ALONE = "alone"
    """One of several drives, while the others rest."""
    AT_ONCE = "at once"
    """One of several drives, while all are read."""
    NO_IO = "no I/O"
    """fio alone: what a turn of its loop takes."""
    MEMORY = "memory"
    """Reads of what is in the page cache."""
    DRIVE = "drive"
    """Reads of the drive, beside those of nothing and of memory."""
    AWAKE = "drive, CPU awake"
    """The same after pauses in which no processor may sleep."""
    RECORDING = "recording"
    """What others did, while we did nothing."""
    REAL_LIFE = "real life"
    """A task as people have them: a tree that is copied, a database, a project that is compiled."""


READING_ALIKE = frozenset({Part.ONE_READER, Part.ONE_FILE, Part.TWO_FILES, Part.COPY})
"""The parts that show how many devices serve one reader and two."""
_BREAKDOWN = frozenset({Part.NO_IO, Part.MEMORY, Part.DRIVE, Part.AWAKE})


@dataclass(frozen=True, slots=True, kw_only=True)
class IoOptions:
    """What a test asks for beside its access; the defaults are those of our own tests, None is
    unknown throughout.

    `fsync` and `fdatasync` count the writes after which one followed (0: none followed),
    `end_fsync` says whether one followed the last write, `sync` is how the file was opened for
    writing ("", "sync" for O_SYNC, "dsync" for O_DSYNC). `rate` and `rate_iops` are the limits that
    were asked for, in bytes and in I/Os a second: () without one, else three numbers for reads,
    writes and trims, 0 for no limit in that direction. `think_time` is the pause after
    `think_blocks` I/Os, in seconds. `block_sizes` is "" where every block had the test's one size,
    else the options of fio that say otherwise ("bssplit=4k/60:64k/40", "bsrange=4k-64k",
    "bs=4k,64k"); `order` likewise what changes the order of the blocks
    ("random_distribution=zipf:1.2"), "" for one after the other or, of a random test, each as
    likely as the others; `offset` likewise what part of the target was left out ("offset=50%"), ""
    where it began at its first byte. `other` are options of fio that changed anything else
    ("blockalign=4k"). `files` is how many files it worked on: more than one where each job had its
    own. `reading` says which reading of the same blocks it is, from 1, 0 for anything else.
    `filesystem` is the one that was made for the test, "" where it was there before. `drive` is the
    number of the drive, from 1, in a measurement of several, 0 in any other. `log_block` are the
    bytes of the records that another job appended meanwhile, each with an fsync after it, as the
    log of a database; 0 where none did. They are no part of the test's own figures. `hosts` is on
    how many hosts it ran where that is what was varied, 0 in any other.
    """

    fsync: int | None = 0
    fdatasync: int | None = 0
    end_fsync: bool | None = False
    sync: str | None = ""
    rate: tuple[int, ...] | None = ()
    rate_iops: tuple[int, ...] | None = ()
    think_time: float | None = 0.0
    think_blocks: int | None = 1
    block_sizes: str | None = ""
    order: str | None = ""
    offset: str | None = ""
    other: str = ""
    files: int = 1
    reading: int = 0
    filesystem: str = ""
    drive: int = 0
    log_block: int = 0
    hosts: int = 0

    @property
    def paced(self) -> bool:
        """Whether something other than the drive held it back: a limit of rate, or pauses."""
        return bool(self.rate or self.rate_iops or self.think_time)

    def judged(self, direction: Direction) -> Self:
        """Only what makes a test of this direction another one, all else as in our own tests.

        Reads have nothing to flush, and only a mixed test has a log beside it.
        """
        found = self
        if direction == Direction.READ:
            found = replace(found, fsync=0, fdatasync=0, end_fsync=False, sync="")
        if direction != Direction.MIXED:
            found = replace(found, log_block=0)
        return replace(found, think_blocks=1) if found.think_time == 0 else found


PLAIN = IoOptions()
"""Nothing is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(IoOptions):
    """What a test did beside its access: what it asked for, and what became of it.

    `data` is what was written, `nocow` whether the test file was made without copy-on-write on
    purpose (FS_NOCOW_FL). `read_share` is that of a mixed test in percent, None for any other.
    `operation` is what a test of a file-sizes run does, and `extent` the bytes of the file that it
    worked on, 0 for all of the target. `part` is which part of a guided measurement it is, `rest`
    the pause before it in seconds. `write_depth` is the queue depth of the writing one of two
    independent jobs, 0 where reads and writes came from the same ones.
    """

    data: Data | None = Data.FRESH
    nocow: bool | None = False
    read_share: int | None = None
    operation: FileOperation = FileOperation.NONE
    extent: int = 0
    part: Part = Part.NONE
    rest: float = 0.0
    write_depth: int = 0

    @classmethod
    def of(cls, asked: IoOptions, **became: Any) -> Work:
        """The work of a test that asked for this, with the fields that only a result has."""
        return cls(**{one.name: getattr(asked, one.name) for one in fields(IoOptions)}, **became)

    @property
    def of_file_sizes(self) -> bool:
        """Whether the test is one cell of a file-sizes run."""
        return self.operation not in (FileOperation.NONE, FileOperation.ALL)

    @property
    def of_breakdown(self) -> bool:
        """Whether the test is a share of a latency, which its answer explains."""
        return self.part in _BREAKDOWN

    @property
    def whole_file(self) -> bool:
        """Whether the test is over when all of its file was read or copied."""
        return bool(self.reading) or self.part is Part.COPY

    def judged(self, direction: Direction) -> Work:
        """The same; reads write no data, and only a mixed test has a share of reads."""
        found = IoOptions.judged(self, direction)  # a class with slots has no super()
        if direction in (Direction.READ, Direction.TRIM):
            found = replace(found, data=OUR_WORK.data)
        if direction != Direction.MIXED:
            found = replace(found, read_share=None, write_depth=0)
        return found


OUR_WORK = Work()
"""What every test of ours did before there was a choice."""

NAMES = tuple(field.name for field in fields(Work))

_ONLY_OURS: dict[str, Any] = {
    "operation": FileOperation.NONE,
    "extent": 0,
    "part": Part.NONE,
    "rest": 0.0,
    "other": "",
    "write_depth": 0,
    "files": 1,
    "reading": 0,
    "filesystem": "",
    "drive": 0,
    "log_block": 0,
    "hosts": 0,
}
"""Facts that every imported file states."""
_UNKNOWN: dict[str, Any] = {**dict.fromkeys(NAMES), **_ONLY_OURS}
UNKNOWN_WORK = Work(**_UNKNOWN)
"""Nothing is known about it, as for a test in another program's file."""


class Differs(NamedTuple):
    """A field that was not the same, with both its values."""

    field: str
    one: object
    other: object


def alike_works(one: Work, other: Work) -> bool:
    """Whether nothing that both know is different."""
    return not any(_pairs(one, other))


def differing_fields(one: Work, other: Work) -> tuple[Differs, ...]:
    """What both know and did otherwise."""
    return tuple(_pairs(one, other))


def unknown_fields(work: Work, direction: Direction) -> tuple[str, ...]:
    """The fields that are not known of a test of this direction, and could make it another one."""
    judged = work.judged(direction)
    return tuple(
        name
        for name in NAMES
        if getattr(judged, name) is None and (name != "read_share" or direction == Direction.MIXED)
    )


def work_marks(work: IoOptions) -> tuple[str, ...]:
    """What is not as in our own tests, as stable words: "data=scrambled", "fsync=1", "rate=?".

    They are part of a test's identity, which is kept: a field that is added later adds no mark to
    what was measured before, and they are sorted.
    """
    names = sorted(one.name for one in fields(work))
    return tuple(
        f"{name}={_mark(getattr(work, name))}"
        for name in names
        if getattr(work, name) != getattr(OUR_WORK, name)
    )


_NAMED = ("fsync", "fdatasync", "end_fsync", "sync", "rate", "rate_iops", "think_time",
          "think_blocks", "order", "offset", "other", "log_block")  # fmt: skip
_UNUSUAL = (Data.REPEATED, Data.ZEROS, Data.PATTERN, Data.COMPRESSIBLE)


def name_marks(asked: IoOptions, data: Data | None, direction: Direction) -> tuple[str, ...]:
    """What of it, and of the data that is written, is part of a test's name: "fsync=1",
    "data=zeros".

    Lists of figures know the tests by their names alone, and a test that flushes each write must
    not pass for one that does not. What is unknown is not in the name.
    """
    judged = asked.judged(direction)
    found = tuple(
        f"{name}={_mark(value)}"
        for name in _NAMED
        if (value := getattr(judged, name)) is not None and value != getattr(OUR_WORK, name)
    )
    writes = direction in (Direction.WRITE, Direction.MIXED)
    return (f"data={data}", *found) if writes and data in _UNUSUAL else found


def _mark(value: object) -> str:
    if value is None:
        return "?"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _pairs(one: Work, other: Work) -> Iterator[Differs]:
    for name in NAMES:
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine is not None and theirs is not None and mine != theirs:
            yield Differs(name, mine, theirs)
