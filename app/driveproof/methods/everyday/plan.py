# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday writes: through the page cache, with one fsync at the end and with one after each write.

The three tests and their sizes are those of J. Salter, "How fast are your disks? Find out the open
source way, with fio", Ars Technica 2020.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field, structs

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.notes import Note
from driveproof.domain.profile.choice import Choice
from driveproof.domain.profile.declared import sized, text
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import check_least
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.profile.test_file import SHARE, bytes_needed
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.run import EACH_WRITE
from driveproof.domain.run.work import Data, IoOptions
from driveproof.domain.say import Say
from driveproof.domain.title import apart

REPEATS = 1
PAUSE = 1.0
TRAITS = frozenset(
    {Trait.FOLDER, Trait.NO_DEVICE, Trait.OWN_FILES, Trait.ROUNDS, Trait.JOB_FILE, Trait.BUFFERED}
)
ARTICLE_SECONDS = 60.0
LEAST_FILE = 2**20
"""No file is made smaller than this, or than 16 of its blocks."""
_BLOCKS = 16
MOST_WAITS = 2**14
"""Writes with an fsync each at most: half a second of the fastest drives, and far more than others
do in their 20 seconds.
"""


class Test(Struct, frozen=True):
    """Random writes of `block_size` bytes by so many `processes`, each with a file of its own; all
    files together have at most `size` bytes. glibc serves the requests of one file in turn,
    whatever the `queue_depth`, which is the article's.
    """

    __test__ = False  # pytest looks at every class called Test

    title: Annotated[str, text(80)] = field(name="name")
    block_size: Annotated[int, sized(512, 2**26, 512)]
    size: Annotated[int, sized(2**20, 2**40, 2**20)]
    processes: Annotated[int, Meta(ge=1, le=64)] = 1
    queue_depth: Annotated[int, Meta(ge=1, le=1024)] = 1

    @property
    def extent(self) -> int:
        """Bytes of all files, each of whole blocks."""
        return self.size // self.processes // self.block_size * self.block_size * self.processes

    @property
    def least(self) -> int:
        """Bytes below which there is nothing to measure."""
        return max(LEAST_FILE, _BLOCKS * self.block_size) * self.processes


class Plan(Struct, frozen=True):
    """Each test with one fsync at its end and again with one after each write.

    A test ends after `seconds`, or when it has written as much as its files hold, and after at most
    `MOST_WAITS` writes with an fsync each; `as_in_the_article` its seconds alone end it. Then comes
    the last fsync, which has all the time it needs.
    """

    tests: tuple[Test, ...]
    seconds: Annotated[float, Meta(ge=0.5, le=86400)] = 20.0
    as_in_the_article: Annotated[
        bool,
        Choice(
            Say("As in the &article: 60 s per test, no limit"),
            Say("everyday-writes: 60 s per test, no write limit"),
            tip=Say("On a fast drive each test writes over 100 GB"),
            instead="seconds",
        ),
    ] = False

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Both ways of a test one after the other."""
        return tuple(self._phase(test, each=each) for test in self.tests for each in (False, True))

    def _phase(self, test: Test, *, each: bool) -> Phase:
        return Phase(
            title=apart(test.title, EACH_WRITE, whole=True) if each else test.title,
            direction=Direction.WRITE,
            pattern=Pattern.RANDOM,
            block_size=test.block_size,
            queue_depth=test.queue_depth,
            jobs=test.processes,
            warmup=0.0,
            seconds=ARTICLE_SECONDS if self.as_in_the_article else self.seconds,
            limit=self._limit(test, each=each),
            engine=Engine.POSIXAIO,
            direct=False,
            extent=test.extent,
            # Each block once: what is written twice in memory comes to the drive once.
            random_map=True,
            new_files=True,
            data=Data.SCRAMBLED,  # fio's default, which the article keeps
            asked=IoOptions(fsync=int(each), end_fsync=not each, files=test.processes),
        )

    def _limit(self, test: Test, *, each: bool) -> int | None:
        """Bytes that a test writes at most. With an fsync after `each` write the file system writes
        its journal as often: up to eight times the data in blocks of 4 KiB.
        """
        if self.as_in_the_article:
            return None
        return min(test.extent, MOST_WAITS * test.block_size) if each else test.extent

    @property
    def size(self) -> int:
        """Bytes of the files of the largest test."""
        return max(test.extent for test in self.tests)

    @property
    def smallest(self) -> int:
        """Bytes that the files of every test have at least."""
        return max(test.least for test in self.tests)

    def adjusted(self, size: int | None, seconds: float | None) -> Plan:
        """Raises UsageError for files that are too small."""
        plan = self if seconds is None else structs.replace(self, seconds=seconds)
        if size is None:
            return plan
        check_least(size, self.smallest)
        smaller = (structs.replace(test, size=min(test.size, size)) for test in self.tests)
        return structs.replace(plan, tests=tuple(smaller))


def in_room(profile: Profile, free: int) -> tuple[Profile, tuple[Note, ...]]:
    """The profile as it fits into `free` bytes, with a note where its files were made smaller.

    Where not even the smallest fit it stays as it is, for the target to refuse.
    """
    plan = profile.plan
    assert isinstance(plan, Plan)
    if bytes_needed(profile.size) <= free:
        return profile, ()
    room = int(free * SHARE) // LEAST_FILE * LEAST_FILE
    if room < plan.smallest or bytes_needed(room) > free:
        return profile, ()
    note = Note(
        "The test file is {size} instead of {wanted}: not enough space.",
        size=Bytes(room, binary=True),
        wanted=Bytes(profile.size, binary=True),
    )
    return with_plan(profile, plan.adjusted(room, None)), (note,)
