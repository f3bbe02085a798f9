# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A worse verdict is reported once, even across restarts, and heat at most once a day."""

from __future__ import annotations

from tests.fakes.verdicts import made_verdict
from tests.unit.engine.health_drives import drive, inventory
from tests.unit.engine.watching import IDENTITY, WAIT, Watching, history, watching

from driveproof.domain.health import judge as health_verdict
from driveproof.domain.health.verdict import FAILING, GOOD, UNKNOWN, WATCH
from driveproof.engine.health import monitor
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History

__all__ = ["history", "watching"]


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
    watching.after(monitor.HEAT_SECONDS)
    disk(watching, 55, passed=False)
    watching.after(600)
    watching.after(600)
    assert watching.told() == [(GOOD, WATCH), (GOOD, WATCH), (WATCH, FAILING)]
    watching.monitor.stop()


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
    Snapshots(history).tell({IDENTITY: made_verdict(WATCH, "3 CRC errors.")})
    watching.drives.answers["sda"] = {"passed": False}
    watching.monitor.set_inventory(inventory(drive()))
    view, before = watching.worse.get(timeout=WAIT)
    assert (before, view.verdict.word) == (made_verdict(WATCH, "3 CRC errors."), FAILING)
