# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile from the requests of a recording: fio's own words for what was seen."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from tests.builders.guided_runs import recording_run, requested

from driveproof.domain.access import Direction
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.draft import draft_of, toml_text
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.profile.recorded import recorded_profile
from driveproof.domain.run.observed import REGIONS, Requested, Requests
from driveproof.wording.recording import profile_from

KIB = 1024


def made(requests: Requests) -> Profile:
    return recorded_profile(requests, title="Mine", question="How?", test="As recorded")


def saved(requests: Requests) -> Profile:
    """What the reader makes of the file."""
    text = toml_text(draft_of(made(requests), title="Mine"))
    return read_profile(text, "mine", "mine.toml")


def test_the_hour_of_a_desktop() -> None:
    profile = saved(requested())
    (phase,) = profile.phases
    assert phase.direction == Direction.MIXED
    assert phase.read_share == 9
    assert phase.asked.block_sizes == (
        "bssplit=4k/52:16k/9:32k/6:128k/33,4k/73:8k/10:16k/6:64k/8:512k/3"
    )
    assert phase.block_size == 512 * KIB
    assert phase.queue_depth == 2
    assert phase.asked.fsync == 2  # 10,000 writes, 4210 flushes
    assert "percentage_random=69,81" in phase.asked.order
    assert phase.limit == 2**30


def test_only_writes_of_one_size() -> None:
    way = Requested(((4096, 1000),), sequential=0, regions=(1,) * REGIONS)
    (phase,) = saved(Requests("sda", 2**30, 60.0, write=way, depths=((1, 1000),))).phases
    assert phase.direction == Direction.WRITE
    assert (phase.block_size, phase.queue_depth) == (4096, 1)
    assert (phase.asked.block_sizes, phase.asked.order, phase.asked.fsync) == ("", "", 0)


def test_only_reads() -> None:
    way = Requested(((4096, 500), (8192, 500)), sequential=400, regions=(1,) * REGIONS)
    (phase,) = saved(Requests("sda", 2**30, 60.0, read=way, flushes=9)).phases
    assert phase.direction == Direction.READ
    assert phase.asked.block_sizes == "bssplit=4k/50:8k/50"
    assert phase.asked.order == "percentage_random=60"
    assert phase.asked.fsync == 0
    assert phase.limit is None


def test_a_hot_spot_is_kept() -> None:
    regions = (90, *(0,) * 30, 10, *(0,) * 32)
    way = Requested(((4096, 1000),), regions=regions)
    (phase,) = saved(Requests("sda", 2**30, 60.0, write=way)).phases
    assert phase.asked.order == "random_distribution=zoned:89/2:10/2:1/96"


def test_too_little() -> None:
    way = Requested(((4096, 50),))
    with pytest.raises(UsageError):
        made(Requests("sda", 2**30, 60.0, read=way))
    with pytest.raises(UsageError):
        profile_from(recording_run(traced=False))


def test_anything_that_was_counted_can_be_read() -> None:
    """The reader accepts every profile that is made: shares are 100 together, sizes are whole."""
    chance = random.Random(11)
    for _number in range(300):

        def way() -> Requested:
            sizes = sorted(chance.sample(range(1, 40_000), chance.randint(0, 40)))
            pairs = tuple((512 * size, chance.randint(1, 10**6)) for size in sizes)
            count = sum(many for _size, many in pairs)
            return Requested(
                pairs,
                sequential=chance.randint(0, count),
                regions=tuple(chance.choice((0, 0, chance.randint(0, 2**40)))
                              for _each in range(REGIONS)),
            )  # fmt: skip

        requests = Requests(
            "sda", 2**40, 60.0, read=way(), write=way(), flushes=chance.randint(0, 10**6),
            depths=((1, chance.randint(0, 9)), (64, chance.randint(0, 9))),
        )  # fmt: skip
        if requests.count < 100:
            continue
        (phase,) = saved(requests).phases
        for split in re.findall(r"(?:=|,)((?:\d+k/\d+:?)+)", phase.asked.block_sizes):
            assert sum(int(part.partition("/")[2]) for part in split.split(":")) == 100
        for zones in re.findall(r"zoned:([\d/:]+)", phase.asked.order):
            pairs = [tuple(map(int, part.split("/"))) for part in zones.split(":")]
            assert sum(share for share, _size in pairs) == 100
            assert sum(size for _share, size in pairs) == 100
            assert all(share >= 0 and size > 0 for share, size in pairs)


def test_a_recording_gives_its_own_name() -> None:
    profile = profile_from(recording_run())
    assert profile.title.startswith("As on sda")
    assert replace(profile_from(recording_run(), "my-pc"), title="") == replace(profile, title="")


@pytest.mark.parametrize(("lost", "depth"), [(0, 2), (9, 2), (20, 7)])
def test_where_many_were_not_seen_the_counters_tell_the_queue(lost: int, depth: int) -> None:
    reads = Requested(((4096, 1000),))
    found = Requests(
        "sda", 2**30, 60.0, read=reads, depths=((1, 500), (2, 300), (4, 200)), lost=lost
    )
    profile = recorded_profile(found, title="T", question="Q?", test="t", queue=7.4)
    assert profile.phases[0].queue_depth == depth
    assert found.depths_known == (depth == 2)
