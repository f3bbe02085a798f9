# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of capacity on real file systems: honest, fake, broken, full, cancelled, killed.

A drive is made a fake between writing and reading, by changing the image under its loop device.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.builders.deep import deep
from tests.builders.exported import json_of
from tests.system.measuring import MIB, Lab, free, mounted, names, wait_for

from driveproof.domain.errors import MachineError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.area_map import AreaMap, map_of
from driveproof.domain.run.areas import AREA_BLOCK, AreaState, CapacityVerdict, bytes_by_state
from driveproof.domain.run.run import CANCELLED, CUT_SHORT, FINISHED, Run
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles
from driveproof.importers.own_json import read_own

pytestmark = pytest.mark.root

SIZE = 32 * MIB


def check(size: int = SIZE) -> Profile:
    return Profiles().find("capacity").customized(size=size)


def found(run: Run) -> AreaMap:
    answer = map_of(run)
    assert answer is not None
    return answer


def places(image: Path) -> dict[int, int]:
    """Where in the image each block of the check is, by its own offset."""
    words = np.fromfile(image, dtype=np.uint64).reshape(-1, AREA_BLOCK // 8)
    likely = words[(words[:, 0] % AREA_BLOCK == 0) & (words[:, 1] != 0)]
    numbers, counts = np.unique(likely[:, 1], return_counts=True)
    mine = words[:, 1] == numbers[counts.argmax()]
    return {
        int(offset): int(at) * AREA_BLOCK
        for at, offset in zip(np.flatnonzero(mine), words[mine, 0], strict=True)
    }


def spoiled(lab: Lab, tmp_path: Path, spoil: Callable[[Path], None], kind: str = "xfs") -> Run:
    """A check whose drive changes after the writing. XFS has blocks of 4 KiB on a small one."""

    def observe(event: events.Event) -> None:
        if isinstance(event, events.RepeatEnded) and event.index == 0:
            spoil(tmp_path / "image")

    with mounted(kind, tmp_path) as (folder, _device):
        result = lab.session(check(), folder, observer=observe).run()
        lab.nothing_is_left(folder)
    return result


@pytest.mark.parametrize("kind", ["ext4", *deep("xfs", "btrfs", "vfat")])
def test_an_honest_drive(kind: str, tmp_path: Path, lab: Lab) -> None:
    with mounted(kind, tmp_path) as (folder, _device):
        before, room = names(folder), free(folder)
        result = lab.session(check(), folder).run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
        # XFS frees the blocks of a file that is gone in the background.
        wait_for("its blocks are free again", lambda: free(folder) == room)
    assert result.status == FINISHED
    assert bytes_by_state(found(result).areas) == {AreaState.RIGHT: SIZE}
    assert found(result).capacity.verdict is CapacityVerdict.WHOLE
    for phase in result.phases:
        (repeat,) = phase.repeats
        direction = repeat.directions[phase.direction]
        assert direction.bytes == SIZE
        assert sum(place.bytes for place in direction.positions) == SIZE
    live = [event for event in lab.seen if isinstance(event, events.Checked)]
    assert {event.index for event in live} == {0, 1}
    assert map_of(lab.history().load(result.id)) == found(result)


@pytest.mark.deep
def test_all_that_is_free_but_for_what_the_file_system_needs(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        space = os.statvfs(folder)
        result = lab.session(Profiles().find("capacity"), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    assert not any("stay free" in note.key for note in result.notes)  # not the system's
    assert found(result).capacity.checked > space.f_bavail * space.f_frsize - 20 * MIB


def test_a_drive_that_puts_two_places_into_one(tmp_path: Path, lab: Lab) -> None:
    def wrap(image: Path) -> None:
        at = places(image)
        with image.open("r+b") as file:
            for offset in range(0, SIZE // 2, AREA_BLOCK):
                file.seek(at[offset + SIZE // 2])
                block = file.read(AREA_BLOCK)
                file.seek(at[offset])
                file.write(block)

    result = spoiled(lab, tmp_path, wrap)
    answer = found(result).capacity
    assert (answer.verdict, answer.true) == (CapacityVerdict.WRAPS, SIZE // 2)
    assert answer.right == SIZE // 2
    (again,) = read_own([json.loads(json_of(result))])
    assert map_of(again.made) == found(result)


@pytest.mark.deep
def test_a_drive_that_drops(tmp_path: Path, lab: Lab) -> None:
    def drop(image: Path) -> None:
        with image.open("r+b") as file:
            for offset, at in places(image).items():
                if offset >= 20 * MIB:
                    file.seek(at)
                    file.write(bytes(AREA_BLOCK))

    result = spoiled(lab, tmp_path, drop)
    answer = found(result).capacity
    assert (answer.verdict, answer.true) == (CapacityVerdict.ENDS, 20 * MIB)


@pytest.mark.deep
def test_a_few_bits_and_a_few_unreadable_blocks(tmp_path: Path, lab: Lab) -> None:
    """An image that ends too early answers with EIO behind its end."""
    bad: list[int] = []

    def break_it(image: Path) -> None:
        at = places(image)
        with image.open("r+b") as file:
            file.seek(at[5 * AREA_BLOCK] + 100)
            byte = file.read(1)[0]
            file.seek(at[5 * AREA_BLOCK] + 100)
            file.write(bytes([byte ^ 0b11]))
            last = max(at.values())
            file.truncate(last - 9 * AREA_BLOCK)
        bad.extend(offset for offset, place in at.items() if place >= last - 9 * AREA_BLOCK)

    result = spoiled(lab, tmp_path, break_it)
    assert result.status == FINISHED
    count = bytes_by_state(found(result).areas)
    assert count[AreaState.CHANGED] == AREA_BLOCK
    assert count[AreaState.UNREADABLE] == len(bad) * AREA_BLOCK == 10 * AREA_BLOCK
    assert count[AreaState.RIGHT] == SIZE - 11 * AREA_BLOCK
    assert found(result).capacity.verdict is CapacityVerdict.DAMAGED
    (changed,) = [area for area in found(result).areas if area.state is AreaState.CHANGED]
    assert (changed.offset, changed.bits) == (5 * AREA_BLOCK, 2)


def test_somebody_else_fills_the_disk(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):

        def observe(event: events.Event) -> None:
            if isinstance(event, events.RepeatStarted) and event.index == 0:
                space = os.statvfs(folder)
                with (folder / "other").open("wb") as file:
                    os.posix_fallocate(file.fileno(), 0, space.f_bavail * space.f_frsize - SIZE)

        session = lab.session(check(48 * MIB), folder, observer=observe)
        result = session.run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    assert session.failure is not None  # what was asked for was not checked
    assert session.failure.exit_status == 3
    answer = found(result).capacity
    assert answer.verdict is CapacityVerdict.WHOLE
    assert answer.checked < 48 * MIB
    assert any({"size", "planned"} <= note.values.keys() for note in result.notes)


@pytest.mark.parametrize("index", [0, *deep(1)])
def test_a_cancel_leaves_nothing_and_keeps_what_was_seen(
    index: int, tmp_path: Path, lab: Lab
) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        before = free(folder)

        def observe(event: events.Event) -> None:
            if isinstance(event, events.RepeatStarted) and event.index == index:
                session.cancel()

        session = lab.session(check(48 * MIB), folder, observer=observe)
        result = session.run()
        lab.nothing_is_left(folder)
        wait_for("the files are gone", lambda: free(folder) == before, 5)
    assert result.status == CANCELLED
    assert len(result.phases) <= index + 1
    assert all(
        CUT_SHORT in repeat.disturbed
        for repeat in result.phases[index:][0:1]
        for repeat in repeat.repeats
    )


@pytest.mark.parametrize("kind", ["ext4", *deep("vfat")])
def test_a_kill_leaves_nothing(kind: str, tmp_path: Path, lab: Lab) -> None:
    with mounted(kind, tmp_path) as (folder, _device):
        before = free(folder)
        process = lab.start("run", "capacity", str(folder))
        wait_for(
            "it writes", lambda: before - free(folder) > 8 * MIB or process.poll() is not None, 30
        )
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
        wait_for("the files are gone", lambda: free(folder) == before, 10)
        lab.nothing_is_left(folder)
    done = lab.driveproof("history", "--json")
    (run,) = json.loads(done.stdout)["runs"]
    assert run["status"] in ("failed", "finished")


def test_memory_is_refused(tmp_path: Path, lab: Lab) -> None:
    with mounted("tmpfs", tmp_path) as (folder, _device):
        with pytest.raises(MachineError):
            lab.session(check(), folder).run()
        lab.nothing_is_left(folder)


def test_a_fake_ends_the_command_with_1(tmp_path: Path, lab: Lab) -> None:
    """What a script has to see; on an honest drive it is 0."""
    with mounted("ext4", tmp_path) as (folder, _device):
        done = lab.driveproof("run", "capacity", str(folder), "--size", "16M", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["capacity"]["verdict"] == "whole"
