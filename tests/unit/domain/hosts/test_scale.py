# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each test on more and more hosts."""

from __future__ import annotations

import pytest

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.hosts.scale import counts_up_to, with_scale
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile

PROFILE = Profile(
    "own",
    "Own",
    "",
    tuple(
        Phase("Random", way, Pattern.RANDOM, 4096, 1) for way in (Direction.READ, Direction.WRITE)
    ),
    2**20,
)


@pytest.mark.parametrize(
    ("most", "counts"), [(2, (1, 2)), (4, (1, 2, 4)), (6, (1, 2, 4, 6)), (9, (1, 2, 4, 8, 9))]
)
def test_twice_as_many_until_all(most: int, counts: tuple[int, ...]) -> None:
    assert counts_up_to(most) == counts


def test_each_test_has_a_name_of_its_own() -> None:
    found = with_scale(PROFILE, 3)
    assert [phase.name for phase in found.phases] == [
        "RND4K Q1T1 read · 1 host", "RND4K Q1T1 read · 2 hosts", "RND4K Q1T1 read · 3 hosts",
        "RND4K Q1T1 write · 1 host", "RND4K Q1T1 write · 2 hosts", "RND4K Q1T1 write · 3 hosts",
    ]  # fmt: skip
    assert [phase.asked.hosts for phase in found.phases] == [1, 2, 3, 1, 2, 3]
    assert str(found.phases[1].title) == "Random · 2 hosts"


def test_one_host_does_not_grow() -> None:
    with pytest.raises(UsageError):
        with_scale(PROFILE, 1)
