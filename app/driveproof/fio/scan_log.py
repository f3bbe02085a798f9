# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what fio prints with a log of each I/O in its output: the lines as they come, then JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from driveproof.domain.run.columns import Columns
from driveproof.fio.stream import MAX_COUNT, FioReport, Stream

# fio(1), "LOG FILE FORMATS": time in ms, latency in ns, direction, size, offset, priority.
_LINE = re.compile(rb"\d{1,20}, (\d{1,20}), 0, (\d{1,20}), (\d{1,20}), \w{1,20}", re.ASCII)
# Such lines one after the other, with numbers that no check below could refuse. Not possessive:
# Python before 3.11.5 then matches too much (python/cpython#106052).
_LINES = re.compile(rb"(?:\d{1,18}, \d{1,15}, 0, \d{1,15}, \d{1,18}, \w{1,20}\n)*")
_PRIORITY = re.compile(rb", \w{1,20}\n")
_LONGEST = 200  # more than a line of the log has
MAX_READS = 1_000_000  # a hundred times what a scan may have


class Read(NamedTuple):
    """One I/O: its place and size in bytes, and how long it took in nanoseconds."""

    offset: int
    bytes: int
    nanoseconds: int


class Reads(Columns[Read]):
    """I/Os in the order of the log."""

    row = Read
    types = ("i8", "i8", "i8")


def read_lines(lines: bytes) -> Reads:
    """Whole lines of the log, each with at most 18 digits in a number."""
    numbers = np.fromstring(_PRIORITY.sub(b",", lines)[:-1], dtype=np.int64, sep=",")
    _, nanoseconds, _, size, offset = numbers.reshape(-1, 5).T
    return Reads(offset, size, nanoseconds)


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

    def __init__(self, on_reads: Callable[[Reads], None]) -> None:
        super().__init__()
        self._on_reads = on_reads
        self._reads: list[Read] = []
        self._count = 0

    def feed(self, data: bytes) -> Iterator[FioReport]:
        """As for any stream; the reads are reported before it returns."""
        at_once, data = self._at_once(data)
        try:
            yield from super().feed(data)
        finally:
            reads, self._reads = Reads.of(self._reads), []
            found = [part for part in (at_once, reads) if len(part)]
            if found:
                self._on_reads(Reads.joined(found) if len(found) > 1 else found[0])

    def _at_once(self, data: bytes) -> tuple[Reads, bytes]:
        """The lines that the bytes begin with, and the rest of the bytes: what comes after a
        message is read line by line.
        """
        # What is kept of a long message is not copied again and again.
        if self._inside or len(self._buffer) > _LONGEST:
            return Reads.of(()), data
        data = bytes(self._buffer) + data
        match = _LINES.match(data)
        end = match.end() if match else 0
        reads = read_lines(data[:end]) if end else Reads.of(())
        if self._count + len(reads) > MAX_READS:
            end, reads = 0, Reads.of(())
        self._buffer.clear()
        self._seen = 0
        self._count += len(reads)
        return reads, data[end:]

    def _tell(self, line: bytes) -> None:
        read = read_line(line) if self._count < MAX_READS else None
        if read is None:
            super()._tell(line)
        else:
            self._count += 1
            self._reads.append(read)
