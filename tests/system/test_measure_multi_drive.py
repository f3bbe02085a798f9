# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives alone and at once, with the real fio on loop devices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.system.measuring import MIB, Lab, names, two_drives

from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.multi_drive import drives_at_once, sum_alone, sum_at_once
from driveproof.domain.run.run import FINISHED, Run
from driveproof.domain.run.work import Part
from driveproof.engine.run import events
from driveproof.methods.multi_drive.plan import Plan as MultiDrivePlan

pytestmark = pytest.mark.root


def together(repeats: int = 1, seconds: float = 0.5) -> Profile:
    profile = Profile("small", "Small", "", (), 0, repeats=repeats, pause=0.0, method="multi-drive")
    return with_plan(profile, MultiDrivePlan(16 * MIB, seconds))


def measured(lab: Lab, folders: list[Path], profile: Profile | None = None, **more: Any) -> Run:
    beside = tuple(str(folder) for folder in folders[1:])
    return lab.session(profile or together(), folders[0], beside=beside, **more).run()


def test_each_alone_then_all_at_once(tmp_path: Path, lab: Lab) -> None:
    with two_drives(tmp_path) as (folders, devices):
        before = [names(folder) for folder in folders]
        result = measured(lab, folders, together(repeats=2))
        for folder, found in zip(folders, before, strict=True):
            lab.nothing_is_left(folder)
            assert names(folder) == found
    assert result.status == FINISHED, result.error
    assert result.method == "multi-drive"
    assert [one.name for one in result.environment.drives] == devices
    assert [one.path for one in result.environment.drives] == [str(folder) for folder in folders]
    assert [(phase.work.part, phase.work.drive) for phase in result.phases] == [
        (Part.ALONE, 1), (Part.ALONE, 2), (Part.AT_ONCE, 1), (Part.AT_ONCE, 2),
    ]  # fmt: skip
    for phase in result.phases:
        assert len(phase.repeats) == 2
        own = devices[phase.work.drive - 1]
        for repeat in phase.repeats:
            (read,) = (one.read_bytes for one in repeat.members if one.device == own)
            # What the drive itself counted is what fio read on it, and not the double, which both
            # read at once: the two are looked at some time after each other on a busy machine.
            assert read == pytest.approx(repeat.directions["read"].bytes, rel=0.5)
    # At once means at the same time.
    one, other = (phase.repeats[0] for phase in result.phases[2:])
    assert one.started is not None and other.started is not None
    assert abs((one.started - other.started).total_seconds()) < 0.5 + (
        one.directions["read"].seconds or 0
    )
    both = drives_at_once(result)
    assert [drive.number for drive in both] == [1, 2]
    assert all(drive.kept is not None for drive in both)
    total = sum_at_once(result)
    assert total is not None and total.count == 2
    assert sum_alone(result) == pytest.approx(
        sum(drive.alone.median for drive in both if drive.alone)
    )
    kept = lab.history().load(result.id)
    assert kept.environment.drives == result.environment.drives
    assert drives_at_once(kept) == both


@pytest.mark.deep
def test_the_command_names_the_others(tmp_path: Path, lab: Lab) -> None:
    with two_drives(tmp_path) as (folders, _devices):
        words = ("run", "multi-drive", str(folders[0]), "--also", str(folders[1]),
                 "--size", "16M", "--seconds", "0.5", "--repeats", "1", "--json")  # fmt: skip
        done = lab.driveproof(*words)
        for folder in folders:
            lab.nothing_is_left(folder)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert len(document["multi_drive"]["drives"]) == 2
    rows = document["answer"]["tables"]["drives"]
    assert rows[-1]["at_once"]["count"] == 1
    assert all(row["of_solo_speed"] for row in rows[:2])


def test_what_it_cannot_be(tmp_path: Path, lab: Lab) -> None:
    with two_drives(tmp_path) as (folders, _devices):
        (folders[0] / "again").mkdir()
        with pytest.raises(UsageError):
            lab.session(together(), folders[0]).run()
        with pytest.raises(UsageError):
            measured(lab, [folders[0], folders[0] / "again"])
        with pytest.raises(MachineError):
            measured(lab, [folders[0], folders[0] / "missing"])
        for folder in folders:
            lab.nothing_is_left(folder)
    assert lab.driveproof("run", "quick", "/", "--also", "/tmp").returncode == 2


def at_once(event: events.Event) -> bool:
    return isinstance(event, events.Measured) and event.index == 2


@pytest.mark.deep
def test_all_of_them_are_seen_live(tmp_path: Path, lab: Lab) -> None:
    """Only the first drive was followed once."""
    found: list[set[str]] = []
    with two_drives(tmp_path) as (folders, devices):

        def look(event: events.Event) -> None:
            if at_once(event):
                assert isinstance(event, events.Measured)
                found.append({member.device for member in event.members})

        measured(lab, folders, together(seconds=1.0), observer=look)
    names = {Path(device).name for device in devices}
    assert any(names <= seen for seen in found)


def test_a_full_drive_is_told_before_anything_is_written(tmp_path: Path, lab: Lab) -> None:
    with two_drives(tmp_path) as (folders, _devices):
        profile = with_plan(together(), MultiDrivePlan(4096 * MIB, 0.5))
        with pytest.raises(MachineError):
            measured(lab, folders, profile)
        for folder in folders:
            lab.nothing_is_left(folder)
