# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The conditions of two sides of runs, and how they differ.

Only conditions that both sides report can differ; numbers only beyond their usual variation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from driveproof.domain.comparison.matching import Side
from driveproof.domain.quantity import Bytes, Celsius, OneOf, Quantity, Share, WorkTime
from driveproof.domain.run.hosts import hosts_word
from driveproof.domain.run.run import NO_ENCRYPTION, OWN_JSON, Run
from driveproof.domain.say import Say

Reading = str | float | int
"""The value of a condition in a run; numbers in base units."""

FILL_STEP = 0.02
"""A share of the file system; a test file alone may be one percent of it."""

FREE_STEP = 10**9
"""Bytes: less makes no difference to a drive's caches."""

IMPORTED = "imported"
"""`Run.profile` of a run from another program's file: none of our profiles."""

OUR_PROGRAM = "Driveproof"
"""The program that measured our own runs, as `program_of` names it."""

LOCAL = "localhost"
"""The host of a run that no other host measured."""

LOG_BESIDE = "target"
"""Where the log of a run is that has none on another drive."""

BOOT_STEP = 1.0
"""Seconds: no two starts take the same time."""

WARMER = 5.0
"""Degrees Celsius before the run. Sensors count whole degrees, and idle ones vary by some."""


class Condition(StrEnum):
    """What a run was measured with and on; the values are kept in JSON."""

    DRIVE = "drive"
    KIND = "kind"
    IO_PATH = "io_path"
    FIRMWARE = "firmware"
    PROFILE = "profile"
    KERNEL = "kernel"
    FIO = "fio"
    DRIVEPROOF = "driveproof"
    SCHEDULER = "scheduler"
    FILESYSTEM = "filesystem"
    MOUNT_OPTIONS = "mount_options"
    TEST_FILE_SIZE = "test_file_size"
    FILL = "fill"
    TEMPERATURE = "temperature"
    POWER_SOURCE = "power_source"
    POWER_PROFILE = "power_profile"
    GOVERNOR = "governor"
    CPU = "cpu"
    LINK = "link"
    BLOCK_FORMAT = "block_format"
    USB_DRIVER = "usb_driver"
    LINK_POWER = "link_power"
    ENCRYPTION = "encryption"
    CAPACITY = "capacity"
    """Of the drive."""
    FREE = "free"
    """Bytes of the file system; only between two drives: of one, FILL is enough."""
    OTHER_DRIVES = "other_drives"
    """Those that were measured beside the first."""
    SHARED_PATH = "shared_path"
    """What these share."""
    LOG_DRIVE = "log_drive"
    """What the log of a database was written to."""
    HOSTS = "hosts"
    """Those that measured at once."""
    SQLITE = "sqlite"
    COMPILER = "compiler"
    BOOT = "boot"
    """How long the machine took to start, in seconds."""


CONFOUNDING = frozenset(Condition) - {
    Condition.FIRMWARE,
    Condition.KERNEL,
    Condition.DRIVEPROOF,
    Condition.SCHEDULER,
    Condition.FILESYSTEM,
    Condition.MOUNT_OPTIONS,
    Condition.LINK,
    Condition.BLOCK_FORMAT,
    Condition.USB_DRIVER,
    Condition.ENCRYPTION,
    Condition.CAPACITY,
    Condition.FREE,
    Condition.SHARED_PATH,
    Condition.LOG_DRIVE,
    Condition.BOOT,
}
"""Conditions that may make a difference by themselves, and are worth a caution where they differ.
The others are what people change on purpose."""

OF_THE_DRIVE = frozenset(
    {
        Condition.FIRMWARE,
        Condition.LINK,
        Condition.TEMPERATURE,
        Condition.FILL,
        Condition.BLOCK_FORMAT,
        Condition.USB_DRIVER,
        Condition.LINK_POWER,
        Condition.CAPACITY,
        Condition.FREE,
    }
)
"""What belongs to a drive: where the drives differ, a difference in these is no news."""


@dataclass(frozen=True, slots=True)
class Differing:
    """A condition that differs.

    `before` and `after` are numbers in base units where they are numbers; several words of one side
    are joined by commas. `side` counts the side that differs from the first, from 1. `drives` are
    the models of two drives, with what distinguishes two of one model; None for other conditions.
    """

    what: Condition
    before: Reading
    after: Reading
    side: int = 1
    drives: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """How a condition is read from a run; a number differs beyond `step`, None for words."""

    what: Condition
    read: Callable[[Run], Reading | None]
    step: float | None = None


def _drive(run: Run) -> str | None:
    target = run.target
    return target.identity or target.serial or target.model or target.device


def _other_drives(run: Run) -> str | None:
    others = run.environment.drives[1:]
    return ", ".join(one.serial or one.model or one.path for one in others) or None


def _log_drive(run: Run) -> str | None:
    """Of a run with a log where it was written: its own word for the drive of the test file."""
    log = run.environment.log
    if log is not None:
        return " ".join(filter(None, (log.model, log.serial))) or log.device or log.path
    return LOG_BESIDE if any(phase.work.log_block for phase in run.phases) else None


def _shared_path(run: Run) -> str | None:
    found = (" ".join(filter(None, (one.kind, one.name))) for one in run.environment.shared)
    return ", ".join(found) or None


def _hosts(run: Run) -> str:
    return hosts_word(run.environment.hosts) or LOCAL


def _boot(run: Run) -> float | None:
    return None if run.environment.boot is None else run.environment.boot.total


def _mount_options(run: Run) -> str | None:
    return ",".join(sorted(run.target.mount_options)) or None


def _profile(run: Run) -> str | None:
    return None if run.profile == IMPORTED else run.profile


def _fio(run: Run) -> str | None:
    # fio calls itself fio-3.39, and not every file of another program's does.
    return (run.environment.fio or "").removeprefix("fio-") or None


_WHOLE = frozenset(
    {Condition.TEST_FILE_SIZE, Condition.BLOCK_FORMAT, Condition.CAPACITY, Condition.FREE}
)
"""Counts of bytes."""

_NO_MATTER = frozenset({Condition.DRIVEPROOF, Condition.BOOT})
"""Conditions that do not make another state of a drive."""

FIELDS: tuple[Field, ...] = (
    Field(Condition.DRIVE, _drive),
    Field(Condition.KIND, lambda run: run.target.kind),
    Field(Condition.IO_PATH, lambda run: run.environment.io_path),
    Field(Condition.FIRMWARE, lambda run: run.target.firmware),
    Field(Condition.PROFILE, _profile),
    Field(Condition.KERNEL, lambda run: run.environment.kernel),
    Field(Condition.FIO, _fio),
    Field(Condition.DRIVEPROOF, lambda run: run.environment.driveproof),
    Field(Condition.SCHEDULER, lambda run: run.environment.scheduler),
    Field(Condition.FILESYSTEM, lambda run: run.target.filesystem),
    Field(Condition.MOUNT_OPTIONS, _mount_options),
    Field(Condition.TEST_FILE_SIZE, lambda run: run.environment.test_file_size, 0),
    Field(Condition.FILL, lambda run: run.environment.fill, FILL_STEP),
    Field(Condition.TEMPERATURE, lambda run: run.environment.temperature_before, WARMER),
    Field(Condition.POWER_SOURCE, lambda run: run.environment.power_source),
    Field(Condition.POWER_PROFILE, lambda run: run.environment.power_profile),
    Field(Condition.GOVERNOR, lambda run: run.environment.governor),
    Field(Condition.CPU, lambda run: run.environment.cpu),
    Field(Condition.LINK, lambda run: run.environment.link),
    Field(Condition.BLOCK_FORMAT, lambda run: run.environment.block_format, 0),
    Field(Condition.USB_DRIVER, lambda run: run.environment.usb_driver),
    Field(Condition.LINK_POWER, lambda run: run.environment.link_power),
    Field(Condition.ENCRYPTION, lambda run: run.environment.encryption),
    Field(Condition.CAPACITY, lambda run: run.target.size, 0),
    Field(Condition.FREE, lambda run: run.environment.free, FREE_STEP),
    Field(Condition.OTHER_DRIVES, _other_drives),
    Field(Condition.SHARED_PATH, _shared_path),
    Field(Condition.LOG_DRIVE, _log_drive),
    Field(Condition.HOSTS, _hosts),
    Field(Condition.SQLITE, lambda run: run.environment.sqlite),
    Field(Condition.COMPILER, lambda run: run.environment.compiler),
    Field(Condition.BOOT, _boot, BOOT_STEP),
)


def program_of(run: Run) -> str:
    """Which program measured it: "Driveproof", "KDiskMark 3.1.4"; "" where it is not known."""
    source = run.environment.source
    if source and source != OWN_JSON:
        return source
    return OUR_PROGRAM if source or run.environment.driveproof else ""


def differing_conditions(sides: Sequence[Side]) -> tuple[Differing, ...]:
    """What is not the same in each further side as in the first one."""
    found: list[Differing] = []
    for number, side in enumerate(sides[1:], start=1):
        mine = [
            one for field in FIELDS if (one := _compared(field, sides[0], side, number)) is not None
        ]
        drives = any(one.what is Condition.DRIVE for one in mine)
        found += [one for one in mine if drives or one.what is not Condition.FREE]
    return tuple(found)


def same_state(one: Run, other: Run) -> bool:
    """Whether both were measured of one state of one drive, as far as their conditions tell."""
    if one.target.identity is None or one.target.identity != other.target.identity:
        return False
    found = differing_conditions((Side("", (one,)), Side("", (other,))))
    return all(differs.what in _NO_MATTER for differs in found)


def in_turn_names(one: Run, other: Run) -> tuple[str, str] | None:
    """What two runs are called that were measured in turn: their drives, or where they are; None
    for any others.
    """
    bound = one.environment.in_turn
    if bound is None or bound.other != other.id:
        return None
    sides = (Side("", (one,)), Side("", (other,)))
    names = _drive_names(*sides), _drive_names(*reversed(sides))
    return names if all(names) and names[0] != names[1] else (one.target.path, other.target.path)


def known_values(field: Field, side: Side) -> list[Reading]:
    """The known values of a condition, run by run; [] where none is known."""
    return [value for run in side.runs if (value := field.read(run)) not in (None, "")]


def _compared(field: Field, one: Side, other: Side, number: int) -> Differing | None:
    before, after = known_values(field, one), known_values(field, other)
    if not before or not after:
        return None
    if field.step is None:
        if set(before) == set(after):
            return None
        drives = None
        if field.what is Condition.DRIVE:
            drives = (_drive_names(one, other), _drive_names(other, one))
        return Differing(field.what, _joined(before), _joined(after), number, drives)
    low, high = (median([float(value) for value in side]) for side in (before, after))
    # Not "at most": what is no number is no difference either.
    if not abs(high - low) > field.step:
        return None
    if field.what in _WHOLE:
        return Differing(field.what, int(low), int(high), number)
    return Differing(field.what, low, high, number)


def _joined(values: Sequence[Reading]) -> str:
    return ", ".join(sorted({str(value) for value in values}))


def _drive_names(side: Side, other: Side) -> str:
    """The models, with what distinguishes two of one model."""
    models = {run.target.model for run in other.runs}
    found = []
    for run in side.runs:
        target = run.target
        words = [target.model or target.device or target.path]
        if target.model in models:
            words.append(target.serial or _drive(run) or "")
        found.append(" ".join(dict.fromkeys(word for word in words if word)))
    return ", ".join(dict.fromkeys(found))


_TITLES = {
    Condition.DRIVE: Say("Drive"),
    Condition.KIND: Say("Target"),
    Condition.IO_PATH: Say("I/O path"),
    Condition.FIRMWARE: Say("Firmware"),
    Condition.PROFILE: Say("Profile"),
    Condition.KERNEL: Say("Kernel"),
    Condition.FIO: Say("fio"),
    Condition.DRIVEPROOF: Say("Driveproof"),
    Condition.SCHEDULER: Say("I/O scheduler"),
    Condition.FILESYSTEM: Say("File system"),
    Condition.MOUNT_OPTIONS: Say("Mount options"),
    Condition.TEST_FILE_SIZE: Say("Test file"),
    Condition.FILL: Say("File system usage"),
    Condition.TEMPERATURE: Say("Temperature"),
    Condition.POWER_SOURCE: Say("Power"),
    Condition.POWER_PROFILE: Say("Power profile"),
    Condition.GOVERNOR: Say("CPU governor"),
    Condition.CPU: Say("CPU"),
    Condition.LINK: Say("Link"),
    Condition.BLOCK_FORMAT: Say("Block format"),
    Condition.USB_DRIVER: Say("USB driver"),
    Condition.LINK_POWER: Say("Link power"),
    Condition.ENCRYPTION: Say("Encryption"),
    Condition.CAPACITY: Say("Capacity"),
    Condition.FREE: Say("Free space"),
    Condition.OTHER_DRIVES: Say("Other drives"),
    Condition.SHARED_PATH: Say("Shared path"),
    Condition.LOG_DRIVE: Say("Log drive"),
    Condition.HOSTS: Say("Hosts"),
    Condition.SQLITE: Say("SQLite"),
    Condition.COMPILER: Say("Compiler"),
    Condition.BOOT: Say("Boot"),
}


def condition_title(what: Condition) -> Say:
    """A condition at the head of a row."""
    return _TITLES[what]


def condition_values(one: Differing) -> tuple[Say | Quantity | str, Say | Quantity | str]:
    """Both values of a condition that differs, with their units."""
    return one.drives or (_value(one.what, one.before), _value(one.what, one.after))


def _value(  # noqa: PLR0911 - one for each unit
    what: Condition, value: Reading
) -> Say | Quantity | str:
    if (what, value) == (Condition.LOG_DRIVE, LOG_BESIDE):
        return Say("the measured drive")
    if (what, value) == (Condition.ENCRYPTION, NO_ENCRYPTION):
        return Say("none")
    if isinstance(value, str):
        # A long list of mount options is wrapped there.
        return value.replace(",", ", ") if what is Condition.MOUNT_OPTIONS else value
    match what:
        case Condition.FILL:
            return Share(value)
        case Condition.TEMPERATURE:
            return Celsius(value)
        case Condition.BOOT:
            return WorkTime(value)
        case Condition.BLOCK_FORMAT:
            return Say("{count} bytes", count=int(value))
        case Condition.CAPACITY | Condition.FREE:
            return Bytes(int(value))
        case Condition.TEST_FILE_SIZE:
            return Bytes(int(value), binary=True)
    return str(value)


_TOLD = (
    Condition.FIRMWARE,
    Condition.KERNEL,
    Condition.FIO,
    Condition.SCHEDULER,
    Condition.FILESYSTEM,
    Condition.POWER_SOURCE,
)


def unchanged_conditions(sides: Sequence[Side]) -> Say | None:
    """The conditions that people ask for first and that all runs share, as far as every run says
    them; None for none.
    """
    runs = [run for side in sides for run in side.runs]
    found: list[Say] = []
    for field in (one for one in FIELDS if one.what in _TOLD):
        values = {field.read(run) or None for run in runs}
        if len(values) == 1 and None not in values:
            title = condition_title(field.what)
            found.append(Say("{first} {second}", first=title, second=str(values.pop())))
    return Say("Unchanged: {names}.", names=OneOf(tuple(found))) if found else None
