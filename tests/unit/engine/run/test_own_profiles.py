# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of people's own profiles: saved, renamed, replaced, removed, and put back."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.profile.draft import Draft, draft_of
from driveproof.engine.run.own_profiles import OwnProfileProblem, OwnProfiles
from driveproof.engine.run.profiles import LARGEST, Profiles


def draft(title: str = "My test") -> Draft:
    return draft_of(Profiles().find("quick"), title=title)


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def edited(folder: Path, name: str, **values: object) -> Draft:
    """A draft of a profile that is there, with other values."""
    found = draft_of(Profiles(folder).find(name), name=name)
    return found.choosing(**values)


def test_a_new_one_is_a_file_that_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "profiles"
    own = OwnProfiles(folder)
    change = own.save(draft())
    assert (change.name, files(folder)) == ("my-test", ["my-test.toml"])
    assert own.owns("my-test")
    assert not own.owns("quick")
    profiles = Profiles(folder)
    assert profiles.find("my-test").phases == profiles.find("quick").phases
    assert profiles.problems == []
    own.undo(change)
    assert files(folder) == []


def test_an_edited_one_keeps_its_file_unless_its_title_changes(tmp_path: Path) -> None:
    own = OwnProfiles(tmp_path)
    own.save(draft())
    (tmp_path / "my-test.toml").rename(tmp_path / "by-hand.toml")
    own.save(edited(tmp_path, "by-hand", repeats=2))
    assert files(tmp_path) == ["by-hand.toml"]
    assert Profiles(tmp_path).find("by-hand").repeats == 2
    before = (tmp_path / "by-hand.toml").read_text()
    change = own.save(edited(tmp_path, "by-hand", title="Another"))
    assert files(tmp_path) == ["another.toml"]
    own.undo(change)
    assert files(tmp_path) == ["by-hand.toml"]
    assert (tmp_path / "by-hand.toml").read_text() == before


def test_another_one_is_replaced_only_on_request(tmp_path: Path) -> None:
    own = OwnProfiles(tmp_path)
    own.save(draft())
    before = (tmp_path / "my-test.toml").read_text()
    other = draft().choosing(repeats=2)
    with pytest.raises(UsageError) as caught:
        own.save(other)
    assert caught.value.code is OwnProfileProblem.TAKEN
    assert (tmp_path / "my-test.toml").read_text() == before
    change = own.save(other, replace=True)
    assert Profiles(tmp_path).find("my-test").repeats == 2
    own.undo(change)
    assert (tmp_path / "my-test.toml").read_text() == before
    assert files(tmp_path) == ["my-test.toml"]


def test_a_removed_one_comes_back_with_its_comments(tmp_path: Path) -> None:
    own = OwnProfiles(tmp_path)
    own.save(draft())
    path = tmp_path / "my-test.toml"
    path.write_text("# mine\n" + path.read_text())
    change = own.remove(Profiles(tmp_path).find("my-test"))
    assert files(tmp_path) == []
    own.undo(change)
    assert path.read_text().startswith("# mine\n")


@pytest.mark.parametrize(
    "data", [b"# caf\xe9, in Latin-1\n", b"# long\n" * LARGEST], ids=["other bytes", "large"]
)
def test_what_is_no_profile_comes_back_byte_by_byte(tmp_path: Path, data: bytes) -> None:
    own = OwnProfiles(tmp_path)
    path = tmp_path / "my-test.toml"
    path.write_bytes(data)
    change = own.save(draft(), replace=True)
    assert path.read_bytes() != data
    own.undo(change)
    assert path.read_bytes() == data


def test_an_invalid_one_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        OwnProfiles(tmp_path).save(draft().choosing(repeats=0))
    assert files(tmp_path) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MachineError) as raised:
        OwnProfiles(tmp_path / "file" / "profiles").save(draft())
    assert set(raised.value.values) == {"path", "reason"}
