# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Repeated reading: the plan, when it stops getting faster, and who served the bytes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import caches_run

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.plan import OfNewFiles
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.run.run import MemberStatistics, Role
from driveproof.engine.run.profiles import Profiles
from driveproof.fio.command import FioTarget, prepare
from driveproof.methods.caches.answer import (
    Readings,
    ServedShare,
    from_memory,
    partly,
    readings_of,
    served_by,
)

MIB = 2**20


def test_the_same_blocks_are_read_again_and_again() -> None:
    profile = Profiles().find("caches")
    lines = [prepare(phase, FioTarget("file", profile.size)) for phase in profile.phases]
    assert [phase.direct for phase in profile.phases] == [True] * 4 + [False] * 4
    # The same seed, so the same order; and no block twice.
    assert len({word for line in lines for word in line if word.startswith("--randseed")}) == 1
    assert not any("--norandommap=1" in line for line in lines)
    assert ["--direct=1" in line for line in lines] == [True] * 4 + [False] * 4
    # Only what is to be found in memory again is left there.
    assert ["--invalidate=0" in line for line in lines] == [False] * 5 + [True] * 3


def test_only_the_first_reading_of_a_repeat_needs_a_new_file() -> None:
    profile = Profiles().find("caches")
    assert isinstance(profile.plan, OfNewFiles)
    assert list(map(profile.plan.begins_anew, profile.phases)) == [True] + [False] * 7
    assert profile.customized(repeats=3).laid_out == 3 * profile.size
    assert profile.customized(repeats=3).files_made == 3


def test_what_it_cannot_be() -> None:
    profile = Profiles().find("caches")
    assert profile.customized(size=100 * MIB + 5).size == 100 * MIB
    with pytest.raises(UsageError):
        profile.customized(size=MIB)
    with pytest.raises(UsageError):
        profile.customized(cache="cold")
    with pytest.raises(UsageError):
        reading_only(profile)


@pytest.mark.parametrize("text", ["", 'size = "1 MiB"', 'size = "64 MiB"\nreadings = 1'])
def test_a_wrong_profile_is_refused(text: str) -> None:
    head = 'title = "Mine"\nquestion = "?"\nmethod = "caches"\n'
    with pytest.raises(UsageError):
        read_profile(head + text, "mine", "mine.toml")


def test_when_it_stops_getting_faster() -> None:
    run = caches_run(3)
    past, through = readings_of(run)
    assert (past.settled, through.settled) == (2, 2)
    assert past.gain == pytest.approx(60, rel=0.02)
    assert through.gain == pytest.approx(4e9 / 2.8e8, rel=0.02)


def with_speeds(*speeds: float) -> Readings:
    past, _through = readings_of(caches_run())
    phases = []
    for phase, speed in zip(past.phases, speeds, strict=True):
        (repeat,) = phase.repeats
        read = replace(repeat.directions["read"], bandwidth=speed)
        phases.append(replace(phase, repeats=(replace(repeat, directions={"read": read}),)))
    return Readings(True, tuple(phases))


def test_a_cache_that_fills_slowly_settles_late_and_none_at_once() -> None:
    assert with_speeds(10, 20, 40, 80).settled == 4
    assert with_speeds(10, 11, 9, 12).settled == 1
    assert with_speeds(10, 11, 9, 12).gain == 1.0
    past, _through = readings_of(caches_run())
    assert Readings(True, (replace(past.phases[0], repeats=()),)).settled is None


def test_who_served_the_bytes() -> None:
    past, through = readings_of(caches_run(3))
    first, second = past.phases[:2]
    assert served_by(first) == (ServedShare("sdb", Role.BELOW, 1.0),)
    assert served_by(second) == (ServedShare("nvme0n1", Role.BESIDE, 1.0),)
    assert from_memory(second) == 0.0
    assert from_memory(through.phases[1]) == 1.0
    assert served_by(through.phases[1]) == ()
    alone = replace(first, repeats=tuple(replace(r, members=()) for r in first.repeats))
    assert served_by(alone) == ()
    assert from_memory(alone) is None


def test_layers_of_a_mapper_are_not_told_beside_their_drives() -> None:
    """An LVM cache of Debian 13: two thirds from its SSD, one from the disk; both were told twice,
    and the disk not at all.
    """
    past, _through = readings_of(caches_run())
    phase = past.phases[1]
    (repeat,) = phase.repeats
    whole = repeat.directions["read"].bytes
    assert whole
    beside, below = whole * 2 // 3, whole - whole * 2 // 3

    def member(device: str, role: Role, count: int) -> MemberStatistics:
        return MemberStatistics(device, role, count, 0, 1, 0, 1.0)

    layers = (
        member("dm-0", Role.TARGET, whole), member("dm-1", Role.BELOW, beside),
        member("nvme0n1", Role.BELOW, beside), member("dm-3", Role.BELOW, below),
        member("sdb", Role.BELOW, below),
    )  # fmt: skip
    found = served_by(replace(phase, repeats=(replace(repeat, members=layers),)))
    assert [(one.device, round(one.share, 2)) for one in found] == [
        ("nvme0n1", 0.67),
        ("sdb", 0.33),
    ]
    only = served_by(replace(phase, repeats=(replace(repeat, members=layers[:2]),)))
    assert [one.device for one in only] == ["dm-1", "dm-0"]  # better than nothing


def test_a_reading_that_was_cut_by_its_time_is_told() -> None:
    run = caches_run()
    assert not partly(run)
    larger = replace(run, environment=replace(run.environment, test_file_size=10**12))
    assert partly(larger)
