# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our values as JSON documents, as json-and-csv.md describes them."""

from __future__ import annotations

import math

VERSION = 1
"""Of every document."""


def number(value: float) -> float | None:
    """A number that JSON can hold: what is not finite is unknown; ten digits are exact enough."""
    return float(f"{value:.10g}") if math.isfinite(value) else None
