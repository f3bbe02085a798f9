# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Remembers what an experiment measures, and finds it after days and reboots, never by /dev."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from driveproof.domain.drive.drive import BlockDevice, Inventory, path_identity
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError, Remedy
from driveproof.domain.experiment.experiment import ExperimentTarget, TargetProblem
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import TargetKind
from driveproof.engine.run.device import describe
from driveproof.engine.run.target import check_words, examine_folder
from driveproof.system.helper.client import claim_device
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.mounts import filesystem_traits, mount_of
from driveproof.system.kernel.sysfs import Sysfs


def remember(path: str, inventory: Inventory | None, sysfs: Sysfs) -> ExperimentTarget:
    """What is at `path` now. Raises DriveproofError for what cannot be measured."""
    check_words(path)
    if is_device(path):
        return _device(path, inventory, sysfs)
    place = examine_folder(path, inventory, sysfs)
    target = place.target
    device = _of(target.device, inventory)
    real = os.path.realpath(place.folder)
    inside = os.path.relpath(real, place.mount.path)
    return ExperimentTarget(
        path=place.folder,
        kind=target.kind,
        # Of several drives any could be the first after a reboot: there the UUID has to do.
        identity=_usable(target.drive) if target.model else None,
        model=target.model,
        serial=target.serial,
        firmware=target.firmware,
        size=target.size,
        mount_point=place.mount.path,
        inside="" if inside == "." else inside,
        uuid=(device.uuid or None) if device else None,
        partition=device.partition_number if device else None,
        disk=f"/dev/{place.counted}" if place.counted else None,
    )


def find_again(
    kept: ExperimentTarget, inventory: Inventory | None, sysfs: Sysfs, elsewhere: str = ""
) -> ExperimentTarget:
    """The same target as it is now; `elsewhere` is where the person says that it is.

    Raises MachineError where it is not there (naming what to plug in or mount), RefusedError where
    something else is in its place.
    """
    if kept.identity is None and kept.uuid is None:
        now = remember(elsewhere or kept.path, inventory, sysfs)
        if not elsewhere and now.mount_point != kept.mount_point:
            raise MachineError(
                "{path} is not mounted.",
                path=kept.mount_point or "",
                code=TargetProblem.LOST,
                advice=Advice(Remedy.MOUNT_OR_NAME_TARGET),
            )
        return _same(kept, now)
    if inventory is None:
        raise MachineError(
            "{name} does not answer.",
            advice=Advice("Start udisks2 (systemctl start udisks2)."),
            name="UDisks2",
        )
    if elsewhere:
        return _same(kept, remember(elsewhere, inventory, sysfs))
    devices = _devices(kept, inventory, sysfs)
    path = devices[0].path if kept.kind == TargetKind.DEVICE else _folder_again(kept, devices)
    return _same(kept, remember(path, inventory, sysfs))


def _device(path: str, inventory: Inventory | None, sysfs: Sysfs) -> ExperimentTarget:
    real = claim_device(path).path
    name = Path(real).name
    target, drives = describe(path, real, sysfs.facts(name).size or 0, inventory)
    device = _of(real, inventory)
    return ExperimentTarget(
        path=target.path,
        kind=target.kind,
        identity=_usable(target.drive),
        model=target.model,
        serial=target.serial,
        firmware=target.firmware,
        size=target.size,
        uuid=(device.uuid or None) if device else None,
        partition=device.partition_number if device else None,
        disk=f"/dev/{drives[0] if len(drives) == 1 else sysfs.disk_of(name)}",
    )


def _of(path: str | None, inventory: Inventory | None) -> BlockDevice | None:
    return inventory.get(path) if inventory and path else None


def _usable(identity: str | None) -> str | None:
    """A name below /dev is given to whatever comes first; a file under a loop device stays."""
    return None if identity is None or identity.startswith(path_identity("/dev/")) else identity


def _devices(kept: ExperimentTarget, inventory: Inventory, sysfs: Sysfs) -> tuple[BlockDevice, ...]:
    """The device itself; several where one btrfs spans them. Raises DriveproofError."""
    if kept.identity is None:  # it lies on several drives, or on what has no name of its own
        same = tuple(one for one in inventory.devices if one.uuid == kept.uuid)
        if not same:
            raise MachineError(
                "{drive} is missing.",
                drive=kept.uuid or "",
                advice=Advice("Connect its drive. It was mounted at {path}.", path=kept.path),
            )
        return same
    bearing = (one for one in inventory.devices if one.identity == kept.identity)
    drives = tuple({one.name: one for one in map(inventory.whole_disk, bearing)}.values())
    if not drives:
        raise _missing(kept, inventory, sysfs)
    if len(drives) > 1:
        raise MachineError(
            "'{word}' is ambiguous: {named}.",
            word=kept.drive,
            named=OneOf(tuple(drive.path for drive in drives)),
            advice=Advice("Disconnect the others."),
        )
    return (_on(kept, drives[0], inventory),)


def _on(kept: ExperimentTarget, drive: BlockDevice, inventory: Inventory) -> BlockDevice:
    """The very device on its drive. Raises RefusedError when it is not there any more."""
    above = [layer.device for layer in inventory.above(drive)]
    if kept.uuid is not None:
        same = [device for device in above if device.uuid == kept.uuid]
        if same:
            return same[0]
        if kept.kind == TargetKind.FILE or kept.partition is not None:
            raise RefusedError(
                "{drive} no longer has the file system {uuid}.",
                uuid=kept.uuid,
                drive=kept.drive,
                advice=Advice("Cancel this experiment."),
            )
        return drive  # a whole device; its contents may change
    if kept.partition is None:
        known = inventory.get(kept.path)
        return known if known is not None and known in above else drive
    for device in above:
        if device.partition_of == drive.name and device.partition_number == kept.partition:
            return device
    raise RefusedError(
        "{drive} has no partition {number}.", drive=kept.drive, number=kept.partition
    )


def _folder_again(kept: ExperimentTarget, devices: tuple[BlockDevice, ...]) -> str:
    """The folder, wherever its file system is mounted now. Raises MachineError."""
    numbers = {device.number for device in devices if device.number}
    if _number_of(kept.path) in numbers:
        return kept.path
    points = [mount.path for device in devices for mount in device.mounts]
    if not points:
        raise MachineError(
            "{path} is not mounted.",
            path=OneOf(tuple(device.path for device in devices)),
            code=TargetProblem.LOST,
            advice=Advice(Remedy.MOUNT, point=kept.mount_point or ""),
        )
    for point in points:
        path = str(Path(point) / kept.inside)
        if Path(path).is_dir() and _number_of(path) in numbers:
            return path
    raise MachineError(
        "{path} has no folder '{folder}'.",
        path=points[0],
        folder=kept.inside,
        code=TargetProblem.LOST,
        advice=Advice(Remedy.NAME_TARGET),
    )


def _number_of(path: str) -> str | None:
    try:
        return filesystem_traits(mount_of(path)).device_number
    except DriveproofError:
        return None


def _missing(kept: ExperimentTarget, inventory: Inventory, sysfs: Sysfs) -> DriveproofError:
    """It is not there; or is there another one in its place?"""
    try:
        other = remember(kept.path, inventory, sysfs)
    except DriveproofError:
        other = None
    if other is not None and other.identity and other.mount_point == kept.mount_point:
        return RefusedError(
            "{path} is on another drive: {drive}.",
            path=kept.path,
            drive=other.drive,
            advice=Advice("Connect {drive}.", drive=kept.drive),
        )
    return MachineError(
        "{drive} is missing.", drive=kept.drive, advice=Advice("Check that it is connected.")
    )


def _same(kept: ExperimentTarget, now: ExperimentTarget) -> ExperimentTarget:
    """`now`, completed by what was known before. Raises RefusedError when it is another."""
    if kept.kind != now.kind:
        if kept.kind == TargetKind.FILE:
            raise RefusedError("{path} is not a folder.", path=now.path)
        raise RefusedError("{path} is not a block device.", path=now.path)
    if kept.identity is not None and now.identity != kept.identity:
        raise RefusedError(
            "{path} is on another drive: {drive}.",
            path=now.path,
            drive=now.drive,
            advice=Advice("Use {name}.", name=kept.drive),
        )
    if kept.kind == TargetKind.FILE and kept.uuid is not None and now.uuid != kept.uuid:
        raise RefusedError(
            "{path} is on another partition or file system.",
            path=now.path,
            advice=Advice("Its UUID is {uuid}.", uuid=kept.uuid),
        )
    if kept.kind == TargetKind.DEVICE and kept.partition != now.partition:
        raise RefusedError("{path} is on another partition or file system.", path=now.path)
    return replace(now, identity=kept.identity or now.identity, uuid=now.uuid or kept.uuid)
