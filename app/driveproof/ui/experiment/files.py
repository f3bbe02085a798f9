# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the report of a session, with or without a window."""

from __future__ import annotations

from pathlib import Path

import driveproof
from driveproof.domain.experiment.experiment import Experiment
from driveproof.export.report.experiment import session_report
from driveproof.ui.compare.files import report_of
from driveproof.ui.compare.load import Compared
from driveproof.ui.output.chart_export import application
from driveproof.ui.output.report_files import write_report


def write_session(
    experiment: Experiment,
    compared: Compared | None,
    path: Path,
    *,
    html: bool,
    missing: str = "",
    binary: bool = False,
) -> None:
    """Write the report as HTML or as PDF, whatever the name says.

    `compared` are its sides, None before its end or where a run is not there any more (`missing`
    says so). Raises MachineError.
    """
    _keep = application()
    comparison = None if compared is None else report_of(compared, binary=binary)
    report = session_report(experiment, comparison, missing=missing, version=driveproof.__version__)
    write_report(report, path, html=html)
