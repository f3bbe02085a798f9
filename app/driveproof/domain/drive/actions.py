# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be done with a device that changes no data: mount, unmount, eject, sleep, power off."""

from __future__ import annotations

from enum import StrEnum

from driveproof.domain.drive.drive import BlockDevice, Inventory


class DeviceAction(StrEnum):
    """In the order of a menu."""

    MOUNT = "mount"
    UNMOUNT = "unmount"
    STANDBY = "standby"
    EJECT = "eject"
    POWER_OFF = "power off"


class Obstacle(StrEnum):
    """Why an action is not possible now."""

    SYSTEM = "system"
    """The running system needs it."""
    MOUNTED = "mounted"
    """Something on it is mounted."""
    WORKING = "working"
    """We measure it, or trim it."""


# Where the running system has its files (Filesystem Hierarchy Standard 3.0).
_SYSTEM = frozenset({"/", "/boot", "/boot/efi", "/efi", "/home", "/opt", "/usr", "/var", "/srv"})


def actions_of(device: BlockDevice) -> tuple[DeviceAction, ...]:
    """The actions that there are for a device, possible now or not."""
    found = []
    if device.mounts:
        found.append(DeviceAction.UNMOUNT)
    elif device.usage == "filesystem":
        found.append(DeviceAction.MOUNT)
    if device.can_sleep:
        found.append(DeviceAction.STANDBY)
    if device.ejectable:
        found.append(DeviceAction.EJECT)
    if device.can_power_off:
        found.append(DeviceAction.POWER_OFF)
    return tuple(found)


def obstacle(
    action: DeviceAction, device: BlockDevice, inventory: Inventory, *, working: bool = False
) -> Obstacle | None:
    """Why an action is not possible now; None when it is. `working`: we use the device."""
    mounts = [mount.path for mount in device.mounts]
    if action is not DeviceAction.UNMOUNT:
        mounts += [mount.path for mount, _device in inventory.mounts_above(device)]
    if working:
        return Obstacle.WORKING
    if action is DeviceAction.MOUNT:
        return None
    if any(path in _SYSTEM for path in mounts):
        return Obstacle.SYSTEM
    if action is DeviceAction.UNMOUNT:
        return None
    return Obstacle.MOUNTED if mounts else None
