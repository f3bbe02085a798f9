# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports comparisons, of runs or of checks, from the window."""

from __future__ import annotations

from pathlib import Path

from driveproof.domain.experiment.experiment import Experiment
from driveproof.engine.check.compare import ComparedChecks
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.export.files import write_data
from driveproof.export.json import text_of
from driveproof.export.json.check_comparison import check_comparison_document
from driveproof.export.text.check_comparison import check_comparison_page
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.ui.compare.files import (
    picture_of,
    write_checks,
    write_comparison,
    write_experiment,
)
from driveproof.ui.output.export import Export, Writer
from driveproof.ui.output.files import EVERY_FILE, REPORTS, FileFormat
from driveproof.wording.catalogue import _
from driveproof.wording.dates import file_stamp


def suggested_name(compared: ComparedRuns) -> str:
    """A file name without a suffix: no foreign characters get into it."""
    last = max(run.started for side in compared.comparison.sides for run in side.runs)
    return f"driveproof-comparison-{file_stamp(last)}"


def comparison_export(
    compared: ComparedRuns, experiment: Experiment | None = None, *, binary: bool = False
) -> Export:
    """The export of a comparison; the report of a finished `experiment` is the experiment's."""

    def writer(kind: FileFormat) -> Writer:
        if experiment is not None and kind in REPORTS:
            return lambda path, _scale: write_experiment(
                experiment, compared, path, html=kind == FileFormat.HTML, binary=binary
            )
        return lambda path, scale: write_comparison(
            compared, path, kind, binary=binary, scale=scale
        )

    return Export(
        title=_("Export"),
        name=suggested_name(compared),
        writers={kind: writer(kind) for kind in EVERY_FILE},
        picture=lambda: picture_of(compared, binary=binary),
        text=lambda: forum_comparison(compared.comparison),
    )


def checks_export(compared: ComparedChecks, *, binary: bool = False) -> Export:
    """The export of a comparison of two checks."""
    found = compared.found
    stamps = (file_stamp(check.taken) for check in (found.before, found.after))

    def report(path: Path, _scale: int | None) -> None:
        write_checks(found, compared.curves, path, binary=binary)

    def data(path: Path, _scale: int | None) -> None:
        document = check_comparison_document(found)
        write_data(path, text_of(document))

    def text(path: Path, _scale: int | None) -> None:
        write_data(path, f"{check_comparison_page(found, binary=binary, details=True)}\n")

    return Export(
        title=_("Export"),
        name="-".join(("driveproof-checks", *stamps)),
        writers={
            **dict.fromkeys(REPORTS, report),
            FileFormat.JSON: data,
            FileFormat.TEXT: text,
        },
        lacking=_("Compare their measurements for charts."),
    )
