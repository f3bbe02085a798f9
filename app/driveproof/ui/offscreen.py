# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws charts and reports into files for the command line, without a display."""

from __future__ import annotations

import os
from pathlib import Path

from driveproof.composition.rendering import DrawnChecks, DrawnComparison
from driveproof.domain.check.check import Check
from driveproof.domain.diagnosis.diagnosis import Diagnosis
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.health.answer import RatedHealth
from driveproof.domain.health.changes import Pair
from driveproof.domain.run.run import Run
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
    write_health,
    write_run,
)


class OffscreenRenderer:
    """The composition's FileRenderer. It needs Qt's fonts but no display, whatever the desktop's
    settings.
    """

    def __init__(self) -> None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"

    def check(
        self, check: Check, expected: tuple[Expectation, ...], path: Path, file_format: str
    ) -> None:
        """Write the report of a check."""
        write_check(check, path, file_format, expected)

    def diagnosis(self, diagnosis: Diagnosis, path: Path, file_format: str) -> None:
        """Write what was found out about a slow drive."""
        write_diagnosis(diagnosis, path, file_format)

    def health(self, rated: RatedHealth, path: Path, *, device: str) -> None:
        """Write the report of a drive's health."""
        write_health(path, rated, device=device)

    def run_report(
        self,
        run: Run,
        path: Path,
        file_format: str,
        health: tuple[Pair, ...],
        *,
        binary: bool,
        expected: tuple[Expectation, ...] = (),
    ) -> None:
        """Write the report of a run."""
        write_run(run, path, file_format, health, binary=binary, expected=expected)

    def run_chart(
        self, run: Run, path: Path, file_format: str, *, binary: bool, scale: int | None
    ) -> None:
        """Write the charts of a run on one page."""
        render_run(run, path, file_format, binary=binary, scale=scale or SCALE)

    def comparison(self, drawn: DrawnComparison, path: Path, *, binary: bool) -> None:
        """Write a comparison in the format of the file's suffix."""
        write_comparison(_compared(drawn), path, ENDINGS[path.suffix.lower()], binary=binary)

    def check_comparison(self, drawn: DrawnChecks, path: Path, *, binary: bool) -> None:
        """Write the report of two checks."""
        write_checks(drawn.found, drawn.curves, path, binary=binary)

    def experiment(
        self,
        experiment: Experiment,
        drawn: DrawnComparison | None,
        path: Path,
        *,
        missing: str,
        binary: bool,
    ) -> None:
        """Write the report of an experiment."""
        compared = None if drawn is None else _compared(drawn)
        html = path.suffix.lower() == ".html"
        write_experiment(experiment, compared, path, html=html, missing=missing, binary=binary)


def _compared(drawn: DrawnComparison) -> ComparedRuns:
    return drawable(drawn.comparison, drawn.spans, drawn.curves)
