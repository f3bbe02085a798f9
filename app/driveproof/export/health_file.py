# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health in a file: text, JSON, or the table of its values as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from driveproof.domain.answer import Answer
from driveproof.domain.health.answer import RatedHealth, health_answer
from driveproof.domain.health.saved_report import SavedReport
from driveproof.export.csv.answer import answer_csv
from driveproof.export.files import write_data
from driveproof.export.json import text_of
from driveproof.export.json.health import health_document, reports_document
from driveproof.export.text.health import health_report, health_reports


def write_health(path: Path, rated: RatedHealth, *, device: str | None = None) -> None:
    """Write it by the suffix (.json, .csv, else text), whole or not at all. Raises MachineError."""
    kind = path.suffix.lower().removeprefix(".")
    text = health_text(kind, rated, device=device)
    write_data(path, text)


def health_text(kind: str, rated: RatedHealth, *, device: str | None = None) -> str:
    """The file's content as "json", "csv" (the attributes, or else the values of another log), else
    as text.
    """
    match kind:
        case "json":
            text = text_of(health_document(rated, device=device))
        case "csv":
            answer = health_answer(rated)
            table = answer.known("attributes") or answer.known("values")
            text = answer_csv(Answer((), () if table is None else (table,)))
        case _:
            text = health_report(rated, device=device or "") + "\n"
    return text


def several_text(kind: str, reports: Sequence[SavedReport]) -> str:
    """The file's content for several reports as "json", else as text."""
    if kind == "json":
        return text_of(reports_document(reports))
    return health_reports(reports) + "\n"
