# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A phase: one test of a profile, with its name, its directions and what it counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from driveproof.domain.access import Direction, Engine, Pattern, ways_of
from driveproof.domain.metric import MetricName, primary_metric
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work import (
    PLAIN,
    READING_ALIKE,
    Data,
    FileOperation,
    IoOptions,
    Part,
    name_marks,
)
from driveproof.domain.say import Title
from driveproof.domain.title import SEPARATOR
from driveproof.domain.units import NARROW, block_name

# From this block size on fio prints a snapshot every SHORT_INTERVAL: such tests move gigabytes a
# second and are over soon, and a snapshot costs few of their I/Os. At 128 KiB and 50 ms snapshots
# cost 6 % more CPU time per gigabyte; 366,000 IOPS lose 1.8 % at 100 ms.
LARGE_BLOCK = 2**20
SHORT_INTERVAL, INTERVAL = 0.05, 0.1
# Of writes that last less than BRIEF seconds: a fast drive has written their limit in a tenth of
# one, and less than four snapshots are no figure.
BRIEF_INTERVAL, BRIEF = 0.02, 3.0
# Of jobs with a file each fio prints every one by itself: 16 are 160 KB a snapshot.
LONG_INTERVAL = 0.25
# What a slow but usable drive writes, in bytes a second. The test file of a slower one takes longer
# than the bound says; the remaining time is then told from its real speed.
LAYOUT_RATE = 30_000_000
MOST_THREADS = 64
CHECK_BLOCK = 2**20
"""Bytes that a check writes or reads at once."""
SECTOR = 4096
"""What every block is a multiple of: the sectors of today's drives, and of all others."""
WARMUP_SHARE = 1 / 8
LOG_PART = 8
"""Of so many parts of the test file, the log beside a test has the last."""
USUAL_SHARE = 70
"""Percent of reads of a mixed test whose name does not say another share."""


class Tool(StrEnum):
    """What measures a phase; a timing of hdparm by its options."""

    FIO = "fio"
    HDPARM_CACHE = "-T"
    HDPARM_BUFFERED = "-t"
    HDPARM_DIRECT = "-t --direct"
    OWN = "driveproof"
    """We write and read ourselves, and look at what comes back."""
    WATCHED = "kernel"
    """We do nothing, and the kernel's counters tell what others do."""
    TASK = "task"
    """A child of ours does an everyday task (real_life.py)."""
    PLACES = "places"
    """We read places of files that are there (file_ages.py)."""


@dataclass(frozen=True, slots=True)
class Phase:
    """One direction of one access pattern, measured `repeats` times by the profile.

    Sizes are bytes, times seconds. `limit` bounds what one repeat writes, warm-up included. A read
    with `once` ends at the latest when all is read, each block once: `limit` says how much that is.
    `extent` are the bytes from the start that it works on, 0 for the whole test file; `operation`
    what it does with them. `data` is what it writes, None for what the rule says (`data_for`). With
    `random_map` a random test comes to no block twice before it was at all of them. `block_size` is
    the largest block where `asked.block_sizes` has several. A mixed test with a `write_depth` is
    two independent jobs at once: one that reads at `queue_depth`, one that writes at this depth.
    `part` is which part of a guided measurement it is, `rest` the pause before it in seconds; it
    begins at the byte `offset`. `asked` is what else was asked for, and what a device cannot be
    asked for: flushes, O_SYNC, limits of rate, pauses, files of their own for the jobs, and options
    of fio (domain/profile/options.py). Without direct I/O,
    `warm` says that what it reads is in the page cache before. `to_end`: its `limit` is all there
    is to do, and no bound that cuts it short. It writes `new_files`, and waits until each
    `waits_each` bytes are on the drive (0: as `asked` says).
    """

    title: Title | str
    direction: Direction  # read, write, mixed, trim
    pattern: Pattern  # sequential, random
    block_size: int
    queue_depth: int
    jobs: int = 1
    warmup: float = 0.5
    seconds: float = 2.0
    limit: int | None = None
    engine: Engine | None = None  # None: psync at queue depth 1, libaio above
    read_share: int = USUAL_SHARE  # percent, when mixed
    direct: bool = True
    scheduler: str | None = None  # set for it; None: the device's own is left
    variant: str = ""  # what tells it from a phase that is the same but for this
    tool: Tool = Tool.FIO
    once: bool = False
    operation: FileOperation = FileOperation.NONE
    extent: int = 0
    part: Part = Part.NONE
    rest: float = 0.0
    offset: int = 0
    data: Data | None = None
    random_map: bool = False
    asked: IoOptions = PLAIN
    write_depth: int = 0
    warm: bool = False
    to_end: bool = False
    new_files: bool = False
    waits_each: int = 0

    @property
    def in_flight(self) -> int:
        """The requests that are in flight at most, of all jobs together."""
        return (self.queue_depth + self.write_depth) * self.jobs

    @property
    def write_share(self) -> float:
        """What part of its I/Os are writes, as far as that is planned: of independent jobs as their
        depths.
        """
        if self.direction != Direction.MIXED:
            return float(self.writes)
        if self.write_depth:
            return self.write_depth / (self.queue_depth + self.write_depth)
        return (100 - self.read_share) / 100

    @property
    def warmup_share(self) -> float:
        """The part of its bytes after which a repeat that they bound is warm: the same as of its
        time, and an eighth at least, more than a controller buffers.
        """
        whole = self.warmup + self.seconds
        return max(WARMUP_SHARE, self.warmup / whole if whole else 0.0)

    @property
    def interval(self) -> float:
        """Seconds between two of fio's snapshots."""
        if self.asked.files > 1 and self.part not in READING_ALIKE:
            return LONG_INTERVAL
        brief = self.warmup + self.seconds < BRIEF and self.limit is not None
        if brief and self.direction == Direction.WRITE:
            return BRIEF_INTERVAL
        return SHORT_INTERVAL if self.block_size >= LARGE_BLOCK else INTERVAL

    @property
    def name(self) -> str:
        """Its stable short name in results: "SEQ1M Q8T1 read", "... read · bfq", "hdparm -t",
        "RND4K Q1T1 write · fsync=1", "rewrite O_SYNC 16K of 4M" (records of a file), "capacity
        write" (done by ourselves), "copy tree, cold" (an everyday task), "files under 1 week".
        """
        if self.tool in (Tool.OWN, Tool.WATCHED):
            return f"{self.variant} {self.direction}"
        if self.tool in (Tool.TASK, Tool.PLACES):
            return self.variant
        if self.tool != Tool.FIO:
            return f"hdparm {self.tool}"
        if self.operation:
            sync = " O_SYNC" if self.asked.sync else ""
            sizes = f"{_letters(self.block_size)} of {_letters(self.extent)}"
            return f"{self.operation}{sync} {sizes}"
        letters = "SEQ" if self.pattern == Pattern.SEQUENTIAL else "RND"
        several = self.asked.block_sizes
        blocks = f" {several}" if several else _letters(self.block_size)
        depths = f"Q{self.queue_depth}T{self.jobs}"
        if self.write_depth:
            depths += f" + Q{self.write_depth}T{self.jobs}"
        name = f"{letters}{blocks} {depths} {self.direction}"
        if (
            self.direction == Direction.MIXED
            and self.read_share != USUAL_SHARE
            and not self.write_depth
        ):
            name += f" {self.read_share}/{100 - self.read_share}"
        beside = ", ".join(name_marks(self.asked, self.data, self.direction))
        return SEPARATOR.join(filter(None, (name, beside, self.variant)))

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions in which fio counts: two when mixed."""
        return ways_of(self.direction)

    @property
    def writes(self) -> bool:
        """Whether it changes what is on the target."""
        return self.direction != Direction.READ and self.tool != Tool.WATCHED

    @property
    def primary(self) -> MetricName:
        """The metric that decides: bandwidth for sequential, IOPS for random access, or the time
        of a task.
        """
        return primary_metric(self.pattern)

    @property
    def flushed(self) -> bool:
        """Whether it makes sure by fsync that what it wrote is on the drive."""
        return bool(self.asked.fsync or self.asked.end_fsync)


def _letters(size: int) -> str:
    """A size as fio's options and CrystalDiskMark write it: "16K"."""
    return block_name(size).replace(NARROW, "").removesuffix("iB")


def asks_for_latency(phases: Iterable[Phase | PhaseResult]) -> bool:
    """Whether each test makes one random request after the other: then how long one takes is what
    is asked for, and a rate says nothing more.
    """
    found = tuple(phases)
    return bool(found) and all(
        phase.pattern == Pattern.RANDOM and phase.queue_depth * phase.jobs == 1 for phase in found
    )


def whole_check(title: Title, direction: Direction, size: int, variant: str) -> Phase:
    """A test of ours of the first `size` bytes, once, in order; 0: not known yet. Its seconds are
    those of a slow drive.
    """
    return Phase(
        title,
        direction,
        Pattern.SEQUENTIAL,
        CHECK_BLOCK,
        1,
        warmup=0.0,
        seconds=size / LAYOUT_RATE,
        limit=size or None,
        tool=Tool.OWN,
        variant=variant,
        once=direction == Direction.READ,
    )
