# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures file systems that are made for it, one after the other, on a device given up for it.

Before each is made, the device has to be the one that was confirmed. In the end, whatever happened,
nothing is mounted and the device is empty; what UDisks2 is still making then is waited for, as long
as anything moves on the device. After a kill, the guard of the mount unmounts it
(system/udisks/mounting.py), and the next start says that the device has a file system still
(given_up.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Generic, TypeVar

from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
)
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.filesystems import check_device_room
from driveproof.domain.profile.generated import SHUFFLE_SEED, rounds
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.run import OnFilesystem
from driveproof.engine.run import events
from driveproof.engine.run.bench import Bench, Files, Fio
from driveproof.engine.run.by_fio import measured_by_fio
from driveproof.engine.run.device import describe, of_device
from driveproof.engine.run.folder import prepare_folder
from driveproof.engine.run.given_up import GivenUp
from driveproof.engine.run.means import Means
from driveproof.engine.run.overwrite import WritePlan, in_use
from driveproof.engine.run.target import examine_folder
from driveproof.methods.filesystems.plan import on_filesystems
from driveproof.system.helper.scheduler import Opened
from driveproof.system.kernel.mounts import filesystem_space
from driveproof.system.kernel.sysfs import BlockStat
from driveproof.system.udisks.formatting import AnotherDeviceError, Formatter

_Result = TypeVar("_Result")
HANGING_SECONDS = 120.0
"""After a cancel: how long nothing may move on the device while UDisks2 makes a file system."""


class Maker:
    """Makes and mounts one file system at a time."""

    def __init__(self, plan: WritePlan, profile: Profile, object_path: str, means: Means) -> None:
        services = means.context
        assert services.given_up is not None  # nothing is formatted that would be forgotten
        self._plan, self._profile, self._object = plan, profile, object_path
        self._means, self._given_up = means, services.given_up
        self._formatter, self._mounter = services.formatter, services.mounter
        self._tell, self._sysfs = means.tell, means.sysfs
        self._start, self._cancelled = means.jobs.start, means.jobs.cancelled
        self.fio = services.find_fio()
        self._stack = ExitStack()
        self._hangs = ""
        """The file system that nobody waits for any more, after a cancel; "" for none."""
        self._remembered = ""
        """By what name the device is remembered as given up, "" before it is touched and when it
        is empty again.
        """

    def make(self, name: str) -> tuple[Bench, OnFilesystem]:
        """A new file system with an empty test file, in place of the last one.

        Raises MachineError, RefusedError, and CancelledError.
        """
        self._leave()
        self._certain()
        begun = time.monotonic()
        self._format(name)
        seconds = time.monotonic() - begun
        found = self._mounter.look(self._plan.claim.path)
        mounted = self._asking(lambda opened: self._mounter.mount(found, opened=opened))
        self._stack.callback(_must(mounted.release))
        self._same()  # what is mounted keeps its name: now no other device can take it
        usable = filesystem_space(mounted.point).free_for_user
        place = examine_folder(mounted.point, self._means.inventory, self._sysfs)
        bench = self._stack.enter_context(
            prepare_folder(
                place,
                self._profile,
                self.fio,
                self._means.context.registry,
                engine=self._means.options.engine,
                cancelled=self._cancelled,
                fresh=self._means.options.fresh,
            )
        )
        return replace(bench, own=self), OnFilesystem(seconds, usable)

    def _format(self, name: str) -> None:
        """Raises CancelledError once UDisks2 is done: what it has begun cannot be stopped."""
        watch = Stillness(lambda: self._sysfs.read_stat(Path(self._plan.claim.path).name))
        waiting: list[str] = []

        def look() -> None:
            if not self._cancelled():
                return
            if not waiting:
                waiting.append(name)
                self._tell(events.CleaningUp(waiting_for=name))
            if watch.still() > HANGING_SECONDS:
                self._hangs = name
                raise CancelledError("Cancelled.")

        try:
            self._formatter.format(
                self._object,
                name,
                self._certain,
                cancelled=self._cancelled,
                begins=self._begin,
                on_turn=look,
            )
        except DriveproofError:
            if not self._cancelled():
                raise
        if self._cancelled():
            raise CancelledError("Cancelled.")

    def _begin(self) -> None:
        """From here on the device is not what it was. Raises MachineError, AnotherDeviceError."""
        if self._remembered:
            return
        known = GivenUp(self._plan.claim.path, self._plan.target.serial or "")
        name = self._given_up.add(known)
        try:
            self._same()  # the file may have taken its time
        except AnotherDeviceError:
            self._given_up.remove(name)
            raise
        self._remembered = name

    def _asking(self, ask: Callable[[Opened], _Result]) -> _Result:
        try:
            return self._start(_Ask(ask, self._cancelled))
        except DriveproofError:
            if self._cancelled():
                raise CancelledError("Cancelled.") from None
            raise

    def _certain(self) -> DriveproofError | None:
        """Why the device may not be formatted yet; None where it may.

        UDisks2 asks nobody, so that all that was confirmed is looked at again each time: it is the
        same device, nothing uses it, and it is not the system's. Raises AnotherDeviceError,
        RefusedError.
        """
        plan = self._plan
        self._same()
        inventory = self._means.look_anew()
        device = inventory.get(Path(plan.claim.path).name) if inventory else None
        if inventory is None or device is None:
            return MachineError("UDisks2 does not list {path}.", path=plan.path)
        plan.check_place(self._sysfs)
        if used := in_use(device, inventory, self._sysfs):
            return RefusedError(
                "{text}",
                text=used,
                advice=Advice("Unmount it, or stop what uses it."),
            )
        if self._formatter.check(plan.claim.path) != self._object:
            raise AnotherDeviceError("{path} changed since you confirmed.", path=plan.path)
        self._same()  # the answers took their time, and UDisks2 goes by the name
        return plan.not_described(device)

    def _same(self) -> None:
        """Raises AnotherDeviceError where another device has the name by now."""
        if not self._plan.still_there():
            raise AnotherDeviceError(
                "{path} changed since you confirmed.",
                path=self._plan.path,
                advice=Advice("Check the device, then start again."),
            )

    def _leave(self) -> None:
        stack, self._stack = self._stack, ExitStack()
        stack.close()

    def close(self) -> tuple[Note, ...]:
        """Unmount what is mounted and empty the device; what is on it then, once.

        Raises MachineError where it could not be emptied.
        """
        if self._hangs:
            problem = self._hanging()
            self._hangs = self._remembered = ""
            raise problem
        if not self._remembered:
            self._leave()
            return ()
        name, self._remembered = self._remembered, ""
        self._tell(events.CleaningUp())
        try:
            return (self._emptied(),)
        finally:
            self._given_up.remove(name)  # the person is told here

    def _hanging(self) -> MachineError:
        """What may still become of the device; it stays remembered as given up."""
        return MachineError(
            "Formatting {path} with {name} does not end ({time}); the device was not emptied.",
            name=self._hangs,
            path=self._plan.path,
            time=Seconds(HANGING_SECONDS),
            advice=Advice("When it ends, format it as needed."),
        )

    def _emptied(self) -> Note:
        plan = self._plan
        advice = Advice("Format it as needed.")
        try:
            self._leave()
        except DriveproofError:  # a device that went away cannot be unmounted any more
            if plan.still_there():
                raise
        if not plan.still_there():
            raise MachineError(
                "{path} was removed, and may still have the last test file system.",
                path=plan.path,
                advice=advice,
            )
        problem = self._formatter.empty(self._object, plan.afterwards, self._certain)
        if problem is not None:
            raise MachineError(
                "{path} still has the last test file system: {error}",
                path=plan.path,
                error=problem,
                advice=advice,
            )
        return Note("{path} is now empty.", path=plan.path)


class Stillness:
    """For how long the counters of a device have stood still, each time one looks."""

    def __init__(
        self,
        read: Callable[[], BlockStat | None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read, self._clock = read, clock
        self._moved: tuple[float, BlockStat | None] | None = None

    def still(self) -> float:
        """Seconds since the last look that found other counters; 0 at the first."""
        now, found = self._clock(), self._read()
        if found is not None:  # a request that never ends counts as time at work
            found = replace(found, busy_seconds=0.0, queued_seconds=0.0)
        if self._moved is None or found != self._moved[1]:
            self._moved = now, found
        return now - self._moved[0]


class _Ask(Generic[_Result]):
    """A call that a cancel ends: UDisks2's answer is not waited for any more."""

    def __init__(self, ask: Callable[[Opened], _Result], cancelled: Callable[[], bool]) -> None:
        self._ask = ask
        self._cancelled = cancelled
        self._hang_up: Callable[[], None] | None = None

    def run(self) -> _Result:
        if self._cancelled():
            raise CancelledError("Cancelled before anything was changed.")
        return self._ask(self._opened)

    def _opened(self, hang_up: Callable[[], None]) -> None:
        self._hang_up = hang_up
        if self._cancelled():  # a cancel before this had nothing to hang up
            hang_up()

    def wake(self) -> None:
        hang_up = self._hang_up
        if hang_up is not None:
            hang_up()


def _must(release: Callable[[], DriveproofError | None]) -> Callable[[], None]:
    def done() -> None:
        problem = release()
        if problem is not None:
            raise problem

    return done


def bench(profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """The device that is given up for the file systems."""
    plan = means.options.overwrite
    return measured_by_fio(profile, means) if plan is None else _given_up(plan, means)


@contextmanager
def _given_up(plan: WritePlan, means: Means) -> Iterator[Bench]:
    """The device, on which nothing is made yet: `make` of what is its own makes a file system, and
    `leave` empties the device.

    Raises MachineError without UDisks2, RefusedError for a device of the system's.
    """
    path, formatter = plan.claim.path, means.context.formatter
    profile, left_out = on_filesystems(plan.profile, formatter.possible(_names(plan.profile)))
    check_device_room(profile, plan.path, plan.target.size or 0)
    maker = Maker(plan, profile, formatter.check(path), means)
    _, drives = describe(plan.path, path, plan.target.size or 0, means.inventory)
    try:
        said = (*plan.left_out, *left_out, _order(profile), _anew())
        device = of_device(Path(path).name, profile, plan.target, drives, means, notes=said)
        yield replace(
            device,
            fio=Fio(maker.fio.number, means.options.engine),
            io=replace(device.io, fresh=means.options.fresh, laid_out=True),
            files=Files(size=profile.size),
            own=maker,
            leave=maker.close,
        )
    finally:
        maker.close()


def _names(profile: Profile) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phase.asked.filesystem for phase in profile.phases))


def choose_filesystems(
    profile: Profile, path: str, formatter: Formatter
) -> tuple[Profile, tuple[Note, ...]]:
    """The profile with the file systems that can be made here, before anybody is asked, and a note
    on those that cannot.

    Raises RefusedError for a device of the system's, UsageError where nothing can be compared.
    """
    formatter.check(path)
    return on_filesystems(profile, formatter.possible(_names(profile)))


def _order(profile: Profile) -> Note:
    orders = "; ".join(", ".join(names) for names in rounds(profile, SHUFFLE_SEED))
    return Note(
        "Order (shuffled, seed {seed}): {orders}.",
        seed=SHUFFLE_SEED,
        orders=orders,
        kind=NoteKind.ORDER,
    )


def _anew() -> Note:
    return Note("Each repeat has a new file system and a new file.")
