# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface as maps of its file operations, and as text, CSV and a report."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from tests.unit.domain.guided_runs import surface_run

from driveproof.domain.run.operation_map import ROUGH_SECONDS, is_rough, maps_of
from driveproof.domain.run.result import ChartKind, Kind, charts_of, kind_of
from driveproof.domain.run.run import METRICS, Run
from driveproof.domain.run.work import FileOperation
from driveproof.export.csv.run import run_csv
from driveproof.export.report.run import run_report
from driveproof.export.text.run import run_table
from driveproof.wording.run import circumstances, headline

RUN = surface_run()


def brief(run: Run) -> Run:
    """The first cell counted for too short a time."""
    first = run.phases[0]
    (repeat,) = first.repeats
    found = repeat.directions["write"]
    short = replace(found, seconds=ROUGH_SECONDS / 2)
    first = replace(first, repeats=(replace(repeat, directions={"write": short}),))
    return replace(run, phases=(first, *run.phases[1:]))


def test_a_map_for_each_operation() -> None:
    maps = maps_of(RUN.phases)
    assert kind_of(RUN) is Kind.SURFACE
    assert sum(len(found.cells) for found in maps) == len(RUN.phases)
    assert [found.operation for found in maps if not found.sync] == [
        operation for operation in FileOperation if operation
    ]
    assert {found.direction for found in maps if found.sync} == {"write"}
    assert [each.kind for each in charts_of(RUN)] == [ChartKind.MAP] * len(maps)


def test_its_figures_are_those_of_the_tests() -> None:
    for found in maps_of(RUN.phases):
        for (size, record), phase in found.cells.items():
            summary = phase.summary(phase.direction, METRICS["bandwidth"])
            assert summary is not None and found.bandwidth(size, record) == summary.median
            row, column = found.sizes.index(size), found.records.index(record)
            assert found.rows[row][column] == summary.median
        assert found.best is not None
        assert found.best[0] == max(rate for row in found.rows for rate in row if rate is not None)
    small, large = maps_of(RUN.phases)[0].sizes[0], maps_of(RUN.phases)[0].records[-1]
    assert large > small and maps_of(RUN.phases)[0].bandwidth(small, large) is None


def test_a_figure_of_a_moment_is_rough() -> None:
    short = brief(RUN)
    assert is_rough(short.phases[0]) and not any(map(is_rough, RUN.phases))
    found, *_others = maps_of(short.phases)
    assert found.rough(found.sizes[0], found.records[0])
    assert "~" in run_table(short) and "~" not in run_table(RUN)


def test_the_text_has_a_grid_for_each_operation() -> None:
    lines = run_table(RUN).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Rewrite, MB/s"))
    found = next(one for one in maps_of(RUN.phases) if one.operation is FileOperation.REWRITE)
    assert len(lines[at].split("  ")) > len(found.records)
    assert [line.split()[:2] for line in lines[at + 1 : at + 1 + len(found.sizes)]] == [
        [str(size // 2**20 % 1024 or 1), "MiB" if size < 2**30 else "GiB"] for size in found.sizes
    ]
    assert any("One repeat, no claim" in line for line in lines)
    assert "no claim" in circumstances(RUN) and "Reads up to" in headline(RUN)
    assert "no claim" not in circumstances(surface_run(4))


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


def test_the_report_has_a_table_for_each_map() -> None:
    report = run_report(RUN, headline(RUN))
    (section, *_others) = report.sections
    tables = [block for block in section.blocks if hasattr(block, "columns")]
    assert len(tables) == len(maps_of(RUN.phases))
