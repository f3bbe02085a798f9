# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which profiles several hosts can measure at once, and what that costs all of them together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.access import DIRECT
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import UsageError
from driveproof.domain.hosts.profiles import on_hosts
from driveproof.domain.hosts.scale import with_scale
from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.estimate import ExpectationSource, Rates, expected_cost
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.phase import LAYOUT_RATE
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile_cost import cost_of
from driveproof.domain.run.work import IoOptions
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.progress import RunProgress
from driveproof.export.text.layout import plain
from driveproof.wording.say import say_text

QUICK = Profiles().find("quick")


def written_by_tests(profile: Profile) -> int:
    return sum(p.limit or 0 for p in profile.phases if p.writes) * profile.repeats


def test_what_is_written_is_what_all_hosts_write() -> None:
    four = on_hosts(QUICK, 4)
    assert QUICK.fixed().bytes_written == QUICK.size + written_by_tests(QUICK)
    assert four.bytes_written == 4 * (QUICK.bytes_written or 0)
    assert four.bytes_written_each == QUICK.bytes_written
    assert four.laid_out == 4 * QUICK.size
    # All may write their files to one storage.
    assert four.seconds - QUICK.seconds == pytest.approx(3 * QUICK.size / LAYOUT_RATE)


def test_on_more_and_more_hosts_each_test_writes_on_as_many() -> None:
    grows = with_scale(on_hosts(QUICK, 4), 4)
    once = written_by_tests(QUICK)
    assert grows.bytes_written == 4 * QUICK.size + (1 + 2 + 4) * once
    assert grows.bytes_written_each == QUICK.size + 3 * once


def test_a_device_is_only_read() -> None:
    assert reading_only(on_hosts(QUICK, 4)).bytes_written == 0


def test_the_cost_is_said_for_all_and_for_each() -> None:
    profile = replace(QUICK, phases=QUICK.phases[:1], size=32_000_000)
    assert plain(say_text(cost_of(profile))).endswith("writes at most 32 MB")
    plain(say_text(cost_of(on_hosts(profile, 4))))
    assert plain(say_text(cost_of(on_hosts(profile, 1)))).endswith("writes at most 32 MB")


def test_the_rates_of_a_drive_here_say_nothing_of_other_hosts() -> None:
    rates = Rates(ExpectationSource.CLASS, speed=SpeedClass.DISK)
    assert expected_cost(QUICK, rates) is not None
    assert expected_cost(on_hosts(QUICK, 2), rates) is None


def test_the_time_that_is_left_counts_the_test_files_of_all() -> None:
    profile = on_hosts(QUICK, 4)
    progress = RunProgress(profile)
    tests = progress.remaining() - profile.laid_out / LAYOUT_RATE
    progress.layout(QUICK.size, 10.0)  # as much as one of them in ten seconds
    assert progress.remaining() - tests == pytest.approx(30.0)


@pytest.mark.parametrize(
    "profile",
    [
        Profiles().find("iops-at-latency"),
        with_choices(Profiles().find("record"), {"trace": True}),
        Profiles().find("everyday-writes"),
        QUICK.customized(cache="cold"),
        QUICK.customized(nocow=True),
        replace(
            QUICK,
            as_written=True,
            phases=tuple(replace(phase, direct=False) for phase in QUICK.phases),
        ),
        replace(
            QUICK,
            phases=tuple(replace(phase, asked=IoOptions(end_fsync=True)) for phase in QUICK.phases),
        ),
    ],
)
def test_what_is_refused_says_what_to_do(profile: Profile) -> None:
    with pytest.raises(UsageError) as refused:
        on_hosts(profile, 2)
    assert refused.value.advice


def test_lists_are_measured() -> None:
    for name in ("quick", "quick-nvme", "latency", "workload-database"):
        profile = Profiles().find(name)
        assert profile.cache == DIRECT and on_hosts(profile, 2).hosts == 2
