# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices, their stacks, and which of them people measure."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount


def device(name: str, **more: object) -> BlockDevice:
    values: dict[str, object] = {"path": f"/dev/{name}", "name": name, "size": 10**9, **more}
    return BlockDevice(**values)  # type: ignore[arg-type]


DISK = device("sda", kind="ata", number="8:0", children=("sda1", "sda2"), aliases=("/dev/disk/x",))
BOOT = device(
    "sda1", kind="partition", partition_of="sda", parents=("sda",), number="8:1",
    mounts=(Mount("/boot", "/dev/sda1", "ext4"),),
)  # fmt: skip
LUKS = device("sda2", kind="partition", partition_of="sda", parents=("sda",), children=("dm-0",))
VAULT = device(
    "dm-0", path="/dev/mapper/vault", kind="crypt", parents=("sda2",),
    mounts=(Mount("/", "/dev/mapper/vault", "ext4"),),
)  # fmt: skip
STACK = Inventory((DISK, BOOT, LUKS, VAULT), "UDisks2 2.9.4")


@pytest.mark.parametrize("name", ["dm-0", "/dev/dm-0", "/dev/mapper/vault"])
def test_a_device_is_found_by_every_name(name: str) -> None:
    assert STACK.get(name) is VAULT


def test_links_and_numbers_find_a_device_and_nothing_finds_none() -> None:
    assert STACK.get("/dev/disk/x") is DISK
    assert STACK.by_number("8:1") is BOOT
    assert STACK.get("sdz") is None
    assert STACK.by_number("") is None


def test_a_path_of_its_own_wins_over_the_link_of_another() -> None:
    liar = device("sdb", aliases=("/dev/sda",))
    assert Inventory((liar, DISK)).get("/dev/sda") is DISK


def test_stack_goes_from_top_to_bottom_and_above_the_other_way() -> None:
    assert [(layer.depth, layer.device.name) for layer in STACK.stack(VAULT)] == [
        (0, "dm-0"), (1, "sda2"), (2, "sda"),
    ]  # fmt: skip
    assert [(layer.depth, layer.device.name) for layer in STACK.above(DISK)] == [
        (0, "sda"), (1, "sda1"), (1, "sda2"), (2, "dm-0"),
    ]  # fmt: skip
    assert STACK.drives_below(VAULT) == (DISK,)
    assert STACK.whole_disk(LUKS) is DISK
    assert STACK.whole_disk(VAULT) is VAULT


def test_the_mounts_of_a_drive_are_those_of_all_that_lies_on_it() -> None:
    assert [mount.path for mount, _ in STACK.mounts_above(DISK)] == ["/boot", "/"]
    assert STACK.mount_points() == {"/boot": BOOT, "/": VAULT}


def test_a_raid_has_each_of_its_drives_once() -> None:
    disks = [device(name, kind="ata", children=("md0",)) for name in ("sda", "sdb")]
    raid = device("md0", kind="md", parents=("sda", "sdb", "gone"))
    inventory = Inventory((*disks, raid))
    assert [drive.name for drive in inventory.drives_below(raid)] == ["sda", "sdb"]


def test_devices_that_claim_to_lie_on_each_other_end_the_walk() -> None:
    one = device("dm-0", parents=("dm-1",), children=("dm-1",))
    two = device("dm-1", parents=("dm-0",), children=("dm-0",))
    inventory = Inventory((one, two))
    assert [layer.device.name for layer in inventory.stack(one)] == ["dm-0", "dm-1"]
    assert [layer.device.name for layer in inventory.above(one)] == ["dm-0", "dm-1"]


@pytest.mark.parametrize(
    ("given", "listed"),
    [
        (device("sda", kind="ata"), True),
        (device("sr0", kind="optical", size=0), True),  # a drive without a disc is a drive
        (device("sda1", kind="partition"), False),
        (device("loop0", kind="loop", backing_file="/x"), True),
        (device("loop0", kind="loop", hidden=True), False),
        (device("zram0", kind="zram"), True),
        (device("zram0", kind="zram", size=0), False),
        (device("ram0", kind="ram"), False),
        (device("md0", kind="md"), True),
        (device("md0", kind="md", size=0), False),
        (device("dm-0", kind="crypt"), True),
        (device("vda", kind="virtio"), True),
        (device("bcache0", kind="bcache"), True),
    ],
)
def test_what_people_measure_is_listed(given: BlockDevice, listed: bool) -> None:
    assert bool(Inventory((given,)).listed()) is listed


@pytest.mark.parametrize(
    ("given", "title"),
    [
        (device("sda", model="CT500", vendor=""), "CT500"),
        (device("sdb", model="Ultra Fit", vendor="SanDisk"), "SanDisk Ultra Fit"),
        (device("sdb", model="SanDisk Ultra", vendor="SanDisk"), "SanDisk Ultra"),
        (device("sdb"), "Disk sdb"),
        (device("vda", kind="virtio"), "Virtual disk vda"),
        (device("md0", kind="md", raid_level="raid1"), "RAID 1 md0"),
        (device("md127", path="/dev/md/home", kind="md", raid_level="linear"), "RAID linear home"),
        (device("md0", kind="md"), "RAID md0"),
        (device("loop0", kind="loop", backing_file="/a/b.img"), "Loop device loop0 (b.img)"),
        (device("dm-0", kind="lvm", mapping="vg-root"), "Logical volume vg-root"),
        (device("sda1", kind="partition", partition_number=1), "Partition 1"),
        (device("sda1", kind="partition", label="EFI"), "EFI"),
    ],
)
def test_every_device_has_a_title(given: BlockDevice, title: str) -> None:
    assert given.title == title


def test_identity_prefers_what_the_maker_gave() -> None:
    assert device("sda", wwn="0x5", serial="A").identity == "wwn:0x5"
    assert device("sda", model="M", serial="A").identity == "serial:M:A"
    assert device("sda").identity == "path:/dev/sda"
    assert device("loop3", backing_file="/a.img").identity == "path:/a.img"
