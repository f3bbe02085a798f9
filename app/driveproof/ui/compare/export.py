# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports a comparison from the window: as a report, a picture, a table, or to the clipboard."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.experiment.experiment import Experiment
from driveproof.engine.comparison.load import Compared
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.ui.compare.files import write, write_experiment
from driveproof.ui.compare.printed_comparison import ComparePaper
from driveproof.ui.output.export import EVERY_KIND
from driveproof.wording.catalogue import _
from driveproof.wording.dates import file_stamp


def suggested_name(compared: Compared) -> str:
    """A file name without a suffix: no foreign characters get into it."""
    last = max(run.started for side in compared.comparison.sides for run in side.runs)
    return f"driveproof-comparison-{file_stamp(last)}"


@dataclass(frozen=True)
class ComparisonExport:
    """A comparison on screen; the report of a finished `experiment` is the experiment's."""

    compared: Compared
    binary: bool = False
    experiment: Experiment | None = None

    kinds = EVERY_KIND
    lacking = ""

    @property
    def title(self) -> str:
        return _("Export the comparison")

    @property
    def name(self) -> str:
        return suggested_name(self.compared)

    def page(self) -> ComparePaper:
        return ComparePaper(self.compared, binary=self.binary)

    def text(self) -> str:
        return forum_comparison(self.compared.comparison)

    def write(self, path: Path, kind: str, scale: int | None) -> None:
        if self.experiment is not None and kind in ("html", "report"):
            html = kind == "html"
            write_experiment(self.experiment, self.compared, path, html=html, binary=self.binary)
        else:
            write(self.compared, path, kind, binary=self.binary, scale=scale)
