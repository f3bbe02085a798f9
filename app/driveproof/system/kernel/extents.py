# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a file or a folder lies on its device, as the kernel tells who may read it (FIEMAP).

Source: Documentation/filesystems/fiemap.rst and include/uapi/linux/fiemap.h of the kernel.
"""

from __future__ import annotations

import fcntl
import struct
from collections.abc import Iterator

FS_IOC_FIEMAP = 0xC020660B  # _IOWR('f', 11, struct fiemap)
HEAD = struct.Struct("<QQIIII")
"""First byte of the file, bytes, flags; how many are mapped, for how many there is room."""
EXTENT = struct.Struct("<QQQ16xI12x")
"""First byte in the file and on the device, bytes, flags."""
_MOST = 256
_HIGHEST = 2**64 - 1
_LAST = 0x1
_NOWHERE = 0x2 | 0x4 | 0x200  # UNKNOWN, DELALLOC, DATA_INLINE: no place of its own


def places_of(descriptor: int) -> Iterator[tuple[int, int]]:
    """First byte on the device, and bytes, of each piece of what is open; holes have none.

    What is still in memory only is not written for that. Raises OSError where the file system
    cannot tell.
    """
    start = 0
    while True:
        buffer = bytearray(HEAD.size + _MOST * EXTENT.size)
        HEAD.pack_into(buffer, 0, start, _HIGHEST - start, 0, 0, _MOST, 0)
        fcntl.ioctl(descriptor, FS_IOC_FIEMAP, buffer, True)
        mapped = min(HEAD.unpack_from(buffer)[3], _MOST)
        after, last = start, True
        for number in range(mapped):
            logical, physical, length, flags = EXTENT.unpack_from(
                buffer, HEAD.size + number * EXTENT.size
            )
            after, last = logical + length, bool(flags & _LAST)
            if not flags & _NOWHERE:
                yield physical, length
        if last or after <= start:  # it must advance
            return
        start = after
