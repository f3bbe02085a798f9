# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of file systems: what is made in which order, what it costs, and what is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.generated import order_of, rounds
from driveproof.domain.profile_cost import claim_needs
from driveproof.engine.run.profiles import Profiles
from driveproof.methods.filesystems.plan import on_filesystems
from driveproof.wording.profile import test_words as words_of

PROFILE = Profiles().find("filesystems")


def test_each_round_has_every_file_system_in_an_order_of_its_own() -> None:
    orders = rounds(PROFILE)
    assert len(orders) == PROFILE.repeats == 3
    assert all(sorted(names) == ["btrfs", "ext4", "f2fs", "xfs"] for names in orders)
    assert len(set(orders)) > 1
    steps = order_of(PROFILE)
    assert sorted(set(steps)) == sorted(
        (index, number) for index in range(len(PROFILE.phases)) for number in range(1, 4)
    )
    seen = [(PROFILE.phases[index].asked.filesystem, number) for index, number in steps]
    changes = [one for one, before in zip(seen, [None, *seen], strict=False) if one != before]
    assert len(changes) == 4 * 3  # each is made once a round


def test_its_cost_counts_every_file_that_is_filled() -> None:
    one = replace(PROFILE, repeats=1)
    written = sum(phase.limit or 0 for phase in one.phases if phase.writes)
    assert one.bytes_written == 4 * PROFILE.size + written
    # Direct and random, and once more through the cache.
    assert written == 4 * (2**30 + 2**28 + PROFILE.size)
    assert PROFILE.bytes_written == 3 * (4 * PROFILE.size + written)
    assert PROFILE.destructive and PROFILE.needs_root
    assert PROFILE.repeats >= (claim_needs(PROFILE) or 99)
    shorter = PROFILE.customized(size=2**28, seconds=1.0, repeats=2)
    assert shorter.size == 2**28 and {phase.seconds for phase in shorter.phases} == {1.0}


def test_sequential_tests_also_go_through_the_page_cache() -> None:
    shorter = PROFILE.customized(size=2**28, seconds=1.0)
    cached = [phase for phase in shorter.phases if not phase.direct]
    assert cached == list(shorter.phases[-2 * 4 :])  # last: they leave memory full of the file
    assert {phase.pattern for phase in cached} == {"sequential"}
    for phase in cached:
        assert (phase.engine, phase.queue_depth, phase.warmup) == ("psync", 1, 0.0)
        assert (phase.seconds, phase.limit, phase.extent) == (1.0, 2**28, 2**28)
        assert phase.once == (not phase.writes)  # nothing is read again from memory
        assert phase.asked.end_fsync == phase.writes  # what is counted is on the drive
    assert len({phase.name for phase in shorter.phases}) == len(shorter.phases)
    words = words_of(cached[0].title, cached[0].direction, PROFILE.name).replace("\u202f", " ")
    assert words == "Sequential 1 MiB, 1 thread · page cache · ext4 read"


def test_what_cannot_be_made_is_left_out_and_named() -> None:
    found, (_note,) = on_filesystems(PROFILE, ("btrfs", "ext4"))
    assert {phase.variant for phase in found.phases} == {"ext4", "btrfs"}
    assert on_filesystems(PROFILE, ("ext4", "xfs", "btrfs", "f2fs")) == (PROFILE, ())
    with pytest.raises(UsageError):
        on_filesystems(PROFILE, ("ext4",))
