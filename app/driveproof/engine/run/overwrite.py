# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Overwriting a block device: its plan before anybody is prompted, and the run on it."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.drive.device_use import InUse, same_drive, users
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.endurance import Endurance, share_of_life
from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
    Remedy,
    UsageError,
)
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Note
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.profile.filesystems import Afterwards, check_device_room
from driveproof.domain.profile.for_device import (
    capacity_on_device,
    filled_device,
    fitted_to,
    overwriting,
)
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import Fills, WriteBounds
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.areas import AREA_BLOCK
from driveproof.domain.run.run import FINISHED, Run, Target
from driveproof.domain.zones import Zones
from driveproof.engine.ongoing import Works
from driveproof.engine.run.bench import Bench, Fio
from driveproof.engine.run.device import check_device_size, describe, of_device, try_once
from driveproof.engine.run.environment import reduced_note
from driveproof.engine.run.held_device import DeviceHold
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import class_at
from driveproof.fio import command
from driveproof.helper.identity import Identity, WrittenSectors, identity_of, written_to
from driveproof.helper.self_describing import marked
from driveproof.system.helper.client import DeviceClaim, Helper, Opened, claim_device
from driveproof.system.helper.hold import WriteHold
from driveproof.system.helper.job import HelperJob, JobEnding
from driveproof.system.helper.phase import device_phase
from driveproof.system.kernel.answering import require_answer
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.hwmon import warning_temperature
from driveproof.system.kernel.reduction import reducing_devices
from driveproof.system.kernel.stack import devices_involved
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.kernel.users import devices_sharing, kernel_use
from driveproof.system.udisks.formatting import AnotherDeviceError


@contextmanager
def prepare_overwrite(plan: WritePlan, means: Means) -> Iterator[Bench]:
    """The device, once the helper holds it alone; nothing else can use it until this ends.

    Raises MachineError without helper or device, RefusedError when it is not allowed or in use,
    UsageError for a phase that cannot be, CancelledError.
    """
    profile, path = plan.profile, plan.claim.path
    areas = {id(phase): area for phase, area in zip(profile.phases, plan.areas(), strict=True)}
    trims = has_trait(profile.method, Trait.ERASES)
    held = DeviceHold(lambda opened: hold(plan, means, opened))
    name, engine = Path(path).name, means.options.engine
    reduces = reducing_devices(devices_involved(name, means.sysfs), means.sysfs)
    fresh = means.options.fresh or bool(reduces)

    def launch(phase: Phase, order: int, area: int | None = None) -> HelperLaunch:
        # What a course adds goes on where the test before it ended.
        whole = areas.get(id(phase), plan.length)
        length = whole if area is None else area
        seed = command.SEED + order
        used = command.engine_for(phase, engine)
        how = device_phase(phase, used, seed=seed, fresh=fresh)
        line = command.prepare_on_device(
            phase, path, length, order=order, engine=engine, fresh=fresh
        )
        return HelperLaunch(
            line,
            lambda connected: held.start(
                lambda hold: hold.start(
                    how, phase.offset, length - phase.offset, writes=phase.writes
                ),
                connected,
            ),
        )

    for phase in profile.phases:
        launch(phase, 0)  # what the helper would not take is known now
    means.context.helper.check()
    first = profile.phases[0]
    trial = Phase("", Direction.READ, Pattern.SEQUENTIAL, first.block_size, 1)
    inventory = means.inventory  # while nothing is held: UDisks2 may need its five seconds
    with released(held, plan):
        trimmed = _trimmed_first(plan, held, means) if trims else ()
        fio, _ = try_once(
            lambda phase, order: launch(phase, order, plan.length), (trial,), plan.path, means
        )
        _, drives = describe(plan.path, path, plan.target.size or 0, inventory)
        reduced = (reduced_note(reduces),) if reduces else ()
        said = (*plan.notes(), *trimmed, *reduced)
        device = of_device(name, profile, plan.target, drives, means, notes=said)
        io = replace(device.io, fresh=fresh)
        yield replace(device, fio=Fio(fio, engine), io=io, launch=launch)


def hold(plan: WritePlan, means: Means, opened: Opened) -> WriteHold:
    """Hold the device of a plan, once the helper was authorized.

    A partition that was made anew has the number of the former one, and the helper takes it for
    that. As long as it is held the kernel lets nobody move it, so it is looked at then. Raises
    DriveproofError.
    """
    with contextlib.ExitStack() as stack:
        held = means.context.helper.hold(plan.claim, 0, plan.length, opened=opened)
        stack.callback(held.close)
        plan.check_place(means.sysfs)
        plan.left.hold(plan.claim)
        stack.pop_all()
    return held


@contextmanager
def released(held: DeviceHold[WriteHold], plan: WritePlan) -> Iterator[None]:
    """Lets go of the device of a plan at the end, and notes in what state it is left."""
    with contextlib.closing(held):
        try:
            yield
        finally:
            plan.left.release(plan.claim)


class _Discard:
    """A discard on the device of a plan, as a job that `start` asks for; a cancel hangs up."""

    def __init__(
        self,
        plan: WritePlan,
        start: Callable[[Opened], HelperJob],
        cancelled: Callable[[], bool],
    ) -> None:
        self._plan = plan
        self._start = start
        self._cancelled = cancelled
        self._hang_up: Callable[[], None] = lambda: None

    def run(self) -> int:
        if self._cancelled():
            raise CancelledError("Cancelled before anything was changed.")
        try:
            return _discarded(self._start(self._opened), self._plan)
        except DriveproofError as error:
            if self._cancelled():
                raise CancelledError("Cancelled; part of it may be trimmed.") from error
            raise

    def _opened(self, hang_up: Callable[[], None]) -> None:
        self._hang_up = hang_up
        if self._cancelled():  # a cancel before this had nothing to hang up
            hang_up()

    def wake(self) -> None:
        self._hang_up()


def _trimmed_first(plan: WritePlan, held: DeviceHold[WriteHold], means: Means) -> tuple[Note, ...]:
    """TRIM the device before a profile that begins with that; what became of it.

    Raises CancelledError, RefusedError when it is not authorized. Without a TRIM the rounds only
    take longer to become steady.
    """
    try:
        done = means.jobs.start(
            _Discard(
                plan,
                lambda opened: held.start(lambda hold: hold.discard(0, plan.length), opened),
                means.jobs.cancelled,
            )
        )
    except (CancelledError, RefusedError):
        raise
    except DriveproofError as error:
        return (Note("Not trimmed before the test: {error}", error=error),)
    return (
        Note(
            "{size} was trimmed before the test.",
            size=Bytes(done),
        ),
    )


class DiscardSession:
    """TRIM of the first `length` bytes of a device that a run has overwritten.

    The device has to be the same still, and nobody may have written to it since: what is on it by
    now may be somebody's. That is compared before anybody is asked, and by the helper once it holds
    the device.
    `run` works in the caller's thread; `cancel` may be called from any other.
    """

    def __init__(
        self, helper: Helper, plan: WritePlan, length: int, works: Works | None = None
    ) -> None:
        self._plan = plan
        self._length = length
        self._works = works or Works()
        self._cancelled = False
        self._held = DeviceHold(lambda opened: helper.hold(plan.claim, 0, length, opened=opened))
        self._discard = _Discard(plan, self._start, lambda: self._cancelled)

    def run(self) -> int:
        """Do it, and return the bytes discarded.

        Raises DriveproofError, RefusedError when it was written to or when the kernel counts
        nothing, CancelledError.
        """
        with self._works.during(OngoingWork.TRIM, self._plan.path), contextlib.closing(self._held):
            return self._discard.run()

    def cancel(self) -> None:
        """Ask it to stop: a question for a password goes away, a discard ends after its step."""
        self._cancelled = True
        self._discard.wake()

    def _start(self, opened: Opened) -> HelperJob:
        plan = self._plan
        plan.check_place(Sysfs())
        unwritten = plan.left.written
        if unwritten is None or _counted(plan.claim) != unwritten:
            raise RefusedError(
                "{path} was not trimmed: it may have changed since the run.",
                path=plan.path,
                advice=Advice("Check the device, then start again."),
            )

        def begin(hold: WriteHold) -> HelperJob:
            plan.check_place(Sysfs())  # nobody can move a partition any more
            return hold.discard_unwritten(0, self._length, unwritten)

        return self._held.start(begin, opened)


def _discarded(job: HelperJob, plan: WritePlan) -> int:
    """The bytes that a job has discarded, at its end. Raises DriveproofError."""
    try:
        done = sum(int(json.loads(line)["length"]) for line in job.read().splitlines())
        ending = job.wait()
    finally:
        job.close()
    if ending.cancelled:
        raise CancelledError("Cancelled; part of it may be trimmed.")
    if ending.status or ending.reason:
        raise _no_discard(plan.path, ending)
    return done


def _no_discard(path: str, ending: JobEnding) -> DriveproofError:
    if ending.not_supported:
        return MachineError("{name} does not support TRIM.", name=path)
    if not ending.why:
        return MachineError("{path} was not trimmed.", path=path)
    return MachineError("{path} was not trimmed: {reason}.", path=path, reason=ending.why)


class ReleasedDevice:
    """What the kernel had counted when a run let go of the device of its plan.

    `written` is None where that is not known: the run has not held the device, or its driver
    counts nothing.
    """

    def __init__(self) -> None:
        self.written: WrittenSectors | None = None
        self._before: WrittenSectors | None = None

    def hold(self, claim: DeviceClaim) -> None:
        """The run has got hold of the device, and has written nothing yet."""
        self.written, self._before = None, _counted(claim)

    def release(self, claim: DeviceClaim) -> None:
        """The run is about to let go of it; nothing of it is still being written."""
        now = _counted(claim)
        self.written = now if self._before is not None and now != self._before else None


def _counted(claim: DeviceClaim) -> WrittenSectors | None:
    try:
        return written_to(claim.number)
    except (OSError, ValueError, IndexError):
        return None


LAST_CHARACTERS = 4
_BY_SEQUENCE = re.compile(r"/dev/disk/by-diskseq/([0-9]{1,20})(?:-part[0-9]+)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePlan:
    """A device that nothing uses, and what a profile would do to its first `length` bytes.

    `claim` is the device as it was when the plan was made: another one is refused by the helper.
    `share` is the part of the drive's endurance that goes, None when that is not known. `identity`
    is what the device was then, size, place and parts, None where the kernel does not say it.
    `afterwards` is what a run that formats it leaves on it, `left_out` says which file
    systems it cannot make, `left` is how the last run has left it.
    """

    path: str
    claim: DeviceClaim
    profile: Profile
    target: Target
    length: int
    holds: tuple[str, ...]
    share: float | None
    said: tuple[Note, ...] = ()
    identity: Identity | None = None
    afterwards: Afterwards = Afterwards.TABLE
    left_out: tuple[Note, ...] = ()
    left: ReleasedDevice = field(default_factory=ReleasedDevice, compare=False, repr=False)

    @property
    def bytes_written(self) -> int:
        """At most so many."""
        return self.profile.bytes_written or 0

    @property
    def phrase(self) -> str:
        """What a person types to show that it is this device: the end of its serial number, or
        its name where it has none that could be typed.
        """
        serial = (self.target.serial or "").strip()
        whole = self.target.device in self.target.stack[-1:]
        last = serial[-LAST_CHARACTERS:]
        typed = last.isascii() and last.isprintable() and " " not in last
        if whole and len(last) == LAST_CHARACTERS and typed:
            return last
        return Path(self.target.device or self.claim.path).name

    @property
    def of_serial(self) -> bool:
        """Whether `phrase` is the end of the serial number."""
        return (self.target.serial or "").strip().endswith(self.phrase)

    def matches(self, text: str) -> bool:
        """Whether this is what had to be typed; upper and lower case are the same."""
        return text.strip().casefold() == self.phrase.casefold()

    def begins(self, text: str) -> bool:
        """Whether this is a beginning of what has to be typed, and perhaps all of it."""
        return self.phrase.casefold().startswith(text.strip().casefold())

    def areas(self) -> tuple[int, ...]:
        """For each phase, how many bytes from the start of the device it works on.

        Writing, sequentially only up to its limit; reading after that, what was written.
        """
        written, found = 0, []
        for phase in self.profile.phases:
            least = phase.block_size * phase.jobs
            if not phase.writes:
                found.append(written if written >= least else self.length)
                continue
            whole = phase.pattern == Pattern.RANDOM or phase.jobs > 1
            reach = self.length if whole else min(self.length, phase.limit or self.length)
            written = max(written, reach)
            found.append(self.length)
        return tuple(found)

    def written(self, run: Run) -> int:
        """How many bytes from the start a run of this plan may have written."""
        if self.profile.formats:
            return 0  # file systems have had it all, and their last one is gone
        if (check := self.profile.capacity) is not None:
            return self.length if check.filled_by(run) else 0
        begun = len(run.phases) + (run.status != FINISHED)
        written = 0
        for phase in self.profile.phases[:begun]:
            if phase.writes:
                whole = phase.pattern == Pattern.RANDOM or phase.jobs > 1
                written = max(written, self.length if whole else phase.limit or self.length)
        return min(written, self.length)

    def still_there(self) -> bool:
        """Whether the device is the one that was confirmed; what was plugged in since is not."""
        try:
            return claim_device(self.path) == self.claim
        except DriveproofError:
            return False

    def check_place(self, sysfs: Sysfs) -> None:
        """Raises AnotherDeviceError for one that has another size or place by now: a partition of
        the same disk and number may be another one.
        """
        if _identity(self.claim, sysfs) != self.identity:
            raise AnotherDeviceError("{path} changed since you confirmed.", path=self.path)

    def not_described(self, device: BlockDevice) -> AnotherDeviceError | None:
        """The error where UDisks2 still describes what had the name of this device before."""
        return _not_described(self.claim, device)

    def notes(self) -> tuple[Note, ...]:
        """What belongs beside the numbers."""
        written = Bytes(self.bytes_written)
        if self.profile.capacity is not None:
            return self._notes_of_check(self.profile.capacity)
        first = next(index for index, phase in enumerate(self.profile.phases) if phase.writes)
        notes = [
            Note("This run overwrites the whole device (at most {bytes}).", bytes=written)
            if self.length == self.target.size
            else Note(
                "This run overwrites the first {length} (at most {bytes}).",
                length=Bytes(self.length),
                bytes=written,
            ),
            *self.said,
        ]
        if first:
            notes.append(Note("Reads before the first write read existing data."))
        later = {
            area
            for phase, area in zip(self.profile.phases[first:], self.areas()[first:], strict=True)
            if not phase.writes
        }
        if later - {self.length}:
            notes.append(
                Note(
                    "Later reads stay within the first {length}.",
                    length=Bytes(min(later)),
                )
            )
        return tuple(notes)

    def _notes_of_check(self, plan: Fills) -> tuple[Note, ...]:
        probe = Note(
            "The probe overwrites {count} blocks of {block} across the device, and its"
            " partition table.",
            count=len(marked(0, self.length - self.length % AREA_BLOCK)),
            block=Bytes(AREA_BLOCK, binary=True),
        )
        if plan.probe:
            return (probe, *self.said)
        after = Note("The check then overwrites the whole device, unless the probe fails.")
        if self.length != self.target.size:
            after = Note(
                "The check then overwrites the first {length}, unless the probe fails.",
                length=Bytes(self.length),
            )
        return (probe, after, *self.said)


def plan_overwrite(
    path: str,
    profile: Profile,
    inventory: Inventory | None,
    *,
    length: int | None = None,
    endurance: Endurance | None = None,
    sysfs: Sysfs | None = None,
) -> WritePlan:
    """Plan to overwrite a device; opens, prompts and changes nothing.

    `length`: only this many bytes from its start. Raises UsageError for what cannot work on any
    machine, MachineError for a device that does not exist, is too small or is another one than the
    inventory describes, RefusedError, with the users, when it is in use.
    """
    sysfs = sysfs or Sysfs()
    profile = profile.for_drive(class_at(path, inventory, sysfs))
    overwriting(profile)  # what can never be is said first
    require_answer(path)
    if os.path.isdir(path):  # noqa: PTH112 - a folder that may not be entered is one all the same
        raise UsageError(
            "{path} is not a block device.",
            path=path,
            advice=Advice("Choose a device."),
        )
    if not is_device(path):
        raise MachineError("{path} is not a block device.", path=path)
    claim = claim_device(path)
    name = Path(claim.path).name
    device = inventory.get(name) if inventory else None
    if device is not None and (other := _not_described(claim, device)):
        raise other
    size = sysfs.facts(name).size or 0
    if length is not None and length > size > 0:
        raise UsageError(
            "{needed} does not fit on {path} ({size}).",
            needed=Bytes(length, binary=True),
            path=path,
            size=Bytes(size, binary=True),
            advice=Advice(Remedy.CHOOSE_SMALLER_FILE),
        )
    target, drives = describe(path, claim.path, size, inventory)
    disk = drives[0] if len(drives) == 1 else sysfs.disk_of(name)
    fitted, bounds = fitted_to(
        capacity_on_device(profile, length or size),
        WriteBounds(
            length,
            size,
            endurance,
            warning_temperature(disk, sysfs.root),
            # Zones that must be written in order take no random writes.
            bool(sysfs.limits(disk).rotational) and sysfs.limits(disk).zoned != Zones.HOST_MANAGED,
        ),
    )
    writes = overwriting(fitted)
    writes = filled_device(writes, length or size)
    check_device_size(writes, path, length or size)
    if writes.formats:
        check_device_room(writes, path, size)
    known = inventory or Inventory()
    number = f"{os.major(claim.number)}:{os.minor(claim.number)}"
    device = device or BlockDevice(path=claim.path, name=name, number=number, size=size)
    if device.read_only:
        raise MachineError(
            "{path} is write-protected.",
            path=path,
            advice=Advice("Check the write-protect switch."),
        )
    if used := in_use(device, known, sysfs):
        raise RefusedError("{text}", text=used, advice=Advice("Unmount it, or stop what uses it."))
    return WritePlan(
        path=path,
        claim=claim,
        profile=writes,
        target=target,
        length=length or size,
        holds=contents(device, known),
        share=share_of_life(writes.bytes_written or 0, endurance),
        said=bounds,
        identity=_identity(claim, sysfs),
        afterwards=_afterwards(device, sysfs),
    )


def _not_described(claim: DeviceClaim, device: BlockDevice) -> AnotherDeviceError | None:
    """The error where `device` is what had the name before the device of the claim: its serial
    number would be confirmed, and the other one be overwritten.

    udev links a disk by the kernel's number of it as well (60-persistent-storage.rules, since
    systemd 251), so that what UDisks2 says can be compared without opening anything.
    """
    found = [_BY_SEQUENCE.match(alias) for alias in (device.path, *device.aliases)]
    sequences = {int(one[1]) for one in found if one}
    if not sequences or claim.sequence in sequences:
        return None
    return AnotherDeviceError(
        "{path} changed since you confirmed.",
        path=claim.path,
        advice=Advice("Check the device, then start again."),
    )


def _identity(claim: DeviceClaim, sysfs: Sysfs) -> Identity | None:
    try:
        return identity_of(claim, str(sysfs.root))
    except (OSError, ValueError):
        return None


def _afterwards(device: BlockDevice, sysfs: Sysfs) -> Afterwards:
    """A partition table is for whole devices: within a partition or a logical volume it would hide
    from whoever looks for a file system there.
    """
    part = device.partition_of or device.parents or sysfs.disk_of(device.name) != device.name
    return Afterwards.NOTHING if part else Afterwards.TABLE


def in_use(
    device: BlockDevice,
    inventory: Inventory,
    sysfs: Sysfs | None = None,
    *,
    programs: bool = True,
) -> InUse | None:
    """Why a device may not be overwritten; None when nothing uses it.

    Without `programs` it is quick: which ones have the device open is not looked for.
    """
    sysfs = sysfs or Sysfs()
    others = (*devices_sharing(device.name, sysfs), *same_drive(device, inventory))
    every = [device, *filter(None, (inventory.get(other.name) for other in others))]
    names = [layer.device.name for one in every for layer in inventory.above(one)]
    names += [other.name for other in others]
    names += [layer.device.name for layer in inventory.stack(device)]
    kernel = kernel_use(dict.fromkeys(names), sysfs, programs=programs)
    found = users(device, inventory, kernel, others)
    return InUse(device.path, found) if found else None


def contents(device: BlockDevice, inventory: Inventory) -> tuple[str, ...]:
    """What would be lost, as far as it is known: "ext4 (root)" for each file system."""
    found = []
    for layer in inventory.above(device):
        each = layer.device
        if each.filesystem:
            found.append(f"{each.filesystem} ({each.label})" if each.label else each.filesystem)
    return tuple(found)
