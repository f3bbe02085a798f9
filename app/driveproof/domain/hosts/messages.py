# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What two hosts say to each other over ssh: a JSON object a line (docs/dev/design.md).

Neither side trusts the other: a line that is too long, has another type or a value that cannot be
raises BrokenMessageError, and whoever asks for a test can only ask for what a job file may have.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from driveproof.domain.access import DIRECTIONS, Direction, Engine, Pattern
from driveproof.domain.profile.options import FIELDS, parts
from driveproof.domain.profile.phase import MOST_THREADS, Phase
from driveproof.domain.run.run import IoPath
from driveproof.domain.run.work import OURS, Data, Work

PROTOCOL = 1
MOST_LINE = 2**20
"""Bytes of a line: a snapshot with every bin of both directions is 60 KB."""
PING_SECONDS = 3.0
"""Seconds between two messages to each host."""
SILENT_SECONDS = 12.0
"""A host that has heard nothing for so long ends what it does; whoever asks gives it up then. With
what ending fio takes, nothing is left 15 seconds after a link was cut."""

_MOST_PHASES = 256
_MOST_SIZE, _MOST_BLOCK, _MOST_BYTES = 2**40, 2**26, 2**44
_MOST_DEPTH = 1024
_MOST_SECONDS = 86400.0
_MOST_COUNT = 2**53
_BINS = 29 * 64
_LONGEST_PATH = 4096


class BrokenMessageError(ValueError):
    """A line that is no message of this protocol."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The far end is there: the first line of all, in every version of the protocol."""

    protocol: int
    version: str


@dataclass(frozen=True, slots=True)
class Ping:
    """To be answered at once; `sent` is the clock of who asks, and comes back as it is."""

    sent: float


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer: `time` is the clock of the host, in seconds since 1970."""

    sent: float
    time: float


@dataclass(frozen=True, slots=True)
class Look:
    """What is at this path? Nothing is written."""

    path: str


@dataclass(frozen=True, slots=True)
class Place:
    """The answer: the host and the folder. Sizes are bytes; `boot` is the same on one machine
    alone, `network` says that the file system is on another one, `memory` that it is in memory.
    Of a block device `total` is its size, and `device` says that it is one.
    """

    fio: str
    kernel: str
    boot: str
    cpus: int
    memory_size: int
    filesystem: str
    source: str
    mount_point: str
    network: bool
    memory: bool
    free: int
    total: int
    device: bool = False


@dataclass(frozen=True, slots=True)
class Prepare:
    """Make the test file for these tests; they are asked for by their numbers, from 0. A device,
    which is only read, has none: the size is 0 then.
    """

    size: int
    phases: tuple[Phase, ...]
    engine: Engine | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """The answer: how the I/O goes there, and notes beside the figures (history/encoding.py)."""

    io_path: IoPath
    direct: bool
    fresh: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Write:
    """Write the whole test file; the answers are Written."""


@dataclass(frozen=True, slots=True)
class Written:
    """The bytes of it that are written so far; the last message has all of them."""

    bytes: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """Get ready for a repeat of a test. At most one snapshot in `every` seconds is wanted."""

    phase: int
    order: int
    every: float


@dataclass(frozen=True, slots=True)
class Ready:
    """The answer: fio starts as soon as it is told to."""

    command: tuple[str, ...]
    engine: str


@dataclass(frozen=True, slots=True)
class Go:
    """Start."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One direction's totals since the start (domain/run/sample.py, Counters); of the histogram the
    bins that have grown since the previous snapshot, each with how much.
    """

    ios: int
    bytes: int
    seconds: float
    latency_sum: float
    latency_max: float
    issued: int
    bins: tuple[int, ...] = ()
    """Bin, how many, bin, how many, and so on."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """fio's counters. `time` is the host's clock when fio counted, None in the last one, whose time
    is that of its printing.
    """

    seconds: float
    directions: Mapping[Direction, Counted] = field(default_factory=dict)
    time: float | None = None
    job_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """End what runs; what it came to is told as usual."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The repeat is over; `failure` says why it does not count (history/encoding.py), "" where it
    does. `cut` says that it was told to end.
    """

    failure: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """What was asked for could not be done."""

    failure: str


@dataclass(frozen=True, slots=True)
class End:
    """No more is asked for."""


Question = Ping | Look | Prepare | Write | Repeat | Go | Stop | End
Answer = Hello | Pong | Place | Prepared | Written | Ready | Snapshot | Ended | Failed
Message = Question | Answer


def encode(message: Message) -> bytes:
    """The line, with its line feed."""
    name, values = _encoded(message)
    line = json.dumps({"is": name, **values}, separators=(",", ":"), allow_nan=False)
    return line.encode("ascii") + b"\n"


_Made = TypeVar("_Made")


def question(line: bytes) -> Question:
    """What the far end is asked. Raises BrokenMessageError."""
    return _decoded(line, _QUESTIONS)


def answer(line: bytes) -> Answer:
    """What the far end says. Raises BrokenMessageError."""
    return _decoded(line, _ANSWERS)


def _decoded(line: bytes, kinds: Mapping[str, Callable[[dict[str, Any]], _Made]]) -> _Made:
    if len(line) > MOST_LINE:
        raise BrokenMessageError("a line that is too long")
    try:
        kept = json.loads(line)
        return kinds[kept["is"]](kept)
    except BrokenMessageError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise BrokenMessageError(f"no message of this protocol: {error}") from error


# values
def _whole(value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BrokenMessageError(f"{value!r:.40} is no whole number from {low} to {high}")
    return value


def _count(value: object) -> int:
    return _whole(value, 0, _MOST_COUNT)


def _number(value: object, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BrokenMessageError(f"{value!r:.40} is no number")
    # Compared first: a whole number may be too large to be a float.
    if not low <= value <= high or not math.isfinite(value):
        raise BrokenMessageError(f"{value!r:.40} is no number from {low} to {high}")
    return float(value)


def _seconds(value: object) -> float:
    return _number(value, 0.0, 1e7)


def _moment(value: object) -> float:
    return _number(value, 0.0, 1e11)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise BrokenMessageError(f"{value!r:.40} is neither true nor false")
    return value


def _text(value: object, most: int = 4096) -> str:
    if not isinstance(value, str) or len(value) > most or "\0" in value:
        raise BrokenMessageError("no text, or one that is too long")
    return value


def _texts(value: object, most: int = 64) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > most:
        raise BrokenMessageError("no list of texts")
    return tuple(_text(one, 20_000) for one in value)


# a test
def _phase(phase: Phase) -> dict[str, Any]:
    work = phase.asked
    return {
        "direction": phase.direction,
        "pattern": phase.pattern,
        "block_size": phase.block_size,
        "queue_depth": phase.queue_depth,
        "jobs": phase.jobs,
        "warmup": phase.warmup,
        "seconds": phase.seconds,
        "limit": phase.limit,
        "engine": phase.engine,
        "read_share": phase.read_share,
        "once": phase.once,
        "sync": phase.sync,
        "extent": phase.extent,
        "offset": phase.offset,
        "data": phase.data,
        "random_map": phase.random_map,
        "write_depth": phase.write_depth,
        "fsync": work.fsync,
        "fdatasync": work.fdatasync,
        "opened": work.sync,
        "rate": list(work.rate or ()),
        "rate_iops": list(work.rate_iops or ()),
        "think_time": work.think_time,
        "think_blocks": work.think_blocks,
        "files": work.files,
        "log_block": work.log_block,
        "options": {name: getattr(work, name) for name in FIELDS},
    }


def _made_phase(kept: dict[str, Any]) -> Phase:
    data, engine = kept["data"], kept["engine"]
    direction = _of_test(kept["direction"])
    if direction != Direction.MIXED and (kept["log_block"] or kept["write_depth"]):
        raise BrokenMessageError("a second job that writes, beside a test of one direction")
    block_size = _whole(kept["block_size"], 512, _MOST_BLOCK)
    if block_size % 512:
        raise BrokenMessageError("a block that is no multiple of 512 bytes")
    return Phase(
        title="",
        direction=direction,
        pattern=Pattern(kept["pattern"]),
        block_size=block_size,
        queue_depth=_whole(kept["queue_depth"], 1, _MOST_DEPTH),
        jobs=_whole(kept["jobs"], 1, MOST_THREADS),
        warmup=_number(kept["warmup"], 0.0, _MOST_SECONDS),
        seconds=_number(kept["seconds"], 0.05, _MOST_SECONDS),
        limit=None if kept["limit"] is None else _whole(kept["limit"], 512, _MOST_BYTES),
        engine=None if engine is None else Engine(engine),
        read_share=_whole(kept["read_share"], 1, 99),
        once=_flag(kept["once"]),
        sync=_flag(kept["sync"]),
        extent=_whole(kept["extent"], 0, _MOST_SIZE),
        offset=_whole(kept["offset"], 0, _MOST_SIZE),
        data=None if data is None else Data(data),
        random_map=_flag(kept["random_map"]),
        write_depth=_whole(kept["write_depth"], 0, _MOST_DEPTH),
        asked=_made_work(kept),
    )


def _of_test(value: str) -> Direction:
    direction = Direction(value)
    if direction not in (*DIRECTIONS[:2], Direction.MIXED):
        raise BrokenMessageError("no direction of a test in a folder")
    return direction


def _made_work(kept: dict[str, Any]) -> Work:
    opened = _text(kept["opened"], 5)
    if opened not in ("", "sync", "dsync"):
        raise BrokenMessageError("no way to open a file")
    options = kept["options"]
    for name in FIELDS:
        # What a job file may have, and nothing else (domain/profile/options.py).
        if parts(name, _text(options[name], 400)) is None:
            raise BrokenMessageError(f"{name} of a test has options that are not allowed")
    log = _whole(kept["log_block"], 0, _MOST_BLOCK)
    if log % 512:
        raise BrokenMessageError("a record that is no multiple of 512 bytes")
    return replace(
        OURS,
        fsync=_whole(kept["fsync"], 0, 2**31),
        fdatasync=_whole(kept["fdatasync"], 0, 2**31),
        sync=opened,
        think_time=_number(kept["think_time"], 0.0, 3600.0),
        think_blocks=_whole(kept["think_blocks"], 1, 2**31),
        files=_whole(kept["files"], 1, MOST_THREADS),
        log_block=log,
        rate=_rates(kept["rate"]),
        rate_iops=_rates(kept["rate_iops"]),
        block_sizes=options["block_sizes"],
        order=options["order"],
        offset=options["offset"],
        other=options["other"],
    )


def _rates(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) not in (0, 3):
        raise BrokenMessageError("no limits of rate")
    return tuple(_count(one) for one in value)


# the rest
def _counted(one: Counted) -> list[Any]:
    return [one.ios, one.bytes, one.seconds, one.latency_sum, one.latency_max, one.issued,
            list(one.bins)]  # fmt: skip


def _made_counted(kept: Any) -> Counted:
    ios, moved, seconds, total, longest, issued, bins = kept
    if not isinstance(bins, list) or len(bins) % 2 or len(bins) > 2 * _BINS:
        raise BrokenMessageError("no bins")
    # Two passes over plain lists: this is done four times a second for each host.
    places, counts = bins[::2], bins[1::2]
    if {type(one) for one in bins} - {int}:
        raise BrokenMessageError("a bin that is no number")
    if places and not (
        0 <= min(places) <= max(places) < _BINS and 0 <= min(counts) <= max(counts) <= _MOST_COUNT
    ):
        raise BrokenMessageError("a bin that there is not")
    return Counted(
        _count(ios), _count(moved), _seconds(seconds), _number(total, 0.0, 1e16),
        _seconds(longest), _count(issued), tuple(bins),
    )  # fmt: skip


def _snapshot(one: Snapshot) -> dict[str, Any]:
    return {
        "t": one.time,
        "s": one.seconds,
        "j": one.job_seconds,
        "d": {way: _counted(counted) for way, counted in one.directions.items()},
    }


def _made_snapshot(kept: dict[str, Any]) -> Snapshot:
    return Snapshot(
        _seconds(kept["s"]),
        {_of_test(way): _made_counted(one) for way, one in kept["d"].items()},
        None if kept["t"] is None else _moment(kept["t"]),
        None if kept["j"] is None else _seconds(kept["j"]),
    )


def _prepare(kept: dict[str, Any]) -> Prepare:
    phases, engine = kept["phases"], kept["engine"]
    if not isinstance(phases, list) or not 1 <= len(phases) <= _MOST_PHASES:
        raise BrokenMessageError("no tests, or too many")
    return Prepare(
        _whole(kept["size"], 0, _MOST_SIZE),
        tuple(map(_made_phase, phases)),
        None if engine is None else Engine(engine),
    )


_QUESTIONS: Mapping[str, Callable[[dict[str, Any]], Question]] = {
    "ping": lambda kept: Ping(_moment(kept["sent"])),
    "look": lambda kept: Look(_text(kept["path"], _LONGEST_PATH)),
    "prepare": _prepare,
    "write": lambda _kept: Write(),
    "repeat": lambda kept: Repeat(
        _whole(kept["phase"], 0, _MOST_PHASES),
        _whole(kept["order"], 1, 10**6),
        _number(kept["every"], 0.0, 60.0),
    ),
    "go": lambda _kept: Go(),
    "stop": lambda _kept: Stop(),
    "end": lambda _kept: End(),
}
_ANSWERS: Mapping[str, Callable[[dict[str, Any]], Answer]] = {
    "hello": lambda kept: Hello(_whole(kept["protocol"], 1, 10**6), _text(kept["version"], 100)),
    "pong": lambda kept: Pong(_moment(kept["sent"]), _moment(kept["time"])),
    "place": lambda kept: Place(
        fio=_text(kept["fio"], 100),
        kernel=_text(kept["kernel"], 200),
        boot=_text(kept["boot"], 100),
        cpus=_whole(kept["cpus"], 0, 10**6),
        memory_size=_count(kept["memory_size"]),
        filesystem=_text(kept["filesystem"], 100),
        source=_text(kept["source"]),
        mount_point=_text(kept["mount_point"]),
        network=_flag(kept["network"]),
        memory=_flag(kept["memory"]),
        free=_count(kept["free"]),
        total=_count(kept["total"]),
        device=_flag(kept["device"]),
    ),
    "prepared": lambda kept: Prepared(
        IoPath(kept["io_path"]), _flag(kept["direct"]), _flag(kept["fresh"]),
        _texts(kept["notes"]),
    ),
    "written": lambda kept: Written(_count(kept["bytes"])),
    "ready": lambda kept: Ready(_texts(kept["command"], 1000), _text(kept["engine"], 40)),
    "snapshot": _made_snapshot,
    "ended": lambda kept: Ended(_text(kept["failure"], 20_000), _flag(kept["cut"])),
    "failed": lambda kept: Failed(_text(kept["failure"], 20_000)),
}  # fmt: skip


def _encoded(message: Message) -> tuple[str, dict[str, Any]]:
    match message:
        case Snapshot():
            return "snapshot", _snapshot(message)
        case Prepare():
            phases = [_phase(phase) for phase in message.phases]
            return "prepare", {"size": message.size, "phases": phases, "engine": message.engine}
        case _:
            values = {name: getattr(message, name) for name in message.__dataclass_fields__}
            return type(message).__name__.lower(), values
