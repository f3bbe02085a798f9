# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of one test: its blocks, the page cache, the data it wrote, and what limited its figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from driveproof.domain.access import COLD, DIRECT, WARM, Direction
from driveproof.domain.health.throttling import HOT, SLOWER_LINK, THROTTLED
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Share
from driveproof.domain.run.limits import limits_of
from driveproof.domain.run.observed import WATCH_ENGINE
from driveproof.domain.run.run import (
    CUT_SHORT,
    HOST_LOST,
    WRITE_CACHE_EXHAUSTED,
    Disturbance,
    PhaseResult,
)
from driveproof.domain.run.work import Data
from driveproof.wording.catalogue import _, ngettext, pgettext
from driveproof.wording.say import worded
from driveproof.wording.units import NARROW, block_size_text, format_percent


def blocks_text(phase: PhaseResult) -> str:
    """The size of its blocks: "4 KiB", "bs=4k,64k", "" where it is not reported."""
    return block_size_text(phase.block_size) if phase.block_size else phase.work.block_sizes or ""


def direction_word(direction: str) -> str:
    """A direction within a sentence or after the name of a test."""
    words: dict[str, str] = {
        Direction.READ: _("read"),
        Direction.WRITE: _("write"),
        Direction.MIXED: _("mixed"),
        Direction.TRIM: _("trim"),
    }
    return words.get(direction, direction)


def direction_title(direction: Direction) -> str:
    """The head of a column."""
    return {
        Direction.READ: pgettext("direction", "Read"),
        Direction.WRITE: pgettext("direction", "Write"),
        Direction.TRIM: _("Trim"),
    }.get(direction, direction)


def disturbance(word: str) -> str:
    """What disturbed a repeat, as a few words; the word of `Repeat.disturbed` is a code."""
    words: dict[str, str] = {
        Disturbance.FOREIGN_IO: _("background I/O"),
        Disturbance.STALL: _("stall"),
        Disturbance.ARRAY_WORK: _("array resync"),
        Disturbance.KERNEL: _("kernel messages"),
        HOT: _("temperature limit"),
        THROTTLED: _("throttling"),
        SLOWER_LINK: _("slower link"),
        WRITE_CACHE_EXHAUSTED: _("write cache full"),
        CUT_SHORT: _("cut short"),
        HOST_LOST: _("host lost"),
    }
    return words.get(word, word)


def cache_text(phase: PhaseResult) -> str:
    """How the I/O of a test went with regard to the page cache."""
    if not phase.engine:  # of another program that tells neither
        return _("cache mode unknown")
    if phase.direct and phase.cache in (None, DIRECT):
        return _("direct I/O")
    return {
        COLD: _("page cache, cold"),
        WARM: _("page cache, warm"),
    }.get(phase.cache or DIRECT, _("buffered I/O"))


def data_text(phase: PhaseResult) -> str:
    """What a test wrote ("scrambled data"); "" for a read, for what others wrote, where unknown."""
    if phase.direction not in (Direction.WRITE, Direction.MIXED) or phase.work.data is None:
        return ""
    if phase.engine == WATCH_ENGINE:
        return ""
    return data_word(phase.work.data)


def data_word(data: Data | None) -> str:
    """What kind of data is written ("scrambled data"); "" for None."""
    words = {
        Data.FRESH: _("fresh data"),
        Data.SCRAMBLED: _("scrambled data"),
        Data.REPEATED: _("repeated data"),
        Data.ZEROS: _("zeros"),
        Data.PATTERN: _("a pattern"),
        Data.COMPRESSIBLE: _("compressible data"),
    }
    return "" if data is None else words[data]


def limit_texts(*results: PhaseResult) -> tuple[str, ...]:
    """What belongs beside the figure of a test, without a capital or a full stop.

    Of several tests of one `limits_kind` the same, with the least and the greatest of their shares.
    """
    alike = zip(*map(limits_of, results), strict=True)
    return tuple(worded(limits[0].key, _over(limits)) for limits in alike)


def limits_kind(result: PhaseResult) -> tuple[object, ...]:
    """What the sentences of `limit_texts` say, whatever the shares in them are."""
    return tuple(
        (limit.key, *(value for value in limit.values.values() if not isinstance(value, Share)))
        for limit in limits_of(result)
    )


def _over(limits: Sequence[Note]) -> dict[str, object]:
    """The values of notes that differ in their shares only."""
    values = dict(limits[0].values)
    for name, value in values.items():
        if isinstance(value, Share):
            shares = {
                other.number for limit in limits if isinstance(other := limit.values[name], Share)
            }
            least, most = format_percent(min(shares)), format_percent(max(shares))
            if least != most:
                values[name] = _("{low} to {high}").format(low=least, high=most)
    return values


def work_title(name: str) -> str:
    """What a field of `Work` is called."""
    return {
        "data": _("data"),
        "nocow": _("copy-on-write"),
        "fsync": _("fsync"),
        "fdatasync": _("fdatasync"),
        "end_fsync": _("fsync at the end"),
        "sync": _("synchronous writes"),
        "rate": _("rate limit"),
        "rate_iops": _("IOPS limit"),
        "think_time": _("think time"),
        "think_blocks": _("I/Os per think time"),
        "read_share": _("share of reads"),
        "block_sizes": _("Block sizes"),
        "order": _("order of blocks"),
        "offset": _("region"),
        "operation": _("file operation"),
        "extent": _("File size"),
        "part": _("part of the test"),
        "rest": _("pause before it"),
        "other": _("other options"),
        "write_depth": _("write queue depth"),
        "files": _("files"),
        "reading": _("repeated reading"),
        "drive": _("drive"),
        "filesystem": _("File system"),
        "log_block": _("log writes"),
        "hosts": _("Hosts"),
    }[name]


def work_value(name: str, value: object) -> str:
    """The value of a field of `Work`: "every write", "10 MiB/s of writes"."""
    none = pgettext("option of a test", "none")
    nothing = {
        "filesystem": none,
        "sync": none,
        "rate": none,
        "rate_iops": none,
        "think_time": none,
        "block_sizes": _("all of one size"),
        "order": _("plain"),
        "offset": _("all of it"),
        "operation": none,
        "extent": _("all of it"),
        "part": none,
        "rest": none,
        "other": none,
        "write_depth": none,
        "log_block": none,
    }
    if name in nothing and not value:
        return nothing[name]
    if name in _WORDED:
        return _WORDED[name](value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _nocow(value: Any) -> str:
    return _("off") if value else _("default")


def _flushes(value: Any) -> str:
    if not value:
        return pgettext("option of a test", "none")
    return ngettext("every write", "every {count} writes", value).format(count=value)


def _limits(value: Any, say: Callable[[int], str]) -> str:
    """Of each direction that has one: "10 MiB/s of writes"."""
    words = (_("{limit} of reads"), _("{limit} of writes"), _("{limit} of trims"))
    return ", ".join(
        sentence.format(limit=say(limit))
        for sentence, limit in zip(words, value, strict=False)
        if limit
    )


_WORDED: dict[str, Callable[[Any], str]] = {
    "nocow": _nocow,
    "fsync": _flushes,
    "fdatasync": _flushes,
    "rate": lambda value: _limits(value, lambda limit: f"{block_size_text(limit)}/s"),
    "rate_iops": lambda value: _limits(value, str),
    "think_time": lambda value: f"{value:g}{NARROW}s",
    "extent": block_size_text,
    "log_block": block_size_text,
    "read_share": lambda value: f"{value}{NARROW}%",
}
