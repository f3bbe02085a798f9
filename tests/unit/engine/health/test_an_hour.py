# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An hour of an open window and of a watch beside it: how often each drive is asked. This UDisks2
reads none by itself, which the real one does every ten minutes while a drive is awake.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.fakes import smart
from tests.fakes.made_machine import GB, Made, MadeMachine
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive.drive import Inventory
from driveproof.engine.health.monitor import HealthMonitor
from driveproof.engine.health.reader import HealthReader
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.use_since import UseSince
from driveproof.engine.health.view import HealthView
from driveproof.engine.watch import DriveWatch
from driveproof.engine.watch_record import WatchRecord
from driveproof.history.store import History
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory

WAIT = 20.0
MINUTE, HOUR, LOOK = 60, 3600, 600
START = 1_796_000_000.0


class Hour:
    """A hard disk, an SSD and an NVMe, a clock, and what happens at each minute of it."""

    def __init__(self, folder: Path, bus: PrivateBus, **disk: object) -> None:
        self.folder, self.bus, self.seconds = folder, bus, 0.0
        self.machine = machine = MadeMachine(folder / "sys", "2.10.1")
        self.disk = machine.sata("sda", "Disk", 4000 * GB, 1, serial="D1", rotation=5400)
        ssd = machine.sata("sdb", "SSD", 1000 * GB, 2, serial="S1")
        nvme = machine.nvme(0, "NVMe", 1000 * GB, serial="N1")
        self.asked = {
            "sda": smart.give(machine, self.disk, smart.ata(rotating=True, clock=self.now, **disk)),
            "sdb": smart.give(machine, ssd, smart.ata(clock=self.now)),
            "nvme0n1": smart.give(machine, nvme, smart.nvme(clock=self.now)),
        }

    def now(self) -> float:
        return START + self.seconds

    def service(self) -> HealthService:
        """That of another program of the same person."""
        reader = HealthReader(
            self.bus.address,
            root=self.machine.root,
            clock=lambda: datetime.fromtimestamp(self.now(), UTC),
            use=UseSince(self.folder / "run/read-disks.json", self.machine.root),
        )
        return HealthService(reader, History(self.folder / "history.sqlite"))

    def inventory(self) -> Inventory:
        return read_inventory(self.bus.address, Sysfs(self.machine.root))

    def pass_by(self, shown: str, each: Callable[[Made], object]) -> dict[str, int]:
        """How often the drives are asked in it; `each` is what happens to the disk every minute."""
        with FakeUDisks2(self.bus.address, self.machine.objects, self.machine.smart):
            views: queue.Queue[HealthView] = queue.Queue()
            monitor = HealthMonitor(self.service(), views.put, clock=lambda: self.seconds)
            record = WatchRecord(self.folder / "watch.json")
            inventory = self.inventory()
            monitor.start()
            monitor.set_inventory(inventory)
            {views.get(timeout=WAIT).device for _ in self.asked}
            monitor.set_shown(shown)
            views.get(timeout=WAIT)
            for second in range(MINUTE, HOUR + 1, MINUTE):
                self.seconds = second
                each(self.disk)
                monitor.set_inventory(inventory)
                due = set(self.asked) if second % LOOK == 0 else {shown}
                while due:
                    due.discard(views.get(timeout=WAIT).device)
                if second % LOOK == 0:
                    DriveWatch(self.inventory, self.service(), record).look()
            monitor.stop()
        for one in self.asked.values():
            assert all(options["nowakeup"] == ("b", True) for options in one.options)
        return {name: len(one.options) for name, one in self.asked.items()}


@pytest.mark.parametrize("shown", ["sda", "nvme0n1"])
@pytest.mark.parametrize("asleep", [True, False])
def test_a_disk_that_nobody_uses_is_asked_once(
    bus: PrivateBus, tmp_path: Path, shown: str, asleep: bool
) -> None:
    hour = Hour(tmp_path, bus, asleep=asleep, age=HOUR)
    assert hour.pass_by(shown, lambda disk: None)["sda"] == 1


def test_a_disk_in_use_is_asked_every_quarter_of_an_hour_by_one_of_both(
    bus: PrivateBus, tmp_path: Path
) -> None:
    hour = Hour(tmp_path, bus)

    def use(disk: Made) -> None:
        hour.machine.statistics(disk, int(hour.seconds), *[0] * 16)

    asked = hour.pass_by("sda", use)
    assert asked["sda"] in {3, 4}
    assert asked["sdb"] <= HOUR // LOOK, "the window and the watch share what UDisks2 has"


def test_flash_on_the_screen_is_asked_at_each_look(bus: PrivateBus, tmp_path: Path) -> None:
    asked = Hour(tmp_path, bus).pass_by("sdb", lambda disk: None)
    assert asked["sdb"] >= HOUR // MINUTE
    assert asked["sda"] <= 1
