# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs and comparisons as the faces show them, with their answers."""

from __future__ import annotations

from typing import Any

from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.margin import Margin
from driveproof.domain.document.comparison import CompareDocument
from driveproof.domain.run.run import Run
from driveproof.export.json import values_of
from driveproof.export.json.comparison import comparison_document
from driveproof.export.json.run import run_document, run_json
from driveproof.export.report.comparison import comparison_report
from driveproof.export.report.document import Report
from driveproof.export.report.run import run_report
from driveproof.export.text.comparison import comparison_table
from driveproof.export.text.run import run_table
from driveproof.methods import answer_of


def run_values(run: Run, *more: Any) -> Any:
    """Its JSON as values; `more` is its health and what its tests can be held against."""
    return values_of(run_document(run, answer_of(run), *more))


def json_of(run: Run, *more: Any) -> str:
    """The same as text."""
    return run_json(run, answer_of(run), *more)


def table_of(run: Run, **options: Any) -> str:
    """As the terminal shows it."""
    return run_table(run, answer_of(run), **options)


def report_of(run: Run, **options: Any) -> Report:
    """As a report shows it."""
    return run_report(run, answer_of(run), **options)


def compared_document(
    comparison: Comparison, *more: Any, margin: Margin | None = None
) -> CompareDocument:
    """The JSON of a comparison; `more` is the health of its drives."""
    answer = comparison_answer(comparison, margin=margin)
    return comparison_document(comparison, answer, *more, margin=margin)


def compared_values(comparison: Comparison, *more: Any, margin: Margin | None = None) -> Any:
    """The same as values."""
    return values_of(compared_document(comparison, *more, margin=margin))


def compared_table(comparison: Comparison, *more: Any, **options: Any) -> str:
    """The same as the terminal shows it."""
    return comparison_table(comparison, comparison_answer(comparison), *more, **options)


def compared_report(comparison: Comparison, *more: Any, **options: Any) -> Report:
    """The same as a report shows it."""
    return comparison_report(comparison, comparison_answer(comparison), *more, **options)
