# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sustained write and rounds as text, CSV and report."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from tests.builders.long_runs import (
    example_rounds,
    example_sustained,
)

from driveproof.domain.run.run import CANCELLED
from driveproof.export.csv.run import run_csv
from driveproof.export.json import plain
from driveproof.export.json.run import run_document
from driveproof.export.report.document import Facts, Table
from driveproof.export.report.run import measurement
from driveproof.export.text.run import run_table
from driveproof.importers.own_json import read_own
from driveproof.wording.long_runs import long_facts
from driveproof.wording.run import headline


def test_the_text_of_a_sustained_write_names_cache_speeds_and_recovery() -> None:
    text = " ".join(run_table(example_sustained()).split())
    assert "30 s 4.5 GB, 23 %" in text


def test_what_was_not_measured_after_the_cache_is_said() -> None:
    run = example_sustained()
    facts = dict(long_facts(run))
    assert len(facts) > len(dict(long_facts(replace(run, phases=run.phases[:1]))))


def test_json_has_the_answers() -> None:
    found = plain(run_document(example_sustained()))["sustained"]
    assert found["fall"] == "cache" and found["collapsed"] is None
    assert found["cache"]["size"] == pytest.approx(20e9, rel=0.02)
    assert [one["pause"] for one in found["recoveries"]] == [30.0, 300.0]
    assert found["recoveries"][0]["share"] == pytest.approx(0.23, abs=0.02)
    assert len(found["stretches"]) == 2
    rounds = plain(run_document(example_rounds()))["steady_state"]
    assert rounds["reached"] == 10 and len(rounds["rounds"]) == 10
    assert rounds["rounds"][3]["range"] is None and rounds["rounds"][-1]["steady"]
    assert "sustained" not in plain(run_document(example_rounds()))
    read = read_own([json.loads(json.dumps(plain(run_document(example_sustained()))))])[0].made
    assert read.target.zones is None


def test_the_text_of_rounds_has_both_numbers_of_each_round() -> None:
    text = run_table(example_rounds())
    rows = [line.split() for line in text.splitlines()]
    assert ["10", "24", "200", "12", "%", "10", "%", "steady"] in rows
    assert "Steady at 25 020 IOPS, in rounds 6 to 10." in " ".join(text.split())


def test_a_cancelled_one_says_so() -> None:
    assert headline(replace(example_rounds(), status=CANCELLED)).startswith("Cancelled after")


def test_a_report_has_the_figures_and_the_parts() -> None:
    for run, rows in ((example_sustained(), 2), (example_rounds(), 10)):
        section = measurement(run)
        assert any(isinstance(block, Facts) for block in section.blocks)
        (table,) = [block for block in section.blocks if isinstance(block, Table)]
        assert len(table.rows) == rows


def test_csv_has_a_line_for_each_round() -> None:
    lines = run_csv(example_rounds()).splitlines()
    assert len(lines) == 1 + 1 + 10
