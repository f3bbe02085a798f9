# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the helper and its callers agree on: names, signatures, enums, limits and errors.

Callers send only enums, limited numbers and one kind of text: the name of a device below /dev. The
helper checks everything here; a caller may use the same code to fail earlier.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import IntEnum, StrEnum
from typing import Any, NamedTuple

BUS_NAME = "io.github.driveproof.Helper1"
OBJECT_PATH = "/io/github/driveproof/Helper1"
INTERFACE = BUS_NAME
API_VERSION = 1
"""Raised, from the first release on, with every change of what a method that exists takes or gives:
the helper is installed by itself, also from a checkout between releases. A method that is new is
none; a helper without it is told from the bus's UnknownMethod.
"""

ROOT = 0  # the user who is exempt from the limits on others' requests
MIB = 2**20
HIGHEST = 2**63 - 1  # what fio and the kernel accept as an offset
DEVICE = "(stt)"  # path, device number, disk sequence number
PHASE = "(uuutuuubtuttuu)"
SCAN = "(uuututtt)"  # in the order of helper/scan.py
FINISHED = "oiss"  # job, exit status (negative: the signal), why the helper ended it, last words


THE_BUS = "org.freedesktop.DBus"


class Owners:
    """Who may answer a call that was sent to one well-known name.

    A serial proves nothing: everybody counts from 1, and whoever guesses it can send a message with
    it as reply serial. The bus writes the sender, which cannot be forged, and never reuses a unique
    name (D-Bus Specification, "Message Bus Names"). So a reply is accepted from the bus, which
    answers where a service cannot, and from any unique name that the bus reported as the owner,
    even if another owns it by now.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.now = ""  # the owner's unique name; "" for none, or not known yet
        self._all: set[str] = set()

    def learn(self, owner: str) -> None:
        """Record the owner that the bus itself reported, "" for none."""
        self.now = owner
        if owner:
            self._all.add(owner)

    def own(self, sender: str) -> bool:
        """Whether this unique name owns the name, or did."""
        return sender in self._all

    def may_answer(self, sender: str) -> bool:
        """Whether to accept a reply from this unique name, or from the bus."""
        return sender == THE_BUS or self.own(sender)


class ErrorName(StrEnum):
    """The last part of an error's name on the bus."""

    NOT_AUTHORIZED = "NotAuthorized"
    NO_AUTHORITY = "NoAuthority"
    CANCELLED = "Cancelled"
    INVALID_ARGUMENT = "InvalidArgument"
    DEVICE_CHANGED = "DeviceChanged"
    DEVICE_BUSY = "DeviceBusy"
    DEVICE_WRITTEN = "DeviceWritten"
    UNSUPPORTED = "Unsupported"
    BUSY = "Busy"
    NO_SUCH_JOB = "NoSuchJob"
    NOT_HELD = "NotHeld"
    TOOL_MISSING = "ToolMissing"
    TIMED_OUT = "TimedOut"
    FAILED = "Failed"

    @property
    def on_bus(self) -> str:
        """The full name."""
        return f"{BUS_NAME}.Error.{self.value}"


class HelperError(Exception):
    """A call that the helper refuses or cannot carry out: the error's name and one sentence."""

    def __init__(self, name: ErrorName, text: str) -> None:
        super().__init__(f"{name.value}: {text}")
        self.name = name
        self.text = text


def invalid_argument(text: str) -> HelperError:
    """An InvalidArgument."""
    return HelperError(ErrorName.INVALID_ARGUMENT, text)


class PolkitAction(StrEnum):
    """polkit's actions: one for each risk."""

    MEASURE = "io.github.driveproof.helper1.measure"
    OVERWRITE = "io.github.driveproof.helper1.overwrite"
    TRIM = "io.github.driveproof.helper1.trim"
    READ_SMART = "io.github.driveproof.helper1.read-smart"
    SELF_TEST = "io.github.driveproof.helper1.self-test"
    SET_SCHEDULER = "io.github.driveproof.helper1.set-scheduler"
    TRACE = "io.github.driveproof.helper1.trace"


class WireDirection(IntEnum):
    """What a phase does to the blocks."""

    READ = 0
    WRITE = 1
    MIXED = 2


class WirePattern(IntEnum):
    """The order in which it visits the blocks."""

    SEQUENTIAL = 0
    RANDOM = 1


class WireEngine(IntEnum):
    """fio's I/O engine. Not io_uring: no sandbox sees what a ring opens and connects to."""

    PSYNC = 0
    LIBAIO = 1
    POSIXAIO = 2


class WireData(IntEnum):
    """What fio writes: new random data in every block, or one random buffer that is changed
    slightly before each write (fio(1), refill_buffers and scramble_buffers).
    """

    FRESH = 0
    SCRAMBLED = 1


class HdparmTest(IntEnum):
    """hdparm's timings: -T, -t, -t --direct."""

    CACHE = 0
    BUFFERED = 1
    DIRECT = 2


class SelfTest(IntEnum):
    """Which self-test of the drive's firmware to start, or to abort the running one."""

    ABORT = 0
    SHORT = 1
    EXTENDED = 2
    CONVEYANCE = 3


class WireAdapter(IntEnum):
    """How smartctl reaches the drive behind a USB adapter: its `-d TYPE` (smartctl(8)).

    AUTO leaves it to smartctl, which sends nothing through an adapter that it does not know. The
    types for RAID adapters (jms56x, jmb39x) are missing on purpose: they write to the volume.
    """

    AUTO = 0
    SAT = 1
    SAT_12 = 2
    SNTREALTEK = 3
    SNTASMEDIA = 4
    SNTJMICRON = 5
    SNTREALTEK_OR_SAT = 6
    SNTASMEDIA_OR_SAT = 7
    SNTJMICRON_OR_SAT = 8
    USBJMICRON = 9
    USBJMICRON_X = 10
    USBJMICRON_0 = 11
    USBJMICRON_P = 12
    USBCYPRESS = 13
    USBSUNPLUS = 14
    USBPROLIFIC = 15
    USBASM1352R_0 = 16
    USBASM1352R_1 = 17


class SmartReport(IntEnum):
    """How much smartctl reads: what the drive is, that and the values, or every log as well."""

    IDENTITY = 0
    VALUES = 1
    WHOLE = 2


class Caches(IntEnum):
    """What the kernel drops: page cache, dentries and inodes, or both (proc(5), drop_caches)."""

    PAGES = 1
    INODES = 2
    ALL = 3


class Method(NamedTuple):
    """The arguments of a method by name, each with its exact signature."""

    inputs: Mapping[str, str]
    outputs: Mapping[str, str] = {}

    @property
    def takes(self) -> str:
        """The signature of the call."""
        return "".join(self.inputs.values())

    @property
    def gives(self) -> str:
        """The signature of the reply."""
        return "".join(self.outputs.values())


_ON = {"device": DEVICE}
_PART = {**_ON, "offset": "t", "length": "t"}
_CHECK = {**_PART, "number": "t"}  # of the check
_TEST = {**_ON, "phase": PHASE, "offset": "t", "length": "t"}
# Every slow method is a job: it returns an object path and the read end of the output.
_JOB = {"job": "o", "output": "h"}
METHODS = {
    "StartReadTest": Method(_TEST, _JOB),
    "StartWriteTest": Method(_TEST, _JOB),
    "StartScan": Method({**_ON, "scan": SCAN}, _JOB),
    "StartReadCheck": Method(_PART, _JOB),
    "StartFill": Method(_CHECK, _JOB),
    "StartReadBack": Method(_CHECK, _JOB),
    "StartProbe": Method(_CHECK, _JOB),
    "HoldForReading": Method(_ON),
    "HoldDevice": Method(_PART),
    "ReleaseDevice": Method({}),
    "StartTrim": Method({**_ON, "start": "t", "length": "t"}, _JOB),
    "StartDiscard": Method(_PART, _JOB),
    "StartDiscardUnwritten": Method({**_PART, "written": "t", "beside": "t"}, _JOB),
    "ReadSmart": Method({**_ON, "adapter": "u", "report": "u"}, _JOB),
    "StartSelfTest": Method({**_ON, "test": "u", "adapter": "u"}, _JOB),
    "StartHdparm": Method({**_ON, "test": "u"}, _JOB),
    "DropCaches": Method({**_ON, "caches": "u"}, _JOB),
    "StartTrace": Method({**_ON, "seconds": "u"}, _JOB),
    "SetScheduler": Method({**_ON, "name": "s"}),
    "Cancel": Method({"job": "o"}),
}

_DEVICE_PATH = re.compile(r"/dev/[A-Za-z0-9][A-Za-z0-9_.-]{0,62}", re.ASCII)
_SCHEDULER = re.compile(r"[a-z0-9][a-z0-9_-]{0,15}", re.ASCII)


class Owner(NamedTuple):
    """The owner of a request: the caller's unique name on the bus, and its user."""

    name: str
    user: int


class Claim(NamedTuple):
    """The device that the caller saw: path, device number (st_rdev), disk sequence number."""

    path: str
    number: int
    sequence: int

    def check(self) -> None:
        """Raises InvalidArgument unless the path is exactly /dev/ and one name."""
        if not _DEVICE_PATH.fullmatch(self.path):
            raise invalid_argument("The device must be named /dev/ and one name after it.")

    @property
    def name(self) -> str:
        """The kernel's name of it."""
        return self.path.removeprefix("/dev/")


class WirePhase(NamedTuple):
    """One phase of fio. Sizes are bytes, times milliseconds; `limit` is 0 for none."""

    direction: int
    pattern: int
    engine: int
    block_size: int
    queue_depth: int
    jobs: int
    read_share: int  # percent, when mixed
    direct: bool
    milliseconds: int  # warm-up included
    interval: int  # milliseconds between snapshots
    seed: int
    limit: int  # bytes written at most, all jobs together
    data: int = WireData.FRESH
    write_depth: int = 0
    """Of two independent jobs, when mixed: the queue depth of the one that writes."""

    def check(self) -> None:
        """Raises InvalidArgument for the first value out of its limits."""
        for field, (low, high) in PHASE_BOUNDS.items():
            _bounded(field, getattr(self, field), low, high)
        if self.block_size % 512:
            raise invalid_argument(f"The block size {self.block_size} is not a multiple of 512.")
        if self.write_depth and self.direction != WireDirection.MIXED:
            raise invalid_argument("Only a mixed test is two jobs at once.")
        if self.block_size * (self.queue_depth + self.write_depth) * self.jobs > MEMORY:
            raise invalid_argument(
                f"Block size, queue depth and jobs need more than {MEMORY} bytes."
            )

    def wire(self) -> tuple[int | bool, ...]:
        """The struct on the bus."""
        return tuple(self)


PHASE_FIELDS = WirePhase._fields
PHASE_BOUNDS = {
    "direction": (0, max(WireDirection)),
    "pattern": (0, max(WirePattern)),
    "engine": (0, max(WireEngine)),
    "block_size": (512, 16 * MIB),
    "queue_depth": (1, 256),
    "jobs": (1, 64),
    "read_share": (0, 99),
    "milliseconds": (100, 24 * 3600 * 1000),
    "interval": (20, 10_000),
    "seed": (0, 2**32 - 1),
    "limit": (0, 2**56),  # a hundred times this is still a number that fio accepts
    "data": (0, max(WireData)),
    "write_depth": (0, 256),
}
MEMORY = 512 * MIB  # of buffers, for all jobs of a test


def _bounded(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise invalid_argument(
            f"The {what.replace('_', ' ')} {value} is not within {low} and {high}."
        )


def claim_of(struct: tuple[Any, ...]) -> Claim:
    """The device of a call whose signature was checked; raises InvalidArgument."""
    claim = Claim(*struct)
    claim.check()
    return claim


def phase_of(struct: tuple[Any, ...], *directions: WireDirection) -> WirePhase:
    """The phase of a call whose signature was checked, in one of the directions."""
    phase = WirePhase(*struct)
    phase.check()
    if phase.direction not in directions:
        raise invalid_argument(f"The direction {phase.direction} is not this method's.")
    return phase


def check_range(offset: int, length: int) -> None:
    """Raises InvalidArgument for a range that no device can have; a length of 0 is "to the end"."""
    _bounded("offset", offset, 0, HIGHEST)
    _bounded("length", length, 0, HIGHEST - offset)


def hdparm_test_of(number: int) -> HdparmTest:
    """Which timing of hdparm; raises InvalidArgument."""
    _bounded("hdparm test", number, 0, max(HdparmTest))
    return HdparmTest(number)


def self_test_of(number: int) -> SelfTest:
    """Which self-test; raises InvalidArgument."""
    _bounded("self-test", number, 0, max(SelfTest))
    return SelfTest(number)


def adapter_of(number: int) -> WireAdapter:
    """Which type of adapter; raises InvalidArgument."""
    _bounded("type of adapter", number, 0, max(WireAdapter))
    return WireAdapter(number)


def smart_report_of(number: int) -> SmartReport:
    """Which report of smartctl; raises InvalidArgument."""
    _bounded("report", number, 0, max(SmartReport))
    return SmartReport(number)


def caches_of(number: int) -> Caches:
    """Which caches; raises InvalidArgument."""
    _bounded("kind of cache", number, min(Caches), max(Caches))
    return Caches(number)


TRACE_SECONDS = (1, 24 * 3600)


def trace_seconds_of(number: int) -> int:
    """How long requests are counted; raises InvalidArgument."""
    _bounded("seconds", number, *TRACE_SECONDS)
    return number


def scheduler_of(name: str) -> str:
    """A scheduler's name in the kernel's spelling, "" for the former one; InvalidArgument."""
    if name and not _SCHEDULER.fullmatch(name):
        raise invalid_argument("This is not the name of an I/O scheduler.")
    return name
