# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command line has drawn into files: reports and charts, as values.

Drawing needs Qt, so the program's entry point supplies the function that draws them, which imports
it when the first file is requested.
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
    from driveproof.domain.drive_test.drive_test import DriveTest
    from driveproof.domain.expected_speed import Expectation
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.health.answer import RatedHealth
    from driveproof.domain.health.changes import Pair
    from driveproof.domain.run.run import Run
    from driveproof.history.curves import Curves


@dataclass(frozen=True)
class CheckReport:
    """The report of a check; `expected` is what its tests can be held against."""

    check: Check
    expected: tuple[Expectation, ...]


@dataclass(frozen=True)
class DiagnosisReport:
    """What was found out about a slow drive."""

    diagnosis: Diagnosis


@dataclass(frozen=True)
class HealthReport:
    """The health of a drive, `device` where it is known."""

    rated: RatedHealth
    device: str = ""


@dataclass(frozen=True)
class RunReport:
    """A run with the health of its drives, before and after, and what its tests can be held
    against.
    """

    run: Run
    health: tuple[Pair, ...] = ()
    expected: tuple[Expectation, ...] = ()


@dataclass(frozen=True)
class RunPicture:
    """The charts of a run on one page, as "png", "svg" or "pdf". `scale` is for PNG: pixels per
    unit of the page, None for the default.
    """

    run: Run
    scale: int | None = None


@dataclass(frozen=True)
class ComparisonFile:
    """A comparison with the curves of its runs, by run id: a report (.html, .pdf), a picture (.png,
    .svg) or figures (.csv, .json).
    """

    comparison: Comparison
    spans: Sequence[HealthSpan]
    curves: Mapping[str, Curves]


@dataclass(frozen=True)
class ChecksReport:
    """Two checks compared, with the curves of their runs, by run id."""

    found: CheckComparison
    curves: Mapping[str, Curves]


@dataclass(frozen=True)
class ExperimentReport:
    """An experiment. `compared` is None before it has finished or when a run was deleted; `missing`
    then gives the reason.
    """

    experiment: Experiment
    compared: ComparisonFile | None
    missing: str = ""


@dataclass(frozen=True)
class DriveTestReport:
    """The test of a drive."""

    test: DriveTest


Drawn = (
    CheckReport
    | DiagnosisReport
    | HealthReport
    | RunReport
    | RunPicture
    | ComparisonFile
    | ChecksReport
    | ExperimentReport
    | DriveTestReport
)


class Draw(Protocol):
    """Writes a file completely or not at all."""

    def __call__(
        self, drawn: Drawn, path: Path, file_format: str = "", *, binary: bool = False
    ) -> None:
        """Write it in the format of the path's suffix where none is given; a report is "html" or
        "pdf"; `binary`: MiB, not MB. Raises MachineError.
        """


def cannot_draw(drawn: Drawn, path: Path, file_format: str = "", *, binary: bool = False) -> None:
    """What a program draws with that cannot. Raises MachineError."""
    raise MachineError("Charts cannot be drawn here.")
