# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and writes together: from one job or two, and added to another profile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.access import COLD
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.for_device import overwriting, reading_only
from driveproof.domain.profile.mixed import MIXED, takes_mixed, with_mixed
from driveproof.domain.profile.profile_file import read_profile
from driveproof.engine.run.profiles import Profiles

HEAD = """title = "T"
question = "Q?"
size = "16 MiB"
[[phase]]
name = "Two"
pattern = "random"
block_size = "4 KiB"
queue_depth = 2
seconds = 1
write_depth = 4
"""


def test_the_tests_of_the_profile_are_told_apart() -> None:
    phases = Profiles().find("mixed").phases
    assert [phase.name for phase in phases] == [
        "RND4K Q32T1 mixed",
        "RND4K Q32T1 mixed 50/50",
        "RND4K Q22T1 + Q10T1 mixed",
        "RND4K Q16T1 + Q16T1 mixed",
    ]
    assert [phase.in_flight for phase in phases] == [32] * 4
    assert [round(phase.write_share, 2) for phase in phases] == [0.3, 0.5, 0.31, 0.5]


def test_quick_with_it_has_the_first_of_them() -> None:
    quick = with_mixed(Profiles().find("quick"))
    assert quick.phases[-1] == MIXED
    assert quick.phases[-1].title == Profiles().find("mixed").phases[0].title
    assert not takes_mixed(quick)
    for name in ("mixed", "file-sizes", "load-curve", "scan"):
        with pytest.raises(UsageError):
            with_mixed(Profiles().find(name))


def test_two_jobs_are_a_mixed_test() -> None:
    made = read_profile(HEAD + 'directions = ["mixed"]', "mine", "mine.toml")
    assert made.phases[0].write_depth == 4
    with pytest.raises(UsageError):
        read_profile(HEAD + 'directions = ["read", "mixed"]', "mine", "mine.toml")


def test_through_the_cache_each_job_is_a_thread() -> None:
    made = Profiles().find("mixed").customized(cache=COLD)
    two = [phase for phase in made.phases if phase.write_depth]
    assert [(p.queue_depth, p.write_depth, p.engine) for p in two] == [(1, 1, "psync")]


def test_a_device_is_overwritten_or_not_measured() -> None:
    mixed = Profiles().find("mixed")
    assert len(overwriting(mixed).phases) == 4
    with pytest.raises(UsageError) as raised:
        reading_only(mixed)
    assert set(raised.value.values) == {"title"}
    assert len(reading_only(with_mixed(Profiles().find("quick"))).phases) == 4


def test_the_share_of_reads_is_no_part_of_two_jobs() -> None:
    one = replace(MIXED, queue_depth=8, write_depth=8)
    assert one.name == replace(one, read_share=10).name
