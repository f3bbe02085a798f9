# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM covers the whole file system even if a mount shows a part of it: the preview says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Process
from tests.system.helper.person import Person
from tests.system.helper.terminal import terminal
from tests.system.helper.trim_drives import FREED, MAKE, Drive, document
from tests.system.machine import run, unmount
from tests.system.measuring import has_filesystem

from driveproof.engine.trim.session import TrimSession
from driveproof.wording.say import say_text

pytestmark = [pytest.mark.root, pytest.mark.bus]


@contextmanager
def mounted(what: Path | str, point: Path, *options: str) -> Iterator[Path]:
    """Something more, mounted there; anybody may enter it."""
    point.mkdir()
    run("mount", *options, str(what), str(point))
    try:
        yield point
    finally:
        unmount(point)
        point.rmdir()


def words(text: str) -> str:
    """Without the breaks of its lines."""
    return " ".join(text.split())


@pytest.mark.deep
def test_a_bind_mount(
    helper: Process, rig: Rig, launcher: Path, person: Person, drive: Callable[..., Drive]
) -> None:
    """It is said in the preview and in the question, and is what happens."""
    one = drive("ext4")
    part = one.point / "a part"
    part.mkdir()
    with mounted(part, one.point.parent / "bound", "--bind") as bound:
        told = document(person.driveproof("trim", "preview", str(bound), "--json"))
        notes = told["answer"]["notes"]
        whole = " ".join(notes)
        assert told["device"] == one.path
        assert all(str(named) in whole for named in (one.path, bound, one.point))
        status, out, err = person.driveproof("trim", "preview", str(bound))
        assert status == 0 and all(note in words(out) for note in notes), (out, err)
        plain = document(person.driveproof("trim", "preview", str(one.point), "--json"))
        assert plain["answer"]["notes"] == []
        before = one.discarded
        with terminal(person, rig, launcher, "trim", "run", str(bound)) as somebody:
            somebody.wait_for(f"{one.path}? Type yes: ")
            assert all(note in words(somebody.screen) for note in notes)
            somebody.type("yes")
            assert somebody.end() == 0
    assert one.discarded - before == told["bytes"] > FREED


def test_a_folder_in_a_bind_mount(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    one = drive("ext4")
    below = one.point / "part" / "below"
    below.mkdir(parents=True)
    with mounted(below.parent, one.point.parent / "bound", "--bind") as bound:
        preview = session(str(bound / "below")).preview()
    assert preview.inside and preview.mount is not None and preview.mount.path == str(bound)


@pytest.mark.deep
def test_a_device_is_looked_at_where_all_of_it_is_mounted(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    """Whichever was mounted first."""
    one = drive("ext4")
    part = one.point / "part"
    part.mkdir()
    with mounted(part, one.point.parent / "bound", "--bind"):
        unmount(one.point)
        run("mount", one.path, str(one.point))
        found = session(one.path).preview()
    assert found.mount is not None and found.mount.path == str(one.point)
    assert [say_text(one) for one in found.notes] == []


@pytest.mark.deep
def test_a_subvolume_of_btrfs(
    helper: Process, session: Callable[..., TrimSession], drive: Callable[..., Drive]
) -> None:
    if not has_filesystem("btrfs"):
        pytest.skip("this machine has no btrfs")
    one = drive("btrfs", mounted=False)
    top = one.point.parent / "top"
    with mounted(one.path, top):
        for name in ("root", "home"):
            run("btrfs", "subvolume", "create", str(top / name))
        (top / "root" / "freed").write_bytes(bytes(FREED))
        run("sync", "--file-system", str(top))
        (top / "root" / "freed").unlink()
        run("sync", "--file-system", str(top))
    root, home = one.point.parent / "root", one.point.parent / "home"
    with mounted(one.path, root, "-o", "subvol=root"), mounted(one.path, home, "-o", "subvol=home"):
        made = session(str(home))
        (note, _others) = [say_text(one) for one in made.preview().notes]
        outcome = made.run()
        before = one.discarded
        with mounted(home, one.point.parent / "bound", "--bind") as bound:
            assert str(bound) in " ".join(
                [say_text(one) for one in session(str(home)).preview().notes]
            )
        assert one.discarded == before
    assert str(home) in note
    assert outcome.trimmed > FREED  # what was deleted in the other subvolume, too
    assert MAKE["btrfs"][0] * MIB > outcome.trimmed
