# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of a device: from the helper's lines to areas, and what may be trimmed afterwards."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.builders.guided_runs import capacity_run, probe_run

from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.for_device import on_device
from driveproof.domain.run.area_map import probe_found
from driveproof.domain.run.areas import BLOCK, Area, AreaState, area
from driveproof.domain.run.run import CANCELLED, Run
from driveproof.engine.run.checked import CheckedAreas
from driveproof.engine.run.overwrite import WritePlan
from driveproof.engine.run.profiles import Profiles
from driveproof.history.rows import figures
from driveproof.methods.capacity.on_device import CapacityLines
from driveproof.methods.capacity.plan import DevicePlan, is_fake
from driveproof.system.helper.client import DeviceClaim

MIB = 2**20
MS = 10**6
CAPACITY = Profiles().find("capacity")


def test_what_is_right_slow_or_wrong() -> None:
    lines, found = CapacityLines(), CheckedAreas(40 * MIB)
    for number in range(30):
        lines.read(found, (number * MIB, MIB, 10 * MS, 0, 0))
    lines.read(found, (30 * MIB, MIB, 900 * MS, 0, 0))
    lines.read(found, (31 * MIB, MIB, 10 * MS, 0, 2))
    lines.read(found, (31 * MIB, MIB - BLOCK, 0, 0, 0, 0))
    lines.read(found, (32 * MIB - BLOCK, BLOCK, 1, 8 * MIB - BLOCK, BLOCK, 0))
    lines.read(found, (32 * MIB, BLOCK, 10 * MS, 5))
    assert found.areas == (
        area(0, 30 * MIB, AreaState.RIGHT),
        area(30 * MIB, MIB, AreaState.SLOW, seconds=0.9),
        area(31 * MIB, MIB - BLOCK, AreaState.RIGHT),
        Area(32 * MIB - BLOCK, BLOCK, AreaState.ALIAS, BLOCK, 8 * MIB - BLOCK, BLOCK),
        area(32 * MIB, BLOCK, AreaState.UNREADABLE),
    )
    assert found.done == 32 * MIB + BLOCK


def test_what_could_not_be_written_says_so_when_it_is_read() -> None:
    """It holds what was there before, which is no fault of its own."""
    lines, written, found = CapacityLines(), CheckedAreas(MIB), CheckedAreas(MIB)
    lines.written(written, (2 * BLOCK, BLOCK, 0, 5, 0))
    assert written.areas == (area(2 * BLOCK, BLOCK, AreaState.UNWRITABLE),)
    lines.read(found, (0, MIB, MS, 0, 3))
    lines.read(found, (0, BLOCK, 0, 0, 0, 0))
    lines.read(found, (BLOCK, 3 * BLOCK, 2, 0, 0, 0))
    lines.read(found, (4 * BLOCK, MIB - 4 * BLOCK, 0, 0, 0, 0))
    assert [(each.offset, each.bytes, each.state) for each in found.areas] == [
        (0, BLOCK, AreaState.RIGHT),
        (BLOCK, BLOCK, AreaState.EMPTY),
        (2 * BLOCK, BLOCK, AreaState.UNWRITABLE),
        (3 * BLOCK, BLOCK, AreaState.EMPTY),
        (4 * BLOCK, MIB - 4 * BLOCK, AreaState.RIGHT),
    ]


def test_a_drive_that_takes_nothing_from_somewhere_on_takes_no_memory() -> None:
    """A terabyte in blocks of 4 KiB once took 17 GB of it."""
    lines, found = CapacityLines(), CheckedAreas(MIB)
    for number in (*range(10), *range(12, 1000)):
        lines.written(found, (number * BLOCK, BLOCK, 0, 5))
    assert len(lines.refused) == 2
    assert lines.refused.within(0, BLOCK) and lines.refused.within(9 * BLOCK, 11 * BLOCK)
    assert not lines.refused.within(10 * BLOCK, 12 * BLOCK)
    assert lines.refused.within(999 * BLOCK, 2000 * BLOCK)
    assert not lines.refused.within(1000 * BLOCK, 2000 * BLOCK)


def plan(*, only: bool) -> WritePlan:
    run = probe_run()
    size = run.target.size or 0
    profile = on_device(with_choices(CAPACITY, {"probe": True}) if only else CAPACITY, size)
    return WritePlan(
        path="/dev/sdb", claim=DeviceClaim("/dev/sdb", 2064, 9), profile=profile,
        target=run.target, length=size, holds=(), share=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("only", "run", "whole"),
    [
        (True, probe_run(), False),
        (False, probe_run(), False),  # a fake, which ended it
        (False, replace(probe_run(64 * 10**9), status=CANCELLED), True),  # in the filling
        (False, replace(capacity_run("good"), status=CANCELLED), True),
        (True, replace(probe_run(), status=CANCELLED), False),
    ],
)
def test_only_what_was_filled_is_trimmed(only: bool, run: Run, whole: bool) -> None:
    made = plan(only=only)
    assert made.written(run) == (made.length if whole else 0)


def test_a_fake_ends_the_check_and_a_good_drive_does_not() -> None:
    profile = plan(only=False).profile
    assert isinstance(profile.plan, DevicePlan)
    for true, tests in ((8 * 2**30, 1), (64 * 10**9, 3)):
        (probed,) = probe_run(true).phases
        assert is_fake(probed) == (tests == 1)
        course, done = profile.plan.course(profile), 0
        try:
            next(course)
            while True:
                done += 1
                course.send(probed)
        except StopIteration:
            assert done == tests


def test_what_is_overwritten_is_said() -> None:
    (probe,) = plan(only=True).notes()
    assert probe.values["count"] > 100
    assert len(plan(only=False).notes()) == 2


def test_a_probe_has_no_speed() -> None:
    """It was "0 IOPS" in the list of runs and while it ran."""
    run = probe_run()
    (phase,) = run.phases
    assert json.loads(figures(run.phases)[1]) == []
    found = probe_found(phase)
    assert found is not None and (found.values["lost"], found.values["count"]) == (83, 114)
    assert probe_found(capacity_run().phases[0]) is None
