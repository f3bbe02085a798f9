# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Titles of profiles, runs and tests: ours are translated, a person's own are not."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

import pytest
from tests.builders import compared_runs
from tests.pseudo import BEGIN, END, pseudo, spoken, untranslated

from driveproof.domain.access import COLD, WARM
from driveproof.domain.profile.for_device import TargetUse
from driveproof.domain.profile.generated import under_schedulers
from driveproof.domain.profile.profile import Profile, with_drives
from driveproof.domain.profile.shipped import SHIPPED
from driveproof.domain.profile_cost import profile_facts
from driveproof.domain.quantity import DriveNumber
from driveproof.domain.run.run import THROUGH_CACHE, Companion
from driveproof.domain.say import Title
from driveproof.domain.title import apart, mixed_title
from driveproof.engine.run.profiles import Profiles
from driveproof.wording import profile as words
from driveproof.wording.table import fact_texts

ALL = Profiles().all()
QUICK = Profiles().find("quick")


def test_the_names_are_those_of_the_files() -> None:
    folder = resources.files("driveproof") / "resources" / "profiles"
    assert {f"{name}.toml" for name in SHIPPED} == {file.name for file in folder.iterdir()}


@pytest.mark.parametrize("found", ALL, ids=lambda found: found.name)
def test_what_comes_with_the_program_is_translated(found: Profile) -> None:
    with spoken():
        assert words.profile_text(found.title, found.name) == pseudo(found.title)
        for phase in found.phases:
            said = words.test_title(phase.title, found.name)
            assert not untranslated(said, {"hdparm"}), said


@pytest.mark.parametrize("cache", [COLD, WARM])
def test_a_title_with_the_way_of_the_cache(cache: str) -> None:
    assert words.run_title(QUICK.title, "quick", cache) == f"Quick benchmark, {cache} cache"
    with spoken():
        said = words.run_title(QUICK.title, "quick", cache)
        assert pseudo("Quick benchmark") in said
        assert pseudo(f"{cache} cache") in said
        mine = words.run_title(QUICK.title, "mine", cache)
    assert "Quick benchmark" in mine and pseudo("Quick benchmark") not in mine


@pytest.mark.parametrize("cache", [COLD, WARM])
def test_tests_through_the_cache(cache: str) -> None:
    changed = QUICK.customized(cache=cache)
    titles = [phase.title for phase in changed.phases]
    english = [words.test_title(title, "quick") for title in titles]
    assert "Random 4\u202fKiB, 32 threads" in english
    with spoken():
        for title in titles:
            said = words.test_title(title, "quick")
            assert not untranslated(said), said


def test_what_the_program_adds_to_a_test() -> None:
    (phase, *_) = under_schedulers(Profiles().find("schedulers"), ["mq-deadline"]).phases
    mixed = mixed_title("Random 4 KiB, Q32", "mixed")
    assert words.test_title(phase.title, "schedulers") == "Random 4 KiB, Q32 · mq-deadline"
    assert words.test_title(mixed, "quick") == "Random 4 KiB, Q32 (mixed)"
    with spoken():
        said = words.test_title(phase.title, "schedulers")
        assert f"{pseudo('Random 4 KiB, Q32')} · mq-deadline" in said
        assert not untranslated(words.test_title(mixed, "quick"))


@pytest.mark.parametrize(
    ("title", "direction", "said"),
    [
        ("Random 4 KiB, Q32", "read", "Random 4 KiB, Q32 read"),
        ("Random 4 KiB, Q32, 16 threads", "read", "Random 4 KiB, Q32, 16 threads read"),
        ("Random 4 KiB, Q32", "mixed", "Random 4 KiB, Q32 (mixed)"),
        (Title("Copy"), "mixed", "Copy"),
        (Title("Round"), "write", "Round"),
        (apart("Log", THROUGH_CACHE), "write", "Log · page cache write"),
        ("Write throughput by position", "write", "Write throughput by position"),
        ("SEQ1M_Q8T1_read", "read", "SEQ1M_Q8T1_read"),
        ("hdparm -t --direct", "read", "hdparm -t --direct read"),
    ],
)
def test_a_test_is_called_by_its_title_and_direction(title: str, direction: str, said: str) -> None:
    assert words.test_words(title, direction, "quick") == said


def test_each_of_several_drives_is_called_by_its_own_name() -> None:
    drives = [Companion("/media/one"), Companion("/media/two", model="SSD\x1b"), Companion("/c")]

    def said(number: int, some: list[Companion] = drives) -> str:
        return words.test_title(apart("Random", DriveNumber(number)), "multi-drive", some)

    assert said(1) == "Random · /media/one"
    assert said(2) == "Random · SSD\\x1b"
    assert said(4) == said(4, []) == "Random · Drive 4"
    assert said(1, [drives[0], drives[0]]) == "Random · /media/one (1)"


def test_whether_several_drives_need_a_password() -> None:
    profile = Profiles().find("multi-drive")

    def facts(way: TargetUse, *on_device: bool) -> dict[str, str]:
        return dict(fact_texts(profile_facts(with_drives(profile, on_device), way)))

    for way, on_device, root in (
        (TargetUse.FOLDER, (False, False), "not needed"),
        (TargetUse.FOLDER, (False, True), "needed: asks for a password"),
        (TargetUse.FOLDER, (False, True, True), "needed: asks for a password 2 times"),
        (TargetUse.READ, (True, True), "needed: asks for a password 2 times"),
        (TargetUse.READ, (True, False), "needed: asks for a password"),
    ):
        found = facts(way, *on_device)
        assert found["Root"] == root
        assert found["Destroys"] == "nothing"
        assert (found["Writes"] == "nothing") == all(on_device)


def test_tests_of_one_title_are_told_apart() -> None:
    one, other = (
        replace(compared_runs.phase((1.0,)), name=name, title="Mine")
        for name in ("A read", "B read")
    )
    names = words.test_names([compared_runs.run(one, other)])
    assert names == {"A read": "Mine read (A read)", "B read": "Mine read (B read)"}


@pytest.mark.parametrize("text", ["Quick benchmark", "Random 4 KiB, Q32", "Cancel", ""])
def test_a_profile_of_ones_own_is_shown_as_it_is_written(text: str) -> None:
    with spoken():
        assert words.profile_text(text, "mine") == text
        assert words.run_title(text, "mine", None) == text
        assert words.test_title(text, "mine") == text
        assert BEGIN not in words.test_title(text, "mine")
        assert END not in words.run_title(text, "", None)


def test_a_test_of_ones_own_that_sounds_like_ours() -> None:
    """The program joins number and unit with a narrow space, which people do not type."""
    with spoken():
        assert words.test_title("Random 4 KiB, 8 threads", "mine") == "Random 4 KiB, 8 threads"
