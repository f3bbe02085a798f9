# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a block device is, what it is stacked on, and what is stacked on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.attachment import NOT_REPORTED, Attachment
from driveproof.domain.say import Say


class DeviceKind(StrEnum):
    """What a block device is, by its driver. JSON has the values."""

    NVME = "nvme"
    ATA = "ata"
    USB = "usb"
    SCSI = "scsi"
    MMC = "mmc"
    FIREWIRE = "firewire"
    OPTICAL = "optical"
    FLOPPY = "floppy"
    VIRTIO = "virtio"
    DISK = "disk"
    MD = "md"
    CRYPT = "crypt"
    LVM = "lvm"
    DM = "dm"
    MULTIPATH = "multipath"
    LOOP = "loop"
    ZRAM = "zram"
    RAM = "ram"
    BCACHE = "bcache"
    NBD = "nbd"
    RBD = "rbd"
    DRBD = "drbd"
    PARTITION = "partition"


class Media(StrEnum):
    """What a drive stores on. JSON has the values."""

    SSD = "ssd"
    HDD = "hdd"
    FLASH = "flash"
    OPTICAL = "optical"
    FLOPPY = "floppy"
    MEMORY = "memory"
    UNKNOWN = ""


DRIVE_KINDS = frozenset(
    {
        DeviceKind.NVME,
        DeviceKind.ATA,
        DeviceKind.USB,
        DeviceKind.SCSI,
        DeviceKind.MMC,
        DeviceKind.FIREWIRE,
        DeviceKind.OPTICAL,
        DeviceKind.FLOPPY,
    }
)
"""Kinds that are a piece of hardware of their own."""
# A virtual machine's disks are its drives.
_HARDWARE = DRIVE_KINDS | {DeviceKind.VIRTIO, DeviceKind.DISK}

BUS_TITLES = {
    "nvme": "NVMe",
    "sata": "SATA",
    "ata": "ATA",
    "usb": "USB",
    "sas": "SAS",
    "scsi": "SCSI",
    "iscsi": "iSCSI",
    "fc": "Fibre Channel",
    "sdio": "SD",
    "mmc": "MMC",
    "ieee1394": "FireWire",
    "virtio": "virtio",
}

KIND_TITLES = {
    DeviceKind.LOOP: Say("Loop device"),
    DeviceKind.ZRAM: Say("Compressed memory"),
    DeviceKind.CRYPT: Say("Encrypted"),
    DeviceKind.LVM: Say("Logical volume"),
    DeviceKind.MD: Say("RAID"),
    DeviceKind.DM: Say("Device mapper"),
    DeviceKind.MULTIPATH: Say("Multipath"),
    DeviceKind.BCACHE: Say("bcache"),
    DeviceKind.VIRTIO: Say("Virtual disk"),
    DeviceKind.PARTITION: Say("Partition"),
    DeviceKind.NBD: Say("Network disk"),
    DeviceKind.OPTICAL: Say("Optical drive"),
    DeviceKind.FLOPPY: Say("Floppy drive"),
}
DISK = Say("Disk")
"""What anything else is called."""


# Mounted for the machine and not for people: offered last, and never chosen by themselves.
_MACHINE_ONLY = ("/boot", "/efi", "/nix/store", "/sysroot", "/var/lib/docker", "/snap")
_CANNOT_BE_WRITTEN = {"squashfs", "iso9660", "udf", "swap"}


_BY_PATH = "path:"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueLimits:
    """The limits of a device's queue in the kernel; sizes in bytes, None where unknown."""

    logical_block_size: int | None = None
    physical_block_size: int | None = None
    minimum_io_size: int | None = None
    optimal_io_size: int | None = None
    max_sectors_bytes: int | None = None
    nr_requests: int | None = None
    read_ahead_bytes: int | None = None
    discard_granularity: int | None = None
    discard_max_bytes: int | None = None
    discard_max_hw_bytes: int | None = None
    write_cache: str | None = None
    """As the kernel says it: "write back" or "write through"."""
    rotational: bool | None = None
    zoned: str | None = None
    """"none", "host-aware" or "host-managed"."""


@dataclass(frozen=True, slots=True)
class Mount:
    """One mounted file system; `options` are those of the mount and of the file system."""

    path: str
    source: str
    filesystem: str
    options: tuple[str, ...] = ()
    read_only: bool = False
    number: str = ""
    """Device number "8:1" as the kernel's mount table has it; "0:42" for what has no device."""
    root: str = "/"
    """The part of the file system that is visible there: a folder or a subvolume; "/" for all of
    it, and where unknown.
    """
    listed: bool = True
    """False where the kernel's mount table does not list it, as "/" in a chroot: its options are
    then only those of statfs, and `source` and `filesystem` are "" where unknown.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockDevice:
    """One block device. Sizes in bytes; None and "" both mean unknown."""

    path: str
    """Its usual path: /dev/nvme0n1, /dev/mapper/vault."""
    name: str
    """The kernel's name: nvme0n1, dm-0."""
    number: str = ""
    """"259:0"."""
    kind: DeviceKind = DeviceKind.DISK
    model: str = ""
    vendor: str = ""
    serial: str = ""
    wwn: str = ""
    firmware: str = ""
    bus: str = ""
    """A key of BUS_TITLES, "" for a device without a bus (loop, md)."""
    size: int = 0
    media: Media = Media.UNKNOWN
    removable: bool = False
    ejectable: bool = False
    can_power_off: bool = False
    can_sleep: bool = False
    """Whether UDisks2 can put it to standby (ATA)."""
    read_only: bool = False
    rotational: bool | None = None
    rotation_rate: int | None = None
    """Turns a minute."""
    scheduler: str | None = None
    schedulers: tuple[str, ...] = ()
    link: str | None = None
    """How it is connected now: "PCIe 4.0 x4", "SATA 6 Gb/s"."""
    link_max: str | None = None
    """What drive or port could do at best, where that is known."""
    temperature: float | None = None
    """Degrees Celsius."""
    health: str = "unknown"
    """A grade of health as far as it is known already: a list queries no drive."""
    partition_of: str | None = None
    """Kernel name of the disk."""
    partition_number: int | None = None
    partition_offset: int | None = None
    partition_table: str = ""
    """"gpt" or "dos" on a device that holds partitions."""
    partition_label: str = ""
    parents: tuple[str, ...] = ()
    """Kernel names of the devices directly below it."""
    children: tuple[str, ...] = ()
    """Kernel names of the devices directly on it."""
    usage: str = ""
    """filesystem, crypto, raid, other or ""."""
    filesystem: str = ""
    label: str = ""
    uuid: str = ""
    mounts: tuple[Mount, ...] = ()
    free: int | None = None
    """Bytes that a user can still write on its mounted file system."""
    used: int | None = None
    filesystem_size: int | None = None
    backing_file: str = ""
    """The file under a loop device."""
    raid_level: str = ""
    """"raid1"."""
    array: ArrayState | None = None
    """Of a RAID array, and of what a file system of several devices lies on."""
    mapping: str = ""
    """The device mapper's name for it."""
    hidden: bool = False
    """Of no interest to people: marked so by udev, or a loop device without a file."""
    aliases: tuple[str, ...] = ()
    """Other paths of the same device: links in /dev/disk, /dev/mapper."""
    object_path: str = ""
    """On UDisks2's bus."""
    drive_id: str = ""
    """UDisks2's name for the drive, from model and serial; "" where there is no drive."""
    limits: QueueLimits = QueueLimits()
    attachment: Attachment = NOT_REPORTED

    @property
    def title(self) -> str:
        """What to call it where one line is all there is, in English."""
        return self.titled(KIND_TITLES.get(self.kind, DISK).key)

    def titled(self, plain: str) -> str:
        """The same; `plain` is the word for its kind, in any language."""
        last = self.path.rsplit("/", 1)[-1]
        match self.kind:
            case "loop":
                file = self.backing_file.rsplit("/", 1)[-1]
                title = f"{plain} {self.name}" + (f" ({file})" if file else "")
            case "md":
                level = self.raid_level.removeprefix("raid")
                title = f"{plain} {level} {last}" if level else f"{plain} {last}"
            case "crypt" | "lvm" | "dm" | "multipath":
                title = f"{plain} {self.mapping or last}"
            case "partition":
                numbered = f"{plain} {self.partition_number or ''}".strip()
                title = self.label or self.partition_label or numbered
            case _ if self.model:
                known = self.model.casefold().startswith(self.vendor.casefold())
                title = self.model if known else f"{self.vendor} {self.model}"
            case _:
                title = f"{plain} {self.name}"
        return title

    @property
    def bus_title(self) -> str:
        """The name of its bus; for a device without a bus its kind, in English."""
        kind = KIND_TITLES.get(self.kind)
        return BUS_TITLES.get(self.bus) or (kind.key if kind else "")

    @property
    def identity(self) -> str:
        """What stays the same when the drive is plugged in elsewhere; the path if nothing does.

        Two drives behind cheap bridges may share it: never the only key of a choice on screen.
        """
        if self.wwn:
            return f"wwn:{self.wwn}"
        if self.serial:
            return f"serial:{self.model}:{self.serial}"
        return path_identity(self.backing_file or self.path)


def device_key(device: BlockDevice) -> tuple[str, str]:
    """What tells a device that is shown from others: another one may take over its name, and
    identities may be duplicated.
    """
    return device.name, device.identity


def path_identity(path: str) -> str:
    """The identity of what nothing but its path tells from another drive."""
    return f"{_BY_PATH}{path}"


def is_path(identity: str) -> bool:
    """Whether an identity is only a path, where another drive may be tomorrow."""
    return identity.startswith(_BY_PATH)


def path_in(identity: str) -> str:
    """The path of such an identity."""
    return identity.removeprefix(_BY_PATH)


@dataclass(frozen=True, slots=True)
class Layer:
    """One line of a stack; `depth` 0 is the device at its top."""

    depth: int
    device: BlockDevice


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or inside it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def for_people(mount_point: str) -> bool:
    """Whether it may hold people's own files."""
    return not any(is_inside(mount_point, place) for place in _MACHINE_ONLY)


def can_be_written(mount: Mount) -> bool:
    """Whether its file system takes a file at all; rights are another matter."""
    return not mount.read_only and mount.filesystem not in _CANNOT_BE_WRITTEN


@dataclass(frozen=True)
class Inventory:
    """Every block device at one moment. Looking up is cheap; nothing here touches the machine."""

    devices: tuple[BlockDevice, ...] = ()
    source: str = ""
    """Who said so: "UDisks2 2.9.4"."""
    elsewhere: frozenset[str] = frozenset()
    """Mount points of what lies on none of them: memory, a network."""

    _by_name: dict[str, BlockDevice] = field(init=False, repr=False, compare=False)
    _by_path: dict[str, BlockDevice] = field(init=False, repr=False, compare=False)
    _by_number: dict[str, BlockDevice] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_path: dict[str, BlockDevice] = {}
        for device in self.devices:
            for alias in device.aliases:
                by_path.setdefault(alias, device)
        for device in self.devices:  # its own path always wins over a link of another one
            by_path[f"/dev/{device.name}"] = device
            by_path[device.path] = device
        # Made now, because threads share an inventory.
        object.__setattr__(self, "_by_path", by_path)
        object.__setattr__(self, "_by_name", {device.name: device for device in self.devices})
        numbers = {device.number: device for device in self.devices if device.number}
        object.__setattr__(self, "_by_number", numbers)

    def get(self, name_or_path: str) -> BlockDevice | None:
        """The device with this kernel name, path or link in /dev; None if there is none."""
        return self._by_name.get(name_or_path) or self._by_path.get(name_or_path)

    def device_at(self, path: str) -> BlockDevice | None:
        """The device that a path names, or that holds its file system; None if there is none.

        Only the text of `path` counts (absolute, without links): the machine is not queried.
        """
        return self.get(path) or self.mount_points().get(self.point_of(path))

    def point_of(self, path: str) -> str:
        """The mount point of a device that a path lies below; "" for none, and for a path in memory
        or on a network. Only the text of `path` counts (absolute, without links).
        """
        every = {*self.mount_points(), *self.elsewhere}
        point = max((one for one in every if is_inside(path, one)), key=len, default="")
        return "" if point in self.elsewhere else point

    def by_number(self, number: str) -> BlockDevice | None:
        """The device with the number "8:1"; None if there is none."""
        return self._by_number.get(number)

    def listed(self) -> tuple[BlockDevice, ...]:
        """The devices that can be measured: every drive, and devices made of drives, files or
        memory.

        No partitions, no loop devices without a file, no memory disks of size 0.
        """
        return tuple(device for device in self.devices if _is_listed(device))

    def whole_disk(self, device: BlockDevice) -> BlockDevice:
        """The disk that a partition is a part of; any other device is its own."""
        if device.partition_of is None:
            return device
        return self._by_name.get(device.partition_of, device)

    def parents(self, device: BlockDevice) -> tuple[BlockDevice, ...]:
        """The devices directly below it."""
        return tuple(self._by_name[name] for name in device.parents if name in self._by_name)

    def children(self, device: BlockDevice) -> tuple[BlockDevice, ...]:
        """The devices directly on it, partitions in their order on the disk."""
        return tuple(self._by_name[name] for name in device.children if name in self._by_name)

    def stack(self, device: BlockDevice) -> tuple[Layer, ...]:
        """The device and everything below it, from top to bottom, like `lsblk --inverse`."""
        return tuple(self._walk(device, down=True))

    def above(self, device: BlockDevice) -> tuple[Layer, ...]:
        """The device and everything on it, like `lsblk`."""
        return tuple(self._walk(device, down=False))

    def drives_below(self, device: BlockDevice) -> tuple[BlockDevice, ...]:
        """The bottom of its stack, each once: the drives that do the work in the end."""
        found: dict[str, BlockDevice] = {}
        for layer in self.stack(device):
            if not self.parents(layer.device):
                found.setdefault(layer.device.name, layer.device)
        return tuple(found.values())

    def members(self, device: BlockDevice) -> tuple[BlockDevice, ...]:
        """The devices of one btrfs, which share its UUID; for any other file system its only
        device.
        """
        if device.filesystem != "btrfs" or not device.uuid:
            return (device,)
        same = [d for d in self.devices if d.uuid == device.uuid and d.filesystem == "btrfs"]
        return (device, *(d for d in same if d.name != device.name))

    def drive_below(self, device: BlockDevice) -> BlockDevice:
        """The only drive below a device; the device itself where there are several or none."""
        drives = self.drives_below(device)
        return drives[0] if len(drives) == 1 else device

    def array_on(self, device: BlockDevice) -> BlockDevice | None:
        """The device itself if it is an array, else an array on it that is not listed by itself and
        of which there is something to say: a file system of several devices on its partitions.
        """
        if device.array is not None:
            return device
        found = (layer.device for layer in self.above(device) if not _is_listed(layer.device))
        return next((one for one in found if one.array is not None and one.array.notable), None)

    def mounts_above(self, device: BlockDevice) -> tuple[tuple[Mount, BlockDevice], ...]:
        """Every mount of the device and of everything on it, with the mounted device."""
        found: dict[str, tuple[Mount, BlockDevice]] = {}
        for layer in self.above(device):
            for mount in layer.device.mounts:
                found.setdefault(mount.path, (mount, layer.device))
        return tuple(found.values())

    def is_in_use(self, device: BlockDevice) -> bool:
        """Whether something of a device is mounted, or anything but a partition is made of it."""
        return any(
            layer.device.mounts or (layer.depth and layer.device.kind is not DeviceKind.PARTITION)
            for layer in self.above(device)
        )

    def mount_points(self) -> dict[str, BlockDevice]:
        """Mount point to device, for all that is mounted."""
        return {mount.path: device for device in self.devices for mount in device.mounts}

    def _walk(self, device: BlockDevice, *, down: bool) -> Iterator[Layer]:
        """Depth first. A cycle in the machine's data (seen with hostile data) ends there."""
        todo = [(0, device, frozenset[str]())]
        while todo:
            depth, current, passed = todo.pop()
            yield Layer(depth, current)
            passed = passed | {current.name}
            following = self.parents(current) if down else self.children(current)
            todo += [
                (depth + 1, other, passed)
                for other in reversed(following)
                if other.name not in passed
            ]


def is_drive(device: BlockDevice) -> bool:
    """Whether it is a piece of hardware with health of its own, or represents one."""
    return device.kind in _HARDWARE


def _is_listed(device: BlockDevice) -> bool:
    if device.hidden or device.kind in {DeviceKind.PARTITION, DeviceKind.RAM}:
        return False
    if (
        device.kind in {DeviceKind.LOOP, DeviceKind.ZRAM, DeviceKind.NBD, DeviceKind.MD}
        or device.kind not in DRIVE_KINDS
    ):
        return device.size > 0
    return True
