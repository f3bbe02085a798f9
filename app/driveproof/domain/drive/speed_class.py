# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast a drive can be, roughly: what decides how long it is measured, and how much it writes.

Finer classes, for ranges of figures, are in bands.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Media
from driveproof.domain.drive.link import LinkState

FASTER_THAN_PCIE_4 = 10e9
"""Bytes a second: PCIe 4.0 x4 carries 7.9 GB/s, PCIe 5.0 x4 15.8."""


class SpeedClass(StrEnum):
    """The words are those of the files of profiles (`drive.usb`), and of JSON."""

    USB = "usb"
    """Flash behind USB, and memory cards: sticks, SD cards, eMMC, SSDs in a USB case."""
    DISK = "disk"
    """Hard disks, however they are connected."""
    SATA = "sata"
    """SSDs behind SATA."""
    NVME = "nvme"
    """NVMe drives up to PCIe 4.0 x4."""
    FAST_NVME = "nvme5"
    """NVMe drives on a faster link."""
    OTHER = "other"
    """Anything else, and what is not known: loop devices, volumes on several drives, virtual and
    network disks."""


_SEVERAL = frozenset({SpeedClass.DISK, SpeedClass.FAST_NVME})


def speed_class(drive: BlockDevice, link: LinkState) -> SpeedClass:
    """The class of one drive. `link` may be that of an idle drive: what it could do counts."""
    if drive.media == Media.HDD and drive.kind != DeviceKind.VIRTIO:
        return SpeedClass.DISK
    if drive.kind == DeviceKind.NVME:
        most = max(link.ceiling or 0, link.best_ceiling or 0)
        return SpeedClass.FAST_NVME if most > FASTER_THAN_PCIE_4 else SpeedClass.NVME
    if drive.kind in (DeviceKind.USB, DeviceKind.MMC) or drive.media == Media.FLASH:
        return SpeedClass.USB
    if drive.kind == DeviceKind.ATA and drive.media == Media.SSD:
        return SpeedClass.SATA
    return SpeedClass.OTHER


def class_of_all(classes: Iterable[SpeedClass]) -> SpeedClass:
    """The class of what lies on drives of these classes.

    Several together are faster than one: only the classes with the largest limits hold for them.
    """
    found = list(classes)
    if len(set(found)) != 1:
        return SpeedClass.OTHER
    return found[0] if len(found) == 1 or found[0] in _SEVERAL else SpeedClass.OTHER
