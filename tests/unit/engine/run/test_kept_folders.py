# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kept files of a check: found again, gone on with, and removed without touching anything else."""

from __future__ import annotations

import json
import mmap
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from driveproof.domain.errors import DriveproofError, MachineError, RefusedError
from driveproof.domain.run.kept import KeptFolder, kept_name
from driveproof.engine.run.filled_files import FilledFiles
from driveproof.engine.run.kept_files import MARKER, PROGRESS, KeptFiles
from driveproof.engine.run.kept_folders import KeptFolders
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.system.kernel.mounts import mount_of

MIB = 2**20
EACH = 2 * MIB


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def folders(state: Path) -> KeptFolders:
    return KeptFolders(state)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    made = tmp_path / "target"
    made.mkdir()
    return made


@pytest.fixture
def block() -> Iterator[memoryview]:
    with mmap.mmap(-1, MIB) as memory, memoryview(memory) as view:
        view[:] = b"x" * MIB
        yield view


def filled(kept: KeptFiles, size: int = 4 * MIB, keep_free: int = 0) -> FilledFiles:
    return FilledFiles(
        str(Path(kept.path).parent),
        size,
        TestFileRegistry(Path("/nowhere")),
        kept=kept,
        keep_free=keep_free,
    )


def keep(folders: KeptFolders, target: Path, block: memoryview, count: int = 3) -> KeptFolder:
    """A check that was interrupted after so many MiB."""
    with filled(folders.make(str(target), EACH)) as files:
        for number in range(count):
            files.write(block, number * MIB)
        files.keep(now=True)
    (one,) = folders.registered()
    return one


def test_it_is_remembered_before_it_is_there(state: Path, target: Path) -> None:
    seen: list[list[str]] = []

    class Watched(KeptFolders):
        def _add(self, path: str) -> None:
            super()._add(path)
            seen.append([entry.name for entry in target.iterdir()])

    kept = Watched(state).make(str(target), EACH)
    assert seen == [[]]
    assert [entry.name for entry in state.iterdir()] == [Path(kept.path).name]
    kept.close()


def test_a_folder_that_takes_nothing_is_not_remembered(
    folders: KeptFolders, state: Path, tmp_path: Path
) -> None:
    with pytest.raises(DriveproofError):
        folders.make(str(tmp_path / "missing"), EACH)
    assert not list(state.iterdir())


def test_a_check_goes_on_where_another_stopped(
    folders: KeptFolders, target: Path, block: memoryview
) -> None:
    one = keep(folders, target, block)
    assert (one.size, Path(one.path).name) == (3 * MIB, kept_name(one.number))
    kept = folders.take_up(str(target))
    assert kept is not None
    assert (kept.number, kept.each, kept.durable, kept.new) == (one.number, EACH, 3 * MIB, False)
    with filled(kept, 5 * MIB) as files:
        assert (files.begin, files.number) == (2 * MIB, one.number)
        for offset in range(files.begin, files.size, MIB):
            files.write(block, offset)
        files.forget(lambda: False)
        files.keep(now=True)
        for offset in range(0, files.size, MIB):
            files.read(block, offset)
            assert bytes(block) == b"x" * MIB
    assert folders.registered() == (KeptFolder(one.path, one.number, 5 * MIB),)


def test_what_is_not_on_the_drive_for_certain_is_written_again(
    folders: KeptFolders, target: Path, block: memoryview
) -> None:
    one = keep(folders, target, block)
    Path(one.path, PROGRESS).unlink()
    kept = folders.take_up(str(target))
    assert kept is not None
    with filled(kept) as files:
        assert (kept.durable, kept.held, files.begin) == (0, 3 * MIB, 0)


def test_what_is_there_needs_no_room(folders: KeptFolders, target: Path, block: memoryview) -> None:
    """A kill just before the drive was full: what is written again takes nothing more."""
    one = keep(folders, target, block)
    Path(one.path, PROGRESS).unlink()
    kept = folders.take_up(str(target))
    assert kept is not None
    with filled(kept, keep_free=2**62) as files:
        files.write(block, 0)


def test_after_an_error_nothing_more_counts_as_written(
    folders: KeptFolders, target: Path, block: memoryview
) -> None:
    with filled(folders.make(str(target), EACH)) as files:
        files.write(block, 0)
        files.keep(now=True)
        read_only = os.open(files._kept.path + "/0000.data", os.O_RDONLY)  # type: ignore[union-attr]
        os.dup2(read_only, files.descriptors[0])
        os.close(read_only)
        with pytest.raises(OSError, match="Bad file descriptor"):
            files.write(block, MIB)
        files.written = 2 * MIB
        files.keep(now=True)
    kept = folders.take_up(str(target))
    assert kept is not None
    assert kept.durable == MIB
    kept.close()


def test_on_another_machine_its_marker_tells(
    folders: KeptFolders, target: Path, tmp_path: Path, block: memoryview
) -> None:
    one = keep(folders, target, block)
    elsewhere = tmp_path / "plugged-in-elsewhere"
    target.rename(elsewhere)
    other = KeptFolders(tmp_path / "other-state")
    assert folders.registered() == other.registered() == ()
    kept = other.take_up(str(elsewhere))
    assert kept is not None
    assert (kept.number, kept.durable) == (one.number, 3 * MIB)
    kept.close()
    (found,) = other.registered()
    assert found.path == str(elsewhere / Path(one.path).name)


def test_nobody_else_works_on_it(folders: KeptFolders, target: Path) -> None:
    kept = folders.make(str(target), EACH)
    (one,) = folders.registered()
    with pytest.raises(RefusedError, match="Another check works on"):
        folders.take_up(str(target))
    with pytest.raises(RefusedError, match="Another check works on"):
        folders.remove(one)
    assert folders.registered() == (one,)
    kept.close()
    folders.remove(one)
    assert folders.registered() == ()


def test_removing_deletes_all_of_it(
    folders: KeptFolders, state: Path, target: Path, block: memoryview
) -> None:
    folders.remove(keep(folders, target, block))
    assert not list(target.iterdir())
    assert not list(state.iterdir())


def test_removing_leaves_what_is_not_ours(
    folders: KeptFolders, target: Path, tmp_path: Path, block: memoryview
) -> None:
    one = keep(folders, target, block)
    precious = tmp_path / "precious"
    precious.write_text("mine")
    Path(one.path, "0007.data").symlink_to(precious)
    Path(one.path, "letter.txt").write_text("mine too")
    Path(one.path, "0008.data").mkdir()
    with pytest.raises(MachineError, match="has others, which stay"):
        folders.remove(one)
    left = sorted(entry.name for entry in Path(one.path).iterdir())
    assert left == ["0007.data", "0008.data", "letter.txt"]
    assert precious.read_text() == "mine"
    assert folders.registered() == ()


@pytest.mark.parametrize("what", ["link", "folder", "no marker", "other marker", "number"])
def test_what_only_looks_like_ours_is_left_alone(
    what: str, folders: KeptFolders, target: Path, tmp_path: Path
) -> None:
    real = tmp_path / "real"
    place = target / kept_name(5)
    if what == "link":
        real = real / kept_name(5)
        real.parent.mkdir()
        KeptFiles.make(str(real), 5, EACH).close()
        place.symlink_to(real)
    else:
        place.mkdir()
        (place / "0000.data").write_text("mine")
    if what == "other marker":
        (place / MARKER).write_text("[]")
    if what == "number":
        said = {"driveproof": "capacity", "number": f"{6:016x}", "each": EACH}
        (place / MARKER).write_text(json.dumps(said))
    assert folders.take_up(str(target)) is None
    with pytest.raises(MachineError, match="No check of capacity keeps files"):
        folders.find(str(place))
    with pytest.raises(MachineError):
        folders.remove(KeptFolder(str(place), 5, 0))
    assert place.exists()
    assert what == "link" or (place / "0000.data").read_text() == "mine"


def test_a_file_with_another_name_is_not_written_to(
    folders: KeptFolders, target: Path, tmp_path: Path, block: memoryview
) -> None:
    """Somebody who may write into the folder could have us overwrite a file that way."""
    one = keep(folders, target, block, count=1)
    precious = tmp_path / "precious"
    precious.write_text("mine")
    Path(one.path, "0000.data").unlink()
    Path(one.path, "0000.data").hardlink_to(precious)
    kept = folders.take_up(str(target))
    assert kept is not None
    with filled(kept) as files, pytest.raises(PermissionError):
        files.write(block, 0)
    assert precious.read_text() == "mine"


def test_a_drive_that_has_lost_the_marker(
    folders: KeptFolders, target: Path, block: memoryview
) -> None:
    """A fake drive may: the check cannot go on, but what is remembered can be removed."""
    one = keep(folders, target, block)
    Path(one.path, MARKER).write_bytes(bytes(100))
    with pytest.raises(MachineError, match="go on with"):
        folders.take_up(str(target))
    assert folders.registered() == (one,)
    folders.remove(one)
    assert not list(target.iterdir())


def test_the_folder_itself_or_the_one_that_was_checked_is_named(
    folders: KeptFolders, target: Path, block: memoryview
) -> None:
    one = keep(folders, target, block)
    assert folders.find(one.path) == folders.find(str(target)) == one
    KeptFiles.make(str(target / kept_name(7)), 7, EACH).close()
    with pytest.raises(MachineError, match="several folders"):
        folders.find(str(target))


def test_those_of_a_file_system(folders: KeptFolders, target: Path, block: memoryview) -> None:
    one = keep(folders, target, block)
    assert folders.below([mount_of(target).path]) == (one,)
    assert folders.below(["/proc"]) == folders.below([]) == ()
