# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check of capacity that keeps its files: cancelled, killed, full, unplugged, continued."""

from __future__ import annotations

import fcntl
import json
import signal
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.system.conftest import run, unmount
from tests.system.measuring import MIB, Lab, free, lab, mounted, names, wait_for

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.areas import AreaState, CapacityVerdict, totals
from driveproof.domain.run.kept import KeptFolder
from driveproof.domain.run.run import CANCELLED, FAILED, FINISHED, Run
from driveproof.engine.run import events
from driveproof.engine.run.filled_files import KEEP_EVERY
from driveproof.engine.run.kept_folders import KeptFolders
from driveproof.engine.run.profiles import Profiles

__all__ = ["lab"]
pytestmark = pytest.mark.root

DISK = 256 * MIB


@contextmanager
def loop(image: Path) -> Iterator[str]:
    device = run("losetup", "--find", "--show", str(image)).strip()
    try:
        yield device
    finally:
        run("losetup", "--detach", device)


@contextmanager
def plugged_in(image: Path, point: Path) -> Iterator[Path]:
    """The file system of the image, mounted there."""
    point.mkdir(exist_ok=True)
    with loop(image) as device:
        run("mount", device, str(point))
        try:
            yield point
        finally:
            unmount(point)


def limit(device: str, size: int) -> None:
    """Let a loop device end after so many bytes: lo_sizelimit of loop_info64 (linux/loop.h)."""
    with Path(device).open("rb") as file:
        facts = bytearray(232)
        fcntl.ioctl(file, 0x4C05, facts)  # LOOP_GET_STATUS64
        struct.pack_into("<Q", facts, 32, size)
        fcntl.ioctl(file, 0x4C04, facts)  # LOOP_SET_STATUS64


@pytest.fixture
def image(tmp_path: Path) -> Path:
    made = tmp_path / "image"
    with made.open("wb") as file:
        file.truncate(DISK)
    run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(made))
    return made


@pytest.fixture
def folders(lab: Lab) -> KeptFolders:
    return KeptFolders(lab.folder / ".local" / "state" / "driveproof" / "kept-folders")


def check(size: int = 0) -> Profile:
    profile = Profiles().find("capacity")
    return profile.customized(size=size) if size else profile


def kept(folders: KeptFolders) -> KeptFolder:
    (one,) = folders.registered()
    return one


def offsets(run_: Run, index: int) -> tuple[int, int]:
    """From where to where a test of a check went."""
    (repeat,) = run_.phases[index].repeats
    places = repeat.directions[run_.phases[index].direction].positions
    return places[0].offset, places[-1].offset + places[-1].bytes


def came_back(result: Run) -> int:
    answer = map_of(result)
    assert answer is not None
    assert answer.capacity.verdict is CapacityVerdict.WHOLE
    assert list(totals(answer.areas)) == [AreaState.RIGHT]
    return totals(answer.areas)[AreaState.RIGHT]


def test_a_larger_check_goes_on_where_a_smaller_ended(
    image: Path, tmp_path: Path, lab: Lab, folders: KeptFolders
) -> None:
    with plugged_in(image, tmp_path / "here") as folder:
        before = free(folder)
        first = lab.session(check(32 * MIB), folder, keep=folders).run()
        assert came_back(first) == 32 * MIB
        assert kept(folders).size == 32 * MIB
        assert Path(kept(folders).path).parent == folder
        assert any(kept(folders).path in str(note) for note in first.notes)
    # Another machine: nothing is remembered there.
    other = KeptFolders(lab.folder / "other-state")
    with plugged_in(image, tmp_path / "elsewhere") as folder:
        second = lab.session(check(64 * MIB), folder, keep=other).run()
        assert came_back(second) == 64 * MIB
        assert offsets(second, 0) == (31 * MIB, 64 * MIB)
        assert offsets(second, 1) == (0, 64 * MIB)
        assert any("goes on with" in note.key for note in second.notes)
        assert not any("was full" in note.key for note in second.notes)
        other.remove(kept(other))
        assert names(folder) == ["lost+found"]
        wait_for("its blocks are free again", lambda: free(folder) == before)


@pytest.mark.parametrize("kind", ["vfat", "btrfs"])
def test_where_memory_gathers_what_is_written(
    kind: str, tmp_path: Path, lab: Lab, folders: KeptFolders
) -> None:
    with mounted(kind, tmp_path) as (folder, _device):
        assert came_back(lab.session(check(24 * MIB), folder, keep=folders).run()) == 24 * MIB
        second = lab.session(check(32 * MIB), folder, keep=folders).run()
        assert came_back(second) == 32 * MIB
        assert offsets(second, 0) == (23 * MIB, 32 * MIB)
        folders.remove(kept(folders))
        assert names(folder) == []


def test_a_full_drive_is_read_back_again(
    image: Path, tmp_path: Path, lab: Lab, folders: KeptFolders
) -> None:
    """As after a night without power: nothing but the last block is written again."""
    with plugged_in(image, tmp_path / "here") as folder:
        first = lab.session(check(), folder, keep=folders).run()
        size = came_back(first)
        assert size > DISK // 2
        second = lab.session(check(), folder, keep=folders).run()
        assert second.status == FINISHED
        assert came_back(second) == size
        assert offsets(second, 0)[1] - offsets(second, 0)[0] <= 2 * MIB
        third = lab.session(check(32 * MIB), folder, keep=folders).run()
        assert came_back(third) >= size
    assert folders.registered() == ()  # it is away, and not forgotten
    with plugged_in(image, tmp_path / "here"):
        assert kept(folders).size == size


@pytest.mark.parametrize("index", [0, 1])
def test_a_cancel_keeps_what_was_written(
    index: int, image: Path, tmp_path: Path, lab: Lab, folders: KeptFolders
) -> None:
    with plugged_in(image, tmp_path / "here") as folder:

        def observe(event: events.Event) -> None:
            if isinstance(event, events.Checked) and (event.index, bool(event.done)) == (index, 1):
                session.cancel()

        session = lab.session(check(128 * MIB), folder, keep=folders, observer=observe)
        assert session.run().status in (CANCELLED, FINISHED)  # late, where the drive is fast
        size = kept(folders).size
        second = lab.session(check(128 * MIB), folder, keep=folders).run()
        assert came_back(second) == 128 * MIB
        assert offsets(second, 0)[0] <= size - MIB
        assert index == 0 or offsets(second, 0)[0] == 127 * MIB


def test_a_kill_keeps_what_was_written(
    image: Path, tmp_path: Path, lab: Lab, folders: KeptFolders
) -> None:
    words = ("run", "capacity", "--target", str(tmp_path / "here"), "--keep")
    with plugged_in(image, tmp_path / "here") as folder:
        process = lab.start(*words)
        wait_for(
            "it writes",
            lambda: (
                any(one.size > KEEP_EVERY + 8 * MIB for one in folders.registered())
                or process.poll() is not None
            ),
            60,
        )
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
        one = kept(folders)
        listed = lab.driveproof("list")
        assert f"driveproof remove {one.path}" in listed.stderr
        done = lab.driveproof(*words, "--json")
        assert done.returncode == 0, done.stderr
        said = json.loads(done.stdout)
        assert said["capacity"]["verdict"] == "whole"
        assert kept(folders).number == one.number
        refused = lab.driveproof("remove", str(folder))
        assert refused.returncode == 4
        assert kept(folders).number == one.number
        removed = lab.driveproof("remove", str(folder), "--yes", "--json")
        assert removed.returncode == 0, removed.stderr
        assert json.loads(removed.stdout)["removed"] == one.path
        assert names(folder) == ["lost+found"]
        again = lab.driveproof("remove", str(folder), "--yes")
        assert again.returncode == 3


def test_a_drive_that_falls_out_in_the_middle(
    image: Path, tmp_path: Path, lab: Lab, folders: KeptFolders
) -> None:
    """Writes and reads behind a place fail from one moment on; later it is whole again."""
    with plugged_in(image, tmp_path / "here") as folder:
        device = run("findmnt", "--noheadings", "--output", "SOURCE", str(folder)).strip()

        def observe(event: events.Event) -> None:
            if isinstance(event, events.RepeatStarted) and event.index == 0:
                limit(device, 32 * MIB)

        values: dict[str, Any] = {"keep": folders, "observer": observe}
        first = lab.session(check(96 * MIB), folder, **values).run()
        assert first.status in (FAILED, FINISHED)
        if first.status == FINISHED:
            answer = map_of(first)
            assert answer is not None
            assert answer.faults
    with plugged_in(image, tmp_path / "here") as folder:
        assert kept(folders).path.startswith(str(folder))
        second = lab.session(check(96 * MIB), folder, keep=folders).run()
        assert came_back(second) == 96 * MIB


def test_what_cannot_keep_files_says_so(
    image: Path, tmp_path: Path, lab: Lab, folders: KeptFolders
) -> None:
    with plugged_in(image, tmp_path / "here") as folder:
        with pytest.raises(UsageError, match="Only a check of capacity in a folder"):
            lab.session(Profiles().find("quick"), folder, keep=folders).run()
        assert names(folder) == ["lost+found"]
