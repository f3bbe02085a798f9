# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports a run from the window: as a report, a picture, a table, or to the clipboard."""

from __future__ import annotations

import re
from pathlib import Path

from driveproof.domain.expected import Expectation
from driveproof.domain.health.changes import Pair
from driveproof.domain.run.result import Kind, kind_of
from driveproof.domain.run.run import Run
from driveproof.export.csv.run import run_csv
from driveproof.export.gnuplot import gnuplot_text
from driveproof.export.json.run import run_json
from driveproof.export.text.forum_run import forum_text
from driveproof.export.text.run import run_table
from driveproof.ui.output.chart_export import SCALE, render_run, write_text
from driveproof.ui.output.export import EVERY_FILE, GNUPLOT, Export, Writer
from driveproof.ui.output.report_files import write_run
from driveproof.ui.output.run_page import RunPage
from driveproof.wording.catalogue import _
from driveproof.wording.dates import file_stamp


def suggested_name(run: Run) -> str:
    """A file name without a suffix, of plain letters."""
    profile = re.sub(r"[^a-z0-9]+", "-", run.profile.lower()).strip("-")[:40] or "run"
    return f"driveproof-{file_stamp(run.started)}-{profile}"


def write(
    run: Run,
    path: Path,
    kind: str,
    health: tuple[Pair, ...] = (),
    *,
    expected: tuple[Expectation, ...] = (),
    binary: bool = False,
    scale: int | None = None,
) -> None:
    """Write a run as one of the kinds of ui/output/export.py. Raises DriveproofError.

    `health` is that of its drives, before and after; `expected` is what its tests can be held
    against; `scale` is for PNG: pixels per unit.
    """
    if kind in ("html", "report"):
        form = "html" if kind == "html" else "pdf"
        write_run(run, path, form, health, binary=binary, expected=expected)
    elif kind == "csv":
        write_text(path, run_csv(run))
    elif kind == GNUPLOT:
        write_text(path, gnuplot_text(run, binary=binary))
    elif kind == "json":
        write_text(path, run_json(run, health, expected))
    elif kind == "text":
        text = run_table(run, binary=binary, details=True, health=health, expected=expected)
        write_text(path, f"{text}\n")
    else:
        render_run(run, path, kind, binary=binary, scale=scale or SCALE)


def run_export(
    run: Run,
    health: tuple[Pair, ...],
    expected: tuple[Expectation, ...] = (),
    *,
    binary: bool = False,
) -> Export:
    """The export of a run on screen, with the `health` of its drives before and after."""

    def writer(kind: str) -> Writer:
        return lambda path, scale: write(
            run, path, kind, health, expected=expected, binary=binary, scale=scale
        )

    maps = (GNUPLOT,) if kind_of(run) is Kind.SURFACE else ()
    return Export(
        title=_("Export the result"),
        name=suggested_name(run),
        writers={kind: writer(kind) for kind in (*EVERY_FILE, *maps)},
        page=lambda: RunPage(run, binary=binary),
        text=lambda: forum_text(run),
    )
