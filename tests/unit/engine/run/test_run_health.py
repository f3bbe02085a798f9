# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run stores the health of its drives before and after, and never waits long for it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from tests.builders.health_drives import Drives, drive, inventory, judge

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.snapshot import AFTER, BEFORE
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.engine.health.service import HealthService
from driveproof.engine.run import run_health
from driveproof.engine.run.context import Context
from driveproof.engine.run.run_health import RunHealth
from driveproof.engine.run.session import Session
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History

RUN = "7g4kq2m9x"
TWO = inventory(drive("sda"), drive("sdb"))


def seeing(service: HealthService | None, known: Inventory | None = TWO) -> RunHealth:
    made = RunHealth(service)
    assert made.seeing(lambda: known)() is known
    return made


def kept(history: History) -> list[tuple[str, str, float | None]]:
    pairs = Snapshots(history).all_of_run(RUN)
    found = [one for pair in pairs for one in pair if one is not None]
    return sorted((one.identity, one.reason, one.health.temperature) for one in found)


def test_each_drive_below_is_kept_before_and_after(
    service: HealthService, drives: Drives, history: History
) -> None:
    health = seeing(service)
    drives.answers = {name: {"temperature": 30.0} for name in ("sda", "sdb")}
    health.before(RUN, ("sda", "sdb", "gone"))
    drives.answers["sda"] = {"temperature": 60.0}
    health.after(RUN)
    sda, sdb = (device.identity for device in TWO.devices)
    assert kept(history) == [
        (sda, AFTER, 60.0),
        (sda, BEFORE, 30.0),
        (sdb, AFTER, 30.0),
        (sdb, BEFORE, 30.0),
    ]


def test_meanwhile_the_drives_are_not_asked_anew(service: HealthService, drives: Drives) -> None:
    health = seeing(service)
    health.before(RUN, ("sda",))
    drives.asked.clear()
    service.look(TWO.devices[0], TWO)
    service.look(TWO.devices[1], TWO)
    health.after(RUN)
    service.look(TWO.devices[0], TWO)
    assert drives.asked == [
        ("sda", Occasion.LISTED),
        ("sdb", Occasion.ASKED),
        ("sda", Occasion.ASKED),
        ("sda", Occasion.ASKED),
    ]


def test_of_two_runs_in_turn_each_leaves_its_own_drive_alone(
    service: HealthService, drives: Drives
) -> None:
    """The second one once had the first one's drive queried, and its end both."""
    one, other = seeing(service), seeing(service)
    one.before(RUN, ("sda",))
    other.before("8h4kq2m9x", ("sdb",))
    drives.asked.clear()
    for device in TWO.devices:
        service.look(device, TWO)
    assert drives.asked == [("sda", Occasion.LISTED), ("sdb", Occasion.LISTED)]
    other.after("8h4kq2m9x")
    drives.asked.clear()
    for device in TWO.devices:
        service.look(device, TWO)
    assert drives.asked == [("sda", Occasion.LISTED), ("sdb", Occasion.ASKED)]
    one.after(RUN)
    drives.asked.clear()
    service.look(TWO.devices[0], TWO)
    assert drives.asked == [("sda", Occasion.ASKED)]


def test_a_run_that_came_to_no_end_leaves_no_drive_alone_for_ever(
    service: HealthService, drives: Drives
) -> None:
    health = seeing(service)
    health.before(RUN, ("sda",))
    health.close()
    health.close()
    drives.asked.clear()
    service.look(TWO.devices[0], TWO)
    assert drives.asked == [("sda", Occasion.ASKED)]


def test_a_drive_that_hangs_costs_its_snapshot_only(
    service: HealthService, drives: Drives, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_health, "WAIT_SECONDS", 0.2)
    release = drives.hang("sda")
    health = seeing(service)
    health.before(RUN, ("sda", "sdb"))
    health.after(RUN, hurry=True)
    release.set()
    assert [(identity, reason) for identity, reason, _ in kept(history)] == [
        (TWO.devices[1].identity, AFTER),
        (TWO.devices[1].identity, BEFORE),
    ]


def test_nothing_known_is_nothing_kept(
    service: HealthService, drives: Drives, history: History, tmp_path: Path
) -> None:
    drives.refuses = MachineError("It is gone.")
    for health in (seeing(service), seeing(service, None), seeing(None)):
        health.before(RUN, ("sda",))
        health.after(RUN)
    assert kept(history) == []
    drives.refuses = None
    (tmp_path / "no").mkdir()
    broken = seeing(HealthService(drives, History(tmp_path / "no"), judge=judge))
    broken.before(RUN, ("sda",))  # says nothing: the run itself says that it is not kept
    broken.after(RUN)


@pytest.mark.skipif(shutil.which("fio") is None, reason="needs fio")
def test_a_run_has_it_around_what_it_measures(
    service: HealthService, drives: Drives, history: History, tmp_path: Path, disk_folder: Path
) -> None:
    place = disk_folder.stat().st_dev
    number = f"{os.major(place)}:{os.minor(place)}"
    known = inventory(drive("sda", number=number))
    phase = Phase("Read", "read", "random", 4096, 1, warmup=0.1, seconds=0.3)
    profile = Profile("small", "Small", "Does it run?", (phase,), 2**22, repeats=1, pause=0.0)
    seen: list[str] = []

    def answer() -> Inventory:
        drives.answers["sda"] = {"written": 10**9}
        return known

    def observe(event: object) -> None:
        drives.answers["sda"] = {"written": 2 * 10**9}
        seen.append(type(event).__name__)

    run = Session(
        profile,
        str(disk_folder),
        Context(
            inventory=answer,
            recorder=history,
            registry=TestFileRegistry(tmp_path / "state"),
            health=service,
        ),
        observe,
    ).run()
    assert seen[-1] == "RunEnded"
    ((before, after),) = Snapshots(history).all_of_run(run.id)
    assert before is not None
    assert after is not None
    assert (before.health.written, after.health.written) == (10**9, 2 * 10**9)
    assert before.run == run.id
    assert before.firmware == run.target.firmware == "1.0"
