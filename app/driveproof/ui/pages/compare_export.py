# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks where a comparison shall go, and writes it there as what its name says."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog

from driveproof.domain.errors import DriveproofError
from driveproof.ui.pages.compare_load import Compared
from driveproof.ui.settings import Settings

if TYPE_CHECKING:
    from driveproof.ui.pages.compare import ComparePage

translate = QCoreApplication.translate

FORMATS = ("png", "svg", "pdf", "csv", "json")


def suggested_name(compared: Compared) -> str:
    """A file name without an ending: nothing foreign gets into it."""
    last = max(run.started for side in compared.comparison.sides for run in side.runs)
    return f"driveproof-comparison-{last.astimezone():%Y%m%d-%H%M}"


def write(compared: Compared, path: Path, file_format: str, *, binary: bool = False) -> None:
    """Write a comparison as png, svg, pdf, csv or json. Raises DriveproofError when it cannot."""
    from driveproof.ui.chart_export import render_page, write_text

    if file_format == "csv":
        from driveproof.ui.pages.compare_words import whole_table

        table = whole_table(compared.comparison, binary=binary)
        text = io.StringIO()
        csv.writer(text).writerows([table.columns, *table.rows])
        write_text(path, text.getvalue())
    elif file_format == "json":
        from driveproof.export.compare_json import comparison_document

        document = comparison_document(compared.comparison, compared.spans)
        write_text(path, json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    else:
        from driveproof.ui.compare_paper import ComparePaper

        render_page(ComparePaper(compared, binary=binary), path, file_format)


def ask_and_export(
    page: ComparePage, compared: Compared, settings: Settings, *, binary: bool = False
) -> str | None:
    """Let the person choose name, place and kind; the path, None when nothing was written."""
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    folder = settings.text("export/folder") or QStandardPaths.writableLocation(documents)
    filters = {
        translate("RunView", "Picture (*.png)"): "png",
        translate("RunView", "Drawing (*.svg)"): "svg",
        translate("RunView", "Page (*.pdf)"): "pdf",
        translate("RunView", "Table (*.csv)"): "csv",
        translate("RunView", "Everything (*.json)"): "json",
    }
    start = str(Path(folder) / f"{suggested_name(compared)}.png")
    name, chosen = QFileDialog.getSaveFileName(
        page, translate("Compare", "Export the comparison"), start, ";;".join(filters)
    )
    if not name:
        return None
    path = Path(name)
    file_format = path.suffix.lower().removeprefix(".")
    if file_format not in FORMATS:
        file_format = filters.get(chosen, "png")
        path = path.with_name(f"{path.name}.{file_format}")
    try:
        write(compared, path, file_format, binary=binary)
    except (DriveproofError, OSError) as error:
        page.say(
            translate("RunView", "{0} was not written: {1}").format(path.name, error), bad=True
        )
        return None
    settings.keep("export/folder", str(path.parent))
    page.say(translate("RunView", "Written: {0}").format(path))
    return str(path)
