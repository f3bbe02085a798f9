# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks where a result shall go, and writes it there as what its name says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog

from driveproof.domain.errors import DriveproofError
from driveproof.domain.health_change import Pair
from driveproof.domain.run import Run
from driveproof.ui.settings import Settings

if TYPE_CHECKING:
    from driveproof.ui.pages.run_view import RunView

translate = QCoreApplication.translate

FORMATS = ("png", "svg", "pdf", "csv", "json")


def suggested_name(run: Run) -> str:
    """A file name without an ending, of plain letters: nothing foreign gets into it."""
    profile = re.sub(r"[^a-z0-9]+", "-", run.profile.lower()).strip("-")[:40] or "run"
    return f"driveproof-{run.started.astimezone():%Y%m%d-%H%M}-{profile}"


def write(
    run: Run,
    path: Path,
    file_format: str,
    *,
    binary: bool = False,
    health: tuple[Pair, ...] = (),
) -> None:
    """Write a run as png, svg, pdf, csv or json. Raises DriveproofError when it cannot.

    `health` is that of its drives, before and after; json has it.
    """
    from driveproof.ui.chart_export import render_run, write_text

    if file_format == "csv":
        from driveproof.export.run_csv import run_csv

        write_text(path, run_csv(run))
    elif file_format == "json":
        from driveproof.export.run_json import run_json

        write_text(path, run_json(run, health))
    else:
        render_run(run, path, file_format, binary=binary)


def ask_and_export(
    view: RunView,
    run: Run,
    settings: Settings | None,
    *,
    binary: bool = False,
    health: tuple[Pair, ...] = (),
) -> str | None:
    """Let the person choose name, place and kind; the path, None when nothing was written."""
    pictures = QStandardPaths.StandardLocation.DocumentsLocation
    folder = (settings.text("export/folder") if settings else "") or (
        QStandardPaths.writableLocation(pictures)
    )
    filters = {
        translate("RunView", "Picture (*.png)"): "png",
        translate("RunView", "Drawing (*.svg)"): "svg",
        translate("RunView", "Page (*.pdf)"): "pdf",
        translate("RunView", "Table (*.csv)"): "csv",
        translate("RunView", "Everything (*.json)"): "json",
    }
    start = str(Path(folder) / f"{suggested_name(run)}.png")
    name, chosen = QFileDialog.getSaveFileName(
        view, translate("RunView", "Export the result"), start, ";;".join(filters)
    )
    if not name:
        return None
    path = Path(name)
    file_format = path.suffix.lower().removeprefix(".")
    if file_format not in FORMATS:
        file_format = filters.get(chosen, "png")
        path = path.with_name(f"{path.name}.{file_format}")
    try:
        write(run, path, file_format, binary=binary, health=health)
    except (DriveproofError, OSError) as error:
        view.say(
            translate("RunView", "{0} was not written: {1}").format(path.name, error), bad=True
        )
        return None
    if settings:
        settings.keep("export/folder", str(path.parent))
    view.say(translate("RunView", "Written: {0}").format(path))
    return str(path)
