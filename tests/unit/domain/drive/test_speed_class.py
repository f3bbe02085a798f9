# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which speed class a drive is of."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Media
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.speed_class import SpeedClass, class_of_all, speed_class

PCIE_4, PCIE_5 = LinkState(ceiling=7.5e9), LinkState(ceiling=3.7e9, best_ceiling=15e9)


@pytest.mark.parametrize(
    ("kind", "media", "link", "found"),
    [
        (DeviceKind.USB, Media.FLASH, LinkState(), SpeedClass.USB),
        (DeviceKind.USB, Media.SSD, LinkState(), SpeedClass.USB),
        (DeviceKind.MMC, Media.FLASH, LinkState(), SpeedClass.USB),
        (DeviceKind.USB, Media.HDD, LinkState(), SpeedClass.DISK),
        (DeviceKind.SCSI, Media.HDD, LinkState(), SpeedClass.DISK),
        (DeviceKind.ATA, Media.HDD, LinkState(), SpeedClass.DISK),
        (DeviceKind.ATA, Media.SSD, LinkState(), SpeedClass.SATA),
        (DeviceKind.NVME, Media.SSD, LinkState(), SpeedClass.NVME),
        (DeviceKind.NVME, Media.SSD, PCIE_4, SpeedClass.NVME),
        (DeviceKind.NVME, Media.SSD, PCIE_5, SpeedClass.FAST_NVME),
        (DeviceKind.VIRTIO, Media.HDD, LinkState(), SpeedClass.OTHER),
        (DeviceKind.SCSI, Media.SSD, LinkState(), SpeedClass.OTHER),
        (DeviceKind.LOOP, Media.UNKNOWN, LinkState(), SpeedClass.OTHER),
    ],
)
def test_a_drive_is_of_one_class(
    kind: DeviceKind, media: Media, link: LinkState, found: SpeedClass
) -> None:
    drive = BlockDevice(path="/dev/x", name="x", number="8:0", size=1, kind=kind, media=media)
    assert speed_class(drive, link) == found


def test_several_drives_have_no_limits_that_are_too_small_for_them() -> None:
    for one in (SpeedClass.DISK, SpeedClass.FAST_NVME):
        assert class_of_all([one, one]) == one
    for several in ([SpeedClass.SATA] * 2, [SpeedClass.DISK, SpeedClass.SATA], []):
        assert class_of_all(several) == SpeedClass.OTHER
    assert class_of_all([SpeedClass.SATA]) == SpeedClass.SATA
