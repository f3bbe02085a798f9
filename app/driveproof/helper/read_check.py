# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: read a range of a device from its begin to its end, and report every place.

A place that cannot be read is read again in smaller pieces, down to a few sectors; the reading goes
on behind it. Standard library only.
"""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import time

from driveproof.helper.protocol import MIB

BLOCK = MIB
"""Bytes that are read at once."""
_PIECES = (65536, 4096)
_GONE = frozenset({errno.ENODEV, errno.ENXIO, errno.ENOMEDIUM, errno.ESHUTDOWN})
_OFTEN = 0.1
"""Seconds after which what is known is reported: a line for each read would be a call for each."""


def read_check(descriptor: int, start: int, end: int) -> None:
    """Report on standard output, a line for each place: offset, bytes, nanoseconds, and 0 or the
    system's error number (errno(3)).

    Raises OSError when the device has gone, and ends when nobody reads the output.
    """
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, flags & ~os.O_NONBLOCK | os.O_DIRECT)
    failed = 0
    with mmap.mmap(-1, BLOCK) as memory, memoryview(memory) as buffer:
        report = _Report()
        try:
            for offset in range(start, end, BLOCK):
                _place(descriptor, buffer[: min(BLOCK, end - offset)], offset, report)
            report.send()
        except OSError as error:
            # Raised below: its traceback holds parts of the buffer, which could not be closed then.
            failed = error.errno or errno.EIO
    if failed:
        raise OSError(failed, os.strerror(failed))


class _Report:
    """Lines on their way out."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._sent = 0.0

    def add(self, offset: int, size: int, nanoseconds: int, error: int) -> None:
        """The next line."""
        self._lines.append(f"{offset} {size} {nanoseconds} {error}\n")
        if error or time.monotonic() - self._sent > _OFTEN:
            self.send()

    def send(self) -> None:
        """Everything so far."""
        data = "".join(self._lines).encode("ascii")
        self._lines.clear()
        while data:
            data = data[os.write(1, data) :]
        self._sent = time.monotonic()


def _place(
    descriptor: int, buffer: memoryview, offset: int, report: _Report, level: int = 0
) -> None:
    """Read one place, as long as the buffer, or its pieces where that fails."""
    begun = time.monotonic_ns()
    error = _read(descriptor, buffer, offset)
    took = time.monotonic_ns() - begun
    if error in _GONE:
        raise OSError(error, os.strerror(error))
    size = len(buffer)
    while level < len(_PIECES) and _PIECES[level] >= size:
        level += 1
    if not error or level == len(_PIECES):
        report.add(offset, size, took, error)
        return
    piece = _PIECES[level]
    for begin in range(0, size, piece):
        part = buffer[: min(piece, size - begin)]
        _place(descriptor, part, offset + begin, report, level + 1)


def _read(descriptor: int, buffer: memoryview, offset: int) -> int:
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
