# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of file sizes as maps: for each file operation values by file and record size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from driveproof.domain.access import Cache, Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import METRICS, PhaseResult
from driveproof.domain.run.work import FileOperation

ROUGH_SECONDS = 0.05
"""A figure that was counted for less time than this is rough: fio counts in milliseconds, and one
late answer is a good part of it."""


@dataclass(frozen=True, slots=True)
class OperationMap:
    """A file operation at every pair of `sizes` and `records` (bytes, rising) that was measured."""

    operation: FileOperation
    sync: bool
    """Whether each write was on the drive before the next one began (O_SYNC)."""
    direction: Direction
    sizes: tuple[int, ...]
    records: tuple[int, ...]
    cells: Mapping[tuple[int, int], PhaseResult]
    """By (file size, record size)."""

    def bandwidth(self, size: int, record: int) -> float | None:
        """Median in bytes a second, None where nothing was measured."""
        phase = self.cells.get((size, record))
        summary = phase.summary(self.direction, METRICS[MetricName.BANDWIDTH]) if phase else None
        return summary.median if summary else None

    def within(self, sizes: Iterable[int], records: Iterable[int]) -> OperationMap:
        """The part of it at these sizes of files and records."""
        rows, columns = tuple(sorted(sizes)), tuple(sorted(records))
        cells = {at: one for at, one in self.cells.items() if at[0] in rows and at[1] in columns}
        return replace(self, sizes=rows, records=columns, cells=cells)

    def alike(self, other: OperationMap) -> bool:
        """Whether both did the same, past the page cache or through it."""
        cells = (*self.cells.values(), *other.cells.values())
        # Other programs and older runs say only whether they went past it.
        ways = {cell.cache or (Cache.DIRECT if cell.direct else None) for cell in cells}
        same = (self.operation, self.sync) == (other.operation, other.sync)
        return same and len(ways) == 1

    @property
    def best(self) -> tuple[float, int, int] | None:
        """The greatest bandwidth, with its file size and record size; None where there is none."""
        found = [
            (rate, size, record)
            for size, record in self.cells
            if (rate := self.bandwidth(size, record)) is not None
        ]
        return max(found, default=None)


def is_rough(phase: PhaseResult) -> bool:
    """Whether a repeat was counted for less than ROUGH_SECONDS; imports without a time are not."""
    return any(
        result.seconds is not None and result.seconds < ROUGH_SECONDS
        for repeat in phase.repeats
        for result in repeat.directions.values()
    )


def maps_of(phases: Iterable[PhaseResult]) -> tuple[OperationMap, ...]:
    """The maps of the tests that are file operations, in the order in which they were measured."""
    found: dict[tuple[FileOperation, bool], dict[tuple[int, int], PhaseResult]] = {}
    for phase in phases:
        if phase.work.of_file_sizes:
            key = phase.work.operation, bool(phase.work.sync)
            found.setdefault(key, {}).setdefault((phase.work.extent, phase.block_size), phase)
    return tuple(
        OperationMap(
            operation,
            sync,
            next(iter(cells.values())).direction,
            tuple(sorted({size for size, _record in cells})),
            tuple(sorted({record for _size, record in cells})),
            cells,
        )
        for (operation, sync), cells in found.items()
    )
