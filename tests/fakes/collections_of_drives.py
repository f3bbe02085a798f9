# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of fake drives: realistic ones to look at, and hundreds."""

from __future__ import annotations

from pathlib import Path

from tests.fakes import smart
from tests.fakes.made_machine import GB, GIB, MadeMachine


def demo(root: Path, version: str = "2.10.1") -> MadeMachine:
    """A desktop with one drive of each kind, a stack on the first, and a RAID."""
    machine = MadeMachine(root, version)
    first = machine.nvme(
        0, "Samsung SSD 990 PRO 2TB", 2000 * GB, serial="S7KHNJ0W512345", temperature=41.85,
        firmware="4B2QJXD7", wwn="eui.0025384b31402e47",
    )  # fmt: skip
    smart.give(machine, first, smart.nvme())
    machine.partition(first, 1, GIB, filesystem="vfat", label="EFI", mounts=["/boot/efi"])
    machine.partition(first, 2, 2 * GIB, filesystem="ext4", mounts=["/boot"])
    luks = machine.partition(first, 3, 1996 * GB, filesystem="crypto_LUKS", usage="crypto")
    vault = machine.mapped(0, "vault", "CRYPT-LUKS2-0123-vault", 1996 * GB, [luks])
    machine.format(vault, "LVM2_member", usage="raid")
    for minor, name, size, mount in ((1, "root", 200 * GB, "/"), (2, "home", 1700 * GB, "/home")):
        volume = machine.mapped(minor, f"vg-{name}", f"LVM-abc{name}", size, [vault])
        machine.format(volume, "ext4", name, [mount])
    second = machine.nvme(
        1, "WD_BLACK SN850X 1000GB", 1000 * GB, serial="22360L800123", firmware="620361WD",
        temperature=38.0, speed="8.0 GT/s PCIe", wwn="eui.e8238fa6bf530001001b448b4e88f46a",
    )  # fmt: skip
    smart.give(machine, second, smart.worn_nvme())
    crucial = machine.sata(
        "sda", "CT1000MX500SSD1", 1000 * GB, 1, vendor="", serial="2147E5E6A1B2",
        firmware="M3CR046", temperature=29.0, wwn="0x500a0751e5e6a1b2",
    )  # fmt: skip
    smart.give(machine, crucial, smart.ata())
    machine.partition(crucial, 1, 999 * GB, filesystem="btrfs", label="Games", mounts=["/games"])
    members = []
    for name, port, serial in (("sdb", 2, "WD-WX12D10ABCD1"), ("sdc", 3, "WD-WX12D10ABCD2")):
        red = machine.sata(
            name, "WDC WD40EFRX-68N32N0", 4000 * GB, port, serial=serial, firmware="82.00A82",
            rotation=5400, temperature=33.0, wwn=f"0x50014ee2b{port:07x}",
        )  # fmt: skip
        smart.give(machine, red, smart.worn_ata() if port == 2 else smart.ata(rotating=True))
        part = machine.partition(red, 1, 3999 * GB, filesystem="linux_raid_member", usage="raid")
        members.append(part)
    backup = machine.raid(0, "raid1", "backup", 3999 * GB, members)
    machine.format(backup, "ext4", "Backup", ["/srv/backup"])
    stick = machine.usb(
        "sdd", "Ultra Fit", 62 * GB, 4, vendor="SanDisk", serial="4C530001", firmware="1.00"
    )
    machine.partition(stick, 1, 61 * GB, filesystem="exfat", label="HOLIDAY")
    for name, port in (("sde", 5), ("sdf", 6)):  # cheap bridges share a serial number
        machine.usb(
            name, "Generic Bridge", 500 * GB, port, serial="012345678999", usb_speed=10000,
            firmware="0204", rotation=0, queue={"rotational": 0},
        )  # fmt: skip
    machine.zram(0, 8 * GIB)
    machine.loop(0, 4 * GIB, "/home/anna/images/disk.img")
    machine.loop(1, 0)
    return machine


def plain(root: Path, version: str = "2.9.4") -> MadeMachine:
    """One SATA drive with one mounted partition, one that reports nothing, one virtual disk."""
    machine = MadeMachine(root, version)
    drive = machine.sata("sda", "CT500MX500SSD1", 500 * GB, 1, serial="1909E1D0", firmware="M3CR")
    machine.partition(drive, 1, 499 * GB, filesystem="ext4", label="data", mounts=["/data"])
    machine.usb("sdb", "", 8 * GB, 2)
    machine.virtio("vda", 20 * GIB)
    return machine


def ailing(root: Path, version: str = "2.10.1") -> MadeMachine:
    """Drives in every state that UDisks2 can report, and one whose bridge reports nothing."""
    machine = MadeMachine(root, version)
    port = 0
    for index, (state, make) in enumerate(smart.STATES.items()):
        made = make()
        serial = f"STATE{index}"
        if made.interface == smart.NVME:
            drive = machine.nvme(port % 8, state, 1000 * GB, serial=serial, firmware="1.0")
        else:
            drive = machine.sata(
                f"sd{chr(97 + index)}", state, 1000 * GB, index + 1, serial=serial, firmware="1.0",
                rotation=0 if state in {"good ATA", "ATA slow"} else 7200,
            )  # fmt: skip
        port += made.interface == smart.NVME
        smart.give(machine, drive, made)
    machine.usb("sdz", "Silent Bridge", 500 * GB, 7, serial="0123456789")
    return machine


def many(root: Path, version: str = "2.10.1", count: int = 500) -> MadeMachine:
    """Block objects of all kinds, `count` in all: disks with four partitions each, and loops."""
    machine = MadeMachine(root, version)
    blocks = 0
    disk = 0
    while blocks + 5 <= count * 4 // 5:
        name = "sd" + _letters(disk)
        drive = machine.sata(name, f"Drive {disk}", 1000 * GB, disk, serial=f"SERIAL{disk}")
        smart.give(machine, drive, smart.ata())
        for number in range(1, 5):
            machine.partition(drive, number, 200 * GB, filesystem="ext4", label=f"part{number}")
        blocks += 5
        disk += 1
    for index in range(count - blocks):
        machine.loop(index, GIB if index % 2 else 0, f"/srv/{index}.img" if index % 2 else "")
    return machine


def _letters(index: int) -> str:
    high, low = divmod(index, 26)
    return (chr(96 + high) if high else "") + chr(97 + low)


SETS = {"ailing": ailing, "demo": demo, "plain": plain, "many": many}
