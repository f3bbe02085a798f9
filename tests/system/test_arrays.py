# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of a real btrfs over two loop devices, whole and without one of them."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from tests.system.machine import run, unmount
from tests.system.measuring import MIB, has_filesystem

from driveproof.domain.drive.array import ArrayState
from driveproof.system.kernel.arrays import btrfs_array
from driveproof.system.kernel.sysfs import Sysfs

pytestmark = pytest.mark.root


def test_a_btrfs_that_lost_a_device(tmp_path: Path) -> None:
    if not has_filesystem("btrfs"):
        pytest.skip("this machine has no btrfs")
    point = tmp_path / "point"
    point.mkdir()
    with contextlib.ExitStack() as first, contextlib.ExitStack() as second:
        devices = []
        for stack in (first, second):
            image = tmp_path / f"image{len(devices)}"
            with image.open("wb") as file:
                file.truncate(300 * MIB)
            devices.append(run("losetup", "--find", "--show", str(image)).strip())
            stack.callback(run, "losetup", "--detach", devices[-1])
        run("mkfs.btrfs", "-q", "-d", "raid1", "-m", "raid1", *devices)
        uuid = run("blkid", "-p", "-s", "UUID", "-o", "value", devices[0]).strip()
        assert btrfs_array(Sysfs(), uuid) is None  # not mounted: the kernel tells nothing
        run("mount", devices[0], str(point))
        with contextlib.ExitStack() as mounted:
            mounted.callback(unmount, point)
            whole = btrfs_array(Sysfs(), uuid)
        run("btrfs", "device", "scan", "--forget", devices[1])
        second.close()
        run("mount", "-o", "degraded", devices[0], str(point))
        first.callback(unmount, point)
        lacking = btrfs_array(Sysfs(), uuid)
    assert whole == ArrayState(kind="btrfs", wanted=2, active=2)
    assert lacking == ArrayState(kind="btrfs", wanted=2, active=1)
