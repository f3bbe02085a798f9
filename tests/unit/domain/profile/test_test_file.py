# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A test file that does not fit becomes smaller, by round steps, and never fills the disk."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.test_file import (
    MARGIN,
    bytes_needed,
    fitted_profile,
    largest_test_file,
    more_room,
)
from driveproof.domain.quantity import Bytes
from driveproof.engine.run.profiles import Profiles
from driveproof.wording.errors import Face, message_and_advice

MIB, GIB = 2**20, 2**30
PROFILE = Profile("p", "P", "?", (Phase("Read", "read", "sequential", MIB, 8),), GIB)


@pytest.mark.parametrize(
    ("size", "free", "expected"),
    [
        (GIB, 100 * GIB, GIB),
        (GIB, GIB + MARGIN, GIB),
        (GIB, GIB + MARGIN - 1, 896 * MIB),
        (GIB, GIB, 896 * MIB),
        (64 * GIB, 50 * 10**9, 41 * GIB),
        (GIB, 300 * MIB, 256 * MIB),
        (GIB, 100 * MIB, 80 * MIB),
        (256 * MIB, 200 * MIB, 176 * MIB),
    ],
)
def test_the_largest_round_size_that_fits(size: int, free: int, expected: int) -> None:
    found = fitted_profile(replace(PROFILE, size=size), free)
    assert found.size == expected
    assert found.size <= size and bytes_needed(found.size) <= free
    assert found == replace(PROFILE, size=expected, notes=found.notes)
    sizes = {"size": Bytes(expected, binary=True), "wanted": Bytes(size, binary=True)}
    assert [note.values for note in found.notes] == ([sizes] if expected < size else [])


@pytest.mark.parametrize("free", [0, 1, 16 * MIB, 71 * MIB])
def test_there_is_no_room_at_all(free: int) -> None:
    with pytest.raises(UsageError):
        fitted_profile(PROFILE, free)


WITH_FILE = [profile for profile in Profiles().all() if profile.size]


@pytest.mark.parametrize("profile", WITH_FILE, ids=lambda profile: profile.name)
def test_a_smaller_file_is_only_advised_where_it_may_be(profile: Profile) -> None:
    room = 51 * MIB
    said = message_and_advice(UsageError("No.", advice=more_room(profile, room)), Face.TERMINAL)
    if "smaller --size" not in said:
        assert profile.name in ("latency-breakdown", "app-start")
        return
    assert 0 < profile.customized(size=largest_test_file(room)).size < profile.size


def test_every_job_needs_its_block() -> None:
    large = replace(PROFILE, phases=(Phase("Read", "read", "random", 64 * MIB, 1, jobs=2),))
    assert fitted_profile(large, 200 * MIB).size == 176 * MIB
    with pytest.raises(UsageError):
        fitted_profile(large, 120 * MIB)
