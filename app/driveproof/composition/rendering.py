# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts and reports as files: what the command line asks of whoever can draw them.

Drawing needs Qt, so the program's entry point hands in a renderer, and imports it when the first
file is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from driveproof.domain.errors import MachineError

if TYPE_CHECKING:
    from driveproof.domain.check.check import Check
    from driveproof.domain.comparison.comparison import Comparison
    from driveproof.domain.comparison.health_over_runs import Span
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.health.changes import Pair
    from driveproof.domain.run.run import Run
    from driveproof.history.curves import Curves


@dataclass(frozen=True)
class DrawnComparison:
    """A comparison with what can be drawn of its runs: `curves` by the ids of the runs."""

    comparison: Comparison
    spans: Sequence[Span]
    curves: Mapping[str, Curves]


class FileRenderer(Protocol):
    """Writes each file whole or not at all. Every method raises MachineError when it cannot."""

    def check(self, check: Check, path: Path) -> None:
        """The report of a check, HTML or PDF as the ending says."""

    def run_report(
        self, run: Run, path: Path, file_format: str, health: tuple[Pair, ...], *, binary: bool
    ) -> None:
        """The report of a run; `file_format` is "html" or "pdf", `binary` counts in MiB."""

    def run_chart(
        self, run: Run, path: Path, file_format: str, *, binary: bool, scale: int | None
    ) -> None:
        """The charts of a run on one page; `file_format` is "png", "svg" or "pdf".

        `scale` is for png: pixels for each unit of the page, None for the usual number.
        """

    def comparison(self, drawn: DrawnComparison, path: Path, *, binary: bool) -> None:
        """A comparison: a report (.html, .pdf), a picture (.png, .svg) or figures (.csv, .json)."""

    def experiment(
        self,
        experiment: Experiment,
        drawn: DrawnComparison | None,
        path: Path,
        *,
        missing: str,
        binary: bool,
    ) -> None:
        """The report of an experiment, HTML or PDF as the ending says.

        `drawn` is None before its end, or where a run was deleted: `missing` says so then.
        """


def no_renderer() -> FileRenderer:
    """For a program that was put together without one. Raises MachineError."""
    raise MachineError("Charts and reports cannot be drawn here.")
