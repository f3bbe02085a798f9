# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a phase to fio's arguments: pure, so that what is shown is what runs."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.profile.log import log_bytes
from driveproof.domain.profile.options import OPTION_FIELDS, option_parts, size_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.written_data import data_for
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.work import READING_ALIKE, Data, FileOperation, IoOptions, Part

SEED = 8_127_943  # any constant: the same offsets in every run, so that runs compare
PERCENTILES = "50:90:95:99:99.9:99.99"
LOG_JOB = "driveproof-log"
"""The job that appends the log beside a test: its writes are no part of the test's figures."""
LAYOUT_INTERVAL = 0.25  # seconds between two snapshots that only tell how far it is

# fio's names for what is done where (fio(1), "rw").
_PATTERNS = {
    (Pattern.SEQUENTIAL, Direction.READ): "read",
    (Pattern.SEQUENTIAL, Direction.WRITE): "write",
    (Pattern.SEQUENTIAL, Direction.MIXED): "rw",
    (Pattern.SEQUENTIAL, Direction.TRIM): "trim",
    (Pattern.RANDOM, Direction.READ): "randread",
    (Pattern.RANDOM, Direction.WRITE): "randwrite",
    (Pattern.RANDOM, Direction.MIXED): "randrw",
    (Pattern.RANDOM, Direction.TRIM): "randtrim",
}


# What is in the buffers that are written (fio(1), "Buffers and memory").
BUFFERS = {
    Data.FRESH: ("--refill_buffers=1",),
    Data.SCRAMBLED: ("--refill_buffers=0", "--scramble_buffers=1"),
    Data.REPEATED: ("--refill_buffers=0", "--scramble_buffers=0"),
    Data.ZEROS: ("--refill_buffers=0", "--scramble_buffers=0", "--zero_buffers=1"),
    # buffer_compress_percentage or dedupe_percentage is among the other options of the test.
    Data.COMPRESSIBLE: ("--refill_buffers=1",),
}


@dataclass(frozen=True, slots=True)
class FioTarget:
    """Where fio works: the path of an inherited descriptor (or a device), the bytes to use, how to
    open it.

    `invalidate` says whether fio drops the file's pages before it begins; None is fio's default,
    which is yes. `fresh` asks for fresh data in every test, `laid_out` says whether we wrote what
    is read (domain/profile/written_data.py). `files` are the paths of all files, where jobs have
    one each; `log` is the file of the log beside a test, None where it has the end of this one.
    """

    filename: str
    size: int
    direct: bool = True
    invalidate: bool | None = None
    fresh: bool = False
    laid_out: bool = True
    files: tuple[str, ...] = ()
    log: LogFile | None = None


@dataclass(frozen=True, slots=True)
class LogFile:
    """Where the log beside a test is: the path of its file ("" for that of the test), its first
    byte there, its bytes, and how it is opened.
    """

    filename: str
    begin: int
    size: int
    direct: bool


def busy_command(fio: str, jobs: int, seconds: float) -> tuple[str, ...]:
    """fio's arguments to keep so many processors busy without any I/O."""
    return (
        fio, "--name=awake", "--ioengine=cpuio", "--cpuload=100", f"--numjobs={jobs}", "--thread=1",
        f"--runtime={_milliseconds(seconds)}", "--time_based=1", "--eta=never",
    )  # fmt: skip


def engine_for(phase: Phase, choice: Engine | None = None) -> Engine:
    """The I/O engine of a phase: as chosen, as its profile says, else psync at depth 1 and libaio.

    psync was measured as the cheapest and steadiest at queue depth 1, libaio above.
    """
    if phase.engine is not None:
        return phase.engine
    if max(phase.queue_depth, phase.write_depth) == 1:
        return Engine.PSYNC
    return choice or Engine.LIBAIO


def _milliseconds(seconds: float) -> str:
    return f"{round(seconds * 1000)}ms"


def _common(
    place: FioTarget,
    interval: float,
    seed: int,
    data: Data,
    *,
    random_map: bool = False,
    grouped: bool = True,
) -> list[str]:
    return [
        *([] if place.files or place.log else [f"--filename={place.filename}"]),
        # Threads die with fio; forked workers outlive a killed parent.
        "--thread=1",
        f"--group_reporting={int(grouped)}",
        f"--direct={int(place.direct)}",
        # `lat` holds the whole wait; with libaio `clat` hides what submission took.
        "--lat_percentiles=1",
        "--clat_percentiles=0",
        f"--percentile_list={PERCENTILES}",
        # With a map of what was read no block comes twice.
        *([] if random_map else ["--norandommap=1"]),
        # fio 3.33 takes a seed of its own instead, unless the run need not be repeatable.
        "--randrepeat=0",
        f"--randseed={seed}",
        *BUFFERS[data],
        "--allow_file_create=0",
        "--fallocate=none",
        # Unused here; it walks /sys/block and complains where a device disappears meanwhile.
        "--disk_util=0",
        *([] if place.invalidate is None else [f"--invalidate={int(place.invalidate)}"]),
        "--eta=never",
        "--output-format=json+",
        # A bare number would mean seconds, and a fraction of one is refused.
        f"--status-interval={_milliseconds(interval)}",
    ]


def prepare(
    phase: Phase,
    place: FioTarget,
    *,
    order: int = 1,
    engine: Engine | None = None,
    fio: str = "fio",
) -> tuple[str, ...]:
    """fio's argument vector for one repeat of a phase.

    `order` (from 1) varies the seed between repeats and keeps it between runs. No `ramp_time`: it
    hides the first latencies and sets the counters back, so the warm-up is run as part of the phase
    and subtracted afterwards.

    Raises UsageError where the target has no room for the phase.
    """
    chosen = engine_for(phase, engine)
    jobs = phase.jobs
    alike = phase.part in READING_ALIKE  # each reads all of a file
    parted = phase.pattern == Pattern.SEQUENTIAL or phase.once or phase.asked.files > 1
    parted = parted and not alike
    extent = min(phase.extent or place.size, place.size)
    extent -= _offset(phase.asked, place.size) + phase.offset
    if phase.operation is FileOperation.RECORD_REWRITE:
        extent = phase.block_size
    log = log_bytes(phase, extent)
    extent -= log
    size = extent // jobs if parted else extent
    size -= size % phase.block_size
    _check_room(phase, place, size)
    several = phase.asked.files > 1 and len(place.files) > 1
    name = phase.name.replace(" ", "-")
    one = not phase.write_depth and not log
    place = replace(
        place,
        log=place.log if log else None,
        direct=place.direct and phase.direct,
        files=place.files[: phase.asked.files] if several else (),
        # What an earlier reading left in memory is what a later one finds there.
        invalidate=False if phase.asked.reading > 1 and not phase.direct else place.invalidate,
    )
    arguments = [
        fio,
        # What comes before a name is for all.
        *([f"--name={name}"] if one and not several else []),
        *_common(
            place,
            phase.interval,
            SEED + order,
            data_for(phase, fresh=place.fresh, laid_out=place.laid_out),
            random_map=phase.once or phase.random_map,
            # Of processes with a file each, the processes are of interest one by one.
            grouped=alike or not (several or log),
        ),
        *([f"--rw={_PATTERNS[phase.pattern, phase.direction]}"] if one else []),
        *([] if log else _fields(phase.asked, "block_sizes") or [f"--bs={phase.block_size}"]),
        *([] if log else [f"--size={size}", f"--ioengine={chosen}"]),
        *([f"--iodepth={phase.queue_depth}"] if one else []),
        *([] if several or log else [f"--numjobs={jobs}"]),
        f"--runtime={_milliseconds(phase.warmup + phase.seconds)}",
    ]
    if parted and jobs > 1 and not several:
        # Else every job would read the same range, from the drive's cache or the machine's.
        arguments.append(f"--offset_increment={size}")
    if log:
        # One that comes before all names is a file of each job, beside what the job names itself.
        own = LogFile("", _offset(phase.asked, place.size) + extent, log, place.direct)
        return (
            *arguments,
            *_beside_log(phase, name, chosen, size, place.filename if place.log else ""),
            *_log_job(phase, place.log or own),
        )
    if phase.offset:
        arguments.append(f"--offset={phase.offset}")
    # Into the page cache, before it is timed.
    arguments += ["--pre_read=1"] * (phase.part is Part.MEMORY)
    arguments += _asked(phase.asked)
    if phase.part is Part.COPY:
        return (*arguments, *_copy(phase, name, place))
    if not one:
        return (*arguments, *_independent(phase, name))
    if phase.direction == Direction.MIXED:
        arguments.append(f"--rwmixread={phase.read_share}")
    if phase.writes and phase.limit is not None:
        # Ends at its seconds or its bytes, whichever comes first: hence not time_based.
        # io_size counts what is read as well; the limit is for what is written.
        share = 100 - phase.read_share if phase.direction == Direction.MIXED else 100
        arguments.append(f"--io_size={phase.limit * 100 // share // jobs}")
    elif not phase.once:
        arguments.append("--time_based=1")
    elif phase.limit is not None and phase.limit // jobs < size and not phase.operation:
        arguments.append(f"--io_size={phase.limit // jobs}")
    # What stands before the first name holds for all jobs.
    for number, file in enumerate(place.files, start=1):
        arguments += [f"--name={name}-{number}", f"--filename={file}"]
    return tuple(arguments)


def _independent(phase: Phase, name: str) -> list[str]:
    """Two jobs at once, one that reads and one that writes. The reader ends with the writer, which
    ends at its bytes.
    """
    bounded = phase.limit is not None
    limit = [f"--io_size={(phase.limit or 0) // phase.jobs}"] if bounded else ["--time_based=1"]
    return [
        *(["--exitall=1"] if bounded else []),
        f"--name={name}-read",
        f"--rw={_PATTERNS[phase.pattern, Direction.READ]}",
        f"--iodepth={phase.queue_depth}",
        "--time_based=1",
        f"--name={name}-write",
        f"--rw={_PATTERNS[phase.pattern, Direction.WRITE]}",
        f"--iodepth={phase.write_depth}",
        *limit,
    ]


def _beside_log(phase: Phase, name: str, engine: Engine, size: int, file: str) -> list[str]:
    """The job of a test beside a log, in a `file` of its own ("": in that of both); both end with
    its seconds or its bytes.
    """
    bounded = phase.limit is not None
    share = 100 - phase.read_share
    moved = (phase.limit or 0) * 100 // share // phase.jobs
    return [
        *(["--exitall=1"] if bounded else []),
        f"--name={name}",
        *([f"--filename={file}"] if file else []),
        f"--rw={_PATTERNS[phase.pattern, phase.direction]}",
        f"--rwmixread={phase.read_share}",
        *(_fields(phase.asked, "block_sizes") or [f"--bs={phase.block_size}"]),
        f"--size={size}",
        f"--ioengine={engine}",
        f"--iodepth={phase.queue_depth}",
        f"--numjobs={phase.jobs}",
        *_asked(phase.asked),
        *([f"--io_size={moved}"] if bounded else ["--time_based=1"]),
    ]


def _log_job(phase: Phase, file: LogFile) -> list[str]:
    """The job that appends records one after the other, with an fsync after each; at the end of its
    part it begins again, as a log of a fixed size does. It writes no more than the test may.
    """
    apart = [f"--filename={file.filename}", f"--direct={int(file.direct)}"]
    return [
        f"--name={LOG_JOB}",
        *(apart if file.filename else []),
        "--rw=write",
        f"--bs={phase.asked.log_block}",
        f"--offset={file.begin}",
        f"--size={file.size}",
        f"--ioengine={Engine.PSYNC}",
        "--iodepth=1",
        "--numjobs=1",
        "--fsync=1",
        "--time_based=1" if phase.limit is None else f"--io_size={phase.limit}",
    ]


def _copy(phase: Phase, name: str, place: FioTarget) -> list[str]:
    """Two jobs, one that reads a file and one that writes another at the same pace: as far as one
    is ahead, it waits (fio(1), "flow"). Both end with the file or with their time.
    """
    limit = [] if phase.limit is None else [f"--io_size={phase.limit}"]
    source, sink = place.files or (place.filename, place.filename)
    found = ["--flow_id=1", "--flow=1", *limit]
    for way, file, depth in (
        (Direction.READ, source, phase.queue_depth),
        (Direction.WRITE, sink, phase.write_depth),
    ):
        found += [
            f"--name={name}-{way}",
            *([f"--filename={file}"] if place.files else []),
            f"--rw={_PATTERNS[phase.pattern, way]}",
            f"--iodepth={depth}",
        ]
    return found


def _asked(work: IoOptions) -> list[str]:
    """The options of what a test asks for beside its blocks, depth and jobs (fio(1))."""
    found = [f"--{name}={getattr(work, name)}" for name in ("fsync", "fdatasync")
             if getattr(work, name)]  # fmt: skip
    if work.end_fsync:
        found.append("--end_fsync=1")
    if work.sync:
        found.append(f"--sync={work.sync}")  # O_SYNC, O_DSYNC
    for name, limits in (("rate", work.rate), ("rate_iops", work.rate_iops)):
        if limits:
            # A direction without a number has no limit.
            found.append(f"--{name}={','.join(str(one or '') for one in limits[:2])}")
    if work.think_time:
        found.append(f"--thinktime={round(work.think_time * 1e6)}us")
        if work.think_blocks not in (None, 1):
            found.append(f"--thinktime_blocks={work.think_blocks}")
    for field in OPTION_FIELDS:
        if field != "block_sizes":
            found += _fields(work, field)
    return found


def _fields(work: IoOptions, field: str) -> list[str]:
    """What stands in a field as options; nothing reaches fio that is not allowed there."""
    listed = option_parts(field, getattr(work, field) or "")
    if listed is None:
        raise ValueError(f"{field} of a test has options that are not allowed")
    return [f"--{name}={value}" for name, value in listed]


def _check_room(phase: Phase, place: FioTarget, size: int) -> None:
    if size <= 0:  # fio takes a negative size for one that is counted from the end
        raise UsageError(
            "{test} does not fit into {size}.",
            test=phase.name,
            size=Bytes(place.size, binary=True),
            advice=Advice("Use a larger test file."),
        )


def _offset(work: IoOptions, size: int) -> int:
    """Bytes that are skipped at the start of the target."""
    (word,) = _fields(work, "offset") or [""]
    value = word.partition("=")[2]
    if value.endswith("%"):
        return size * int(value[:-1]) // 100
    return size_of(value) or 0


def prepare_on_device(
    phase: Phase,
    device: str,
    size: int,
    *,
    order: int = 1,
    engine: Engine | None = None,
    direct: bool = True,
    fresh: bool = False,
) -> tuple[str, ...]:
    """What the privileged helper runs for one repeat of a phase, on `size` bytes of a device.

    The helper builds its arguments itself; a test compares the two. It opens the device and gives
    fio the descriptor: the command here has the device's path, so that people can repeat it.
    """
    arguments = []
    place = FioTarget(device, size, direct and phase.direct, fresh=fresh, laid_out=False)
    for word in prepare(phase, place, order=order, engine=engine):
        option = word.partition("=")[0]
        # Dropping the device's cache needs a capability that fio does not have there.
        arguments += {"--eta": ["--invalidate=0"], "--size": [f"--offset={phase.offset}"]}.get(
            option, []
        )
        if option == "--name":
            end = f"-{word.rpartition('-')[2]}" if phase.write_depth else ""
            arguments.append(f"--name=driveproof{end}")
        elif option != "--offset":
            arguments.append(word)
    return (*arguments, *(() if phase.writes else ("--readonly",)))


def prepare_layout(
    place: FioTarget, *, fio: str = "fio", block_size: int = 2**20
) -> tuple[str, ...]:
    """fio's arguments that fill the test file with fresh data, so that reads find real blocks; of
    several files one after the other, each with its part of the size.
    """
    names = ":".join(place.files) or place.filename
    return (
        fio,
        "--name=layout",
        *(["--file_service_type=sequential"] if place.files else []),
        *_common(replace(place, filename=names, files=()), LAYOUT_INTERVAL, SEED, Data.FRESH),
        "--rw=write",
        f"--bs={block_size}",
        f"--size={place.size}",
        "--ioengine=libaio" if place.direct else "--ioengine=psync",
        f"--iodepth={8 if place.direct else 1}",
        "--numjobs=1",
        "--end_fsync=1",
    )


MILLISECONDS = 300
_NOTHING = ("--refill_buffers=0", "--scramble_buffers=0")


def generator_command(fio: str, data: Data | None, block_size: int) -> tuple[str, ...]:
    """fio's arguments for so much writing to nowhere; without data (None) what fio itself costs."""
    return (
        fio,
        "--name=generator",
        "--ioengine=null",
        "--rw=write",
        f"--bs={block_size}",
        f"--size={block_size * 1024}",
        "--thread=1",
        "--time_based=1",
        f"--runtime={MILLISECONDS}ms",
        *(_NOTHING if data is None else BUFFERS[data]),
        "--eta=never",
        "--output-format=json",
    )


def seconds_a_block(report: bytes) -> float | None:
    """How long a block took, None when the report does not say."""
    try:
        (job,) = json.loads(report[report.index(b"{") :])["jobs"]
        count, milliseconds = int(job["write"]["total_ios"]), float(job["write"]["runtime"])
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return milliseconds / 1000 / count if count > 0 and milliseconds > 0 else None
