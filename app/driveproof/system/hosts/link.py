# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What carries lines to several hosts and back; over ssh it is cluster.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, Protocol


class HeardKind(Enum):
    """What was heard of a host."""

    LINE = "line"
    WORDS = "words"
    """A line of its standard error: of the program there, or of ssh."""
    TOO_LONG = "too long"
    """It sent a line of more than messages.MOST_LINE bytes, and its connection was ended."""
    TOO_MUCH = "too much"
    """It sent more than it may (cluster.BURST, PACE), and its connection was ended."""
    END = "end"
    """Nothing more comes; `status` is what it ended with."""


class Heard(NamedTuple):
    """Something from a host, in the order in which it came."""

    host: str
    kind: HeardKind
    line: bytes = b""
    status: int | None = None


class Link(Protocol):
    """Runs a program on each host, with its input and output connected to us."""

    def begin(self, hosts: Sequence[str], tell: Callable[[Heard], None]) -> None:
        """Start it everywhere; `tell` is called from another thread. Raises DriveproofError."""

    def send(self, hosts: Iterable[str], line: bytes) -> None:
        """Send a line to these hosts; to one that has ended it is lost."""

    def close(self) -> None:
        """End every connection; returns when nothing of it is left on this host."""
