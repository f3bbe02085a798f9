# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided profiles: what is measured, for how long, at what cost, directly or through the cache."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, runtime_checkable

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.metric import MetricName, primary_metric
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.result import mixed_title
from driveproof.domain.run.run import Cache
from driveproof.domain.run.work import (
    OURS,
    READING_ALIKE,
    Data,
    FileOperation,
    Part,
    Work,
    named,
)
from driveproof.domain.units import NARROW, block_name

# The profiles that come with the program, as they are listed. Nobody's own can have these names, so
# a run of this name has titles of ours, which are translated.
SHIPPED = (
    "quick",
    "quick-nvme",
    "latency",
    "latency-floor",
    "load-curve",
    "load-surface",
    "mixed",
    "worst-case",
    "surface",
    "sustained",
    "steady-state",
    "ars",
    "caches",
    "readers",
    "together",
    "workload-fileserver",
    "workload-database",
    "workload-backup",
    "workload-vm",
    "workload-boot-storm",
    "workload-endurance",
    "workload-web",
    "workload-mail",
    "workload-desktop",
    "scan",
    "capacity",
    "bad-sectors",
    "hdparm",
    "schedulers",
    "filesystems",
    "idle",
    "real-life",
)


class ProfileKind(StrEnum):
    """What kind of work a profile is: its phases by fio, or a guided measurement of its own."""

    TESTS = "tests"
    SCAN = "scan"
    HDPARM = "hdparm"
    SCHEDULERS = "schedulers"
    FILESYSTEMS = "filesystems"
    SURFACE = "surface"
    LOAD_CURVE = "load-curve"
    WORST_CASE = "worst-case"
    EVERYDAY = "everyday"
    CAPACITY = "capacity"
    CACHES = "caches"
    BAD_SECTORS = "bad-sectors"
    SUSTAINED = "sustained"
    STEADY = "steady-state"
    READERS = "readers"
    TOGETHER = "together"
    IDLE = "idle"
    REAL_LIFE = "real-life"
    WHOLE_FILES = "whole-files"
    FLOOR = "latency-floor"


(
    TESTS,
    SCAN,
    HDPARM,
    SCHEDULERS,
    FILESYSTEMS,
    SURFACE,
    LOAD_CURVE,
    WORST_CASE,
    EVERYDAY,
    CAPACITY,
    REREADS,
    BAD_SECTORS,
    SUSTAINED,
    STEADY,
    READERS,
    TOGETHER,
    IDLE,
    REAL_LIFE,
    WHOLE_FILES,
    FLOOR,
) = ProfileKind


class Group(StrEnum):
    """What a profile is for: lists of profiles are in these groups, in this order."""

    QUICK = "quick"
    DEEP = "deep"
    """One property of the drive in every detail."""
    PLANNING = "storage planning"
    """What storage can carry: for people who size it."""
    REAL_LIFE = "real life"
    CHECKS = "checks"
    """Is the drive genuine and readable everywhere?"""
    OWN = "your own"
    """A person's own profile that names no other group."""


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


ON_FILES = frozenset({SURFACE, EVERYDAY, CAPACITY, REREADS, REAL_LIFE})
"""Kinds that make files of their own and have nothing to do on a device."""
IN_FOLDERS = frozenset(
    {
        TESTS,
        LOAD_CURVE,
        WORST_CASE,
        SUSTAINED,
        READERS,
        TOGETHER,
        IDLE,
        WHOLE_FILES,
        FLOOR,
        *ON_FILES,
    }
)
"""Kinds that work in a folder; the others look at a device itself."""
ONLY_DIRECT = frozenset(
    {SURFACE, LOAD_CURVE, WORST_CASE, FILESYSTEMS, READERS, TOGETHER, IDLE, FLOOR}
)
"""Kinds that only make sense past the page cache: it has no queue."""
_IN_ROUNDS = frozenset(
    {TESTS, LOAD_CURVE, EVERYDAY, REREADS, READERS, TOGETHER, REAL_LIFE, WHOLE_FILES, FLOOR}
)
ONE_PASS = frozenset({SCAN, CAPACITY, BAD_SECTORS, IDLE})
"""Kinds that look at each place, or at what others do, once: no claim about a difference is made of
them.
"""
SEPARATOR = " · "
"""Between the title of a test and what sets it apart from others of that title."""
# Starting and ending one fio process costs about 0.3 s each.
FIO_OVERHEAD = 0.6
# From this block size on fio prints a snapshot every SHORT_INTERVAL: such tests move gigabytes a
# second and are over soon, and a snapshot costs few of their I/Os. At 128 KiB and 50 ms snapshots
# cost 6 % more CPU time per gigabyte; 366,000 IOPS lose 1.8 % at 100 ms.
LARGE_BLOCK = 2**20
SHORT_INTERVAL, INTERVAL = 0.05, 0.1
# Of jobs with a file each fio prints every one by itself: 16 are 160 KB a snapshot.
LONG_INTERVAL = 0.25
# What a slow but usable drive writes, in bytes a second. The test file of a slower one takes longer
# than the bound says; the remaining time is then told from its real speed.
LAYOUT_RATE = 30_000_000
# none, mq-deadline, kyber and bfq: what a device offers at most (kernel, block/Kconfig.iosched).
MOST_SCHEDULERS = 4
# What making, mounting and unmounting a file system takes at most on a drive of today, in seconds.
MAKING_SECONDS = 10.0
DIRECT, COLD, WARM = CACHES = tuple(Cache)
_WORDS = {COLD: "cold cache", WARM: "warm cache"}
MOST_THREADS = 64
LOG_PART = 8
"""Of so many parts of the test file, the log beside a test has the last."""
USUAL_SHARE = 70
"""Percent of reads of a mixed test whose name does not say another share."""

# Each sample is read in two halves: the first brings the heads of a hard disk there, and only the
# second is counted, or a seek of 15 ms would be a fifth of what 10 MiB take.
HALVES = 2
# What every block is a multiple of: the sectors of today's drives, and of all others.
UNIT = 4096
# A slow but usable drive, for the time that is told before anything is known: 15 ms are a hard
# disk's average access, and 20 an old one's.
SLOW_ACCESS = 0.02

ZONES, ACCESSES = 0, 1  # the two phases of a scan, in their order


@dataclass(frozen=True, slots=True)
class Phase:
    """One direction of one access pattern, measured `repeats` times by the profile.

    Sizes are bytes, times seconds. `limit` bounds what one repeat writes, warm-up included;
    `fast_limit` takes its place on a PCIe 4 or 5 link, where `limit` is written before anything can
    be counted (`Profile.on_link`). A read with `once` ends at the latest when all is read, each
    block once: `limit` says how much that is. `extent` are the bytes from the begin that it works
    on, 0 for the whole test file; `operation` what it does with them. A write with `sync` opens the
    file with O_SYNC. `data` is what it writes, None for what the rule says (`data_for`). With
    `random_map` a random test comes to no block twice before it was at all of them. `asked` is what
    else was asked for: flushes, limits of rate, pauses, files of their own for the jobs, and
    options of fio (domain/profile/options.py); its data, share of reads, operation and extent are
    not read. `block_size` is the largest block where `asked.block_sizes` has several. A mixed test
    with a `write_depth` is two independent jobs at once: one that reads at `queue_depth`, one that
    writes at this depth. `part` is which
    part of a guided measurement it is, `rest` the pause before it in seconds; it begins at the byte
    `offset`.
    """

    title: str
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
    fast_limit: int | None = None
    operation: FileOperation = FileOperation.NONE
    extent: int = 0
    sync: bool = False
    part: Part = Part.NONE
    rest: float = 0.0
    offset: int = 0
    data: Data | None = None
    random_map: bool = False
    asked: Work = OURS
    write_depth: int = 0

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
    def interval(self) -> float:
        """Seconds between two of fio's snapshots."""
        if self.asked.files > 1 and self.part not in READING_ALIKE:
            return LONG_INTERVAL
        return SHORT_INTERVAL if self.block_size >= LARGE_BLOCK else INTERVAL

    @property
    def name(self) -> str:
        """Its stable short name in results: "SEQ1M Q8T1 read", "... read · bfq", "hdparm -t",
        "RND4K Q1T1 write · fsync=1", "rewrite O_SYNC 16K of 4M" (records of a file), "capacity
        write" (done by ourselves), "copy tree, cold" (an everyday task).
        """
        if self.tool in (Tool.OWN, Tool.WATCHED):
            return f"{self.variant} {self.direction}"
        if self.tool == Tool.TASK:
            return self.variant
        if self.tool != Tool.FIO:
            return f"hdparm {self.tool}"
        if self.operation:
            sync = " O_SYNC" if self.sync else ""
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
        beside = ", ".join(named(replace(self.asked, data=self.data), self.direction))
        return SEPARATOR.join(filter(None, (name, beside, self.variant)))

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions in which fio counts: two when mixed."""
        return (
            (Direction.READ, Direction.WRITE)
            if self.direction == Direction.MIXED
            else (self.direction,)
        )

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


@dataclass(frozen=True, slots=True)
class ScanPlan:
    """`positions` samples of `sample` bytes from begin to end, then `accesses` reads of
    `access_size` bytes at seeded random offsets.
    """

    positions: int = 100
    sample: int = 10 * 2**20
    accesses: int = 1000
    access_size: int = UNIT

    @property
    def phases(self) -> tuple[Phase, Phase]:
        """As two tests; their seconds are those of a slow drive."""
        one, another = self.positions * self.sample / LAYOUT_RATE, self.accesses * SLOW_ACCESS
        return (
            Phase("Throughput by position", Direction.READ, Pattern.SEQUENTIAL,
                  self.sample // HALVES, 1,
                  warmup=0.0, seconds=one + self.positions * SLOW_ACCESS),
            Phase("Access time", Direction.READ, Pattern.RANDOM, self.access_size, 1,
                  warmup=0.0, seconds=another),
        )  # fmt: skip

    def fitted(self, size: int) -> ScanPlan:
        """The plan for a device of `size` bytes: smaller samples, then fewer, where it is small."""
        positions = max(1, min(self.positions, size // (HALVES * UNIT)))
        room = size // positions
        return replace(
            self, positions=positions, sample=min(self.sample, room - room % (HALVES * UNIT))
        )

    def distance(self, size: int) -> int:
        """Bytes from one sample to the next, so that the last ends where the device does."""
        if self.positions == 1:
            return self.sample
        distance = (size - self.sample) // (self.positions - 1)
        return distance - distance % UNIT


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


def surface_cell(
    operation: FileOperation,
    size: int,
    record: int,
    *,
    sync: bool = False,
    seconds: float = 2.0,
    most: int = 256 * 2**20,
) -> Phase:
    """One cell of a surface: what it does with records of `record` bytes in a file of `size`.

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
class SurfacePlan:
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
            surface_cell(operation, size, record, sync=sync, seconds=self.seconds, most=self.most)
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

    def up_to(self, size: int) -> SurfacePlan:
        """The plan without files larger than `size` bytes. Raises UsageError if none is left."""
        left = tuple(one for one in self.sizes if one <= size)
        if not any(record <= one for one in left for record in self.records):
            raise UsageError(
                "A largest file of {size} leaves nothing to measure: the smallest is {least}.",
                size=Bytes(size, binary=True),
                least=Bytes(self.sizes[0], binary=True),
            )
        return replace(self, sizes=left)


CHECK_BLOCK = 2**20
"""Bytes that a check writes or reads at once."""


@dataclass(frozen=True, slots=True)
class CapacityPlan:
    """Fill `size` bytes with self-describing blocks, then read all of them back in the order in
    which they were written; 0: all that is free.
    """

    size: int = 0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """As two tests; their seconds are those of a slow drive."""
        return (
            Phase("Write everything", Direction.WRITE, Pattern.SEQUENTIAL,
                  CHECK_BLOCK, 1, warmup=0.0,
                  seconds=self.size / LAYOUT_RATE, limit=self.size or None, tool=Tool.OWN,
                  variant=CAPACITY),
            Phase("Read back", Direction.READ, Pattern.SEQUENTIAL,
                  CHECK_BLOCK, 1, warmup=0.0,
                  seconds=self.size / LAYOUT_RATE, limit=self.size or None, tool=Tool.OWN,
                  variant=CAPACITY, once=True),
        )  # fmt: skip

    @property
    def unsized(self) -> bool:
        """Whether its size matters and is not known yet."""
        return not self.size


@dataclass(frozen=True, slots=True)
class BadSectorsPlan:
    """Read all of a device once; `size` are its bytes, 0 as long as it is not known."""

    size: int = 0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """As one test; its seconds are those of a slow drive."""
        return (
            Phase("Read everything", Direction.READ, Pattern.SEQUENTIAL,
                  CHECK_BLOCK, 1, warmup=0.0,
                  seconds=self.size / LAYOUT_RATE, limit=self.size or None, tool=Tool.OWN,
                  variant=BAD_SECTORS, once=True),
        )  # fmt: skip


class Plan(Protocol):
    """What a guided profile does, where that is more than a list of tests. A search also has the
    method `course` (course.py).
    """

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Its tests, as far as they are known before it begins."""


@runtime_checkable
class Adjustable(Protocol):
    """A plan that knows by itself what another size and other seconds make of it."""

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Its tests."""

    @property
    def size(self) -> int:
        """Bytes that all its files take at most at a time."""

    def adjusted(self, size: int | None, seconds: float | None) -> Adjustable:
        """The plan with files of at most `size` bytes and with so many seconds a test; None leaves
        it as it is. Raises UsageError for what it cannot be.
        """


@runtime_checkable
class Ranged(Protocol):
    """A plan whose cost its tests alone do not tell."""

    def range_of(self, profile: Profile) -> tuple[float, float]:
        """The fewest and the most seconds, without the test file."""

    def bytes_written(self, profile: Profile) -> int:
        """At most so many, without the test file."""


@runtime_checkable
class SizedByTarget(Protocol):
    """A plan whose test file gets the size that its target asks for, until somebody chooses one."""

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Its tests."""

    def with_chosen_size(self) -> Plan:
        """The plan whose test file keeps the size that the profile has."""


@runtime_checkable
class Bounded(Adjustable, Protocol):
    """A plan that knows its bounds better than its tests tell, and needs no test file laid out:
    everything that it reads it has written. Its size is 0 where that is known with its target.
    """

    @property
    def longest(self) -> float:
        """Seconds at most."""

    @property
    def most_written(self) -> int | None:
        """Bytes at most; None where they are not known yet."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A guided measurement: phases in order, each repeated `repeats` times.

    `size` is the test file in bytes, `pause` the seconds after a writing test where it goes in
    rounds, otherwise between phases. `cache` is how the I/O goes: direct, or through the page
    cache, cold or warm. It belongs to the profile and not to a phase, because only runs of one kind
    are compared. `nocow` asks for a test file without copy-on-write, which only btrfs has; only a
    person sets it.
    """

    name: str
    title: str
    question: str
    phases: tuple[Phase, ...]
    size: int
    repeats: int = 5
    pause: float = 1.0
    description: str = ""
    kind: ProfileKind = TESTS
    cache: Cache = DIRECT
    nocow: bool = False
    plan: Plan | None = None
    group: Group = Group.OWN
    as_written: bool = False
    notes: tuple[Note, ...] = ()

    @property
    def scan(self) -> ScanPlan | None:
        """The plan of a scan; None for anything else."""
        return self.plan if isinstance(self.plan, ScanPlan) else None

    @property
    def surface(self) -> SurfacePlan | None:
        """The plan of a surface; None for anything else."""
        return self.plan if isinstance(self.plan, SurfacePlan) else None

    @property
    def capacity(self) -> CapacityPlan | None:
        """The plan of a check of capacity; None for anything else."""
        return self.plan if isinstance(self.plan, CapacityPlan) else None

    @property
    def bad_sectors(self) -> BadSectorsPlan | None:
        """The plan of a search for bad sectors; None for anything else."""
        return self.plan if isinstance(self.plan, BadSectorsPlan) else None

    @property
    def unsized(self) -> bool:
        """Whether it takes as long as something is large, and its size is not known yet."""
        if self.capacity is not None:
            return self.capacity.unsized
        return self.bad_sectors is not None and not self.bad_sectors.size

    @property
    def full_title(self) -> str:
        """The title; it mentions the page cache where the profile uses it."""
        return titled(self.title, self.cache)

    @property
    def in_rounds(self) -> bool:
        """Whether all tests are done once, then again, and not each with its repeats.

        What changes while a run lasts (temperature, a filling cache, other programs) then falls on
        all tests alike, and the repeats of one are apart, so that they depend less on each other.
        Not through the page cache: what a test leaves there would be the next one's.
        """
        return self.kind in _IN_ROUNDS and self.cache == DIRECT

    def pause_between(self, before: int, after: int) -> float:
        """Seconds between two repeats, given the numbers (from 0) of their phases."""
        if self.in_rounds:
            return self.pause if self.phases[before].writes else 0.0
        return self.pause if before != after else 0.0

    def through_cache(self) -> Profile:
        """The profile with its phases as they are run: changed where it is not direct."""
        if self.cache == DIRECT or self.as_written:
            return self
        return replace(self, phases=one_at_a_time(self.phases, self.cache, self.size))

    def on_link(self, link: LinkState) -> Profile:
        """The profile as it runs on a drive with this link: a fast one raises its limits."""
        if not link.fast or not any(phase.writes and phase.fast_limit for phase in self.phases):
            return self
        phases = tuple(
            replace(phase, limit=phase.fast_limit) if phase.writes and phase.fast_limit else phase
            for phase in self.phases
        )
        return replace(self, phases=phases)

    @property
    def destructive(self) -> bool:
        """Whether it destroys what is on the target; on a file nothing is."""
        return self.kind is STEADY or self.formats

    @property
    def formats(self) -> bool:
        """Whether it makes file systems on the device that it is given."""
        return self.kind is FILESYSTEMS

    @property
    def needs_root(self) -> bool:
        """Whether it needs a device and the privileged helper; the others also run on a file."""
        return self.kind not in IN_FOLDERS

    def customized(
        self,
        *,
        size: int | None = None,
        seconds: float | None = None,
        repeats: int | None = None,
        cache: str | None = None,
        nocow: bool = False,
    ) -> Profile:
        """The same profile with another size, seconds a repeat, repeats, way of the I/O, or kind of
        test file. Raises UsageError for what a surface or a check of capacity cannot be.
        """
        fixed = (*ONLY_DIRECT, EVERYDAY, REREADS, REAL_LIFE, WHOLE_FILES)
        if self.kind in fixed and cache not in (None, DIRECT):
            raise self._no_choice()
        if self.capacity is not None:
            return self._capacity_customized(size, seconds, repeats, cache, nocow=nocow)
        if self.bad_sectors is not None:
            chosen = size or seconds is not None or repeats not in (None, 1) or nocow
            if chosen or cache not in (None, DIRECT):
                raise UsageError(
                    "{title} reads each place once: there is nothing to choose.", title=self.title
                )
            return self
        if self.surface is not None:
            return self._surface_customized(size, seconds, repeats, nocow=nocow)
        if isinstance(self.plan, Adjustable):
            bounded = isinstance(self.plan, Bounded)  # one long measurement
            changed = replace(
                self,
                repeats=self.repeats if repeats is None or bounded else repeats,
                nocow=self.nocow or nocow,
            )
            return planned(changed, self.plan.adjusted(size, seconds))
        phases = self.phases
        if seconds is not None:
            phases = tuple(
                replace(phase, seconds=seconds, warmup=min(phase.warmup, seconds))
                if phase.tool == Tool.FIO  # hdparm takes as long as it takes
                else phase
                for phase in phases
            )
        return replace(
            self,
            phases=phases,
            plan=self._resized if size is not None else self.plan,
            size=self.size if size is None else size,
            repeats=self.repeats if repeats is None else repeats,
            cache=self.cache if cache is None else Cache(cache),
            nocow=self.nocow or nocow,
        ).through_cache()

    @property
    def _resized(self) -> Plan | None:
        """Its plan, once somebody chose the size of the test file."""
        return self.plan.with_chosen_size() if isinstance(self.plan, SizedByTarget) else self.plan

    def _no_choice(self) -> UsageError:
        """Why the way of the I/O cannot be chosen."""
        advice = Advice("Leave out the choice of the page cache.")
        if self.kind in (EVERYDAY, WHOLE_FILES):
            return UsageError(
                "{title} goes through the page cache, and that cannot be chosen.",
                title=self.title,
                advice=advice,
            )
        if self.kind == REAL_LIFE:
            return UsageError(
                "{title} does each task with its files in memory and without, and that cannot be"
                " chosen.",
                title=self.title,
                advice=advice,
            )
        if self.kind == REREADS:
            return UsageError(
                "{title} goes past the page cache and through it, and that cannot be chosen.",
                title=self.title,
                advice=advice,
            )
        return UsageError(
            "{title} is measured past the page cache only.", title=self.title, advice=advice
        )

    def _capacity_customized(
        self,
        size: int | None,
        seconds: float | None,
        repeats: int | None,
        cache: str | None,
        *,
        nocow: bool,
    ) -> Profile:
        """Only how much it fills can be chosen."""
        changed = seconds is not None or repeats not in (None, 1) or nocow
        if changed or cache not in (None, DIRECT):
            raise UsageError(
                "{title} writes and reads each place once: only how much can be chosen.",
                title=self.title,
                advice=Advice("Leave out everything but the size."),
            )
        if size is None:
            return self
        assert self.capacity is not None
        return capacity_profile(self, replace(self.capacity, size=size))

    def _surface_customized(
        self, size: int | None, seconds: float | None, repeats: int | None, *, nocow: bool
    ) -> Profile:
        assert self.surface is not None
        plan = self.surface if size is None else self.surface.up_to(size)
        plan = plan if seconds is None else replace(plan, seconds=seconds)
        changed = replace(
            self, repeats=self.repeats if repeats is None else repeats, nocow=self.nocow or nocow
        )
        return surface_profile(changed, plan)

    @property
    def seconds(self) -> float:
        """Upper bound of the duration, in seconds.

        Warm-up, seconds and fio's own start of every repeat, the pauses, and the layout of the
        test file at LAYOUT_RATE or faster; as fast what is left to be written after each repeat
        through the page cache, and what is read for a warm one. Infinite where it fills all that
        is free, and it is not known yet how much that is.
        """
        if self.unsized:
            return math.inf
        return self.seconds_range[1]

    @property
    def seconds_range(self) -> tuple[float, float]:
        """The fewest seconds, and the most; the fewest are only known where results decide what is
        measured, else 0.
        """
        if isinstance(self.plan, Ranged):
            low, high = self.plan.range_of(self)
            return low, high + self.laid_out / LAYOUT_RATE
        return 0.0, self._longest

    @property
    def _longest(self) -> float:
        if isinstance(self.plan, Bounded):
            return self.plan.longest
        measuring = sum(p.warmup + p.seconds + FIO_OVERHEAD for p in self.phases) * self.repeats
        if self.kind == SCHEDULERS and not any(phase.scheduler for phase in self.phases):
            measuring *= MOST_SCHEDULERS
        moved = self.laid_out
        if self.cache != DIRECT:
            moved += self.repeats * sum(p.limit or 0 for p in self.phases if p.writes)
        if self.cache == WARM:
            moved += self.size if self.surface is None else sum(p.extent for p in self.phases)
        # What memory still holds when a test has written all it may.
        moved += self.repeats * sum(p.extent for p in self.phases if p.asked.end_fsync)
        if self.kind == FILESYSTEMS:
            measuring += MAKING_SECONDS * self._filesystems * self.repeats
        return measuring + self.pauses + moved / LAYOUT_RATE

    @property
    def _filesystems(self) -> int:
        """How many file systems are made in each round."""
        return len({phase.asked.filesystem for phase in self.phases})

    @property
    def pauses(self) -> float:
        """Seconds of all pauses together."""
        count = max(0, len(self.phases) - 1)
        if self.in_rounds:
            count = sum(phase.writes for phase in self.phases) * self.repeats
        return self.pause * count

    @property
    def laid_out(self) -> int:
        """Bytes written at most to make the test file, or each file of a surface, before it is
        read or written again.
        """
        if self.kind in (EVERYDAY, REAL_LIFE):
            return 0  # each test writes new files
        own = self.capacity is not None or self.bad_sectors is not None
        if own or isinstance(self.plan, Bounded):
            return 0
        if self.kind == REREADS:
            return self.size * self.repeats
        if self.kind == FILESYSTEMS:
            return self.size * self._filesystems * self.repeats
        return self.size if self.surface is None else self.surface.laid_out * self.repeats

    @property
    def bytes_written(self) -> int | None:
        """Upper bound of the bytes written, the test file included; None without a limit."""
        if isinstance(self.plan, Bounded):
            return self.plan.most_written
        total = self.laid_out
        if isinstance(self.plan, Ranged):
            return total + self.plan.bytes_written(self)
        for phase in self.phases:
            if phase.writes:
                if phase.limit is None:
                    return None
                total += phase.limit * self.repeats
        return total


def titled(title: str, cache: Cache) -> str:
    """The title of a run, which says how it went: "Quick check, cold cache"."""
    words = _WORDS.get(cache)
    return title if words is None or title.endswith(words) else f"{title}, {words}"


def base_title(title: str, cache: Cache | None) -> str:
    """The reverse of `titled`, for a run with this cache."""
    words = _WORDS.get(cache or DIRECT)
    return title if words is None else title.removesuffix(f", {words}")


def one_at_a_time(phases: tuple[Phase, ...], cache: Cache, size: int) -> tuple[Phase, ...]:
    """The tests as they are through the page cache; `size` is that of the file in bytes.

    There a request comes back only when it is served: libaio blocks in submission, so that a queue
    would be one in name only. The requests of a random test come from as many threads instead, as
    from real programs. A sequential test keeps its threads: reading ahead is the kernel's work.
    Tests that are the same then are done once. A cold read reads each block once: whatever it read
    again would come from memory.
    """
    found: dict[str, Phase] = {}
    for phase in phases:
        changed = _changed(phase, size)
        if cache == COLD and phase.direction == Direction.READ:
            changed = replace(changed, once=True, limit=size)
        found.setdefault(changed.name, changed)
    return tuple(found.values())


def _changed(phase: Phase, size: int) -> Phase:
    if phase.write_depth:
        return replace(phase, engine=Engine.PSYNC, queue_depth=1, write_depth=1)
    if phase.queue_depth == 1:
        return replace(phase, engine=Engine.PSYNC)
    random = phase.pattern == Pattern.RANDOM
    room = max(phase.jobs, size // phase.block_size) if size else MOST_THREADS
    jobs = min(phase.jobs * phase.queue_depth, MOST_THREADS, room) if random else phase.jobs
    pattern = "Random" if random else "Sequential"
    threads = "1 thread" if jobs == 1 else f"{jobs} threads"
    title = f"{pattern} {block_name(phase.block_size)}, {threads}"
    return replace(phase, engine=Engine.PSYNC, queue_depth=1, jobs=max(jobs, 1), title=title)


def planned(profile: Profile, plan: Adjustable) -> Profile:
    """The profile with this plan, its tests and its size."""
    return replace(profile, plan=plan, phases=plan.phases, size=plan.size)


def scan_profile(profile: Profile, plan: ScanPlan) -> Profile:
    """The profile with this plan."""
    return replace(profile, plan=plan, phases=plan.phases, size=0)


def surface_profile(profile: Profile, plan: SurfacePlan) -> Profile:
    """The profile with this plan; its test file is as large as the largest."""
    return replace(profile, plan=plan, phases=plan.phases, size=max(plan.sizes))


def capacity_profile(profile: Profile, plan: CapacityPlan) -> Profile:
    """The profile with this plan."""
    return replace(profile, plan=plan, phases=plan.phases, size=plan.size)


def fit(profile: Profile, size: int) -> tuple[Profile, tuple[Note, ...]]:
    """The profile for a device of `size` bytes, with a note where it was made smaller."""
    if profile.bad_sectors is not None:
        whole = BadSectorsPlan(size)
        return replace(profile, plan=whole, phases=whole.phases, size=size), ()
    plan = profile.scan
    if plan is None:
        return profile, ()
    fitted = plan.fitted(size)
    if fitted == plan:
        return profile, ()
    note = Note(
        "The device is small: {count} samples of {size} instead of {planned} of {planned_size}.",
        count=fitted.positions,
        size=Bytes(fitted.sample, binary=True),
        planned=plan.positions,
        planned_size=Bytes(plan.sample, binary=True),
    )
    return scan_profile(profile, fitted), (note,)


def plan_of(phases: Iterable[Phase]) -> list[tuple[str, dict[Direction, int]]]:
    """What will be measured: title, and for each direction the number of its phase (from 0)."""
    rows: dict[str, dict[Direction, int]] = {}
    for index, phase in enumerate(phases):
        cells = rows.setdefault(mixed_title(phase.title, phase.direction), {})
        for direction in phase.directions:
            cells.setdefault(direction, index)
    return list(rows.items())


def grouped(profiles: Iterable[Profile]) -> list[tuple[Group, tuple[Profile, ...]]]:
    """The groups that have profiles, with these, each in its order."""
    every = tuple(profiles)
    found = ((group, tuple(one for one in every if one.group is group)) for group in Group)
    return [(group, some) for group, some in found if some]
