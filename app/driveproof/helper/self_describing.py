# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks that say where they were written and by which check, and what became of them.

A block has 4096 bytes: its own offset, the number of the check, and random data. The data of each
MiB are a template of random bytes from another place on: that is copied and compared as fast as
memory is, and no drive that compresses, or keeps equal blocks once, can save anything. Standard
library only: the folder's check and the helper's use the same blocks.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from driveproof.helper.protocol import MIB

BLOCK = 4096
"""Bytes of the smallest thing that is told apart."""
CHUNK = MIB
"""Bytes that are made and checked at once."""
_TEMPLATE = 4 * MIB
_STEP = 2_592_056
"""Bytes from the start of a MiB's data in the template to that of the next: the golden section of
the template, 8 times an odd number, so that a start recurs after 512 GiB only."""
_STEPS = 64
"""Blocks of a probe at even distances."""
_HEAD = struct.Struct("<QQ")


class BlockState(IntEnum):
    """What a block gave back."""

    RIGHT = 0
    ALIAS = 1
    """What the same check wrote at another place."""
    EMPTY = 2
    """Only zeros or only ones."""
    CHANGED = 3
    """Other data."""
    UNREADABLE = 4
    UNWRITABLE = 5


class Piece(NamedTuple):
    """Consecutive bytes from `offset` on that answered alike.

    Of an alias, `found` is the place whose data were at the first byte, and `found_bytes` the
    length of what was found there: BLOCK where every block had the same. `bits` are the changed
    ones.
    """

    offset: int
    bytes: int
    answer: int
    found: int = 0
    found_bytes: int = 0
    bits: int = 0


class SelfDescribing:
    """The blocks of one check; `number` (64 bits) tells them from those of any other.

    The same number always gives the same blocks, so that a check can go on after an interruption.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        import hashlib  # noqa: PLC0415 - OpenSSL, 4 MB, which nothing else here needs

        # A standard's output for an input never changes (FIPS 202).
        raw = hashlib.shake_128(number.to_bytes(8, "little")).digest(_TEMPLATE)
        self._template = memoryview(raw + raw[:CHUNK])
        self._made = bytearray(CHUNK)

    def fill(self, buffer: memoryview | bytearray, offset: int) -> None:
        """Make `buffer` the blocks from `offset` on; both are whole blocks."""
        done, size = 0, len(buffer)
        while done < size:
            chunk, inside = divmod(offset + done, CHUNK)
            begin = chunk * _STEP % _TEMPLATE + inside
            count = min(size - done, CHUNK - inside)
            buffer[done : done + count] = self._template[begin : begin + count]
            for at in range(done, done + count, BLOCK):
                _HEAD.pack_into(buffer, at, offset + at, self.number)
            done += count

    def check(self, buffer: memoryview, offset: int) -> tuple[Piece, ...]:
        """What became of the blocks that were written from `offset` on and read into `buffer`,
        which is at most a CHUNK; neighbours that answered alike are one.
        """
        size = len(buffer)
        made = self._made if size == CHUNK else bytearray(size)
        self.fill(made, offset)
        if made == buffer:
            return (Piece(offset, size, BlockState.RIGHT),)
        found: list[Piece] = []
        for each in self._blocks(buffer, made, offset):
            joined = _joined(found[-1], each) if found else None
            if joined is None:
                found.append(each)
            else:
                found[-1] = joined
        return tuple(found)

    def _blocks(self, buffer: memoryview, made: bytearray, offset: int) -> Iterator[Piece]:
        for at in range(0, len(made), BLOCK):
            read, right = bytes(buffer[at : at + BLOCK]), bytes(made[at : at + BLOCK])
            if read == right:
                yield Piece(offset + at, BLOCK, BlockState.RIGHT)
            else:
                yield self._wrong(read, right, offset + at)

    def _wrong(self, read: bytes, right: bytes, offset: int) -> Piece:
        if read in (_ZEROS, _ONES):
            return Piece(offset, BLOCK, BlockState.EMPTY)
        found, number = _HEAD.unpack_from(read)
        if number == self.number and found != offset and not found % BLOCK:
            other = bytearray(BLOCK)
            self.fill(other, found)
            if other == read:
                return Piece(offset, BLOCK, BlockState.ALIAS, found, BLOCK)
        bits = (int.from_bytes(read, "little") ^ int.from_bytes(right, "little")).bit_count()
        return Piece(offset, BLOCK, BlockState.CHANGED, bits=bits if bits <= _CHANGED else _OTHER)


_ZEROS, _ONES = bytes(BLOCK), b"\xff" * BLOCK
_CHANGED, _OTHER = 8 * BLOCK // 4, 8 * BLOCK // 2
"""Bits: what differs in more than a quarter is other data, half of whose bits differ from random
ones, give or take one in a hundred. How many exactly is not reported: whoever chooses the number of
the check could find out the data of others by asking often.
"""


def _joined(one: Piece, two: Piece) -> Piece | None:
    """Both as one, `two` being a single block behind `one`; None where they are not alike."""
    if one.answer != two.answer:
        return None
    size = one.bytes + two.bytes
    if one.answer != BlockState.ALIAS:
        return one._replace(bytes=size, bits=one.bits + two.bits)
    if one.found_bytes == one.bytes and two.found - two.offset == one.found - one.offset:
        return one._replace(bytes=size, found_bytes=size)
    if one.found_bytes == BLOCK and two.found == one.found:
        return one._replace(bytes=size)
    return None


def marked(start: int, end: int) -> list[int]:
    """Where a probe of `start` to `end` writes a block, in ascending order.

    At even distances, so that nothing large is left out; and at powers of two from both ends: a
    drive that ignores the higher bits of an address puts these into its first block.
    """
    last = (end - start) // BLOCK - 1
    found = {last * step // _STEPS for step in range(_STEPS + 1)}
    power = 1
    while power <= last:
        found |= {power, last - power}
        power *= 2
    return [start + block * BLOCK for block in sorted(found)]
