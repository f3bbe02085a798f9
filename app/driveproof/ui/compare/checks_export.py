# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports a comparison of two checks from the window: as a report, or as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from driveproof.engine.check.compare import ComparedChecks
from driveproof.export.json.check_comparison import check_comparison_document
from driveproof.export.text.check_comparison import check_comparison_page
from driveproof.ui.compare.files import write_checks
from driveproof.ui.output.chart_export import Page, write_text
from driveproof.ui.output.export import REPORT_KINDS, NoPageError
from driveproof.wording.catalogue import _
from driveproof.wording.dates import file_stamp


@dataclass(frozen=True)
class ChecksExport:
    """Two checks on screen."""

    compared: ComparedChecks
    binary: bool = False
    kinds = REPORT_KINDS

    @property
    def lacking(self) -> str:
        return _("Two checks have no charts of their own. Compare their measurements for these.")

    @property
    def title(self) -> str:
        return _("Export the comparison")

    @property
    def name(self) -> str:
        found = self.compared.found
        stamps = (file_stamp(check.taken) for check in (found.before, found.after))
        return "-".join(("driveproof-checks", *stamps))

    def page(self) -> Page:
        raise NoPageError

    def text(self) -> str:
        raise NoPageError

    def write(self, path: Path, kind: str, scale: int | None) -> None:
        if kind == "json":
            document = check_comparison_document(self.compared.found)
            write_text(path, json.dumps(document, indent=2, allow_nan=False) + "\n")
        elif kind == "text":
            text = check_comparison_page(self.compared.found, binary=self.binary, details=True)
            write_text(path, f"{text}\n")
        else:
            write_checks(self.compared.found, self.compared.curves, path, binary=self.binary)
