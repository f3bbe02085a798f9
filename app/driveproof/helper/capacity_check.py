# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: fill a range of a device with self-describing blocks, read them back, or probe.

The probe writes single blocks all over the range, and finds within seconds a drive that has less
than it says. What a place gives back is judged here: no data of the device leaves the child.
Standard library only.
"""

from __future__ import annotations

import errno
import mmap
import os
import time
from collections.abc import Sequence

from driveproof.helper.places import GONE, PLACE, Act, LineReport, direct, go_through, read, write
from driveproof.helper.self_describing import BLOCK, BlockState, Piece, SelfDescribing, marked

_LOST = (BlockState.ALIAS, BlockState.EMPTY, BlockState.CHANGED)


class _Fill(Act):
    def __init__(self, descriptor: int, blocks: SelfDescribing) -> None:
        super().__init__(descriptor)
        self._blocks = blocks

    def ready(self, buffer: memoryview, offset: int) -> None:
        self._blocks.fill(buffer, offset)

    def do(self, buffer: memoryview, offset: int) -> int:
        return write(self.descriptor, buffer, offset)


class _ReadBack(Act):
    def __init__(self, descriptor: int, blocks: SelfDescribing) -> None:
        super().__init__(descriptor)
        self._blocks = blocks

    def told(self, buffer: memoryview, offset: int) -> Sequence[Piece]:
        return self._blocks.check(buffer, offset)


def fill(descriptor: int, start: int, end: int, number: int) -> None:
    """Write the blocks of check `number` from `start` to `end`, and report each place
    (places.py). Raises OSError when the device has gone.
    """
    go_through(_Fill(descriptor, SelfDescribing(number)), start, end)
    _on_the_drive(descriptor)


def read_back(descriptor: int, start: int, end: int, number: int) -> None:
    """Read what `fill` has written, and report each place with what was found there (places.py).
    Raises OSError when the device has gone.
    """
    go_through(_ReadBack(descriptor, SelfDescribing(number)), start, end)


def _on_the_drive(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:  # an error of the drive shows when it is read
        if error.errno in GONE:
            raise


class ProbedDevice:
    """An open device as a probe sees it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def read(self, buffer: memoryview, offset: int) -> int:
        """Fill `buffer`; the system's error number, 0 for none."""
        return read(self._descriptor, buffer, offset)

    def write(self, buffer: memoryview, offset: int) -> int:
        """Write `buffer`; the system's error number, 0 for none."""
        return write(self._descriptor, buffer, offset)

    def flush(self) -> None:
        """Have everything on the drive. Raises OSError when it has gone."""
        _on_the_drive(self._descriptor)


def probe(descriptor: int, start: int, end: int, number: int) -> None:
    """Probe from `start` to `end`, and report each block (places.py), in ascending order. Raises
    OSError when the device has gone.
    """
    direct(descriptor)
    failed = 0
    with mmap.mmap(-1, PLACE) as memory, memoryview(memory)[:BLOCK] as buffer:
        try:
            found = probed(ProbedDevice(descriptor), buffer, SelfDescribing(number), start, end)
        except OSError as error:
            failed = error.errno or errno.EIO  # raised below, as in places.py
    if failed:
        raise OSError(failed, os.strerror(failed))
    report = LineReport()
    for took, piece in found:
        report.add(piece.offset, BLOCK, took, 0, (piece,))
    report.send()


def probed(
    drive: ProbedDevice, buffer: memoryview, blocks: SelfDescribing, start: int, end: int
) -> list[tuple[int, Piece]]:
    """What became of the blocks of a probe, in ascending order, each with the nanoseconds of its
    read; and by further blocks the end of a drive that drops what is behind it.

    They are written from the end to the start, so that of two places that are one the first keeps
    its block; `buffer` has room for one. Raises OSError when the device has gone.
    """
    markers = _Markers(drive, buffer, blocks)
    places = marked(start, end)
    for offset in reversed(places):
        markers.write(offset)
    drive.flush()
    for offset in reversed(places):
        markers.read(offset)
    markers.find_end(places[-1])
    return [found for _offset, found in sorted(markers.found.items())]


class _Markers:
    """Single blocks of a probe; `found` has what each gave back."""

    def __init__(self, drive: ProbedDevice, buffer: memoryview, blocks: SelfDescribing) -> None:
        self._drive = drive
        self._buffer = buffer
        self._blocks = blocks
        self.found: dict[int, tuple[int, Piece]] = {}

    def write(self, offset: int) -> None:
        """Raises OSError when the device has gone."""
        self._blocks.fill(self._buffer, offset)
        error = self._drive.write(self._buffer, offset)
        _heed(error)
        if error:
            self.found[offset] = 0, Piece(offset, BLOCK, BlockState.UNWRITABLE)
        else:
            self.found.pop(offset, None)

    def read(self, offset: int) -> None:
        """Raises OSError when the device has gone."""
        if offset in self.found:
            return  # it could not be written
        begun = time.monotonic_ns()
        error = self._drive.read(self._buffer, offset)
        took = time.monotonic_ns() - begun
        _heed(error)
        piece = Piece(offset, BLOCK, BlockState.UNREADABLE)
        if not error:
            (piece,) = self._blocks.check(self._buffer, offset)
        self.found[offset] = took, piece

    def _answer(self, offset: int) -> int:
        return self.found[offset][1].answer

    def _holds(self, offset: int, last: int) -> bool:
        """Whether a block is still right when the last one of all was written after it: a drive
        may keep what is written behind its end in one place.
        """
        before = self.found.get(last)
        for each in (offset, last):
            self.write(each)
        self._drive.flush()
        self.read(offset)
        if before is not None:
            self.found[last] = before  # that it is right now, just written, means nothing
        return self._answer(offset) == BlockState.RIGHT

    def find_end(self, last: int) -> None:
        """Where all is lost from one marker on: halve the way between it and the right one before
        it until they are neighbours.
        """
        places = sorted(self.found)
        first = next((at for at in places if self._answer(at) in _LOST), None)
        if first is None or not self._all_lost(places[places.index(first) :]):
            return
        good = [at for at in places if at < first and self._answer(at) == BlockState.RIGHT]
        while good and not self._holds(good[-1], last):
            first = good.pop()
        if not good:
            return
        low = good[-1]
        while first - low > BLOCK:
            middle = low + (first - low) // 2 // BLOCK * BLOCK
            if self._holds(middle, last):
                low = middle
            else:
                first = middle

    def _all_lost(self, places: Sequence[int]) -> bool:
        """Whether nothing of these is right, and no rule is in what is there: a drive that begins
        anew gives back blocks of many places.
        """
        answers = [self.found[at][1] for at in places]
        aliases = {each.found for each in answers if each.answer == BlockState.ALIAS}
        return len(aliases) <= 1 and all(each.answer in _LOST for each in answers)


def _heed(error: int) -> None:
    if error in GONE:
        raise OSError(error, os.strerror(error))
