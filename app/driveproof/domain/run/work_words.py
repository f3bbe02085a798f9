# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a field of Work is called, and its value: "fsync", "every write"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from driveproof.domain.quantity import Bytes, OneOf, Plural, Quantity, Seconds, Share
from driveproof.domain.say import Say

_TITLES = {
    "data": Say("data"),
    "nocow": Say("copy-on-write"),
    "fsync": Say("fsync"),
    "fdatasync": Say("fdatasync"),
    "end_fsync": Say("fsync at the end"),
    "sync": Say("synchronous writes"),
    "rate": Say("rate limit"),
    "rate_iops": Say("IOPS limit"),
    "think_time": Say("think time"),
    "think_blocks": Say("I/Os per think time"),
    "read_share": Say("share of reads"),
    "block_sizes": Say("Block sizes"),
    "order": Say("order of blocks"),
    "offset": Say("region"),
    "operation": Say("file operation"),
    "extent": Say("File size"),
    "part": Say("part of the test"),
    "rest": Say("pause before it"),
    "other": Say("other options"),
    "write_depth": Say("write queue depth"),
    "files": Say("files"),
    "reading": Say("repeated reading"),
    "drive": Say("drive"),
    "filesystem": Say("File system"),
    "log_block": Say("log writes"),
    "hosts": Say("Hosts"),
}
_NOTHING = {
    "block_sizes": Say("all of one size"),
    "order": Say("plain"),
    "offset": Say("all of it"),
    "extent": Say("all of it"),
    "fsync": Say("never"),
    "fdatasync": Say("never"),
    **dict.fromkeys(
        ("filesystem", "sync", "rate", "rate_iops", "think_time", "operation", "part", "rest",
         "other", "write_depth", "log_block"),
        Say("not set"),
    ),
}  # fmt: skip


def work_title(name: str) -> Say:
    """What a field of `Work` is called."""
    return _TITLES[name]


def work_value(name: str, value: Any) -> Say | Quantity | str:
    """The value of a field of `Work`: "every write", "10 MiB per second of writes"."""
    if name in _NOTHING and not value:
        return _NOTHING[name]
    if value is None:
        return Say("unknown")
    if name in _WORDED:
        return _WORDED[name](value)
    if isinstance(value, bool):
        return Say("yes") if value else Say("no")
    return str(value)


def _flushes(value: int) -> Plural:
    return Plural("every write", "every {count} writes", value)


def _rates(value: tuple[int, ...]) -> OneOf:
    """Of each direction that has a limit."""
    reads, writes, trims = (Bytes(one, binary=True) for one in value)
    said = (
        Say("{limit} per second of reads", limit=reads),
        Say("{limit} per second of writes", limit=writes),
        Say("{limit} per second of trims", limit=trims),
    )
    return OneOf(tuple(one for one, limit in zip(said, value, strict=True) if limit))


def _iops(value: tuple[int, ...]) -> OneOf:
    """The same in I/Os."""
    reads, writes, trims = value
    said = (
        Say("{limit} reads per second", limit=reads),
        Say("{limit} writes per second", limit=writes),
        Say("{limit} trims per second", limit=trims),
    )
    return OneOf(tuple(one for one, limit in zip(said, value, strict=True) if limit))


def _size(value: int) -> Bytes:
    return Bytes(value, binary=True)


_WORDED: dict[str, Callable[[Any], Say | Quantity]] = {
    "nocow": lambda value: Say("off") if value else Say("default"),
    "fsync": _flushes,
    "fdatasync": _flushes,
    "rate": _rates,
    "rate_iops": _iops,
    "think_time": lambda value: Seconds(value, precise=True),
    "extent": _size,
    "log_block": _size,
    "read_share": lambda value: Share(value / 100),
}
