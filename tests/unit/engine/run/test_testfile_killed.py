# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""SIGKILL at the moment when a test file has a name: the next start removes it.

A child meets a kernel that knows no O_TMPFILE (as with vfat), and dies after a given call.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from driveproof.engine.run.own_names import PREFIX
from driveproof.engine.run.testfile import TestFileRegistry

# Counts the calls that change a folder, and dies before the given one.
CHILD = """
import errno, os, pathlib, signal, sys
folder, state, fatal = sys.argv[1:4]
calls = 0
real_open, real_unlink, io_open = os.open, pathlib.Path.unlink, pathlib.Path.open

def count():
    global calls
    calls += 1
    if calls == int(fatal):
        os.kill(os.getpid(), signal.SIGKILL)

def open_(path, flags, *rest, **more):
    if flags & os.O_TMPFILE == os.O_TMPFILE:
        raise OSError(errno.EOPNOTSUPP, "no O_TMPFILE")
    if flags & os.O_CREAT:
        count()
    return real_open(path, flags, *rest, **more)

def unlink(self, *rest, **more):
    count()
    if sys.argv[4:] == ["refused"] and str(self).startswith(folder):
        raise OSError(errno.EBUSY, "busy")
    real_unlink(self, *rest, **more)

def enter(self, mode="r", *rest, **more):
    if "x" in mode:
        count()
    return io_open(self, mode, *rest, **more)

from driveproof.engine.run.testfile import TestFileRegistry, TestFile
os.open, pathlib.Path.unlink, pathlib.Path.open = open_, unlink, enter
file = TestFile(folder, 2**20, TestFileRegistry(pathlib.Path(state)))
assert os.fstat(file.descriptor).st_nlink == 0
assert os.listdir(folder) == []
print(calls)
"""


def child(folder: Path, state: Path, fatal: int, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CHILD, str(folder), str(state), str(fatal), *more],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    folder, state = tmp_path / "target", tmp_path / "state"
    folder.mkdir()
    return folder, state


def test_without_a_kill(folders: tuple[Path, Path]) -> None:
    done = child(*folders, 99)
    assert done.stdout == "4\n", done.stderr  # remember, create, unlink, forget
    assert list(folders[1].iterdir()) == []


@pytest.mark.parametrize("fatal", [1, 2, 3, 4])
def test_a_kill_before_each_step(fatal: int, folders: tuple[Path, Path]) -> None:
    folder, state = folders
    assert child(folder, state, fatal).returncode == -signal.SIGKILL
    left = os.listdir(folder)  # noqa: PTH208
    # Only between creating and unlinking there is a name.
    assert [name.startswith(PREFIX) for name in left] == [True] * (fatal == 3)
    assert TestFileRegistry(state).sweep() == len(left)
    assert list(folder.iterdir()) == []
    assert not state.exists() or list(state.iterdir()) == []


def test_a_name_that_cannot_be_removed_is_remembered(folders: tuple[Path, Path]) -> None:
    folder, state = folders
    done = child(folder, state, 99, "refused")
    assert "MachineError" in done.stderr
    assert len(list(folder.iterdir())) == len(list(state.iterdir())) == 1
    assert TestFileRegistry(state).sweep() == 1
    assert list(folder.iterdir()) == list(state.iterdir()) == []
