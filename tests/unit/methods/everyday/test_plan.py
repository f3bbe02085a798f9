# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of everyday writes: both ways of each test, its files, and what makes them smaller."""

from __future__ import annotations

import pytest
from tests.builders.profile_head import head

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.estimate import ExpectationSource, Rates, expected_cost, rates_of
from driveproof.domain.profile.for_device import overwriting, reading_only
from driveproof.domain.profile.profile import FIO_OVERHEAD, Profile
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.domain.run.work import Data
from driveproof.engine.run.profiles import Profiles
from driveproof.methods.everyday.plan import in_room

GIB, MIB = 2**30, 2**20
OWN = """
title = "Two"
question = "How fast?"
method = "everyday"
seconds = 5
repeats = 4
[[phase]]
name = "Small"
block_size = "8 KiB"
processes = 3
size = "100 MiB"
"""


def everyday_writes() -> Profile:
    return Profiles().find("everyday-writes")


def test_each_test_has_an_fsync_at_its_end_and_then_one_after_each_write() -> None:
    profile = everyday_writes()
    assert (
        profile.group is ProfileGroup.QUICK and not profile.needs_root and not profile.destructive
    )
    assert [(p.block_size, p.jobs, p.queue_depth, p.extent) for p in profile.phases[::2]] == [
        (4096, 1, 1, GIB),
        (65536, 16, 16, 16 * 128 * MIB),
        (MIB, 1, 1, 4 * GIB),
    ]
    for one, other in zip(profile.phases[::2], profile.phases[1::2], strict=True):
        assert (one.asked.end_fsync, one.asked.fsync) == (True, 0)
        assert (other.asked.end_fsync, other.asked.fsync) == (False, 1)
        for phase in (one, other):
            assert phase.engine == "posixaio" and not phase.direct and phase.warmup == 0
            assert phase.asked.files == phase.jobs and phase.data is Data.SCRAMBLED
            assert phase.seconds == 20.0
        assert one.limit == one.extent
        # The file system writes its journal with each fsync.
        assert other.limit == min(other.extent, 2**14 * other.block_size)
    names = [phase.name for phase in profile.phases]
    assert len(set(names)) == len(names)


def test_as_in_the_article_it_writes_for_a_minute_without_a_limit() -> None:
    profile = with_choices(everyday_writes(), {"as_in_the_article": True})
    assert {(phase.seconds, phase.limit) for phase in profile.phases} == {(60.0, None)}
    assert profile.bytes_written is None


def test_its_bounds_hold_the_fsync() -> None:
    profile = everyday_writes()
    waits = 2**14 * (4096 + 65536) + 4 * GIB
    assert profile.bytes_written == (1 + 2 + 4) * GIB + waits
    writing = 6 * (20 + FIO_OVERHEAD) + 5 * profile.pause  # none after the last
    assert profile.seconds == pytest.approx(writing + 7 * GIB / 30e6)
    assert profile.laid_out == 0


def test_its_expectation_needs_evidence() -> None:
    assert expected_cost(everyday_writes(), None) is None
    found = expected_cost(everyday_writes(), Rates(ExpectationSource.CLASS, ceiling=3.5e9))
    assert found is not None and 0 < found.seconds < everyday_writes().seconds


def test_what_memory_takes_comes_on_top_of_the_seconds() -> None:
    names = [phase.name for phase in everyday_writes().phases]
    slow = dict.fromkeys(names, 50e6)
    found = expected_cost(everyday_writes(), Rates(ExpectationSource.RUNS, slow))
    assert found is not None
    # 20 s at 50 MB/s and 2 GiB of memory, if the files are as large; with an fsync after each write
    # just the 20 s, or as many as the most that it writes in 4 KiB take.
    written = GIB + 2 * GIB + (20 * 50e6 + 2 * GIB) + 2**14 * 4096 + 2 * 20 * 50e6
    assert found.bytes_written == pytest.approx(written, rel=0.01)
    assert found.seconds == pytest.approx(
        written / 50e6 + 6 * FIO_OVERHEAD + 5 * everyday_writes().pause, rel=0.01
    )


def test_an_earlier_run_through_the_page_cache_tells_what_its_fsync_measured() -> None:
    figures = (
        (everyday_writes().phases[0].name, "write", "iops", 1000.0),
        ("RND4K Q1T1 write", "write", "iops", 9e5),
    )
    rates = rates_of([head(*figures, cache="cold")])
    assert rates is not None
    assert rates.known == {everyday_writes().phases[0].name: 1000 * 4096}


def test_smaller_files_have_whole_blocks_of_each_process() -> None:
    profile = everyday_writes().customized(size=100 * MIB, seconds=3.0, repeats=2)
    middle = profile.phases[2]
    assert middle.extent % (16 * 65536) == 0 and 99 * MIB <= middle.extent <= 100 * MIB
    assert profile.size == 100 * MIB and profile.repeats == 2 and middle.seconds == 3.0
    with pytest.raises(UsageError):
        everyday_writes().customized(size=8 * MIB)


def test_the_page_cache_is_no_choice() -> None:
    with pytest.raises(UsageError):
        everyday_writes().customized(cache="cold")
    assert everyday_writes().customized(cache="direct").phases == everyday_writes().phases


def test_where_there_is_little_room_the_files_are_smaller_and_a_note_says_so() -> None:
    profile, _notes = in_room(everyday_writes(), 3 * GIB)
    assert profile.size <= 2.7 * GIB
    assert profile.phases[0].extent == GIB  # which fits as it is
    assert in_room(everyday_writes(), 100 * GIB) == (everyday_writes(), ())
    # Nothing fits: the target says so.
    assert in_room(everyday_writes(), 5 * MIB) == (everyday_writes(), ())


def test_a_device_has_no_files() -> None:
    for way in (reading_only, overwriting):
        with pytest.raises(UsageError):
            way(everyday_writes())


def test_a_profile_of_ones_own() -> None:
    profile = read_profile(OWN, "two", "two.toml")
    assert profile.repeats == 4 and len(profile.phases) == 2
    first = profile.phases[0]
    # Whole blocks for each of the three.
    assert first.extent % (3 * 8192) == 0 and first.extent <= 100 * MIB
    assert first.asked.files == 3


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ('size = "100 MiB"', 'size = "1 MiB"', "line 11: size"),
        ("processes = 3", "processes = 65", "processes"),
        ("seconds = 5", "warmup = 5", "unknown key 'warmup'"),
        ('block_size = "8 KiB"', "", "the key 'block_size' is missing"),
    ],
)
def test_a_wrong_one_says_where(was: str, becomes: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_profile(OWN.replace(was, becomes), "two", "two.toml")
    assert said in str(caught.value).replace("\u202f", " ")


def test_the_same_test_twice_is_refused() -> None:
    again = OWN + OWN[OWN.index("[[phase]]") :]
    with pytest.raises(UsageError):
        read_profile(again, "two", "two.toml")
