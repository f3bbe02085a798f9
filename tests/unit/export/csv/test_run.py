# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables for spreadsheets: a row per repeat or sample, and nothing that is a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.builders.guided_runs import iops_at_latency_run
from tests.pseudo import spoken

from driveproof.domain.run.run import Limits, Run
from driveproof.domain.run.work import Data
from driveproof.export.csv.run import COLUMNS, SAMPLE_COLUMNS, members_csv, run_csv, samples_csv

MakeRun = Callable[..., Run]


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_one_row_for_each_repeat_and_direction(make_run: MakeRun) -> None:
    run = make_run()
    rows = read(run_csv(run))
    assert len(rows) == 8 * 2 + 3 * 2
    expected = [
        (phase.name, str(repeat.order), direction, result)
        for phase in run.phases
        for repeat in phase.repeats
        for direction, result in repeat.directions.items()
    ]
    for row, (name, order, direction, result) in zip(rows, expected, strict=True):
        assert (row["phase"], row["repeat"], row["direction"]) == (name, order, direction)
        assert float(row["bandwidth_bytes_per_second"]) == pytest.approx(result.bandwidth)
        assert float(row["latency_p99.9_seconds"]) == pytest.approx(result.latency.p999)
        assert int(row["bytes"]) == result.bytes
        assert row["model"] == "Samsung SSD 990 PRO 2TB"


def test_what_was_written_stands_in_the_row_of_a_write(make_run: MakeRun) -> None:
    run = make_run()
    phases = tuple(
        replace(p, work=replace(p.work, data=Data.SCRAMBLED), limits=Limits(buffered_by="btrfs"))
        for p in run.phases
    )
    rows = read(run_csv(replace(run, phases=phases)))
    for row, phase in zip(
        rows, (p for p in phases for r in p.repeats for _ in r.directions), strict=True
    ):
        assert row["data"] == ("" if phase.direction == "read" else "scrambled")
        assert row["buffered_by"] == "btrfs"


def test_a_search_has_its_cap_in_every_row(make_run: MakeRun) -> None:
    run = iops_at_latency_run(("p99", 0.02))
    rows = read(run_csv(run, make_run()))
    caps = [(row["cap_metric"], row["cap_seconds"]) for row in rows]
    searched = [row["run"] == run.id for row in rows]
    assert set(caps) == {("p99", "0.02"), ("", "")}
    assert [cap == ("p99", "0.02") for cap in caps] == searched


def test_a_table_is_the_same_in_every_language(make_run: MakeRun) -> None:
    work = replace(make_run().phases[0].work, data=Data.SCRAMBLED)
    run = make_run()
    run = replace(run, phases=tuple(replace(phase, work=work) for phase in run.phases))
    tables = (run_csv, samples_csv, members_csv)
    english = [table(run) for table in tables]
    assert "scrambled" in english[0]
    with spoken():
        assert [table(run) for table in tables] == english


def test_one_row_for_each_sample(make_run: MakeRun) -> None:
    run = make_run()
    rows = read(samples_csv(run))
    assert len(rows) == (8 * 2 + 3 * 2) * 6
    sample = run.phases[0].repeats[0].directions["read"].samples[0]
    assert float(rows[0]["time_seconds"]) == sample.time < 0
    assert float(rows[0]["iops"]) == pytest.approx(sample.iops)
    assert (rows[2]["temperature_celsius"], rows[0]["temperature_celsius"]) == ("", "40")


def test_a_run_without_numbers_is_a_heading(make_run: MakeRun) -> None:
    empty = make_run(phases=())
    assert run_csv(empty).rstrip("\r\n").split(",") == list(COLUMNS)
    assert samples_csv(empty).rstrip("\r\n").split(",") == list(SAMPLE_COLUMNS)


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r\n=1", "＝1", "\u202f=1"]
)
def test_foreign_text_is_no_formula(make_run: MakeRun, text: str) -> None:
    phases = (replace(make_run().phases[0], engine=text, name=text),)
    run = make_run(label=text, phases=phases, target={"model": text, "path": text})
    for row in (*read(run_csv(run)), *read(samples_csv(run))):
        for column in ("label", "model", "path", "engine", "phase"):
            shown = row.get(column, "").lstrip()
            assert shown[:1] not in set("=+-@＝")


def test_any_text_stays_in_its_cell(make_run: MakeRun) -> None:
    run = make_run(label='a,"b";\n\0\x1b\udcff', phases=make_run().phases[:1])
    rows = read(run_csv(run))
    assert [row["label"] for row in rows] == ['a,"b";\\n\\x00\\x1b\\udcff'] * 2
    run_csv(run).encode()
