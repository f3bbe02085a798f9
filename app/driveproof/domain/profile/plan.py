# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a plan is, and what some plans can do beyond that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct, structs

from driveproof.domain.cap import Cap
from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.declared import keys_of, size_steps
from driveproof.domain.profile.phase import Phase
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say


class Plan(Protocol):
    """What a guided profile does, where that is more than a list of tests. The protocols below say
    what a plan may add to that.
    """

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Its tests, as far as they are known before it begins."""

    @property
    def size(self) -> int:
        """Bytes that all its files take at most at a time."""


@runtime_checkable
class Adjustable(Plan, Protocol):
    """A plan for which another size and other seconds are more than other values of its fields."""

    def adjusted(self, size: int | None, seconds: float | None) -> Adjustable:
        """The plan with files of at most `size` bytes and with so many seconds a test; None leaves
        it as it is. Raises UsageError for what it cannot be.
        """


@runtime_checkable
class OfDevice(Plan, Protocol):
    """A plan whose tests depend on how large the device is that they read."""

    def on_device(self, size: int) -> tuple[OfDevice, tuple[Note, ...]]:
        """The plan for a device of `size` bytes, with what to say about it."""


@runtime_checkable
class Unsized(Plan, Protocol):
    """A plan that takes as long as something is large."""

    @property
    def unsized(self) -> bool:
        """Whether its size matters and is not known yet."""


@runtime_checkable
class Fills(Unsized, Protocol):
    """A plan that fills `size` bytes of a folder or a device, and reads them back; 0 for all."""

    @property
    def probe(self) -> bool:
        """Whether single blocks of a device are tried, and nothing else."""

    def filled_by(self, run: Run) -> bool:
        """Whether a run of it may have written more than single blocks of a device."""

    def overwriting(self, size: int = 0) -> Fills:
        """The plan for so many bytes of a device, in whole blocks; 0: as many as chosen. Single
        blocks are tried first.
        """


@runtime_checkable
class Described(Plan, Protocol):
    """A plan that says what it does."""

    @property
    def does(self) -> Say:
        """In a few words, for a list."""


@runtime_checkable
class ByHelper(Plan, Protocol):
    """A plan that needs the privileged helper for some of what may be chosen, on a file as well."""

    @property
    def by_helper(self) -> bool:
        """Whether that was chosen."""


@runtime_checkable
class OfFiles(Plan, Protocol):
    """A plan that reads several files, which are all written in full before the first test."""

    @property
    def bytes_of_each(self) -> int:
        """Of each file."""


@runtime_checkable
class OfDrives(Plan, Protocol):
    """A plan that measures several drives, some of them in a folder."""

    @property
    def most_drives(self) -> int:
        """As many as it can measure."""

    def of_drives(self, on_device: Sequence[bool]) -> OfDrives:
        """The plan for so many drives, of which some are devices."""

    @property
    def each(self) -> int:
        """Bytes of the test file in each folder."""

    @property
    def devices(self) -> int:
        """Drives that are read as devices."""


@runtime_checkable
class Copies(Plan, Protocol):
    """A plan that can copy from another drive as well."""

    def copying(self) -> Copies:
        """The plan with that."""


@runtime_checkable
class OfManyFiles(Plan, Protocol):
    """A plan that makes one file after the other, in each repeat."""

    @property
    def laid_out(self) -> int:
        """Bytes of all of them."""

    @property
    def files_made(self) -> int:
        """How many that are."""


@runtime_checkable
class OfNewFiles(Plan, Protocol):
    """A plan some of whose tests need a file of which nothing was ever read."""

    def begins_anew(self, phase: Phase) -> bool:
        """Whether this test is one."""


@runtime_checkable
class OfSize(Protocol):
    """A plan, or a test of it, whose smallest file depends on what else is chosen."""

    @property
    def size(self) -> int:
        """Bytes of the file."""

    @property
    def least(self) -> int:
        """Bytes that it has at least."""


@runtime_checkable
class FillsDevice(Plan, Protocol):
    """A plan that writes a device once before its tests, so that everything read is data."""

    def filled(self, size: int) -> tuple[Plan, Phase]:
        """The plan on a device of `size` bytes, and the test that fills it."""


class WriteBounds(Struct, frozen=True):
    """What bounds the writes on a target; None where it is not known.

    Bytes that are `free` or may be overwritten, and the `capacity` and `endurance` of its drive;
    the drive's `warning` temperature in degrees Celsius, and whether it is `rotational`.
    """

    free: int | None
    capacity: int | None
    endurance: Endurance | None = None
    warning: float | None = None
    rotational: bool = False


@runtime_checkable
class Fitted(Plan, Protocol):
    """A plan that writes as much as its target has room for. Its size is 0 where that is known with
    its target.
    """

    def fitted(self, bounds: WriteBounds) -> tuple[Fitted, tuple[Note, ...]]:
        """The plan for this target, with what to say about it. Raises UsageError where there is too
        little room.
        """


@runtime_checkable
class OfSomeDrives(Plan, Protocol):
    """A plan that says nothing of some drives."""

    def check_drive(self, speed: SpeedClass) -> None:
        """Raises MachineError for a target on drives of such a class."""


@runtime_checkable
class Capped(Plan, Protocol):
    """A plan that looks for what a drive does under a latency cap."""

    @property
    def cap(self) -> Cap:
        """The percentile, and the latency in seconds."""


def resized(plan: Any, size: int | None, seconds: float | None) -> Any:
    """A plan, a Struct, with files of at most `size` bytes and with so many seconds a test,
    in its fields `size` and `seconds`; None, or no such field, leaves it as it is. Raises
    UsageError for files smaller than declared, or than its `least`.
    """
    kind: type[Struct] = type(plan)
    values: dict[str, Any] = {}
    if seconds is not None and "seconds" in kind.__struct_fields__:
        values["seconds"] = seconds
    declared = keys_of(kind).get("size")
    if size is not None and declared is not None:
        least, step = size_steps(declared.type)
        check_least(size, max(least, plan.least) if isinstance(plan, OfSize) else least)
        values[declared.name] = size - size % step
    return structs.replace(plan, **values)


def check_least(size: int, least: int) -> None:
    """Raises UsageError for a test file of fewer than `least` bytes: a drive would keep too much of
    it in its own memory.
    """
    if size < least:
        raise UsageError(
            "The size must be at least {least}, not {size}.",
            size=Bytes(size, binary=True),
            least=Bytes(least, binary=True),
        )
