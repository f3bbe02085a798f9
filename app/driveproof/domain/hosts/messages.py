# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What two hosts say to each other over ssh: a JSON object a line (docs/dev/design.md).

Neither side trusts the other: a line that is too long, has another type or a value that cannot be
is refused, and whoever asks for a test can only ask for what a job file may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.codec import Decoder, encode
from driveproof.domain.notes import Failure, Note
from driveproof.domain.profile.options import LONGEST_OPTIONS, OPTION_FIELDS, option_parts
from driveproof.domain.profile.phase import MOST_THREADS, Phase
from driveproof.domain.run.run import IoPath
from driveproof.domain.run.work import Data, IoOptions

PROTOCOL = 1
MOST_LINE = 2**20
"""Bytes of a line: a snapshot with every bin of both directions is 60 KB."""
PING_SECONDS = 3.0
"""Seconds between two messages to each host."""
SILENT_SECONDS = 12.0
"""A host that has heard nothing for so long ends what it does; whoever asks gives it up then. With
what ending fio takes, nothing is left 15 seconds after a link was cut."""

_MOST_TESTS = 256
_MOST_BLOCK = 2**26
_MOST_DEPTH = 1024
_NO_NUL = r"\A[^\0]*\Z"
_Word = Annotated[str, Meta(max_length=200, pattern=_NO_NUL)]
_Path = Annotated[str, Meta(max_length=4096, pattern=_NO_NUL)]
_Argument = Annotated[str, Meta(max_length=20_000, pattern=_NO_NUL)]
_Options = Annotated[str, Meta(max_length=LONGEST_OPTIONS)]
_Count = Annotated[int, Meta(ge=0, le=2**53)]
_Size = Annotated[int, Meta(ge=0, le=2**40)]
_Flushes = Annotated[int, Meta(ge=0, le=2**31)]
_Record = Annotated[int, Meta(ge=0, le=_MOST_BLOCK, multiple_of=512)]
_Threads = Annotated[int, Meta(ge=1, le=MOST_THREADS)]
_Seconds = Annotated[float, Meta(ge=0, le=1e7)]
_Moment = Annotated[float, Meta(ge=0, le=1e11)]
_Bin = Annotated[int, Meta(ge=0, lt=29 * 64)]


def _kind(name: str) -> str:
    return name.removesuffix("Request").removesuffix("Reply").lower()


class _Message(Struct, frozen=True, tag_field="is", tag=_kind):
    """A line; `is` in it says which one: "ping" of a PingRequest."""


class HelloReply(_Message, frozen=True):
    """The far end is there: the first line of all, in every version of the protocol."""

    protocol: Annotated[int, Meta(ge=1, le=10**6)]
    version: _Word


class PingRequest(_Message, frozen=True):
    """To be answered at once; `sent` is the clock of who asks, and comes back as it is."""

    sent: _Moment


class PongReply(_Message, frozen=True):
    """The reply: `time` is the clock of the host, in seconds since 1970."""

    sent: _Moment
    time: _Moment


class LookRequest(_Message, frozen=True):
    """What is at this path? Nothing is written."""

    path: _Path


class PlaceReply(_Message, frozen=True):
    """The reply: the host and the folder. Sizes are bytes; `boot` is the same on one machine
    alone, `network` says that the file system is on another one, `memory` that it is in memory.
    Of a block device `total` is its size, and `device` says that it is one.
    """

    fio: _Word
    kernel: _Word
    boot: _Word
    cpus: Annotated[int, Meta(ge=0, le=10**6)]
    memory_size: _Count
    filesystem: _Word
    source: _Path
    mount_point: _Path
    network: bool
    memory: bool
    free: _Count
    total: _Count
    device: bool = False


class AskedWork(Struct, frozen=True, kw_only=True):
    """What a test asks for beside its access, as far as a job file may (domain/run/work.py)."""

    fsync: _Flushes
    fdatasync: _Flushes
    sync: Literal["", "sync", "dsync"]
    rate: tuple[_Count, ...]
    rate_iops: tuple[_Count, ...]
    think_time: Annotated[float, Meta(ge=0, le=3600)]
    think_blocks: Annotated[int, Meta(ge=1, le=2**31)]
    files: _Threads
    log_block: _Record
    block_sizes: _Options
    order: _Options
    offset: _Options
    other: _Options

    def __post_init__(self) -> None:
        for name in OPTION_FIELDS:
            if option_parts(name, getattr(self, name)) is None:
                raise ValueError(f"{name} of a test has options that are not allowed")
        if len(self.rate) not in (0, 3) or len(self.rate_iops) not in (0, 3):
            raise ValueError("a limit of rate has three numbers, or none")


class AskedTest(Struct, frozen=True, kw_only=True):
    """A test, as far as a job file may have it: fields of Phase."""

    direction: Direction
    pattern: Pattern
    block_size: Annotated[int, Meta(ge=512, le=_MOST_BLOCK, multiple_of=512)]
    queue_depth: Annotated[int, Meta(ge=1, le=_MOST_DEPTH)]
    jobs: _Threads
    warmup: Annotated[float, Meta(ge=0, le=86400)]
    seconds: Annotated[float, Meta(ge=0.05, le=86400)]
    limit: Annotated[int, Meta(ge=512, le=2**44)] | None
    engine: Engine | None
    read_share: Annotated[int, Meta(ge=1, le=99)]
    once: bool
    extent: _Size
    offset: _Size
    data: Data | None
    random_map: bool
    write_depth: Annotated[int, Meta(ge=0, le=_MOST_DEPTH)]
    asked: AskedWork

    def __post_init__(self) -> None:
        _no_trim(self.direction)
        if self.direction != Direction.MIXED and (self.asked.log_block or self.write_depth):
            raise ValueError("a second job that writes, beside a test of one direction")

    @property
    def phase(self) -> Phase:
        """The test of a profile that this is."""
        asked = IoOptions(**structs.asdict(self.asked))
        return Phase(title="", **{**structs.asdict(self), "asked": asked})


class PrepareRequest(_Message, frozen=True):
    """Make the test file for these tests; they are asked for by their numbers, from 0. A device,
    which is only read, has none: the size is 0 then.
    """

    size: _Size
    tests: Annotated[tuple[AskedTest, ...], Meta(min_length=1, max_length=_MOST_TESTS)]
    engine: Engine | None

    @classmethod
    def of(cls, size: int, phases: Iterable[Phase], engine: Engine | None = None) -> PrepareRequest:
        """The request for these tests of a profile."""
        return cls(size, tuple(map(_asked, phases)), engine)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The tests as a profile has them."""
        return tuple(test.phase for test in self.tests)


class PreparedReply(_Message, frozen=True):
    """The reply: how the I/O goes there, and notes beside the figures."""

    io_path: IoPath
    direct: bool
    fresh: bool
    notes: Annotated[tuple[Note, ...], Meta(max_length=64)] = ()


class WriteRequest(_Message, frozen=True):
    """Write the whole test file; the replies are WrittenReply."""


class WrittenReply(_Message, frozen=True):
    """The bytes of it that are written so far; the last message has all of them."""

    bytes: _Count


class RepeatRequest(_Message, frozen=True):
    """Get ready for a repeat of a test. At most one snapshot in `every` seconds is wanted."""

    phase: Annotated[int, Meta(ge=0, le=_MOST_TESTS)]
    order: Annotated[int, Meta(ge=1, le=10**6)]
    every: Annotated[float, Meta(ge=0, le=60)]


class ReadyReply(_Message, frozen=True):
    """The reply: fio starts as soon as it is told to."""

    command: Annotated[tuple[_Argument, ...], Meta(max_length=1000)]
    engine: _Word


class GoRequest(_Message, frozen=True):
    """Start."""


class DirectionTotals(Struct, frozen=True, array_like=True):
    """One direction's totals since the start (domain/run/sample.py, Counters); of the histogram the
    bins that have grown since the previous snapshot, each with how much.
    """

    ios: _Count
    bytes: _Count
    seconds: _Seconds
    latency_sum: Annotated[float, Meta(ge=0, le=1e16)]
    latency_max: _Seconds
    issued: _Count
    bins: Mapping[_Bin, _Count] = {}


class SnapshotReply(
    _Message,
    frozen=True,
    rename={"seconds": "s", "directions": "d", "time": "t", "job_seconds": "j"},
):
    """fio's counters. `time` is the host's clock when fio counted, None in the last one, whose time
    is that of its printing.
    """

    seconds: _Seconds
    directions: Mapping[Direction, DirectionTotals] = {}
    time: _Moment | None = None
    job_seconds: _Seconds | None = None

    def __post_init__(self) -> None:
        for direction in self.directions:
            _no_trim(direction)


class StopRequest(_Message, frozen=True):
    """End what runs; what it came to is told as usual."""


class EndedReply(_Message, frozen=True):
    """The repeat is over; `failure` says why it does not count, None where it does. `cut` says that
    it was told to end.
    """

    failure: Failure | None = None
    cut: bool = False


class FailedReply(_Message, frozen=True):
    """What was asked for could not be done."""

    failure: Failure


class EndRequest(_Message, frozen=True):
    """No more is asked for."""


Request = (
    PingRequest
    | LookRequest
    | PrepareRequest
    | WriteRequest
    | RepeatRequest
    | GoRequest
    | StopRequest
    | EndRequest
)
Reply = (
    HelloReply
    | PongReply
    | PlaceReply
    | PreparedReply
    | WrittenReply
    | ReadyReply
    | SnapshotReply
    | EndedReply
    | FailedReply
)
Message = Request | Reply

_REQUESTS: Decoder[Request] = Decoder(Request, MOST_LINE)
_REPLIES: Decoder[Reply] = Decoder(Reply, MOST_LINE)


def encode_message(message: Message) -> bytes:
    """The line, with its line feed."""
    return encode(message) + b"\n"


def decode_request(line: bytes) -> Request:
    """What the far end is asked. Raises DecodeError."""
    return _REQUESTS.decode(line)


def decode_reply(line: bytes) -> Reply:
    """What the far end says. Raises DecodeError."""
    return _REPLIES.decode(line)


def _asked(phase: Phase) -> AskedTest:
    work = AskedWork(**{name: getattr(phase.asked, name) for name in AskedWork.__struct_fields__})
    own = {name: getattr(phase, name) for name in AskedTest.__struct_fields__}
    return AskedTest(**{**own, "asked": work})


def _no_trim(direction: Direction) -> None:
    if direction not in (Direction.READ, Direction.WRITE, Direction.MIXED):
        raise ValueError("no direction of a test in a folder")
