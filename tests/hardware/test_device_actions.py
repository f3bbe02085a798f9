# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mounting, unmounting and powering off, through the real UDisks2, by who sits there.

QEMU's stick has no medium to eject, and its disk no power management (ATA IDENTIFY, word 82).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import SPARE_STICK
from tests.hardware.wire import Done

# What the window's menu of a device does, wherever the package has put the program.
_DO = """
cd "$(dirname "$(find /usr -path '*/driveproof/domain/drive/actions.py' -print -quit)")/../../.."
exec python3 -c '
import sys
from driveproof.domain.drive.actions import DeviceAction, actions_of, obstacle
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory
from driveproof.system.udisks.device_actions import DeviceActions

action, name = DeviceAction(sys.argv[1]), sys.argv[2].removeprefix("/dev/")
inventory = read_inventory("", Sysfs())
device = inventory.get(name)
assert action in actions_of(device), actions_of(device)
print(obstacle(action, device, inventory) or "free")
print(DeviceActions().do(action, device.object_path, name))
' "$@"
"""


def do(guest: Guest, action: str, device: str) -> Done:
    return guest.run("sh", "-c", _DO, "do", action, device, seat=True)


@pytest.fixture
def stick(guest: Guest) -> Iterator[str]:
    """A stick with a file system that is new to the guest."""
    with guest.plugged(SPARE_STICK) as device:
        guest.script(f"mkfs.ext4 -q -F {device} && udevadm settle")
        yield device


def test_a_stick_is_mounted_refused_while_in_use_and_unmounted(guest: Guest, stick: str) -> None:
    mounted = do(guest, "mount", stick)
    assert mounted.status == 0, mounted.err
    free, place = mounted.out.split()
    assert free == "free" and place.startswith("/media/")
    using = guest.start("sh", "-c", f"cd {place} && exec tail -f /dev/null")
    try:
        guest.script(f"until readlink /proc/[0-9]*/cwd | grep -qx {place}; do :; done")
        refused = do(guest, "unmount", stick)
        assert refused.status != 0
        assert "MachineError" in refused.err and "is in use" in refused.err
    finally:
        using.stop()
    assert do(guest, "unmount", stick).status == 0
    assert guest.run("findmnt", stick).status != 0


def test_a_stick_is_powered_off(guest: Guest, stick: str) -> None:
    done = do(guest, "power off", stick)
    assert done.status == 0, done.err
    guest.script(f"until ! lsblk -dno SERIAL | grep -qx {SPARE_STICK.serial}; do :; done")
