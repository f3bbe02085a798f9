# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a result can be written as."""

from __future__ import annotations

from enum import StrEnum


class FileFormat(StrEnum):
    """A file of a result, as the export menu offers it."""

    HTML = "html"
    REPORT = "report"
    """The report on paper: a PDF as well."""
    PNG = "png"
    SVG = "svg"
    PDF = "pdf"
    """One page of charts."""
    CSV = "csv"
    JSON = "json"
    TEXT = "text"
    GNUPLOT = "gnuplot"
    """Only the maps of a file-sizes run have it."""


EVERY_FILE = tuple(one for one in FileFormat if one is not FileFormat.GNUPLOT)
"""The files that runs and comparisons can be written as."""
REPORTS = (FileFormat.HTML, FileFormat.REPORT)
