# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What devices did between two readings of their statistics."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.fakes.made_machine import GB, Made, MadeMachine

from driveproof.domain.run.run import MemberStatistics, Role
from driveproof.engine.run.monitor import DeviceStats
from driveproof.system.kernel.stack import Involved
from driveproof.system.kernel.sysfs import Sysfs

# reads, merges, sectors, ms; the same of writes; in flight, busy ms, waiting ms; and so on
ONE = (100, 0, 800, 10, 50, 0, 4000, 20, 0, 1000, 30, 0, 0, 0, 0, 0, 0)
TWO = (160, 0, 1280, 16, 51, 0, 4008, 21, 3, 1500, 37, 0, 0, 0, 0, 0, 0)


@pytest.fixture
def drives(tmp_path: Path) -> tuple[MadeMachine, Made, Made]:
    machine = MadeMachine(tmp_path / "sys")
    return machine, machine.sata("sda", "A", GB, 1), machine.sata("sdb", "B", GB, 2)


def test_the_difference_of_two_readings(drives: tuple[MadeMachine, Made, Made]) -> None:
    machine, one, two = drives
    stats = DeviceStats(
        (Involved("sdb", Role.TARGET), Involved("sda", Role.BESIDE)), Sysfs(machine.root)
    )
    machine.statistics(one, *ONE)
    machine.statistics(two, *ONE)
    before = stats.read()
    machine.statistics(two, *TWO)
    after = stats.read()
    busy, idle = stats.between(before, after, 0.5)
    assert busy == MemberStatistics(
        "sdb", Role.TARGET, 480 * 512, 8 * 512, 60, 1, 0.5, 0.5, 0.006, 0.001, 0.007
    )
    assert idle == MemberStatistics("sda", Role.BESIDE, 0, 0, 0, 0, 0.5, 0.0, 0.0, 0.0, 0.0)


def test_who_goes_is_left_out_and_who_comes_back_counts_no_less_than_nothing(
    drives: tuple[MadeMachine, Made, Made],
) -> None:
    machine, one, two = drives
    stats = DeviceStats(
        (Involved("sda", Role.TARGET), Involved("sdb", Role.BELOW)), Sysfs(machine.root)
    )
    machine.statistics(one, *TWO)
    machine.statistics(two, *TWO)
    before = stats.read()
    shutil.rmtree((machine.root / "class" / "block" / "sdb").resolve())
    machine.statistics(one, *ONE)
    (only,) = stats.between(before, stats.read(), 1.0)
    assert (only.device, only.read_bytes, only.written_ios, only.busy) == ("sda", 0, 0, None)


def test_no_devices_no_members(tmp_path: Path) -> None:
    stats = DeviceStats((), Sysfs(tmp_path))
    assert stats.between(stats.read(), stats.read(), 1.0) == ()
