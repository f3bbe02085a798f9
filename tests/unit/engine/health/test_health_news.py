# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens to a drive is announced once, even across restarts, and heat does not flap."""

from __future__ import annotations

from pathlib import Path

from tests.builders.health_drives import drive, inventory
from tests.builders.watching import IDENTITY, Watching

from driveproof.domain.health import judge as health_verdict
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History


def test_worse_is_told_once_also_after_a_restart_and_again_after_it_was_better(
    watching: Watching, history: History
) -> None:
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == GOOD
    assert watching.told() == []
    watching.drives.answers["sda"] = {"passed": False}
    assert watching.after(600).verdict.word == FAILING
    watching.after(600)
    assert watching.told() == ["worse good failing"]
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
    assert again.told() == []
    again.drives.answers["sda"] = {"passed": True}
    assert again.after(600).verdict.word == GOOD
    assert again.told() == ["better failing good"]
    again.drives.answers["sda"] = {"passed": False}
    again.after(600)
    again.after(600)
    assert again.told() == ["worse good failing"]
    again.monitor.stop()


def heat(history: History) -> Watching:
    """A monitor with the real rules over one hard disk that is warm and well."""
    watching = Watching(history, rule=health_verdict.judge_health)
    disk(watching, 54)
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == GOOD
    return watching


def disk(watching: Watching, celsius: float, **facts: object) -> None:
    watching.drives.answers["sda"] = {
        "kind": "ata", "rotational": True, "passed": True, "temperature": celsius,
        "power_on": 3.6e6, "power_cycles": 100, "crc_errors": 0, **facts,
    }  # fmt: skip


def test_one_at_its_heat_limit_is_told_once_until_it_has_cooled(history: History) -> None:
    watching = heat(history)
    assert watching.told() == []
    for number in range(20):
        disk(watching, 55 - number % 2)
        assert watching.after(600).verdict.word == (CAUTION, GOOD)[number % 2]
    assert watching.told() == ["hot"]
    disk(watching, 50)
    watching.after(600)
    assert watching.told() == ["cooled"]
    disk(watching, 55)
    watching.after(600)
    watching.after(600)
    assert watching.told() == ["hot"]  # of what comes at once the grade is told first
    disk(watching, 55, passed=False)
    watching.after(600)
    watching.after(600)
    assert watching.told() == ["worse good failing"]
    watching.monitor.stop()


def test_a_drive_of_which_nothing_was_known_and_that_fails_is_told_once(watching: Watching) -> None:
    watching.drives.answers["sda"] = {"missing": "It says nothing."}
    watching.monitor.set_inventory(inventory(drive()))
    assert watching.view().verdict.word == UNKNOWN
    watching.drives.answers["sda"] = {"passed": False}
    watching.after(600)
    watching.after(600)
    watching.after(600)  # what the one before has to tell was told
    assert watching.told() == ["worse unknown failing"]


def test_what_got_worse_while_nobody_looked_is_told(watching: Watching, history: History) -> None:
    Snapshots(history).tell({IDENTITY: CAUTION})
    watching.drives.answers["sda"] = {"passed": False}
    watching.monitor.set_inventory(inventory(drive()))
    watching.view()
    assert watching.told() == ["worse caution failing"]


def test_what_cannot_be_kept_is_told_once_all_the_same(watching: Watching, tmp_path: Path) -> None:
    (tmp_path / "announced.json").mkdir()
    watching.monitor.set_inventory(inventory(drive()))
    watching.view()
    assert watching.told() == []
    watching.drives.answers["sda"] = {"passed": False}
    watching.after(600)
    watching.after(600)
    assert watching.told() == ["worse good failing"]
