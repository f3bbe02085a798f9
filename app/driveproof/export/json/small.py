# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small documents: the manufacturer's values, and the files that were written."""

from __future__ import annotations

from typing import Annotated

from driveproof.domain.document.values import Document, Positive, Size, about


class DatasheetDocument(Document, frozen=True, kw_only=True):
    """driveproof datasheet: what the manufacturer promises, null for what nobody entered"""

    model: str
    read: Annotated[Positive | None, about("bytes per second")]
    write: Annotated[Positive | None, about("bytes per second")]
    random_read: Annotated[Positive | None, about("I/Os of 4 KiB per second")]
    random_write: Annotated[Positive | None, about("I/Os of 4 KiB per second")]
    endurance: Size | None


class FilesDocument(Document, frozen=True, kw_only=True):
    """driveproof export --json"""

    files: tuple[str, ...]
