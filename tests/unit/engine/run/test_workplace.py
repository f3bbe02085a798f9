# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that need a name: in a folder that goes with the last of us, whoever of us is killed."""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from driveproof.engine.run import testfile
from driveproof.engine.run.own_names import PREFIX
from driveproof.engine.run.target import examine_folder
from driveproof.engine.run.testfile import TestFile, TestFileRegistry, needs_name
from driveproof.engine.run.workplace import named_in
from driveproof.system.kernel.sysfs import Sysfs

# Makes a named test file, starts a child that holds the folder as fio does, says which, and waits.
PROGRAM = """
import subprocess, sys, time
from pathlib import Path
from driveproof.engine.run import workplace
from driveproof.engine.run.target import examine_folder
from driveproof.engine.run.testfile import TestFile, TestFileRegistry
from driveproof.system.kernel.sysfs import Sysfs

workplace.needs_name = lambda folder, registry: True
registry = TestFileRegistry(Path(sys.argv[2]))
place = examine_folder(sys.argv[1], None, Sysfs())
with workplace.named_in(place, registry, lambda: False) as home:
    with TestFile(sys.argv[1], 2**20, registry, inside=home.folder) as file:
        held = (file.descriptor, *home.descriptors)
        child = subprocess.Popen(["sleep", "600"], pass_fds=held)
        print(child.pid, home._workplace._guard.pid, flush=True)
        time.sleep(600)
"""


class Kernel:
    """A kernel on whose file system a deleted file cannot be opened again, as on SMB."""

    def __init__(self, folder: Path, *, refuses: bool) -> None:
        self._open, self._unlink = os.open, Path.unlink
        self._folder, self._refuses = folder, refuses
        self._refused: set[Path] = set()

    def open(self, path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "no O_TMPFILE")
        if str(path).startswith("/proc/self/fd/") and not os.stat(path).st_nlink:  # noqa: PTH116
            raise OSError(errno.ENOENT, "deleted")
        return self._open(path, flags, *rest, **more)

    def patch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def unlink(path: Path, *rest: Any, **more: Any) -> None:
            if self._refuses and path.parent == self._folder and path not in self._refused:
                self._refused.add(path)  # the first time it is still open
                raise OSError(errno.EBUSY, "in use")
            self._unlink(path, *rest, **more)

        monkeypatch.setattr(testfile.os, "open", self.open)
        monkeypatch.setattr(Path, "unlink", unlink)


@pytest.fixture
def registry(tmp_path: Path) -> TestFileRegistry:
    return TestFileRegistry(tmp_path / "state")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "target"
    path.mkdir()
    return path


def test_a_local_file_needs_no_name(folder: Path, registry: TestFileRegistry) -> None:
    assert not needs_name(str(folder), registry)
    with named_in(examine_folder(str(folder), None, Sysfs()), registry, lambda: False) as home:
        assert home.folder is None
        assert not list(folder.iterdir())


@pytest.mark.parametrize("refuses", [False, True])
def test_where_a_deleted_file_cannot_be_opened_it_has_a_name(
    folder: Path, registry: TestFileRegistry, monkeypatch: pytest.MonkeyPatch, refuses: bool
) -> None:
    Kernel(folder, refuses=refuses).patch(monkeypatch)
    assert needs_name(str(folder), registry)
    assert not list(folder.iterdir())
    with named_in(examine_folder(str(folder), None, Sysfs()), registry, lambda: False) as home:
        (ours,) = folder.iterdir()
        assert ours.name.startswith(PREFIX)
        with TestFile(str(folder), 2**20, registry, inside=home.folder) as file:
            (named,) = ours.iterdir()
            assert named.stat().st_size == 2**20
            assert file.takes_direct() in {True, False}
        assert home.leave() == ()
        assert not list(folder.iterdir())
    assert not list((folder.parent / "state").iterdir())


@pytest.mark.parametrize("killed", ["program", "guard"])
def test_nothing_is_left_whoever_is_killed(folder: Path, killed: str) -> None:
    """The folder goes when the last one who works in it has ended, not before."""
    command = [sys.executable, "-c", PROGRAM, str(folder), str(folder.parent / "state")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        child, guard = map(int, program.stdout.readline().split())
        (ours,) = folder.iterdir()
        ends = {pid: os.pidfd_open(pid) for pid in (guard, child)}
        if killed == "guard":
            os.kill(guard, signal.SIGKILL)
        program.kill()
        program.wait()
        assert list(ours.iterdir())  # a child works there still
        os.kill(child, signal.SIGKILL)
        for end in ends.values():
            _wait_for(end)
            os.close(end)
        swept = TestFileRegistry(folder.parent / "state").sweep()
        assert swept == (killed == "guard")
    assert not list(folder.iterdir())


def _wait_for(process: int) -> None:
    poll = select.poll()
    poll.register(process, select.POLLIN)
    assert poll.poll(60_000), "it goes on"
