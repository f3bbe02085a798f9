# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each of the program's profiles may write on a drive of each class."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.own_writes import ALWAYS
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.profiles import Profiles

SHIPPED = Profiles().all()
WRITING = tuple(
    each
    for each in SHIPPED
    if each.bytes_written != 0 and not has_trait(each.method, Trait.NO_BUDGET)
)


@pytest.mark.parametrize("profile", WRITING, ids=lambda profile: profile.name)
def test_a_writing_profile_stays_within_a_budget(profile: Profile) -> None:
    for found in SpeedClass:
        here = profile.for_drive(found, "ext4")
        most, surely = here.bytes_written, here.fixed().bytes_written
        assert here.budget is not None and most is not None and surely is not None
        assert surely <= most <= here.budget, found
        # Several drives at once only read, and three repeats would differ by chance in 1 of 20.
        assert here.repeats <= (5 if here.method == "multi-drive" else 3) and here.most <= 6


@pytest.mark.parametrize(
    "profile",
    [each for each in SHIPPED if has_trait(each.method, Trait.NO_BUDGET)],
    ids=lambda profile: profile.name,
)
def test_where_the_amount_is_the_question_there_is_none(profile: Profile) -> None:
    assert profile.budget is None and profile.bytes_written is None


@pytest.mark.parametrize(
    "name", ["everyday-writes", "workload-mail", "workload-database", "file-sizes"]
)
def test_what_the_file_system_writes_of_its_own_is_announced(name: str) -> None:
    (profile,) = (each for each in WRITING if each.name == name)
    data = sum(
        profile.repeats * (profile.data_of(each) or 0) for each in profile.phases if each.writes
    )
    announced = {
        kind: profile.for_drive(SpeedClass.OTHER, kind).fixed().bytes_written or 0
        for kind in ("", "ext4", "xfs", "btrfs")
    }
    assert announced[""] == data + profile.laid_out  # on a device, or not known yet
    assert announced[""] + ALWAYS < announced["ext4"] == announced["xfs"]
    # Each fsync costs it 150 KB, and what cannot be within the budget has three rounds and no more.
    assert announced["btrfs"] > 1.1 * announced["ext4"]
    there = profile.for_drive(SpeedClass.OTHER, "btrfs")
    assert there.budget is None or there.within_budget
    assert there.budget is not None or there.most == there.repeats


def test_a_raised_number_of_repeats_is_announced_whatever_the_budget() -> None:
    (profile,) = (each for each in WRITING if each.name == "mixed")
    asked = profile.customized(repeats=12)
    assert asked.budget is None and asked.most == 12
    each = sum(profile.written_by(phase) or 0 for phase in profile.phases)
    assert asked.bytes_written == profile.files_take(profile.laid_out) + 12 * each
    assert replace(profile, max_repeats=0).bytes_written == (asked.bytes_written or 0) - 9 * each
