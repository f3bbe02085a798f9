# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports a drive's health from the window: as a report, a table, text, or everything as JSON."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from driveproof.domain.health.answer import RatedHealth
from driveproof.export.files import write_data
from driveproof.export.health_file import health_text
from driveproof.export.text.health import health_report
from driveproof.ui.output.export import Export, Writer
from driveproof.ui.output.files import FileFormat, write_health
from driveproof.wording.catalogue import _

TABLE_FORMATS = (FileFormat.CSV, FileFormat.JSON, FileFormat.TEXT)
"""In which the table of all values can be saved by its own menu."""


def health_export(rated: RatedHealth, device: str | None, *, name: str = "") -> Export:
    """The export of the health on screen of the drive at the path `device`; None for a saved
    report, which has a `name`.
    """
    health = rated.health

    def report(form: str) -> Writer:
        return lambda path, _scale: write_health(path, rated, form, device=device or "")

    def data(kind: str) -> Writer:
        return lambda path, _scale: write_data(path, health_text(kind, rated, device=device))

    def forum() -> str:
        """Without what tells one drive from another."""
        return health_report(replace(rated, health=replace(health, serial="", wwn="")))

    plain = re.sub(r"[^A-Za-z0-9]+", "-", health.model).strip("-")
    return Export(
        title=_("Export"),
        name=f"{plain or Path(device or name).stem}-health",
        writers={
            FileFormat.HTML: report("html"),
            FileFormat.REPORT: report("pdf"),
            **{kind: data(kind) for kind in TABLE_FORMATS},
        },
        text=forum,
        lacking=_("Health reports have no charts."),
    )
