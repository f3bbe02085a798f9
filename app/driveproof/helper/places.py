# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: go through a range of a device from its start to its end, and report every place.

Where one fails it is tried again in smaller pieces, down to a few sectors; the work goes on behind
it. Standard library only.
"""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import time
from collections.abc import Sequence

from driveproof.helper.protocol import MIB
from driveproof.helper.self_describing import Piece

PLACE = MIB
"""Bytes that are read or written at once."""
_PIECES = (65536, 4096)
GONE = frozenset({errno.ENODEV, errno.ENXIO, errno.ENOMEDIUM, errno.ESHUTDOWN})
_OFTEN = 0.1
"""Seconds after which what is known is reported: a line for each read would be a call for each."""


class Act:
    """What is done at each place: here, reading."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def ready(self, buffer: memoryview, offset: int) -> None:
        """Before a place; its time does not count."""

    def do(self, buffer: memoryview, offset: int) -> int:
        """Do it; the system's error number, 0 for none."""
        return read(self.descriptor, buffer, offset)

    def told(self, buffer: memoryview, offset: int) -> Sequence[Piece] | None:
        """What was found in a place that was read; None where nothing is looked for."""
        return None


def go_through(act: Act, start: int, end: int) -> None:
    """Report on standard output, a line for each place: offset, bytes, nanoseconds, and 0 or the
    system's error number (errno(3)). Where something is looked for, a fifth number says how many
    lines follow about what was found in that place (0: all of it is right), each a Piece.

    Raises OSError when the device has gone, and ends when nobody reads the output.
    """
    direct(act.descriptor)
    failed = 0
    with mmap.mmap(-1, PLACE) as memory, memoryview(memory) as buffer:
        report = LineReport()
        try:
            for offset in range(start, end, PLACE):
                _place(act, buffer[: min(PLACE, end - offset)], offset, report)
            report.send()
        except OSError as error:
            # Raised below: its traceback holds parts of the buffer, which could not be closed then.
            failed = error.errno or errno.EIO
    if failed:
        raise OSError(failed, os.strerror(failed))


def direct(descriptor: int) -> None:
    """Go past the page cache from now on."""
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, flags & ~os.O_NONBLOCK | os.O_DIRECT)


class LineReport:
    """Lines on their way out."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._sent = 0.0

    def add(
        self,
        offset: int,
        size: int,
        nanoseconds: int,
        error: int,
        found: Sequence[Piece] | None = None,
    ) -> None:
        """The next place."""
        line = f"{offset} {size} {nanoseconds} {error}"
        if found is not None:
            wrong = () if len(found) == 1 and not found[0].answer else found
            line = "\n".join(
                [f"{line} {len(wrong)}", *(" ".join(map(str, map(int, each))) for each in wrong)]
            )
        self._lines.append(f"{line}\n")
        if error or time.monotonic() - self._sent > _OFTEN:
            self.send()

    def send(self) -> None:
        """Everything so far."""
        data = "".join(self._lines).encode("ascii")
        self._lines.clear()
        while data:
            data = data[os.write(1, data) :]
        self._sent = time.monotonic()


def _place(act: Act, buffer: memoryview, offset: int, report: LineReport, level: int = 0) -> None:
    """Do one place, as long as the buffer, or its pieces where that fails."""
    act.ready(buffer, offset)
    begun = time.monotonic_ns()
    error = act.do(buffer, offset)
    took = time.monotonic_ns() - begun
    if error in GONE:
        raise OSError(error, os.strerror(error))
    size = len(buffer)
    while level < len(_PIECES) and _PIECES[level] >= size:
        level += 1
    if not error or level == len(_PIECES):
        report.add(offset, size, took, error, None if error else act.told(buffer, offset))
        return
    piece = _PIECES[level]
    for begin in range(0, size, piece):
        part = buffer[: min(piece, size - begin)]
        _place(act, part, offset + begin, report, level + 1)


def read(descriptor: int, buffer: memoryview, offset: int) -> int:
    """Fill `buffer`; the error number, 0 for none."""
    done = 0
    try:
        while done < len(buffer):
            count = os.preadv(descriptor, [buffer[done:]], offset + done)
            if not count:  # within its size only of a device that was unplugged
                return errno.ENODEV
            done += count
    except OSError as error:
        return error.errno or errno.EIO
    return 0


def write(descriptor: int, buffer: memoryview, offset: int) -> int:
    """Write `buffer`; the error number, 0 for none."""
    done = 0
    try:
        while done < len(buffer):
            done += os.pwrite(descriptor, buffer[done:], offset + done)
    except OSError as error:
        if error.errno == errno.ENOSPC and _end(descriptor) < offset + len(buffer):
            return errno.ENODEV  # the size of a device that was unplugged is 0
        return error.errno or errno.EIO
    return 0


def _end(descriptor: int) -> int:
    try:
        return os.lseek(descriptor, 0, os.SEEK_END)
    except OSError:
        return 0
