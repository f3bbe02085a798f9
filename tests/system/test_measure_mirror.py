# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a real mirror with the real fio: one, two, a copy, and who served the bytes."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from tests.system.machine import run as command
from tests.system.machine import settle
from tests.system.measuring import MIB, Lab, btrfs_over_two, mounted, names
from tests.system.turns import alone_with

from driveproof.domain.errors import MachineError
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.mirror import SERVES, mirror_tests, mirrored
from driveproof.domain.run.run import FINISHED
from driveproof.domain.run.work import Part
from driveproof.engine.run import events
from driveproof.methods.mirror.plan import Plan as MirrorPlan

pytestmark = pytest.mark.root

PARTS = [Part.ONE_READER, Part.ONE_FILE, Part.TWO_FILES, Part.COPY]


def readers(size: int = 32 * MIB, repeats: int = 1, seconds: float = 0.5) -> Profile:
    profile = Profile("small", "Small", "", (), 0, repeats=repeats, pause=0.0, method="mirror")
    made = with_plan(profile, MirrorPlan(size, seconds))
    # The counters of the disks are read before fio's first I/O: what they have moved is exact.
    return replace(made, phases=tuple(replace(one, warmup=0.0) for one in made.phases))


def test_a_mirror_serves_one_reader_from_one_disk(tmp_path: Path, lab: Lab) -> None:
    """btrfs chooses the copy by the number of the thread that reads."""
    with btrfs_over_two(tmp_path, "raid1") as (folder, devices), ExitStack() as stack:
        before = names(folder)
        settle()
        for device in devices:  # what udev looks up on the other one is not the reader's
            stack.enter_context(alone_with(Path("/dev", device)))
        result = lab.session(readers(repeats=2), folder).run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == FINISHED, result.error
    assert result.method == "mirror"
    assert mirrored(result)
    assert result.environment.array == "btrfs raid1"
    assert result.environment.legs == tuple(sorted(devices))
    tests = mirror_tests(result)
    assert [test.part for test in tests] == PARTS
    one, *_rest = tests
    assert one.served == 1
    for test in tests:
        assert {leg.device for leg in test.legs} == {*devices}
        assert sum(leg.share for leg in test.legs) == pytest.approx(1.0)
        assert test.served in (1, 2)
        assert test.rate.count == 2
    read = one.phase.repeats[0]
    moved = {member.device: member.read_bytes for member in read.members}
    busiest = max(one.legs, key=lambda leg: leg.share)
    assert busiest.share > 1 - SERVES
    # What the counters of the disks say is what fio has read.
    assert sum(moved[name] for name in devices) >= read.directions["read"].bytes > 0
    copy = tests[-1].phase
    for repeat in copy.repeats:
        assert repeat.directions["read"].bytes == repeat.directions["write"].bytes == 16 * MIB
    kept = lab.history().load(result.id)
    assert kept.environment.legs == result.environment.legs
    assert [test.legs for test in mirror_tests(kept)] == [test.legs for test in tests]


@pytest.mark.deep
def test_a_single_disk_has_the_same_tests(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, device):
        result = lab.session(readers(), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED, result.error
    assert not mirrored(result)
    tests = mirror_tests(result)
    assert [test.part for test in tests] == PARTS
    assert [[leg.device for leg in test.legs] for test in tests] == [[Path(device).name]] * 4
    assert [test.served for test in tests] == [1] * 4


@pytest.mark.deep
def test_both_files_are_full_of_what_was_written(tmp_path: Path, lab: Lab) -> None:
    """A hole would be read without any disk: each test of readers moves its bytes on the disk."""
    with mounted("ext4", tmp_path) as (folder, device):
        result = lab.session(readers(), folder).run()
    name = Path(device).name
    for phase in result.phases[:3]:
        (repeat,) = phase.repeats
        (read,) = (one.read_bytes for one in repeat.members if one.device == name)
        assert read >= repeat.directions["read"].bytes > 0


@pytest.mark.deep
def test_a_mirror_that_loses_a_disk_goes_on(tmp_path: Path, lab: Lab) -> None:
    with btrfs_over_two(tmp_path, "raid1") as (folder, devices):

        def shorten(event: events.Event) -> None:
            if isinstance(event, events.RepeatEnded) and event.index == 0:
                os.truncate(tmp_path / "image1", MIB)
                command("losetup", "--set-capacity", f"/dev/{devices[1]}")

        result = lab.session(readers(), folder, observer=shorten).run()
        lab.nothing_is_left(folder)
    tests = {test.part: test for test in mirror_tests(result)}
    assert Part.TWO_FILES in tests, result.error
    legs = {leg.device: leg.share for leg in tests[Part.TWO_FILES].legs}
    assert legs[devices[0]] > legs[devices[1]]


@pytest.mark.deep
def test_a_full_disk_is_told_before_anything_is_written(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        before = command("df", "--output=avail", str(folder))
        with pytest.raises(MachineError):
            lab.session(readers(size=1024 * MIB), folder).run()
        lab.nothing_is_left(folder)
        assert command("df", "--output=avail", str(folder)) == before
