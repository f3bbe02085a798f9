# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which drive the head names while something is measured that need not be the chosen one."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice, Inventory


def subject_of(path: str, chosen: BlockDevice | None, inventory: Inventory) -> BlockDevice | None:
    """The drive of a measured device or mount point; None when it is unknown.

    The chosen one where the measured device lies on it, is it, or carries it; else the only drive
    below, else the device itself.
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
    """By what a run names the drive that did the work: the one at the bottom, if it is one."""
    if device is None:
        return None
    drives = inventory.drives_below(device)
    return drives[0].identity if len(drives) == 1 else device.identity
