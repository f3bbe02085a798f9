# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Service and monitor with a fake UDisks2: real reader, real verdict, real bus."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.fakes.made_machine import MadeMachine
from tests.fakes.smart import MadeSmart, ata, give, nvme
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.health.snapshot import OPEN
from driveproof.domain.health.verdict import FAILING, GOOD
from driveproof.engine.health.monitor import HealthMonitor
from driveproof.engine.health.reader import HealthReader
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import HealthView
from driveproof.engine.run.run_health import RunHealth
from driveproof.history.store import History
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory

WAIT = 30.0
DRIVES = 40


@dataclass
class Machine:
    """What a test needs of the fake machine."""

    service: HealthService
    inventory: Inventory
    smart: dict[str, MadeSmart]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = MadeMachine(tmp_path / "sys", "2.10.1")
    smart = {
        "nvme0n1": give(made, made.nvme(0, "Made NVMe", 10**12, serial="N0"), nvme()),
        # Its values are too old to be used as they are.
        "sda": give(
            made, made.sata("sda", "Made SSD", 10**12, 1, serial="A0", rotation=0), ata(age=3600.0)
        ),
    }
    for index in range(DRIVES):
        name = f"sdx{index}"
        disk = made.sata(name, "Made SSD", 10**12, index + 2, serial=f"X{index}", rotation=0)
        smart[name] = give(made, disk, ata())
    history = History(tmp_path / "history.sqlite")
    with PrivateBus(tmp_path) as bus, FakeUDisks2(bus.address, made.objects, made.smart):
        reader = HealthReader(bus.address, root=made.root)
        inventory = read_inventory(bus.address, Sysfs(made.root))
        yield Machine(HealthService(reader, history), inventory, smart)
    history.close()


def test_all_are_read_kept_and_judged_while_one_is_silent(machine: Machine) -> None:
    views: queue.Queue[HealthView] = queue.Queue()
    machine.smart["sda"].delay = 60.0
    monitor = HealthMonitor(machine.service, views.put)
    monitor.start()
    monitor.set_inventory(machine.inventory)
    names = {view.device: view for view in (views.get(timeout=WAIT) for _ in range(DRIVES + 1))}
    assert "sda" not in names
    assert names["nvme0n1"].verdict.word == GOOD
    assert names["nvme0n1"].health.written

    machine.smart["nvme0n1"].properties["SmartCriticalWarning"] = ("as", ["spare"])
    monitor.look_now("nvme0n1")
    assert views.get(timeout=WAIT).verdict.word == FAILING
    monitor.stop()

    (kept,) = machine.service.snapshots(names["nvme0n1"].identity)
    assert (kept.reason, kept.health) == (OPEN, names["nvme0n1"].health)


@pytest.mark.deep
def test_a_run_on_two_drives_of_two_kinds(machine: Machine) -> None:
    health = RunHealth(machine.service)
    health.seeing(lambda: machine.inventory)()
    health.before("7g4kq2m9x", ("nvme0n1", "sda"))
    health.after("7g4kq2m9x")
    pairs = machine.service.kept.all_of_run("7g4kq2m9x")
    assert len(pairs) == 2
    for before, after in pairs:
        assert before is not None
        assert after is not None
        assert before.health.temperature is not None
        assert before.taken <= after.taken
    silent = {name: made.options for name, made in machine.smart.items() if made.options}
    assert set(silent) == {"nvme0n1", "sda"}
    assert all(
        options["nowakeup"] == ("b", True) and options["auth.no_user_interaction"] == ("b", True)
        for each in silent.values()
        for options in each
    )
