# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of what can be done with a device: the entries of its menu, and why one is grey."""

from __future__ import annotations

from driveproof.domain.drive.actions import DeviceAction, Obstacle
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _

_ACTIONS = {
    DeviceAction.MOUNT: N_("&Mount"),
    DeviceAction.UNMOUNT: N_("&Unmount"),
    DeviceAction.STANDBY: N_("&Standby now"),
    DeviceAction.EJECT: N_("&Eject"),
    DeviceAction.POWER_OFF: N_("&Power off…"),
}
_OBSTACLES = {
    Obstacle.SYSTEM: N_("The running system needs it."),
    Obstacle.MOUNTED: N_("Unmount what is mounted on it."),
    Obstacle.WORKING: N_("Wait, or cancel what runs on it."),
}


def action_title(action: DeviceAction) -> str:
    """The entry of a menu, with its mnemonic."""
    return _(_ACTIONS[action])


def obstacle_text(found: Obstacle) -> str:
    """Why an action is not possible now."""
    return _(_OBSTACLES[found])


def done_text(action: DeviceAction, name: str, point: str = "") -> str:
    """What was done."""
    said = {
        DeviceAction.MOUNT: _("{name} is mounted on {point}."),
        DeviceAction.UNMOUNT: _("{name} is unmounted."),
        DeviceAction.STANDBY: _("{name} sleeps until somebody reads or writes."),
        DeviceAction.EJECT: _("{name} is ejected."),
        DeviceAction.POWER_OFF: _("{name} is powered off and can be unplugged."),
    }
    return said[action].format(name=shown(name), point=shown(point))
