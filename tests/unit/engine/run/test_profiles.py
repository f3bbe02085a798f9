# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The built-in profiles, and people's own beside them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.builders.profile_texts import GOOD

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import DriveproofError, MachineError, UsageError
from driveproof.domain.profile.draft import TextDraft
from driveproof.domain.profile.shipped import suggested
from driveproof.domain.profile_cost import choosing, claim_needs
from driveproof.engine.run.own_profiles import OwnProfiles
from driveproof.engine.run.profiles import Profiles
from driveproof.export.json import values_of
from driveproof.export.json.profiles import profiles_document
from driveproof.export.text.lists import profiles_table
from driveproof.wording.say import say_text

OWN = ["quick", "quick-nvme", "latency"]


def names(profiles: Profiles) -> list[str]:
    return [profile.name for profile in profiles.all()]


def test_those_of_the_program_come_first_in_their_order(tmp_path: Path) -> None:
    for folder in (None, tmp_path, tmp_path / "missing"):
        profiles = Profiles(folder)
        assert names(profiles)[: len(OWN)] == OWN
        assert profiles.problems == []


def test_people_s_own_follow(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD)
    (tmp_path / "a-first.toml").write_text(GOOD)
    (tmp_path / "notes.txt").write_text("not a profile")
    profiles = Profiles(tmp_path)
    assert names(profiles)[-2:] == ["a-first", "mine"]
    assert profiles.find("mine").title == "A test"
    assert profiles.problems == []


def test_a_file_with_a_shipped_name_is_a_profile_beside_that_one(tmp_path: Path) -> None:
    (tmp_path / "quick.toml").write_text(GOOD)
    profiles = Profiles(tmp_path)
    assert names(profiles) == [*names(Profiles()), "quick-own"]
    assert profiles.find("quick") == Profiles().find("quick")
    assert profiles.find("quick-own").title == "A test"
    (problem,) = profiles.problems
    assert "quick.toml" in problem.message and "'quick-own'" in problem.message
    assert [one.path.name for one in profiles.broken] == ["quick.toml"]


def test_where_that_name_is_taken_as_well(tmp_path: Path) -> None:
    (tmp_path / "quick.toml").write_text(GOOD)
    (tmp_path / "quick-own.toml").write_text(GOOD.replace("A test", "Another"))
    profiles = Profiles(tmp_path)
    assert names(profiles) == [*names(Profiles()), "quick-own"]
    assert profiles.find("quick-own").title == "Another"
    assert [one.path.name for one in profiles.broken] == ["quick.toml"]


def test_it_is_edited_and_removed_in_its_own_file(tmp_path: Path) -> None:
    path = tmp_path / "quick.toml"
    path.write_text(GOOD)
    own = OwnProfiles(tmp_path)
    profile = Profiles(tmp_path).find("quick-own")
    assert own.source(profile) == GOOD
    change = own.save(TextDraft("quick-own", "A test", GOOD.replace("A test", "Quick, own")))
    assert change.name == "quick-own"
    assert Profiles(tmp_path).find("quick-own").title == "Quick, own"
    own.undo(change)
    assert path.read_text() == GOOD
    own.remove(Profiles(tmp_path).find("quick-own"))
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("kind", ["toml", "bytes", "long", "folder", "pipe", "link", "name"])
def test_a_broken_file_hides_only_itself(tmp_path: Path, kind: str) -> None:
    (tmp_path / "good.toml").write_text(GOOD)
    path = tmp_path / "bad.toml"
    match kind:
        case "toml":
            path.write_text("title = ")
        case "bytes":
            path.write_bytes(b"\xff\xfe")
        case "long":
            path.write_text(GOOD + "#" * 2**20)
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(tmp_path / "nowhere")
        case "name":
            path = tmp_path / "Bad Name.toml"
            path.write_text(GOOD)
    profiles = Profiles(tmp_path)
    assert names(profiles) == [*names(Profiles()), "good"]
    (problem,) = profiles.problems
    assert path.name in problem.message
    with pytest.raises(DriveproofError) as caught:
        profiles.find(path.stem)
    assert caught.value.message == problem.message


def test_unknown(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD)
    with pytest.raises(UsageError, match="no profile 'quik'") as caught:
        Profiles(tmp_path).find("quik")
    assert caught.value.advice is not None
    assert str(caught.value.advice.values["options"]) == "quick"
    with pytest.raises(UsageError) as unlike:
        Profiles(tmp_path).find("xyzzy")
    every = str(unlike.value.advice)
    assert "quick, quick-nvme, latency" in every and "mine" in every


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    path.chmod(0)
    with pytest.raises(MachineError, match="cannot be read"):
        Profiles(tmp_path).find("mine")


def test_every_profile_says_how_often_it_measures_and_whether_that_allows_a_claim() -> None:
    """Three or more where people compare; whatever has fewer says that it is too few."""
    profiles = {profile.name: profile for profile in Profiles().all()}
    text = " ".join(profiles_table(profiles.values()).split())
    found = {
        entry["name"]: entry
        for entry in values_of(profiles_document(profiles.values()))["profiles"]
    }
    for name, profile in profiles.items():
        assert say_text(choosing(profile)) in text
        needed = claim_needs(profile)
        assert found[name]["repeats_for_claim"] == needed
        possible = needed is not None and profile.repeats >= needed
        assert found[name]["claim_possible"] is possible
    for name in ("quick", "quick-nvme", "latency"):
        assert found[name]["claim_possible"]
    assert not found["scan"]["claim_possible"]


def test_which_is_suggested() -> None:
    nvme = BlockDevice(path="/dev/nvme0n1", name="nvme0n1", number="259:0", size=1, kind="nvme")
    sata = BlockDevice(path="/dev/sda", name="sda", number="8:0", size=1, kind="ata")
    assert suggested([nvme]) == suggested([nvme, nvme]) == "quick-nvme"
    assert suggested([sata]) == suggested([nvme, sata]) == suggested([]) == "quick"
