# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws charts and reports into files for the command line, without a display."""

from __future__ import annotations

import os
from pathlib import Path

from driveproof.composition.rendering import (
    CheckReport,
    ChecksReport,
    ComparisonFile,
    DiagnosisReport,
    Drawn,
    DriveTestReport,
    ExperimentReport,
    HealthReport,
    RunPicture,
    RunReport,
)
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.ui.charts.picture import SCALE
from driveproof.ui.compare.files import (
    ENDINGS,
    drawable,
    write_checks,
    write_comparison,
    write_experiment,
)
from driveproof.ui.output.files import (
    render_run,
    write_check,
    write_diagnosis,
    write_drive_test,
    write_health,
    write_run,
)


def draw(drawn: Drawn, path: Path, file_format: str = "", *, binary: bool = False) -> None:
    """Draw as the composition asks for it. It needs Qt's fonts but no display, whatever the
    desktop's settings.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    suffix = path.suffix.lower()
    kind = file_format or suffix.removeprefix(".")
    match drawn:
        case CheckReport(check, expected):
            write_check(check, path, file_format, expected)
        case DiagnosisReport(diagnosis):
            write_diagnosis(diagnosis, path, file_format)
        case DriveTestReport(test):
            write_drive_test(test, path, file_format)
        case HealthReport(rated, device):
            write_health(path, rated, file_format, device=device)
        case RunReport(run, health, expected):
            write_run(run, path, kind, health, binary=binary, expected=expected)
        case RunPicture(run, scale):
            render_run(run, path, kind, binary=binary, scale=scale or SCALE)
        case ComparisonFile():
            write_comparison(_compared(drawn), path, ENDINGS[suffix], binary=binary)
        case ChecksReport(found, curves):
            write_checks(found, curves, path, binary=binary)
        case ExperimentReport(experiment, comparison, missing):
            sides = None if comparison is None else _compared(comparison)
            html = kind == "html"
            write_experiment(experiment, sides, path, html=html, missing=missing, binary=binary)


def _compared(drawn: ComparisonFile) -> ComparedRuns:
    return drawable(drawn.comparison, drawn.spans, drawn.curves)
