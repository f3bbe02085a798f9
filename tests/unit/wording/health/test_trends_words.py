# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a value of a drive moved, in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from driveproof.domain.health.report import ValueUnit
from driveproof.domain.health.trends import HealthTrend
from driveproof.wording.say import say_text

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "first", "last", "unit", "words", "short"),
    [
        (95, 8, 24, "count", "8 → 24 in 3 months", "↗ from 8"),
        (5, 24, 8, "count", "24 → 8 in 5 days", "↘ from 24"),
        (800, 8, 8, "count", "unchanged for 2 years", "unchanged"),
        (1, 10**12, 2 * 10**12, "bytes", "1 TB → 2 TB in 24 h",
         "↗ from 1 TB"),
    ],
)  # fmt: skip
def test_in_words(
    days: float, first: float, last: float, unit: str, words: str, short: str
) -> None:
    trend = HealthTrend(NOW - timedelta(days=days), NOW, first, last, ValueUnit(unit))
    said = (say_text(one).replace("\u202f", " ") for one in (trend.say, trend.short))
    assert tuple(said) == (words, short)
