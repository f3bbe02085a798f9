# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks that say where they were written and by which check, and what became of them.

A block has 4096 bytes: its own offset, the number of the check, and random data of which no two
blocks have the same, so that no layer can compress it or keep it once for several places. The data
are a row of a random template, combined by XOR with a number made from the offset: that makes and
checks some 10 GB/s.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from driveproof.domain.run.areas import BLOCK, Area, AreaState

ROWS = 256
"""Blocks of the template: 1 MiB."""
CHUNK = ROWS * BLOCK
"""Bytes that are made and checked at once."""
_WORDS = BLOCK // 8
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: all bits differ soon

Words = npt.NDArray[np.uint64]


class SelfDescribing:
    """The blocks of one check; `number` (64 bits) tells them from those of any other.

    The same number always gives the same blocks, so that a check can go on after an interruption.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        # What a bit generator gives for a seed is promised not to change (NEP 19).
        raw = np.random.PCG64(number).random_raw(ROWS * _WORDS)
        self._template: Words = np.asarray(raw, dtype=np.uint64).reshape(ROWS, _WORDS)
        self._made = np.empty((ROWS, _WORDS), dtype=np.uint64)

    def fill(self, buffer: memoryview, offset: int) -> None:
        """Make `buffer` the blocks from `offset` on; both are whole blocks, at most a CHUNK."""
        out = np.frombuffer(buffer, dtype=np.uint64).reshape(-1, _WORDS)
        self._make(out, offset)

    def _make(self, out: Words, offset: int) -> None:
        numbers = np.arange(len(out), dtype=np.uint64) + np.uint64(offset // BLOCK)
        with np.errstate(over="ignore"):
            masks = (numbers + np.uint64(1)) * _SPREAD
        first = offset // BLOCK % ROWS
        head = min(len(out), ROWS - first)
        np.bitwise_xor(self._template[first : first + head], masks[:head, None], out=out[:head])
        if head < len(out):
            rest = len(out) - head
            np.bitwise_xor(self._template[:rest], masks[head:, None], out=out[head:])
        out[:, 0] = numbers * np.uint64(BLOCK)
        out[:, 1] = np.uint64(self.number)

    def check(self, buffer: memoryview, offset: int) -> tuple[Area, ...]:
        """What became of the blocks that were written from `offset` on and read into `buffer`."""
        read = np.frombuffer(buffer, dtype=np.uint64).reshape(-1, _WORDS)
        made = self._made[: len(read)]
        self._make(made, offset)
        if np.array_equal(read, made):
            return (Area(offset, len(read) * BLOCK, AreaState.RIGHT, len(read) * BLOCK),)
        wrong = (read != made).any(axis=1)
        return tuple(self._runs(read, made, wrong, offset))

    def _runs(
        self, read: Words, made: Words, wrong: npt.NDArray[np.bool_], offset: int
    ) -> Iterator[Area]:
        """Right blocks together, wrong ones each for itself: whoever collects them joins them."""
        begin = 0
        for index in [*np.flatnonzero(wrong).tolist(), len(read)]:
            if index > begin:
                size = (index - begin) * BLOCK
                yield Area(offset + begin * BLOCK, size, AreaState.RIGHT, size)
            if index < len(read):
                yield self._one(read[index], made[index], offset + index * BLOCK)
            begin = index + 1

    def _one(self, read: Words, made: Words, offset: int) -> Area:
        whole = Area(offset, BLOCK, AreaState.EMPTY, BLOCK)
        if (read == read[0]).all() and int(read[0]) in (0, 2**64 - 1):
            return whole
        found = int(read[0])
        if int(read[1]) == self.number and found != offset and found % BLOCK == 0:
            other = np.empty((1, _WORDS), dtype=np.uint64)
            self._make(other, found)
            if np.array_equal(read, other[0]):
                return whole._replace(state=AreaState.ALIAS, found=found, found_bytes=BLOCK)
        bits = int(np.bitwise_count(read ^ made).sum())
        return whole._replace(state=AreaState.CHANGED, bits=bits)
