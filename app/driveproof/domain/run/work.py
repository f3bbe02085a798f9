# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a test did beside its block size, queue depth and jobs: data, flushes, limits, order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple

from driveproof.wording.units import NARROW, block_size_text

_MIX = "--rwmixread="
_WAYS = ("reads", "writes", "trims")


class Data(StrEnum):
    """What lies in the blocks that are written (fio(1), "Buffers and memory")."""

    FRESH = "fresh"
    """New random data in every block (refill_buffers)."""
    SCRAMBLED = "scrambled"
    """One random buffer, changed a little in every sector before each write (scramble_buffers)."""
    REPEATED = "repeated"
    """The same random buffer again and again."""
    ZEROS = "zeros"
    PATTERN = "pattern"
    """A pattern that somebody chose (buffer_pattern)."""
    COMPRESSIBLE = "compressible"
    """A part of it can be compressed or deduplicated (buffer_compress_percentage and its like)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What a test did; the defaults are those of our own tests, None is unknown throughout.

    `data` is what was written, `nocow` whether the test file was made without copy-on-write on
    purpose (FS_NOCOW_FL). `fsync` and `fdatasync` count the writes after which one followed (0:
    none followed), `end_fsync` says whether one followed the last write, `sync` is how the file was
    opened for writing ("", "sync" for O_SYNC, "dsync" for O_DSYNC). `rate` and `rate_iops` are the
    limits that were asked for, in bytes and in I/Os a second: () without one, else three numbers
    for reads, writes and trims, 0 for no limit in that direction. `think_time` is the pause after
    `think_blocks` I/Os, in seconds. `read_share` is that of a mixed test in percent, None for any
    other. `block_sizes` is "" where every block had the test's one size, else the options of fio
    that say otherwise ("bssplit=4k/60:64k/40", "bsrange=4k-64k", "bs=4k,64k"); `order` likewise
    what changes the order of the blocks ("random_distribution=zipf:1.2"), "" for one after the
    other or, of a random test, each as likely as the others; `offset` likewise what part of the
    target was left out ("offset=50%"), "" where it began at its first byte.
    """

    data: Data | None = Data.FRESH
    nocow: bool | None = False
    fsync: int | None = 0
    fdatasync: int | None = 0
    end_fsync: bool | None = False
    sync: str | None = ""
    rate: tuple[int, ...] | None = ()
    rate_iops: tuple[int, ...] | None = ()
    think_time: float | None = 0.0
    think_blocks: int | None = 1
    read_share: int | None = None
    block_sizes: str | None = ""
    order: str | None = ""
    offset: str | None = ""

    def judged(self, direction: str) -> Work:
        """Only what makes a test of this direction another one, all else as in our own tests.

        Reads write no data and have nothing to flush, and only a mixed test has a share of reads.
        """
        found = self
        if direction == "read":
            found = replace(found, data=OURS.data, fsync=0, fdatasync=0, end_fsync=False, sync="")
        if direction == "trim":
            found = replace(found, data=OURS.data)
        if direction != "mixed":
            found = replace(found, read_share=None)
        return replace(found, think_blocks=1) if found.think_time == 0 else found


OURS = Work()
"""What every test of ours did before there was a choice."""

NAMES = tuple(field.name for field in fields(Work))

UNKNOWN = Work(**dict.fromkeys(NAMES))
"""Nothing is known of it, as of a test in another program's file."""


class Differs(NamedTuple):
    """Something that was not the same: what, and both sides' words for it."""

    what: str
    one: str
    other: str


def older(direction: str, command: Sequence[str], *, ours: bool) -> Work:
    """What a test did whose work was not kept yet: ours wrote fresh data and flushed nothing, and
    `command` tells the share of reads; of another program's nothing is known.
    """
    if not ours:
        return UNKNOWN
    if direction != "mixed":
        return OURS
    told = [word.removeprefix(_MIX) for word in command if word.startswith(_MIX)]
    return replace(OURS, read_share=int(told[0]) if told and told[0].isdecimal() else None)


def alike(one: Work, other: Work) -> bool:
    """Whether nothing that both know is different."""
    return not any(_pairs(one, other))


def differing(one: Work, other: Work) -> tuple[Differs, ...]:
    """What both know and did otherwise, in the words of a sentence."""
    return tuple(
        Differs(_TITLES[name], _said(name, mine), _said(name, theirs))
        for name, mine, theirs in _pairs(one, other)
    )


def unknown(work: Work, direction: str) -> tuple[str, ...]:
    """What is not known of a test of this direction, and could make it another one."""
    return tuple(
        _TITLES[name]
        for name in NAMES
        if getattr(work.judged(direction), name) is None
        and (name != "read_share" or direction == "mixed")
    )


def marks(work: Work) -> tuple[str, ...]:
    """What is not as in our own tests, as stable words: "data=scrambled", "fsync=1", "rate=?".

    They are part of a test's identity, which is kept: a field that is added later adds no mark to
    what was measured before.
    """
    return tuple(
        f"{name}={_mark(getattr(work, name))}"
        for name in NAMES
        if getattr(work, name) != getattr(OURS, name)
    )


def _mark(value: object) -> str:
    if value is None:
        return "?"
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def _pairs(one: Work, other: Work) -> Iterator[tuple[str, object, object]]:
    for name in NAMES:
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine is not None and theirs is not None and mine != theirs:
            yield name, mine, theirs


_TITLES = {
    "data": "data",
    "nocow": "copy-on-write",
    "fsync": "fsync",
    "fdatasync": "fdatasync",
    "end_fsync": "fsync at the end",
    "sync": "synchronous writes",
    "rate": "rate limit",
    "rate_iops": "limit of IOPS",
    "think_time": "pause between I/Os",
    "think_blocks": "I/Os between pauses",
    "read_share": "share of reads",
    "block_sizes": "block sizes",
    "order": "order of blocks",
    "offset": "part of the target",
}

_NONE = {"sync": "none", "rate": "none", "rate_iops": "none", "think_time": "none",
         "block_sizes": "all of one size", "order": "plain", "offset": "all of it"}  # fmt: skip


def _said(name: str, value: object) -> str:
    """A value in words: "every write", "10 MiB/s of writes"."""
    if name in _NONE and not value:
        return _NONE[name]
    if name in _WORDED:
        return _WORDED[name](value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _flushes(value: Any) -> str:
    return {0: "none", 1: "every write"}.get(value, f"every {value} writes")


def _limits(value: Any, say: Callable[[int], str]) -> str:
    """Of each direction that has one: "10 MiB/s of writes"."""
    named = zip(_WAYS, value, strict=False)
    return ", ".join(f"{say(limit)} of {way}" for way, limit in named if limit)


_WORDED: dict[str, Callable[[Any], str]] = {
    "nocow": lambda value: "off" if value else "as the file system has it",
    "fsync": _flushes,
    "fdatasync": _flushes,
    "rate": lambda value: _limits(value, lambda limit: f"{block_size_text(limit)}/s"),
    "rate_iops": lambda value: _limits(value, str),
    "think_time": lambda value: f"{value:g}{NARROW}s",
    "read_share": lambda value: f"{value}{NARROW}%",
}
