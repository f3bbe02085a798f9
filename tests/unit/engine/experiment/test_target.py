# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A session never mistakes another drive for its own. tests/system covers finding it again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError, RefusedError
from driveproof.domain.experiment.experiment import ExperimentTarget
from driveproof.engine.experiment.target import find_again, remember
from driveproof.system.kernel.mounts import filesystem_traits, mount_of
from driveproof.system.kernel.sysfs import Sysfs

SYSFS = Sysfs()
OURS = BlockDevice(path="/dev/sdb", name="sdb", wwn="0x5", model="Fast", serial="S1", kind="ata")
PART = BlockDevice(
    path="/dev/sdb1",
    name="sdb1",
    partition_of="sdb",
    partition_number=1,
    uuid="U",
    parents=("sdb",),
)
HELD = ExperimentTarget(
    "/nowhere/at/all", "file", "wwn:0x5", "Fast", "S1", "1.0", mount_point="/nowhere", uuid="U"
)


def drives(*devices: BlockDevice) -> Inventory:
    return Inventory(devices)


def test_nobody_can_tell() -> None:
    with pytest.raises(MachineError, match="UDisks2 does not answer"):
        find_again(HELD, None, SYSFS)


def test_a_drive_that_is_not_there_is_named() -> None:
    with pytest.raises(MachineError, match=r"Fast \(S1\)"):
        find_again(HELD, drives(replace(OURS, wwn="0x6")), SYSFS)


def test_two_of_one_name_are_not_guessed() -> None:
    with pytest.raises(MachineError, match="/dev/sdc"):
        find_again(HELD, drives(OURS, replace(OURS, path="/dev/sdc", name="sdc")), SYSFS)


def test_a_file_system_that_was_made_anew_is_refused() -> None:
    disk = replace(OURS, children=("sdb1",))
    with pytest.raises(RefusedError, match="U"):
        find_again(HELD, drives(disk, replace(PART, uuid="V")), SYSFS)


def test_one_that_is_not_mounted_is_to_be_mounted() -> None:
    disk = replace(OURS, children=("sdb1",))
    with pytest.raises(MachineError, match="/dev/sdb1") as unmounted:
        find_again(HELD, drives(disk, PART), SYSFS)
    assert unmounted.value.advice is not None


def test_a_partition_that_has_gone() -> None:
    held = ExperimentTarget("/dev/sdb1", "device", "wwn:0x5", partition=1)
    with pytest.raises(RefusedError, match="no partition 1"):
        find_again(held, drives(OURS), SYSFS)


def test_a_folder_of_which_nothing_is_known_but_its_mount_point(tmp_path: Path) -> None:
    held = remember(str(tmp_path), None, SYSFS)
    assert held.identity is None
    assert find_again(held, None, SYSFS) == held
    with pytest.raises(MachineError, match="/elsewhere"):
        find_again(replace(held, mount_point="/elsewhere"), None, SYSFS)


def test_another_drive_in_its_place_is_refused(disk_folder: Path) -> None:
    """If ours is missing, and if a person names a folder on another one."""
    mount = mount_of(disk_folder)
    number = filesystem_traits(mount).device_number or ""
    other = BlockDevice(path="/dev/sdz", name="sdz", number=number, serial="S2", model="Slow")
    held = replace(HELD, path=str(disk_folder), mount_point=mount.path)
    with pytest.raises(RefusedError, match=r"Slow \(S2\)"):
        find_again(held, drives(other), SYSFS)
    with pytest.raises(RefusedError, match=r"another drive: Slow \(S2\)"):
        find_again(held, drives(OURS, PART, other), SYSFS, str(disk_folder))


def test_a_device_is_no_folder(tmp_path: Path) -> None:
    held = replace(remember(str(tmp_path), None, SYSFS), kind="device")
    with pytest.raises(RefusedError, match=re.escape(str(tmp_path))):
        find_again(held, None, SYSFS)


def test_one_file_system_on_several_drives_is_found_by_its_uuid(disk_folder: Path) -> None:
    """As a btrfs or a RAID is: any of its drives may be the first after a reboot."""
    mount = mount_of(disk_folder)
    number = filesystem_traits(mount).device_number or ""
    first = BlockDevice(
        path="/dev/sdx", name="sdx", number=number, wwn="1", uuid="B", filesystem="btrfs"
    )
    second = replace(first, path="/dev/sdy", name="sdy", number="1:1", wwn="2")
    held = remember(str(disk_folder), drives(first, second), SYSFS)
    assert (held.identity, held.uuid) == (None, "B")
    other = drives(replace(second, number=number), replace(first, number="1:1"))
    assert find_again(held, other, SYSFS).path == held.path
    with pytest.raises(MachineError, match="B"):
        find_again(held, drives(OURS), SYSFS)
