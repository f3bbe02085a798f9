# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File systems against each other: a spare device is formatted with one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import Annotated, Literal, get_args

from msgspec import Struct, field, structs

from driveproof.domain.access import Cache, Pattern
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.method import Trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile, one_at_a_time, with_plan
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import THROUGH_CACHE
from driveproof.domain.title import apart

PAUSE = 1.0
TRAITS: frozenset[Trait] = frozenset()
Name = Literal["ext4", "xfs", "btrfs", "f2fs"]
KNOWN: tuple[Name, ...] = get_args(Name)


class Plan(Struct, frozen=True):
    """The same `tests` on each of the file systems `names`, in a test file of `size` bytes; those
    with a pattern that is `also_cached` once more through the page cache, as programs do it.
    """

    tests: tuple[Phase, ...]
    size: Annotated[int, sized(2**20, 2**40, 2**20)]
    names: tuple[Name, ...] = field(default=KNOWN, name="filesystems")
    also_cached: tuple[Literal[Pattern.SEQUENTIAL, Pattern.RANDOM], ...] = ()

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Each test on each file system; the first is what the others are compared with. Those
        through the page cache come last: they leave memory full of the file.
        """
        again = (test for test in self.tests if test.pattern in self.also_cached)
        tests = (*self.tests, *(through_cache(test, self.size) for test in again))
        return tuple(
            replace(
                test,
                title=apart(test.title, name),
                variant=name,
                asked=replace(test.asked, filesystem=name),
            )
            for test, name in product(tests, self.names)
        )

    def adjusted(self, size: int | None, seconds: float | None) -> Plan:
        """With a test file of another size and so many seconds a test."""
        plan = self if size is None else structs.replace(self, size=size)
        if seconds is None:
            return plan
        tests = (
            replace(test, seconds=seconds, warmup=min(test.warmup, seconds)) for test in self.tests
        )
        return structs.replace(plan, tests=tuple(tests))


def through_cache(test: Phase, size: int) -> Phase:
    """A test as it is through the page cache, on a file of `size` bytes.

    A write ends with an fsync, whose time counts: it is on the drive then, as it is after a direct
    write. A read finds nothing of the file in memory, and reads each block once.
    """
    (one,) = one_at_a_time((test,), Cache.COLD, size)
    return replace(
        one,
        title=apart(one.title, THROUGH_CACHE),
        direct=False,
        warmup=0.0,
        # More would be written over what is still in memory.
        limit=min(one.limit or size, size),
        extent=size,
        random_map=True,
        asked=replace(one.asked, end_fsync=test.writes),
    )


def on_filesystems(profile: Profile, possible: Iterable[str]) -> tuple[Profile, tuple[Note, ...]]:
    """The profile with those of its file systems that can be made here, with a note on the others.

    Raises UsageError where fewer than two are left: there is nothing to compare.
    """
    assert isinstance(profile.plan, Plan)
    there = frozenset(possible)
    names = tuple(name for name in profile.plan.names if name in there)
    missing = tuple(name for name in profile.plan.names if name not in there)
    if len(names) < 2:
        raise UsageError(
            "Skipped, no program: {missing}.",
            missing=OneOf(missing),
            advice=Advice("Install their mkfs programs."),
        )
    if not missing:
        return profile, ()
    note = Note(
        "Skipped, no program: {missing}.",
        missing=OneOf(missing),
    )
    return with_plan(profile, structs.replace(profile.plan, names=names)), (note,)
