# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The probe of a device on simulated drives, and the fill and its read-back on files."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from driveproof.domain.run.areas import (
    Areas,
    AreaState,
    CapacityResult,
    CapacityVerdict,
    bytes_by_state,
    capacity_of,
)
from driveproof.engine.run.capacity_lines import area_of
from driveproof.helper.capacity_check import ProbedDevice, fill, probed, read_back
from driveproof.helper.places import write
from driveproof.helper.self_describing import (
    BLOCK,
    CHUNK,
    BlockState,
    Piece,
    SelfDescribing,
    marked,
)

MIB, GIB = 2**20, 2**30
NUMBER = 0x1234_5678_9ABC_DEF1


class Simulated(ProbedDevice):
    """A drive that puts a block where `place` says, None where it drops it."""

    def __init__(self, place: Callable[[int], int | None]) -> None:
        super().__init__(-1)
        self._place = place
        self.cells: dict[int, bytes] = {}
        self.writes: list[int] = []

    def read(self, buffer: memoryview, offset: int) -> int:
        cell = self._place(offset)
        buffer[:] = bytes(BLOCK) if cell is None else self.cells.get(cell, bytes(BLOCK))
        return 0

    def write(self, buffer: memoryview, offset: int) -> int:
        self.writes.append(offset)
        cell = self._place(offset)
        if cell is not None:
            self.cells[cell] = bytes(buffer)
        return 0

    def flush(self) -> None:
        pass


def pieces(drive: ProbedDevice, size: int) -> list[Piece]:
    buffer = memoryview(bytearray(BLOCK))
    return [piece for _took, piece in probed(drive, buffer, SelfDescribing(NUMBER), 0, size)]


def answer(drive: ProbedDevice, size: int) -> CapacityResult:
    return capacity_of(Areas(map(area_of, pieces(drive, size))).rows)


@pytest.mark.parametrize("size", [MIB, 64 * MIB, 8 * GIB + 3 * BLOCK, 2 * 2**40])
def test_an_honest_drive(size: int) -> None:
    drive = Simulated(lambda at: at)
    assert answer(drive, size).verdict is CapacityVerdict.WHOLE
    assert sorted(drive.writes) == marked(0, size)
    assert len(drive.writes) < 140
    assert max(drive.writes) + BLOCK == size - size % BLOCK


@pytest.mark.parametrize("size", [64 * GIB, 62_537_072_640, 2 * 2**40])
@pytest.mark.parametrize("true", [64 * MIB, 8 * GIB])
def test_a_drive_that_wraps_around(size: int, true: int) -> None:
    found = answer(Simulated(lambda at: at % true), size)
    assert (found.verdict, found.true) == (CapacityVerdict.WRAPS, true)


@pytest.mark.parametrize("true", [7 * GIB + 12345 * BLOCK, BLOCK, 63 * GIB + 5 * BLOCK])
def test_the_end_of_a_drive_that_drops_is_found_to_the_block(true: int) -> None:
    found = answer(Simulated(lambda at: at if at < true else None), 64 * GIB)
    assert (found.verdict, found.true, found.true_to) == (CapacityVerdict.ENDS, true, None)


@pytest.mark.parametrize("true", [7 * GIB + 12345 * BLOCK, 32 * GIB])
def test_the_end_of_a_drive_that_has_one_block_for_all_behind_it(true: int) -> None:
    """What was written last behind the end is there and looks right: it is not believed."""
    found = answer(Simulated(lambda at: min(at, true - BLOCK)), 64 * GIB)
    assert (found.verdict, found.true) == (CapacityVerdict.ENDS, true - BLOCK)


def test_a_drive_that_keeps_nothing() -> None:
    found = answer(Simulated(lambda at: None), 64 * GIB)
    assert (found.verdict, found.right) == (CapacityVerdict.ENDS, 0)


class Broken(Simulated):
    """Refuses a write, and a read elsewhere."""

    def write(self, buffer: memoryview, offset: int) -> int:
        return errno.EIO if offset == BLOCK else super().write(buffer, offset)

    def read(self, buffer: memoryview, offset: int) -> int:
        return errno.EIO if offset == 2 * BLOCK else super().read(buffer, offset)


def test_a_broken_drive() -> None:
    found = {piece.offset: piece.answer for piece in pieces(Broken(lambda at: at), GIB)}
    assert found[BLOCK] == BlockState.UNWRITABLE
    assert found[2 * BLOCK] == BlockState.UNREADABLE
    assert answer(Broken(lambda at: at), GIB).verdict is CapacityVerdict.DAMAGED


class Unplugged(Simulated):
    def write(self, buffer: memoryview, offset: int) -> int:
        return errno.ENODEV if len(self.writes) == 50 else super().write(buffer, offset)


def test_a_drive_that_goes_is_no_fake() -> None:
    with pytest.raises(OSError, match="No such device"):
        pieces(Unplugged(lambda at: at), GIB)


@pytest.fixture
def device(tmp_path: Path) -> int:
    """A file takes the place of a device; its end that of a device's."""
    path = tmp_path / "device"
    path.write_bytes(b"")
    descriptor = os.open(path, os.O_RDWR)
    os.ftruncate(descriptor, 4 * MIB)
    return descriptor


def lines(do: Callable[[], None]) -> list[tuple[int, ...]]:
    """What a child writes to its standard output."""
    reading, writing = os.pipe()
    before = os.dup(1)
    os.dup2(writing, 1)
    try:
        do()
    finally:
        os.dup2(before, 1)
        os.close(before)
        os.close(writing)
    with os.fdopen(reading) as pipe:
        return [tuple(map(int, line.split())) for line in pipe]


def test_it_is_filled_and_read_back(device: int, tmp_path: Path) -> None:
    size = 4 * MIB - 3 * BLOCK
    written = lines(lambda: fill(device, 0, size, NUMBER))
    assert [line[:2] for line in written[:2]] == [(0, CHUNK), (CHUNK, CHUNK)]
    assert sum(line[1] for line in written) == size
    assert os.pread(device, 3 * BLOCK, size) == bytes(3 * BLOCK)  # nothing behind it
    with (tmp_path / "device").open("r+b") as file:
        file.seek(MIB + 5 * BLOCK)
        file.write(bytes(BLOCK))
    found = Areas()
    places = lines(lambda: read_back(device, 0, size, NUMBER))
    for line in places:
        if len(line) == len(Piece._fields):
            found.add(area_of(Piece(*line)))
        else:
            assert line[3:] in ((0, 0), (0, 3))
    os.close(device)
    assert sum(line[1] for line in places if len(line) == 5) == size
    assert bytes_by_state(found.rows) == {AreaState.RIGHT: MIB - BLOCK, AreaState.EMPTY: BLOCK}


def test_an_unplugged_drive_is_not_full_of_bad_places() -> None:
    """The kernel sets its size to 0, and a write is behind its end; as /dev/full says it too."""
    with Path("/dev/full").open("r+b", buffering=0) as gone:
        assert write(gone.fileno(), memoryview(bytes(BLOCK)), 0) == errno.ENODEV
