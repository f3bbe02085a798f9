# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof watch`: a week of it with fake drives that change, and a clock that is moved."""

from __future__ import annotations

import json
import queue
import shlex
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from tests.fakes import smart
from tests.fakes.made_array import recovering, say_array, whole
from tests.fakes.made_machine import MadeMachine
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.cli.arguments import parser
from driveproof.cli.main import run
from driveproof.cli.watch import watch
from driveproof.composition import watching
from driveproof.composition.application import Application, Folders
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.health.verdict import GOOD, UNKNOWN
from driveproof.domain.watch import DriveEvent
from driveproof.engine.health.reader import HealthReader
from driveproof.engine.health.service import HealthService
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory

GB = 10**9
START = datetime(2026, 3, 2, 8, tzinfo=UTC)
WAIT = 20.0
STEP = 6
"""Hours between two looks."""
NOTE = """
import os, sys
with open(sys.argv[1], "a") as file:
    file.write(" ".join([os.environ["DRIVEPROOF_EVENT"], os.environ["DRIVEPROOF_DEVICE"]]) + "\\n")
"""


class MadeApplication(Application):
    """With the fake machine's /sys, and notifications that are collected."""

    def __init__(self, home: Path, bus: str, machine: MadeMachine) -> None:
        super().__init__(Folders.below(home))
        looks = count(1)
        reader = HealthReader(clock=lambda: datetime.now(UTC) + timedelta(hours=next(looks)))
        # Each look is an hour after the one before: UDisks2's values are never new.
        self.health_service = HealthService(reader, self.history)
        self._bus = bus
        self._machine = machine
        self.shown: list[str] = []
        self.desktop = True
        """Whether there is one that shows notifications."""

    def inventory(self) -> Inventory:
        return read_inventory(self._bus, Sysfs(self._machine.root))

    def notify(self, title: str, text: str) -> bool:
        if self.desktop:
            self.shown.append(title.replace("\u202f", " "))
        return self.desktop


class Drives:
    """A machine with an NVMe, an SSD and a mirror, whose state a test changes."""

    def __init__(self, root: Path) -> None:
        self.machine = machine = MadeMachine(root, "2.10.1")
        fast = machine.nvme(0, "Fast 1TB", 1000 * GB, serial="F1")
        self.fast = smart.give(machine, fast, smart.nvme(attributes={"percent_used": ("y", 79)}))
        self.ssd = machine.sata("sda", "Good SSD", 1000 * GB, 1, serial="G1")
        self.sata = smart.give(machine, self.ssd, smart.ata())
        members = [
            machine.sata(name, "Disk", 4000 * GB, port, serial=f"D{port}", rotation=5400)
            for name, port in (("sdb", 2), ("sdc", 3))
        ]
        for one in members:
            smart.give(machine, one, smart.ata(rotating=True))
        machine.raid(0, "raid1", "backup", 3999 * GB, members)
        whole(root, "md0")

    def heat(self, celsius: float) -> None:
        """The temperature of the NVMe, whose own limit is 81.85 degrees Celsius."""
        self.fast.properties["SmartTemperature"] = ("q", round(celsius + 273.15))

    def wear(self, percent: int) -> None:
        self.fast.attributes["percent_used"] = ("y", percent)

    def fail(self) -> None:
        failing = smart.failing_ata()
        self.sata.properties, self.sata.attributes = failing.properties, failing.attributes


@pytest.fixture
def drives(tmp_path: Path) -> Drives:
    return Drives(tmp_path / "sys")


@pytest.fixture
def app(
    drives: Drives, bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MadeApplication]:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
    with FakeUDisks2(bus.address, drives.machine.objects, drives.machine.smart):
        yield MadeApplication(tmp_path / "home", bus.address, drives.machine)


class WeekOverError(Exception):
    """The moved clock has reached the end."""


def plan(drives: Drives) -> dict[int, Callable[[], object]]:
    """What changes before which hour's look."""
    root = drives.machine.root
    return {
        12: lambda: drives.heat(86),
        18: lambda: drives.heat(80),  # not yet cooled: it must not flap
        24: lambda: drives.heat(86),
        30: lambda: drives.heat(60),
        48: lambda: drives.wear(80),
        54: lambda: drives.wear(81),
        72: lambda: say_array(root, "md0", degraded=1),
        84: lambda: recovering(root, "md0"),
        96: lambda: whole(root, "md0"),
        120: drives.fail,
    }


def test_a_week_with_a_restart_in_the_middle(
    app: MadeApplication,
    drives: Drives,
    bus: PrivateBus,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    noted = tmp_path / "noted"
    command = shlex.join([sys.executable, "-c", NOTE, str(noted)])
    words = ["watch", "--json", "--interval", str(STEP * 3600), "--exec", command]
    arguments = parser().parse_args(words)
    changes, hour = plan(drives), 0

    def pause(seconds: float) -> None:
        nonlocal hour
        assert seconds == STEP * 3600
        hour += STEP
        if hour in changes:
            changes[hour]()
        if hour in {78, 168}:
            raise WeekOverError

    def now() -> datetime:
        return START + timedelta(hours=hour)

    with pytest.raises(WeekOverError):
        watch(app, arguments, pause, now)
    again = MadeApplication(tmp_path / "home", bus.address, drives.machine)
    with pytest.raises(WeekOverError):
        watch(again, arguments, pause, now)

    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = [
        (datetime.fromisoformat(one["time"]) - START, one["event"], one["device"]) for one in told
    ]
    assert found == [
        (timedelta(hours=12), "hot", "/dev/nvme0n1"),
        (timedelta(hours=30), "cooled", "/dev/nvme0n1"),
        (timedelta(hours=48), "life", "/dev/nvme0n1"),
        (timedelta(hours=72), "degraded", "/dev/md/backup"),
        (timedelta(hours=84), "rebuild", "/dev/md/backup"),
        (timedelta(hours=96), "repaired", "/dev/md/backup"),
        (timedelta(hours=120), "worse", "/dev/sda"),
    ]
    assert noted.read_text("utf-8").splitlines() == [f"{what} {where}" for _, what, where in found]
    assert len(app.shown + again.shown) == len(found)
    assert told[2]["life_left"] == pytest.approx(0.2)
    assert "1 of 2" in told[3]["message"]
    assert (told[-1]["verdict_before"], told[-1]["verdict"]) == ("good", "failing")


def test_a_first_look_announces_only_what_is_failing(
    app: MadeApplication, drives: Drives, capsys: pytest.CaptureFixture[str]
) -> None:
    drives.heat(90)
    drives.wear(95)
    assert run(["watch", "--once"], app) == 0
    assert (app.shown, capsys.readouterr().err) == ([], "")


def test_a_failing_drive_is_announced_once_and_stays_the_exit_status(
    app: MadeApplication, drives: Drives, capsys: pytest.CaptureFixture[str]
) -> None:
    drives.fail()
    assert run(["watch", "--once"], app) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("driveproof: /dev/sda: ")
    assert run(["watch", "--once"], app) == 1
    assert capsys.readouterr().err == ""
    assert len(app.shown) == 1


def test_numbers_keep_their_units_in_the_terminal(
    app: MadeApplication, drives: Drives, capsys: pytest.CaptureFixture[str]
) -> None:
    """The narrow space between them was printed as an escape once."""
    assert run(["watch", "--once"], app) == 0
    drives.heat(90)
    run(["watch", "--once"], app)
    said = capsys.readouterr().err
    assert "is too hot: 90 °C" in said and "u202f" not in said


def test_what_the_window_has_told_is_not_shown_again(
    app: MadeApplication, drives: Drives, tmp_path: Path
) -> None:
    drives.fail()
    assert run(["watch", "--once"], app) == 1
    (tmp_path / "home/state/watch.json").unlink()
    assert run(["watch", "--once"], app) == 1
    assert len(app.shown) == 1


def test_the_open_window_announces_the_same_and_nothing_twice(
    app: MadeApplication, drives: Drives, capsys: pytest.CaptureFixture[str]
) -> None:
    """It announced worse verdicts alone, and what the timer had announced meanwhile again."""
    views: queue.Queue[object] = queue.Queue()
    events: queue.Queue[DriveEvent] = queue.Queue()
    window = watching.new_announcer(app, views.put, events.put)
    window.start()
    window.set_inventory(app.inventory())
    for _drive in range(4):
        views.get(timeout=WAIT)
    say_array(drives.machine.root, "md0", degraded=1)
    drives.heat(90)
    drives.wear(81)
    window.set_inventory(app.inventory())
    window.look_now("nvme0n1")
    seen = {events.get(timeout=WAIT).what for _event in range(3)}
    assert seen == {"degraded", "hot", "life"}
    drives.fail()
    assert run(["watch", "--once"], app) == 1
    assert app.shown == ["Good SSD: Failing"]
    window.look_now("sda")
    window.look_now("nvme0n1")
    drives.heat(40)
    window.look_now("nvme0n1")
    assert events.get(timeout=WAIT).what == "cooled"
    window.stop()
    assert events.empty()


def test_the_command_hears_what_the_window_has_announced(
    app: MadeApplication, drives: Drives, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody got a mail about anything that happened while the window was open."""
    noted = tmp_path / "noted"
    words = ["watch", "--once", "--exec", shlex.join([sys.executable, "-c", NOTE, str(noted)])]
    assert run(words, app) == 0
    events: queue.Queue[DriveEvent] = queue.Queue()
    window = watching.new_announcer(app, lambda _view: None, events.put)
    window.start()
    drives.fail()
    window.set_inventory(app.inventory())
    assert events.get(timeout=WAIT).what == "worse"
    window.stop()
    for _look in range(2):
        assert run(words, app) == 1
    assert noted.read_text("utf-8").splitlines() == ["worse /dev/sda"]
    assert capsys.readouterr().err.count("Good SSD: Failing") == 1
    assert app.shown == []


def test_what_no_desktop_could_show_is_left_to_the_next(
    app: MadeApplication, drives: Drives, capsys: pytest.CaptureFixture[str]
) -> None:
    """A timer that runs before anybody logs in, and one that is quiet, took it from the window."""
    run(["watch", "--once"], app)
    drives.fail()
    app.desktop = False
    run(["watch", "--once"], app)
    app.desktop = True
    run(["watch", "--once", "--quiet"], app)
    assert capsys.readouterr().err.count("Good SSD: Failing") == 1
    assert app.shown == []
    for _look in range(2):
        run(["watch", "--once"], app)
    assert app.shown == ["Good SSD: Failing"]
    assert capsys.readouterr().err == ""


def test_what_was_not_announced_is_left_to_the_window(app: MadeApplication, drives: Drives) -> None:
    drives.wear(104)
    assert run(["watch", "--once"], app) == 0
    assert app.shown == []
    drive = next(one for one in app.inventory().devices if one.kind == "nvme")
    assert app.health_service.kept.told(drive.identity) is UNKNOWN
    drives.wear(3)
    assert run(["watch", "--once"], app) == 0
    assert app.health_service.kept.told(drive.identity) is GOOD


def test_a_drive_that_went_and_came_back(
    app: MadeApplication, drives: Drives, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["watch", "--once", "--missing"], app)
    block = drives.machine.objects.pop(drives.ssd.object_path)
    run(["watch", "--once", "--missing", "--json"], app)
    drives.machine.objects[drives.ssd.object_path] = block
    run(["watch", "--once", "--missing", "--json"], app)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["event"], one["device"]) for one in told] == [
        ("gone", "/dev/sda"),
        ("back", "/dev/sda"),
    ]


def test_a_command_that_fails_is_told_and_the_look_is_kept(
    app: MadeApplication, drives: Drives, capsys: pytest.CaptureFixture[str]
) -> None:
    drives.fail()
    assert run(["watch", "--once", "--exec", "/nowhere/at-all"], app) == 1
    assert "/nowhere/at-all" in capsys.readouterr().err
    status = shlex.join([sys.executable, "-c", "raise SystemExit(7)"])
    drives.heat(90)
    assert run(["watch", "--once", "--exec", status], app) == 1
    assert "status 7" in capsys.readouterr().err


def test_a_broken_record_is_a_first_look(app: MadeApplication, tmp_path: Path) -> None:
    record = tmp_path / "home/state/watch.json"
    record.parent.mkdir(parents=True)
    record.write_text('{"wwn:1": [7]}', "utf-8")
    assert run(["watch", "--once"], app) == 0
    assert "wwn:1" not in json.loads(record.read_text("utf-8"))


def test_a_command_that_cannot_be_read_is_wrong_usage(app: MadeApplication) -> None:
    assert run(["watch", "--once", "--exec", "echo 'open"], app) == 2


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """No drive is at work but those that the test names."""
    found: set[str] = set()
    monkeypatch.setattr(watching, "is_busy", lambda name, *_services: name in found)
    return found


@pytest.mark.deep
def test_self_tests_of_two_months_by_a_moved_clock(
    app: MadeApplication, drives: Drives, idle: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Each drive has a short one every week, and an extended one instead of every fourth."""
    words = ["watch", "--json", "--interval", "86400", "--selftest", "short=7d,extended=28d"]
    day = 0

    def now() -> datetime:
        return START + timedelta(days=day)

    def pause(_seconds: float) -> None:
        nonlocal day
        day += 1
        if day == 56:
            raise WeekOverError

    app.health_service = HealthService(HealthReader(clock=now), app.history, now=now)
    for one in drives.machine.smart.values():
        one.pace = 100
    with pytest.raises(WeekOverError):
        watch(app, parser().parse_args(words), pause, now)
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    kinds: dict[str, list[str]] = {}
    for one in told:
        assert one["event"] == "test"
        kinds.setdefault(one["device"], []).append(one["test"])
    assert set(kinds) == {"/dev/nvme0n1", "/dev/sda", "/dev/sdb", "/dev/sdc"}
    for found in kinds.values():
        assert found[:5] == ["extended", "short", "short", "short", "extended"]
    assert app.shown == [], "the desktop is not told what was asked for"


def test_a_drive_at_work_or_asleep_is_left_alone(
    app: MadeApplication, drives: Drives, idle: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    idle |= {"nvme0n1", "sdb", "sdc"}
    drives.sata.asleep = True
    words = ["watch", "--once", "--selftest", "short=7d"]
    assert run(words, app) == 0
    assert capsys.readouterr().err == ""
    drives.sata.asleep = False
    assert run(words, app) == 0
    assert "Good SSD" in capsys.readouterr().err


def test_a_refusal_is_announced_once(
    app: MadeApplication, drives: Drives, idle: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    idle |= {"nvme0n1", "sdb", "sdc"}
    drives.sata.refused = True
    words = ["watch", "--once", "--selftest", "short=7d"]
    assert run(words, app) == 0
    assert "cannot be started" in capsys.readouterr().err
    assert run(words, app) == 0
    assert capsys.readouterr().err == ""


def test_the_schedule_of_the_preferences_holds_where_none_is_named(
    app: MadeApplication, idle: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["watch", "--once"], app) == 0
    watching.keep_self_tests(app, "extended=30d")
    assert watching.self_tests(app) == "extended=30d"
    assert run(["watch", "--once", "--selftest", ""], app) == 0
    assert capsys.readouterr().err == ""
    assert run(["watch", "--once"], app) == 0
    assert capsys.readouterr().err
    assert run(["watch", "--once", "--selftest", "weekly"], app) == 2
