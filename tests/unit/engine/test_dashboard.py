# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sources of the rows of all drives: UDisks2, the history's health data, and the runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.builders.health_drives import NOW, Drives, drive, inventory
from tests.builders.made_findings import finding

from driveproof.domain.check.check import Check
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.health.report import Health
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.snapshot import OPEN
from driveproof.domain.health.verdict import FAILING, GOOD, UNKNOWN
from driveproof.domain.rating import ODD
from driveproof.domain.run.run import Run
from driveproof.engine import dashboard
from driveproof.engine.dashboard import MOST_ASKED, Dashboard
from driveproof.engine.health.service import HealthService
from driveproof.history.checks import Checks
from driveproof.history.store import History

MakeRun = Callable[..., Run]
SDA = drive("sda", health=GOOD)


@pytest.fixture
def board(service: HealthService, history: History) -> Dashboard:
    return Dashboard(service, history)


def target(device: BlockDevice) -> dict[str, object]:
    return {"drive": device.identity}


def test_a_list_asks_udisks_and_wakes_no_drive(board: Dashboard, drives: Drives) -> None:
    drives.answers["sda"] = {"passed": False, "temperature": 40.0, "used": 0.25, "written": 7}
    sdb = drive("sdb")
    loop = BlockDevice(path="/dev/loop0", name="loop0", kind="loop", size=1)
    first, second, third = board.lines(inventory(SDA, sdb, loop))
    assert drives.asked == [("sda", Occasion.LISTED)]  # of sdb UDisks2 knows nothing
    assert (first.grade, first.temperature, first.life_left) == (FAILING, 40.0, 0.75)
    assert (first.written, first.checked, first.speed) == (7, None, None)
    assert (second.device, second.grade, second.life_left) == (sdb, UNKNOWN, None)
    assert third.device is loop


def test_a_list_makes_no_history(board: Dashboard, history: History) -> None:
    assert board.lines(inventory(SDA))[0].grade == GOOD
    assert not history.path.exists()


def test_a_drive_that_hangs_does_not_hold_up_the_list(
    board: Dashboard, drives: Drives, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dashboard, "SECONDS", 0.2)
    sdb = drive("sdb", health=GOOD)
    drives.answers = {"sda": {"used": 0.1}, "sdb": {"used": 0.1}}
    released: threading.Event = drives.hang("sda")
    try:
        lines = board.lines(inventory(SDA, sdb))
    finally:
        released.set()
    assert [line.life_left for line in lines] == [None, 0.9]
    assert lines[0].grade == GOOD  # as the list of drives has it


def test_a_machine_with_many_drives_is_told_what_was_kept(
    board: Dashboard, service: HealthService, drives: Drives
) -> None:
    many = [drive(f"sd{number}", health=GOOD) for number in range(MOST_ASKED + 1)]
    kept = Health(taken=NOW, source="made", used=0.4, passed=True)
    service.kept.add(many[3].identity, kept, OPEN)
    lines = board.lines(inventory(*many))
    assert drives.asked == []
    assert [line.life_left for line in lines[2:5]] == [None, 0.6, None]


def test_speed_is_that_of_the_drive(board: Dashboard, history: History, make_run: MakeRun) -> None:
    sdb = drive("sdb", health=GOOD)
    history.save(make_run(id="a", target=target(SDA), label="check 2026-11-20 10:12"))
    history.save(make_run(id="b", target=target(SDA), label="by hand"))
    first, second = board.lines(inventory(SDA, sdb))
    assert first.speed is not None and first.speed.test == "SEQ1M Q8T1 read"
    assert len(first.speed.values) == 2
    assert first.checked is None  # a run is no check
    assert (second.speed, second.checked) == (None, None)


def test_a_check_that_is_kept_counts(board: Dashboard, history: History) -> None:
    odd = finding("identity", "odd", "It is odd.")
    check = Check(taken=NOW, seconds=2.0, target="/dev/sda", device=SDA, findings=(odd,))
    Checks(history).add(check, SDA.identity)
    (line,) = board.lines(inventory(SDA))
    assert (line.checked, line.rating) == (NOW, ODD)


def test_drives_that_share_their_identity_are_told_nothing_of_each_other(
    board: Dashboard, history: History, make_run: MakeRun
) -> None:
    history.save(make_run(id="a", target=target(SDA)))
    twin = replace(SDA, name="sdb", path="/dev/sdb")
    assert board.kept([SDA], inventory(SDA))["sda"].speed is not None
    assert board.kept([SDA, twin], inventory(SDA, twin)) == {}
