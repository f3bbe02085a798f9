# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast each file operation is at each size of files and records, and where it is fastest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.comparison.file_sizes import grid_of
from driveproof.domain.figure import ROUGH, Grid, Text
from driveproof.domain.quantity import Bytes, Quantity, Rate, Seconds
from driveproof.domain.run.operation_map import ROUGH_SECONDS, OperationMap, maps_of
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say


def answer(run: Run) -> Answer:
    """The fastest write and the fastest read, and a grid for each file operation."""
    maps = maps_of(run.phases)
    grids = tuple(map(grid_of, maps))
    return Answer(tuple(_sentences(maps)), (*grids, *map(Text, _notes(run, grids))))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """A map of each operation."""
    found = maps_of(run.phases)
    return tuple(ChartOf(ChartKind.MAP, tuple(each.cells.values())) for each in found)


def _sentences(maps: Sequence[OperationMap]) -> Iterator[Say]:
    if (best := _best(maps, Direction.WRITE)) is not None:
        yield Say("Writes up to {rate} (records of {record}, file of {size}).", **best)
    if (best := _best(maps, Direction.READ)) is not None:
        yield Say("Reads up to {rate} (records of {record}, file of {size}).", **best)


def _best(maps: Sequence[OperationMap], direction: Direction) -> dict[str, Quantity] | None:
    """The values of the greatest bandwidth; None where nothing was measured."""
    found = max((one.best for one in maps if one.direction == direction and one.best), default=None)
    if found is None:
        return None
    rate, size, record = found
    return {
        "rate": Rate(rate),
        "record": Bytes(record, binary=True),
        "size": Bytes(size, binary=True),
    }


def _notes(run: Run, grids: Sequence[Grid]) -> Iterator[Say]:
    yield Say("Lines: file size. Columns: record size.")
    if any(len(phase.repeats) < 2 for phase in run.phases):
        yield Say("Not made for comparisons.")
    if any(grid.rough for grid in grids):
        yield Say(
            "{mark} measured for less than {seconds}.",
            mark=ROUGH,
            seconds=Seconds(ROUGH_SECONDS, precise=True),
        )
