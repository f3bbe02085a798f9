# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a report as an HTML file or as a PDF, with or without a window."""

from __future__ import annotations

import re
from pathlib import Path

import driveproof
from driveproof.domain.check.check import Check
from driveproof.domain.diagnosis.diagnosis import Diagnosis
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.health.changes import Pair
from driveproof.domain.health.report import Health
from driveproof.domain.health.trends import UNTRACED, Trends
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.domain.run.run import Run
from driveproof.export.files import write_data, write_whole
from driveproof.export.report.check import check_report
from driveproof.export.report.diagnosis import diagnosis_report
from driveproof.export.report.document import Report
from driveproof.export.report.health import health_report_document
from driveproof.export.report.run import run_report
from driveproof.methods import answer_of, measured_answer
from driveproof.ui.output.chart_export import application
from driveproof.ui.output.report_charts import run_drawings
from driveproof.ui.output.report_pdf import write_pdf
from driveproof.wording.dates import file_stamp


def write_check(
    check: Check, path: Path, file_format: str = "", expected: tuple[Expectation, ...] = ()
) -> None:
    """Write it as "html" or "pdf", without either in the format of the suffix; an existing file is
    replaced only on success. `expected` is what the tests of its measurement can be held against.

    Raises UsageError for another suffix, MachineError when it cannot be written.
    """
    html = file_format == "html" if file_format else _is_html(path)
    _keep = application()
    drawings = run_drawings(check.run) if check.run else ()
    report = check_report(
        check, measured_answer(check), drawings, expected, version=driveproof.__version__
    )
    write_report(report, path, html=html)


def write_diagnosis(diagnosis: Diagnosis, path: Path, file_format: str = "") -> None:
    """Write what was found out about a slow drive as "html" or "pdf", without either by the suffix.

    Raises UsageError for another suffix, MachineError.
    """
    html = file_format == "html" if file_format else _is_html(path)
    _keep = application()
    check = diagnosis.evidence.check
    drawings = run_drawings(check.run) if check.run else ()
    answer = measured_answer(check)
    report = diagnosis_report(diagnosis, answer, drawings, version=driveproof.__version__)
    write_report(report, path, html=html)


def write_health(
    path: Path,
    health: Health,
    verdict: HealthVerdict,
    file_format: str = "",
    *,
    device: str = "",
    link: str = "",
    trends: Trends = UNTRACED,
) -> None:
    """Write the report of a drive's health as "html" or "pdf", without either by the suffix.

    Raises UsageError for another suffix, MachineError.
    """
    html = file_format == "html" if file_format else _is_html(path)
    _keep = application()
    report = health_report_document(
        health,
        verdict,
        device=device,
        link=link,
        trends=trends,
        version=driveproof.__version__,
    )
    write_report(report, path, html=html)


def write_run(
    run: Run,
    path: Path,
    file_format: str,
    health: tuple[Pair, ...] = (),
    *,
    binary: bool = False,
    expected: tuple[Expectation, ...] = (),
) -> None:
    """Write the report of a run as "html" or "pdf", whatever the file's suffix.

    `health` is that of its drives, before and after, `expected` what its tests can be held
    against. Raises MachineError.
    """
    _keep = application()
    report = run_report(
        run,
        answer_of(run),
        drawings=run_drawings(run, binary=binary),
        health=health,
        expected=expected,
        binary=binary,
        version=driveproof.__version__,
    )
    write_report(report, path, html=file_format == "html")


def _is_html(path: Path) -> bool:
    ending = path.suffix.lower()
    if ending not in {".html", ".pdf"}:
        raise UsageError(
            "The report format must be .html or .pdf, not {name}.",
            name=path.name,
            advice=Advice("Choose another name."),
        )
    return ending == ".html"


def write_report(report: Report, path: Path, *, html: bool) -> None:
    """Write it as HTML or PDF, whatever the file's suffix. Raises MachineError."""
    if html:
        from driveproof.export.report.html import render_html  # noqa: PLC0415 - jinja2

        write_data(path, render_html(report))
        return

    def write(part: Path) -> None:
        write_pdf(report, part)

    write_whole(path, write)


def suggested_name(check: Check) -> str:
    """A file name without a suffix, of plain letters: no foreign characters get into it."""
    return _name("check", check)


def diagnosis_name(diagnosis: Diagnosis) -> str:
    """The same of what was found out about a slow drive."""
    return _name("diagnosis", diagnosis.evidence.check)


def _name(kind: str, check: Check) -> str:
    model = check.device.model if check.device else ""
    drive = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:40] or "drive"
    return f"driveproof-{kind}-{file_stamp(check.taken)}-{drive}"
