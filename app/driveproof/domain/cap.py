# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A latency that must not be exceeded."""

from __future__ import annotations

import re
from dataclasses import dataclass

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.metric import MetricName
from driveproof.domain.units import as_typed

_CAP = re.compile(r"(?:(mean|p50|p95|p99|p99\.9):)?\s*(\d{1,9}(?:\.\d{1,6})?)\s*(us|µs|ms|s)", re.I)
_UNITS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0}


@dataclass(frozen=True, slots=True)
class Cap:
    """A metric of the latency and the seconds that it may reach."""

    metric: MetricName = MetricName.MEAN
    seconds: float = 0.010

    @property
    def kept_as(self) -> tuple[str, float]:
        """As a run keeps it."""
        return self.metric, self.seconds

    @property
    def typed(self) -> str:
        """As `parse_cap` reads it: "10ms", "p99:20ms"."""
        value = self.seconds * 1000
        text = f"{value:g}ms" if value >= 1 else f"{value * 1000:g}us"
        return text if self.metric == MetricName.MEAN else f"{self.metric}:{text}"


def parse_cap(text: str) -> Cap:
    """A latency cap as it is typed: "10ms" (of the mean), "p99:20ms". Raises UsageError."""
    found = _CAP.fullmatch(as_typed(text.strip()))
    seconds = 0.0 if found is None else float(found[2]) * _UNITS[found[3].lower()]
    if found is None or not 1e-6 <= seconds <= 60:
        raise UsageError(
            "'{text}' is not valid.",
            text=text,
            advice=Advice("Write it like {example}.", example='"10ms", "p99:20ms"'),
        )
    return Cap(MetricName((found[1] or MetricName.MEAN).lower()), seconds)
