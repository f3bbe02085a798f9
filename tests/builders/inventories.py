# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An inventory with every fact."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.fakes.verdicts import made_verdict

from driveproof.domain.dashboard import KeptOfDrive, Speed, line_of
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import WORN

DISK = BlockDevice(
    path="/dev/sda", name="sda", kind="ata", model="Disk", serial="S1", firmware="1.0", bus="sata",
    size=10**12, rotational=False, scheduler="none", link="SATA 6 Gb/s", temperature=30.4,
    children=("sda1",),
)  # fmt: skip


PART = BlockDevice(
    path="/dev/sda1", name="sda1", kind="partition", size=10**12, partition_of="sda",
    parents=("sda",), mounts=(Mount("/data", "/dev/sda1", "ext4", ("rw",)),), free=5, used=0,
    filesystem_size=10,
)  # fmt: skip


EMPTY = BlockDevice(path="/dev/sr0", name="sr0", kind="optical")


INVENTORY = Inventory((DISK, PART, EMPTY), "UDisks2 2.9.4")


NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


LINE = line_of(
    DISK,
    INVENTORY,
    health=Health(taken=NOW, used=0.94, power_on=31_420 * 3600.0, written=12 * 10**12),
    verdict=made_verdict(WORN, "It is old."),
    kept=KeptOfDrive(
        Speed("SEQ1M Q8T1 read", "abc", ((NOW - timedelta(days=9), 5e8), (NOW, 1.22e8))),
        NOW - timedelta(days=3),
    ),
)
