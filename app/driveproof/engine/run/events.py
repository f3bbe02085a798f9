# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The events that a session sends to its observer; values only, sent from the session's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.areas import Area
from driveproof.domain.run.run import (
    Environment,
    KernelMessage,
    MemberStatistics,
    PhaseResult,
    Position,
    Repeat,
    Run,
    Target,
    WriteBack,
)
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.sustained import SpeedChange


@dataclass(frozen=True, slots=True)
class Started:
    """The checks have passed; `seconds` is the expected duration, `notes` what to say beside it."""

    profile: Profile
    target: Target
    environment: Environment
    seconds: float
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Preparing:
    """The test file is being written, or read into memory: `done` of `total` bytes. With 0 of them
    the writing of a file begins, once.
    """

    done: int
    total: int
    remaining: float  # seconds until the whole run has ended
    reading: bool = False


@dataclass(frozen=True, slots=True)
class Searching:
    """The files of a folder are looked at, before anything is measured: so many until now."""

    files: int


@dataclass(frozen=True, slots=True)
class MakingFilesystem:
    """The device is being formatted with the file system `name`."""

    name: str
    remaining: float  # seconds until the whole run has ended


@dataclass(frozen=True, slots=True)
class CleaningUp:
    """What was measured is over, or cancelled, and the device is being emptied. `waiting_for` is a
    file system that UDisks2 is still making: it cannot be stopped, and has to be waited for; "" for
    none.
    """

    waiting_for: str = ""


@dataclass(frozen=True, slots=True)
class RepeatStarted:
    """fio was started: phase `index` (from 0), repeat `order` (from 1) of `repeats`.
    Where a test is `going_on` these are the most that it may have.
    """

    index: int
    phase: Phase
    order: int
    repeats: int
    command: tuple[str, ...]
    engine: str
    going_on: bool = False
    """Whether it was not certain after the repeats that all tests have."""


@dataclass(frozen=True, slots=True)
class Resting:
    """Nothing is measured for `seconds`: repeat `order` of test `index`, of at most `repeats`, is
    not to follow the one before at once.
    """

    index: int
    order: int
    repeats: int
    seconds: float
    remaining: float  # seconds until the whole run has ended


class HostNow(NamedTuple):
    """What one of several hosts does now: both directions together a second, and the latency that
    99 % of its I/Os did not exceed, in seconds; None where it has not said anything yet. `fault` is
    a word of HostFault, "" while it counts.
    """

    name: str
    iops: float | None = None
    bandwidth: float | None = None
    p99: float | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """A snapshot came: a sample for each direction of the phase; `warming` while not counted.

    `members` is what each device that serves the target did since the snapshot before, `hosts` what
    each of several hosts does, whose sum the samples are.
    """

    index: int
    order: int
    samples: tuple[Sample, ...]
    warming: bool
    progress: float  # of the whole run, 0 to 1
    remaining: float  # seconds until the whole run has ended
    members: tuple[MemberStatistics, ...] = ()
    hosts: tuple[HostNow, ...] = ()


@dataclass(frozen=True, slots=True)
class Scanned:
    """A part of a scan has come: all `positions` of this repeat so far, `planned` in the end.

    `progress` and `remaining` as in Measured.
    """

    index: int
    order: int
    positions: Sequence[Position]
    planned: int
    progress: float
    remaining: float


@dataclass(frozen=True, slots=True)
class Checked:
    """A part of a check has come: `done` of `total` bytes, the speeds and the areas so far.

    `progress` and `remaining` as in Measured.
    """

    index: int
    order: int
    done: int
    total: int
    positions: Sequence[Position]
    areas: Sequence[Area]
    progress: float
    remaining: float


@dataclass(frozen=True, slots=True)
class Stalled:
    """No I/O for more than half a second: the device does not answer since `seconds`."""

    index: int
    order: int
    seconds: float


@dataclass(frozen=True, slots=True)
class WritingBack:
    """How what a test has written into memory comes to the drive, so far.

    `flushing` says that the last write is done, and that its fsync is waited for.
    """

    index: int
    order: int
    so_far: WriteBack
    flushing: bool


@dataclass(frozen=True, slots=True)
class SpeedChanged:
    """Where the speed of a long write has changed for good, so far: all `changes` of this repeat,
    looked for anew each second.
    """

    index: int
    order: int
    changes: tuple[SpeedChange, ...]


@dataclass(frozen=True, slots=True)
class KernelSaid:
    """The kernel reported trouble with the device: all `messages` so far."""

    messages: tuple[KernelMessage, ...]


@dataclass(frozen=True, slots=True)
class RepeatEnded:
    """A repeat is complete; `result` is its phase so far, with the repeats before it."""

    index: int
    repeat: Repeat
    result: PhaseResult | None = None


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    """All repeats of a phase are complete and kept."""

    index: int
    result: PhaseResult
    remaining: float


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run is over: finished, cancelled or failed, and kept if anything was measured."""

    run: Run


@dataclass(frozen=True, slots=True)
class BothEnded:
    """Two drives were measured in turn, and both of their `runs` are over."""

    runs: tuple[Run, ...]


Event = (
    Started
    | Preparing
    | Searching
    | MakingFilesystem
    | CleaningUp
    | RepeatStarted
    | Resting
    | Measured
    | Scanned
    | Checked
    | Stalled
    | WritingBack
    | SpeedChanged
    | KernelSaid
    | RepeatEnded
    | PhaseEnded
    | RunEnded
    | BothEnded
)
Observer = Callable[[Event], None]
