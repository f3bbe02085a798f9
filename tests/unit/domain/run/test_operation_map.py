# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File sizes as maps of its file operations, and as CSV; how two runs are judged."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from tests.builders.guided_runs import file_sizes_run

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.operation_map import maps_of
from driveproof.domain.run.result import ChartKind, charts_of
from driveproof.domain.run.run import METRICS, Run
from driveproof.domain.run.work import FileOperation
from driveproof.export.csv.run import run_csv

RUN = file_sizes_run()


def test_a_map_for_each_operation() -> None:
    maps = maps_of(RUN.phases)
    assert sum(len(found.cells) for found in maps) == len(RUN.phases)
    assert [found.operation for found in maps if not found.sync] == [
        one for one in FileOperation if one not in (FileOperation.NONE, FileOperation.ALL)
    ]
    assert {found.direction for found in maps if found.sync} == {"write"}
    assert [each.kind for each in charts_of(RUN)] == [ChartKind.MAP] * len(maps)


def test_its_figures_are_those_of_the_tests() -> None:
    for found in maps_of(RUN.phases):
        for (size, record), phase in found.cells.items():
            summary = phase.summary(phase.direction, METRICS["bandwidth"])
            assert summary is not None and found.bandwidth(size, record) == summary.median
        assert found.best is not None
        assert found.best[0] == max(found.bandwidth(*at) or 0.0 for at in found.cells)
    small, large = maps_of(RUN.phases)[0].sizes[0], maps_of(RUN.phases)[0].records[-1]
    assert large > small and maps_of(RUN.phases)[0].bandwidth(small, large) is None


def test_the_table_in_long_form() -> None:
    rows = list(csv.DictReader(io.StringIO(run_csv(RUN))))
    assert len(rows) == len(RUN.phases)
    for row, phase in zip(rows, RUN.phases, strict=True):
        assert row["operation"] == phase.work.operation
        assert int(row["file_size_bytes"]) == phase.work.extent
        assert row["synchronous"] == phase.work.sync
        assert float(row["bandwidth_bytes_per_second"]) == pytest.approx(
            phase.repeats[0].directions[phase.direction].bandwidth
        )


def sides(*runs: tuple[Run, ...]) -> list[Side]:
    return [Side(str(number), found) for number, found in enumerate(runs)]


def test_two_runs_are_judged_by_one_figure() -> None:
    before, after = replace(file_sizes_run(4), id="a"), replace(file_sizes_run(4, 1.2), id="b")
    found = compare_sides(sides((before,), (after,)))
    (mean,) = found.primary
    assert mean.name == f"geometric mean of {len(RUN.phases)}"
    assert mean.ratio == pytest.approx(1.2) and mean.verdict is Verdict.FASTER
    assert not found.unmatched
    same = compare_sides(sides((before,), (replace(file_sizes_run(4, 1.0), id="c"),)))
    assert same.primary[0].verdict is not Verdict.FASTER


def test_runs_of_one_label_make_the_four() -> None:
    before = tuple(replace(file_sizes_run(1, 1 + 0.01 * n), id=f"a{n}") for n in range(4))
    after = tuple(replace(file_sizes_run(1, 1.5 + 0.01 * n), id=f"b{n}") for n in range(4))
    (mean,) = compare_sides(sides(before, after)).primary
    assert mean.repeats == (4, 4) and mean.ratio == pytest.approx(1.5, rel=0.02)
    (few,) = compare_sides(sides(before[:1], after[:1])).primary
    assert few.verdict is Verdict.FEW


def test_the_mean_is_of_the_cells_that_both_have() -> None:
    half = replace(file_sizes_run(4, 2.0), id="b", phases=file_sizes_run(4, 2.0).phases[:50])
    found = compare_sides(sides((replace(file_sizes_run(4), id="a"),), (half,)))
    (mean,) = found.primary
    assert mean.name == "geometric mean of 50" and mean.ratio == pytest.approx(2.0)
    assert len(found.unmatched) == len(RUN.phases) - 50


@pytest.mark.deep
def test_a_few_disturbed_cells_do_not_disturb_the_mean() -> None:
    def disturbed(count: int) -> Run:
        run = replace(file_sizes_run(4, 1.3), id="b")
        phases = tuple(
            replace(
                phase,
                repeats=tuple(replace(one, disturbed=("background I/O",)) for one in phase.repeats),
            )
            if number < count
            else phase
            for number, phase in enumerate(run.phases)
        )
        return replace(run, phases=phases)

    base = replace(file_sizes_run(4), id="a")
    (few,) = compare_sides(sides((base,), (disturbed(5),))).primary
    (many,) = compare_sides(sides((base,), (disturbed(100),))).primary
    assert few.verdict is Verdict.FASTER and few.disturbed == (0, 0)
    assert many.disturbed == (0, 4) and many.verdict is not Verdict.FASTER
