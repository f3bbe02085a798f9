# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the helper reports while it probes, fills and reads back a device, as areas."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from driveproof.domain.profile.phase import CHECK_BLOCK
from driveproof.domain.run.areas import AREA_BLOCK, Area, AreaState
from driveproof.engine.run.checked import CheckedAreas, slow_area
from driveproof.engine.run.read_check import NANO
from driveproof.helper.self_describing import BlockState, Piece

_PIECE_NUMBERS = len(Piece._fields)
_STATES = {
    BlockState.RIGHT: AreaState.RIGHT,
    BlockState.ALIAS: AreaState.ALIAS,
    BlockState.EMPTY: AreaState.EMPTY,
    BlockState.CHANGED: AreaState.CHANGED,
    BlockState.UNREADABLE: AreaState.UNREADABLE,
    BlockState.UNWRITABLE: AreaState.UNWRITABLE,
}


def area_of(piece: Piece) -> Area:
    """What became of blocks, as it is kept."""
    state = _STATES[BlockState(piece.answer)]
    found = piece.found if state is AreaState.ALIAS else None
    return Area(piece.offset, piece.bytes, state, piece.bytes, found, piece.found_bytes, piece.bits)


class Refused:
    """Places that could not be written, in ascending order: a drive that takes nothing from
    somewhere on has one, however large.
    """

    def __init__(self) -> None:
        self._begins: list[int] = []
        self._ends: list[int] = []

    def __len__(self) -> int:
        return len(self._begins)

    def add(self, offset: int, size: int) -> None:
        """The next one; it begins at or behind the end of the last."""
        if self._ends and self._ends[-1] == offset:
            self._ends[-1] = offset + size
        else:
            self._begins.append(offset)
            self._ends.append(offset + size)

    def within(self, begin: int, end: int) -> bool:
        """Whether any of them has bytes between these."""
        place = bisect_left(self._begins, end) - 1
        return place >= 0 and self._ends[place] > begin


class CapacityLines:
    """Keeps what the helper reports of the parts of one check."""

    def __init__(self) -> None:
        self.refused = Refused()
        self._slow: float | None = None
        """Seconds of the place that the next pieces are in, where it was slow."""

    def written(self, found: CheckedAreas, numbers: Sequence[int]) -> None:
        """A place that was filled."""
        offset, size, nanoseconds, error, *_rest = numbers
        if error:
            self.refused.add(offset, size)
            found.failed(size)
            found.mark(Area(offset, size, AreaState.UNWRITABLE, size))
        elif size < CHECK_BLOCK:
            found.failed(size)
        else:
            found.took(offset, size, nanoseconds * NANO)

    def read(self, found: CheckedAreas, numbers: Sequence[int]) -> None:
        """A place that was read back, or what was found in the last one."""
        if len(numbers) == _PIECE_NUMBERS:
            each = area_of(Piece(*numbers))
            self._mark(found, each if self._slow is None else slow_area(each, self._slow))
            return
        offset, size, nanoseconds, error, *pieces = numbers
        self._slow = None
        if error:
            found.failed(size)
            self._mark(found, Area(offset, size, AreaState.UNREADABLE, size))
            return
        if size < CHECK_BLOCK:
            found.failed(size)
        elif found.took(offset, size, nanoseconds * NANO):
            self._slow = nanoseconds * NANO
        if not any(pieces):
            right = Area(offset, size, AreaState.RIGHT, size)
            self._mark(found, right if self._slow is None else slow_area(right, self._slow))

    def probed(self, found: CheckedAreas, numbers: Sequence[int]) -> None:
        """A marker, or what became of it."""
        if len(numbers) == _PIECE_NUMBERS:
            found.mark(area_of(Piece(*numbers)))
            return
        offset, size, _nanoseconds, _error, *pieces = numbers
        found.failed(size)  # single blocks make no speed
        if not any(pieces):
            found.mark(Area(offset, size, AreaState.RIGHT, size))

    def _mark(self, found: CheckedAreas, each: Area) -> None:
        """An area; blocks in it that could not be written say so, whatever they hold."""
        right = each.state in (AreaState.RIGHT, AreaState.SLOW)
        if right or not self.refused.within(each.offset, each.end):
            found.mark(each)
            return
        for offset in range(each.offset, each.end, AREA_BLOCK):
            refused = self.refused.within(offset, offset + AREA_BLOCK)
            shift = each.shift
            found.mark(
                each._replace(
                    offset=offset,
                    bytes=AREA_BLOCK,
                    counted=AREA_BLOCK,
                    state=AreaState.UNWRITABLE if refused else each.state,
                    found=None if refused or shift is None else offset + shift,
                    found_bytes=0 if refused or shift is None else AREA_BLOCK,
                    bits=0,
                )
            )
