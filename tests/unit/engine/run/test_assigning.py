# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which drive a word means, connected or measured before."""

from __future__ import annotations

import os

import pytest
from tests.builders.demo import demo_inventory

from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.run.assignment import KnownDrive
from driveproof.engine.run.assigning import choices, connected, drive_named, known

INVENTORY = demo_inventory()
AWAY = KnownDrive("serial:Old:77", "Old", "77")


def named(word: str) -> KnownDrive:
    return drive_named(word, INVENTORY, [AWAY])


def test_a_device_a_partition_and_a_mount_point_mean_their_drive() -> None:
    device = INVENTORY.get("nvme0n1")
    assert device is not None
    (part, *_) = [one for one in INVENTORY.devices if one.partition_of == "nvme0n1"]
    assert named("/dev/nvme0n1") == named("nvme0n1") == named(part.path) == known(device)
    points = INVENTORY.mount_points()
    (point,) = [at for at, on in points.items() if at == "/"] or [next(iter(points))]
    below = INVENTORY.drives_below(points[point])
    assert named(point) == named(os.path.join(point, "etc")) == known(below[0])  # noqa: PTH118


def test_a_serial_number_means_a_drive_that_is_not_connected_too() -> None:
    device = INVENTORY.get("nvme0n1")
    assert device is not None
    assert named(device.serial) == known(device)
    assert named("77") == named("serial:Old:77") == AWAY
    assert drive_named("77", None, [AWAY]) == AWAY


def test_what_means_nothing_or_several() -> None:
    with pytest.raises(MachineError) as raised:
        named("/dev/nothing")
    assert set(raised.value.values) == {"path"}
    with pytest.raises(UsageError, match="77"):
        drive_named("77", INVENTORY, [AWAY, AWAY._replace(identity="serial:Other:77")])
    with pytest.raises(MachineError) as raised:
        named("loop0")
    assert set(raised.value.values) == {"path"}


def test_connected_drives_come_first_and_once() -> None:
    first = connected(INVENTORY)[0]
    found = choices(INVENTORY, [first._replace(model="an older name"), AWAY])
    assert found == (*connected(INVENTORY), AWAY)
