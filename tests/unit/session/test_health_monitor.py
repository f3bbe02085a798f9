# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every drive is looked after, and none holds up another one."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from tests.unit.session.health_drives import NOW, Clock, Drives, drive, inventory, judge

from driveproof.domain import health_verdict
from driveproof.domain.health import Health, SelfTests
from driveproof.domain.health_words import FAILING, GOOD, UNKNOWN, WATCH, HealthVerdict
from driveproof.domain.snapshot import OPEN
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.session import health_monitor, health_pace
from driveproof.session.health import HealthDesk, Judge
from driveproof.session.health_monitor import HealthMonitor
from driveproof.session.health_view import HealthView

WAIT = 20.0
IDENTITY = drive().identity


class Watching:
    """A monitor over made drives, and what it told."""

    def __init__(
        self,
        history: History,
        patience: float = 5.0,
        clock: Callable[[], float] | None = None,
        rule: Judge = judge,
    ) -> None:
        self.history = history
        self.clock = Clock()
        self.drives = Drives(self.clock)
        self.views: queue.Queue[HealthView] = queue.Queue()
        self.worse: queue.Queue[tuple[HealthView, HealthVerdict]] = queue.Queue()
        desk = HealthDesk(self.drives, rule, history, now=self.clock.now)
        self.monitor = HealthMonitor(
            desk,
            self.views.put,
            lambda view, before: self.worse.put((view, before)),
            clock=clock or self.clock,
            patience=patience,
        )
        self.monitor.start()

    def view(self) -> HealthView:
        return self.views.get(timeout=WAIT)

    def after(self, seconds: float, name: str = "sda") -> HealthView:
        """The next view of a drive, so many seconds later."""
        self.clock.seconds += seconds
        self.monitor.look_now(name)
        return self.view()

    def told(self) -> list[tuple[str, str]]:
        """What got worse since the last time that was asked; every view has come before."""
        found = []
        while not self.worse.empty():
            view, before = self.worse.get()
            found.append((before.word, view.verdict.word))
        return found


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    store = History(tmp_path / "history.sqlite")
    yield store
    store.close()


@pytest.fixture
def watching(history: History) -> Iterator[Watching]:
    made = Watching(history)
    yield made
    made.monitor.stop()


def test_every_drive_is_read_once_and_what_is_no_drive_is_not(watching: Watching) -> None:
    devices = [
        drive("sda"),
        drive("sdb"),
        drive("sr0", kind="optical"),
        drive("loop0", kind="loop"),
    ]
    watching.monitor.set_inventory(inventory(*devices))
    assert {watching.view().device, watching.view().device} == {"sda", "sdb"}
    watching.monitor.set_inventory(inventory(*devices, drive("sdc")))
    assert watching.view().device == "sdc"
    assert sorted(name for name, _ in watching.drives.asked) == ["sda", "sdb", "sdc"]


def test_the_shown_one_comes_every_half_minute_the_others_every_ten(watching: Watching) -> None:
    watching.monitor.set_inventory(inventory(drive("sda"), drive("sdb")))
    {watching.view().device, watching.view().device}
    watching.monitor.set_shown("sdb")
    assert watching.view().device == "sdb"
    for _ in range(3):
        watching.clock.seconds += health_pace.SHOWN_SECONDS
        watching.monitor.set_inventory(inventory(drive("sda"), drive("sdb")))  # wakes it up
        assert watching.view().device == "sdb"
    watching.clock.seconds += health_pace.ALL_SECONDS
    watching.monitor.set_inventory(inventory(drive("sda"), drive("sdb")))
    assert {watching.view().device, watching.view().device} == {"sda", "sdb"}


def test_a_drive_that_hangs_holds_up_neither_another_one_nor_the_end(watching: Watching) -> None:
    release = watching.drives.hang("sda")
    watching.monitor.set_inventory(inventory(drive("sda"), drive("sdb")))
    assert watching.view().device == "sdb"
    watching.monitor.look_now("sda")  # it is not asked a second time meanwhile
    assert watching.after(5, "sdb").device == "sdb"
    assert [name for name, _ in watching.drives.asked].count("sda") == 1
    watching.monitor.stop()
    release.set()
    assert watching.views.empty()


def test_more_hanging_drives_than_readers_hold_nothing_up(history: History) -> None:
    watching = Watching(history, patience=0.01)
    hanging = [drive(f"sd{letter}") for letter in "abcdefgh"]
    releases = [watching.drives.hang(device.name) for device in hanging]
    watching.monitor.set_inventory(inventory(*hanging, drive("sdz")))
    while len(watching.drives.asked) < 9:
        watching.clock.seconds += 1
        watching.monitor.set_inventory(inventory(*hanging, drive("sdz")))
    assert watching.view().device == "sdz"
    for release in releases:
        release.set()
    assert {watching.view().device for _ in hanging} == {device.name for device in hanging}
    watching.monitor.stop()


def test_a_drive_that_begins_to_take_long_makes_room_by_itself(history: History) -> None:
    watching = Watching(history, patience=0.05, clock=time.monotonic)
    hanging = [drive(f"sd{letter}") for letter in "abcd"]
    releases = [watching.drives.hang(device.name) for device in hanging]
    watching.monitor.set_inventory(inventory(*hanging, drive("sdz")))
    assert watching.view().device == "sdz"
    watching.monitor.stop()
    for release in releases:
        release.set()


def test_five_hundred_drives_need_few_threads(watching: Watching) -> None:
    counts = []
    read = watching.drives.read

    def counted(*args: object, **more: object) -> object:
        names = [thread.name for thread in threading.enumerate()]
        counts.append(names.count("health-read"))
        return read(*args, **more)  # type: ignore[arg-type]

    watching.drives.read = counted  # type: ignore[assignment, method-assign]
    watching.monitor.set_inventory(inventory(*(drive(f"sd{i}") for i in range(500))))
    assert len({watching.view().device for _ in range(500)}) == 500
    # A thread that has delivered may take a moment to end.
    assert max(counts) <= 3 * health_monitor.AT_ONCE


def test_a_drive_that_went_away_is_not_told(watching: Watching) -> None:
    release = watching.drives.hang("sda")
    watching.monitor.set_inventory(inventory(drive("sda"), drive("sdb")))
    assert watching.view().device == "sdb"
    watching.monitor.set_inventory(inventory(drive("sdb")))
    release.set()
    assert watching.after(1, "sdb").device == "sdb"
    watching.monitor.set_inventory(inventory(drive("sda", serial="another")))
    assert watching.view().identity == drive("sda", serial="another").identity


def test_worse_is_told_once_also_after_a_restart_and_again_after_it_was_better(
    watching: Watching, history: History
) -> None:
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == GOOD
    watching.drives.answers["sda"] = {"passed": False}
    assert watching.after(600).verdict.word == FAILING
    watching.after(600)
    assert watching.told() == [(GOOD, FAILING)]
    watching.drives.answers["sda"] = {"missing": "It sleeps."}
    watching.after(600)
    watching.drives.answers["sda"] = {"passed": False}
    watching.after(600)
    assert watching.told() == []
    watching.monitor.stop()

    again = Watching(history)
    again.drives.answers["sda"] = {"passed": False}
    again.monitor.set_inventory(inventory(drive()))
    assert again.view().verdict.word == FAILING
    again.drives.answers["sda"] = {"passed": True}
    assert again.after(600).verdict.word == GOOD
    assert again.told() == []
    again.drives.answers["sda"] = {"passed": False}
    again.after(600)
    again.after(600)
    assert again.told() == [(GOOD, FAILING)]
    again.monitor.stop()


def heat(history: History) -> Watching:
    """A monitor with the real rules over one hard disk that is warm and well."""
    watching = Watching(history, rule=health_verdict.judge)
    disk(watching, 54)
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == GOOD
    return watching


def disk(watching: Watching, celsius: float, **facts: object) -> None:
    watching.drives.answers["sda"] = {
        "kind": "ata", "rotational": True, "passed": True, "temperature": celsius,
        "power_on": 3.6e6, "power_cycles": 100, "crc_errors": 0, **facts,
    }  # fmt: skip


def test_one_at_its_heat_limit_is_told_once_a_day(history: History) -> None:
    watching = heat(history)
    for number in range(20):
        disk(watching, 55 - number % 2)
        assert watching.after(600).verdict.word == (WATCH, GOOD)[number % 2]
    assert watching.told() == [(GOOD, WATCH)]
    disk(watching, 55)
    watching.after(600)
    disk(watching, 55, crc_errors=3)  # news beside the heat that was not told
    watching.after(600)
    watching.after(600)
    assert watching.told() == [(GOOD, WATCH)]
    watching.monitor.stop()


def test_heat_is_told_again_the_day_after_and_worse_at_once(history: History) -> None:
    watching = heat(history)
    disk(watching, 55)
    watching.after(600)
    disk(watching, 54)
    watching.after(600)
    disk(watching, 55)
    watching.after(health_pace.HEAT_SECONDS)
    disk(watching, 55, passed=False)
    watching.after(600)
    watching.after(600)
    assert watching.told() == [(GOOD, WATCH), (GOOD, WATCH), (WATCH, FAILING)]
    watching.monitor.stop()


def test_a_shown_hard_disk_may_rest_unless_it_tests_itself(watching: Watching) -> None:
    devices = inventory(drive("sda", rotational=True), drive("sdb", rotational=False))
    watching.monitor.set_inventory(devices)
    {watching.view().device, watching.view().device}

    def reads(name: str, seconds: float) -> int:
        """How often it is read meanwhile; the other one is asked at the end, and answers last."""
        before = [asked for asked, _ in watching.drives.asked].count(name)
        watching.clock.seconds += seconds
        watching.monitor.set_shown(name)
        other = "sdb" if name == "sda" else "sda"
        watching.monitor.look_now(other)
        while watching.view().device != other:
            pass
        return [asked for asked, _ in watching.drives.asked].count(name) - before

    assert reads("sda", 30) == 0
    assert reads("sda", 300) == 0
    watching.drives.answers["sda"] = {"self_tests": SelfTests(running=True)}
    assert watching.after(1).device == "sda"
    watching.clock.seconds += health_pace.SHOWN_SECONDS
    watching.monitor.set_inventory(devices)
    assert watching.view().device == "sda"


@pytest.mark.parametrize(
    ("turning", "told", "shown", "testing", "seconds"),
    [
        (False, None, True, False, 30), (True, None, True, False, 600),
        (None, True, True, False, 600), (True, False, True, False, 30),
        (True, None, True, True, 30), (False, None, False, True, 600),
        (None, None, True, False, 30),
    ],
)  # fmt: skip
def test_how_often_a_drive_is_read(
    turning: bool | None, told: bool | None, shown: bool, testing: bool, seconds: float
) -> None:
    health = Health(taken=NOW, rotational=told, self_tests=SelfTests(running=testing))
    device = drive(rotational=turning)
    assert health_pace.interval(device, health, shown=shown) == seconds


def test_a_drive_of_which_nothing_was_known_and_that_fails_is_told_once(watching: Watching) -> None:
    watching.drives.answers["sda"] = {"missing": "It says nothing."}
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == UNKNOWN
    watching.drives.answers["sda"] = {"passed": False}
    watching.after(600)
    watching.after(600)
    watching.after(600)  # what the one before has to tell was told
    assert watching.told() == [(UNKNOWN, FAILING)]


def test_what_got_worse_while_nobody_looked_is_told(watching: Watching, history: History) -> None:
    Snapshots(history).tell({IDENTITY: HealthVerdict(WATCH, "3 CRC errors.")})
    watching.drives.answers["sda"] = {"passed": False}
    watching.monitor.set_inventory(inventory(drive()))
    view, before = watching.worse.get(timeout=WAIT)
    assert (before, view.verdict.word) == (HealthVerdict(WATCH, "3 CRC errors."), FAILING)


def kept(history: History) -> list[tuple[float, str]]:
    found = Snapshots(history).of(IDENTITY)
    return [((one.taken - Clock().now()) / timedelta(hours=1), one.reason) for one in found]


def test_snapshots_come_at_most_every_hour_and_not_for_the_clock_alone(
    watching: Watching, history: History
) -> None:
    watching.drives.answers["sda"] = {"temperature": 40.0, "power_on": 1.0}
    watching.monitor.set_inventory(inventory(drive()))
    watching.view()
    watching.drives.answers["sda"] = {"temperature": 41.0, "power_on": 2.0}
    watching.after(1800)
    assert kept(history) == [(0, OPEN)]
    watching.after(1800)
    assert kept(history) == [(0, OPEN), (1, OPEN)]
    watching.drives.answers["sda"] = {"temperature": 41.0, "power_on": 3.0}
    watching.after(7200)
    assert len(kept(history)) == 2
    watching.after(20 * 3600 + 1800)
    assert len(kept(history)) == 2
    watching.after(7200)  # a day after the last: a line in a chart shall not end
    assert [hours for hours, _ in kept(history)] == [0, 1, 25.5]
    watching.drives.answers["sda"] = {"temperature": 50.0, "asleep": True}
    watching.after(7200)
    watching.drives.answers["sda"] = {"missing": "It does not say."}
    watching.after(7200)
    assert len(kept(history)) == 3


def test_drives_with_one_identity_are_neither_kept_nor_compared(
    watching: Watching, history: History
) -> None:
    twins = [drive("sda", wwn="1"), drive("sdb", wwn="1")]
    watching.drives.answers = {"sda": {"crc_errors": 0}, "sdb": {"crc_errors": 9}}
    watching.monitor.set_inventory(inventory(*twins))
    words = {view.device: view.verdict.word for view in (watching.view(), watching.view())}
    assert words == {"sda": GOOD, "sdb": WATCH}
    assert Snapshots(history).of("wwn:1") == ()
    assert Snapshots(history).told("wwn:1") is None
    watching.drives.answers["sda"] = {"passed": False}
    seen = 0
    while seen < 2:  # with its second view what was told of its first has come
        seen += watching.after(600).device == "sda"
    assert watching.told() == [(GOOD, FAILING)]


def test_a_history_that_cannot_be_used_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "history.sqlite").mkdir()
    watching = Watching(History(tmp_path / "history.sqlite"))
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == GOOD
    watching.drives.answers["sda"] = {"passed": False}
    assert watching.after(600).verdict.word == FAILING
    watching.after(600)
    assert watching.told() == [(GOOD, FAILING)]
    watching.monitor.stop()


def test_one_that_cannot_be_judged_takes_no_other_with_it(watching: Watching) -> None:
    watching.drives.answers["sda"] = {"crc_errors": "many"}
    devices = inventory(drive("sda"), drive("sdb"))
    watching.monitor.set_inventory(devices)
    assert watching.view().device == "sdb"
    assert watching.after(600, "sdb").device == "sdb"


def test_a_reader_that_breaks_is_asked_again(watching: Watching) -> None:
    watching.drives.answers["sda"] = {"nonsense": 1}
    watching.monitor.set_inventory(inventory(drive("sda"), drive("sdb")))
    assert watching.view().device == "sdb"
    watching.drives.answers["sda"] = {"passed": True}
    assert watching.after(600).verdict.word == GOOD
