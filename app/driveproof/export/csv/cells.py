# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells of a table for a spreadsheet: figures, and foreign words that are no formula."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence

from driveproof.domain.text import visible

_FORMULA = frozenset("=+-@＝＋－＠")


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The table in RFC 4180's form."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def figure(value: float | None) -> str:
    """A number with all that is known of it; "" where it is not known."""
    return "" if value is None or not math.isfinite(value) else f"{value:.10g}"


def safe(text: str | None) -> str:
    """Foreign text on one line that no spreadsheet takes for a formula (OWASP, "CSV Injection")."""
    text = visible(text or "")
    return f"'{text}" if text.lstrip()[:1] in _FORMULA else text
