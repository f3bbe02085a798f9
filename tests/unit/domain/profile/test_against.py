# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two drives in turn: the order that is drawn, and what cannot be measured so."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.against import check_against, on_both, place_of, turns_of
from driveproof.domain.profile.generated import order_of
from driveproof.domain.profile.phase import LAYOUT_RATE, Phase
from driveproof.domain.profile.profile import Profile

READ = Phase("Random 4 KiB", Direction.READ, Pattern.RANDOM, 4096, 1)
WRITE = Phase("Random 4 KiB", Direction.WRITE, Pattern.RANDOM, 4096, 1, limit=2**20)


def profile(repeats: int = 6) -> Profile:
    return Profile("small", "Small", "", (READ, WRITE), 2**20, repeats=repeats)


def blocks(seed: int, repeats: int) -> list[tuple[int, int]]:
    turns = turns_of(profile(repeats), seed)
    return list(zip(turns[::2], turns[1::2], strict=True))


@pytest.mark.parametrize("repeats", [1, 2, 5, 6])
def test_each_repeat_is_on_both_before_the_next_one(repeats: int) -> None:
    found = blocks(3, repeats)
    assert len(found) == 2 * repeats
    assert all({*pair} == {0, 1} for pair in found)


@pytest.mark.parametrize("seed", range(20))
def test_each_is_first_in_half_of_the_repeats_of_a_test(seed: int) -> None:
    first: Counter[tuple[int, int]] = Counter()
    for (index, _number), pair in zip(order_of(profile(6)), blocks(seed, 6), strict=True):
        first[index, pair[0]] += 1
    assert {*first.values()} == {3}


def test_the_seed_gives_the_order_again_and_another_one_another() -> None:
    assert turns_of(profile(), 7) == turns_of(profile(), 7)
    assert len({turns_of(profile(), seed) for seed in range(10)}) > 5


def test_of_an_odd_number_no_drive_is_always_first_more_often() -> None:
    assert {blocks(seed, 1)[0] for seed in range(20)} == {(0, 1), (1, 0)}


def test_the_tests_of_both_stand_side_by_side() -> None:
    both = on_both(profile(), profile())
    assert [str(phase.title) for phase in both.phases] == [
        "Random 4 KiB · Drive 1", "Random 4 KiB · Drive 2",
        "Random 4 KiB · Drive 1", "Random 4 KiB · Drive 2",
    ]  # fmt: skip
    assert [place_of(index, side) for index in (0, 1) for side in (0, 1)] == [0, 1, 2, 3]
    assert both.bytes_written == 2 * (profile().bytes_written or 0)


def test_what_both_take_is_what_each_of_them_takes() -> None:
    one, other = profile(), replace(profile(), phases=profile().phases[:1], size=2**22)
    both = on_both(one, other)
    assert both.bytes_written == (one.bytes_written or 0) + (other.bytes_written or 0)
    assert [phase.asked.drive for phase in both.phases] == [1, 2, 1]
    tests = [part.seconds - part.size / LAYOUT_RATE - part.pauses for part in (one, other, both)]
    assert tests[2] == pytest.approx(tests[0] + tests[1])


def test_what_has_no_same_steps_on_both_is_refused() -> None:
    check_against(profile())
    with pytest.raises(UsageError):
        check_against(Profile("many", "Many", "", (READ,), 2**20, method="multi-drive"))
