# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A full or read-only disk: nothing is lost, and the problem is reported."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.builders.filling import MakeRun, filled

from driveproof.domain.errors import MachineError
from driveproof.domain.run.run import Run
from driveproof.history.store import History

Same = Callable[[Run, Run], None]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A mounted ext4 of 24 MiB in blocks of 1 KiB (the -shm file is mapped in 4 KiB)."""
    if os.geteuid() != 0:
        pytest.skip("mounting a small file system needs root")
    image, mount = tmp_path / "image", tmp_path / "mount"
    with image.open("wb") as file:
        file.truncate(24 * 2**20)
    mount.mkdir()
    command = ["mkfs.ext4", "-q", "-b", "1024", "-m", "0", "-O", "^has_journal", str(image)]
    subprocess.run(command, check=True, capture_output=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(mount)], check=True)
    try:
        yield mount
    finally:
        subprocess.run(["umount", "--lazy", str(mount)], check=True)


def fill(folder: Path) -> Path:
    """Leave not a byte free."""
    ballast = folder / "ballast"
    with ballast.open("ab", buffering=0) as file:
        for size in (2**16, 2**10, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return ballast


def make_room(ballast: Path) -> None:
    """Remove the ballast, and wait until the file system gives its blocks out again.

    The kernel may still hold the removed file for a moment (writeback that changes cgroup does),
    and until it lets go, a new folder gets "No space left on device".
    """
    ballast.unlink()
    probe = ballast.with_name("probe")
    deadline = time.monotonic() + 60
    while True:
        try:
            probe.mkdir()
        except OSError as error:
            if error.errno != errno.ENOSPC or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            probe.rmdir()
            return


@pytest.mark.root
def test_a_full_disk_loses_nothing_that_was_there(
    small_disk: Path, make_run: MakeRun, assert_same: Same
) -> None:
    history = History(small_disk / "history.sqlite")
    kept: list[Run] = []
    with pytest.raises(MachineError, match="full") as raised:
        for index in range(1000):
            run = make_run(f"{index:09d}")
            history.save(run)
            kept.append(run)
    assert raised.value.exit_status == 3
    assert len(kept) > 2
    assert history.count() == len(kept)
    assert_same(history.load(kept[-1].id), kept[-1])
    history.close()
    again = History(small_disk / "history.sqlite")
    assert again.count() == len(kept)
    again.close()
    with closing(sqlite3.connect(small_disk / "history.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.root
def test_a_history_on_a_disk_without_a_byte_left_is_read_and_comes_back(
    small_disk: Path, make_run: MakeRun
) -> None:
    path = small_disk / "history.sqlite"
    filled(path, make_run)
    ballast = fill(small_disk)
    history = History(path)
    assert len(history.heads()) == 2
    with pytest.raises(MachineError):
        history.save(make_run())
    assert history.count() == 2
    make_room(ballast)
    history.save(make_run())
    assert history.count() == 3
    history.close()


@pytest.mark.root
def test_a_history_that_cannot_be_begun_on_a_full_disk_comes_when_there_is_room(
    small_disk: Path, make_run: MakeRun
) -> None:
    ballast = fill(small_disk)
    history = History(small_disk / "driveproof" / "history.sqlite")
    assert history.heads() == []
    assert history.message
    with pytest.raises(MachineError):
        history.save(make_run())
    make_room(ballast)
    history.save(make_run())
    assert history.count() == 1
    history.close()


@pytest.mark.root
def test_a_read_only_file_system_is_read(small_disk: Path, make_run: MakeRun) -> None:
    path = small_disk / "history.sqlite"
    filled(path, make_run)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    history = History(path)
    assert len(history.heads()) == 2
    assert history.load("1aaaaaaaa").id == "1aaaaaaaa"
    assert history.message is not None
    with pytest.raises(MachineError):
        history.set_label("1aaaaaaaa", "x")
    fresh = History(small_disk / "elsewhere" / "history.sqlite")
    assert fresh.heads() == []
    assert fresh.message is not None
    fresh.close()
    history.close()


@pytest.mark.root
def test_a_fresh_file_that_can_only_be_read_is_no_riddle(small_disk: Path) -> None:
    """SQLite's own words were shown: "no such table: runs"."""
    path = small_disk / "history.sqlite"
    path.touch()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    history = History(path)
    assert history.heads() == []
    assert history.message is not None
    assert not re.search(r"\btable\b", str(history.message))
    assert history.refusal() is not None
    history.close()


@pytest.mark.root
def test_before_a_run_a_full_disk_is_said(small_disk: Path) -> None:
    history = History(small_disk / "history.sqlite")
    assert history.refusal() is None
    ballast = fill(small_disk)
    assert history.refusal() is not None
    make_room(ballast)
    assert history.refusal() is None
    history.close()
