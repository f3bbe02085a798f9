# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The flags of a file or folder that chattr(1) shows: read and set (ioctl_iflags(2))."""

from __future__ import annotations

import array
import errno
import fcntl
import os
import struct

COMPRESS = 0x00000004
"""FS_COMPR_FL: what is written is compressed; a new file takes it from its folder."""
NOCOW = 0x00800000
"""FS_NOCOW_FL: no copy-on-write, and on btrfs no checksums; only for an empty file (btrfs(5))."""

# A `long` in the number (_IOR('f', 1, long) of linux/fs.h), and an int that is moved.
_DIRECTIONS = {"read": 2, "write": 1}
_SIZE = struct.calcsize("l")
# These have three bits for the direction, and other ones (their asm/ioctl.h).
_OTHER_BITS = ("alpha", "mips", "ppc", "sparc")


def _number(direction: str, number: int) -> int:
    if os.uname().machine.startswith(_OTHER_BITS):
        bits = {"read": 2, "write": 4}[direction] << 29
    else:
        bits = _DIRECTIONS[direction] << 30
    return bits | _SIZE << 16 | ord("f") << 8 | number


def flags_of(path: str | int) -> int | None:
    """The flags of a path or an open file; None where the file system has none or does not tell."""
    try:
        if isinstance(path, int):
            return _get(path)
        # A FIFO or a drive that is asleep must not hold us up.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            return _get(handle)
        finally:
            os.close(handle)
    except OSError:
        return None


def set_nocow(descriptor: int) -> bool:
    """Make an empty file one without copy-on-write; whether the file system took it.

    A file that was to be compressed is not any more: the two exclude each other. Raises OSError
    for anything but "no such flag here".
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
    # As long as the number says, whatever the kernel moves: an int at the beginning.
    buffer = bytearray(_SIZE)
    fcntl.ioctl(descriptor, _number("read", 1), buffer, True)
    return int.from_bytes(buffer[:4], "little" if struct.pack("=H", 1)[0] else "big")
