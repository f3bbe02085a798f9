# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The uses of a device as text; an unused device has none."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.drive.device_use import (
    DeviceUse,
    InUse,
    KernelUse,
    SharedDevice,
    UseKind,
    same_drive,
    users,
)
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory, Mount
from driveproof.wording.say import say_text


def partition(number: int, **more: object) -> BlockDevice:
    facts: dict[str, object] = {
        "path": f"/dev/sda{number}", "name": f"sda{number}", "number": f"8:{number}",
        "kind": "partition", "partition_of": "sda", "parents": ("sda",), "size": 1000,
    }  # fmt: skip
    return BlockDevice(**(facts | more))  # type: ignore[arg-type]


def disk(*parts: BlockDevice) -> BlockDevice:
    names = tuple(part.name for part in parts)
    return BlockDevice(path="/dev/sda", name="sda", number="8:0", size=9000, children=names)


BOOT = partition(1, mounts=(Mount("/boot", "/dev/sda1", "ext4"), Mount("/b", "/dev/sda1", "ext4")))
PV = partition(2, children=("dm-0", "dm-1"))
SWAP = partition(3)
ROOT = BlockDevice(
    path="/dev/mapper/vg--0-root", name="dm-0", kind="lvm", mapping="vg--0-root",
    parents=("sda2",), mounts=(Mount("/", "/dev/dm-0", "xfs"),),
)  # fmt: skip
DATA = replace(
    ROOT, path="/dev/mapper/vg--0-my--data", name="dm-1", mapping="vg--0-my--data", mounts=()
)


def clauses(device: BlockDevice, inventory: Inventory, kernel: KernelUse) -> tuple[str, ...]:
    """Each use in words."""
    return tuple(
        say_text(InUse(use.device, (use,)).say).removeprefix(f"{use.device} is in use: ")[:-1]
        for use in users(device, inventory, kernel)
    )


def test_every_user_is_named() -> None:
    whole = disk(BOOT, PV, SWAP)
    inventory = Inventory((whole, BOOT, PV, SWAP, ROOT, DATA))
    kernel = KernelUse(swaps=frozenset({"8:3"}))
    found = clauses(whole, inventory, kernel)
    last = users(whole, inventory, kernel)[-1:]
    assert say_text(InUse(whole.path, last).say) == "/dev/sda is in use: /dev/sda3 is swap."
    assert say_text(InUse(SWAP.path, last).say) == "/dev/sda3 is swap."
    assert clauses(PV, inventory, KernelUse()) == found[2:4]
    assert clauses(SWAP, inventory, KernelUse()) == ()


def test_members_and_holders() -> None:
    for child, holder, said in [
        ("md0", {"kind": "md", "path": "/dev/md0"}, "/dev/sda is part of md0"),
        (
            "dm-3",
            {"kind": "crypt", "path": "/dev/mapper/vault", "mapping": "vault"},
            "/dev/sda is unlocked as vault",
        ),
        ("bcache0", {"kind": "bcache", "path": "/dev/bcache0"}, "/dev/sda is part of bcache0"),
        ("dm-4", {"kind": "dm", "path": "/dev/dm-4"}, "dm-4 uses /dev/sda"),
    ]:
        lower = replace(disk(), children=(child,))
        upper = BlockDevice(name=child, parents=("sda",), size=1, **holder)
        assert clauses(lower, Inventory((lower, upper)), KernelUse()) == (said,)
    # what the inventory has not heard of yet
    assert clauses(disk(), Inventory((disk(),)), KernelUse(holders={"sda": ("dm-9",)})) == (
        "dm-9 uses /dev/sda",
    )


def test_the_mount_table_is_newer_than_the_inventory() -> None:
    part = partition(1)
    whole = disk(part)
    kernel = KernelUse(mounts=(Mount("/new", "/dev/sda1", "ext4", number="8:1"),))
    assert clauses(whole, Inventory((whole, part)), kernel) == ("/dev/sda1 is mounted at /new",)
    others = KernelUse(
        mounts=(Mount("/x", "/dev/sdb1", "ext4", number="8:17"), Mount("/y", "tmpfs", "tmpfs")),
        swaps=frozenset({"8:18"}),
        holders={"sdb": ("dm-1",)},
    )
    assert clauses(whole, Inventory((whole, part)), others) == ()


def test_the_other_device_of_a_mounted_btrfs() -> None:
    one = partition(1, filesystem="btrfs", uuid="u", mounts=(Mount("/m", "/dev/sda1", "btrfs"),))
    two = partition(2, filesystem="btrfs", uuid="u")
    three = partition(3, filesystem="btrfs", uuid="v")
    inventory = Inventory((one, two, three))
    assert clauses(three, inventory, KernelUse()) == ()


def test_loop_devices_are_said() -> None:
    """As a holder only in the kernel's list; a loop device over a device node is a user itself."""
    part = partition(1)
    whole = disk(part)
    above = KernelUse(holders={"sda1": ("loop7",)})
    assert clauses(whole, Inventory((whole, part)), above) == ("loop7 uses /dev/sda1",)
    BlockDevice(path="/dev/loop7", name="loop7", kind="loop", backing_file="/dev/sda1")
    KernelUse(holders={"loop7": ("loop7",)})


def test_another_path_to_a_mounted_drive() -> None:
    """It is in use as far as the other one is, and only then."""
    part = partition(1)
    whole = disk(part)
    path = BlockDevice(path="/dev/sdb", name="sdb", number="8:16", size=9000)
    inventory = Inventory((whole, part, path))
    beside = (SharedDevice("sda", UseKind.SAME_DRIVE, "sdb"),)
    assert users(path, inventory, KernelUse(), beside) == ()
    kernel = KernelUse(mounts=(Mount("/m", "/dev/sda1", "ext4", number="8:1"),))
    assert users(path, inventory, kernel) == ()
    assert users(path, inventory, kernel, beside) == (
        DeviceUse(UseKind.MOUNTED, "/dev/sda1", "/m"),
        DeviceUse(UseKind.SAME_DRIVE, "/dev/sda", "/dev/sdb"),
    )


def test_another_path_that_the_inventory_has_not_heard_of() -> None:
    kernel = KernelUse(mounts=(Mount("/m", "/dev/sdb", "ext4", number="8:16"),))
    beside = (SharedDevice("sdb", UseKind.OVERLAPS, "sda", "8:16"),)
    assert users(disk(), Inventory((disk(),)), kernel, beside) == (
        DeviceUse(UseKind.MOUNTED, "/dev/sdb", "/m"),
        DeviceUse(UseKind.OVERLAPS, "/dev/sdb", "/dev/sda"),
    )


def test_what_udisks_takes_for_one_drive() -> None:
    """But for namespaces and cards, and for what is part of the device itself."""

    def named(name: str, kind: DeviceKind = DeviceKind.SCSI, drive: str = "A-1") -> BlockDevice:
        return BlockDevice(path=f"/dev/{name}", name=name, kind=kind, drive_id=drive)

    one, two = named("sda"), named("sdb")
    found = same_drive(one, Inventory((one, two, named("sdc", drive="A-2"))))
    assert found == (SharedDevice("sdb", UseKind.SAME_DRIVE, "sda"),)
    part = replace(partition(1), drive_id="A-1")
    whole = replace(one, children=("sda1",))
    inventory = Inventory((whole, part, two))
    assert same_drive(part, inventory) == found
    assert same_drive(whole, inventory) == found
    mapped = replace(ROOT, parents=("sda", "sdb"))
    assert same_drive(mapped, Inventory((one, two, mapped))) == ()
    for kind in (DeviceKind.NVME, DeviceKind.MMC):
        pair = (named("a", kind), named("b", kind))
        assert same_drive(pair[0], Inventory(pair)) == ()
    blank = (named("sda", drive=""), named("sdb", drive=""))
    assert same_drive(blank[0], Inventory(blank)) == ()


def test_a_program_has_the_disk_of_a_partition_open() -> None:
    """And so its partitions, whatever the kernel calls used."""
    part = partition(1)
    whole = disk(part)
    kernel = KernelUse(programs={"sda": ((UseKind.OPENED, "dd (42)"),)})
    inventory = Inventory((whole, part))
    found = (DeviceUse(UseKind.OPENED, "/dev/sda", "dd (42)"),)
    assert users(part, inventory, kernel) == users(whole, inventory, kernel) == found
