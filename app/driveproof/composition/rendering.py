# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The interface of the renderer that writes charts and reports for the command line.

Drawing needs Qt, so the program's entry point supplies the renderer and imports it when the first
file is requested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from driveproof.domain.errors import MachineError

if TYPE_CHECKING:
    from driveproof.domain.check.between import CheckComparison
    from driveproof.domain.check.check import Check
    from driveproof.domain.comparison.comparison import Comparison
    from driveproof.domain.comparison.health_over_runs import HealthSpan
    from driveproof.domain.diagnosis.diagnosis import Diagnosis
    from driveproof.domain.expected_speed import Expectation
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.health.answer import RatedHealth
    from driveproof.domain.health.changes import Pair
    from driveproof.domain.run.run import Run
    from driveproof.history.curves import Curves


@dataclass(frozen=True)
class DrawnComparison:
    """A comparison with the curves of its runs, by run id."""

    comparison: Comparison
    spans: Sequence[HealthSpan]
    curves: Mapping[str, Curves]


@dataclass(frozen=True)
class DrawnChecks:
    """Two checks compared, with the curves of their runs, by run id."""

    found: CheckComparison
    curves: Mapping[str, Curves]


class FileRenderer(Protocol):
    """Writes each file completely or not at all. Every method may raise MachineError."""

    def check(
        self, check: Check, expected: tuple[Expectation, ...], path: Path, file_format: str
    ) -> None:
        """Write the report of a check, with what its tests can be held against; `file_format` is
        "html" or "pdf".
        """

    def diagnosis(self, diagnosis: Diagnosis, path: Path, file_format: str) -> None:
        """Write what was found out about a slow drive; `file_format` is "html" or "pdf"."""

    def health(self, rated: RatedHealth, path: Path, *, device: str) -> None:
        """Write the report of a drive's health as HTML or PDF, by the file's suffix."""

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
        """Write the report of a run; `file_format` is "html" or "pdf"; `binary`: MiB, not MB;
        `expected` is what its tests can be held against.
        """

    def run_chart(
        self, run: Run, path: Path, file_format: str, *, binary: bool, scale: int | None
    ) -> None:
        """Write the charts of a run on one page; `file_format` is "png", "svg" or "pdf".

        `scale` is for PNG: pixels per unit of the page, None for the default.
        """

    def comparison(self, drawn: DrawnComparison, path: Path, *, binary: bool) -> None:
        """Write a report (.html, .pdf), a picture (.png, .svg) or figures (.csv, .json)."""

    def check_comparison(self, drawn: DrawnChecks, path: Path, *, binary: bool) -> None:
        """Write the report of two checks as HTML or PDF, by the file's suffix."""

    def experiment(
        self,
        experiment: Experiment,
        drawn: DrawnComparison | None,
        path: Path,
        *,
        missing: str,
        binary: bool,
    ) -> None:
        """Write the report of an experiment as HTML or PDF, by the file's suffix.

        `drawn` is None before the experiment has finished or when a run was deleted; `missing` then
        gives the reason.
        """


def no_renderer() -> FileRenderer:
    """The renderer of a program without one. Raises MachineError."""
    raise MachineError("Charts cannot be drawn here.")
