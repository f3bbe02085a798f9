# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every drive is monitored, and none delays another."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.builders.health_drives import Clock, drive, inventory, judge
from tests.builders.watching import IDENTITY, Watching

from driveproof.domain.health.report import Health
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.snapshot import OPEN
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN, HealthVerdict
from driveproof.engine.health import monitor as health_monitor
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History


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
        watching.clock.seconds += health_monitor.SHOWN_SECONDS
        watching.monitor.set_inventory(inventory(drive("sda"), drive("sdb")))  # wakes it up
        assert watching.view().device == "sdb"
    watching.clock.seconds += health_monitor.ALL_SECONDS
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
    watching = Watching(history, timeout=0.01)
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
    watching = Watching(history, timeout=0.05, clock=time.monotonic)
    hanging = [drive(f"sd{letter}") for letter in "abcd"]
    releases = [watching.drives.hang(device.name) for device in hanging]
    watching.monitor.set_inventory(inventory(*hanging, drive("sdz")))
    assert watching.view().device == "sdz"
    watching.monitor.stop()
    for release in releases:
        release.set()


@pytest.mark.deep
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


def test_only_what_a_person_asks_for_is_asked_whatever_is_known(watching: Watching) -> None:
    watching.monitor.set_inventory(inventory(drive("sda"), drive("sdb")))
    {watching.view().device, watching.view().device}
    watching.monitor.set_shown("sda")
    watching.view()
    watching.monitor.look_now("sda")
    watching.view()
    watching.monitor.look_now("sda", wake=True)
    watching.view()
    occasions = [occasion for name, occasion in watching.drives.asked if name == "sda"]
    assert occasions == [Occasion.ROUTINE, Occasion.SHOWN, Occasion.ASKED, Occasion.WAKE]


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
    watching.drives.answers["sda"] = {"temperature": 51.0, "at_rest": True}
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
    assert words == {"sda": GOOD, "sdb": CAUTION}
    assert Snapshots(history).of("wwn:1") == ()
    assert Snapshots(history).told("wwn:1") is UNKNOWN
    watching.drives.answers["sda"] = {"passed": False}
    seen = 0
    while seen < 2:  # with its second view the report of its first has come
        seen += watching.after(600).device == "sda"
    assert watching.told() == ["worse good failing"]


def test_a_bug_of_ours_is_shown_and_leaves_the_other_drives_alone(history: History) -> None:
    def rule(health: Health, **known: Any) -> HealthVerdict:
        assert health.pending != 7, "a bug in a rule"
        return judge(health, **known)

    watching = Watching(history, rule=rule)
    watching.drives.answers = {"sda": {"no such field": 1}, "sdb": {"pending": 7}}
    drives = inventory(drive("sda", wwn="1"), drive("sdb", wwn="2"), drive("sdc", wwn="3"))
    watching.monitor.set_inventory(drives)
    seen = {view.device: view.health.missing for view in (watching.view() for _ in range(3))}
    watching.monitor.stop()
    assert seen.pop("sdc") is None
    errors = {name: str(note.values["reason"]) for name, note in seen.items() if note is not None}
    assert errors["sda"].startswith("TypeError: ")
    assert errors["sdb"].startswith("AssertionError: a bug in a rule")


def test_a_history_that_cannot_be_used_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "history.sqlite").mkdir()
    watching = Watching(History(tmp_path / "history.sqlite"))
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == GOOD
    watching.after(600)  # with it the first one has reached the announcer
    assert watching.told() == []
    watching.drives.answers["sda"] = {"passed": False}
    assert watching.after(600).verdict.word == FAILING
    watching.after(600)
    assert watching.told() == ["worse good failing"]
    watching.monitor.stop()


def test_a_reader_that_breaks_is_asked_again(watching: Watching) -> None:
    watching.drives.answers["sda"] = {"nonsense": 1}
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == UNKNOWN
    watching.drives.answers["sda"] = {"passed": True}
    assert watching.after(600).verdict.word == GOOD
