# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The drive in the header while something else than the selected drive is measured."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice, Inventory


def subject_of(path: str, chosen: BlockDevice | None, inventory: Inventory) -> BlockDevice | None:
    """The drive of a measured device or mount point; None when it is unknown.

    The selected drive if the measured device is on it, is it, or carries it; otherwise the only
    drive below, otherwise the device itself.
    """
    device = inventory.device_at(path)
    if device is None:
        return None
    layers = [layer.device.name for layer in inventory.stack(device)]
    if chosen is not None and chosen.name in layers:
        return chosen
    drives = inventory.drives_below(device)
    return drives[0] if len(drives) == 1 else device


def device_identity(device: BlockDevice | None, inventory: Inventory) -> str | None:
    """The identity by which a run names its drive: the bottom device, if there is only one."""
    if device is None:
        return None
    drives = inventory.drives_below(device)
    return drives[0].identity if len(drives) == 1 else device.identity
