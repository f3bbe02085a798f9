# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Block devices in /sys: limits, scheduler, counters, place."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from driveproof.domain.drive.attachment import NOT_REPORTED, Attachment, UsbAdapter, UsbDriver
from driveproof.domain.drive.drive import QueueLimits
from driveproof.domain.text import visible
from driveproof.system.kernel import links
from driveproof.system.kernel.small_files import int_in, text_in

_HOST = re.compile(r"/host(\d+)/")
_ASPM = (
    ("l0s_aspm", "L0s"),
    ("l1_aspm", "L1"),
    ("l1_1_aspm", "L1.1"),
    ("l1_2_aspm", "L1.2"),
    ("l1_1_pcipm", "L1.1 PCI-PM"),
    ("l1_2_pcipm", "L1.2 PCI-PM"),
)
"""Files of a PCIe device in link/ (ABI/testing/sysfs-bus-pci), and the states that they allow."""


def attachment(root: Path, name: str, place: str) -> Attachment:
    """What /sys says of the drive `name` at `place` (below /sys/devices); raises nothing."""
    if controller := links.nvme_controller(root, name):
        return _nvme(root, controller)
    block = root / "class" / "block" / name
    runtime = block / "device" / "power"
    driver: UsbDriver | None = None
    adapter: UsbAdapter | None = None
    if usb := links.USB_DEVICE.match(place):
        device = (root / "class" / "block" / usb[1]).resolve()
        interface = place.removeprefix(usb[1]).split("/")[1]
        driver = _usb_driver(device / interface / "driver")
        adapter = _usb_adapter(device)
        runtime = device / "power"
    policy = ""
    if links.ATA_PORT.search(place) and (host := _HOST.search(place)):
        folder = root / "class" / "scsi_host" / f"host{host[1]}"
        policy = _word(folder / "link_power_management_policy")
    return Attachment(
        usb_driver=driver,
        usb_adapter=adapter,
        sata_power=policy,
        runtime=_runtime(runtime),
        suspended=_word(runtime / "runtime_status") == "suspended",
    )


def _nvme(root: Path, controller: Path) -> Attachment:
    """The kernel puts the limit of the drive's own sleep states (APST) where it has its tolerance
    of latency: a number of microseconds, 0 for none.
    """
    card = controller / "device"
    tolerance = _word(controller / "power" / "pm_qos_latency_tolerance_us")
    policy = _word(root / "module" / "pcie_aspm" / "parameters" / "policy", whole=True)
    chosen = re.search(r"\[(\w+)\]", policy)
    states = [(_word(card / "link" / file), state) for file, state in _ASPM]
    known = any(word for word, _ in states)
    return Attachment(
        aspm=tuple(state for word, state in states if word == "1") if known else None,
        aspm_policy=chosen[1] if chosen else "",
        apst=int(tolerance) if tolerance.isascii() and tolerance.isdigit() else None,
        runtime=_runtime(card / "power"),
        suspended=_word(card / "power" / "runtime_status") == "suspended",
    )


def _runtime(folder: Path) -> str:
    # Where the driver supports none, the status is "unsupported" whatever "control" says.
    if _word(folder / "runtime_status") in {"", "unsupported"}:
        return ""
    word = _word(folder / "control")
    return word if word in {"auto", "on"} else ""


def _usb_driver(link: Path) -> UsbDriver | None:
    try:
        name = link.readlink().name
    except OSError:
        return None
    return UsbDriver(name) if name in tuple(UsbDriver) else None


def _usb_adapter(device: Path) -> UsbAdapter | None:
    numbers = [_word(device / file) for file in ("idVendor", "idProduct", "bcdDevice")]
    if not all(re.fullmatch("[0-9a-f]{4}", number) for number in numbers):
        return None
    said = (text_in(device / file)[:64] for file in ("manufacturer", "product"))
    name = visible(" ".join(" ".join(said).split()))
    vendor, product, release = (int(number, 16) for number in numbers)
    return UsbAdapter(vendor, product, release, name)


def _word(path: Path, *, whole: bool = False) -> str:
    text = text_in(path)[:256]
    return text if whole or re.fullmatch(r"[\w+-]+", text) else ""


_LONGEST = 11.0
"""Seconds: two of the kernel's intervals and a margin."""


def namespace_use(names: tuple[str, ...], sysfs: Sysfs) -> int | None:
    """Bytes in use on all of these; None where one does not report it."""
    found = 0
    for name in names:
        block = sysfs.limits(name).logical_block_size
        blocks = int_in(sysfs.root / "class" / "block" / name / "nuse")
        if block is None or blocks is None or not 0 <= blocks < 2**64:
            return None
        found += blocks * block
    return found if names else None


def use_afterwards(
    names: tuple[str, ...],
    before: int | None,
    sysfs: Sysfs,
    *,
    cancelled: Callable[[], bool],
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> int | None:
    """The same, once it is less than `before` or has not fallen for two intervals."""
    if before is None:
        return None
    end = clock() + _LONGEST
    while True:
        now = namespace_use(names, sysfs)
        if now is None or now < before or clock() > end or cancelled():
            return now
        pause(0.25)  # between two readings


SYS = Path("/sys")

_OFFLINE = frozenset({"offline", "transport-offline"})
_SECTOR = 512  # the unit of `stat`, `size` and `start`, whatever the drive's own sector size


@dataclass(frozen=True, slots=True)
class BlockStat:
    """Counters since the device appeared, in bytes and in seconds of waiting.

    Source of the order: Documentation/block/stat.rst of the kernel. Discards came with Linux 4.18
    and flushes with 5.5; where the kernel does not count them they are None.
    """

    reads: int
    read_bytes: int
    read_seconds: float
    writes: int
    written_bytes: int
    write_seconds: float
    in_flight: int
    busy_seconds: float
    discards: int | None = None
    discarded_bytes: int | None = None
    flushes: int | None = None
    queued_seconds: float = 0.0
    """The time in the queue of all I/Os together (the file's time_in_queue)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SysfsFacts:
    """What /sys says about one device. Anything may be missing: the device may be gone."""

    name: str
    place: str = ""
    """Path of the device below /sys/devices: it shows the bus and, for a partition, the disk."""
    number: str = ""
    size: int | None = None
    partition_number: int | None = None
    partition_offset: int | None = None
    scheduler: str | None = None
    schedulers: tuple[str, ...] = ()
    limits: QueueLimits = field(default_factory=QueueLimits)
    link: str | None = None
    link_max: str | None = None
    attachment: Attachment = NOT_REPORTED
    slaves: tuple[str, ...] = ()
    """The devices below it; for a partition its disk."""
    serial: str = ""
    """Of virtio disks, which have no drive object in UDisks2."""
    mapping: str = ""
    mapping_uuid: str = ""
    raid_level: str = ""


class Sysfs:
    """Reads below `root`, which tests replace with a tree of their own. No method raises
    OSError.
    """

    def __init__(self, root: Path = SYS) -> None:
        self.root = root
        self._block = os.path.join(os.fspath(root), "class", "block")  # noqa: PTH118

    def names(self) -> tuple[str, ...]:
        """Kernel names of all block devices."""
        return _entries(self._block)

    def facts(self, name: str) -> SysfsFacts:
        """Everything that /sys has about one device; mostly empty where it has gone."""
        base = f"{self._block}/{name}"
        try:
            place = os.readlink(base)  # noqa: PTH115
        except OSError:
            return SysfsFacts(name=name)
        number = text_in(f"{base}/dev")
        sectors = int_in(f"{base}/size")
        size = None if sectors is None else sectors * _SECTOR
        partition = int_in(f"{base}/partition")
        if partition is not None:
            start = int_in(f"{base}/start")
            return SysfsFacts(
                name=name,
                place=place,
                number=number,
                size=size,
                partition_number=partition,
                partition_offset=None if start is None else start * _SECTOR,
                slaves=(place.split("/")[-2],),
            )
        scheduler, schedulers = _scheduler(text_in(f"{base}/queue/scheduler"))
        virtual = "/virtual/" in place
        found = SysfsFacts(
            name=name,
            place=place,
            number=number,
            size=size,
            scheduler=scheduler,
            schedulers=schedulers,
            limits=self.limits(name),
            slaves=_entries(f"{base}/slaves") if virtual else (),
        )
        if name.startswith("dm-"):
            found = replace(
                found, mapping=text_in(f"{base}/dm/name"), mapping_uuid=text_in(f"{base}/dm/uuid")
            )
        elif name.startswith("md"):
            found = replace(found, raid_level=text_in(f"{base}/md/level"))
        elif "/virtio" in place:
            found = replace(found, serial=text_in(f"{base}/serial"))
        if not virtual or "/nvme-subsystem/" in place:
            link, link_max = links.link(self.root, name, place)
            attached = attachment(self.root, name, place)
            found = replace(found, link=link, link_max=link_max, attachment=attached)
        return found

    def attachment(self, name: str) -> Attachment:
        """How a drive is attached and what power it saves; empty where it has gone."""
        try:
            place = os.readlink(f"{self._block}/{name}")  # noqa: PTH115
        except OSError:
            return Attachment()
        return attachment(self.root, name, place)

    def limits(self, name: str) -> QueueLimits:
        """The queue limits of a device; a partition uses its disk's."""
        queue = f"{self._block}/{name}/queue"
        if not os.path.isdir(queue):  # noqa: PTH112
            queue = f"{self._block}/{name}/../queue"

        def number(key: str, unit: int = 1) -> int | None:
            value = int_in(f"{queue}/{key}")
            return None if value is None else value * unit

        rotational = number("rotational")
        return QueueLimits(
            logical_block_size=number("logical_block_size"),
            physical_block_size=number("physical_block_size"),
            minimum_io_size=number("minimum_io_size"),
            optimal_io_size=number("optimal_io_size") or None,  # 0: not reported
            max_sectors_bytes=number("max_sectors_kb", 1024),
            nr_requests=number("nr_requests"),
            read_ahead_bytes=number("read_ahead_kb", 1024),
            discard_granularity=number("discard_granularity"),
            discard_max_bytes=number("discard_max_bytes"),
            discard_max_hw_bytes=number("discard_max_hw_bytes"),
            write_cache=text_in(f"{queue}/write_cache") or None,
            rotational=None if rotational is None else bool(rotational),
            zoned=text_in(f"{queue}/zoned") or None,
        )

    def is_offline(self, name: str) -> bool:
        """Whether the kernel has given a SCSI disk up: its counters stay, and every I/O fails
        (scsi_device_state_name of Linux, drivers/scsi/scsi_sysfs.c; iSCSI's is transport-offline).
        """
        return text_in(f"{self._block}/{name}/device/state").strip() in _OFFLINE

    def read_stat(self, name: str) -> BlockStat | None:
        """The counters of a device or partition; None where it has gone."""
        fields = text_in(f"{self._block}/{name}/stat").split()
        try:
            values = [int(field) for field in fields]
        except ValueError:
            return None
        if len(values) < 11:
            return None
        return BlockStat(
            reads=values[0],
            read_bytes=values[2] * _SECTOR,
            read_seconds=values[3] / 1000,
            writes=values[4],
            written_bytes=values[6] * _SECTOR,
            write_seconds=values[7] / 1000,
            in_flight=values[8],
            busy_seconds=values[9] / 1000,
            queued_seconds=values[10] / 1000,
            discards=values[11] if len(values) > 14 else None,
            discarded_bytes=values[13] * _SECTOR if len(values) > 14 else None,
            flushes=values[15] if len(values) > 16 else None,
        )

    def scheduler(self, name: str) -> tuple[str | None, tuple[str, ...]]:
        """The current scheduler and all on offer; None and an empty tuple without a queue."""
        return _scheduler(text_in(f"{self._block}/{name}/queue/scheduler"))

    def disk_of(self, name: str) -> str:
        """The disk of a partition; any other device itself."""
        facts = self.facts(name)
        return facts.slaves[0] if facts.partition_number is not None and facts.slaves else name

    def holders(self, name: str) -> tuple[str, ...]:
        """Kernel names of the devices on top of this one (device mapper, md, bcache)."""
        return _entries(f"{self._block}/{name}/holders")

    def slaves(self, name: str) -> tuple[str, ...]:
        """Kernel names of the devices below this one."""
        return _entries(f"{self._block}/{name}/slaves")

    def name_of(self, number: str) -> str | None:
        """Kernel name of the device with a number such as "8:1"."""
        try:
            return (self.root / "dev" / "block" / number).readlink().name
        except OSError:
            return None


def _scheduler(text: str) -> tuple[str | None, tuple[str, ...]]:
    words = text.split()
    chosen = [word[1:-1] for word in words if word.startswith("[") and word.endswith("]")]
    if not chosen and words == ["none"]:
        chosen = ["none"]
    return (chosen[0] if chosen else None), tuple(word.strip("[]") for word in words)


def _entries(path: str) -> tuple[str, ...]:
    try:
        return tuple(sorted(os.listdir(path)))  # noqa: PTH208
    except OSError:
        return ()
