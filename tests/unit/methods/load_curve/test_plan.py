# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A load curve from its file: depths, jobs, direction, and what is wrong with a bad one."""

from __future__ import annotations

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.method import LOAD_CURVE
from driveproof.domain.profile.for_device import overwriting, reading_only
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.engine.run.profiles import Profiles

HEAD = """title = "T"
question = "Q?"
method = "load-curve"
size = "64 MiB"
"""


def read(more: str) -> Profile:
    return read_profile(HEAD + more, "mine", "mine.toml")


def test_depths_alone_are_of_all_requests_together() -> None:
    profile = read("depths = [1, 32, 64]")
    assert profile.method == LOAD_CURVE and profile.repeats == 3
    assert [(p.queue_depth, p.jobs) for p in profile.phases] == [(1, 1), (32, 1), (16, 4)]
    assert all(p.limit is None and p.direction == "read" for p in profile.phases)


def test_with_jobs_every_pair_is_measured() -> None:
    profile = read('depths = [1, 8]\njobs = [1, 2]\ndirection = "write"\nlimit = "1 MiB"')
    pairs = [(p.queue_depth, p.jobs) for p in profile.phases]
    assert pairs == [(1, 1), (8, 1), (1, 2), (8, 2)]
    assert {p.limit for p in profile.phases} == {2**20}


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ("depths = [8, 1]", "depths"),
        ("depths = []", "depths"),
        ("depths = [0, 1]", "depths"),
        ("depths = [1, 2]\njobs = [65]", "jobs"),
        ("depths = [256]\njobs = [64]", "1024"),
        ('depths = [1]\ndirection = "sideways"', "direction"),
        ('depths = [256]\nblock_size = "64 MiB"', "too small"),
        ("depths = [true]", "depths"),
    ],
)
def test_a_wrong_key_is_named(more: str, word: str) -> None:
    with pytest.raises(UsageError):
        read(more)


def test_it_goes_past_the_cache_only() -> None:
    profile = Profiles().find("load-curve")
    assert profile.group is ProfileGroup.PLANNING
    with pytest.raises(UsageError):
        profile.customized(cache="cold")
    assert profile.customized(seconds=0.5).phases[3].seconds == 0.5


def test_a_device_is_read_or_overwritten() -> None:
    reading = Profiles().find("load-curve")
    assert len(reading_only(reading).phases) == 9
    with pytest.raises(UsageError):
        overwriting(reading)
    writing = read('depths = [1, 2]\ndirection = "write"')
    assert len(overwriting(writing).phases) == 2
