# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Remarks on a target before anything is written."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.test_file import fitted_profile
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.target import (
    check_file_size,
    check_room,
    check_words,
    examine_folder,
    look_at_folder,
)
from driveproof.system.kernel.mounts import filesystem_space
from driveproof.system.kernel.sysfs import Sysfs

MIB = 2**20
PHASE = Phase("Write", "write", "sequential", MIB, 1, jobs=4)
PROFILE = Profile("p", "P", "?", (PHASE,), 8 * MIB)
STRANGE = ["a b", "a\nb", "a'b\"c", "%s$HOME:~", "-rf", "ä", os.fsdecode(b"\xff\xfe"), ".hidden"]


@pytest.mark.parametrize("name", STRANGE, ids=ascii)
def test_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    place = examine_folder(str(folder), None, Sysfs())
    assert place.folder == place.target.path == str(folder)
    assert place.target.kind == "file"
    assert place.target.mount_point
    assert place.fill is None or 0 <= place.fill <= 1
    check_room(place, PROFILE)


def test_a_relative_folder_is_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert examine_folder(".", None, Sysfs()).folder == str(tmp_path)


def test_a_current_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with pytest.raises(MachineError, match="cannot be"):
        examine_folder(".", None, Sysfs())
    monkeypatch.chdir(tmp_path)


def test_a_link_to_a_folder(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to("folder")
    assert examine_folder(str(link), None, Sysfs()).folder == str(link)


def test_a_folder_is_looked_at_before_anything_is_started(tmp_path: Path) -> None:
    found = look_at_folder(str(tmp_path))
    assert found.problem is None and found.free is not None
    assert abs(found.free - filesystem_space(tmp_path).free_for_user) < 2**30
    file = tmp_path / "file"
    file.touch()
    for path, words in (
        (str(file), str(file)),
        ("/dev/null", "/dev/null"),
        (str(tmp_path / "none"), "No such file"),
        ("relative", "relative"),
        ("", "is empty"),
        ("/a\0b", "x00b"),
        (str(tmp_path) + "/" + "x" * 300, "File name too long"),
    ):
        problem = look_at_folder(path).problem
        assert problem is not None and words in str(problem)


def test_a_folder_without_rights_is_told(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    assert "is not writable for you" in str(look_at_folder(str(closed)).problem)


def test_what_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    dangling = tmp_path / "dangling"
    dangling.symlink_to("nowhere")
    looped = tmp_path / "looped"
    looped.symlink_to("looped")
    for path in (
        file,
        file / "below",
        tmp_path / "missing",
        dangling,
        looped,
        tmp_path / ("x" * 300),
        Path("/dev/null"),
    ):
        with pytest.raises(MachineError) as caught:
            examine_folder(str(path), None, Sysfs())
        assert str(path) in caught.value.message
        assert caught.value.advice
        assert caught.value.exit_status == 3


@pytest.mark.parametrize("path", ["", "\0", "/tmp\0/x"])
def test_what_names_no_folder_anywhere(path: str) -> None:
    with pytest.raises(UsageError):
        check_words(path)


def test_a_file_that_cannot_hold_a_block_of_each_job() -> None:
    check_file_size(replace(PROFILE, size=4 * MIB))
    with pytest.raises(UsageError, match=str(3 * MIB)):
        check_file_size(replace(PROFILE, size=3 * MIB))


def test_room(tmp_path: Path) -> None:
    place = examine_folder(str(tmp_path), None, Sysfs())
    room = filesystem_space(tmp_path)
    with pytest.raises(MachineError) as raised:
        check_room(place, replace(PROFILE, size=2 * room.total))
    assert set(raised.value.values) == {"needed", "path", "size"}
    if room.free_for_user < room.total:
        with pytest.raises(MachineError) as raised:
            check_room(place, replace(PROFILE, size=room.total))
        assert set(raised.value.values) == {"free", "needed"}


def test_a_recording_needs_another_folder_and_no_smaller_file(tmp_path: Path) -> None:
    place, start = examine_folder(str(tmp_path), None, Sysfs()), Profiles().find("app-start")
    with pytest.raises(MachineError) as raised:
        check_room(place, replace(start, size=2 * filesystem_space(tmp_path).total))
    assert set(raised.value.values) == {"needed", "path", "size"}
    with pytest.raises(UsageError) as refused:
        fitted_profile(start, start.size // 2)
    assert refused.value.advice is not None


def test_a_read_only_file_system() -> None:
    place = examine_folder("/proc", None, Sysfs())
    traits = replace(place.traits, read_only=True)
    with pytest.raises(MachineError, match="read-only"):
        check_room(replace(place, traits=traits), PROFILE)
