# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday writes: through the page cache, with one fsync at the end and with one after each write.

The three tests and their sizes are those of J. Salter, "How fast are your disks? Find out the open
source way, with fio", Ars Technica 2020.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import SEPARATOR, Phase
from driveproof.domain.profile.profile import Profile, planned
from driveproof.domain.profile.test_file import SHARE, needed
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.run import EACH_WRITE
from driveproof.domain.run.work import OURS, Data

"""The article's. glibc serves the requests of one file in turn, whatever the queue depth."""
SECONDS, ARTICLE_SECONDS = 20.0, 60.0
LEAST_FILE = 2**20
"""No file is made smaller than this, or than 16 of its blocks."""
_BLOCKS = 16
MOST_WAITS = 2**14
"""Writes with an fsync each at most: half a second of the fastest drives, and far more than others
do in their 20 seconds.
"""


@dataclass(frozen=True, slots=True)
class EverydayTest:
    """Random writes of `block_size` bytes by so many `processes`, each with a file of its own; all
    files together have `size` bytes.
    """

    title: str
    block_size: int
    processes: int
    queue_depth: int
    size: int

    def up_to(self, size: int) -> EverydayTest:
        """With files that take at most `size` bytes together, in whole blocks."""
        each = min(self.size, size) // self.processes
        return replace(self, size=(each - each % self.block_size) * self.processes)

    def written(self, *, each: bool) -> int:
        """Bytes that the test writes at most. With an fsync after `each` write the file system
        writes its journal as often: up to eight times the data in blocks of 4 KiB.
        """
        return min(self.size, MOST_WAITS * self.block_size) if each else self.size

    @property
    def least(self) -> int:
        """Bytes below which there is nothing to measure."""
        return max(LEAST_FILE, _BLOCKS * self.block_size) * self.processes


@dataclass(frozen=True, slots=True)
class EverydayPlan:
    """Each test with one fsync at its end and again with one after each write.

    A test ends after `seconds`, and when it has written as much as its files hold if it is
    `limited`; then comes the last fsync, which has all the time it needs.
    """

    tests: tuple[EverydayTest, ...]
    seconds: float = SECONDS
    limited: bool = True

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Both ways of a test one after the other."""
        return tuple(self._phase(test, each=each) for test in self.tests for each in (False, True))

    def _phase(self, test: EverydayTest, *, each: bool) -> Phase:
        return Phase(
            title=f"{test.title}{SEPARATOR}{EACH_WRITE}" if each else test.title,
            direction=Direction.WRITE,
            pattern=Pattern.RANDOM,
            block_size=test.block_size,
            queue_depth=test.queue_depth,
            jobs=test.processes,
            warmup=0.0,
            seconds=self.seconds,
            limit=test.written(each=each) if self.limited else None,
            engine=Engine.POSIXAIO,
            direct=False,
            extent=test.size,
            # Each block once: what is written twice in memory comes to the drive once.
            random_map=True,
            data=Data.SCRAMBLED,  # fio's default, which the article keeps
            asked=replace(OURS, fsync=int(each), end_fsync=not each, files=test.processes),
        )

    @property
    def size(self) -> int:
        """Bytes of the files of the largest test."""
        return max(test.size for test in self.tests)

    def adjusted(self, size: int | None, seconds: float | None) -> EverydayPlan:
        """Raises UsageError for files that are too small."""
        plan = self if seconds is None else replace(self, seconds=seconds)
        if size is None:
            return plan
        least = max(test.least for test in self.tests)
        if size < least:
            raise UsageError(
                "The size must be at least {least}, not {size}.",
                size=Bytes(size, binary=True),
                least=Bytes(least, binary=True),
            )
        return replace(plan, tests=tuple(test.up_to(size) for test in plan.tests))

    def as_in_the_article(self) -> EverydayPlan:
        """With the article's 60 seconds, and no limit of what is written in them."""
        return replace(self, seconds=ARTICLE_SECONDS, limited=False)


def everyday(profile: Profile) -> EverydayPlan | None:
    """The plan of everyday writes; None for any other profile."""
    return profile.plan if isinstance(profile.plan, EverydayPlan) else None


def as_in_the_article(profile: Profile) -> Profile:
    """The profile with the article's seconds and without limits of what is written. Raises
    UsageError for a profile of another kind.
    """
    plan = everyday(profile)
    if plan is None:
        raise UsageError(
            "{title} has no published times.",
            title=profile.title,
            advice=Advice("Use {name}.", name="everyday-writes"),
        )
    return planned(profile, plan.as_in_the_article())


def in_room(profile: Profile, free: int) -> tuple[Profile, tuple[Note, ...]]:
    """The profile as it fits into `free` bytes, with a note where its files were made smaller.

    Where not even the smallest fit it stays as it is, for the target to refuse.
    """
    plan = everyday(profile)
    if plan is None or needed(profile.size) <= free:
        return profile, ()
    room = int(free * SHARE) // LEAST_FILE * LEAST_FILE
    if room < max(test.least for test in plan.tests) or needed(room) > free:
        return profile, ()
    note = Note(
        "The test file is {size} instead of {wanted}: not enough space.",
        size=Bytes(room, binary=True),
        wanted=Bytes(profile.size, binary=True),
    )
    return planned(profile, plan.adjusted(room, None)), (note,)
