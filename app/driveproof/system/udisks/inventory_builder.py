# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the inventory up to date: reads again only what a change affected."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, DeviceKind, Inventory, Mount
from driveproof.domain.errors import MachineError
from driveproof.system.kernel import hwmon
from driveproof.system.kernel import mounts as filesystems
from driveproof.system.kernel.arrays import btrfs_array, md_array
from driveproof.system.kernel.mounts import Space
from driveproof.system.kernel.sysfs import Sysfs, SysfsFacts
from driveproof.system.udisks.convert import Surroundings, block_name, convert
from driveproof.system.udisks.health import known_health
from driveproof.system.udisks.objects import ObjectTree

_RANKS = {
    DeviceKind.MD: 1,
    DeviceKind.CRYPT: 1,
    DeviceKind.LVM: 1,
    DeviceKind.DM: 1,
    DeviceKind.MULTIPATH: 1,
    DeviceKind.BCACHE: 1,
    DeviceKind.ZRAM: 2,
    DeviceKind.LOOP: 3,
}
_DIGITS = re.compile(r"(\d+)")


class InventoryBuilder:
    """Makes inventories of an ObjectTree, /sys and the mount table.

    After a change of the tree call `touch` with the affected paths; `build` then reads only those
    devices again. Not for use from two threads.
    """

    def __init__(
        self,
        tree: ObjectTree,
        sysfs: Sysfs,
        *,
        proc: Path = filesystems.PROC_SELF,
        space: Callable[[str], Space] = filesystems.space,
    ) -> None:
        self._tree = tree
        self._sysfs = sysfs
        self._proc = proc
        self._space = space
        self._facts: dict[str, SysfsFacts] = {}
        self._temperatures: dict[str, float | None] = {}
        self._devices: dict[str, BlockDevice] = {}
        self._mounts: dict[str, tuple[Mount, ...]] = {}
        self._elsewhere: frozenset[str] = frozenset()
        self._dirty: set[str] = set()

    def touch(self, paths: Iterable[str]) -> None:
        """These objects changed: the next `build` reads their /sys again."""
        for path in paths:
            self._dirty.add(path)
            self._facts.pop(path, None)
            self._temperatures.pop(path, None)

    def touch_all(self) -> None:
        """Everything changed: the next `build` reads all again."""
        self._devices.clear()
        self._facts.clear()
        self._temperatures.clear()
        self._dirty = set(self._tree.blocks())

    @property
    def pending(self) -> bool:
        """Whether `build` has something to do."""
        return bool(self._dirty)

    def read_mounts(self) -> None:
        """Read the mount table again; devices whose mounts changed are converted again."""
        found: dict[str, list[Mount]] = defaultdict(list)
        last: dict[str, str | None] = {}  # what is mounted at a path later hides the earlier one
        for mount in filesystems.read_mounts(self._proc):
            number = last[mount.path] = filesystems.device_number(mount)
            if number:
                found[number].append(mount)
        self._elsewhere = frozenset(path for path, number in last.items() if number is None)
        fresh = {number: _once(mounts) for number, mounts in found.items()}
        changed = {
            number
            for number in fresh.keys() | self._mounts.keys()
            if fresh.get(number) != self._mounts.get(number)
        }
        self._mounts = fresh
        self._dirty |= {path for path, device in self._devices.items() if device.number in changed}

    def refresh_volatile(self) -> None:
        """Read again what no signal announces: temperature, scheduler, power policy, free space,
        arrays.

        Hard disks are left out, because reading the temperature may keep them awake.
        """
        for path, device in list(self._devices.items()):
            if device.mounts or device.kind == DeviceKind.MD:
                self._dirty.add(path)
            if device.kind in DRIVE_KINDS and device.rotational is False:
                self._temperatures.pop(path, None)
                self._dirty.add(path)
            facts = self._facts.get(path)
            if facts is not None and device.kind in DRIVE_KINDS:
                attached = self._sysfs.attachment(
                    device.name
                )  # power policies change by themselves
                if attached != facts.attachment:
                    facts = self._facts[path] = replace(facts, attachment=attached)
                    self._dirty.add(path)
            if facts is not None and facts.schedulers:
                scheduler, schedulers = self._sysfs.scheduler(device.name)
                if (scheduler, schedulers) != (facts.scheduler, facts.schedulers):
                    self._facts[path] = replace(facts, scheduler=scheduler, schedulers=schedulers)
                    self._dirty.add(path)

    def build(self) -> Inventory:
        """The inventory now."""
        for path in self._dirty:
            device = self._convert(path)
            if device is None:
                self._devices.pop(path, None)
                self._facts.pop(path, None)
                self._temperatures.pop(path, None)
            else:
                self._devices[path] = device
        self._dirty.clear()
        version = self._tree.version
        source = f"UDisks2 {version}".strip()
        return Inventory(_related(self._devices.values()), source, self._elsewhere)

    def _convert(self, path: str) -> BlockDevice | None:
        name = block_name(self._tree.get(path, "Block"))
        if not name:
            return None
        facts = self._facts.get(path)
        if facts is None:
            facts = self._facts[path] = self._sysfs.facts(name)
        mounts = self._mounts.get(facts.number, ()) if facts.number else ()
        device = convert(self._tree, path, facts, Surroundings(mounts))
        if device is None:
            return None
        if device.kind in DRIVE_KINDS:
            if path not in self._temperatures:
                self._temperatures[path] = hwmon.temperature(name, self._sysfs.root)
            rotational = device.rotational
            known = known_health(self._tree, path, rotational=rotational, now=time.time())
            measured = self._temperatures[path]
            celsius = known.temperature if measured is None else measured
            device = replace(device, temperature=celsius, health=known.word)
        return self._with_space(replace(device, array=self._array(device)))

    def _array(self, device: BlockDevice) -> ArrayState | None:
        """The kernel's word where it has one, else UDisks2's."""
        if device.kind == DeviceKind.MD:
            return md_array(self._sysfs, device.name) or device.array
        if device.filesystem == "btrfs":
            return btrfs_array(self._sysfs, device.uuid) or device.array
        return device.array

    def _with_space(self, device: BlockDevice) -> BlockDevice:
        for mount in device.mounts:
            try:
                room = self._space(mount.path)
            except MachineError:  # in another namespace, or just unmounted
                continue
            return replace(
                device, free=room.free_for_user, used=room.used, filesystem_size=room.total
            )
        return device


def _once(mounts: list[Mount]) -> tuple[Mount, ...]:
    return tuple({mount.path: mount for mount in mounts}.values())


def _related(devices: Iterable[BlockDevice]) -> tuple[BlockDevice, ...]:
    """The devices in the order that people expect, each with what is on it."""
    ordered = sorted(devices, key=_order)
    children: dict[str, list[BlockDevice]] = defaultdict(list)
    for device in ordered:
        for parent in device.parents:
            children[parent].append(device)
    result = []
    for device in ordered:
        above = sorted(children.get(device.name, ()), key=lambda d: d.partition_offset or 0)
        names = tuple(child.name for child in above)
        result.append(device if names == device.children else replace(device, children=names))
    return tuple(result)


def _order(device: BlockDevice) -> tuple[object, ...]:
    disk = device.partition_of or device.name
    kind_of_disk = 0 if device.partition_of else _RANKS.get(device.kind, 0)
    if device.partition_of and disk.startswith("loop"):
        kind_of_disk = _RANKS[DeviceKind.LOOP]
    natural = tuple(
        (1, int(part), "") if part.isdigit() else (0, len(part), part)
        for part in _DIGITS.split(disk)
    )
    return (kind_of_disk, natural, device.partition_number or 0, device.name)
