# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be done with a device, and why not."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.actions import DeviceAction, Obstacle, actions_of, obstacle
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount

STICK = BlockDevice(
    path="/dev/sdb",
    name="sdb",
    number="8:16",
    kind="usb",
    ejectable=True,
    can_power_off=True,
    children=("sdb1",),
)


def part(*points: str) -> BlockDevice:
    mounts = tuple(Mount(point, "/dev/sdb1", "ext4") for point in points)
    return BlockDevice(
        path="/dev/sdb1", name="sdb1", number="8:17", kind="partition", usage="filesystem",
        filesystem="ext4", partition_of="sdb", parents=("sdb",), mounts=mounts,
    )  # fmt: skip


def with_part(*points: str) -> tuple[BlockDevice, Inventory]:
    one = part(*points)
    return one, Inventory((STICK, one))


def test_a_file_system_is_mounted_or_unmounted() -> None:
    assert actions_of(part()) == (DeviceAction.MOUNT,)
    assert actions_of(part("/mnt")) == (DeviceAction.UNMOUNT,)
    swap = BlockDevice(
        path="/dev/sdb2", name="sdb2", number="8:18", kind="partition", usage="other"
    )
    assert actions_of(swap) == ()
    assert actions_of(STICK) == (DeviceAction.EJECT, DeviceAction.POWER_OFF)


@pytest.mark.parametrize("point", ["/", "/home", "/boot/efi", "/usr"])
def test_what_the_system_needs_stays(point: str) -> None:
    one, inventory = with_part(point)
    assert obstacle(DeviceAction.UNMOUNT, one, inventory) is Obstacle.SYSTEM
    assert obstacle(DeviceAction.POWER_OFF, STICK, inventory) is Obstacle.SYSTEM


def test_a_drive_leaves_only_when_nothing_on_it_is_mounted() -> None:
    one, inventory = with_part("/media/anna/stick")
    assert obstacle(DeviceAction.UNMOUNT, one, inventory) is None
    for action in (DeviceAction.EJECT, DeviceAction.POWER_OFF, DeviceAction.STANDBY):
        assert obstacle(action, STICK, inventory) is Obstacle.MOUNTED
    _one, inventory = with_part()
    assert obstacle(DeviceAction.POWER_OFF, STICK, inventory) is None


def test_nothing_happens_to_what_is_being_measured() -> None:
    one, inventory = with_part()
    for action in DeviceAction:
        assert obstacle(action, one, inventory, working=True) is Obstacle.WORKING
