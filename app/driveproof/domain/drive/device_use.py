# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who uses a device now, so that it must not be overwritten. Says more than "busy" does.

The kernel has the last word (an open with O_EXCL); this names the users for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory, Mount
from driveproof.domain.quantity import OneOf
from driveproof.domain.say import Say


class UseKind(StrEnum):
    """How a device is used. The comment says what `DeviceUse.by` names."""

    MOUNTED = "mounted"  # the mount point
    SWAP = "swap"  # nothing
    BTRFS = "btrfs"  # the mount point of the file system it is a part of
    LVM = "lvm"  # the volume group
    RAID = "raid"  # the array
    UNLOCKED = "unlocked"  # what it is unlocked as
    BCACHE = "bcache"  # the cached device
    BACKED = "backed"  # the device that this loop device lies on
    HELD = "held"  # any other device above it
    OPENED = "opened"  # the program that has it open for writing
    LOCKED = "locked"  # the program that has locked it, "" where the kernel does not say which
    # What else is in use, because the device named by `DeviceUse.device` reaches the bytes of
    # `DeviceUse.by`.
    OVERLAPS = "overlaps"
    SAME_DRIVE = "same drive"
    SHARES = "shares"


@dataclass(frozen=True, slots=True)
class DeviceUse:
    """One use of the device with this path."""

    kind: UseKind
    device: str
    by: str = ""

    @property
    def say(self) -> Say:
        """Who uses it, as a clause."""
        values = {"device": self.device, "by": self.by or Say("another program")}
        part = Say("{device} is part of {by}", **values)
        return {
            UseKind.MOUNTED: Say("{device} is mounted at {by}", **values),
            UseKind.SWAP: Say("{device} is swap", device=self.device),
            UseKind.BTRFS: part,
            UseKind.LVM: part,
            UseKind.RAID: part,
            UseKind.UNLOCKED: Say("{device} is unlocked as {by}", **values),
            UseKind.BCACHE: part,
            UseKind.BACKED: Say("{device} is on another device ({by})", **values),
            UseKind.HELD: Say("{by} uses {device}", **values),
            UseKind.OPENED: Say("{by} has {device} open for writing", **values),
            UseKind.LOCKED: Say("{by} has locked {device}", **values),
            UseKind.OVERLAPS: Say("{device} overlaps {by}", **values),
            UseKind.SAME_DRIVE: Say("{device} has the same serial number as {by}", **values),
            UseKind.SHARES: Say("{device} is also mapped to {by}", **values),
        }[self.kind]


UNSEEN_USE = Say("use by other users' programs, other computers, or pvmove")
"""What nobody can tell, for whoever confirms that a device is overwritten."""


@dataclass(frozen=True, slots=True)
class InUse:
    """Why the device with this path must not be overwritten."""

    device: str
    uses: tuple[DeviceUse, ...]

    @property
    def itself(self) -> bool:
        """Whether all uses are of the device itself, and not of something on it."""
        return all(use.device == self.device and use.kind is not UseKind.HELD for use in self.uses)

    @property
    def say(self) -> Say:
        """The reason as a sentence."""
        uses = OneOf(tuple(use.say for use in self.uses))
        if self.itself:
            return Say("{text}.", text=uses)
        return Say("{device} is in use: {uses}.", device=self.device, uses=uses)


@dataclass(frozen=True, slots=True)
class SharedDevice:
    """A device that reaches the bytes of another one (`of`), by kernel names, and how it does."""

    name: str
    kind: UseKind
    of: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class KernelUse:
    """The kernel's view beside the inventory, which may be slightly old.

    `mounts` have device numbers, `swaps` are device numbers ("8:3"), `holders` the kernel names of
    the devices stacked on a device, by its kernel name: loop devices are among them. `programs` are
    those that have a device open or locked, by its kernel name.
    """

    mounts: tuple[Mount, ...] = ()
    swaps: frozenset[str] = frozenset()
    holders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    programs: Mapping[str, tuple[tuple[UseKind, str], ...]] = field(default_factory=dict)


def users(
    device: BlockDevice,
    inventory: Inventory,
    kernel: KernelUse,
    beside: Iterable[SharedDevice] = (),
) -> tuple[DeviceUse, ...]:
    """Each use of the device, of everything on it, and of what reaches its bytes `beside` it; empty
    when nothing uses it.
    """
    found = _above(device, inventory, kernel)
    for layer in inventory.stack(device)[1:]:  # these it does not use up, but a program may
        found += _programs(layer.device, kernel)
    for one in beside:
        other = inventory.get(one.name) or BlockDevice(
            path=f"/dev/{one.name}", name=one.name, number=one.number
        )
        if used := _above(other, inventory, kernel):
            of = inventory.get(one.of)
            found += [*used, DeviceUse(one.kind, other.path, of.path if of else f"/dev/{one.of}")]
    return tuple(dict.fromkeys(found))


def same_drive(device: BlockDevice, inventory: Inventory) -> tuple[SharedDevice, ...]:
    """The other disks that UDisks2 takes for the same drive as one below this device.

    An NVMe drive has several namespaces, and a card several disks, which are different storage.
    """
    stack = {layer.device.name for layer in inventory.stack(device)}
    drives = [one for one in inventory.drives_below(device) if one.drive_id]
    return tuple(
        SharedDevice(other.name, UseKind.SAME_DRIVE, drive.name)
        for drive in drives
        for other in inventory.devices
        if other.drive_id == drive.drive_id
        and other.name not in stack
        and other.partition_of is None
        and not {other.kind, drive.kind} & {DeviceKind.NVME, DeviceKind.MMC}
    )


def _above(device: BlockDevice, inventory: Inventory, kernel: KernelUse) -> list[DeviceUse]:
    return [
        use for layer in inventory.above(device) for use in _own(layer.device, inventory, kernel)
    ]


def _own(device: BlockDevice, inventory: Inventory, kernel: KernelUse) -> list[DeviceUse]:
    mounts = [*device.mounts, *(m for m in kernel.mounts if m.number and m.number == device.number)]
    found = [
        DeviceUse(UseKind.MOUNTED, device.path, path)
        for path in dict.fromkeys(m.path for m in mounts)
    ]
    if device.number and device.number in kernel.swaps:
        found.append(DeviceUse(UseKind.SWAP, device.path))
    if not found and device.filesystem == "btrfs" and device.uuid:
        found += _btrfs_member(device, inventory)
    found += _programs(device, kernel)
    known = {child.name: child for child in inventory.children(device)}
    names = dict.fromkeys((*known, *kernel.holders.get(device.name, ())))
    for name in names:
        child = known.get(name)
        if child is None or child.partition_of != device.name:
            found.append(_held(device, name, child or inventory.get(name)))
    return found


def _programs(device: BlockDevice, kernel: KernelUse) -> list[DeviceUse]:
    return [DeviceUse(kind, device.path, by) for kind, by in kernel.programs.get(device.name, ())]


def _held(device: BlockDevice, name: str, holder: BlockDevice | None) -> DeviceUse:
    kind, by = UseKind.HELD, name
    match holder.kind if holder is not None else "":
        case "lvm" if holder is not None and holder.mapping:
            # dmsetup(8): group and volume joined by one dash, dashes within them doubled
            group = re.split(r"(?<!-)-(?!-)", holder.mapping)[0].replace("--", "-")
            kind, by = UseKind.LVM, group
        case "md":
            kind = UseKind.RAID
        case "crypt" if holder is not None:
            kind, by = UseKind.UNLOCKED, holder.mapping or name
        case "bcache":
            kind = UseKind.BCACHE
        case "loop" if name == device.name:
            kind, by = UseKind.BACKED, str(device.backing_file)
    return DeviceUse(kind, device.path, by)


def _btrfs_member(device: BlockDevice, inventory: Inventory) -> list[DeviceUse]:
    """The kernel names one device of a file system that spans several."""
    return [
        DeviceUse(UseKind.BTRFS, device.path, mount.path)
        for other in inventory.devices
        if other.uuid == device.uuid and other.filesystem == "btrfs"
        for mount in other.mounts[:1]
    ][:1]
