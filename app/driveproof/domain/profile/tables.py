# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of a profile's file: what stands above its tests, and a test of fio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, cast

from msgspec import Meta, Struct, field

from driveproof.domain.access import Cache, Direction, OfTests, Pattern
from driveproof.domain.method import FIO
from driveproof.domain.profile.declared import carried, sized, text
from driveproof.domain.profile.options import OPTION_FIELDS
from driveproof.domain.profile.phase import USUAL_SHARE, Phase
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.domain.run.work import Data, IoOptions

Way = Literal[Direction.READ, Direction.WRITE, Direction.MIXED]
Content = Literal[Data.FRESH, Data.SCRAMBLED, Data.REPEATED, Data.ZEROS, Data.COMPRESSIBLE]


class ProfileHead(Struct, frozen=True, kw_only=True):
    """What stands above the tests. Most methods have only some of these keys; `Profile` says what
    they mean. `max_repeats` is 0 where it is not more than `repeats`.
    """

    title: Annotated[str, text(80)]
    question: Annotated[str, text(300)]
    description: Annotated[str, text(2000)] = ""
    method: Annotated[str, text(40)] = FIO
    group: ProfileGroup = ProfileGroup.OWN
    cache: Cache = Cache.DIRECT
    size: Annotated[int, sized(2**20, 2**40, 2**20)] | None = None
    repeats: Annotated[int, Meta(ge=1, le=100)] = 5
    max_repeats: Annotated[int, Meta(ge=1, le=100)] = 0
    budget: Annotated[int, sized(2**20, 2**50)] | None = None
    pause: Annotated[float, Meta(ge=0, le=3600)] = 1.0
    as_written: bool = False


class FioTest(Struct, frozen=True, kw_only=True):
    """A [[phase]] of fio, which is a test in each of its directions; `Phase` and `IoOptions` say
    what the keys mean.
    """

    title: Annotated[str, text(80)] = field(name="name")
    directions: tuple[Way, ...]
    pattern: Literal[Pattern.SEQUENTIAL, Pattern.RANDOM]
    block_size: Annotated[int, sized(512, 2**26, 512)]
    queue_depth: Annotated[int, Meta(ge=1, le=1024)]
    jobs: Annotated[int, Meta(ge=1, le=64)] = 1
    warmup: Annotated[float, Meta(ge=0, le=600)] = 0.5
    seconds: Annotated[float, Meta(ge=0.1, le=86400)]
    limit: Annotated[int, sized(2**20, 2**44)] | None = None
    engine: OfTests | None = None
    read_share: Annotated[int, Meta(ge=1, le=99)] = USUAL_SHARE
    write_depth: Annotated[int, Meta(ge=1, le=1024)] = 0
    data: Content | None = None
    random_map: bool = False
    once: bool = False
    extent: Annotated[int, sized(512, 2**40, 512)] = 0
    fsync: Annotated[int, Meta(ge=0, le=10**6)] = 0
    fdatasync: Annotated[int, Meta(ge=0, le=10**6)] = 0
    end_fsync: bool = False
    sync: Literal["", "sync", "dsync"] = ""
    rate_read: Annotated[int, sized(2**10, 2**40)] = 0
    rate_write: Annotated[int, sized(2**10, 2**40)] = 0
    iops_read: Annotated[int, Meta(ge=1, le=10**9)] = 0
    iops_write: Annotated[int, Meta(ge=1, le=10**9)] = 0
    think_time: Annotated[float, Meta(ge=0, le=60)] = 0.0
    think_blocks: Annotated[int, Meta(ge=1, le=10**6)] = 1
    log_block: Annotated[int, sized(512, 2**24, 512)] = 0
    block_sizes: Annotated[str, carried("block_sizes")] = ""
    order: Annotated[str, carried("order")] = ""
    offset: Annotated[str, carried("offset")] = ""
    other: Annotated[str, carried("other")] = ""

    @property
    def phases(self) -> tuple[Phase, ...]:
        """As fio measures it; only reads end when all is read."""
        alike = {name: getattr(self, name) for name in _OF_PHASE}
        return tuple(
            Phase(
                direction=direction,
                asked=self._asked,
                once=self.once and direction == Direction.READ,
                **alike,
            )
            for direction in self.directions
        )

    @property
    def _asked(self) -> IoOptions:
        return IoOptions(
            rate=_limits(self.rate_read, self.rate_write),
            rate_iops=_limits(self.iops_read, self.iops_write),
            **{name: getattr(self, name) for name in _OF_ASKED},
        )

    @classmethod
    def of(cls, phases: Sequence[Phase]) -> FioTest:
        """The test of phases that differ in their direction alone."""
        first = phases[0]
        asked = first.asked
        rates, iops = (limits or (0, 0, 0) for limits in (asked.rate, asked.rate_iops))
        return cls(
            directions=cast("tuple[Way, ...]", tuple(phase.direction for phase in phases)),
            once=any(phase.once for phase in phases),
            rate_read=rates[0],
            rate_write=rates[1],
            iops_read=iops[0],
            iops_write=iops[1],
            **{name: getattr(first, name) for name in _OF_PHASE},
            **{name: getattr(asked, name) for name in _OF_ASKED},
        )


_OF_PHASE = ("title", "pattern", "block_size", "queue_depth", "jobs", "warmup", "seconds", "limit",
             "engine", "read_share", "write_depth", "data", "random_map", "extent")  # fmt: skip
_OF_ASKED = ("fsync", "fdatasync", "end_fsync", "sync", "think_time", "think_blocks", "log_block",
            *OPTION_FIELDS)  # fmt: skip


def _limits(read: int, write: int) -> tuple[int, ...]:
    """As `IoOptions` has limits of rate."""
    return (read, write, 0) if read or write else ()
