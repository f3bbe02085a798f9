# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sustained write and rounds as text, CSV and report."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.domain.long_runs import example_rounds, example_sustained

from driveproof.domain.run.run import CANCELLED
from driveproof.export.csv.run import run_csv
from driveproof.export.report.document import Facts, Table
from driveproof.export.report.run import measurement
from driveproof.export.text.run import run_table
from driveproof.wording.run import headline


def test_the_text_of_a_sustained_write_names_cache_speeds_and_recovery() -> None:
    text = " ".join(run_table(example_sustained()).split())
    assert "The write cache takes 20.0 GB: 1 000 MB/s within it, 181 MB/s after it." in text
    assert "After a pause of 30 s 4.5 GB, 23 % of it" in text
    assert "From To Duration Speed" in text


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
