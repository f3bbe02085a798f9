# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder as the target of a run: what is below it, and whether it is suitable."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace
from pathlib import Path

from driveproof.domain.bands import DriveClass, class_of
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.nature import zones
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, DriveproofError, MachineError, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.test_file import bytes_needed, more_room
from driveproof.domain.quantity import Bytes, OneOf
from driveproof.domain.run.failed_io import known_failure
from driveproof.domain.run.run import (
    Role,
    Target,
    TargetKind,
)
from driveproof.engine.run.filled_room import room_to_fill
from driveproof.system.kernel.answering import require_answer
from driveproof.system.kernel.devices import device_holding, is_device
from driveproof.system.kernel.drive_class import class_below
from driveproof.system.kernel.mounts import (
    FilesystemTraits,
    filesystem_space,
    filesystem_traits,
    mount_of,
)
from driveproof.system.kernel.reduction import reducing_devices, reducing_file
from driveproof.system.kernel.stack import Involved, devices_involved, drives_below
from driveproof.system.kernel.sysfs import Sysfs


@dataclass(frozen=True, slots=True)
class MeasuredFolder:
    """A folder that can be measured, and the block devices under it.

    `counted` is the kernel name whose I/O statistics cover it, `drives` those with a temperature
    sensor, `layers` all that serve it. `reduces` says why data gets smaller on its way to the
    drive, empty where nothing reports that. `speed` is the class of the drives.
    """

    folder: str
    target: Target
    mount: Mount
    traits: FilesystemTraits
    counted: str | None
    drives: tuple[str, ...]
    scheduler: str | None
    fill: float | None
    notes: tuple[Note, ...] = ()
    layers: tuple[Involved, ...] = ()
    reduces: tuple[Note, ...] = ()
    speed: SpeedClass = SpeedClass.OTHER

    @property
    def memory(self) -> bool:
        """Whether it is memory and no device: O_DIRECT means nothing there, whatever it says."""
        return self.traits.memory

    @property
    def journals_data(self) -> bool:
        """ext4 with data=journal takes O_DIRECT and goes through the page cache (ext4(5))."""
        return "data=journal" in self.mount.options


def check_words(path: str) -> None:
    """Raises UsageError for what cannot name a folder or a device on any machine."""
    if not path:
        raise UsageError("The target is empty.", advice=Advice("Choose a folder or device."))
    if "\0" in path:
        raise UsageError(
            "{path} is not a folder.", advice=Advice("Choose a folder or device."), path=repr(path)
        )


def check_file_size(profile: Profile) -> None:
    """Raises UsageError for a test file that cannot hold a block of each job."""
    largest = max(phase.block_size * phase.jobs for phase in profile.phases)
    if profile.size < largest:
        raise UsageError(
            "The size must be at least {least}, not {size}.",
            size=Bytes(profile.size, binary=True),
            least=Bytes(largest, binary=True),
        )


def device_of(target: str, inventory: Inventory | None) -> BlockDevice | None:
    """The device that a path names or lies on; None where it is unknown.

    Raises MachineError for what is not there.
    """
    check_words(target)
    if inventory is None:
        return None
    if is_device(target):
        return inventory.get(target) or inventory.get(os.path.realpath(target))
    if not os.path.exists(target):  # noqa: PTH110 - a folder that may not be entered is no fault
        raise MachineError(
            "{path} does not exist.", path=target, advice=Advice("Choose a folder or device.")
        )
    return inventory.device_at(os.path.realpath(target))


def device_below(path: str, inventory: Inventory | None, sysfs: Sysfs) -> str | None:
    """The device below a folder, whether or not the folder is writable; None: unknown.

    Raises MachineError for a folder that does not exist.
    """
    try:
        return examine_folder(path, inventory, sysfs).target.device
    except MachineError:
        if not os.path.exists(path):  # noqa: PTH110 - a folder that may not be entered is no fault
            raise
    name = device_holding(path, sysfs)
    return f"/dev/{name}" if name else None


def no_device(profile: Profile, path: str, below: str | None) -> UsageError:
    """The error for a folder where a device is needed; `below` is the device under it."""
    advice = Advice("Choose a device.")
    if below:
        advice = Advice("Use {name}.", name=below)
    return UsageError(
        "{title} needs a device.",
        title=profile.title,
        advice=advice,
    )


def class_at(path: str, inventory: Inventory | None, sysfs: Sysfs) -> SpeedClass:
    """The speed class of the drives below the device with this path."""
    name = Path(os.path.realpath(path)).name
    return class_below(inventory.get(name) if inventory else None, inventory, sysfs=sysfs)


def examine_folder(
    path: str, inventory: Inventory | None, sysfs: Sysfs, *, only_read: bool = False
) -> MeasuredFolder:
    """What the target is; one that is only read need not be writable. Raises MachineError when it
    is not a folder that can be measured.
    """
    try:
        folder = os.fspath(Path(path).absolute())
    except OSError as error:  # the current folder is gone
        raise MachineError(
            "{path} cannot be read: {reason}.", path=path, reason=error.strerror
        ) from error
    _check_kind(folder, os.R_OK if only_read else os.W_OK)
    mount = mount_of(folder)
    found = filesystem_traits(mount)
    device = _device(mount, found, inventory)
    name = device.name if device else None
    if name is None and found.device_number:
        name = sysfs.name_of(found.device_number)
    members = inventory.members(device) if inventory and device else ()
    drives = _drives(members, inventory)
    drive = drives[0] if len(drives) == 1 else None
    bottom = tuple(d.name for d in drives) or drives_below(name, sysfs)
    stack = [layer for member in members for layer in inventory.stack(member)] if inventory else []
    counted = bottom[0] if len(bottom) == 1 else None
    if counted is None and name and len(members) < 2:
        counted = sysfs.disk_of(name)
    room = filesystem_space(folder)
    usable = room.used + room.free_for_user
    lies_on = tuple(dict.fromkeys(layer.device.path for layer in stack))
    target = replace(
        target_of(folder, TargetKind.FILE, device, drive, lies_on),
        device=device.path if device else (f"/dev/{name}" if name else None),
        filesystem=mount.filesystem or None,
        mount_point=mount.path,
        mount_options=tuple(mount.options),
    )
    layers = devices_involved(name, sysfs)
    return MeasuredFolder(
        folder=folder,
        target=target,
        mount=mount,
        traits=found,
        counted=counted,
        drives=bottom,
        scheduler=sysfs.scheduler(counted)[0] if counted else None,
        fill=room.used / usable if usable else None,
        notes=_unknown_note(inventory, found) + _member_notes(members),
        layers=layers,
        reduces=(*reducing_file(folder, mount), *reducing_devices(layers, sysfs)),
        speed=class_below(device, inventory, sysfs=sysfs),
    )


def drives_of(place: MeasuredFolder) -> frozenset[str]:
    """What tells the drives below a folder from others."""
    found = [*place.drives, *filter(None, (place.target.identity, place.counted))]
    return frozenset(found or [_storage(place)])


def _storage(place: MeasuredFolder) -> str:
    """What a mount without a device is of: two datasets of a ZFS pool have the same drives, and so
    have two mounts of an export.
    """
    mount = place.mount
    if mount.filesystem == "zfs":
        return mount.source.partition("/")[0]
    return mount.source if place.traits.network else mount.path


def second_drive(place: MeasuredFolder, other: MeasuredFolder, role: Role) -> tuple[Involved, ...]:
    """The device of a second folder that a run works in, unless it serves the first as well."""
    if not other.layers:
        return ()
    device = other.layers[0].device
    if device in {layer.device for layer in place.layers}:
        return ()
    return (Involved(device, role),)


def drive_words(place: MeasuredFolder) -> str:
    """What the drive below a folder is called in a note."""
    return place.target.model or place.target.device or place.mount.source


def target_of(
    path: str,
    kind: TargetKind,
    device: BlockDevice | None,
    drive: BlockDevice | None,
    stack: tuple[str, ...],
) -> Target:
    """The identity of a target: the device that holds it and the only drive below that."""
    return Target(
        path=path,
        kind=kind,
        device=device.path if device else None,
        model=(drive.model or drive.title) if drive else None,
        serial=(drive.serial or None) if drive else None,
        wwn=(drive.wwn or None) if drive else None,
        firmware=(drive.firmware or None) if drive else None,
        size=drive.size if drive else (device.size if device else None),
        bus=(drive.bus or None) if drive else None,
        drive=drive.identity if drive else (device.identity if device else None),
        stack=stack,
        drive_class=_class(drive) if drive else None,
        media=(drive.media or None) if drive else None,
        zones=zones(drive) if drive else None,
    )


def _class(drive: BlockDevice) -> DriveClass | None:
    return class_of(drive, LinkState(now=drive.link or "", best=drive.link_max or ""))


def _check_kind(folder: str, access: int = os.W_OK) -> None:
    require_answer(folder)
    try:
        mode = os.stat(folder).st_mode  # noqa: PTH116 - the mode alone, links followed
    except OSError as error:
        raise MachineError(
            "{path} cannot be read: {reason}.",
            path=folder,
            reason=error.strerror,
            advice=Advice("Choose a folder."),
        ) from error
    if not stat.S_ISDIR(mode):
        choose = Advice("Choose a folder.")
        if stat.S_ISREG(mode):
            raise MachineError("{path} is not a folder.", path=folder, advice=choose)
        raise MachineError("{path} is not a device or folder.", path=folder, advice=choose)
    if not os.access(folder, access | os.X_OK, effective_ids=True) and not _read_only(folder):
        raise MachineError(
            "You do not have permission to use {path}.",
            path=folder,
            advice=Advice("Choose another folder."),
        )


def _read_only(folder: str) -> bool:
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError as error:
        raise known_failure(error.errno or 0) or MachineError(
            "{path} cannot be read: {reason}.", path=folder, reason=error.strerror
        ) from error


def _device(
    mount: Mount, found: FilesystemTraits, inventory: Inventory | None
) -> BlockDevice | None:
    if inventory is None or found.device_number is None:
        return None
    return inventory.by_number(found.device_number) or inventory.get(mount.source)


def _member_notes(members: tuple[BlockDevice, ...]) -> tuple[Note, ...]:
    if len(members) < 2:
        return ()
    names = tuple(sorted(member.path for member in members))
    return (
        Note(
            "The file system is on {count} devices: {names}.",
            count=len(members),
            names=OneOf(names),
        ),
    )


def _unknown_note(inventory: Inventory | None, found: FilesystemTraits) -> tuple[Note, ...]:
    if inventory is not None or found.memory or found.network:
        return ()
    return (unknown_note(),)


def unknown_note() -> Note:
    """The note beside the numbers when the drive is unknown."""
    return Note("{name} does not answer.", name="UDisks2")


def _drives(
    members: tuple[BlockDevice, ...], inventory: Inventory | None
) -> tuple[BlockDevice, ...]:
    if inventory is None:
        return ()
    found = {d.name: d for member in members for d in inventory.drives_below(member)}
    return tuple(found.values())


def _mounted_read_only(folder: str) -> MachineError:
    return MachineError(
        "{path} is mounted read-only.",
        path=folder,
        advice=Advice("Choose another folder."),
    )


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """Why a folder cannot be measured in, None if it probably can; `free` bytes for this user, of
    which a check of capacity may fill `fillable`, None where the file system counts none.
    """

    problem: DriveproofError | None = None
    free: int | None = None
    fillable: int | None = None


def look_at_folder(path: str) -> FolderFacts:
    """What a form says of a folder before anything is started; blocks as long as its disk does."""
    try:
        check_words(path)
        if not os.path.isabs(path):  # noqa: PTH117 - a path of any bytes
            raise UsageError(
                "{path} is not an absolute path.",
                path=path,
            )
        _check_kind(path)
        if _read_only(path):
            raise _mounted_read_only(path)
        room = filesystem_space(path)
        usable = room_to_fill(path).usable
    except DriveproofError as error:
        return FolderFacts(error)
    except OSError as error:
        return FolderFacts(
            MachineError("{path} cannot be read: {reason}.", path=path, reason=error.strerror)
        )
    if not room.total:
        return FolderFacts()
    return FolderFacts(None, room.free_for_user, usable)


def refuse_read_only(place: MeasuredFolder) -> None:
    """Raises MachineError for a file system that cannot be written to."""
    if place.traits.read_only or _read_only(place.folder):
        raise _mounted_read_only(place.folder)


def check_room(place: MeasuredFolder, profile: Profile, size: int | None = None) -> None:
    """Refuse, before anything is written, what cannot end well; `size` are the bytes of the file
    there, None for those of the profile. Raises MachineError.
    """
    refuse_read_only(place)
    room = filesystem_space(place.folder)
    size = profile.size if size is None else size
    if size > room.total > 0:
        raise MachineError(
            "{needed} does not fit on {path} ({size}).",
            needed=Bytes(size, binary=True),
            path=place.folder,
            size=Bytes(room.total, binary=True),
            advice=more_room(profile, room.total, ever=False),
        )
    least = bytes_needed(size)
    if room.total > 0 and room.free_for_user < least:
        raise MachineError(
            "Too little free space: {needed} needed, {free} free.",
            needed=Bytes(least, binary=True),
            free=Bytes(room.free_for_user, binary=True),
            advice=more_room(profile, room.free_for_user),
        )
