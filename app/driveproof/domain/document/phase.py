# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A test of a run and its repeats in our JSON."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

from driveproof.domain.access import Cache, Direction, Pattern
from driveproof.domain.document.values import (
    Celsius,
    Count,
    Figure,
    Moment,
    Positive,
    Rate,
    Seconds,
    Signed,
    Text,
    about,
)
from driveproof.domain.run.areas import AreaState
from driveproof.domain.run.histogram import BIN_COUNT
from driveproof.domain.run.limits import Setter
from driveproof.domain.run.observed import REGIONS, WriterKind
from driveproof.domain.run.run import HostFault, Role
from driveproof.domain.run.stopping_rule import StopReason
from driveproof.domain.run.work import Data, FileOperation, Part


class SummaryDocument(Struct, frozen=True, kw_only=True):
    """A metric over the whole repeats: null where it is unknown."""

    median: Figure | None
    low: Figure | None
    high: Figure | None
    count: Positive


class SummariesDocument(Struct, frozen=True, kw_only=True):
    """The metrics of a test in one direction."""

    iops: SummaryDocument | None
    bandwidth: SummaryDocument | None
    mean: SummaryDocument | None
    p50: SummaryDocument | None
    p95: SummaryDocument | None
    p99: SummaryDocument | None
    p999: SummaryDocument | None = field(name="p99.9")
    max: SummaryDocument | None
    longest_stall: SummaryDocument | None
    time: Annotated[SummaryDocument | None, about("seconds; only of a task")] | UnsetType = UNSET


class DirectionsSummaryDocument(Struct, frozen=True, kw_only=True):
    """By direction."""

    read: SummariesDocument | UnsetType = UNSET
    write: SummariesDocument | UnsetType = UNSET
    trim: SummariesDocument | UnsetType = UNSET


class TotalDocument(Struct, frozen=True, kw_only=True):
    """Both directions of a mixed test together."""

    iops: SummaryDocument | None
    bandwidth: SummaryDocument | None


class LatencyDocument(Struct, frozen=True, kw_only=True):
    """Seconds; null where nothing was measured."""

    mean: Figure | None
    p50: Figure | None
    p95: Figure | None
    p99: Figure | None
    p999: Figure | None = field(name="p99.9")
    max: Figure | None


class HostFiguresDocument(Struct, frozen=True, kw_only=True):
    """What one host did in one direction."""

    iops: Figure
    bandwidth: Rate
    bytes: Count
    ios: Count
    seconds: Figure
    latency: LatencyDocument


class HostPartDocument(Struct, frozen=True, kw_only=True):
    """The part of one host in a repeat, in the time in which all measured."""

    host: Text
    late: Annotated[Figure | None, about("seconds that it began after the first")]
    fault: Annotated[HostFault | None, about("why it is in no sum")]
    read: HostFiguresDocument | UnsetType = UNSET
    write: HostFiguresDocument | UnsetType = UNSET


class MemberDocument(Struct, frozen=True, kw_only=True):
    """What a block device did while a repeat was measured."""

    device: Text
    role: Role
    read_bytes: Count
    written_bytes: Count
    read_ios: Count
    written_ios: Count
    seconds: Figure
    busy: Figure | None
    read_wait: Annotated[Figure | None, about("seconds, of all reads together")]
    write_wait: Annotated[Figure | None, about("seconds, of all writes together")]
    queued: Annotated[Figure | None, about("seconds, of all I/Os together")]


class WorkDocument(Struct, frozen=True, kw_only=True):
    """What a test did beside its block size, queue depth and jobs; null: unknown."""

    data: Annotated[Data | None, about("what was written")]
    nocow: Annotated[bool | None, about("a test file made without copy-on-write")]
    fsync: Annotated[Count | None, about("the writes after which one followed, 0: none did")]
    fdatasync: Annotated[Count | None, about("likewise")]
    end_fsync: Annotated[bool | None, about("after the last write")]
    sync: Annotated[Text | None, about("sync, dsync; empty: neither")]
    rate: Annotated[
        tuple[Count, ...] | None,
        about("bytes per second of reads, writes, trims, 0: no limit; empty: no limit at all"),
    ]
    rate_iops: Annotated[tuple[Count, ...] | None, about("I/Os a second, likewise")]
    think_time: Annotated[Figure | None, about("seconds of pause after think_blocks I/Os")]
    think_blocks: Count | None
    read_share: (
        Annotated[int, Meta(ge=0, le=100, description="percent of a mixed test, null of any other")]
        | None
    )
    block_sizes: Annotated[
        Text | None, about("fio's options where not every block had block_size; empty: all had")
    ]
    order: Annotated[
        Text | None, about("fio's options that change the order of the blocks; empty: none")
    ]
    offset: Annotated[
        Text | None, about("fio's options that leave out a part of the target; empty: none")
    ]
    operation: Annotated[
        FileOperation,
        about("of a file-sizes run: what was done with the records of the file; empty: none"),
    ]
    reading: Annotated[
        Count, about("which reading of the same blocks it is, from 1; 0: not one of several")
    ]
    drive: Annotated[
        Count, about("number of the drive in a measurement of several, from 1; 0: any other")
    ]
    log_block: Annotated[
        Count,
        about(
            "bytes of the records that another job appended meanwhile, with an fsync "
            "after each; 0: none did"
        ),
    ]
    hosts: Annotated[Count, about("on how many hosts it ran where that was varied; 0: any other")]
    files: Annotated[
        Positive, about("how many the test worked on: more than one where each job had its own")
    ]
    filesystem: Annotated[
        Text, about("the one that was made for the test; empty where it was there before")
    ]
    extent: Annotated[
        Count, about("bytes of the file that the test worked on, 0: all of the target")
    ]
    part: Annotated[Part, about("of a guided measurement; empty: none")]
    rest: Annotated[Figure, about("the pause before it in seconds, after a sustained write")]
    other: Annotated[Text, about("options of fio that changed anything else; empty: none")]
    write_depth: Annotated[
        Count, about("queue depth of the writing one of two independent jobs, 0: no such test")
    ]


class LimitsDocument(Struct, frozen=True, kw_only=True):
    """What may have limited the value instead of the drive."""

    time_in_io: Annotated[Figure | None, about("share of the time in which the queue was full")]
    set_by: Annotated[
        Setter | None, about("what limited a write test instead of the drive; null: nothing known")
    ]
    generator_seconds: Annotated[
        Figure | None,
        about("that this machine takes to make the data of a block; null: not measured"),
    ]
    in_submission: Annotated[
        Figure | None,
        about("share of a job's time spent handing I/Os to the kernel; null: no queue"),
    ]
    queue_not_reached: Annotated[
        bool, about("the time went into submission, so that there was no queue")
    ]
    buffered_by: Annotated[
        Text | None,
        about("file system that wrote through the page cache although direct I/O was asked for"),
    ]
    cpu: Annotated[Figure | None, about("share of the CPU that each job used; null: unknown")]


class StoppingDocument(Struct, frozen=True, kw_only=True):
    """How certain the test became; null where that is not judged test by test."""

    half_width: Annotated[
        Figure | None,
        about(
            "of the 95 % interval of its mean in this run, as a share; null: fewer than "
            "two repeats count"
        ),
    ]
    why: StopReason


class ProcessesDocument(Struct, frozen=True, kw_only=True):
    """What each of several processes wrote; empty of one."""

    bytes: tuple[Count, ...]
    seconds: tuple[Figure, ...]


class CachePointsDocument(Struct, frozen=True, kw_only=True):
    """Columns: seconds since the first write, bytes that the program had written, bytes that the
    drive had been given, bytes that waited in the memory of the whole machine.
    """

    seconds: tuple[Figure, ...]
    written: tuple[Count, ...]
    stored: tuple[Count | None, ...]
    waiting: tuple[Count | None, ...]


class WriteBackDocument(Struct, frozen=True, kw_only=True):
    """Of a test through the page cache that ends with an fsync or has one after each write: how
    what it wrote came to the drive.
    """

    writing: Annotated[Figure | None, about("seconds until the last write was in memory")]
    fsync: Annotated[Figure, about("seconds of the fsync at the end")]
    flush: Annotated[LatencyDocument | None, about("seconds of an fsync after each write")]
    processes: ProcessesDocument
    points: CachePointsDocument


class OnFilesystemDocument(Struct, frozen=True, kw_only=True):
    """The file system that was made for the repeat, and what the machine spent meanwhile."""

    made: Annotated[Figure, about("seconds that making it took")]
    usable: Annotated[Count, about("bytes for files when it was empty")]
    cpu: Annotated[
        Figure | None, about("seconds that all CPUs of the machine were busy while the repeat ran")
    ]
    stalled: Annotated[
        Figure | None,
        about("seconds in which at least one program waited for I/O (/proc/pressure/io)"),
    ]


class CountedRequestsDocument(Struct, frozen=True, kw_only=True):
    """Columns: a value, and how many requests had it."""

    bytes: tuple[Count, ...] | UnsetType = UNSET
    in_flight: tuple[Count, ...] | UnsetType = UNSET
    seconds: tuple[Figure, ...] | UnsetType = UNSET
    requests: tuple[Count, ...]


class RequestedDocument(Struct, frozen=True, kw_only=True):
    """The requests of one direction."""

    sizes: CountedRequestsDocument
    sequential: Count
    sync: Count
    fua: Count
    regions: Annotated[tuple[Count, ...], Meta(min_length=REGIONS, max_length=REGIONS)]


class RequestsDocument(Struct, frozen=True, kw_only=True):
    """The requests that the kernel handed to a device: columns of sizes, of requests in flight and
    of seconds since the one before (both by powers of two), those that began where the last had
    ended, those that somebody waited for (sync) and that had to be on the medium (fua), and the
    bytes in each of 64 equal parts of the device; lost: too fast to be counted.
    """

    device: Text
    size: Count
    seconds: Figure
    flushes: Count
    lost: Count
    depths: CountedRequestsDocument
    gaps: CountedRequestsDocument
    read: RequestedDocument
    write: RequestedDocument
    discard: RequestedDocument


class LooksDocument(Struct, frozen=True, kw_only=True):
    """Columns: the end of an interval, and what was seen in it."""

    seconds: tuple[Figure, ...]
    busy: tuple[Figure | None, ...]
    queue: tuple[Figure | None, ...]


class WriterDocument(Struct, frozen=True, kw_only=True):
    """Who read and wrote."""

    kind: WriterKind
    name: Text
    read_bytes: Count
    written_bytes: Count


class ObservedDocument(Struct, frozen=True, kw_only=True):
    """A drive that was only watched: seconds without any I/O, all together and the longest row of
    them, whether control groups are counted, what was discarded and how often it was told to
    empty its cache, its endurance in bytes where known, looks as columns (the share of the time
    with I/O in flight, requests that waited or were served), who read and wrote, and the
    requests where they were counted.
    """

    quiet: Figure
    longest_quiet: Figure
    grouped: bool
    discarded_bytes: Count | None
    flushes: Count | None
    endurance: Count | None
    rotational: bool | None
    looks: LooksDocument
    writers: tuple[WriterDocument, ...]
    requests: RequestsDocument | None


class SamplesDocument(Struct, frozen=True, kw_only=True):
    """Columns of equal length."""

    time: tuple[
        Annotated[
            Signed | None, about("seconds, the end of an interval; 0 is the end of the warm-up")
        ],
        ...,
    ]
    iops: tuple[Figure | None, ...]
    bandwidth: tuple[Figure | None, ...]
    p50: tuple[Figure | None, ...]
    p99: tuple[Figure | None, ...]
    temperature: tuple[Celsius | None, ...]
    background_bandwidth: Annotated[tuple[Figure | None, ...], about("I/O of others on the device")]
    seconds: tuple[Figure | None, ...]
    ios: tuple[Count | None, ...]
    bytes: tuple[Count | None, ...]
    mean: tuple[Figure | None, ...]
    p95: tuple[Figure | None, ...]
    p999: tuple[Figure | None, ...] = field(name="p99.9")
    bins: tuple[Annotated[Text, about("number:count of fio's bins in use")], ...]


class HistogramDocument(Struct, frozen=True, kw_only=True):
    """fio's bins from the first to the last in use: one more edge than counts."""

    edges: Annotated[tuple[Seconds, ...], Meta(min_length=2, max_length=BIN_COUNT + 1)]
    counts: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=BIN_COUNT)]


class PositionsDocument(Struct, frozen=True, kw_only=True):
    """Of a scan, in the order of time."""

    offset: tuple[Count, ...]
    bytes: tuple[Count, ...]
    seconds: tuple[Figure, ...]


class AreasDocument(Struct, frozen=True, kw_only=True):
    """In the order of their positions; neighbours that answered alike are one."""

    offset: tuple[Count, ...]
    bytes: tuple[Count, ...]
    state: tuple[AreaState, ...]
    counted: tuple[Annotated[Count, about("bytes in this state")], ...]
    found: tuple[
        Annotated[Count | None, about("the position whose data were at the first byte")], ...
    ]
    found_bytes: tuple[Count, ...]
    bits: tuple[Annotated[Count, about("changed ones")], ...]
    seconds: tuple[Annotated[Figure, about("of the slowest read in a slow area")], ...]


class DirectionDocument(Struct, frozen=True, kw_only=True):
    """One repeat in one direction."""

    iops: Annotated[Figure | None, about("of the measured time, without the warm-up")]
    bandwidth: Rate | None
    bytes: Annotated[Count | None, about("null where an imported file lacks it")]
    ios: Annotated[Count | None, about("null where an imported file lacks it")]
    seconds: Annotated[Figure | None, about("null where an imported file lacks it")]
    short: Annotated[bool, about("less than 0.1 s or 4 snapshots were counted")]
    latency: LatencyDocument
    longest_stall: Annotated[
        Figure | None, about("seconds; 0: none was longer than two intervals; null: not known")
    ]
    samples: SamplesDocument
    histogram: HistogramDocument | None
    positions: PositionsDocument | UnsetType = UNSET
    areas: AreasDocument | UnsetType = UNSET


class CommitsDocument(Struct, frozen=True, kw_only=True):
    """A log that the test or a job beside it wrote, the warm-up included: its records, its
    seconds, and how long the fsync after each took.
    """

    count: Count
    seconds: Figure
    latency: LatencyDocument


class TaskDocument(Struct, frozen=True, kw_only=True):
    """What an everyday task took beside its time, in seconds."""

    cpu: Annotated[Figure, about("of the program and of those that it started")]
    syncing: Annotated[Figure, about("of the time, syncfs at the end")]
    stalled: Annotated[
        Figure | None, about("in which at least one program waited for I/O (/proc/pressure/io)")
    ]
    items: Annotated[Count, about("files, rows, commits or sources")]


class AgedReadsDocument(Struct, frozen=True, kw_only=True):
    """Reads of places of files in the order of time, as columns: the seconds since the file was
    written, and those that the read took.
    """

    ages: tuple[Figure, ...]
    seconds: tuple[Figure, ...]
    from_memory: Annotated[Count, about("reads that memory answered; they are not counted")]


class CpuTimeDocument(Struct, frozen=True, kw_only=True):
    """Seconds of a CPU for one I/O, where fio reports them."""

    fio: Figure
    kernel: Figure


class RepeatDocument(Struct, frozen=True, kw_only=True):
    """A test, done once."""

    order: Positive
    started: Moment | None
    affected_by: tuple[Annotated[Text, about("words")], ...]
    counted: Annotated[bool, about("whether it is in the summary")]
    members: tuple[MemberDocument, ...] | UnsetType = UNSET
    write_back: WriteBackDocument | UnsetType = UNSET
    on_filesystem: OnFilesystemDocument | UnsetType = UNSET
    commits: CommitsDocument | UnsetType = UNSET
    observed: ObservedDocument | UnsetType = UNSET
    hosts: tuple[HostPartDocument, ...] | UnsetType = UNSET
    task: TaskDocument | UnsetType = UNSET
    cpu: CpuTimeDocument | UnsetType = UNSET
    aged: AgedReadsDocument | UnsetType = UNSET
    read: DirectionDocument | UnsetType = UNSET
    write: DirectionDocument | UnsetType = UNSET
    trim: DirectionDocument | UnsetType = UNSET


class TitleDocument(Struct, frozen=True, kw_only=True):
    """What the program calls a test, as a message: it is translated where it is shown."""

    key: Annotated[Text, about("the message in English, with its fields in braces")]
    values: Annotated[
        dict[str, Any],
        about("of the fields: texts, numbers, quantities with their type, further messages"),
    ]
    whole: Annotated[bool, about("whether it says what is done, without a direction beside it")]


class PhaseDocument(Struct, frozen=True, kw_only=True):
    """A test with its repeats."""

    name: Annotated[Text, about("stable, and unique in a run")]
    title: Annotated[Text, about("for people")]
    title_message: Annotated[
        TitleDocument | None, about("null where a profile or another program's file has the title")
    ]
    direction: Direction
    pattern: Annotated[
        Pattern | None, about("null where an imported file lacks it, as in the three after it")
    ]
    block_size: Annotated[
        Positive | None,
        about("bytes; null also for blocks of several sizes, which are in work.block_sizes"),
    ]
    queue_depth: Positive | None
    jobs: Positive | None
    engine: Annotated[Text, about("as given to fio; hdparm; empty where an imported file lacks it")]
    direct: bool | None
    cache: Cache | None
    scheduler: Annotated[Text | None, about("that was set for this test")]
    work: WorkDocument
    limits: LimitsDocument
    identity: Annotated[
        Text, about("the same for the same test in every run: what results are followed by")
    ]
    warmup: Figure | None
    planned_seconds: Figure | None
    command: tuple[Text, ...]
    short: Annotated[bool, about("whether little was counted for a value, in any direction")]
    stopping: StoppingDocument | None
    summary: DirectionsSummaryDocument
    total: TotalDocument | UnsetType = UNSET
    repeats: tuple[RepeatDocument, ...]
