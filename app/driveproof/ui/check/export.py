# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports a check from the window: as a report, or with everything as JSON."""

from __future__ import annotations

from pathlib import Path

from driveproof.domain.check.check import Check
from driveproof.domain.expected import Expectation
from driveproof.export.json.check import check_json
from driveproof.export.text.check import check_page
from driveproof.ui.output.chart_export import write_text
from driveproof.ui.output.export import Export, Writer
from driveproof.ui.output.report_files import suggested_name, write_check
from driveproof.wording.catalogue import _


def check_export(check: Check, expected: tuple[Expectation, ...] = ()) -> Export:
    """The export of a check, with what the tests of its measurement can be held against."""

    def report(form: str) -> Writer:
        return lambda path, _scale: write_check(check, path, form, expected)

    def data(path: Path, _scale: int | None) -> None:
        write_text(path, check_json(check, expected or None))

    def text(path: Path, _scale: int | None) -> None:
        write_text(path, f"{check_page(check, expected)}\n")

    return Export(
        title=_("Export the check"),
        name=suggested_name(check),
        writers={"html": report("html"), "report": report("pdf"), "json": data, "text": text},
        lacking=_("A check has no charts of its own. Export its measurement, in History."),
    )
