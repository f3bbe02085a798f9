# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper's own children: what may block for long or must outlive it, a process for each."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
import sys

from driveproof.helper.protocol import HelperError

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


def drop_caches(kind: int) -> None:
    """Write what is dirty, then let the kernel forget clean caches."""
    os.sync()
    with open(_DROP_CACHES, "w", encoding="ascii") as file:
        file.write(f"{kind}\n")


def guard(text: str) -> None:
    """Wait until standard input ends, then write to standard output. SIGTERM does not reach it."""
    try:
        while os.read(0, 512):
            pass
    finally:
        os.pwrite(1, text.encode("ascii"), 0)


def main(arguments: list[str]) -> int:
    """The work that the first argument names; 0, or 1 with a sentence on standard error."""
    try:
        match arguments:
            case ["trim", descriptor, start, end, chunk]:
                trim(int(descriptor), int(start), int(end), int(chunk))
            case ["discard", descriptor, start, end, chunk]:
                discard(int(descriptor), int(start), int(end), int(chunk))
            case ["drop-caches", kind]:
                drop_caches(int(kind))
            case ["guard", text]:
                guard(text)
            case ["mount-option", number, device, space, before]:
                from driveproof.helper.mount_hold import hold_option

                hold_option(int(number), int(device), int(space), int(before))
            case _:
                return 2
    except OSError as error:
        sys.stderr.write(f"{error.strerror}\n")
        return 1
    except HelperError as error:
        sys.stderr.write(f"{error.name.value} {error.text}\n")
        return 1
    return 0


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]
