# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The change that a comparison would have claimed in four of five cases."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from driveproof.domain.comparison.judge import AT, FLOOR, Judged
from driveproof.domain.student import quantile

POWER = 0.8

_NORMAL = NormalDist()
_MOST = 1e6  # standard errors; with one degree of freedom hundreds are needed


def detectable(judged: Judged, runs: tuple[int, int], alpha: float) -> float:
    """A step of logarithms: a true change of this size is claimed in `POWER` of cases by other
    runs like these, `runs` a side, where Holm's first step asks for `alpha`.

    Two things have to come true. The change must exceed its critical value: both standard errors,
    that of these runs and that of the others, are estimates, which a normal distribution with the
    variance 1 / (2 x freedom) describes well enough. And by far the most of it must come between
    the last run before and the first run after, which single runs may hide.
    """
    low, high = 0.0, 1.0
    while high < _MOST and _power(judged, runs, alpha, high) < POWER:
        low, high = high, 2 * high
    for _step in range(40):
        middle = (low + high) / 2
        if _power(judged, runs, alpha, middle) < POWER:
            low = middle
        else:
            high = middle
    return high * judged.error


def _power(judged: Judged, runs: tuple[int, int], alpha: float, size: float) -> float:
    """The same for a change of so many standard errors."""
    critical = quantile(1 - alpha, judged.freedom)
    # Student's denominator is on average this far below one.
    low = 1 - 1 / (4 * judged.freedom)
    spread = sqrt(1 + (size**2 + critical**2) / (2 * judged.freedom))
    claimed = _NORMAL.cdf(low * (size - critical) / spread)
    above = _NORMAL.cdf(size - FLOOR / judged.error)
    # The two runs beside the change differ from the means of the sides by this, in standard errors.
    beside = sqrt(sum(1 - 1 / count for count in runs) / sum(1 / count for count in runs))
    at_change = _NORMAL.cdf((1 - AT) * size / sqrt(beside**2 + (1 - AT) ** 2))
    return min(claimed, above) * (at_change if max(runs) > 1 else 1.0)
