# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The maps of file operations as grids: of a run, and what two sides have in common."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.access import Direction
from driveproof.domain.figure import Column, Grid, Measure, Setting
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.file_sizes import OPERATION_TITLES
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.operation_map import OperationMap, is_rough, maps_of
from driveproof.domain.run.run import METRICS, PhaseResult, Run, pooled_phases
from driveproof.domain.say import Say


def grid_of(found: OperationMap) -> Grid:
    """The bandwidths of a file operation over record size and file size."""
    title: Say = OPERATION_TITLES[found.operation]
    if found.sync:
        title = Say("{operation} with O_SYNC", operation=title)
    places = [
        ((row, column), found.cells.get((size, record)))
        for row, size in enumerate(found.sizes)
        for column, record in enumerate(found.records)
    ]
    measures = [_measure(phase, found.direction) for _place, phase in places]
    width = len(found.records)
    return Grid(
        f"{found.operation}{' sync' if found.sync else ''}".replace(" ", "_"),
        title,
        _sizes("record_size", Say("Record size"), found.records),
        _sizes("file_size", Say("File size"), found.sizes),
        Column(MetricName.BANDWIDTH, Say("Bandwidth")),
        tuple(tuple(measures[row * width : (row + 1) * width]) for row in range(len(found.sizes))),
        found.direction,
        log=True,
        rough=frozenset(place for place, phase in places if phase is not None and is_rough(phase)),
    )


def _measure(phase: PhaseResult | None, direction: Direction) -> Measure | None:
    summary = phase.summary(direction, METRICS[MetricName.BANDWIDTH]) if phase else None
    return None if summary is None else Measure(MetricName.BANDWIDTH, summary)


def _sizes(key: str, title: Say, sizes: tuple[int, ...]) -> Setting:
    return Setting(key, title, tuple(Bytes(size, binary=True) for size in sizes))


def pairs_of(before: Iterable[Run], after: Iterable[Run]) -> tuple[tuple[Grid, Grid], ...]:
    """The maps that two sides have in common, at the sizes that both have; the repeats of the runs
    of a side count together.
    """
    ones, others = maps_of(pooled_phases(before)), maps_of(pooled_phases(after))
    found = []
    for one in ones:
        for other in others:
            sizes = set(one.sizes) & set(other.sizes)
            records = set(one.records) & set(other.records)
            if sizes and records and one.alike(other):
                both = (one.within(sizes, records), other.within(sizes, records))
                found.append((grid_of(both[0]), grid_of(both[1])))
    return tuple(found)
