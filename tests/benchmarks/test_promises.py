# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What comparisons promise, simulated with thousands of draws and tight limits.

Seeds are fixed; each bound is three binomial standard deviations from the promise.
"""

from __future__ import annotations

from math import sqrt

import pytest
from tests.benchmarks.ratios import Table, single
from tests.builders.rates import rate

from driveproof.domain.comparison.margin import MarginAnswer

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

COUNT = 3000


def off(share: float) -> float:
    return 3 * sqrt(share * (1 - share) / COUNT)


def told(table: Table, what: str, share: float, limit: float, *, least: bool) -> bool:
    """A row of the table; whether the promise is kept."""
    met = share >= limit - off(limit) if least else share <= limit + off(limit)
    target = f"{'at least' if least else 'at most'} {limit:.0%}"
    table.add(single(what, [share], "{:.3f}", target, met))
    return met


def test_the_margin_errs_in_five_percent_at_most(table: Table) -> None:
    """A test that is slower by just the margin: called slower by more, and denied."""
    wrong = rate(MarginAnswer.SLOWER, 0.05, [-0.05] * 4, COUNT)
    denied = rate(MarginAnswer.NOT_SLOWER, 0.05, [-0.05, 0.0, 0.0, 0.0], COUNT)
    kept = [
        told(table, "slower by the margin: called more", wrong, 0.05, least=False),
        told(table, "slower by the margin: denied", denied, 0.05, least=False),
    ]
    assert all(kept)
