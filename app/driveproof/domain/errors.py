# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Failures that we know, each with its exit status; whatever else is raised is a bug of ours.

An error carries an English key and values, no finished sentence: `wording/errors.py` puts the
values in, in the person's language, and words the advice for the terminal or for the window.
Code that reacts to an error does so by its class or its `code`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from driveproof.domain.quantity import check_fields, filled


class Remedy(Enum):
    """What helps where each face has its own means: an option, a command, a control of the window.

    The comment names the values that its advice takes.
    """

    NAME_TARGET = "name the target"
    MOUNT_OR_NAME_TARGET = "mount it or name the target"
    MOUNT = "mount it"  # point
    CHOOSE_DIRECT = "measure direct"
    CHOOSE_SMALLER_FILE = "choose a smaller test file"
    FREE_SPACE_OR_SMALLER_FILE = "free space or choose a smaller test file"
    SAY_UPDATED = "say when it is updated"
    NAME_OTHER_DRIVES = "name the other drives"
    LEAVE_SIZE_OUT = "leave the size out"
    COUNT_REQUESTS = "record with every request"
    LEAVE_CACHE_OUT = "leave the choice of the cache out"
    ALLOW_OVERWRITING = "allow overwriting"
    LEAVE_OVERWRITING_OUT = "leave overwriting out"
    CONFIRM = "confirm"
    NAME_SCHEDULER = "name the scheduler"
    NAME_MOUNT_OPTION = "name the mount option"  # options
    RUN_PROFILE = "run the profile by itself"  # profile
    CANCEL_EXPERIMENT = "cancel the experiment"  # id
    NEW_EXPERIMENT = "begin another experiment"
    NEW_DRIVE_TEST = "begin another test of a drive"
    MEASURE_TRIM = "measure before and after a TRIM"
    MEASURE_UPDATE = "measure before and after an update of the firmware"
    LIST_PROFILES = "list the profiles"
    LIST_RUNS = "list the runs"
    LIST_EXPERIMENTS = "list the experiments"
    LIST_DRIVE_TESTS = "list the tests of drives"
    FIRST_RUN = "measure a first run"
    EXPORT_JSON = "export as JSON"
    EXPORT_RESULT = "export the result before it is lost"
    SHOW_CHAIN = "show the chain of layers"
    COMPARE_RUNS = "compare the runs"
    ONE_AFTER_THE_OTHER = "export one after the other"
    READ_WHOLE = "read everything as administrator"  # path
    SWITCH_SMART_ON = "switch SMART on"
    FIND_ADAPTER_TYPE = "look for the type of the USB adapter"  # path
    FIND_ADAPTER_TYPE_UNMOUNTED = "unmount it, then look for the type of the USB adapter"  # path
    CHOOSE_ADAPTER_TYPE = "choose the type of the USB adapter"  # path
    WAKE = "wake the drive"  # path
    NAME_ADAPTER = "name the adapter to smartctl"
    OPEN_REPORT = "open the health report"
    OPEN_JOB = "measure what the job file says"
    NAME_DEVICE = "name a device or a mount point"
    LEAVE_ENGINE_OUT = "leave the choice of the engine out"
    USE_TERMINAL = "use the command line"


@dataclass(frozen=True, init=False)
class Advice:
    """What to do about an error: a gettext key that is right on every face, or a `Remedy`.

    `Advice("It needs at least {size}.", size=Bytes(4096))`, `Advice(Remedy.CHOOSE_SMALLER_FILE)`
    """

    key: str
    """"" where there is a remedy."""
    remedy: Remedy | None
    values: Mapping[str, object] = field(hash=False)

    def __init__(self, what: Remedy | str, /, **values: object) -> None:
        remedy = what if isinstance(what, Remedy) else None
        object.__setattr__(self, "key", "" if isinstance(what, Remedy) else what)
        object.__setattr__(self, "remedy", remedy)
        object.__setattr__(self, "values", MappingProxyType(values))

    def __post_init__(self) -> None:
        """After it was read from a document. Raises ValueError."""
        if self.values:
            check_fields(self.key, self.values)

    def __str__(self) -> str:
        """In English, for logs: a remedy by its name."""
        if self.remedy is not None:
            return f"({self.remedy.value})"
        return filled(self.key, self.values)


class DriveproofError(Exception):
    """A failure of usage or of the environment: what is wrong, and what to do about it.

    `key` is a gettext key (a literal: it is extracted), `values` fill its named fields; without
    values the key is the sentence as it is, braces included. `code` distinguishes errors of one
    class where code reacts to them. `str()` is the English sentence, for logs.
    """

    exit_status = 3

    def __init__(
        self,
        key: str,
        /,
        *,
        code: Enum | None = None,
        advice: Advice | None = None,
        details: str = "",
        **values: object,
    ) -> None:
        super().__init__(key)
        self.key = key
        self.values: Mapping[str, object] = values
        self.code = code
        self.advice = advice
        self.details = details
        """What another program said, in its own words: for the details, never in a sentence."""
        self.besides: tuple[DriveproofError, ...] = ()
        """What failed after it, as putting back what was changed: said behind it."""

    @property
    def message(self) -> str:
        """What is wrong, in English, for logs; wording words it for people."""
        return filled(self.key, self.values)

    def __str__(self) -> str:
        own = f"{self.message} {self.advice}" if self.advice else self.message
        return " ".join((own, *map(str, self.besides)))


class UsageError(DriveproofError):
    """The request is wrong on any machine (a size of 0, an unknown profile)."""

    exit_status = 2


class MachineError(DriveproofError):
    """A path, device, program or service that is needed is missing, unfit or failed."""

    exit_status = 3


def own_fault(bug: BaseException) -> MachineError:
    """A bug of ours as an error, where the rest goes on; who catches it logs it."""
    # Translators: {program} is fio, smartctl, UDisks2, Driveproof or a command.
    return MachineError(
        "{name} failed: {reason}.",
        reason=f"{type(bug).__name__}: {bug}",
        advice=Advice("This is a bug in Driveproof. Please report it."),
        name="Driveproof",
    )


class RefusedError(DriveproofError):
    """Not authorized, or refused by the system."""

    exit_status = 4


class CancelledError(DriveproofError):
    """The person cancelled."""

    exit_status = 130
