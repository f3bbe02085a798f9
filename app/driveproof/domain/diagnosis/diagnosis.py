# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is known of a machine that seems slow, and the causes that were found in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto

from driveproof.domain.check.check import Check
from driveproof.domain.drive.drive import BlockDevice, Mount
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.finding import Code, Finding, GradeWord
from driveproof.domain.ongoing import Ongoing
from driveproof.domain.quantity import Plural
from driveproof.domain.rating import ODD
from driveproof.domain.run.latency_breakdown import LatencyBreakdown
from driveproof.domain.run.observed import Writer
from driveproof.domain.run.run import KernelLog, KernelMessage
from driveproof.domain.say import Coded, Say


class DrivePage(StrEnum):
    """The page of the window that has more of a cause."""

    OVERVIEW = "overview"
    HEALTH = "health"
    TRIM = "trim"
    MONITOR = "monitor"
    MEASURE = "measure"
    HISTORY = "history"


class Cause(StrEnum):
    """What can make a drive slow, or make it look so; the words are those of JSON."""

    FAILING = "failing"
    KERNEL_MESSAGES = "kernel messages"
    HEALTH = "health"
    LINK = "link"
    ARRAY = "array"
    HOT = "hot"
    BUSY = "in use"
    MEMORY = "memory pressure"
    CPU = "cpu pressure"
    MOUNT_OPTIONS = "mount options"
    FULL = "full"
    TRIM = "trim"
    FRAGMENTED = "fragmented"
    ENCRYPTION = "encryption"
    SHINGLED = "shingled"
    USB_PROTOCOL = "usb protocol"
    SCHEDULER = "scheduler"
    POWER_SAVING = "power saving"
    BLOCK_FORMAT = "block format"


CAUSE_TITLES = {
    Cause.FAILING: Say("Failing drive"),
    Cause.KERNEL_MESSAGES: Say("Kernel errors"),
    Cause.HEALTH: Say("Health"),
    Cause.LINK: Say("Link"),
    Cause.ARRAY: Say("Array"),
    Cause.HOT: Say("Temperature"),
    Cause.BUSY: Say("Other I/O"),
    Cause.MEMORY: Say("Memory pressure"),
    Cause.CPU: Say("CPU pressure"),
    Cause.MOUNT_OPTIONS: Say("Mount options"),
    Cause.FULL: Say("Low free space"),
    Cause.TRIM: Say("TRIM does not run"),
    Cause.FRAGMENTED: Say("Fragmentation"),
    Cause.ENCRYPTION: Say("Encryption"),
    Cause.SHINGLED: Say("Shingled recording"),
    Cause.USB_PROTOCOL: Say("USB protocol"),
    Cause.SCHEDULER: Say("I/O scheduler"),
    Cause.POWER_SAVING: Say("Power saving"),
    Cause.BLOCK_FORMAT: Say("Block format"),
}


class Weight(StrEnum):
    """How much of the slowness a cause can account for; the words are those of JSON."""

    EXPLAINS = "very likely"
    LIKELY = "likely"
    MINOR = "minor"
    """It costs something, but hardly what people call slow."""


WEIGHTS = (
    GradeWord(Weight.EXPLAINS, Say("Very likely"), ODD),
    GradeWord(Weight.LIKELY, Say("Likely"), ODD),
    GradeWord(Weight.MINOR, Say("Minor")),
)


class Where(StrEnum):
    """What a cause is in; the words are those of JSON."""

    DRIVE = "drive"
    CONNECTION = "connection"
    SETUP = "setup"
    """How the drive is used: file system, array, encryption, settings."""
    MACHINE = "machine"
    """The rest of the computer: it is slow without the drive being so."""


WHERE_TITLES = {
    Where.DRIVE: Say("in the drive"),
    Where.CONNECTION: Say("in the connection"),
    Where.SETUP: Say("in the setup"),
    Where.MACHINE: Say("in the machine"),
}
"""Beside the name of a cause."""


class Conclusion(StrEnum):
    """What the causes say together; the words are those of JSON."""

    CAUSES = "causes"
    NOT_THE_DRIVE = "not the drive"
    """It was measured and is as fast as it should be, and no cause of weight is in it, in its
    connection or in how it is used."""
    UNEXPLAINED = "unexplained"
    """It was measured and is slow, and no rule found a cause."""
    NOTHING_FOUND = "nothing found"
    """No rule found a cause, and whether it is slow was not measured."""


class DiagnosisToDo(Code):
    """What to do about a cause, where its evidence does not bring its own advice."""

    SAVE_DATA = auto()
    PLAN_REPLACEMENT = auto()
    CABLE_AND_PORT = auto()
    WAIT = auto()
    REPLACE_MEMBER = auto()
    COOL = auto()
    FIND_USER = auto()
    CLOSE_PROGRAMS = auto()
    FIND_PROCESS = auto()
    REMOUNT = auto()
    FREE_SPACE = auto()
    DEFRAGMENT = auto()
    NO_OTHER_CIPHER = auto()
    NO_RANDOM_WRITES = auto()
    OTHER_ENCLOSURE = auto()
    TRY_SCHEDULERS = auto()
    CHANGE_POWER = auto()
    MAINS = auto()
    KEEP_AWAKE = auto()
    REFORMAT = auto()


class Unread(Code):
    """Evidence that could not be had."""

    LOG_REFUSED = auto()
    LOG_MISSING = auto()
    LAYOUT = auto()


class CauseFinding(Finding, frozen=True, kw_only=True):
    """A cause that was found: its code is a Cause, `where` is a Where, `page` has more."""

    grade: Weight
    where: Coded
    page: DrivePage

    @property
    def cause(self) -> Cause:
        """What it is."""
        return Cause(self.code)

    @property
    def weight(self) -> Weight:
        """How much it accounts for."""
        return self.grade


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """The machine beside its drives. The pressures are the shares of the last minute in which
    something waited for memory or for a processor (the kernel's accounting/psi.rst, "some");
    None: not reported.
    """

    power_source: str | None = None
    power_profile: str | None = None
    memory_pressure: float | None = None
    cpu_pressure: float | None = None


@dataclass(frozen=True, slots=True)
class FileLayout:
    """In how many pieces (extents) a file of `size` bytes lies on its device."""

    path: str
    size: int
    extents: int

    @property
    def mean(self) -> float:
        """Bytes in a piece."""
        return self.size / max(self.extents, 1)


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The newest latency breakdown of the drive, and when it was measured."""

    breakdown: LatencyBreakdown
    taken: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnosisEvidence:
    """Everything that the rules look at; what could not be read is None or empty.

    `check` is what "Check this drive" found, with its measurement and what that can be held
    against. `stack` are the devices from the target down to the drives. `busy` is the share of
    the time in which other I/O was in flight before anything was measured, `users` who moved most
    bytes meanwhile. `cipher` is how fast one processor encrypts as a disk's encryption does, in
    bytes a second. `breakdown` is what an earlier run found to sleep.
    """

    check: Check
    expected: tuple[Expectation, ...] = ()
    stack: tuple[BlockDevice, ...] = ()
    mount: Mount | None = None
    log: KernelLog | None = None
    messages: tuple[KernelMessage, ...] = ()
    machine: Machine = Machine()
    busy: float | None = None
    users: tuple[Writer, ...] = ()
    breakdown: Breakdown | None = None
    works: tuple[Ongoing, ...] = ()
    cipher: float | None = None
    layout: FileLayout | None = None

    @property
    def drive(self) -> BlockDevice | None:
        """The drive that was checked."""
        return self.check.device


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """The result: the causes, the weightiest first. `slow` is the verdict of speed: whether the
    drive is slow, None where that is not known. `evidence` has what was measured.
    """

    taken: datetime
    target: str
    evidence: DiagnosisEvidence
    conclusion: Conclusion
    slow: bool | None
    reasons: tuple[CauseFinding, ...]
    in_order: tuple[Finding, ...] = ()
    """What was looked at for a cause, which is the code, and is in order."""
    left_out: tuple[Finding, ...] = ()
    """What was not looked at, and why."""

    @property
    def say(self) -> tuple[Say, ...]:
        """The answer in a sentence or two."""
        fast = Say("It is not slow.")
        match self.conclusion:
            case Conclusion.CAUSES:
                return (self._causes,)
            case Conclusion.NOT_THE_DRIVE:
                weighty = any(one.weight is not Weight.MINOR for one in self.reasons)
                return (fast, self._causes) if weighty else (fast,)
            case Conclusion.UNEXPLAINED if self.evidence.check.of_share:
                return (Say("Slow; no cause was found here. Check the server and its network."),)
            case Conclusion.UNEXPLAINED:
                return (Say("Slow; no cause was found."),)
        return (Say("No cause was found. The speed is unknown."),)

    @property
    def _causes(self) -> Say:
        """How many causes there are, how sure the weightiest is, and which it is."""
        first = self.reasons[0]
        cause = CAUSE_TITLES[first.cause]
        count = sum(one.weight is not Weight.MINOR for one in self.reasons)
        causes = Plural("{count} possible cause", "{count} possible causes", count)
        if first.weight is Weight.EXPLAINS:
            if count > 1:
                return Say("{causes}. Very likely: {cause}.", causes=causes, cause=cause)
            return Say("Very likely cause: {cause}.", cause=cause)
        if count > 1:
            return Say("{causes}. Most likely: {cause}.", causes=causes, cause=cause)
        return Say("Likely cause: {cause}.", cause=cause)
