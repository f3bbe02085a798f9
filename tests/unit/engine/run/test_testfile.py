# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The unnamed test file, what is cleaned up, and what is never touched."""

from __future__ import annotations

import errno
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.builders.dead_folders import dead, named

from driveproof.domain.errors import MachineError
from driveproof.domain.run.failed_io import IoError
from driveproof.engine.run import own_names
from driveproof.engine.run.own_names import PREFIX
from driveproof.engine.run.testfile import (
    TestFile,
    TestFileRegistry,
    explain_error,
    sweep_leftovers,
)

MIB = 2**20


@pytest.fixture
def registry(tmp_path: Path) -> TestFileRegistry:
    return TestFileRegistry(tmp_path / "state" / "testfiles")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "target"
    path.mkdir()
    return path


@pytest.fixture
def alive() -> Iterator[int]:
    """Another process that runs."""
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process.pid
        process.kill()


def test_the_file_has_its_size_and_no_name(folder: Path, registry: TestFileRegistry) -> None:
    with TestFile(str(folder), 8 * MIB, registry) as file:
        assert os.listdir(folder) == []  # noqa: PTH208 - every name, hidden ones too
        facts = os.fstat(file.descriptor)
        assert facts.st_size == 8 * MIB
        assert facts.st_nlink == 0
        assert facts.st_mode & 0o777 == 0o600
        assert not os.get_inheritable(file.descriptor)
        number = file.descriptor
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(number)
    file.close()


def test_nobody_can_give_it_a_name(folder: Path, registry: TestFileRegistry) -> None:
    with TestFile(str(folder), MIB, registry) as file, pytest.raises(OSError, match=r".*"):
        os.link(file.path, folder / "name", follow_symlinks=True)
    assert os.listdir(folder) == []  # noqa: PTH208


def test_a_child_reaches_it_by_its_path(folder: Path, registry: TestFileRegistry) -> None:
    with TestFile(str(folder), MIB, registry) as file:
        code = f"open('{file.path}', 'r+b').write(b'word')"
        subprocess.run([sys.executable, "-c", code], pass_fds=[file.descriptor], check=True)
        assert os.pread(file.descriptor, 4, 0) == b"word"


def test_direct_io_is_tried_not_believed(folder: Path, registry: TestFileRegistry) -> None:
    with TestFile(str(folder), MIB, registry) as file:
        if file.takes_direct():
            assert os.pread(file.descriptor, 4096, 0) != bytes(4096)
        assert os.fstat(file.descriptor).st_size == MIB


@pytest.mark.parametrize("missing", ["gone", "file/below"])
def test_a_folder_that_is_none(folder: Path, registry: TestFileRegistry, missing: str) -> None:
    (folder / "file").touch()
    with pytest.raises(MachineError) as caught:
        TestFile(str(folder / missing), MIB, registry)
    assert set(caught.value.values) == {"path"}
    assert caught.value.exit_status == 3


def test_a_file_larger_than_any(folder: Path, registry: TestFileRegistry) -> None:
    """By this process's limit: file systems differ, and that of memory has none."""
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**40, hard))
    try:
        with pytest.raises(MachineError) as raised:
            TestFile(str(folder), 2**41, registry)
        assert not raised.value.values
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


@pytest.mark.parametrize(
    "number",
    [
        errno.EROFS,
        errno.EACCES,
        errno.EPERM,
        errno.ENOSPC,
        errno.EDQUOT,
        errno.ENOENT,
        errno.EISDIR,
    ],
)
def test_what_an_error_means(number: int) -> None:
    found = explain_error(OSError(number, os.strerror(number)), "/some/folder")
    assert found.exit_status == 3


@pytest.mark.parametrize("number", [errno.EIO, errno.ESTALE, errno.ENOTCONN, errno.EHOSTDOWN])
def test_a_file_system_that_is_gone_has_a_cause(number: int) -> None:
    assert isinstance(explain_error(OSError(number, os.strerror(number)), "/some/folder"), IoError)


def test_names_are_told_apart() -> None:
    names = {own_names.new_name() for _ in range(100)}
    assert len(names) == 100
    assert all(own_names._NAME.fullmatch(name) for name in names)
    assert not any(own_names.is_orphan(name) for name in names)


def test_sweep_removes_what_a_dead_program_left(folder: Path) -> None:
    gone = dead()
    left = [named(gone), named(gone), named(os.getpid(), started="1"), named(1, boot="0" * 8)]
    for name in left:
        (folder / name).write_bytes(b"x")
    assert sweep_leftovers(folder) == len(left)
    assert os.listdir(folder) == []  # noqa: PTH208


def test_sweep_leaves_what_is_not_ours(folder: Path, alive: int) -> None:
    gone = dead()
    mine = named(gone)
    kept = [
        "photo.jpg",
        PREFIX,
        f"{PREFIX}notes.txt",
        mine + "x",
        mine[:-1],
        mine.upper(),
        "x" + mine,
        mine + "\n",
        re.sub(r"[0-9a-f]{8}$", "zzzzzzzz", mine),
        named(alive),  # its program runs
        named(os.getpid()),
        named(gone, machine="f" * 8),  # another machine's, on a shared folder
    ]
    for name in kept:
        (folder / name).write_bytes(b"precious")
    assert sweep_leftovers(folder) == 0
    assert sorted(os.listdir(folder)) == sorted(kept)  # noqa: PTH208


def test_sweep_removes_the_folder_of_tasks_and_follows_no_link(
    folder: Path, tmp_path: Path
) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "word").write_text("word")
    left = folder / named(dead())
    (left / "tree").mkdir(parents=True)
    (left / "tree" / "file").write_text("ours")
    (left / "tree" / "link").symlink_to(precious)
    elsewhere = folder / named(dead())
    elsewhere.symlink_to(precious)
    works = folder / named(os.getpid())
    works.mkdir()
    assert sweep_leftovers(folder) == 1
    assert not left.exists()
    assert works.is_dir()
    assert elsewhere.is_symlink()
    assert (precious / "word").read_text() == "word"


def test_sweep_leaves_what_is_no_file(folder: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("word")
    (folder / named(dead())).symlink_to(precious)
    os.mkfifo(folder / named(dead()))
    assert sweep_leftovers(folder) == 0
    assert len(os.listdir(folder)) == 2  # noqa: PTH208
    assert precious.read_text() == "word"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root (a file of another user)")
def test_sweep_leaves_other_people_s(folder: Path) -> None:
    path = folder / named(dead())
    path.touch()
    os.chown(path, 65534, 65534)
    assert sweep_leftovers(folder) == 0
    assert path.exists()


def test_sweep_of_what_cannot_be_read(tmp_path: Path) -> None:
    assert sweep_leftovers(tmp_path / "missing") == 0
    (tmp_path / "file").touch()
    assert sweep_leftovers(tmp_path / "file") == 0


def test_the_registry_remembers_the_folder_of_a_killed_program(
    folder: Path, tmp_path: Path, registry: TestFileRegistry
) -> None:
    strange = folder / "a\nb'c \udcff"
    strange.mkdir()
    name = named(dead())
    registry.add(name, str(strange))
    (strange / name).touch()
    assert registry.sweep() == 1
    assert not (strange / name).exists()
    assert list((tmp_path / "state" / "testfiles").iterdir()) == []
    assert registry.sweep() == 0


def test_the_registry_forgets_what_was_never_made(
    folder: Path, tmp_path: Path, registry: TestFileRegistry
) -> None:
    registry.add(named(dead()), str(folder))
    torn = tmp_path / "state" / "testfiles" / named(dead())
    torn.touch()  # killed before the folder was written into it
    assert registry.sweep() == 0
    assert list(torn.parent.iterdir()) == []


def test_the_registry_keeps_what_may_come_back(tmp_path: Path, registry: TestFileRegistry) -> None:
    stick = tmp_path / "stick"
    name = named(dead())
    registry.add(name, str(stick))
    assert registry.sweep() == 0
    stick.mkdir()  # plugged in again
    (stick / name).touch()
    assert registry.sweep() == 1
    assert not list(stick.iterdir())


def test_the_registry_leaves_a_living_program_alone(
    folder: Path, registry: TestFileRegistry, alive: int
) -> None:
    name = named(alive)
    registry.add(name, str(folder))
    (folder / name).touch()
    assert registry.sweep() == 0
    assert (folder / name).exists()
    registry.remove(name)
    registry.remove(name)


def test_a_registry_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(MachineError) as raised:
        TestFileRegistry(tmp_path / "state" / "testfiles").add(named(dead()), "/tmp")
    assert set(raised.value.values) == {"path", "reason"}
    assert TestFileRegistry(tmp_path / "none").sweep() == 0
