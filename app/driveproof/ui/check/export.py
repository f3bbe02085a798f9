# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports a check from the window: as a report, or with everything as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.check.check import Check
from driveproof.domain.expected import Expectation
from driveproof.export.json.check import check_json
from driveproof.export.text.check import check_page
from driveproof.ui.output.chart_export import Page, write_text
from driveproof.ui.output.export import REPORT_KINDS, NoPageError
from driveproof.ui.output.report_files import suggested_name, write_check
from driveproof.wording.catalogue import _


@dataclass(frozen=True)
class CheckExport:
    """A check on screen, with what the tests of its measurement can be held against."""

    check: Check
    expected: tuple[Expectation, ...] = ()
    kinds = REPORT_KINDS

    @property
    def lacking(self) -> str:
        return _("A check has no charts of its own. Export its measurement, in History.")

    @property
    def title(self) -> str:
        return _("Export the check")

    @property
    def name(self) -> str:
        return suggested_name(self.check)

    def page(self) -> Page:
        raise NoPageError

    def text(self) -> str:
        raise NoPageError

    def write(self, path: Path, kind: str, scale: int | None) -> None:
        if kind == "json":
            write_text(path, check_json(self.check, self.expected or None))
        elif kind == "text":
            write_text(path, f"{check_page(self.check, self.expected)}\n")
        else:
            form = "html" if kind == "html" else "pdf"
            write_check(self.check, path, form, self.expected)
