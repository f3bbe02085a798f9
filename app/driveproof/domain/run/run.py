# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run: one profile on one target, with everything that was measured and the state around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from driveproof.domain.access import Cache, Direction, Pattern, ways_of
from driveproof.domain.metric import MetricName, primary_metric
from driveproof.domain.notes import Failure, Note
from driveproof.domain.run.areas import Area
from driveproof.domain.run.file_ages import READ_ENGINE, AgedReads, FileAges
from driveproof.domain.run.observed import Observed
from driveproof.domain.run.stopping_rule import Stopping, StoppingRule
from driveproof.domain.run.work import OUR_WORK, Work
from driveproof.domain.say import Say, Title

if TYPE_CHECKING:  # numpy waits for the first measurement: a list of runs needs none of it
    from driveproof.domain.run.histogram import Histogram
    from driveproof.domain.run.sample import Sample


class RunStatus(StrEnum):
    """How a run ended. JSON and histories have the values of these enums."""

    FINISHED = "finished"
    CANCELLED = "cancelled"
    FAILED = "failed"
    RUNNING = "running"
    """Not yet: another process still measures it. Only in a history."""


FINISHED, CANCELLED, FAILED, RUNNING = RunStatus
STATUS_TITLES = {
    FINISHED: Say("finished"),
    CANCELLED: Say("cancelled"),
    FAILED: Say("failed"),
}


class Disturbance(StrEnum):
    """What disturbed a repeat."""

    FOREIGN_IO = "background I/O"
    STALL = "stall"
    TEMPERATURE_LIMIT = "temperature limit"
    THROTTLING = "throttling"
    SLOWER_LINK = "slower link"
    ARRAY_WORK = "array resync"
    """The array under the target was resynced, recovered, checked, reshaped or balanced."""
    KERNEL = "kernel messages"
    """The kernel reported trouble with the device (kernel_messages.py)."""
    WRITE_CACHE_EXHAUSTED = "write cache exhausted"
    """In this write test, or before it, the drive's write cache had run out (write_cache.py)."""
    CUT_SHORT = "cut short"
    """A cancel or a failure ended it early: shown, but not counted beside whole ones."""
    HOST_LOST = "host lost"
    """Not all hosts measured it to its end: its sum is that of fewer, and it is not counted beside
    those of all."""


_DISTURBANCES: dict[str, Say] = {
    Disturbance.FOREIGN_IO: Say("background I/O"),
    Disturbance.STALL: Say("stall"),
    Disturbance.TEMPERATURE_LIMIT: Say("temperature limit"),
    Disturbance.THROTTLING: Say("throttling"),
    Disturbance.SLOWER_LINK: Say("slower link"),
    Disturbance.ARRAY_WORK: Say("array resync"),
    Disturbance.KERNEL: Say("kernel messages"),
    Disturbance.WRITE_CACHE_EXHAUSTED: Say("write cache full"),
    Disturbance.CUT_SHORT: Say("cut short"),
    Disturbance.HOST_LOST: Say("host lost"),
}


def disturbance(word: str) -> Say | str:
    """What disturbed a repeat, as a few words; `word` is of `Repeat.disturbed`, and foreign where
    another program's file says it.
    """
    return _DISTURBANCES.get(word, word)


CUT_SHORT = Disturbance.CUT_SHORT
WRITE_CACHE_EXHAUSTED = Disturbance.WRITE_CACHE_EXHAUSTED
HOST_LOST = Disturbance.HOST_LOST
# Such a repeat is kept and shown, and no figure is made of it.
NOT_COUNTED = frozenset({CUT_SHORT, WRITE_CACHE_EXHAUSTED, HOST_LOST})

# In the name of a test of hdparm's profile that reads through the page cache.
THROUGH_CACHE = Say("page cache")
# In the name of a test with an fsync after each write.
EACH_WRITE = Say("fsync after every write")

# Less than this counts as little: the figure may be another the next time.
SHORT_SECONDS, FEWEST_SAMPLES = 0.1, 4

# `Environment.source` of a run that Driveproof measured and somebody brought here as a file.
OWN_JSON = "JSON of Driveproof"


# `Environment.encryption` where nothing encrypts.
NO_ENCRYPTION = "none"


class IoPath(StrEnum):
    """How the I/O reached the device: only runs of the same kind are compared."""

    DIRECT = "direct"
    BUFFERED = "buffered"
    MEMORY = "memory"


class TargetKind(StrEnum):
    """What was measured: a test file, or a device itself."""

    FILE = "file"
    DEVICE = "device"


@dataclass(frozen=True, slots=True)
class Target:
    """What was measured. `path` is the folder, file or device that the person named.

    `stack` names the block devices from the one that holds the target down to the drives;
    whatever is not known is None. `in_file` is for an imported run that a person assigned to a
    drive (assignment.py): drive, model, serial and wwn as its file has them.
    """

    path: str
    kind: TargetKind
    device: str | None = None
    model: str | None = None
    serial: str | None = None
    wwn: str | None = None
    firmware: str | None = None
    size: int | None = None
    bus: str | None = None
    drive: str | None = None  # BlockDevice.identity of the drive below, or of the device itself
    filesystem: str | None = None
    mount_point: str | None = None
    mount_options: tuple[str, ...] = ()
    stack: tuple[str, ...] = ()
    in_file: tuple[str | None, ...] = ()
    drive_class: str | None = None  # of the one drive below, a word of DriveClass (bands.py)
    media: str | None = None  # of that drive, a word of Media
    zones: str | None = None  # of that drive, a word of Zones (nature.py)

    @property
    def identity(self) -> str | None:
        """What finds the drive again after a reboot, and in a list of runs; None when unknown."""
        if self.drive is None and self.wwn:
            return f"wwn:{self.wwn}"
        return self.drive


class Companion(NamedTuple):
    """One of several drives that were measured together: the folder or device that the person
    named, the device, what the drive is, and its kernel name; None where not known.
    """

    path: str
    device: str | None = None
    model: str | None = None
    serial: str | None = None
    name: str | None = None


class PathKind(StrEnum):
    """What several drives share on their way to the memory."""

    USB_HUB = "usb hub"
    """A hub, or a bridge with several drives."""
    USB_CONTROLLER = "usb controller"
    PORT_MULTIPLIER = "sata port multiplier"
    SATA_CONTROLLER = "sata controller"
    SAS_CONTROLLER = "sas controller"
    RAID_CONTROLLER = "raid controller"
    PCIE_LINK = "pcie link"
    OTHER = "other"
    """One that only a newer version knows."""


class SharedPath(NamedTuple):
    """Something that several drives share. `name` is its speed ("5 Gb/s", "PCIe 3.0 x4", ""),
    `place` where the kernel has it ("2-1", "0000:00:14.0"), `ceiling` bytes a second, None where it
    is not known; `drives` are their numbers, from 1.
    """

    kind: PathKind
    name: str
    place: str
    ceiling: int | None
    drives: tuple[int, ...]


class InTurn(NamedTuple):
    """Two drives were measured in turn: `other` is the run of the other one, `side` which of both
    this one is (0 was named first), `seed` what the order was drawn with, and `turns` that order, a
    digit for each repeat: the side that had it.
    """

    other: str
    side: int
    seed: int
    turns: str


class HostFault(StrEnum):
    """Why a host no longer counts in a measurement of several."""

    DIED = "died"
    """What runs there ended by itself, or the link was cut."""
    SILENT = "silent"
    """Nothing came from it any more."""
    STUCK = "stuck"
    """It answers, but did not end when the others had."""
    FAILED = "failed"
    """It reported a failure."""


_FAULTS: dict[str, Say] = {
    HostFault.DIED: Say("connection lost"),
    HostFault.SILENT: Say("no data received"),
    HostFault.STUCK: Say("did not end"),
    HostFault.FAILED: Say("failed"),
}


def host_fault(word: str) -> Say | str:
    """Why a host no longer counts, as a few words; `word` is of `Host.fault`, and foreign where
    another program's file says it.
    """
    return _FAULTS.get(word, word)


class Host(NamedTuple):
    """One of several hosts that measured at once, as it was before anything was written.

    `source` is what is mounted there ("nas:/export"), `free` the bytes that this user could write.
    `clock` is how far its clock was ahead of that of the host that asked, in seconds. `fault` is a
    word of HostFault, "" where it measured to the end, `said` what it or ssh had to say then.
    """

    name: str
    fio: str | None = None
    kernel: str | None = None
    cpus: int | None = None
    memory: int | None = None
    filesystem: str | None = None
    source: str | None = None
    free: int | None = None
    clock: float | None = None
    fault: str = ""
    said: str = ""


class KernelLog(StrEnum):
    """Where the kernel's messages during a run are from, or why there are none."""

    KMSG = "kmsg"
    JOURNAL = "journal"
    REFUSED = "refused"
    """Neither the kernel's log nor the journal may be read by this user."""
    MISSING = "missing"
    """There is neither."""


class KernelMessage(NamedTuple):
    """A line of the kernel's log about the device, `seconds` after the run began.

    `kind` is a word of Trouble (kernel_messages.py), or of a newer version. The same line, but for
    its numbers, came `times` times.
    """

    seconds: float
    kind: str
    text: str
    times: int = 1


class BootTimes(NamedTuple):
    """How long the machine took to start, as systemd counted it, in seconds; None where it did not.

    `firmware` and `loader` are known of EFI machines only, `initrd` where there was one.
    """

    firmware: float | None = None
    loader: float | None = None
    kernel: float | None = None
    initrd: float | None = None
    userspace: float | None = None

    @property
    def total(self) -> float:
        """All that is known."""
        return sum(part for part in self if part is not None)


@dataclass(frozen=True, slots=True)
class Environment:
    """The machine around a run. Temperatures in degrees Celsius, `fill` from 0 to 1.

    `kernel_messages` are what the kernel said of the device meanwhile, `kernel_log` where from, a
    word of KernelLog; None where that was not recorded.
    """

    kernel: str | None = None
    fio: str | None = None
    driveproof: str | None = None
    cpu: str | None = None
    cpus: int | None = None
    memory: int | None = None
    scheduler: str | None = None
    power_source: str | None = None  # ac, battery
    power_profile: str | None = None
    governor: str | None = None  # of the processor's frequency
    temperature_before: float | None = None
    temperature_after: float | None = None
    fill: float | None = None
    io_path: IoPath | None = IoPath.DIRECT  # None where another program's file does not tell
    test_file_size: int | None = None
    link: str | None = None  # "SATA 6 Gb/s", of the one drive below, under load
    link_ceiling: int | None = None  # what that carries, in bytes a second
    link_kind: str | None = None  # LinkState.kind
    link_slower: bool | None = None  # whether it runs below what drive and port could do
    block_format: int | None = None  # bytes of a logical block of the one drive below
    usb_driver: str | None = None  # of that drive, a word of UsbDriver
    link_power: str | None = None  # its Attachment.link_power as the run began
    source: str | None = None  # the program whose file this is from; None when measured here
    latency_cap: tuple[str, float] | None = None
    """What a search of the queue depth kept to: a metric of the latency, and seconds (cap.py)."""
    stopping_rule: StoppingRule | None = None
    """When a test was measured well enough, where that is judged test by test."""
    array: str | None = None
    """What spreads or copies the target's data over `legs`: "btrfs raid1", "md raid1", "LVM"."""
    legs: tuple[str, ...] = ()
    """The kernel's names of the devices that each hold a copy or a part of the target's data."""
    drives: tuple[Companion, ...] = ()
    """Of a measurement of several drives all of them, in the order of their numbers."""
    shared: tuple[SharedPath, ...] = ()
    """What these share, the largest group first."""
    in_turn: InTurn | None = None
    """Of a run that was measured in turn with one of another drive, which one that is."""
    cpu_idle: str | None = None  # the deepest sleep that the processor may enter: "C6 133 us"
    free: int | None = None  # bytes of the file system, for this user, as the run began
    encryption: str | None = None
    """What encrypts the target's data on its way to the drive: "LUKS2", or NO_ENCRYPTION."""
    kernel_log: str | None = None
    kernel_messages: tuple[KernelMessage, ...] = ()
    hosts: tuple[Host, ...] = ()
    """Of a measurement of several hosts all of them, in the order of their names."""
    sqlite: str | None = None
    """Its version, where tasks used it."""
    compiler: str | None = None
    """What the compiler of a task says of itself."""
    boot: BootTimes | None = None
    """The last start of the machine."""
    log: Companion | None = None
    """Where the log was written that belongs to the tests, if that was another drive."""
    file_ages: FileAges | None = None
    """Of a measurement of files by their age, which files were found."""

    @property
    def ours(self) -> bool:
        """Whether Driveproof measured it, on this machine or on another one."""
        return not self.source or self.source == OWN_JSON


@dataclass(frozen=True, slots=True)
class Latency:
    """Latencies of one repeat in seconds, None where nothing was measured."""

    mean: float | None = None
    p50: float | None = None
    p95: float | None = None
    p99: float | None = None
    p999: float | None = None
    max: float | None = None


def _empty_histogram() -> Histogram:
    from driveproof.domain.run.histogram import Histogram  # noqa: PLC0415 - numpy

    return Histogram.empty()


class Position(NamedTuple):
    """A place on the device that was measured: `bytes` from `offset` on took `seconds`."""

    offset: int
    bytes: int
    seconds: float


class Role(StrEnum):
    """How a device lies to what is measured; the words of the JSON."""

    TARGET = "target"
    BELOW = "below"
    BESIDE = "beside"
    """Another device of the same file system or array, or the cache of a bcache."""
    SOURCE = "source"
    """What is copied from, in a task that copies from another drive."""
    LOG = "log"
    """What the log of a database is written to, where that is another drive."""


@dataclass(frozen=True, slots=True)
class MemberStatistics:
    """The statistics of one block device while a repeat was measured.

    `device` is its kernel name. Bytes and I/Os are those of the measured time; `busy` is the time
    with I/O in flight, in seconds (the kernel's io_ticks, see Documentation/block/stat.rst).
    `read_wait` and `write_wait` are the times that all reads and all writes took together, `queued`
    those of all I/Os, in seconds (read ticks, write ticks, time_in_queue); None where a run has
    none of them.
    """

    device: str
    role: Role
    read_bytes: int
    written_bytes: int
    read_ios: int
    written_ios: int
    seconds: float
    busy: float | None = None
    read_wait: float | None = None
    write_wait: float | None = None
    queued: float | None = None


@dataclass(frozen=True, slots=True)
class DirectionResult:
    """The result of one repeat in one direction after the warm-up.

    `bandwidth` is bytes per second, `seconds` the measured time, `longest_stall` the longest gap
    without a snapshot (seconds, 0 when none was longer than STALL_SECONDS). `samples` start in the
    warm-up, at negative times; `histogram` covers the measured window only. `positions` are the
    results of a scan of the device, ordered by time; `areas` what a check found at each place. What
    another program's file does not report is None.
    """

    iops: float
    bandwidth: float
    bytes: int | None
    ios: int | None
    seconds: float | None
    latency: Latency
    longest_stall: float | None = 0.0
    samples: tuple[Sample, ...] = ()
    histogram: Histogram = field(default_factory=_empty_histogram)
    positions: Sequence[Position] = ()
    areas: tuple[Area, ...] = ()

    @property
    def short(self) -> bool:
        """Whether less was counted than a figure needs: SHORT_SECONDS, or FEWEST_SAMPLES."""
        if self.seconds is None:
            return False
        counted = sum(0 < sample.time < self.seconds + SHORT_SECONDS for sample in self.samples)
        return self.seconds < SHORT_SECONDS or 0 < counted < FEWEST_SAMPLES

    @property
    def untimed(self) -> bool:
        """Whether places were checked, and the time of none counts: a probe has no speed."""
        return bool(self.areas) and not self.ios


class CachePoint(NamedTuple):
    """A moment of a test through the page cache, `seconds` after its first write.

    `written` are the bytes that the program has written, `stored` those that the drive has been
    given meanwhile (None: nothing counts them), `waiting` those of the whole machine that wait in
    memory (Dirty and Writeback of /proc/meminfo, proc(5); None: not reported).
    """

    seconds: float
    written: int
    stored: int | None = None
    waiting: int | None = None


class ProcessWrites(NamedTuple):
    """What one of several processes wrote, in how many seconds; its last fsync is included."""

    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class WriteBack:
    """How what a test wrote into memory came to the drive.

    `writing` are the seconds until the last write was in memory, None while it still writes, and
    `fsync` those of the fsync after it, 0 where there was none. `flush` are the latencies of an
    fsync after each write.
    """

    points: tuple[CachePoint, ...] = ()
    writing: float | None = None
    fsync: float = 0.0
    processes: tuple[ProcessWrites, ...] = ()
    flush: Latency | None = None


@dataclass(frozen=True, slots=True)
class Commits:
    """The records of a log, with an fsync after each, which a test wrote or a job beside it: how
    many in how many seconds, the warm-up included, and the latencies of the fsyncs.
    """

    count: int
    seconds: float
    latency: Latency

    @property
    def rate(self) -> float:
        """Commits a second."""
        return self.count / self.seconds if self.seconds else 0.0


@dataclass(frozen=True, slots=True)
class OnFilesystem:
    """A repeat on a file system that was made for it.

    `made` are the seconds that making it took, `usable` the bytes that it had for files when it was
    empty. `processor` is the time that all processors of the machine were busy while the repeat
    ran, and `stalled` how long some program waited for I/O meanwhile (the kernel's
    /proc/pressure/io), both in seconds; None: unknown.
    """

    made: float
    usable: int
    cpu: float | None = None
    stalled: float | None = None


@dataclass(frozen=True, slots=True)
class HostFigures:
    """What one host did in one direction in the time in which all did: bandwidth in bytes a second,
    `seconds` the length of that time.
    """

    iops: float
    bandwidth: float
    bytes: int
    ios: int
    seconds: float
    latency: Latency


@dataclass(frozen=True, slots=True)
class HostRepeat:
    """The part of one host in a repeat; `late` is how many seconds after the first it began, None
    where that was not seen. `fault` is a word of HostFault: then its figures are in no sum.
    """

    host: str
    late: float | None = None
    directions: Mapping[Direction, HostFigures] = field(default_factory=dict)
    fault: str = ""


@dataclass(frozen=True, slots=True)
class TaskCost:
    """What a task of everyday life took, beside its time (real_life.py).

    `processor` is the processor time of the program and of those that it started, `syncing` how
    much of the time was syncfs(2) at its end, `stalled` how long some program of the machine waited
    for I/O meanwhile (the kernel's /proc/pressure/io; None: unknown), all in seconds. `items` are
    the files, rows, commits or sources.
    """

    cpu: float
    syncing: float
    stalled: float | None
    items: int


class CpuTime(NamedTuple):
    """Seconds of a processor for one I/O of a repeat: in fio, and in the kernel."""

    fio: float
    kernel: float


@dataclass(frozen=True, slots=True)
class Repeat:
    """One fio run of a phase; `order` counts from 1; `disturbed` has the values of Disturbance, and
    those that only a newer version knows.
    """

    order: int
    directions: Mapping[Direction, DirectionResult]
    disturbed: tuple[str, ...] = ()
    fio_json: bytes | None = None  # fio's final JSON, as it came
    started: datetime | None = None
    members: tuple[MemberStatistics, ...] = ()
    write_back: WriteBack | None = None
    on_filesystem: OnFilesystem | None = None
    commits: Commits | None = None
    observed: Observed | None = None
    hosts: tuple[HostRepeat, ...] = ()
    task: TaskCost | None = None
    cpu: CpuTime | None = None
    aged: AgedReads | None = None

    @property
    def counts(self) -> bool:
        """Whether it counts for the figures."""
        return not NOT_COUNTED & {*self.disturbed}


@dataclass(frozen=True, slots=True)
class Summary:
    """A metric over the repeats of a phase: median, least, greatest, and how many."""

    median: float
    low: float
    high: float
    count: int

    @property
    def spread(self) -> float | None:
        """(high - low) / median, None for a median of zero or a single repeat."""
        return (self.high - self.low) / self.median if self.median and self.count > 1 else None


@dataclass(frozen=True, slots=True)
class Limits:
    """Evidence of whether the drive set a test's figure (limits.py).

    `generator` is how long this machine's data generator takes for a block, in seconds, None where
    that was not measured: only where it may matter. `submission` is the share of a job's time spent
    handing I/Os to the kernel, None where the engine has no queue. `buffered_by` names the file
    system that wrote through the page cache despite direct I/O. `processor` is the share of a
    processor that each job used, None where that is not told.
    """

    generator: float | None = None
    submission: float | None = None
    buffered_by: str | None = None
    cpu: float | None = None


@dataclass(frozen=True, slots=True)
class PhaseResult:
    """A phase with its repeats; `command` is the exact command of the first.

    `scheduler` is the I/O scheduler that was set for it, None where the device's own was left.
    `cache` is how the I/O went: direct, or through the page cache, cold or warm. `work` is what
    else it did, and part of what identifies the test. `limits` is what may have set its figure
    instead of the drive. `stopping` is how certain it became and why it ended, where that is judged
    test by test. In another program's file `pattern` is "" and `block_size`, `queue_depth`
    and `jobs` are 0 where unknown; several block sizes also give 0, and are in `work.block_sizes`.
    """

    name: str
    title: Title | str
    direction: Direction
    pattern: Pattern
    block_size: int
    queue_depth: int
    jobs: int
    engine: str
    direct: bool
    command: tuple[str, ...]
    repeats: tuple[Repeat, ...] = ()
    warmup: float = 0.5
    planned_seconds: float = 2.0
    scheduler: str | None = None
    cache: Cache | None = None  # direct, cold, warm; None in results from before this was kept
    work: Work = OUR_WORK
    limits: Limits = Limits()
    stopping: Stopping | None = None

    @property
    def in_flight(self) -> int:
        """The requests in flight, of all jobs together; 0 where that is not known."""
        return (self.queue_depth + self.work.write_depth) * self.jobs

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The directions in which there are numbers."""
        return ways_of(self.direction)

    @property
    def primary(self) -> MetricName:
        """The metric that decides: bandwidth for sequential, IOPS for random access."""
        return primary_metric(self.pattern)

    def short(self, direction: Direction) -> bool:
        """Whether the figure of a direction rests on repeats in which little was counted. A task is
        counted as a whole, and of files by their age each read is timed by itself.
        """
        whole = self.pattern == Pattern.TASK or self.engine == READ_ENGINE
        return not whole and any(
            repeat.directions[direction].short
            for repeat in self._figures()
            if direction in repeat.directions
        )

    def _figures(self) -> Sequence[Repeat]:
        """The repeats behind a figure: the whole ones, unless there is none."""
        return [repeat for repeat in self.repeats if repeat.counts] or self.repeats

    def summary(
        self, direction: Direction, metric: Callable[[DirectionResult], float | None]
    ) -> Summary | None:
        """The median and spread of a metric over the whole repeats, None when none has it."""
        values = [
            value
            for repeat in self._figures()
            if (result := repeat.directions.get(direction)) is not None
            and (value := metric(result)) is not None
        ]
        if not values:
            return None
        return Summary(median(values), min(values), max(values), len(values))

    def total(self, metric: Callable[[DirectionResult], float | None]) -> Summary | None:
        """The same of all directions together, for what adds up: I/Os or bytes a second."""
        values = [
            sum(metric(result) or 0.0 for result in repeat.directions.values())
            for repeat in self._figures()
            if repeat.directions
        ]
        if not values:
            return None
        return Summary(median(values), min(values), max(values), len(values))


METRICS: dict[MetricName, Callable[[DirectionResult], float | None]] = {
    MetricName.IOPS: lambda r: None if r.untimed else r.iops,
    MetricName.BANDWIDTH: lambda r: None if r.untimed else r.bandwidth,
    MetricName.MEAN: lambda r: r.latency.mean,
    MetricName.P50: lambda r: r.latency.p50,
    MetricName.P95: lambda r: r.latency.p95,
    MetricName.P99: lambda r: r.latency.p99,
    MetricName.P999: lambda r: r.latency.p999,
    MetricName.MAX: lambda r: r.latency.max,
    # hdparm tells neither latencies nor stalls: unknown, not none.
    MetricName.LONGEST_STALL: lambda r: (
        r.longest_stall if r.longest_stall or r.latency.max else None
    ),
    MetricName.TIME: lambda r: r.seconds,
}


@dataclass(frozen=True, slots=True)
class Run:
    """One measurement from start to end, as it is kept.

    `method` is how it was measured, one of `domain.method.names` unless it is from a version that
    has others: that of its profile, or what an importer recognized. On several hosts, and in turn
    with another drive, all sides do the same; the measurement in the report of a drive is a run of
    its own profile. `status` is finished, cancelled or failed (`error` says why); `notes` belong
    beside the numbers (no direct I/O, a compressing file system, ...); `label` and `remarks` are
    the person's own words. `cache` is how the profile had its I/O go, None where another program's
    file does not report it; a test has its own (`PhaseResult.cache`). In a run from another
    program's file, `seconds` is 0 and `target.path` empty where the file does not report them.
    """

    id: str
    profile: str
    method: str
    title: str
    status: RunStatus
    started: datetime
    seconds: float
    target: Target
    environment: Environment
    phases: tuple[PhaseResult, ...] = ()
    label: str = ""
    notes: tuple[Note, ...] = ()
    error: Failure | None = None
    repeats_planned: int | None = None
    remarks: str = ""
    cache: Cache | None = None

    @property
    def source(self) -> str:
        """The program whose file it was imported from; "" when it was measured by Driveproof."""
        return self.environment.source or ""


def pooled_phases(runs: Iterable[Run]) -> tuple[PhaseResult, ...]:
    """The tests of several runs by their names, each with the repeats of all."""
    found: dict[str, PhaseResult] = {}
    for run in runs:
        for phase in run.phases:
            same = found.get(phase.name)
            repeats = phase.repeats if same is None else (*same.repeats, *phase.repeats)
            # How certain it became holds for one run.
            found[phase.name] = replace(same or phase, repeats=repeats, stopping=None)
    return tuple(found.values())


class RunHead(NamedTuple):
    """What a list of runs shows: a run without its phases.

    A tuple and no dataclass: a list makes ten thousand of them, and a frozen one takes three
    times as long.

    `figures` are (phase name, direction, primary metric, median) in the order of the phases;
    `cache` is `Run.cache`.
    """

    id: str
    profile: str
    title: str
    status: RunStatus
    started: datetime
    seconds: float
    label: str
    path: str
    device: str | None
    identity: str | None
    model: str | None
    firmware: str | None
    filesystem: str | None
    figures: tuple[tuple[str, str, str, float], ...] = ()
    cache: Cache | None = None

    def figure(self, direction: Direction, metric: MetricName) -> float | None:
        """The median of the first test with this direction and primary metric, None without."""
        for _, way, primary, value in self.figures:
            if (way, primary) == (direction, metric):
                return value
        return None
