# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The flags of a file or folder that chattr(1) shows (ioctl_iflags(2)): reading and setting them,
and whether direct I/O bypasses the page cache with them.
"""

from __future__ import annotations

import array
import errno
import fcntl
import os
import re
import struct

from driveproof.domain.drive.drive import Mount

COMPRESS = 0x00000004
"""FS_COMPR_FL: the file is compressed; a new file inherits it from its folder."""
NOCOW = 0x00800000
"""FS_NOCOW_FL: no copy-on-write, and on btrfs no checksums; only for an empty file (btrfs(5))."""

# The request's number contains the size of a `long` (_IOR('f', 1, long) of linux/fs.h), but the
# kernel transfers an int.
_DIRECTIONS = {"read": 2, "write": 1}
_SIZE = struct.calcsize("l")
# These encode the direction in three bits, with other values (their asm/ioctl.h).
_OTHER_BITS = ("alpha", "mips", "ppc", "sparc")


def _number(direction: str, number: int) -> int:
    if os.uname().machine.startswith(_OTHER_BITS):
        bits = {"read": 2, "write": 4}[direction] << 29
    else:
        bits = _DIRECTIONS[direction] << 30
    return bits | _SIZE << 16 | ord("f") << 8 | number


def flags_of(path: str | int) -> int | None:
    """The flags of a path or an open file; None where the file system has none or reports none."""
    try:
        if isinstance(path, int):
            return _get(path)
        # A FIFO or a sleeping drive must not block us.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            return _get(handle)
        finally:
            os.close(handle)
    except OSError:
        return None


def set_nocow(descriptor: int) -> bool:
    """Make an empty file one without copy-on-write; returns whether the file system accepted it.

    The file is then no longer compressed: the two exclude each other. Raises OSError for anything
    but "no such flag here".
    """
    try:
        wanted = (_get(descriptor) & ~COMPRESS) | NOCOW
        fcntl.ioctl(descriptor, _number("write", 2), array.array("i", [wanted]))
        return bool(_get(descriptor) & NOCOW)
    except OSError as error:
        if error.errno in {errno.ENOTTY, errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS}:
            return False
        raise


def _get(descriptor: int) -> int:
    # As large as the number says; the kernel transfers only an int at the beginning.
    buffer = bytearray(_SIZE)
    fcntl.ioctl(descriptor, _number("read", 1), buffer, True)
    return int.from_bytes(buffer[:4], "little" if struct.pack("=H", 1)[0] else "big")


_SINCE = (6, 14)


def buffers_direct_writes(mount: Mount, flags: int | None, release: str) -> bool:
    """Whether a file system writes through the page cache although O_DIRECT works.

    btrfs has done so since Linux 6.14 for data with checksums, because the memory could change
    during the write (btrfs-progs, Documentation/ch-checksumming.rst). Files without copy-on-write
    (`flags` of the file) and mounts with nodatasum or nodatacow have no checksums.
    """
    number = re.match(r"(\d+)\.(\d+)", release)
    if mount.filesystem != "btrfs" or number is None:
        return False
    if (int(number[1]), int(number[2])) < _SINCE or {"nodatasum", "nodatacow"} & set(mount.options):
        return False
    return not (flags or 0) & NOCOW
