# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`domain.comparison.judge` for thousands of families at once.

A simulation draws more families than the judge itself gets through in time.
`test_false_claims.py` shows first that both judge random families alike.
"""

from __future__ import annotations

from math import pi
from typing import NamedTuple

import numpy as np
from tests.benchmarks.noise import Array

from driveproof.domain.comparison.judge import (
    ALPHA,
    ASSUMED,
    AT,
    FLOOR,
    UNSEEN,
    UNSEEN_FREEDOM,
    Prior,
)
from driveproof.domain.student import quantile

LEAST_VARIANCE = 1e-8


class Many(NamedTuple):
    """`Judged` as arrays of (family, test)."""

    change: Array
    error: Array
    freedom: Array
    p: Array
    adjusted: Array
    at_change: Array
    claimed: Array

    def interval(self) -> tuple[Array, Array]:
        """The 95 % interval of `change` in steps of logarithms."""
        half = self.error * _by_freedom(self.freedom, lambda one: quantile(1 - ALPHA, one))
        return self.change - half, self.change + half

    def replaced(self, other: Many, where: Array) -> Many:
        """With what `other` tells of these families."""
        pairs = zip(self, other, strict=True)
        return Many(*(np.where(where[:, None], new, old) for old, new in pairs))

    def one_sided(self, t: Array) -> Array:
        """The probability of a t as high as this, or higher."""
        half = two_sided(t, self.freedom) / 2
        return np.where(t >= 0, half, 1 - half)


def judge_many(
    before: Array,
    after: Array,
    alpha: float,
    prior: tuple[Array, float] | None = None,
    *,
    assumed: Prior = ASSUMED,
    at: float = AT,
) -> Many:
    """Judge families of (family, run, test, round); nan where a test had no such round.

    `prior` has a ratio for each (family, test) and the freedom of all, in place of what is assumed.
    """
    sides = before, after
    counts = [np.isfinite(side).sum(axis=3) for side in sides]
    middles = [np.nanmean(side, axis=3) for side in sides]
    squares = sum(
        np.nansum((side - middle[..., None]) ** 2, axis=(1, 3))
        for side, middle in zip(sides, middles, strict=True)
    )
    freedom = sum((count - 1).sum(axis=1) for count in counts)
    within = np.maximum(LEAST_VARIANCE, squares / freedom)
    pool, weight = (
        (np.full(within.shape, assumed.ratio), assumed.freedom) if prior is None else prior
    )
    ratio = pool
    several = [place for place in (0, 1) if sides[place].shape[1] > 1]
    if several:
        free = sum(sides[place].shape[1] - 1 for place in several)
        apart = sum(
            middles[place].var(axis=1, ddof=1) * (sides[place].shape[1] - 1) for place in several
        )
        counted = np.concatenate([1 / counts[place] for place in several], axis=1).mean(axis=1)
        own = apart / free / within * (freedom - 2) / freedom - counted
        tests = own.shape[1]
        pool = (free * own.sum(axis=1, keepdims=True) + weight * pool) / (free * tests + weight)
        ratio = (free * own + weight * pool) / (free + weight)
    ratio = np.maximum(0.0, ratio)
    if not several:
        freedom = np.where(ratio > 0, np.minimum(freedom, UNSEEN_FREEDOM), freedom)
    square = sum(
        (within[:, None] / count).sum(axis=1) / count.shape[1] ** 2
        + (within * ratio + UNSEEN**2) / count.shape[1]
        for count in counts
    )
    change = middles[1].mean(axis=1) - middles[0].mean(axis=1)
    error = np.sqrt(square)
    p = two_sided(change / error, freedom)
    at_change = (middles[1][:, 0] - middles[0][:, -1]) * change >= at * change**2
    adjusted = holm_many(p)
    claimed = (adjusted <= alpha) & (np.abs(change) > FLOOR) & at_change
    return Many(change, error, freedom, p, adjusted, at_change, claimed)


def holm_many(p: Array) -> Array:
    """Holm's correction over the tests of each family."""
    order = np.argsort(p, axis=1, kind="stable")
    factors = p.shape[1] - np.arange(p.shape[1])
    stepped = np.maximum.accumulate(np.take_along_axis(p, order, 1) * factors, axis=1)
    found = np.empty_like(p)
    np.put_along_axis(found, order, np.minimum(1.0, stepped), 1)
    return found


def two_sided(t: Array, freedom: Array) -> Array:
    """Student's two-sided probability; Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    found = np.empty(t.shape)
    for one in np.unique(freedom):
        here = freedom == one
        angle = np.arctan(np.abs(t[here]) / np.sqrt(one))
        cosine = np.cos(angle)
        odd = int(one) % 2
        term = cosine if odd else np.ones_like(angle)
        total = term if one > 1 else np.zeros_like(angle)
        for k in range(3 if odd else 2, int(one) - 1, 2):
            term = term * cosine**2 * (k - 1) / k
            total = total + term
        inside = np.sin(angle) * total
        found[here] = 1 - (2 / pi * (angle + inside) if odd else inside)
    return np.clip(found, 0, 1)


def _by_freedom(freedom: Array, of: object) -> Array:
    found = np.empty(freedom.shape)
    for one in np.unique(freedom):
        found[freedom == one] = of(int(one))  # type: ignore[operator]
    return found
