# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: slow work that needs no external program."""

from __future__ import annotations

import errno
import fcntl
import os
import struct

# linux/fs.h: struct fstrim_range is start, length and the shortest run worth discarding.
FITRIM = 0xC0185879
BLKDISCARD = 0x1277
_DROP_CACHES = "/proc/sys/vm/drop_caches"


def trim(descriptor: int, start: int, end: int, chunk: int) -> None:
    """Discard the free blocks of a mounted file system, and report after each chunk.

    A JSON line per chunk, in bytes. It ends where the file system ends, which may be before `end`.
    Raises OSError.
    """
    first = start
    while start < end:
        length = min(chunk, end - start)
        try:
            answer = fcntl.ioctl(descriptor, FITRIM, struct.pack("QQQ", start, length, 0))
        except OSError as error:
            # Every file system refuses a range behind its last block, or of less than a block
            # (fs/ext4/mballoc.c, fs/xfs/xfs_discard.c, ...): the previous step was the last.
            if error.errno == errno.EINVAL and start > first:
                return
            raise
        _, trimmed, _ = struct.unpack("QQQ", answer)
        line = f'{{"start": {start}, "length": {length}, "trimmed": {trimmed}}}\n'
        write(line.encode("ascii"))
        start += length


def discard(descriptor: int, start: int, end: int, chunk: int) -> None:
    """Discard a range of a device, and report after each chunk. Raises OSError."""
    while start < end:
        length = min(chunk, end - start)
        fcntl.ioctl(descriptor, BLKDISCARD, struct.pack("QQ", start, length))
        write(f'{{"start": {start}, "length": {length}}}\n'.encode("ascii"))
        start += length


def open_drop_caches() -> int:
    """Open the kernel's file drop_caches. Raises OSError."""
    return os.open(_DROP_CACHES, os.O_WRONLY | os.O_CLOEXEC)


def drop_caches(descriptor: int, kind: int) -> None:
    """Write dirty pages, then let the kernel drop clean caches. Raises OSError."""
    os.sync()
    os.write(descriptor, f"{kind}\n".encode("ascii"))


def write(data: bytes) -> None:
    """Write to the job's output. Raises OSError."""
    while data:
        data = data[os.write(1, data) :]
