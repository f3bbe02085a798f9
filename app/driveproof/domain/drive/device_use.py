# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who uses a device now, so that it must not be overwritten. Says more than "busy" does.

The kernel has the last word (an open with O_EXCL); this names the users for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount


@dataclass(frozen=True, slots=True)
class KernelUse:
    """What the kernel says beside the inventory, which may be a moment old.

    `mounts` with their device numbers, `swaps` as device numbers ("8:3"), `holders` as the kernel
    names of what lies on a device, by its kernel name: loop devices are among them.
    """

    mounts: tuple[Mount, ...] = ()
    swaps: frozenset[str] = frozenset()
    holders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def users(device: BlockDevice, inventory: Inventory, kernel: KernelUse) -> tuple[str, ...]:
    """A clause for each use of the device and of what lies on it; empty when nothing uses it."""
    found: list[str] = []
    for layer in inventory.above(device):
        found += _own(layer.device, inventory, kernel)
    return tuple(dict.fromkeys(found))


def users_sentence(device: BlockDevice, found: tuple[str, ...]) -> str:
    """The reason not to overwrite a device."""
    itself = all(clause.startswith(f"{device.path} ") for clause in found)
    words = "; ".join(found)
    return f"{words}." if itself else f"{device.path} is in use: {words}."


def _own(device: BlockDevice, inventory: Inventory, kernel: KernelUse) -> list[str]:
    mounts = [*device.mounts, *(m for m in kernel.mounts if m.number and m.number == device.number)]
    found = [
        f"{device.path} is mounted at {path}" for path in dict.fromkeys(m.path for m in mounts)
    ]
    if device.number and device.number in kernel.swaps:
        found.append(f"{device.path} is swap")
    if not found and device.filesystem == "btrfs" and device.uuid:
        found += _btrfs_member(device, inventory)
    known = {child.name: child for child in inventory.children(device)}
    names = dict.fromkeys((*known, *kernel.holders.get(device.name, ())))
    for name in names:
        child = known.get(name)
        if child is None or child.partition_of != device.name:
            found.append(_held(device, name, child or inventory.get(name)))
    return found


def _held(device: BlockDevice, name: str, holder: BlockDevice | None) -> str:
    match holder.kind if holder is not None else "":
        case "lvm" if holder is not None and holder.mapping:
            # dmsetup(8): group and volume joined by one dash, dashes within them doubled
            group = re.split(r"(?<!-)-(?!-)", holder.mapping)[0].replace("--", "-")
            return f"{device.path} is a member of the LVM group {group}"
        case "md":
            return f"{device.path} is a member of the RAID {name}"
        case "crypt" if holder is not None:
            return f"{device.path} is unlocked as {holder.mapping or name}"
        case "bcache":
            return f"{device.path} belongs to {name}"
        case "loop" if name == device.name:
            return f"{device.path} lies on another device ({device.backing_file})"
    return f"{name} uses {device.path}"


def _btrfs_member(device: BlockDevice, inventory: Inventory) -> list[str]:
    """The kernel names one device of a file system that lies on several."""
    return [
        f"{device.path} is a member of the btrfs mounted at {mount.path}"
        for other in inventory.devices
        if other.uuid == device.uuid and other.filesystem == "btrfs"
        for mount in other.mounts[:1]
    ][:1]
