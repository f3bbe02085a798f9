# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a field of Work is called, and its value: "fsync", "every write".

What only fio's own job files set has fio's name for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from driveproof.domain.quantity import Bytes, OneOf, Plural, Quantity, Rate, Seconds, Share
from driveproof.domain.say import Say

_TITLES: dict[str, Say | str] = {
    "data": Say("Data"),
    "nocow": Say("copy-on-write"),
    "fsync": "fsync",
    "fdatasync": "fdatasync",
    "end_fsync": "end_fsync",
    "sync": "sync",
    "rate": "rate",
    "rate_iops": "rate_iops",
    "think_time": "thinktime",
    "think_blocks": "thinktime_blocks",
    "read_share": "rwmixread",
    "block_sizes": Say("Block size"),
    "order": Say("Pattern"),
    "offset": Say("Position"),
    "operation": Say("file operation"),
    "extent": Say("File size"),
    "part": Say("Test"),
    "rest": Say("Pause"),
    "other": Say("other options"),
    "write_depth": Say("{first} ({second})", first=Say("Queue depth"), second=Say("write")),
    "files": "nrfiles",
    "reading": Say("Reading"),
    "drive": Say("Drive"),
    "filesystem": Say("File system"),
    "log_block": Say("log writes"),
    "hosts": Say("Hosts"),
}
_NOTHING = {
    "offset": Say("all of it"),
    "extent": Say("all of it"),
    "fsync": Say("never"),
    "fdatasync": Say("never"),
    **dict.fromkeys(
        ("block_sizes", "order", "filesystem", "sync", "rate", "rate_iops", "think_time",
         "operation", "part", "rest", "other", "write_depth", "log_block"),
        Say("not set"),
    ),
}  # fmt: skip


def work_title(name: str) -> Say | str:
    """What a field of `Work` is called."""
    return _TITLES[name]


def work_value(name: str, value: Any) -> Say | Quantity | str:
    """The value of a field of `Work`: "every write", "write 10 MB/s"."""
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


_DIRECTIONS = (Say("read"), Say("write"), Say("trim"))


def _limits(value: tuple[int, ...], *, ios: bool) -> OneOf:
    """Of each direction that has a limit: "read 10 MB/s"."""
    return OneOf(
        tuple(
            Say("{first} {second}", first=direction, second=Rate(limit, ios=ios))
            # An imported document may have another number of them.
            for direction, limit in zip(_DIRECTIONS, value, strict=False)
            if limit
        )
    )


def _size(value: int) -> Bytes:
    return Bytes(value, binary=True)


_WORDED: dict[str, Callable[[Any], Say | Quantity]] = {
    "nocow": lambda value: Say("off") if value else Say("default"),
    "fsync": _flushes,
    "fdatasync": _flushes,
    "rate": partial(_limits, ios=False),
    "rate_iops": partial(_limits, ios=True),
    "think_time": lambda value: Seconds(value, precise=True),
    "extent": _size,
    "log_block": _size,
    "read_share": lambda value: Share(value / 100),
}
