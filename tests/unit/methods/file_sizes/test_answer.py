# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File sizes: the fastest of each direction, and a grid for each file operation."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.guided_runs import file_sizes_run

from driveproof.domain.access import Direction
from driveproof.domain.quantity import Bytes, Rate
from driveproof.domain.run.operation_map import ROUGH_SECONDS, maps_of
from driveproof.domain.run.run import Run
from driveproof.methods import answer_of
from driveproof.methods.file_sizes.answer import answer

RUN = file_sizes_run()
MAPS = maps_of(RUN.phases)


def brief(run: Run) -> Run:
    """The first cell counted for too short a time."""
    first = run.phases[0]
    (repeat,) = first.repeats
    found = repeat.directions["write"]
    short = replace(found, seconds=ROUGH_SECONDS / 2)
    first = replace(first, repeats=(replace(repeat, directions={"write": short}),))
    return replace(run, phases=(first, *run.phases[1:]))


def test_the_fastest_write_and_the_fastest_read() -> None:
    found = answer(RUN)
    assert found == answer_of(RUN)
    for said, way in zip(found.sentences, (Direction.WRITE, Direction.READ), strict=True):
        best = max(one.best for one in MAPS if one.direction == way and one.best)
        rate, size, record = best
        assert said.values == {
            "rate": Rate(rate),
            "record": Bytes(record, binary=True),
            "size": Bytes(size, binary=True),
        }


def test_a_grid_for_each_operation_has_the_figure_of_each_test() -> None:
    grids = answer(RUN).grids
    assert len({grid.key for grid in grids}) == len(grids) == len(MAPS)
    assert {grid.key for grid in grids if "sync" in grid.key} == {
        f"{name}_sync" for name in ("write", "rewrite", "random_write", "record_rewrite")
    }
    for grid, each in zip(grids, MAPS, strict=True):
        assert grid.direction == each.direction
        for record, size, cell, rough in grid.table.rows:
            assert isinstance(record, Bytes) and isinstance(size, Bytes)
            median = None if cell is None else cell.summary.median
            assert median == each.bandwidth(size.number, record.number)
            assert rough is False
    assert grids[0].cells[0][-1] is None  # a record that does not fit into the file


def test_single_repeats_and_rough_figures_are_noted() -> None:
    assert [len(answer(file_sizes_run(repeats)).notes) for repeats in (1, 3)] == [2, 1]
    found = answer(brief(RUN))
    assert len(found.notes) == 3
    assert found.grids[0].rough == {(0, 0)}
    assert not any(grid.rough for grid in found.grids[1:])


def test_what_was_measured_until_a_cancel() -> None:
    found = answer(replace(RUN, phases=RUN.phases[:3]))
    assert len(found.sentences) == len(found.grids) == 1
    assert len(found.grids[0].table.rows) == 3
    assert not answer(replace(RUN, phases=())).measured
