# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive or another block device is called."""

from __future__ import annotations

from driveproof.domain.drive.drive import BUS_TITLES, DISK, KIND_TITLES, BlockDevice
from driveproof.wording.catalogue import _


def device_title(device: BlockDevice) -> str:
    """Its model; of what has none its kind and its name: "Loop device loop0 (disk.img)"."""
    return device.titled(_(KIND_TITLES.get(device.kind, DISK).key))


def bus_title(device: BlockDevice) -> str:
    """The bus as people write it; the kind of a device that hangs on none."""
    kind = KIND_TITLES.get(device.kind)
    return BUS_TITLES.get(device.bus) or (_(kind.key) if kind else "")
