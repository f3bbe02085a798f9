# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check found at each place of a drive: areas, their totals, and the capacity they prove."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from driveproof.domain.say import Say

OWN_ENGINE = "driveproof"
"""`PhaseResult.engine` of what we write and read ourselves."""
PROBE = "probe"
"""The variant of a test that writes and reads single blocks all over a device."""
PROBE_TEST = f"{PROBE} write"
"""Its name in results."""
AREA_BLOCK = 4096
"""Bytes of the smallest thing that is told apart."""
MOST_AREAS = 10_000
"""A drive with more faults than this is shown more coarsely, and counted as exactly."""
LEAST_PERIOD = 2**20
"""Bytes after which a fake drive begins anew at least: a smaller common divisor is chance."""


class AreaState(StrEnum):
    """What a place answered. JSON and histories have these words."""

    RIGHT = "right"
    """What was written there; for a check that only reads, data at the usual speed."""
    SLOW = "slow"
    """Read, but much later than its surroundings."""
    ALIAS = "another position"
    """What was written at another place later: the drive uses one cell for both."""
    EMPTY = "empty"
    """Only zeros or only ones, although data was written: the drive dropped it."""
    CHANGED = "changed"
    """Data in which bits are not as they were written."""
    UNREADABLE = "unreadable"
    """The drive answered with an error."""
    UNWRITABLE = "unwritable"
    """The drive refused the write."""


STATE_TITLES = {
    AreaState.RIGHT: Say("Good"),
    AreaState.SLOW: Say("Slow"),
    AreaState.ALIAS: Say("Data of another position"),
    AreaState.EMPTY: Say("Empty"),
    AreaState.CHANGED: Say("Changed data"),
    AreaState.UNREADABLE: Say("Unreadable"),
    AreaState.UNWRITABLE: Say("Unwritable"),
}
"""What people read."""
FAULTY_STATES = frozenset(AreaState) - {AreaState.RIGHT, AreaState.SLOW}
"""States in which data is lost."""
LOST = (AreaState.ALIAS, AreaState.EMPTY, AreaState.CHANGED)
"""The drive said that all was well, and it was not."""
_WORST = (
    AreaState.UNREADABLE,
    AreaState.UNWRITABLE,
    AreaState.ALIAS,
    AreaState.EMPTY,
    AreaState.CHANGED,
    AreaState.SLOW,
    AreaState.RIGHT,
)
"""For one colour for many places: the first of these that is among them."""


class Area(NamedTuple):
    """Consecutive bytes from `offset` on that answered alike.

    `counted` are those of them in this state; the others, if any, are right: a drive with very many
    faults is kept more coarsely. `found` is the place whose data were at the first byte, and
    `found_bytes` the length of what was found there: BLOCK where every block had the same.
    `bits` are the changed ones, `seconds` how long the slowest read in it took (0: not told).
    """

    offset: int
    bytes: int
    state: AreaState
    counted: int = 0
    found: int | None = None
    found_bytes: int = 0
    bits: int = 0
    seconds: float = 0.0

    @property
    def end(self) -> int:
        """The first byte behind it."""
        return self.offset + self.bytes

    @property
    def shift(self) -> int | None:
        """How far away the data were that it had; None unless it is a whole alias."""
        if self.found is None or self.found_bytes != self.bytes or self.counted != self.bytes:
            return None
        return self.found - self.offset


def area(offset: int, size: int, state: AreaState, *, bits: int = 0, seconds: float = 0.0) -> Area:
    """An area that is in one state as a whole."""
    return Area(offset, size, state, size, bits=bits, seconds=seconds)


class Areas:
    """Areas in the order of their places, neighbours of one kind joined; grows at its end."""

    def __init__(self, found: Iterable[Area] = (), most: int = MOST_AREAS) -> None:
        self._found: list[Area] = []
        self._most = most
        for each in found:
            self.add(each)

    def __len__(self) -> int:
        return len(self._found)

    def add(self, more: Area) -> None:
        """The next one; it begins at or behind the end of the last."""
        if self._found:
            joined = _joined(self._found[-1], more)
            if joined is None and len(self._found) >= self._most:
                joined = _coarse(self._found[-1], more)
            if joined is not None:
                self._found[-1] = joined
                return
        self._found.append(more)

    @property
    def rows(self) -> tuple[Area, ...]:
        """All so far."""
        return tuple(self._found)


def _joined(one: Area, two: Area) -> Area | None:
    """Both as one area, None where they are not alike or not neighbours."""
    if one.state is not two.state or one.end != two.offset:
        return None
    if one.counted != one.bytes or two.counted != two.bytes:
        return None
    whole = one._replace(
        bytes=one.bytes + two.bytes,
        counted=one.counted + two.counted,
        bits=one.bits + two.bits,
        seconds=max(one.seconds, two.seconds),
    )
    if one.state is not AreaState.ALIAS:
        return whole
    if one.shift is not None and one.shift == two.shift:
        return whole._replace(found_bytes=whole.bytes)
    if one.found == two.found and one.found_bytes == two.found_bytes == AREA_BLOCK:
        return whole
    return None


def _coarse(one: Area, two: Area) -> Area:
    """Both as one area with the worse state, whose bytes alone are counted."""
    state = min(one.state, two.state, key=_WORST.index)
    # Two kinds of faults become one: what counts is that the place is bad.
    counted = sum(each.counted for each in (one, two) if each.state is not AreaState.RIGHT)
    if state is AreaState.RIGHT:
        counted = one.counted + two.counted
    return one._replace(
        bytes=two.end - one.offset,
        state=state,
        counted=counted,
        found=one.found if one.found is not None else two.found,
        found_bytes=0,
        bits=one.bits + two.bits,
        seconds=max(one.seconds, two.seconds),
    )


def bytes_by_state(areas: Iterable[Area]) -> Mapping[AreaState, int]:
    """Bytes in each state that occurs."""
    found: dict[AreaState, int] = {}
    for each in areas:
        for state, count in ((each.state, each.counted), (AreaState.RIGHT, _rest(each))):
            if count:
                found[state] = found.get(state, 0) + count
    return found


def _rest(each: Area) -> int:
    return 0 if each.state is AreaState.RIGHT else each.bytes - each.counted


def faulty_areas(areas: Iterable[Area]) -> tuple[Area, ...]:
    """Those in which data is lost."""
    return tuple(each for each in areas if each.state in FAULTY_STATES)


class MapCell(NamedTuple):
    """An equal part of a map: its worst state, None where nothing was checked, and its faults."""

    state: AreaState | None
    share: float
    """What part of the checked bytes in it is in that state, 0 to 1."""


def map_cells(areas: Sequence[Area], size: int, count: int) -> tuple[MapCell, ...]:
    """`size` bytes from offset 0 as `count` cells.

    A single bad block decides the state of its cell, so that it cannot disappear in a large one.
    """
    checked = [0] * count
    held: list[dict[AreaState, int]] = [{} for _each in range(count)]
    for each in areas:
        first = each.offset * count // size
        last = min(count - 1, (each.end - 1) * count // size)
        dense = each.counted / each.bytes if each.bytes else 0.0
        for number in range(first, last + 1):
            begin, end = number * size // count, (number + 1) * size // count
            inside = min(each.end, end) - max(each.offset, begin)
            checked[number] += inside
            cell = held[number]
            cell[each.state] = cell.get(each.state, 0) + round(inside * dense)
    return tuple(_cell(cell, amount) for cell, amount in zip(held, checked, strict=True))


def _cell(held: Mapping[AreaState, int], checked: int) -> MapCell:
    if not checked:
        return MapCell(None, 0.0)
    state = next(state for state in _WORST if state in held)
    return MapCell(state, min(1.0, held[state] / checked))


class CapacityVerdict(StrEnum):
    """What reading back proved."""

    WHOLE = "whole"
    """Everything that was checked came back as it was written."""
    WRAPS = "wraps"
    """The drive begins anew after its true capacity: what is written beyond overwrites."""
    ENDS = "ends"
    """Nothing is kept beyond its true capacity."""
    DAMAGED = "damaged"
    """Some places are bad, and no rule is in it."""
    NOTHING = "nothing"
    """Nothing was read back."""


@dataclass(frozen=True, slots=True)
class CapacityResult:
    """The answer of a check of capacity; sizes in bytes.

    `checked` were read back, `right` of them were as written. `true` is what the drive really has,
    None unless it wraps or ends; with `true_to`, it is somewhere from `true` to there.
    """

    verdict: CapacityVerdict
    checked: int
    right: int
    true: int | None = None
    true_to: int | None = None

    @property
    def lost(self) -> int:
        """Bytes that were not as written."""
        return self.checked - self.right


_KEPT_BEHIND = 0.02
"""Right blocks behind the end of a drive, as a share: the last block written is always there."""
_LEAST_END = 0.01
"""A drive ends where this share of what was checked, at its end, is lost."""


def capacity_of(areas: Sequence[Area]) -> CapacityResult:
    """What areas read back prove about the drive.

    A fake that wraps around returns, at one place, data of another: the distances of all such pairs
    are multiples of its true capacity, so their greatest common divisor is it. One that drops
    returns nothing, or one and the same block, from its true capacity on.
    """
    count = bytes_by_state(areas)
    checked, right = sum(count.values()), count.get(AreaState.RIGHT, 0)
    right += count.get(AreaState.SLOW, 0)
    if not checked:
        return CapacityResult(CapacityVerdict.NOTHING, 0, 0)
    if right == checked:
        return CapacityResult(CapacityVerdict.WHOLE, checked, right)
    shifts = [abs(each.shift) for each in areas if each.shift]
    period = math.gcd(*shifts) if shifts else 0
    if period >= LEAST_PERIOD:
        return CapacityResult(CapacityVerdict.WRAPS, checked, right, period)
    return _ending(areas, checked, right)


def _ending(areas: Sequence[Area], checked: int, right: int) -> CapacityResult:
    """Whether all is lost from one place on."""
    bad = kept = 0
    for index in range(len(areas) - 1, -1, -1):
        each = areas[index]
        good = _rest(each) if each.state in FAULTY_STATES else each.counted
        bad, kept = bad + each.bytes - good, kept + good
        if kept > _KEPT_BEHIND * (bad + kept) and kept > AREA_BLOCK:
            break
        before = areas[index - 1] if index else None
        if each.state in LOST and bad >= _LEAST_END * checked and _is_right(before):
            begin = before.end if before else 0
            apart = each.offset if each.offset > begin else None
            return CapacityResult(CapacityVerdict.ENDS, checked, right, begin, apart)
    return CapacityResult(CapacityVerdict.DAMAGED, checked, right)


def _is_right(each: Area | None) -> bool:
    return each is None or each.state not in FAULTY_STATES


SLOW_SECONDS = 0.2
"""A read is slow from here on; a hard disk that has to read a track again takes some 10 ms more."""
SLOW_TIMES = 8
"""And this many times longer than usual: a card reader takes its time for every block."""


def is_slow(seconds: float, usual: float | None) -> bool:
    """Whether one read took much longer than the reads around it; `usual` is their median."""
    return seconds >= SLOW_SECONDS and (usual is None or seconds >= SLOW_TIMES * usual)
