# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which devices serve a target, on fake machines: md, LVM, dm-crypt, bcache, btrfs, loop."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.collections_of_drives import demo
from tests.fakes.made_machine import GB, GIB, MadeMachine

from driveproof.domain.run.run import Role
from driveproof.system.kernel.devices import device_holding
from driveproof.system.kernel.stack import MOST_DEVICES, Involved, devices_involved, drives_below
from driveproof.system.kernel.sysfs import Sysfs


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    return MadeMachine(tmp_path / "sys")


def roles(machine: MadeMachine, name: str, **files: str) -> dict[str, list[str]]:
    """The devices by role, in order; `files` says on which device a path is."""
    by_path = {f"/{path}": device for path, device in files.items()}
    found: dict[str, list[str]] = {}
    for device, role in devices_involved(name, Sysfs(machine.root), by_path.get):
        found.setdefault(role, []).append(device)
    return found


def test_a_drive_alone_is_all_there_is(machine: MadeMachine) -> None:
    machine.nvme(0, "SSD", GB)
    machine.nvme(1, "Another", GB)
    assert roles(machine, "nvme0n1") == {"target": ["nvme0n1"]}


def test_a_partition_lies_on_its_disk_and_has_no_siblings(machine: MadeMachine) -> None:
    drive = machine.nvme(0, "SSD", GB)
    machine.partition(drive, 1, GIB)
    machine.partition(drive, 2, GIB)
    assert roles(machine, "nvme0n1p2") == {"target": ["nvme0n1p2"], "below": ["nvme0n1"]}


def test_md_on_partitions(tmp_path: Path) -> None:
    machine = demo(tmp_path / "sys")
    assert roles(machine, "md0") == {
        "target": ["md0"],
        "below": ["sdb1", "sdb", "sdc1", "sdc"],
    }


def test_a_member_of_an_array_has_the_others_beside(tmp_path: Path) -> None:
    machine = demo(tmp_path / "sys")
    assert roles(machine, "sdb1") == {
        "target": ["sdb1"],
        "below": ["sdb"],
        "beside": ["sdc1", "sdc"],
    }


def test_lvm_on_dm_crypt_on_a_partition(tmp_path: Path) -> None:
    machine = demo(tmp_path / "sys")
    assert roles(machine, "dm-2") == {"target": ["dm-2"], "below": ["dm-0", "nvme0n1p3", "nvme0n1"]}


def test_a_volume_over_two_drives_below_each_once(machine: MadeMachine) -> None:
    one, two = machine.sata("sda", "A", GB, 1), machine.sata("sdb", "B", GB, 2)
    array = machine.raid(0, "raid0", "fast", GB, [one, two])
    images = [machine.mapped(n, f"vg-root_rimage_{n}", f"LVM-{n}", GB, [array]) for n in (0, 1)]
    machine.mapped(2, "vg-root", "LVM-root", GB, images)
    found = roles(machine, "dm-2")
    assert found == {"target": ["dm-2"], "below": ["dm-0", "md0", "sda", "sdb", "dm-1"]}


def test_a_bcache_has_its_cache_beside(machine: MadeMachine) -> None:
    disk = machine.sata("sda", "HDD", 4000 * GB, 1, rotation=5400)
    flash = machine.nvme(0, "SSD", GB)
    part = machine.partition(flash, 1, GIB)
    machine.bcache(0, 4000 * GB, disk, [part])
    whole = {"target": ["bcache0"], "below": ["sda"], "beside": ["nvme0n1p1", "nvme0n1"]}
    assert roles(machine, "bcache0") == whole
    vault = machine.mapped(0, "vault", "CRYPT-x", GB, [machine.partition(flash, 2, GIB)])
    assert roles(machine, vault.name) == {
        "target": ["dm-0"],
        "below": ["nvme0n1p2", "nvme0n1"],
    }
    assert roles(machine, "sda")["beside"] == ["nvme0n1p1", "nvme0n1"]


def test_the_cache_of_a_bcache_far_below_is_still_beside(machine: MadeMachine) -> None:
    disk, flash = machine.sata("sda", "HDD", GB, 1), machine.nvme(0, "SSD", GB)
    cached = machine.bcache(0, GB, disk, [flash])
    machine.mapped(0, "vault", "CRYPT-x", GB, [cached])
    assert roles(machine, "dm-0") == {
        "target": ["dm-0"],
        "below": ["bcache0", "sda"],
        "beside": ["nvme0n1"],
    }


def test_btrfs_over_several_devices(machine: MadeMachine) -> None:
    one, two = machine.sata("sda", "A", GB, 1), machine.sata("sdb", "B", GB, 2)
    parts = [machine.partition(one, 1, GB), machine.partition(two, 1, GB)]
    machine.btrfs("1111", [machine.sata("sdc", "C", GB, 3)])
    machine.btrfs("2222", parts)
    assert roles(machine, "sdb1") == {
        "target": ["sdb1"],
        "below": ["sdb"],
        "beside": ["sda1", "sda"],
    }
    assert roles(machine, "sdc") == {"target": ["sdc"]}


def test_a_loop_device_lies_on_what_holds_its_file(machine: MadeMachine) -> None:
    one, two = machine.sata("sda", "A", GB, 1), machine.sata("sdb", "B", GB, 2)
    machine.btrfs("1111", [one, two])
    machine.loop(0, GIB, "/image")
    assert roles(machine, "loop0") == {"target": ["loop0"]}
    assert roles(machine, "loop0", image="sda") == {"target": ["loop0"], "below": ["sda", "sdb"]}


def test_what_is_gone_or_nowhere(machine: MadeMachine, tmp_path: Path) -> None:
    assert devices_involved(None, Sysfs(machine.root)) == ()
    assert roles(machine, "gone") == {"target": ["gone"]}
    assert device_holding(str(tmp_path / "none"), Sysfs(machine.root)) is None
    assert device_holding("/image (deleted)", Sysfs(machine.root)) is None


def test_a_loop_in_what_the_machine_tells_ends(machine: MadeMachine) -> None:
    one = machine.sata("sda", "A", GB, 1)
    first = machine.mapped(0, "a", "x", GB, [one])
    second = machine.mapped(1, "b", "y", GB, [first])
    (machine.root / "devices/virtual/block/dm-0/slaves" / second.name).symlink_to(".")
    assert set(roles(machine, "dm-0")["below"]) == {"sda", "dm-1"}


def test_there_is_a_limit(machine: MadeMachine) -> None:
    drives = [machine.sata(f"sd{n}", "A", GB, n) for n in range(MOST_DEVICES + 10)]
    machine.raid(0, "raid6", "wide", GB, drives)
    found = devices_involved("md0", Sysfs(machine.root))
    assert len(found) == MOST_DEVICES
    assert found[0] == Involved("md0", Role.TARGET)


def test_the_drives_at_the_bottom(tmp_path: Path) -> None:
    """As UDisks2's inventory has them: two volumes of one disk are on one drive."""
    machine = demo(tmp_path / "sys")
    sysfs = Sysfs(machine.root)
    assert drives_below("dm-1", sysfs) == drives_below("dm-2", sysfs) == ("nvme0n1",)
    assert drives_below("nvme0n1p3", sysfs) == drives_below("nvme0n1", sysfs) == ("nvme0n1",)
    assert drives_below("md0", sysfs) == ("sdb", "sdc")
    assert drives_below("sda1", sysfs) == ("sda",)
    assert drives_below("gone", sysfs) == ("gone",) and drives_below(None, sysfs) == ()


def test_the_drives_of_a_btrfs_and_of_a_loop_device(machine: MadeMachine) -> None:
    one, two = machine.sata("sda", "A", GB, 1), machine.sata("sdb", "B", GB, 2)
    parts = [machine.partition(disk, 1, GIB) for disk in (one, two)]
    machine.btrfs("01234567", parts)
    machine.loop(0, GIB, "/anywhere/image")
    sysfs = Sysfs(machine.root)
    assert drives_below("sda1", sysfs) == ("sda", "sdb")
    assert drives_below("loop0", sysfs) == ("loop0",)
