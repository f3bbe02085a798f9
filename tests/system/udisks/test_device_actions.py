# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mount and unmount a real file system through the real UDisks2."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.system.machine import SystemBus, run, wait_for

from driveproof.domain.drive.actions import DeviceAction
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import MachineError
from driveproof.system.udisks.client import read_inventory
from driveproof.system.udisks.device_actions import DeviceActions

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_a_file_system_is_mounted_and_unmounted(
    system_bus: SystemBus, loop: Callable[[Path], str], tmp_path: Path
) -> None:
    image = tmp_path / "image"
    with image.open("wb") as file:
        file.truncate(64 * 2**20)
    run("mkfs.ext4", "-q", "-L", "made", str(image))
    path = loop(image)

    def found() -> BlockDevice | None:
        device = read_inventory(system_bus.address).get(path)
        return device if device is not None and device.filesystem == "ext4" else None

    device = wait_for("UDisks2 knows the file system", found)
    assert device.label == "made" and device.uuid
    actions = DeviceActions(system_bus.address)
    with ExitStack() as stack:
        point = actions.do(DeviceAction.MOUNT, device.object_path, "made")
        stack.callback(lambda: Path(point).is_mount() and run("umount", point))
        assert Path(point).is_mount()
        with pytest.raises(MachineError, match="made"):
            actions.do(DeviceAction.MOUNT, device.object_path, "made")
        with (Path(point) / "held").open("w"), pytest.raises(MachineError):
            actions.do(DeviceAction.UNMOUNT, device.object_path, "made")

        def unmounted() -> bool:
            try:
                actions.do(DeviceAction.UNMOUNT, device.object_path, "made")
            except MachineError:  # udev inspects what has changed, and keeps it busy for a moment
                return False
            return True

        wait_for("it is unmounted", unmounted)
        assert not Path(point).is_mount()
        with pytest.raises(MachineError):
            actions.do(DeviceAction.UNMOUNT, device.object_path, "made")
