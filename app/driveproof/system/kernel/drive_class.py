# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast the drives below a device are, by what they and their links are."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.speed_class import SpeedClass, class_of_all, speed_class
from driveproof.system.kernel.link_state import link_of
from driveproof.system.kernel.sysfs import Sysfs


def class_below(
    device: BlockDevice | None, inventory: Inventory | None, *, sysfs: Sysfs | None = None
) -> SpeedClass:
    """The speed class of the drives below a device, and below the other devices of its file
    system.
    """
    if device is None or inventory is None:
        return SpeedClass.OTHER
    below = {
        drive.name: drive
        for member in inventory.members(device)
        for drive in inventory.drives_below(member)
    }
    known = sysfs or Sysfs()
    return class_of_all(speed_class(one, link_of(one.name, known)) for one in below.values())
