# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What reaches the bytes of a device besides itself, according to /sys."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.helper.reach import ReachKind, drive_names, reach_of

PAGE = b"\0\x80\0\x08WX11A234"  # a serial number as SPC has it


class Machine:
    """/sys as far as this is about it."""

    def __init__(self, sysfs: Path) -> None:
        self.sysfs = sysfs
        self.block = sysfs / "class/block"
        self.block.mkdir(parents=True)
        self._next = 0

    def add(self, place: Path, name: str) -> Path:
        folder = place / name
        folder.mkdir(parents=True)
        self._next += 1
        (folder / "dev").write_text(f"8:{self._next}\n")
        (folder / "size").write_text("8192\n")
        (self.block / name).symlink_to(folder)
        return folder

    def scsi(self, name: str, address: str = "", **facts: str | bytes) -> Path:
        """A unit of a SCSI drive: ATA, SAS, USB."""
        unit = self.sysfs / "devices/pci0" / (address or f"{self._next}:0:0:0")
        folder = self.add(unit / "block", name)
        (folder / "device").symlink_to(unit)
        for file, text in facts.items():
            (unit / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        return folder

    def nvme(self, name: str, wwid: str, serial: str, nsid: str = "1") -> Path:
        controller = self.sysfs / "devices/pci0" / name.rpartition("n")[0]
        folder = self.add(controller, name)
        (folder / "device").symlink_to(controller)
        (folder / "wwid").write_text(f"{wwid}\n")
        (folder / "nsid").write_text(f"{nsid}\n")
        (controller / "serial").write_text(f"{serial}\n")
        (controller / "model").write_text("A drive 980  \n")
        return folder

    def virtual(self, name: str) -> Path:
        return self.add(self.sysfs / "devices/virtual/block", name)

    def part(self, disk: Path, number: int, start: int, size: int) -> Path:
        folder = self.add(disk, f"{disk.name}{number}")
        for file, value in (("partition", number), ("start", start), ("size", size)):
            (folder / file).write_text(f"{value}\n")
        return folder

    def mapped(self, name: str, *below: Path, uuid: str = "") -> Path:
        folder = self.virtual(name)
        for inside in ("dm", "slaves", "holders"):
            (folder / inside).mkdir()
        (folder / "dm/uuid").write_text(f"{uuid}\n")
        for one in below:
            (folder / "slaves" / one.name).symlink_to(one)
            (one / "holders").mkdir(exist_ok=True)
            (one / "holders" / name).symlink_to(folder)
        return folder

    def others(self, name: str) -> dict[str, ReachKind]:
        return {other.name: other.way for other in reach_of(name, self.sysfs).others}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "sys")


def test_partitions_over_the_same_sectors(machine: Machine) -> None:
    """An isohybrid image has one partition in another; those beside each other are free."""
    disk = machine.scsi("sda")
    machine.part(disk, 1, 0, 4096)
    machine.part(disk, 2, 200, 100)
    machine.part(disk, 3, 4096, 1000)
    assert machine.others("sda1") == {"sda2": ReachKind.OVERLAPS}
    assert machine.others("sda2") == {"sda1": ReachKind.OVERLAPS}
    assert machine.others("sda3") == machine.others("sda") == {}


def test_an_extended_partition(machine: Machine) -> None:
    """The kernel shows its first sectors alone, but the table in them is that of the others."""
    disk = machine.scsi("sda")
    machine.part(disk, 1, 2048, 2048)
    machine.part(disk, 2, 4096, 2)
    machine.part(disk, 5, 6144, 100)
    machine.part(disk, 6, 7144, 100)
    assert machine.others("sda2") == {"sda5": ReachKind.OVERLAPS, "sda6": ReachKind.OVERLAPS}
    assert machine.others("sda5") == machine.others("sda1") == {}


def test_what_is_below_a_mapping_is_overlapped(machine: Machine) -> None:
    disk = machine.scsi("sda")
    part = machine.part(disk, 1, 0, 4096)
    machine.part(disk, 2, 200, 100)
    machine.mapped("dm-0", part)
    (other,) = reach_of("dm-0", machine.sysfs).others
    assert (other.name, other.way, other.of) == ("sda2", ReachKind.OVERLAPS, "sda1")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"wwid": "naa.5000c500a1b2c3d4\n"}, {"wwid": "naa.5000c500a1b2c3d4\n"}),
        (
            {"vpd_pg80": PAGE, "model": "Fit  \n", "wwid": "naa.5000c500a1b2c3d4"},
            {"vpd_pg80": PAGE, "model": "Fit  \n"},
        ),
        ({"wwid": "t10.ATA     Fit   S1\n", "model": "Fit"}, {"wwid": "t10.ATA     Fit   S1\n"}),
    ],
    ids=["identifier", "serial number", "described"],
)
def test_two_paths_to_one_drive(
    one: dict[str, str | bytes], other: dict[str, str | bytes], machine: Machine
) -> None:
    first = machine.scsi("sda", "1:0:0:0", **one)
    machine.scsi("sdb", "2:0:3:0", **other)
    third = machine.scsi("sdc", "3:0:0:0", wwid="naa.5000c500a1b2ffff", vpd_pg80=b"")
    part = machine.part(first, 1, 0, 10)
    for name in ("sda", "sda1"):
        (found,) = reach_of(name, machine.sysfs).others
        assert (found.name, found.way, found.of) == ("sdb", ReachKind.SAME_DRIVE, "sda")
    assert machine.others("sdb") == {"sda": ReachKind.SAME_DRIVE}
    assert machine.others("sdc") == {}
    machine.mapped("dm-0", part, third)
    assert machine.others("dm-0") == {"sdb": ReachKind.SAME_DRIVE}
    machine.mapped("dm-1", first, machine.block / "sdb")
    assert machine.others("dm-1") == {}, "a multipath device has both below it"


@pytest.mark.parametrize(
    "facts",
    [
        {"wwid": "naa.0000000000000000\n"},
        {"wwid": "\n", "vpd_pg80": b"\0\x80\0\x04    "},
        {"vpd_pg80": b"\0\x80\0\x0400000000", "model": "Fit"},
        {"vpd_pg80": b"\0\x80\0\x04VIRTUAL-DISK", "model": "Virtual disk"},
        {"wwid": "t10.ATA     Fit\n", "model": "Fit", "vendor": "ATA     "},
        {"model": "Fit"},
        {},
    ],
)
def test_what_proves_nothing(facts: dict[str, str | bytes], machine: Machine) -> None:
    """Virtual disks and cheap bridges: empty, zeros, or the name of the model."""
    machine.scsi("sda", "1:0:0:0", **facts)
    machine.scsi("sdb", "2:0:0:0", **facts)
    assert machine.others("sda") == machine.others("sdb") == {}


def test_two_units_of_one_drive(machine: Machine) -> None:
    """A card reader has a unit for each slot, and a drive with two arms one for each."""
    machine.scsi("sda", "1:0:0:0", vpd_pg80=PAGE, model="Fit")
    machine.scsi("sdb", "1:0:0:1", vpd_pg80=PAGE, model="Fit")
    assert machine.others("sda") == {}


def test_a_stick_is_told_by_its_bus(machine: Machine) -> None:
    """Two sticks of one manufacturer with the same serial number are taken for one."""
    for number, address in enumerate(("usb1/1-1/1-1:1.0/1:0:0:0", "usb1/1-2/1-2:1.0/2:0:0:0")):
        machine.scsi(f"sd{'ab'[number]}", address, model="Fit")
        stick = machine.sysfs / "devices/pci0" / "/".join(address.split("/")[:2])
        (stick / "idVendor").write_text("0781\n")
        (stick / "serial").write_text("0123456789\n")
    assert machine.others("sda") == {"sdb": ReachKind.SAME_DRIVE}


@pytest.mark.parametrize(
    ("wwid", "serial", "nsid", "same"),
    [
        ("eui.0025385c2140a1b2", "S1", "2", True),  # by two controllers
        ("nvme.144d-5331-41-00000001", "S5GXNX0", "1", True),  # the kernel's name for want of any
        ("nvme.144d-5331-41-00000002", "S5GXNX0", "2", False),  # the other namespace
        ("eui.0025385c2140ffff", "S6", "1", False),
        ("uuid.00000000-0000-0000-0000-000000000000", "A drive 980", "1", False),
    ],
)
def test_namespaces(wwid: str, serial: str, nsid: str, *, same: bool, machine: Machine) -> None:
    machine.nvme("nvme0n1", "eui.0025385c2140a1b2", "S5GXNX0")
    machine.nvme("nvme1n1", wwid, serial, nsid)
    assert machine.others("nvme0n1") == ({"nvme1n1": ReachKind.SAME_DRIVE} if same else {})


def test_a_path_below_a_multipath_drive_has_no_node(machine: Machine) -> None:
    machine.nvme("nvme0n1", "eui.0025385c2140a1b2", "S5GXNX0")
    hidden = machine.nvme("nvme0c0n1", "eui.0025385c2140a1b2", "S5GXNX0")
    (hidden / "dev").unlink()
    assert machine.others("nvme0n1") == {}


@pytest.mark.parametrize(("serial", "same"), [("image-1", True), ("", False)])
def test_one_image_that_a_virtual_machine_has_twice(
    serial: str, machine: Machine, *, same: bool
) -> None:
    for name in ("vda", "vdb"):
        folder = machine.add(machine.sysfs / f"devices/pci0/virtio-{name}/block", name)
        (folder / "serial").write_text(serial)
    assert machine.others("vda") == ({"vdb": ReachKind.SAME_DRIVE} if same else {})


def test_an_image_of_a_cluster_that_is_mapped_twice(machine: Machine) -> None:
    for number in range(2):
        device = machine.sysfs / f"devices/rbd/{number}"
        folder = machine.add(device / "block", f"rbd{number}")
        (folder / "device").symlink_to(device)
        for file, text in (("cluster_fsid", "a-b"), ("pool_id", "2"), ("image_id", "1f")):
            (device / file).write_text(f"{text}\n")
    assert machine.others("rbd0") == {"rbd1": ReachKind.SAME_DRIVE}


def test_a_card_has_several_disks_and_one_number(machine: Machine) -> None:
    for name in ("mmcblk0", "mmcblk0boot0"):
        device = machine.sysfs / "devices/mmc0/mmc0:0001"
        folder = machine.add(device / "block", name)
        (folder / "device").symlink_to(device)
        (device / "serial").write_text("0x1234abcd\n")
    assert machine.others("mmcblk0") == {}


VG = "LVM-" + "a" * 32


@pytest.mark.parametrize(
    ("one", "other", "shares"),
    [
        ("", "", True),
        ("CRYPT-LUKS2-1", "CRYPT-PLAIN-2", True),
        ("part1-mpath-3600", "part2-mpath-3600", True),
        (VG + "1" * 32, VG + "2" * 32, False),  # two volumes of a group
        (VG + "1" * 32, "LVM-" + "b" * 32 + "2" * 32, True),
        (VG + "1" * 32, "", True),
    ],
)
def test_two_mappings_of_one_device(
    one: str, other: str, machine: Machine, *, shares: bool
) -> None:
    disk = machine.scsi("sda")
    machine.mapped("dm-0", disk, uuid=one)
    machine.mapped("dm-1", disk, uuid=other)
    assert machine.others("dm-0") == ({"dm-1": ReachKind.SHARES} if shares else {})
    assert machine.others("sda") == {}, "the kernel excludes what is mapped itself"


def test_a_snapshot_and_its_origin(machine: Machine) -> None:
    real = machine.mapped("dm-0", machine.scsi("sda"), uuid=f"{VG}{'1' * 32}-real")
    machine.mapped("dm-1", real, uuid=VG + "1" * 32)
    machine.mapped("dm-2", real, uuid=VG + "2" * 32)
    assert machine.others("dm-1") == {"dm-2": ReachKind.SHARES}


def test_everything_that_a_loop_device_could_lie_on(machine: Machine) -> None:
    disk = machine.scsi("sda", "1:0:0:0", wwid="naa.5000c500a1b2c3d4")
    other = machine.scsi("sdb", "2:0:0:0", wwid="naa.5000c500a1b2c3d4")
    loop = machine.virtual("loop0")
    parts = [machine.part(one, 1, 0, 10) for one in (disk, other)]
    machine.mapped("dm-0", parts[0], loop)
    found = reach_of("dm-0", machine.sysfs)
    every = [disk, other, loop, *parts, machine.block / "dm-0"]
    numbers = [tuple(map(int, (one / "dev").read_text().split(":"))) for one in every]
    assert set(found.numbers.values()) == {os.makedev(*pair) for pair in numbers}
    assert found.loops == {"loop0"}


def test_nothing_is_there(tmp_path: Path) -> None:
    assert reach_of("sda", tmp_path).others == ()
    assert drive_names(str(tmp_path)) == frozenset()
