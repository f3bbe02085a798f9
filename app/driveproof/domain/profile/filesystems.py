# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File systems against each other: a spare device is formatted with one after the other."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from driveproof.domain.access import Cache
from driveproof.domain.errors import Advice, RefusedError, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import SEPARATOR, Phase
from driveproof.domain.profile.profile import Profile, one_at_a_time, planned
from driveproof.domain.quantity import Bytes, OneOf
from driveproof.domain.run.run import THROUGH_CACHE

KNOWN = ("ext4", "xfs", "btrfs", "f2fs")
LEAST_DEVICE = 320 * 2**20
"""Bytes: mkfs.xfs refuses less than 300 MiB since xfsprogs 5.19."""
SHARE = 0.75
"""Of a device, the most that a test file takes: a small btrfs keeps a quarter for itself."""


class Afterwards(StrEnum):
    """What is on a device when file systems were made on it for a run, by UDisks2's words."""

    TABLE = "gpt"
    """An empty partition table."""
    NOTHING = "empty"
    """No content at all: a partition or a logical volume is no place for a partition table."""


@dataclass(frozen=True, slots=True)
class FilesystemsPlan:
    """The same `tests` on each of the file systems `names`, in a test file of `size` bytes; the
    tests `also_cached` once more through the page cache, as programs do it.
    """

    tests: tuple[Phase, ...]
    names: tuple[str, ...]
    size: int
    also_cached: tuple[Phase, ...] = ()

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Each test on each file system; the first is what the others are compared with. Those
        through the page cache come last: they leave memory full of the file.
        """
        tests = (*self.tests, *(through_cache(test, self.size) for test in self.also_cached))
        return tuple(
            replace(
                test,
                title=f"{test.title}{SEPARATOR}{name}",
                variant=name,
                asked=replace(test.asked, filesystem=name),
            )
            for test, name in product(tests, self.names)
        )

    def adjusted(self, size: int | None, seconds: float | None) -> FilesystemsPlan:
        """With a test file of another size and so many seconds a test."""
        plan = self if size is None else replace(self, size=size)
        if seconds is None:
            return plan
        direct, cached = (
            tuple(replace(test, seconds=seconds, warmup=min(test.warmup, seconds)) for test in each)
            for each in (self.tests, self.also_cached)
        )
        return replace(plan, tests=direct, also_cached=cached)


def through_cache(test: Phase, size: int) -> Phase:
    """A test as it is through the page cache, on a file of `size` bytes.

    A write ends with an fsync, whose time counts: it is on the drive then, as it is after a direct
    write. A read finds nothing of the file in memory, and reads each block once.
    """
    (one,) = one_at_a_time((test,), Cache.COLD, size)
    return replace(
        one,
        title=f"{one.title}{SEPARATOR}{THROUGH_CACHE}",
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
    assert isinstance(profile.plan, FilesystemsPlan)
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
    return planned(profile, replace(profile.plan, names=names)), (note,)


def check_room(profile: Profile, path: str, size: int) -> None:
    """Raises RefusedError for a device of `size` bytes on which the test file does not fit."""
    if size < LEAST_DEVICE or profile.size > SHARE * size:
        raise RefusedError(
            "{needed} does not fit on {path} ({size}).",
            needed=Bytes(max(LEAST_DEVICE, math.ceil(profile.size / SHARE)), binary=True),
            path=path,
            size=Bytes(size, binary=True),
            advice=Advice("Choose a smaller test file."),
        )
