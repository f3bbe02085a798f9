# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The subject of a check, and where its quick measurement can be made without a prompt."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.check.check import LeftOut
from driveproof.domain.drive.drive import (
    BlockDevice,
    Inventory,
    can_be_written,
    for_people,
)
from driveproof.domain.drive.network_folder import NetworkFolder
from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.finding import Finding
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Bytes, OneOf
from driveproof.domain.say import Say
from driveproof.engine.run.target import check_words, examine_folder
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.drive_class import class_below
from driveproof.system.kernel.mounts import filesystem_space, filesystem_traits, mount_of
from driveproof.system.kernel.network_mounts import folder_of
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.wording.run import note_text

LEAST_FILE = 2**26
MEASURING = 240.0
"""Seconds after which the measurement is ended, whatever it still had to do."""
LOOKING = 5.0
"""What everything else takes in seconds, where nothing hangs."""
MOST_CHAINS = 4


@dataclass(frozen=True, slots=True)
class Subject:
    """What a check looks at: `target` as the person named it, and the drive below, if there is one.

    A TRIM is followed down from each of `chains`; `place` is where it measures ("" with
    `why_not`): a folder, or the device itself, which is only read, by the helper.
    """

    target: str
    drive: BlockDevice | None
    chains: tuple[str, ...]
    place: str
    profile: Profile | None
    why_not: Finding | None = None
    notes: tuple[Finding, ...] = ()
    network: NetworkFolder | None = None
    """Where a server answers for the folder: no drive of this machine is below it."""

    @property
    def seconds(self) -> float:
        """How long the measurement takes at most, including the other parts of the check."""
        return min(self.profile.seconds, MEASURING) + LOOKING if self.profile else LOOKING

    @property
    def writes(self) -> int:
        """The bytes that the measurement writes at most."""
        device = self.place.startswith("/dev/") and not Path(self.place).is_dir()
        if self.profile is None or device:  # which is only read
            return 0
        return self.profile.bytes_written or 0


def subject_of(target: str, inventory: Inventory | None, quick: Profile) -> Subject:
    """Find the drive and the place to measure. Writes nothing and prompts nobody.

    A device with a mounted folder in which this person may write is measured there, with a test
    file: that needs no authorization. Otherwise it is only read, after the helper's prompt: the
    person named it.

    Raises UsageError, and MachineError for what does not exist.
    """
    check_words(target)
    if is_device(target) or (inventory is not None and inventory.get(target) is not None):
        return _of_device(target, inventory, quick)
    return _of_folder(target, inventory, quick)


def _of_device(path: str, inventory: Inventory | None, quick: Profile) -> Subject:
    device = None
    if inventory is not None:
        device = inventory.get(path) or inventory.get(os.path.realpath(path))
    if device is None or inventory is None:
        if inventory is None:
            raise MachineError(
                "{name} does not answer.",
                advice=Advice("Start udisks2 (systemctl start udisks2)."),
                name="UDisks2",
            )
        raise MachineError(
            "UDisks2 does not list {path}.",
            path=path,
            advice=Advice("Insert a medium."),
        )
    drive, notes = _drive_below(device, inventory)
    chains = _chains(device, inventory)
    speed = class_below(device, inventory)
    for folder, filesystem in _folders(device, inventory):
        profile, _ = _fitted(quick.for_drive(speed, filesystem), folder)
        if profile is not None:
            return Subject(path, drive, chains, folder, profile, notes=notes)
    if not device.size:
        return Subject(
            path,
            drive,
            chains,
            "",
            None,
            Finding(LeftOut.NO_MEDIUM, (Say("There is no medium in the drive."),)),
            notes,
        )
    return Subject(path, drive, chains, device.path, quick.for_drive(speed), notes=notes)


def _of_folder(path: str, inventory: Inventory | None, quick: Profile) -> Subject:
    if not os.path.exists(path):  # noqa: PTH110 - a folder that may not be entered is no fault
        raise MachineError(
            "{path} does not exist.", path=path, advice=Advice("Choose a folder or device.")
        )
    mount = mount_of(path)
    network = folder_of(mount) if filesystem_traits(mount).network else None
    try:
        found = examine_folder(path, inventory, Sysfs())
    except MachineError as error:
        below = inventory.device_at(os.path.realpath(path)) if inventory else None
        drive, notes = _drive_below(below, inventory) if below else (None, ())
        reason = Finding(LeftOut.QUOTED, (Say("{text}", text=error),))
        return Subject(path, drive, (path,), "", None, reason, notes, network)
    device = inventory.get(found.target.device) if inventory and found.target.device else None
    drive, notes = _drive_below(device, inventory) if device else (None, ())
    quick = quick.for_drive(found.speed, mount.filesystem)
    profile, why_not = _fitted(quick, found.folder)
    place = found.folder if profile else ""
    return Subject(
        path,
        drive,
        (path,),
        place,
        profile,
        why_not,
        (
            *(
                Finding(LeftOut.QUOTED, (Say("{text}", text=note_text(one)),))
                for one in found.notes
            ),
            *notes,
        ),
        network,
    )


def _drive_below(
    device: BlockDevice, inventory: Inventory | None
) -> tuple[BlockDevice | None, tuple[Finding, ...]]:
    """The one drive that does the work; where there are several, each is checked on its own."""
    if inventory is None:
        return None, ()
    drives = inventory.drives_below(device)
    if len(drives) == 1:
        return drives[0], ()
    names = OneOf(tuple(sorted(drive.path for drive in drives)))
    return device, (
        Finding(
            LeftOut.SEVERAL_DRIVES,
            (Say("It is on {count} drives: {names}. Check each.", count=len(drives), names=names),),
        ),
    )


def _chains(device: BlockDevice, inventory: Inventory) -> tuple[str, ...]:
    """One mount point of each file system on a device that people use; without one the device."""
    found: dict[str, str] = {}
    for mount, holder in inventory.mounts_above(device):
        if can_be_written(mount) and for_people(mount.path):
            found.setdefault(holder.name, mount.path)
    return tuple(found.values())[:MOST_CHAINS] or (device.path,)


def _folders(device: BlockDevice, inventory: Inventory) -> list[tuple[str, str]]:
    """Folders above a device where this person may write, the home first; with the name of the file
    system of each.
    """
    home = os.path.expanduser("~")  # noqa: PTH111 - without a home it stays "~"
    at_home = inventory.point_of(home)
    found = []
    for mount, _ in inventory.mounts_above(device):
        if can_be_written(mount) and for_people(mount.path):
            paths = [home, mount.path] if mount.path == at_home else [mount.path]
            found += [(path, mount.filesystem) for path in paths]
    found.sort(key=lambda one: one[0] != home)
    return [one for one in found if os.access(one[0], os.W_OK | os.X_OK)]


def _fitted(quick: Profile, folder: str) -> tuple[Profile | None, Finding | None]:
    """The quick profile with a test file that fits; None, and why, where there is no room."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return None, Finding(
            LeftOut.NOT_WRITABLE, (Say("You do not have permission to use {path}.", path=folder),)
        )
    try:
        room = filesystem_space(folder)
    except (DriveproofError, OSError) as error:
        return None, Finding(
            LeftOut.NOT_MEASURABLE,
            (Say("{folder} cannot be measured: {error}", folder=folder, error=error),),
        )
    size = quick.size
    while size >= LEAST_FILE and room.total > 0 and 4 * size > room.free_for_user:
        size //= 2
    if size < LEAST_FILE:
        free = Bytes(room.free_for_user, binary=True)
        return None, Finding(
            LeftOut.NO_ROOM,
            (Say("{folder} has too little free space ({free}).", folder=folder, free=free),),
        )
    return quick.customized(size=size), None
