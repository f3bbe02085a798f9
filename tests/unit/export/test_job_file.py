# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles as fio job files: the arguments that fio gets, and that we read our own files back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.access import COLD, WARM
from driveproof.domain.errors import UsageError
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.work import Data, IoOptions
from driveproof.engine.run.profiles import Profiles
from driveproof.export.text.job_file import DEVICE, job_file_text
from driveproof.fio.command import FioTarget, prepare
from driveproof.fio.job_file import read_job_file

PROFILES = {profile.name: profile for profile in Profiles().all()}
REPORTING = ("--name=", "--eta=", "--output-format=", "--status-interval=", "--filename=",
             "--allow_file_create=")  # fmt: skip


def sections(text: str) -> dict[str, dict[str, str]]:
    """The options of each test, globals included; our files need no parser of fio's."""
    common: dict[str, str] = {}
    found: dict[str, dict[str, str]] = {}
    current = common
    for line in text.splitlines():
        if line.startswith("["):
            current = common if line == "[global]" else found.setdefault(line[1:-1], dict(common))
        elif line and not line.startswith("#"):
            name, _, value = line.partition("=")
            current[name] = value
    return found


def arguments(profile: Profile, phase: Phase) -> set[str]:
    """What fio gets for a test, but for what says how it reports and where the file is."""
    words = prepare(phase, FioTarget("file", profile.size))[1:]
    return {word for word in words if not word.startswith(REPORTING)}


ASKED = IoOptions(fsync=4, rate=(0, 5 * 2**20, 0), think_time=0.001,
                order="random_distribution=zipf:1.2", other="blockalign=4096")  # fmt: skip
OWN = Profile(
    name="own",
    title="My [odd]; # title",
    question="?",
    phases=(
        Phase("A\u202fB", "write", "random", 4096, 4, jobs=2, limit=2**30, data=Data.ZEROS,
              asked=ASKED),
        Phase("A\u202fB", "read", "sequential", 2**20, 1, jobs=3, warmup=0.0),
        Phase("global", "mixed", "random", 65536, 8, read_share=30, limit=2**28,
              asked=IoOptions(block_sizes="bssplit=4k/50:64k/50")),
    ),
    size=2**26,
)  # fmt: skip


@pytest.mark.parametrize("name", ["quick", "quick-nvme", "latency", "own"])
def test_each_test_has_the_arguments_of_its_command(name: str) -> None:
    profile = {**PROFILES, "own": OWN}[name]
    found = sections(job_file_text(profile))
    assert len(found) == len(profile.phases)
    for number, (options, phase) in enumerate(zip(found.values(), profile.phases, strict=True)):
        assert ("stonewall" in options) is bool(number)
        listed = {f"--{key}={value}" for key, value in options.items() if key != "stonewall"}
        assert {word for word in listed if not word.startswith(REPORTING)} == arguments(
            profile, phase
        )
        assert options["filename"] == "fio-test-file"


@pytest.mark.parametrize("name", ["quick", "quick-nvme", "latency", "own"])
def test_our_own_files_are_read_back_as_the_same_tests(name: str) -> None:
    profile = {**PROFILES, "own": OWN}[name]
    again = read_job_file(job_file_text(profile), "again.fio")
    assert (again.size, again.cache) == (profile.size, profile.cache)
    assert [arguments(again, phase) for phase in again.phases] == [
        arguments(profile, phase) for phase in profile.phases
    ]


@pytest.mark.parametrize("name", sorted(PROFILES))
def test_every_profile_of_ours_is_shown_or_says_why_not(name: str) -> None:
    profile = PROFILES[name]
    if profile.method in {"capacity", "bad-sectors", "record", "real-life", "whole-files"}:
        with pytest.raises(UsageError):
            job_file_text(profile)
        return
    if not profile.phases or (
        profile.plan is not None and not has_trait(profile.method, Trait.JOB_FILE)
    ):
        with pytest.raises(UsageError):
            job_file_text(profile)
        return
    text = job_file_text(profile)
    assert text.isascii() or "·" in text
    for options in sections(text).values():
        assert "exec_prerun" not in options
        if not has_trait(profile.method, Trait.FOLDER):
            assert options["filename"] == DEVICE
            assert options["allow_file_create"] == "0"  # or root's fio makes a file in /dev
            assert "size" not in options


def test_names_are_names_of_sections() -> None:
    assert list(sections(job_file_text(OWN))) == ["A B write", "A B read", "test global (mixed)"]
    assert job_file_text(OWN).partition("\n")[0].endswith("My [odd]; # title")


def test_the_page_cache() -> None:
    quick = PROFILES["quick"]
    cold, warm = (job_file_text(replace(quick, cache=cache)) for cache in (COLD, WARM))
    assert "direct=0" in cold
    assert "invalidate=1" in cold
    assert "invalidate=0" in warm
