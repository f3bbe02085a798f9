# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run has written: its test files, and what fio reports of each repeat."""

from __future__ import annotations

from datetime import datetime
from math import ceil
from typing import NamedTuple

from driveproof.domain.run.run import Repeat
from driveproof.fio.stream import written_bytes


class _Part(NamedTuple):
    """What a repeat wrote, None where fio's report is not kept, and the most that it may have, with
    what the file system writes of its own.
    """

    started: datetime | None
    bytes: int | None
    most: int
    share: float

    @property
    def reached(self) -> int:
        """What reached the drive at most."""
        return self.most if self.bytes is None else ceil(self.bytes * self.share)


class WrittenBytes:
    """Counts the bytes of a run, `laid_out` in test files before the first repeat."""

    def __init__(self, laid_out: int = 0) -> None:
        self.laid_out = laid_out
        self._parts: list[_Part] = []

    def add(self, repeat: Repeat, most: int = 0, share: float = 1.0) -> None:
        """A repeat is over, which wrote at most so many bytes, `share` times its data."""
        told = None if repeat.fio_json is None else written_bytes(repeat.fio_json)
        self._parts.append(_Part(repeat.started, told, most, share))

    def reached(self) -> int:
        """The bytes of all repeats that reached the drive at most, without the test files."""
        return sum(part.reached for part in self._parts)

    def so_far(self) -> int:
        """All bytes; of a repeat without a report the most that it may have written."""
        counts = (part.most if part.bytes is None else part.bytes for part in self._parts)
        return self.laid_out + sum(counts)

    def before(self, this: Repeat) -> int | None:
        """The bytes before a repeat began; None where that is not known."""
        counts = [
            part.bytes
            for part in self._parts
            if part.started is not None and this.started is not None and part.started < this.started
        ]
        if this.started is None or None in counts:
            return None
        return self.laid_out + sum(count for count in counts if count is not None)
