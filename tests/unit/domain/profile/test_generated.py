# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The phases of hdparm's and the schedulers' profiles, and their order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from driveproof.domain.access import COLD, WARM
from driveproof.domain.errors import UsageError
from driveproof.domain.method import SCHEDULERS
from driveproof.domain.profile.generated import order_of, rounds, under_schedulers
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import FIO_OVERHEAD, Profile
from driveproof.domain.profile.profile_file import read_profile
from driveproof.engine.run.profiles import Profiles

NAMES = ("mq-deadline", "none", "bfq", "kyber")
RANDOM = Phase("Random", "read", "random", 4096, 32)
SEQUENTIAL = Phase("Sequential", "read", "sequential", 2**20, 8)
CHOICE = Profile("s", "S", "?", (RANDOM, SEQUENTIAL), 0, repeats=6, pause=0.0, method=SCHEDULERS)

TEXT = """\
title = "T"
question = "Q?"
method = "{method}"
[[phase]]
name = "Some"
directions = [{directions}]
pattern = "sequential"
block_size = "2 MiB"
queue_depth = 1
seconds = 3
"""


def test_every_test_under_every_scheduler() -> None:
    expanded = under_schedulers(CHOICE, NAMES)
    assert [phase.name for phase in expanded.phases] == [
        *(f"RND4K Q32T1 read · {name}" for name in NAMES),
        *(f"SEQ1M Q8T1 read · {name}" for name in NAMES),
    ]
    assert {phase.scheduler for phase in expanded.phases} == set(NAMES)
    assert len({phase.title for phase in expanded.phases}) == 8


def test_each_repeat_has_each_phase_once_and_the_order_is_shuffled() -> None:
    expanded = under_schedulers(CHOICE, NAMES)
    order = order_of(expanded)
    assert Counter(order) == Counter((i, r) for i in range(8) for r in range(1, 7))
    assert [repeat for _, repeat in order] == sorted(repeat for _, repeat in order)
    shown = rounds(expanded)
    assert len(set(shown)) > 1
    assert all(sorted(names) == sorted(NAMES) for names in shown)
    done = [expanded.phases[index].scheduler for index, _ in order]
    assert done == [name for names in shown for name in names for _ in range(2)]


def test_the_seed_decides() -> None:
    expanded = under_schedulers(CHOICE, NAMES)
    assert order_of(expanded) == order_of(expanded)
    assert order_of(expanded) != order_of(expanded, seed=7)


def test_other_profiles_go_in_rounds() -> None:
    plain = Profile("p", "P", "?", (RANDOM, SEQUENTIAL), 2**30, repeats=2)
    assert order_of(plain) == ((0, 1), (1, 1), (0, 2), (1, 2))


@pytest.mark.parametrize("cache", [COLD, WARM])
def test_through_the_page_cache_they_go_phase_by_phase(cache: str) -> None:
    plain = Profile("p", "P", "?", (RANDOM, SEQUENTIAL), 2**30, repeats=2, cache=cache)
    assert order_of(plain) == ((0, 1), (0, 2), (1, 1), (1, 2))


def test_a_pause_follows_what_writes() -> None:
    write = replace(SEQUENTIAL, direction="write", limit=2**20)
    plain = Profile("p", "P", "?", (RANDOM, write, SEQUENTIAL), 2**30, repeats=2, pause=3.0)
    order = [index for index, _ in order_of(plain)]
    assert [plain.pause_between(*pair) for pair in pairwise(order)] == [0, 3, 0, 0, 3]
    phases = replace(plain, cache=WARM)
    order = [index for index, _ in order_of(phases)]
    assert [phases.pause_between(*pair) for pair in pairwise(order)] == [0, 3, 0, 3, 0]


def test_hdparm() -> None:
    profile = Profiles().find("hdparm")
    assert profile.method == "hdparm"
    assert profile.needs_root
    assert not profile.bytes_written
    names = [phase.name for phase in profile.phases]
    # The first stands for the run in lists: never what was read from memory.
    assert names == [
        "SEQ2M Q1T1 read",
        "hdparm -t --direct",
        "SEQ2M Q1T1 read · page cache",
        "hdparm -t",
        "hdparm -T",
    ]
    assert [phase.direct for phase in profile.phases] == [True, True, False, False, False]
    assert profile.repeats == 3


def test_what_reads_through_the_cache_follows_what_empties_it() -> None:
    """hdparm empties the cache at its end; fio does not."""
    profile = Profiles().find("hdparm")
    order = order_of(profile)
    assert Counter(order) == Counter((i, r) for i in range(5) for r in (1, 2, 3))
    done = [profile.phases[index] for index, _ in order]
    for before, phase in pairwise(done):
        if not phase.direct and phase.tool != "-T":
            assert before.tool != Tool.FIO


def test_the_seconds_are_an_upper_bound_before_the_device_is_known() -> None:
    expanded = under_schedulers(CHOICE, NAMES)
    assert CHOICE.seconds == pytest.approx(expanded.seconds)
    assert CHOICE.seconds == pytest.approx(8 * 6 * (0.5 + 2.0 + FIO_OVERHEAD))


def test_seconds_are_not_hdparms() -> None:
    shorter = Profiles().find("hdparm").customized(seconds=1, repeats=1)
    assert [phase.seconds for phase in shorter.phases] == [1, 3, 1, 3, 2]


def test_schedulers_only_read() -> None:
    with pytest.raises(UsageError):
        read_profile(TEXT.format(method=SCHEDULERS, directions='"write"'), "mine", "mine.toml")


def test_no_test_file_is_asked_for() -> None:
    mine = read_profile(TEXT.format(method=SCHEDULERS, directions='"read"'), "mine", "mine.toml")
    assert (mine.size, mine.bytes_written) == (0, 0)
    with pytest.raises(UsageError, match="'size' is missing"):
        read_profile(TEXT.format(method="fio", directions='"read"'), "mine", "mine.toml")
