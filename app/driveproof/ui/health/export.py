# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports a drive's health from the window: as a report, a table, text, or everything as JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from driveproof.domain.health.trends import UNTRACED, Trends
from driveproof.engine.health.view import HealthView
from driveproof.export.health_file import health_text
from driveproof.export.text.health import health_report
from driveproof.ui.output.chart_export import Page, write_text
from driveproof.ui.output.export import COPY_TEXT, REPORT_KINDS, NoPageError
from driveproof.ui.output.report_files import write_health
from driveproof.wording.catalogue import _


@dataclass(frozen=True)
class HealthExport:
    """The health on screen of the drive at the path `device`."""

    view: HealthView
    device: str
    trends: Trends = UNTRACED
    kinds = REPORT_KINDS | {"csv", COPY_TEXT}

    @property
    def lacking(self) -> str:
        return _("Health has no charts of its own. The kept readings have one, below.")

    @property
    def title(self) -> str:
        return _("Export the health")

    @property
    def name(self) -> str:
        plain = re.sub(r"[^A-Za-z0-9]+", "-", self.view.health.model).strip("-")
        return f"{plain or Path(self.device).name}-health"

    @property
    def _link(self) -> str:
        return self.view.link.now if self.view.link is not None else ""

    def page(self) -> Page:
        raise NoPageError

    def text(self) -> str:
        """Without what tells one drive from another."""
        anonymous = replace(self.view.health, serial="", wwn="")
        return health_report(anonymous, self.view.verdict, link=self._link, trends=self.trends)

    def write(self, path: Path, kind: str, scale: int | None) -> None:
        health, verdict = self.view.health, self.view.verdict
        link, trends = self._link, self.trends
        if kind in ("html", "report"):
            form = "html" if kind == "html" else "pdf"
            write_health(
                path, health, verdict, form, device=self.device, link=link, trends=trends
            )  # fmt: skip
            return
        text = health_text(kind, health, verdict, device=self.device, link=link, trends=trends)
        write_text(path, text)
