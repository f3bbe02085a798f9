# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: what takes its time and needs no program of another's."""

from __future__ import annotations

import errno
import fcntl
import os
import struct

# linux/fs.h: struct fstrim_range is start, length and the shortest run that is worth it.
FITRIM = 0xC0185879
BLKDISCARD = 0x1277
_DROP_CACHES = "/proc/sys/vm/drop_caches"


def trim(descriptor: int, start: int, end: int, chunk: int) -> None:
    """Discard the free blocks of a mounted file system, and say after each chunk what was done.

    A line of JSON each, in bytes. It ends where the file system ends, which may be before `end`.
    Raises OSError.
    """
    first = start
    while start < end:
        length = min(chunk, end - start)
        try:
            answer = fcntl.ioctl(descriptor, FITRIM, struct.pack("QQQ", start, length, 0))
        except OSError as error:
            # Of what lies behind its last block, or is less than a block, every file system says
            # so (fs/ext4/mballoc.c, fs/xfs/xfs_discard.c, ...): it took the step before.
            if error.errno == errno.EINVAL and start > first:
                return
            raise
        _, trimmed, _ = struct.unpack("QQQ", answer)
        line = f'{{"start": {start}, "length": {length}, "trimmed": {trimmed}}}\n'
        _write(line.encode("ascii"))
        start += length


def discard(descriptor: int, start: int, end: int, chunk: int) -> None:
    """Discard a range of a device, and say after each chunk what was done. Raises OSError."""
    while start < end:
        length = min(chunk, end - start)
        fcntl.ioctl(descriptor, BLKDISCARD, struct.pack("QQ", start, length))
        _write(f'{{"start": {start}, "length": {length}}}\n'.encode("ascii"))
        start += length


def open_drop_caches() -> int:
    """The kernel's file for it. Raises OSError."""
    return os.open(_DROP_CACHES, os.O_WRONLY | os.O_CLOEXEC)


def drop_caches(descriptor: int, kind: int) -> None:
    """Write what is dirty, then let the kernel forget clean caches. Raises OSError."""
    os.sync()
    os.write(descriptor, f"{kind}\n".encode("ascii"))


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]
