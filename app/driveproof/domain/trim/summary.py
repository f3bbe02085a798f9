# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One word on TRIM for the list of drives, from what is known of them already."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN


def quick_trim(device: BlockDevice, inventory: Inventory) -> str:
    """pass, block or unknown: the worst of the queues of the device and of all that it lies on.

    Nothing is read; `driveproof trim chain` looks closer. A device that is read-only takes none.
    """
    words = {_word(layer.device) for layer in inventory.stack(device)}
    if BLOCK in words:
        return BLOCK
    return UNKNOWN if UNKNOWN in words else PASS


def _word(device: BlockDevice) -> str:
    if device.kind == "partition":  # its queue is that of its disk, which is in the stack too
        return PASS
    limits = device.limits
    if limits.discard_max_bytes is None:
        return UNKNOWN
    takes = limits.discard_max_bytes > 0 and limits.discard_granularity != 0
    return PASS if takes and not device.read_only else BLOCK
