# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing files by name: what others place there is neither followed nor replaced."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.export.files import write_whole

STRANGER = 65534
TRIES = 1500
"""Of a race that somebody who may try again wins some time, if it can be won."""


def write(target: Path) -> None:
    write_whole(target, lambda part: part.write_text("new", "ascii") and None)


@pytest.fixture
def open_to_all(tmp_path: Path) -> Path:
    """A folder with the permissions of /tmp."""
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o1777)
    return folder


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A file that the person may write to, but the stranger may not."""
    path = tmp_path / "victim"
    path.write_text("old", "ascii")
    return path


def give_away(*paths: Path) -> None:
    for path in paths:
        os.lchown(path, STRANGER, STRANGER)


def test_ones_own_link_is_written_through(open_to_all: Path, victim: Path) -> None:
    link = open_to_all / "report.html"
    link.symlink_to(os.path.relpath(victim, open_to_all))
    write(link)
    assert (victim.read_text("ascii"), link.is_symlink()) == ("new", True)


def test_a_link_that_leads_round_and_round(open_to_all: Path) -> None:
    (open_to_all / "a").symlink_to("b")
    (open_to_all / "b").symlink_to("a")
    with pytest.raises(MachineError, match=r"."):
        write(open_to_all / "a" / "report.html")


@pytest.mark.root
@pytest.mark.parametrize("mode", [0o1777, 0o777, 0o1775, 0o2775], ids=oct)
@pytest.mark.parametrize("dangling", [False, True])
def test_a_strangers_link_is_not_followed(
    open_to_all: Path, victim: Path, mode: int, dangling: bool
) -> None:
    open_to_all.chmod(mode)
    link = open_to_all / "report.html"
    if dangling:
        victim.unlink()
    link.symlink_to(victim)
    give_away(link)
    with pytest.raises(MachineError) as refused:
        write(link)
    assert str(link) in refused.value.message
    assert link.is_symlink()
    assert victim.exists() is not dangling
    assert dangling or victim.read_text("ascii") == "old"
    assert sorted(open_to_all.iterdir()) == [link]


@pytest.mark.root
def test_a_strangers_link_on_the_way(open_to_all: Path, tmp_path: Path) -> None:
    """Also behind a link of one's own, and beside "..": the kernel looks at the last one alone."""
    behind = tmp_path / "behind"
    (behind / "deeper").mkdir(parents=True)
    link = open_to_all / "folder"
    link.symlink_to(behind)
    give_away(link)
    own = tmp_path / "own"
    own.symlink_to(open_to_all / "folder" / "deeper")
    for place in (link, link / "deeper" / "..", own):
        with pytest.raises(MachineError, match="another user"):
            write(place / "report.html")
    assert sorted(behind.iterdir()) == [behind / "deeper"]
    assert list((behind / "deeper").iterdir()) == []


@pytest.mark.root
def test_a_strangers_file_is_not_replaced(open_to_all: Path) -> None:
    target = open_to_all / "report.html"
    target.write_text("theirs", "ascii")
    give_away(target)
    with pytest.raises(MachineError, match="another user"):
        write(target)
    assert target.read_text("ascii") == "theirs"


@pytest.mark.root
@pytest.mark.parametrize("kind", ["fifo", "hard link"])
def test_what_else_a_stranger_can_put_there(open_to_all: Path, victim: Path, kind: str) -> None:
    """A hard link belongs to whom the file does: its name is taken, and the file stays."""
    target = open_to_all / "report.html"
    if kind == "fifo":
        os.mkfifo(target)
        give_away(target)
        with pytest.raises(MachineError, match="another user"):
            write(target)
        return
    os.link(victim, target)
    write(target)
    assert (target.read_text("ascii"), victim.read_text("ascii")) == ("new", "old")


@pytest.mark.root
def test_folders_of_strangers_are_a_persons_choice(tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir()
    give_away(folder)
    write(folder / "report.html")
    assert (folder / "report.html").read_text("ascii") == "new"


@pytest.mark.deep
@pytest.mark.root
def test_a_stranger_who_is_quick(open_to_all: Path, victim: Path) -> None:
    """A link that appears after the check is not followed either."""
    target = open_to_all / "report.html"
    child = os.fork()
    if child == 0:
        try:
            os.chdir(open_to_all)  # the folders above may be closed to him
            os.setresuid(STRANGER, STRANGER, STRANGER)
            while True:
                with contextlib.suppress(OSError):
                    Path(target.name).symlink_to(victim)
                with contextlib.suppress(OSError):
                    Path(target.name).unlink()
        finally:
            os._exit(1)
    try:
        for _ in range(TRIES):
            with contextlib.suppress(MachineError):
                write(target)
            assert victim.read_text("ascii") == "old"
            target.unlink(missing_ok=True)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


@pytest.mark.root
def test_a_read_only_folder_is_said_and_no_fault_of_ours(tmp_path: Path) -> None:
    folder = tmp_path / "read-only"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "none", str(folder)], check=True)
    try:
        with pytest.raises(MachineError) as refused:
            write(folder / "report.html")
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    assert "Read-only file system" in str(refused.value)
