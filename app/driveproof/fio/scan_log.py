# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what fio prints with a log of each I/O in its output: the lines as they come, then JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from driveproof.fio.stream import MAX_COUNT, Report, Stream

# fio(1), "LOG FILE FORMATS": time in ms, latency in ns, direction, size, offset, priority.
_LINE = re.compile(rb"\d{1,20}, (\d{1,20}), 0, (\d{1,20}), (\d{1,20}), \w{1,20}", re.ASCII)
MAX_READS = 1_000_000  # a hundred times what a scan may have


class Read(NamedTuple):
    """One I/O: its place and size in bytes, and how long it took in nanoseconds."""

    offset: int
    bytes: int
    nanoseconds: int


def read_line(line: bytes) -> Read | None:
    """A line of the log, None for anything else."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    nanoseconds, size, offset = map(int, found.groups())
    if max(nanoseconds, size) > MAX_COUNT or offset >= 2**63:
        return None
    return Read(offset, size, nanoseconds)


class ScanStream(Stream):
    """fio's output with log lines before its object: `on_reads` gets those that came together."""

    def __init__(self, on_reads: Callable[[tuple[Read, ...]], None]) -> None:
        super().__init__()
        self._on_reads = on_reads
        self._reads: list[Read] = []
        self._count = 0

    def feed(self, data: bytes) -> Iterator[Report]:
        """As any stream; the reads are told before it returns."""
        try:
            yield from super().feed(data)
        finally:
            reads, self._reads = tuple(self._reads), []
            if reads:
                self._on_reads(reads)

    def _tell(self, line: bytes) -> None:
        read = read_line(line) if self._count < MAX_READS else None
        if read is None:
            super()._tell(line)
        else:
            self._count += 1
            self._reads.append(read)
