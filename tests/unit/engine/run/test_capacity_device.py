# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of a device: from the helper's lines to areas, and what may be trimmed afterwards."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.builders.guided_runs import capacity_run, probe_run

from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.for_device import capacity_on_device
from driveproof.domain.run.area_map import probe_found
from driveproof.domain.run.areas import AREA_BLOCK, Area, AreaState, area
from driveproof.domain.run.run import CANCELLED, Run
from driveproof.engine.run.capacity_lines import CapacityLines
from driveproof.engine.run.checked import CheckedAreas
from driveproof.engine.run.overwrite import WritePlan
from driveproof.engine.run.profiles import Profiles
from driveproof.history.rows import figures
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
    lines.read(found, (31 * MIB, MIB - AREA_BLOCK, 0, 0, 0, 0))
    lines.read(found, (32 * MIB - AREA_BLOCK, AREA_BLOCK, 1, 8 * MIB - AREA_BLOCK, AREA_BLOCK, 0))
    lines.read(found, (32 * MIB, AREA_BLOCK, 10 * MS, 5))
    assert found.areas == (
        area(0, 30 * MIB, AreaState.RIGHT),
        area(30 * MIB, MIB, AreaState.SLOW, seconds=0.9),
        area(31 * MIB, MIB - AREA_BLOCK, AreaState.RIGHT),
        Area(
            32 * MIB - AREA_BLOCK,
            AREA_BLOCK,
            AreaState.ALIAS,
            AREA_BLOCK,
            8 * MIB - AREA_BLOCK,
            AREA_BLOCK,
        ),
        area(32 * MIB, AREA_BLOCK, AreaState.UNREADABLE),
    )
    assert found.done == 32 * MIB + AREA_BLOCK


def test_what_could_not_be_written_says_so_when_it_is_read() -> None:
    """It holds what was there before, which is no fault of its own."""
    lines, written, found = CapacityLines(), CheckedAreas(MIB), CheckedAreas(MIB)
    lines.written(written, (2 * AREA_BLOCK, AREA_BLOCK, 0, 5, 0))
    assert written.areas == (area(2 * AREA_BLOCK, AREA_BLOCK, AreaState.UNWRITABLE),)
    lines.read(found, (0, MIB, MS, 0, 3))
    lines.read(found, (0, AREA_BLOCK, 0, 0, 0, 0))
    lines.read(found, (AREA_BLOCK, 3 * AREA_BLOCK, 2, 0, 0, 0))
    lines.read(found, (4 * AREA_BLOCK, MIB - 4 * AREA_BLOCK, 0, 0, 0, 0))
    assert [(each.offset, each.bytes, each.state) for each in found.areas] == [
        (0, AREA_BLOCK, AreaState.RIGHT),
        (AREA_BLOCK, AREA_BLOCK, AreaState.EMPTY),
        (2 * AREA_BLOCK, AREA_BLOCK, AreaState.UNWRITABLE),
        (3 * AREA_BLOCK, AREA_BLOCK, AreaState.EMPTY),
        (4 * AREA_BLOCK, MIB - 4 * AREA_BLOCK, AreaState.RIGHT),
    ]


def test_a_drive_that_takes_nothing_from_somewhere_on_takes_no_memory() -> None:
    """A terabyte in blocks of 4 KiB once took 17 GB of it."""
    lines, found = CapacityLines(), CheckedAreas(MIB)
    for number in (*range(10), *range(12, 1000)):
        lines.written(found, (number * AREA_BLOCK, AREA_BLOCK, 0, 5))
    assert len(lines.refused) == 2
    assert lines.refused.within(0, AREA_BLOCK) and lines.refused.within(
        9 * AREA_BLOCK, 11 * AREA_BLOCK
    )
    assert not lines.refused.within(10 * AREA_BLOCK, 12 * AREA_BLOCK)
    assert lines.refused.within(999 * AREA_BLOCK, 2000 * AREA_BLOCK)
    assert not lines.refused.within(1000 * AREA_BLOCK, 2000 * AREA_BLOCK)


def plan(*, only: bool) -> WritePlan:
    run = probe_run()
    size = run.target.size or 0
    profile = capacity_on_device(
        with_choices(CAPACITY, {"probe": True}) if only else CAPACITY, size
    )
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
