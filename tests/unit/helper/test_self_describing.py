# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-describing blocks on simulated drives: honest ones, fakes of three kinds, and bad ones."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import pytest

from driveproof.domain.run.areas import (
    AREA_BLOCK,
    Areas,
    AreaState,
    CapacityVerdict,
    bytes_by_state,
    capacity_of,
)
from driveproof.engine.run.capacity_lines import area_of
from driveproof.helper.self_describing import CHUNK, BlockState, Piece, SelfDescribing

MIB = 2**20
NUMBER = 0x1234_5678_9ABC_DEF1
Place = Callable[[int], int | None]
"""Where a drive really puts a block, None where it drops it."""


def through(size: int, place: Place) -> tuple[Areas, SelfDescribing]:
    """Write `size` bytes in order to a drive, then read everything back."""
    blocks, cells = SelfDescribing(NUMBER), dict[int, bytes]()
    buffer = bytearray(CHUNK)
    for offset in range(0, size, CHUNK):
        blocks.fill(memoryview(buffer), offset)
        for at in range(0, CHUNK, AREA_BLOCK):
            if (cell := place(offset + at)) is not None:
                cells[cell] = bytes(buffer[at : at + AREA_BLOCK])
    found = Areas()
    for offset in range(0, size, CHUNK):
        for at in range(0, CHUNK, AREA_BLOCK):
            cell = place(offset + at)
            held = bytes(AREA_BLOCK) if cell is None else cells.get(cell, bytes(AREA_BLOCK))
            buffer[at : at + AREA_BLOCK] = held
        for each in blocks.check(memoryview(buffer), offset):
            found.add(area_of(each))
    return found, blocks


def test_an_honest_drive() -> None:
    found, _blocks = through(8 * MIB, lambda at: at)
    assert capacity_of(found.rows).verdict is CapacityVerdict.WHOLE


@pytest.mark.parametrize("size", [16 * MIB, 13 * MIB])
def test_a_drive_that_wraps_around(size: int) -> None:
    found, _blocks = through(size, lambda at: at % (4 * MIB))
    answer = capacity_of(found.rows)
    assert (answer.verdict, answer.true) == (CapacityVerdict.WRAPS, 4 * MIB)
    assert answer.right == 4 * MIB
    assert len(found) <= size // (4 * MIB) + 1


def test_a_drive_that_drops() -> None:
    found, _blocks = through(16 * MIB, lambda at: at if at < 6 * MIB else None)
    answer = capacity_of(found.rows)
    assert (answer.verdict, answer.true) == (CapacityVerdict.ENDS, 6 * MIB)
    assert bytes_by_state(found.rows)[AreaState.EMPTY] == 10 * MIB


def test_a_drive_that_puts_all_beyond_into_its_last_block() -> None:
    found, _blocks = through(16 * MIB, lambda at: min(at, 6 * MIB - AREA_BLOCK))
    answer = capacity_of(found.rows)
    assert answer.verdict is CapacityVerdict.ENDS
    assert answer.true == 6 * MIB - AREA_BLOCK
    assert len(found) == 3


def test_changed_bits_are_counted() -> None:
    blocks, buffer = SelfDescribing(NUMBER), bytearray(CHUNK)
    blocks.fill(memoryview(buffer), 7 * CHUNK)
    buffer[5 * AREA_BLOCK + 100] ^= 0b101
    right, changed, rest = blocks.check(memoryview(buffer), 7 * CHUNK)
    assert (right.answer, rest.answer) == (BlockState.RIGHT, BlockState.RIGHT)
    assert (changed.offset, changed.answer, changed.bits) == (
        7 * CHUNK + 5 * AREA_BLOCK,
        BlockState.CHANGED,
        2,
    )


def test_of_the_data_of_others_nothing_is_said() -> None:
    """Each number would give another equation for their bits."""
    text = b"root:$y$j9T$...:20000:0:99999:7:::\n" * 200
    answers = {
        SelfDescribing(number).check(memoryview(text[:AREA_BLOCK]), 0) for number in range(40)
    }
    assert answers == {(Piece(0, AREA_BLOCK, BlockState.CHANGED, bits=AREA_BLOCK * 8 // 2),)}


def test_what_another_check_wrote_is_no_alias() -> None:
    old, blocks, buffer = SelfDescribing(1), SelfDescribing(NUMBER), bytearray(AREA_BLOCK)
    old.fill(memoryview(buffer), 4 * MIB)
    (only,) = blocks.check(memoryview(buffer), 0)
    assert only.answer == BlockState.CHANGED


def test_an_alias_with_a_flipped_bit_is_changed_data() -> None:
    blocks, buffer = SelfDescribing(NUMBER), bytearray(AREA_BLOCK)
    blocks.fill(memoryview(buffer), 4 * MIB)
    buffer[-1] ^= 1
    (only,) = blocks.check(memoryview(buffer), 0)
    assert only.answer == BlockState.CHANGED


@pytest.mark.parametrize("value", [0x00, 0xFF])
def test_nothing_at_all_is_empty(value: int) -> None:
    blocks = SelfDescribing(NUMBER)
    (only,) = blocks.check(memoryview(bytes([value]) * CHUNK), 0)
    assert (only.answer, only.bytes) == (BlockState.EMPTY, CHUNK)


def test_the_same_number_gives_the_same_blocks_from_any_place_on() -> None:
    one, two = bytearray(CHUNK), bytearray(CHUNK)
    SelfDescribing(NUMBER).fill(memoryview(one), 0)
    SelfDescribing(NUMBER).fill(memoryview(two), 200 * AREA_BLOCK)
    assert one[200 * AREA_BLOCK :] == two[: 56 * AREA_BLOCK]
    # A check that goes on after an update must find its own blocks.
    assert zlib.crc32(one) == CHECKSUM


CHECKSUM = 3171456831


def test_the_blocks_can_be_neither_compressed_nor_deduplicated() -> None:
    blocks, buffer = SelfDescribing(NUMBER), bytearray(CHUNK)
    seen = set()
    for offset in (0, CHUNK, 2**38):
        blocks.fill(memoryview(buffer), offset)
        assert len(zlib.compress(buffer, 1)) > 0.99 * CHUNK
        seen |= {bytes(buffer[at + 16 : at + AREA_BLOCK]) for at in range(0, CHUNK, AREA_BLOCK)}
    assert len(seen) == 3 * 256
