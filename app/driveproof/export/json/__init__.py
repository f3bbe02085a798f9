# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our values as JSON documents, as json-and-csv.md describes them."""

from __future__ import annotations

import json
import math
from datetime import datetime
from typing import Any

from driveproof.domain import codec


def text_of(document: object) -> str:
    """A document as a file: ASCII, with a line feed at the end."""
    return json.dumps(values_of(document), indent=2, allow_nan=False) + "\n"


def line_of(document: object) -> str:
    """A document as one line, without its end."""
    return json.dumps(values_of(document), allow_nan=False)


def values_of(document: object) -> Any:
    """A document as what JSON is made of, with the numbers that JSON can hold."""
    return _held(codec.plain(document))


def _held(value: Any) -> Any:
    if isinstance(value, float):
        return number(value)
    if isinstance(value, dict):
        return {name: _held(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_held(one) for one in value]
    return value


def number(value: float) -> float | None:
    """A number that JSON can hold: what is not finite is unknown; ten digits are exact enough."""
    return float(f"{value:.10g}") if math.isfinite(value) else None


def date(moment: datetime) -> str:
    """RFC 3339 to a millisecond, with the offset of this machine's zone."""
    return moment.astimezone().isoformat(timespec="milliseconds")
