# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the target of an experiment is now, and what can be tried there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.domain.drive.drive import BlockDevice, Inventory, is_inside
from driveproof.domain.experiment.action import ATIME_OPTIONS, atime_option
from driveproof.domain.run.run import TargetKind

if TYPE_CHECKING:
    from driveproof.domain.experiment.experiment import Experiment, ExperimentTarget


def disk_at(path: str, inventory: Inventory) -> BlockDevice | None:
    """The disk whose I/O scheduler counts for what is measured there."""
    device = inventory.device_at(path)
    if device is None:
        return None
    drives = inventory.drives_below(device)
    return drives[0] if len(drives) == 1 else inventory.whole_disk(device)


def drive_of(target: ExperimentTarget, inventory: Inventory) -> BlockDevice | None:
    """The current device of an experiment's drive; None where it is not connected."""
    if target.identity is not None:
        bearing = [one for one in inventory.devices if one.identity == target.identity]
        return inventory.whole_disk(bearing[0]) if bearing else None
    if target.uuid is not None:
        same = [one for one in inventory.devices if one.uuid == target.uuid]
        return inventory.whole_disk(same[0]) if same else None
    device = inventory.device_at(target.path)
    return None if device is None else inventory.whole_disk(device)


def is_missing(experiment: Experiment, inventory: Inventory) -> bool:
    """Whether the drive has to be plugged in; False where that is unknown."""
    target = experiment.target
    known = target.identity is not None or target.uuid is not None
    return bool(inventory.devices) and known and drive_of(target, inventory) is None


def not_mounted(experiment: Experiment, inventory: Inventory) -> bool:
    """Whether the drive is there and the file system that is measured is mounted nowhere."""
    target = experiment.target
    if target.kind != TargetKind.FILE or target.uuid is None:
        return False
    same = [one for one in inventory.devices if one.uuid == target.uuid]
    return bool(same) and not any(one.mounts for one in same)


def path_now(target: ExperimentTarget, inventory: Inventory, elsewhere: str = "") -> str:
    """The current mount point of the target, as far as the inventory has it."""
    if elsewhere:
        return elsewhere
    same = [one for one in inventory.devices if target.uuid and one.uuid == target.uuid]
    points = [mount.path for one in same for mount in one.mounts]
    if target.kind == TargetKind.FILE and points and target.mount_point not in points:
        return f"{points[0].rstrip('/')}/{target.inside}" if target.inside else points[0]
    return target.path


def new_firmware(experiment: Experiment, inventory: Inventory) -> str:
    """The firmware of the drive where it is another than at the beginning; "" where it is not."""
    drive = drive_of(experiment.target, inventory)
    now = drive.firmware if drive is not None else ""
    return now if now and experiment.target.firmware and now != experiment.target.firmware else ""


def mount_options(path: str, inventory: Inventory) -> tuple[str, tuple[str, ...]]:
    """The option that the file system below a folder is mounted with, and the others to try."""
    if inventory.get(path) is not None:
        return "", ()
    mounts = [mount for one in inventory.devices for mount in one.mounts]
    below = [mount for mount in mounts if is_inside(path, mount.path)]
    if not below:
        return "", ()
    own = atime_option(max(below, key=lambda mount: len(mount.path)).options)
    return own, tuple(name for name in ATIME_OPTIONS if name != own)


def schedulers(path: str, inventory: Inventory) -> tuple[str, str, tuple[str, ...]]:
    """The disk below a path, the I/O scheduler that is set, and the others that are on offer."""
    disk = disk_at(path, inventory)
    if disk is None or disk.scheduler is None:
        return (disk.path if disk else "", "", ())
    others = tuple(name for name in disk.schedulers if name != disk.scheduler)
    return disk.path, disk.scheduler, others


def is_of(
    experiment: Experiment, device: BlockDevice, identity: str | None, inventory: Inventory
) -> bool:
    """Whether an experiment measures this device; `identity` is that of the drive below it.

    Where the drive has no identity of its own, its path decides.
    """
    target = experiment.target
    if target.identity is not None:
        return target.identity == identity
    places = {mount.path for mount, _above in inventory.mounts_above(device)}
    return target.path == device.path or (target.mount_point or "") in places


def device_of(experiment: Experiment, inventory: Inventory) -> BlockDevice | None:
    """The drive of an experiment in the inventory, None where it is not there."""
    target = experiment.target
    if target.identity is not None:
        same = (one for one in inventory.listed() if one.identity == target.identity)
        return next(same, None)
    mounted = inventory.mount_points().get(target.mount_point or "")
    found = mounted or inventory.get(target.path)
    return inventory.whole_disk(found) if found is not None else None
