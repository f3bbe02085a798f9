# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the inventory of what UDisks2 and /sys say, and keeps it up to date: reads again only what
a change affected.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.attachment import Attachment, BlockFormat, Performance
from driveproof.domain.drive.drive import (
    DRIVE_KINDS,
    BlockDevice,
    DeviceKind,
    Inventory,
    Media,
    Mount,
)
from driveproof.domain.errors import MachineError
from driveproof.domain.text import visible
from driveproof.system.kernel import hwmon, links
from driveproof.system.kernel import mounts as filesystems
from driveproof.system.kernel.arrays import btrfs_array, md_array
from driveproof.system.kernel.mounts import Space
from driveproof.system.kernel.sysfs import Sysfs, SysfsFacts
from driveproof.system.udisks.health import known_health
from driveproof.system.udisks.objects import ObjectTree, Properties

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
        space: Callable[[str], Space] = filesystems.filesystem_space,
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
            rotational = device.rotational
            if path not in self._temperatures:
                # A hard disk is not asked: it may want to sleep.
                still = rotational is False
                self._temperatures[path] = (
                    hwmon.drive_temperature(name, self._sysfs.root) if still else None
                )
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


_BUS_OF_KIND = {
    DeviceKind.NVME: "nvme",
    DeviceKind.ATA: "sata",
    DeviceKind.USB: "usb",
    DeviceKind.MMC: "mmc",
    DeviceKind.VIRTIO: "virtio",
}
_MIRRORED = frozenset({"mirror", "raid1", "raid4", "raid5", "raid6", "raid10"})
"""Layouts of logical volumes that outlive the loss of a member."""
_ROTATION_UNKNOWN = {
    DeviceKind.LOOP,
    DeviceKind.VIRTIO,
    DeviceKind.NBD,
    DeviceKind.RBD,
    DeviceKind.DRBD,
    DeviceKind.OPTICAL,
    DeviceKind.FLOPPY,
}
"""Buses on which the kernel's flag is a default, not a fact."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known of a device besides UDisks2 and its own folder in /sys."""

    mounts: tuple[Mount, ...] = ()
    temperature: float | None = None


def block_name(block: Properties) -> str:
    """The kernel's name of a block object; "" for one without a device."""
    device = _path(block.get("Device"))
    return device.removeprefix("/dev/").replace("/", "!") if device.startswith("/dev/") else ""


def convert(
    tree: ObjectTree, path: str, facts: SysfsFacts, around: Surroundings
) -> BlockDevice | None:
    """The device of one block object, without its children yet; None for one without a device."""
    block = tree.get(path, "Block")
    name = block_name(block)
    if not name:
        return None
    partition = tree.get(path, "Partition")
    is_partition = tree.has(path, "Partition") or facts.partition_number is not None
    drive_path = str(block.get("Drive", "/"))
    drive = {} if is_partition else tree.get(drive_path, "Drive")
    kind = DeviceKind.PARTITION if is_partition else _kind(name, facts, tree, drive_path)
    bus = "" if is_partition else _bus(kind, name, facts, drive)
    rotational, rate = _rotation(kind, drive, facts)
    raid = tree.get(str(block.get("MDRaid", "/")), "MDRaid")
    backing_file = _path(tree.get(path, "Loop").get("BackingFile"))
    parents = _parents(tree, path, facts, is_partition)
    device_path = _device_path(block, kind, facts)
    return BlockDevice(
        path=device_path,
        name=name,
        number=facts.number or _number(block),
        kind=kind,
        model=_shown(str(drive.get("Model", ""))),
        vendor=_shown(str(drive.get("Vendor", ""))),
        serial=_shown(str(drive.get("Serial", "") or facts.serial)),
        wwn=_shown(str(drive.get("WWN", ""))),
        firmware=_shown(str(drive.get("Revision", ""))),
        bus=bus,
        size=int(block.get("Size", 0) or facts.size or 0),
        media=_media(kind, drive, rotational),
        removable=bool(drive.get("Removable") or drive.get("MediaRemovable")),
        ejectable=bool(drive.get("Ejectable")),
        can_power_off=bool(drive.get("CanPowerOff")),
        can_sleep=bool(drive) and bool(tree.get(drive_path, "Drive.Ata").get("PmSupported")),
        read_only=bool(block.get("ReadOnly")),
        rotational=rotational,
        rotation_rate=rate,
        scheduler=facts.scheduler,
        schedulers=facts.schedulers,
        link=facts.link,
        link_max=facts.link_max,
        temperature=around.temperature,
        partition_of=parents[0] if is_partition and parents else None,
        partition_number=_first(partition.get("Number"), facts.partition_number),
        partition_offset=_first(partition.get("Offset"), facts.partition_offset),
        partition_table=_shown(str(tree.get(path, "PartitionTable").get("Type", ""))),
        partition_label=_shown(str(partition.get("Name", ""))),
        parents=parents,
        usage=_shown(str(block.get("IdUsage", ""))),
        filesystem=_shown(str(block.get("IdType", ""))),
        label=_shown(str(block.get("IdLabel", ""))),
        uuid=_shown(str(block.get("IdUUID", ""))),
        mounts=_mounts(tree, path, device_path, around.mounts),
        backing_file=backing_file,
        raid_level=_shown(str(raid.get("Level", "") or facts.raid_level)),
        array=_array(raid) or _volume_group(tree, path),
        mapping=_shown(facts.mapping),
        hidden=bool(block.get("HintIgnore"))
        or kind == DeviceKind.RAM
        or (kind == DeviceKind.LOOP and not backing_file),
        aliases=_aliases(block, device_path),
        object_path=path,
        drive_id=_shown(str(drive.get("Id", ""))),
        limits=facts.limits,
        attachment=_attachment(tree, path, drive_path, facts.attachment),
    )


def _attachment(tree: ObjectTree, path: str, drive_path: str, attached: Attachment) -> Attachment:
    """What /sys said, with the block formats and the power management that UDisks2 reports.

    Source: org.freedesktop.UDisks2.NVMe.Namespace, whose third figure is libblockdev's
    BDNVMELBAFormatRelativePerformance; Drive.Ata; and the settings in Drive.Configuration, where
    ata-pm-standby is the value of ATA's STANDBY command.
    """
    space = tree.get(path, "NVMe.Namespace")
    formats = tuple(filter(None, map(_format, space.get("LBAFormats", ()))))
    used = _format(space.get("FormattedLBASize", ()))
    ata = tree.get(drive_path, "Drive.Ata")
    apm = bool(ata.get("ApmEnabled")) if ata.get("ApmSupported") else None
    settings = tree.get(drive_path, "Drive").get("Configuration", {})
    _type, timer = settings.get("ata-pm-standby", ("", None))
    return replace(
        attached,
        formats=formats,
        format_in_use=used,
        apm=apm,
        standby=standby_seconds(timer) if isinstance(timer, int) else None,
    )


def _format(values: Sequence[int]) -> BlockFormat | None:
    """From bytes of data, bytes of metadata and a rating: 1 the best, 4 the worst, 0 unknown."""
    if len(values) != 3 or not values[0]:
        return None
    data, metadata, rating = map(int, values)
    rated = tuple(Performance)[rating - 1] if 1 <= rating <= len(Performance) else None
    return BlockFormat(data, metadata, rated)


def standby_seconds(value: int) -> float | None:
    """The time of a value of ATA's STANDBY command; None for none and for what a manufacturer
    chose.

    Source: ACS-4, table 60: units of 5 s to 240, of 30 min from 241 to 251.
    """
    if 1 <= value <= 240:
        return 5.0 * value
    if 241 <= value <= 251:
        return 1800.0 * (value - 240)
    return {252: 1260.0, 255: 1275.0}.get(value)


def _array(raid: Properties) -> ArrayState | None:
    """What UDisks2 says of an array; None where it says nothing.

    Source: org.freedesktop.UDisks2.MDRaid: SyncCompleted from 0 to 1, SyncRate in bytes a second,
    SyncRemainingTime in microseconds; 0 is unknown.
    """
    if not raid.get("NumDevices"):
        return None
    wanted = int(raid["NumDevices"])
    word = str(raid.get("SyncAction", ""))
    action = ArrayAction(word) if word in tuple(ArrayAction) else None
    missing = raid.get("Degraded")
    return ArrayState(
        kind=DeviceKind.MD,
        wanted=wanted,
        active=None if missing is None else max(0, wanted - int(missing)),
        action=action,
        progress=float(raid.get("SyncCompleted", 0.0)) if action else None,
        speed=(float(raid.get("SyncRate", 0)) or None) if action else None,
        seconds_left=(int(raid.get("SyncRemainingTime", 0)) / 1e6 or None) if action else None,
    )


def _volume_group(tree: ObjectTree, path: str) -> ArrayState | None:
    """What UDisks2's LVM module says of a logical volume's members; None where it says nothing.

    Of a mirrored volume always, of any other one only if its group lacks physical volumes. Source:
    org.freedesktop.UDisks2.LogicalVolume (SyncRatio from 0 to 1; Layout as lvs(8) names it) and
    VolumeGroup (MissingPhysicalVolumes). Udisksd reads them every few seconds while the volume is
    synchronized, and only where somebody enabled the module.
    """
    volume = tree.get(str(tree.get(path, "Block.LVM2").get("LogicalVolume", "/")), "LogicalVolume")
    if not volume:
        return None
    group = str(volume.get("VolumeGroup", "/"))
    missing = len(tree.get(group, "VolumeGroup").get("MissingPhysicalVolumes", ()))
    there = tree.physical_volumes(group)
    mirrored = str(volume.get("Layout", "")) in _MIRRORED
    if not there or not (mirrored or missing):
        return None
    ratio = float(volume.get("SyncRatio", 1.0)) if mirrored else 1.0
    syncs = 0 <= ratio < 1
    return ArrayState(
        kind=DeviceKind.LVM,
        wanted=there + missing,
        active=there,
        action=ArrayAction.RESYNC if syncs else None,
        progress=ratio if syncs else None,
    )


def _kind(name: str, facts: SysfsFacts, tree: ObjectTree, drive_path: str) -> DeviceKind:
    if found := links.kind_of(name, facts.place, facts.mapping_uuid):
        return found
    if tree.get(drive_path, "Drive").get("ConnectionBus") == "usb":
        return DeviceKind.USB
    if tree.has(drive_path, "Drive.Ata"):
        return DeviceKind.ATA
    return DeviceKind.SCSI if name.startswith("sd") else DeviceKind.DISK


def _bus(kind: DeviceKind, name: str, facts: SysfsFacts, drive: Properties) -> str:
    found = links.bus(name, facts.place)
    return found or str(drive.get("ConnectionBus", "")) or _BUS_OF_KIND.get(kind, "")


def _rotation(
    kind: DeviceKind, drive: Properties, facts: SysfsFacts
) -> tuple[bool | None, int | None]:
    """UDisks2 reports revolutions per minute: 0 for none, -1 for rotating at an unknown speed."""
    rate = int(drive.get("RotationRate", -1))
    if rate > 0:
        return True, rate
    if kind in _ROTATION_UNKNOWN or kind == DeviceKind.PARTITION:
        return None, None
    if rate == 0 and drive:
        return False, None
    flag = facts.limits.rotational
    # Behind a USB bridge the kernel assumes "rotating" of every drive that does not report it.
    return (None if kind == DeviceKind.USB and flag else flag), None


_MEDIA = {
    DeviceKind.OPTICAL: Media.OPTICAL,
    DeviceKind.FLOPPY: Media.FLOPPY,
    DeviceKind.MMC: Media.FLASH,
    DeviceKind.ZRAM: Media.MEMORY,
    DeviceKind.RAM: Media.MEMORY,
}
_SOLID_OR_HARD = {
    DeviceKind.NVME,
    DeviceKind.ATA,
    DeviceKind.SCSI,
    DeviceKind.USB,
    DeviceKind.FIREWIRE,
}


def _media(kind: DeviceKind, drive: Properties, rotational: bool | None) -> Media:
    told = str(drive.get("Media", ""))
    for media in (Media.OPTICAL, Media.FLOPPY, Media.FLASH):
        if told.startswith(media):
            return media
    if told == "thumb":
        return Media.FLASH
    if kind in _MEDIA:
        return _MEDIA[kind]
    if kind not in _SOLID_OR_HARD or rotational is None:
        return Media.UNKNOWN
    return Media.HDD if rotational else Media.SSD


def _parents(tree: ObjectTree, path: str, facts: SysfsFacts, is_partition: bool) -> tuple[str, ...]:
    """/sys knows all of them; UDisks2 fills in where /sys has none."""
    if facts.slaves:
        return facts.slaves
    block = tree.get(path, "Block")
    if is_partition:
        below = [str(tree.get(path, "Partition").get("Table", "/"))]
    else:
        below = [str(block.get("CryptoBackingDevice", "/"))]
        if block.get("MDRaid", "/") != "/":
            below += tree.members(str(block["MDRaid"]))
    names = (block_name(tree.get(other, "Block")) for other in below)
    return tuple(name for name in names if name)


def _mounts(tree: ObjectTree, path: str, device: str, seen: tuple[Mount, ...]) -> tuple[Mount, ...]:
    """What this process sees, and what UDisks2 sees in addition (we may be in a sandbox)."""
    block = tree.get(path, "Block")
    known = {mount.path for mount in seen}
    told = [_path(raw) for raw in tree.get(path, "Filesystem").get("MountPoints", ())]
    others = [
        Mount(point, device, str(block.get("IdType", "")), (), bool(block.get("ReadOnly")))
        for point in told
        if point not in known
    ]
    return (*seen, *others)


def _device_path(block: Properties, kind: str, facts: SysfsFacts) -> str:
    device, preferred = _path(block.get("Device")), _path(block.get("PreferredDevice"))
    if kind in {DeviceKind.CRYPT, DeviceKind.LVM, DeviceKind.DM, DeviceKind.MULTIPATH}:
        if facts.mapping and not preferred.startswith("/dev/mapper/"):
            return f"/dev/mapper/{facts.mapping}"
        return preferred or device
    return preferred if kind == DeviceKind.MD and preferred else device


def _aliases(block: Properties, path: str) -> tuple[str, ...]:
    links_ = [_path(raw) for raw in block.get("Symlinks", ())]
    all_ = [_path(block.get("Device")), _path(block.get("PreferredDevice")), *links_]
    return tuple(dict.fromkeys(alias for alias in all_ if alias and alias != path))


def _number(block: Properties) -> str:
    number = int(block.get("DeviceNumber", 0))
    if not number:
        return ""
    major = ((number >> 8) & 0xFFF) | ((number >> 32) & ~0xFFF)
    minor = (number & 0xFF) | ((number >> 12) & ~0xFF)
    return f"{major}:{minor & 0xFFFFFFFF}"


def _path(raw: object) -> str:
    """A path from D-Bus (bytes that end with a NUL); undecodable bytes become surrogates."""
    if not isinstance(raw, bytes | bytearray):
        return ""
    return bytes(raw).rstrip(b"\0").decode("utf-8", "surrogateescape")


def _shown(text: str) -> str:
    """Drives pad their names with blanks, and may put any character into them."""
    return visible(text.strip(" \t\n\0"))


def _first(*values: int | None) -> int | None:
    return next((int(value) for value in values if value is not None), None)
