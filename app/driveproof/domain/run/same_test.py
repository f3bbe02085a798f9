# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What makes two tests the same one, in one run and in another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from driveproof.domain.access import Cache, Direction, Engine, Pattern
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work import OUR_WORK, Work, alike_works, work_marks

# These programs let nobody choose how I/Os are handed to the system (libaio for every queue depth,
# and what Windows has): that belongs to the program and not to the test. A comparison with a run of
# another program says that the programs differ.
_WITHOUT_CHOICE = ("KDiskMark", "CrystalDiskMark")


class PhaseKey(NamedTuple):
    """What makes two tests the same one."""

    name: str
    direction: Direction
    pattern: Pattern
    block_size: int
    queue_depth: int
    jobs: int
    engine: str
    direct: bool
    cache: Cache | None
    work: Work = OUR_WORK


_PLAIN = len(PhaseKey._fields) - 1  # all but `work`, of which two files may know different parts


def test_of(phase: PhaseResult, source: str = "") -> PhaseKey:
    """What is compared with what; `source` is the run's, the program that it was imported from."""
    engine = phase.engine
    if source.startswith(_WITHOUT_CHOICE):
        engine = (
            Engine.PSYNC if phase.queue_depth == 1 else Engine.LIBAIO
        )  # as our profiles have it
    # Results from before the cache was kept say it no other way.
    cache = phase.cache or (Cache.DIRECT if phase.direct else None)
    return PhaseKey(
        phase.name,
        phase.direction,
        phase.pattern,
        phase.block_size,
        phase.queue_depth,
        phase.jobs,
        engine,
        phase.direct,
        cache,
        phase.work.judged(phase.direction),
    )


def test_identity(test: PhaseKey) -> str:
    """The stable text that identifies the same test in other runs, as it is kept.

    "read/random/4096/Q32/T1/libaio/direct/RND4K Q32T1 read"; what differs from our own tests comes
    before the name ("fsync=1"). A field that is later added to `Work` changes none of them.
    """
    words = (
        test.direction,
        test.pattern or "?",
        str(test.block_size or "?"),
        f"Q{test.queue_depth or '?'}",
        f"T{test.jobs or '?'}",
        test.engine or "?",
        test.cache or ("direct" if test.direct else "buffered"),
        *work_marks(test.work),
        test.name,
    )
    return "/".join(word.replace("%", "%25").replace("/", "%2F") for word in words)


def can_be_same(test: PhaseKey, other: PhaseKey) -> bool:
    """Whether both can be the same one: of `work` two files may know different parts."""
    return test[:_PLAIN] == other[:_PLAIN] and alike_works(test.work, other.work)


def partner_of(test: PhaseKey, tests: Iterable[PhaseKey]) -> PhaseKey | None:
    """The same test among those of another side; None where there is none.

    Facts that one of the two files does not report do not prevent a match: where several tests
    could match, none does.
    """
    tests = tuple(tests)
    if test in tests:
        return test
    found = [one for one in tests if can_be_same(one, test)]
    return found[0] if len(found) == 1 else None
