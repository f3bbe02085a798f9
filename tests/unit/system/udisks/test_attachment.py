# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Block formats and power management that UDisks2 reports, over a real bus."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_machine import GB, PREFIX, MadeMachine
from tests.fakes.seen import Seen
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive.attachment import BlockFormat, Performance
from driveproof.domain.drive.drive import Inventory
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.inventory_builder import InventoryBuilder, standby_seconds
from driveproof.system.udisks.objects import ObjectTree
from driveproof.system.udisks.watcher import DiskWatcher


def test_formats_and_power_management_over_the_bus(bus: PrivateBus, tmp_path: Path) -> None:
    machine = MadeMachine(tmp_path / "sys", version="2.10.1")
    nvme = machine.nvme(0, "Fast", GB)
    machine.objects[nvme.object_path][f"{PREFIX}NVMe.Namespace"] = {
        "LBAFormats": ("a(qqy)", [(512, 0, 3), (4096, 0, 1), (4096, 8, 9), (0, 0, 0)]),
        "FormattedLBASize": ("(qqy)", (512, 0, 3)),
    }
    disk = machine.sata("sda", "Disk", GB, 1, rotation=7200)
    drive = machine.objects[disk.object_path][f"{PREFIX}Block"]["Drive"][1]
    machine.objects[drive][f"{PREFIX}Drive.Ata"] |= {
        "ApmSupported": ("b", True),
        "ApmEnabled": ("b", False),
    }
    machine.objects[drive][f"{PREFIX}Drive"]["Configuration"] = (
        "a{sv}",
        {"ata-pm-standby": ("i", 242), "ata-apm-level": ("i", 127)},
    )
    seen = Seen()

    def both(found: Inventory) -> bool:
        return found.get("nvme0n1") is not None and found.get("sda") is not None

    with FakeUDisks2(bus.address, machine.objects):
        watcher = DiskWatcher(
            seen.change, seen.missing, address=bus.address, sysfs=Sysfs(machine.root)
        )
        watcher.start()
        seen.wait("both drives", both)
        watcher.stop()
    found = seen.inventories[-1]
    fast, slow = found.get("nvme0n1"), found.get("sda")
    assert fast is not None and slow is not None
    assert fast.attachment.formats == (
        BlockFormat(512, 0, Performance.GOOD),
        BlockFormat(4096, 0, Performance.BEST),
        BlockFormat(4096, 8, None),
    )
    assert fast.attachment.format_in_use == BlockFormat(512, 0, Performance.GOOD)
    assert fast.attachment.apm is None
    assert (slow.attachment.apm, slow.attachment.standby) == (False, 3600.0)
    assert slow.attachment.formats == ()


def test_a_policy_that_changes_is_read_again(tmp_path: Path) -> None:
    machine = MadeMachine(tmp_path / "sys")
    machine.sata("sda", "Disk", GB, 1)
    policy = machine.root / "class/scsi_host/host1/link_power_management_policy"
    policy.parent.mkdir(parents=True)
    policy.write_text("max_performance\n")
    tree = ObjectTree()
    tree.load(machine.objects)
    builder = InventoryBuilder(tree, Sysfs(machine.root), proc=tmp_path)
    builder.touch_all()

    def now() -> str:
        found = builder.build().get("sda")
        assert found is not None
        return found.attachment.sata_power

    assert now() == "max_performance"
    policy.write_text("med_power_with_dipm\n")
    builder.refresh_volatile()
    assert now() == "med_power_with_dipm"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [(0, None), (1, 5.0), (240, 1200.0), (241, 1800.0), (251, 19800.0), (252, 1260.0),
     (253, None), (254, None), (255, 1275.0), (256, None), (-1, None)],
)  # fmt: skip
def test_the_values_of_standby(value: int, seconds: float | None) -> None:
    assert standby_seconds(value) == seconds
