# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The text of a report of an experiment."""

from __future__ import annotations

from tests.builders.html import read as parsed

from driveproof.export.report.document import Report
from driveproof.export.report.html import render_html


def said(report: Report) -> str:
    words = " ".join(parsed(render_html(report)).words)
    return " ".join(words.replace("\u202f", " ").split())
