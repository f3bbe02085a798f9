# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A held folder goes by its descriptor: what is put in its place stays, as it does while held."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.builders.dead_folders import dead, named

from driveproof.engine.run.tasks import holding
from driveproof.engine.run.tasks.holding import HeldFolder
from driveproof.engine.run.testfile import left_on_network, sweep_leftovers


@pytest.fixture
def held(tmp_path: Path) -> Iterator[HeldFolder]:
    """A folder with a file, with the name of a process that is gone."""
    made = holding.make(str(tmp_path), named(dead()))
    (made.inside / "tree").mkdir()
    (made.inside / "tree" / "file").write_text("ours")
    yield made
    made.close()


@pytest.fixture
def person(tmp_path: Path) -> Path:
    path = tmp_path / "person"
    path.mkdir()
    (path / "thesis").write_text("years")
    return path


def test_it_is_removed(held: HeldFolder) -> None:
    assert Path(held.path, "tree", "file").exists()
    assert holding.remove(held)
    assert not os.path.lexists(held.path)
    assert holding.remove(held)  # once more is no harm


@pytest.mark.parametrize("put", ["link", "folder"])
def test_what_was_put_in_its_place_stays(
    held: HeldFolder, person: Path, tmp_path: Path, put: str
) -> None:
    Path(held.path).rename(tmp_path / "away")
    if put == "link":
        Path(held.path).symlink_to(person)
    else:
        person.rename(held.path)
    assert not holding.remove(held, attempts=1)
    assert Path(held.path, "thesis").read_text() == "years"
    assert not list((tmp_path / "away").iterdir())
    assert holding.now_at(held) == str(tmp_path / "away")


def test_a_link_in_it_is_not_followed(held: HeldFolder, person: Path) -> None:
    (held.inside / "tree" / "link").symlink_to(person)
    (held.inside / "link").symlink_to(person)
    assert holding.remove(held)
    assert (person / "thesis").exists()


def test_no_sweep_takes_it_while_somebody_holds_it(held: HeldFolder, tmp_path: Path) -> None:
    """Also a child that inherited it, after the end of who made it."""
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[held.descriptor]
    ) as child:
        assert sweep_leftovers(tmp_path) == 0
        os.close(os.dup2(held.above, held.descriptor, inheritable=False))
        held = HeldFolder(held.path, held.above, os.dup(held.above))
        assert sweep_leftovers(tmp_path) == 0
        assert Path(held.path, "tree", "file").exists()
        child.communicate(b"\n")
    assert sweep_leftovers(tmp_path) == 1
    assert not Path(held.path).exists()


def test_nothing_is_taken_by_a_link_or_from_somebody_else(
    held: HeldFolder, person: Path, tmp_path: Path
) -> None:
    above = os.open(tmp_path, os.O_PATH | os.O_DIRECTORY)
    try:
        (tmp_path / "link").symlink_to(person)
        assert holding.take(str(tmp_path), above, "link") is None
        assert holding.take(str(tmp_path), above, held.name) is None
        if os.geteuid() == 0:
            os.chown(person, 65534, 65534)
            assert holding.take(str(tmp_path), above, "person") is None
    finally:
        os.close(above)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes folders as somebody else")
def test_nothing_stays_of_a_folder_that_would_belong_to_another_user() -> None:
    """As on a stick that is mounted with uid=: what root makes there is not root's."""
    as_user = ctypes.CDLL(None).setfsuid  # of this thread alone (setfsuid(2))
    with tempfile.TemporaryDirectory() as folder:  # whose parents let everybody in
        Path(folder).chmod(0o777)
        as_user(65534)
        try:
            with pytest.raises(holding.OtherOwnerError):
                holding.make(folder, "made")
        finally:
            as_user(0)
        assert not list(Path(folder).iterdir())


def test_on_a_network_it_is_said_and_left(tmp_path: Path) -> None:
    """The locks of a network file system say nothing of other machines."""
    left = tmp_path / named(dead())
    left.mkdir()
    assert left_on_network(tmp_path) == []
    proc = tmp_path / "proc"
    proc.mkdir()
    (proc / "fdinfo").symlink_to("/proc/self/fdinfo")
    table = Path("/proc/self/mountinfo").read_text("utf-8")
    (proc / "mountinfo").write_text(re.sub(r" - \S+ ", " - nfs4 ", table), "utf-8")
    assert sweep_leftovers(tmp_path, proc) == 0
    assert left_on_network(tmp_path, proc) == [str(left)]
    assert sweep_leftovers(tmp_path) == 1
