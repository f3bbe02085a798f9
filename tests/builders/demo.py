# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives that no single machine has, for tests of the window."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount, QueueLimits

GB = 10**9
_LIMITS = QueueLimits(
    logical_block_size=512,
    physical_block_size=512,
    minimum_io_size=512,
    max_sectors_bytes=131072,
    nr_requests=1023,
    read_ahead_bytes=131072,
    discard_granularity=512,
    discard_max_bytes=2199023255040,
    write_cache="write back",
    rotational=False,
    zoned="none",
)


def _partition(disk: str, number: int, offset: int, size: int, **more: object) -> BlockDevice:
    name = f"{disk}p{number}" if disk[-1].isdigit() else f"{disk}{number}"
    facts: dict[str, object] = {
        "path": f"/dev/{name}",
        "name": name,
        "kind": "partition",
        "size": size,
        "partition_of": disk,
        "partition_number": number,
        "partition_offset": offset,
        "parents": (disk,),
    }
    return BlockDevice(**(facts | more))  # type: ignore[arg-type]


def _mount(path: str, source: str, filesystem: str) -> tuple[Mount, ...]:
    return (Mount(path, source, filesystem, ("rw", "relatime")),)


def demo_inventory() -> Inventory:
    """Four drives, a RAID, an encrypted volume and a loop device."""
    nvme = BlockDevice(
        path="/dev/nvme0n1", name="nvme0n1", kind="nvme", model="Samsung SSD 990 PRO 2TB",
        serial="S7KHNJ0W812345", wwn="eui.0025384b31b1d4a2", firmware="4B2QJXD7", bus="nvme",
        size=2_000_398_934_016, media="ssd", rotational=False, scheduler="none",
        schedulers=("none", "mq-deadline", "kyber"), link="PCIe 4.0 x4", link_max="PCIe 4.0 x4",
        temperature=46.0, partition_table="gpt", children=("nvme0n1p1", "nvme0n1p2", "nvme0n1p3"),
        limits=_LIMITS,
    )  # fmt: skip
    efi = _partition(
        "nvme0n1", 1, 2**20, 1_073_741_824, filesystem="vfat", usage="filesystem",
        partition_label="EFI System Partition",
        mounts=_mount("/boot/efi", "/dev/nvme0n1p1", "vfat"),
        used=6_300_000, free=1_065_000_000, filesystem_size=1_071_628_288,
    )  # fmt: skip
    root = _partition(
        "nvme0n1", 2, 1_074_790_400, 120 * GB, filesystem="ext4", usage="filesystem",
        label="root", mounts=_mount("/", "/dev/nvme0n1p2", "ext4"), used=41 * GB, free=70 * GB,
        filesystem_size=117 * GB,
    )  # fmt: skip
    crypt_part = _partition(
        "nvme0n1", 3, 121_074_790_400, 1_750 * GB, filesystem="crypto_LUKS", usage="crypto",
        partition_label="home", children=("dm-0",),
    )  # fmt: skip
    home = BlockDevice(
        path="/dev/mapper/home", name="dm-0", kind="crypt", mapping="home", size=1_749 * GB,
        filesystem="btrfs", usage="filesystem", label="home", parents=("nvme0n1p3",),
        mounts=_mount("/home", "/dev/mapper/home", "btrfs"), used=620 * GB, free=1_120 * GB,
        filesystem_size=1_749 * GB,
    )  # fmt: skip
    sata = BlockDevice(
        path="/dev/sda", name="sda", kind="ata", model="WDC WD40EFZX-68AWUN0", vendor="",
        serial="WD-WX42D91P0K7L", wwn="0x50014ee2bf3c1a77", firmware="81.00B81", bus="sata",
        size=4_000_787_030_016, media="hdd", rotational=True, rotation_rate=5400,
        scheduler="mq-deadline", schedulers=("none", "mq-deadline"), link="SATA 6 Gb/s",
        temperature=35.0, partition_table="gpt", children=("sda1",), limits=_LIMITS,
    )  # fmt: skip
    sda1 = _partition(
        "sda", 1, 2**20, 4_000_785_000_000, filesystem="linux_raid_member", usage="raid",
        children=("md0",),
    )  # fmt: skip
    sdb = replace(
        sata, path="/dev/sdb", name="sdb", serial="WD-WX12D60L5E2V", wwn="0x50014ee2bf3c1b88",
        temperature=36.0, children=("sdb1",),
    )  # fmt: skip
    sdb1 = replace(
        sda1, path="/dev/sdb1", name="sdb1", partition_of="sdb", parents=("sdb",),
    )  # fmt: skip
    md0 = BlockDevice(
        path="/dev/md0", name="md0", kind="md", raid_level="raid1", size=4_000_650_000_000,
        parents=("sda1", "sdb1"), filesystem="xfs", usage="filesystem",
        mounts=_mount("/srv/archive", "/dev/md0", "xfs"), used=2_100 * GB, free=1_900 * GB,
        filesystem_size=4_000 * GB,
    )  # fmt: skip
    usb = BlockDevice(
        path="/dev/sdc", name="sdc", kind="usb", model="Extreme Portable SSD", vendor="SanDisk",
        serial="323230353441343032353637", bus="usb", size=500_107_862_016, media="ssd",
        removable=False, ejectable=True, rotational=False, scheduler="mq-deadline",
        schedulers=("none", "mq-deadline"), link="USB 5 Gbit/s", link_max="USB 10 Gbit/s",
        firmware="3002", partition_table="dos", children=("sdc1",),
    )  # fmt: skip
    sdc1 = _partition(
        "sdc", 1, 2**20, 400 * GB, filesystem="exfat", usage="filesystem", label="EXTREME",
    )  # fmt: skip
    loop = BlockDevice(
        path="/dev/loop0", name="loop0", kind="loop", size=536_870_912, rotational=False,
        backing_file="/var/tmp/scratch.img",
    )  # fmt: skip
    return Inventory(
        (nvme, efi, root, crypt_part, sata, sda1, sdb, sdb1, usb, sdc1, home, md0, loop),
        "demo",
    )


def many_devices(count: int) -> Inventory:
    """This many drives with a partition each."""
    devices: list[BlockDevice] = []
    for number in range(count // 2):
        name = f"sd{number:03d}x"
        devices.append(
            BlockDevice(
                path=f"/dev/{name}",
                name=name,
                kind="ata",
                model=f"Disk model {number}",
                serial=f"SER{number:06d}",
                bus="sata",
                size=(number + 1) * GB,
                temperature=30.0 + number % 20,
                children=(f"{name}1",),
            )
        )
        devices.append(_partition(name, 1, 2**20, number * GB + 10**8))
    return Inventory(tuple(devices), "demo")
