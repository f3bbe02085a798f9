# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A fake machine: the objects of UDisks2 and the matching tree of /sys, drive by drive."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = "/org/freedesktop/UDisks2"
PREFIX = "org.freedesktop.UDisks2."

Variant = tuple[str, Any]
Interfaces = dict[str, dict[str, Variant]]

GB = 10**9
GIB = 2**30

# "Local/experimental use" (devices.txt): no real device of this machine has such a number, so no
# mount of this machine matches a fake device.
MAJOR = 120

_QUEUE = {
    "logical_block_size": 512,
    "physical_block_size": 512,
    "minimum_io_size": 512,
    "optimal_io_size": 0,
    "max_sectors_kb": 1280,
    "nr_requests": 256,
    "read_ahead_kb": 128,
    "discard_granularity": 512,
    "discard_max_bytes": 2199023255040,
    "discard_max_hw_bytes": 2199023255040,
    "write_cache": "write back",
    "rotational": 0,
    "zoned": "none",
    "scheduler": "[none] mq-deadline",
}


@dataclass(frozen=True)
class Made:
    """A fake device: its name and the path of its block object."""

    name: str
    object_path: str


class MadeMachine:
    """Drives are added one by one; `objects` is the reply to GetManagedObjects."""

    def __init__(self, root: Path, version: str = "2.9.4") -> None:
        self.root = root
        self.version = version
        self.objects: dict[str, Interfaces] = {
            f"{ROOT}/Manager": {f"{PREFIX}Manager": {"Version": ("s", version)}}
        }
        self.smart: dict[str, Any] = {}
        """The data that tests.fakes.smart assigned, by the path of the drive object."""
        self._minors = 0
        (root / "class" / "block").mkdir(parents=True)

    # drives

    def nvme(self, index: int, model: str, size: int, **more: Any) -> Made:
        """An NVMe drive; `speed` ("16.0 GT/s PCIe") and `lanes` make its link."""
        controller = (
            f"devices/pci0000:00/0000:00:01.{index}/0000:0{index + 1}:00.0/nvme/nvme{index}"
        )
        device = f"devices/pci0000:00/0000:00:01.{index}/0000:0{index + 1}:00.0"
        speed, lanes = more.pop("speed", "16.0 GT/s PCIe"), more.pop("lanes", 4)
        for kind in ("current", "max"):
            self._file(f"{device}/{kind}_link_speed", speed)
            self._file(f"{device}/{kind}_link_width", lanes)
        self._file(f"{Path(device).parent}/max_link_speed", speed)  # the slot
        self._file(f"{Path(device).parent}/max_link_width", lanes)
        self._file(f"{controller}/transport", "pcie")
        self._link(f"{controller}/device", f"{device}")
        self._link(f"class/nvme/nvme{index}", controller)
        if (celsius := more.pop("temperature", None)) is not None:
            self._file(f"{controller}/hwmon{index}/name", "nvme")
            self._file(f"{controller}/hwmon{index}/temp1_input", round(celsius * 1000))
        name = f"nvme{index}n1"
        extra: Interfaces = {}
        if not self.version.startswith("2.9"):
            extra[f"{PREFIX}NVMe.Controller"] = {"State": ("s", "live"), "SmartUpdated": ("t", 0)}
        made = self._drive(f"{controller}/{name}", name, model, size, extra=extra, **more)
        self._link(f"{controller}/{name}/device", controller)
        return made

    def sata(self, name: str, model: str, size: int, port: int, **more: Any) -> Made:
        """A SATA drive at a port of 6 Gb/s; `rotation` in revolutions per minute."""
        device = (
            f"devices/pci0000:00/0000:00:17.0/ata{port}/host{port}/target{port}:0:0/{port}:0:0:0"
        )
        self._file(f"class/ata_link/link{port}/sata_spd", more.pop("sata_speed", "6.0 Gbps"))
        self._file(f"class/ata_link/link{port}/hw_sata_spd_limit", "6.0 Gbps")
        if (celsius := more.pop("temperature", None)) is not None:
            self._file(f"{device}/hwmon/hwmon{port + 20}/name", "drivetemp")
            self._file(f"{device}/hwmon/hwmon{port + 20}/temp1_input", round(celsius * 1000))
        extra = {f"{PREFIX}Drive.Ata": {"SmartSupported": ("b", True), "SmartUpdated": ("t", 0)}}
        made = self._drive(f"{device}/block/{name}", name, model, size, extra=extra, **more)
        self._link(f"{device}/block/{name}/device", device)
        return made

    def usb(self, name: str, model: str, size: int, port: int, **more: Any) -> Made:
        """A USB drive; `usb_speed` in Mbit/s, `adapter` as "152d:0583:0209"."""
        hub = f"devices/pci0000:00/0000:00:14.0/usb2/2-{port}"
        numbers = str(more.pop("adapter", "")).split(":")
        for file, number in zip(("idVendor", "idProduct", "bcdDevice"), numbers, strict=False):
            self._file(f"{hub}/{file}", number)
        device = f"{hub}/2-{port}:1.0/host{port + 10}/target{port + 10}:0:0/{port + 10}:0:0:0"
        self._file(f"{hub}/speed", more.pop("usb_speed", 5000))
        more.setdefault("removable", True)
        more.setdefault("queue", {"rotational": 1})
        more.setdefault("rotation", -1)
        made = self._drive(f"{device}/block/{name}", name, model, size, bus="usb", **more)
        self._link(f"{device}/block/{name}/device", device)
        return made

    def virtio(self, name: str, size: int, **queue: Any) -> Made:
        """A disk of a virtual machine: no drive object."""
        place = f"devices/pci0000:00/0000:00:02.0/virtio1/block/{name}"
        return self._block(place, name, size, {"rotational": 1, **queue})

    # what is on drives

    def partition(self, disk: Made, number: int, size: int, **block: Any) -> Made:
        """A partition; further keywords as for `filesystem`."""
        digit = disk.name[-1].isdigit()
        name = f"{disk.name}p{number}" if digit else f"{disk.name}{number}"
        parent = (self.root / "class" / "block" / disk.name).resolve().relative_to(self.root)
        offset = number * 2**20
        self._file(f"{parent}/{name}/partition", number)
        self._file(f"{parent}/{name}/start", offset // 512)
        made = self._block(f"{parent}/{name}", name, size, None)
        self.objects[made.object_path][f"{PREFIX}Partition"] = {
            "Number": ("u", number),
            "Offset": ("t", offset),
            "Size": ("t", size),
            "Name": ("s", ""),
            "Table": ("o", disk.object_path),
        }
        self.objects[disk.object_path][f"{PREFIX}PartitionTable"] = {"Type": ("s", "gpt")}
        drive = self.objects[disk.object_path][f"{PREFIX}Block"]["Drive"]
        self.objects[made.object_path][f"{PREFIX}Block"]["Drive"] = drive
        return self.format(made, **block)

    def format(
        self,
        made: Made,
        filesystem: str = "",
        label: str = "",
        mounts: Iterable[str | bytes] = (),
        usage: str = "filesystem",
    ) -> Made:
        """Put a file system on a device, or a container with usage="crypto" or "raid"."""
        if not filesystem:
            return made
        block = self.objects[made.object_path][f"{PREFIX}Block"]
        block |= {
            "IdType": ("s", filesystem),
            "IdUsage": ("s", usage),
            "IdLabel": ("s", label),
        }
        if usage == "filesystem":
            points = [_bytes(mount) for mount in mounts]
            self.objects[made.object_path][f"{PREFIX}Filesystem"] = {"MountPoints": ("aay", points)}
        return made

    def mapped(self, minor: int, name: str, uuid: str, size: int, below: Iterable[Made]) -> Made:
        """A device of the device mapper; `uuid` begins with CRYPT-, LVM-, mpath- ..."""
        kernel = f"dm-{minor}"
        place = f"devices/virtual/block/{kernel}"
        self._file(f"{place}/dm/name", name)
        self._file(f"{place}/dm/uuid", uuid)
        made = self._block(place, kernel, size, {"rotational": 0}, preferred=f"/dev/mapper/{name}")
        below = list(below)
        self._slaves(place, below)
        if uuid.startswith("CRYPT-"):
            block = self.objects[made.object_path][f"{PREFIX}Block"]
            block["CryptoBackingDevice"] = ("o", below[0].object_path)
        return made

    def raid(self, minor: int, level: str, name: str, size: int, below: Iterable[Made]) -> Made:
        """An md array with its MDRaid object."""
        kernel = f"md{minor}"
        place = f"devices/virtual/block/{kernel}"
        self._file(f"{place}/md/level", level)
        made = self._block(place, kernel, size, {"rotational": 1}, preferred=f"/dev/md/{name}")
        raid = f"{ROOT}/mdraid/{name}"
        self.objects[raid] = {f"{PREFIX}MDRaid": {"Level": ("s", level), "Name": ("s", name)}}
        self.objects[made.object_path][f"{PREFIX}Block"]["MDRaid"] = ("o", raid)
        below = list(below)
        for member in below:
            self.objects[member.object_path][f"{PREFIX}Block"]["MDRaidMember"] = ("o", raid)
        self._slaves(place, below)
        return made

    def volume_group(
        self, volume: Made, below: Iterable[Made], missing: int = 0, **facts: Variant
    ) -> str:
        """UDisks2's LVM module reports a logical volume with these properties; its object path."""
        group, path = f"{ROOT}/lvm/group", f"{ROOT}/lvm/group/volume"
        lost = ("as", [f"lost {number}" for number in range(missing)])
        self.objects[group] = {f"{PREFIX}VolumeGroup": {"MissingPhysicalVolumes": lost}}
        links = {"VolumeGroup": ("o", group), "BlockDevice": ("o", volume.object_path)}
        self.objects[path] = {f"{PREFIX}LogicalVolume": {**links, **facts}}
        self.objects[volume.object_path][f"{PREFIX}Block.LVM2"] = {"LogicalVolume": ("o", path)}
        for each in below:
            self.objects[each.object_path][f"{PREFIX}PhysicalVolume"] = {
                "VolumeGroup": ("o", group)
            }
        return path

    def loop(self, index: int, size: int, backing_file: str | bytes = "") -> Made:
        """A loop device; without a backing file it is unused."""
        name = f"loop{index}"
        made = self._block(f"devices/virtual/block/{name}", name, size, {"rotational": 1})
        self.objects[made.object_path][f"{PREFIX}Loop"] = {
            "BackingFile": ("ay", _bytes(backing_file)),
            "Autoclear": ("b", False),
        }
        if backing_file:
            file = self.root / "devices" / "virtual" / "block" / name / "loop" / "backing_file"
            file.parent.mkdir()
            file.write_bytes(_bytes(backing_file).replace(b"\0", b"\n"))
        return made

    def bcache(self, minor: int, size: int, backing: Made, caches: Iterable[Made]) -> Made:
        """A bcache: the kernel lists its caching devices among its slaves (bcache/super.c)."""
        place = f"devices/virtual/block/bcache{minor}"
        made = self._block(place, f"bcache{minor}", size, {"rotational": 0})
        caches = list(caches)
        self._slaves(place, [backing, *caches])
        self._file(f"{self._place(backing)}/bcache/backing_dev_name", backing.name)
        for cache in caches:
            self._file(f"{self._place(cache)}/bcache/cache_replacement_policy", "[lru] fifo random")
        return made

    def btrfs(self, uuid: str, devices: Iterable[Made]) -> None:
        """A mounted btrfs over these devices."""
        for made in devices:
            self._link(f"fs/btrfs/{uuid}/devices/{made.name}", self._place(made))

    def statistics(self, made: Made, *counts: int) -> None:
        """The counters of a device, in the order of Documentation/block/stat.rst."""
        self._file(f"{self._place(made)}/stat", " ".join(map(str, counts)))

    def _place(self, made: Made) -> str:
        return str((self.root / "class" / "block" / made.name).resolve().relative_to(self.root))

    def zram(self, index: int, size: int) -> Made:
        """A compressed disk in memory."""
        name = f"zram{index}"
        return self._block(f"devices/virtual/block/{name}", name, size, {"scheduler": "none"})

    # parts

    def _drive(
        self,
        place: str,
        name: str,
        model: str,
        size: int,
        *,
        extra: Interfaces | None = None,
        vendor: str = "",
        serial: str = "",
        wwn: str = "",
        firmware: str = "",
        bus: str = "",
        rotation: int = 0,
        removable: bool = False,
        queue: dict[str, Any] | None = None,
    ) -> Made:
        if rotation > 0:
            queue = {"rotational": 1, "scheduler": "none [mq-deadline] bfq", **(queue or {})}
        made = self._block(place, name, size, queue or {})
        drive = f"{ROOT}/drives/{name}_{len(self.objects)}"
        self.objects[drive] = {
            f"{PREFIX}Drive": {
                "Vendor": ("s", vendor),
                "Model": ("s", model),
                "Revision": ("s", firmware),
                "Serial": ("s", serial),
                "WWN": ("s", wwn),
                "Id": ("s", f"{model}-{serial}".replace(" ", "-") if serial else ""),
                "Media": ("s", ""),
                "ConnectionBus": ("s", bus),
                "Size": ("t", size),
                "RotationRate": ("i", rotation),
                "Removable": ("b", removable),
                "MediaRemovable": ("b", False),
                "Ejectable": ("b", removable),
            },
            **(extra or {}),
        }
        self.objects[made.object_path][f"{PREFIX}Block"]["Drive"] = ("o", drive)
        return made

    def _block(
        self, place: str, name: str, size: int, queue: dict[str, Any] | None, preferred: str = ""
    ) -> Made:
        self._minors += 1
        self._file(f"{place}/dev", f"{MAJOR}:{self._minors}")
        self._file(f"{place}/size", size // 512)
        self._file(f"{place}/stat", "0 " * 17)
        if queue is not None:
            for key, value in {**_QUEUE, **queue}.items():
                self._file(f"{place}/queue/{key}", value)
        self._link(f"class/block/{name}", place)
        self._link(f"dev/block/{MAJOR}:{self._minors}", place)
        made = Made(name, f"{ROOT}/block_devices/" + name.replace("-", "_2d"))
        self.objects[made.object_path] = {
            f"{PREFIX}Block": {
                "Device": ("ay", _bytes(f"/dev/{name}")),
                "PreferredDevice": ("ay", _bytes(preferred or f"/dev/{name}")),
                "Symlinks": ("aay", [_bytes(f"/dev/disk/by-diskseq/{self._minors}")]),
                "DeviceNumber": ("t", (MAJOR << 8) | self._minors),
                "Size": ("t", size),
                "ReadOnly": ("b", False),
                "Drive": ("o", "/"),
                "MDRaid": ("o", "/"),
                "MDRaidMember": ("o", "/"),
                "CryptoBackingDevice": ("o", "/"),
                "IdUsage": ("s", ""),
                "IdType": ("s", ""),
                "IdLabel": ("s", ""),
                "IdUUID": ("s", ""),
                "HintIgnore": ("b", False),
                "HintSystem": ("b", True),
            }
        }
        return made

    def _slaves(self, place: str, below: list[Made]) -> None:
        for made in below:
            target = (self.root / "class" / "block" / made.name).resolve()
            self._link(f"{place}/slaves/{made.name}", str(target.relative_to(self.root)))
            holder = place.rsplit("/", 1)[-1]
            self._link(f"{target.relative_to(self.root)}/holders/{holder}", place)

    def _file(self, path: str, value: object) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"{value}\n", "utf-8")

    def _link(self, path: str, target: str) -> None:
        link = self.root / path
        link.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * path.count("/")
        link.symlink_to(f"{up}{target}")


def _bytes(text: str | bytes) -> bytes:
    raw = text.encode() if isinstance(text, str) else text
    return raw + b"\0"
