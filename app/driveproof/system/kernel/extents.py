# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a file or a folder lies on its device, as the kernel tells who may read it (FIEMAP).

Source: Documentation/filesystems/fiemap.rst and include/uapi/linux/fiemap.h of the kernel.
"""

from __future__ import annotations

import fcntl
import struct
from collections.abc import Iterator
from typing import NamedTuple

FS_IOC_FIEMAP = 0xC020660B  # _IOWR('f', 11, struct fiemap)
HEAD = struct.Struct("<QQIIII")
"""First byte of the file, bytes, flags; how many are mapped, for how many there is room."""
EXTENT = struct.Struct("<QQQ16xI12x")
"""First byte in the file and on the device, bytes, flags."""
_MOST = 256
_HIGHEST = 2**64 - 1
_LAST = 0x1
_NOWHERE = 0x2 | 0x4 | 0x200  # UNKNOWN, DELALLOC, DATA_INLINE: no place of its own
# ENCODED (compressed, encrypted), NOT_ALIGNED, DATA_TAIL, UNWRITTEN
_OTHERWISE = _NOWHERE | 0x8 | 0x100 | 0x400 | 0x800


class Piece(NamedTuple):
    """A piece of a file: its first byte in the file and on the device, and its bytes. `flags` are
    those of struct fiemap_extent.
    """

    logical: int
    physical: int
    length: int
    flags: int

    @property
    def placed(self) -> bool:
        """Whether it has a place of its own on the device."""
        return not self.flags & _NOWHERE

    @property
    def plain(self) -> bool:
        """Whether the device holds its bytes there as they are read, and they were written."""
        return not self.flags & _OTHERWISE


def places_of(descriptor: int) -> Iterator[tuple[int, int]]:
    """First byte on the device, and bytes, of each piece of what is open; holes have none.

    What is still in memory only is not written for that. Raises OSError where the file system
    cannot tell.
    """
    for piece in pieces_of(descriptor):
        if piece.placed:
            yield piece.physical, piece.length


def pieces_of(descriptor: int) -> Iterator[Piece]:
    """Each piece of what is open, in the order of the file, as `places_of` reads them."""
    start = 0
    while True:
        buffer = bytearray(HEAD.size + _MOST * EXTENT.size)
        HEAD.pack_into(buffer, 0, start, _HIGHEST - start, 0, 0, _MOST, 0)
        fcntl.ioctl(descriptor, FS_IOC_FIEMAP, buffer, True)
        mapped = min(HEAD.unpack_from(buffer)[3], _MOST)
        after, last = start, True
        for number in range(mapped):
            piece = Piece(*EXTENT.unpack_from(buffer, HEAD.size + number * EXTENT.size))
            after, last = piece.logical + piece.length, bool(piece.flags & _LAST)
            yield piece
        if last or after <= start:  # it must advance
            return
        start = after
