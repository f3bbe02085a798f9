# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Student's t distribution with whole degrees of freedom."""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, inf, pi, sin, sqrt

_FREEDOM = 10_000  # beyond it it is the normal one to four digits


def two_sided(t: float, freedom: int) -> float:
    """The probability that Student's t is as far from zero as this, or farther.

    Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    freedom = min(freedom, _FREEDOM)
    angle = atan(abs(t) / sqrt(freedom))
    square = cos(angle) ** 2
    odd = freedom % 2
    term = total = cos(angle) if odd else 1.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    if freedom == 1:
        total = 0.0
    inside = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return min(1.0, max(0.0, 1 - inside))


def one_sided(t: float, freedom: int) -> float:
    """The probability that Student's t is as high as this, or higher."""
    half = two_sided(t, freedom) / 2
    return half if t >= 0 else 1 - half


@lru_cache(maxsize=512)
def quantile(confidence: float, freedom: int) -> float:
    """The t that Student's distribution stays within, to both sides, in `confidence` of cases."""
    low, high = 0.0, 1.0
    while two_sided(high, freedom) > 1 - confidence:
        low, high = high, 2 * high
        if high == inf:
            raise ValueError(f"no confidence of {confidence}")
    for _step in range(100):
        middle = (low + high) / 2
        if two_sided(middle, freedom) > 1 - confidence:
            low = middle
        else:
            high = middle
    return (low + high) / 2
