# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mann and Whitney's exact test by ranks, Spearman's correlation, and Holm's correction.

Mann and Whitney 1947, Spearman 1904, Holm 1979. Exact and not approximated, because there
are few repeats; only of more than 200 together the normal distribution takes over.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from math import erfc, sqrt
from statistics import StatisticsError, correlation
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy waits for the first comparison, as it does for the first measurement
    import numpy as np
    import numpy.typing as npt

EXACT = 200
"""Up to so many values of both sides together every deal is counted."""


def holm(probabilities: Sequence[float]) -> tuple[float, ...]:
    """Adjusted probabilities: each may be compared with alpha itself. Holm 1979."""
    count = len(probabilities)
    order = sorted(range(count), key=lambda place: probabilities[place])
    adjusted = [0.0] * count
    largest = 0.0
    for step, place in enumerate(order):
        largest = max(largest, min(1.0, (count - step) * probabilities[place]))
        adjusted[place] = largest
    return tuple(adjusted)


def mann_whitney(before: Sequence[float], after: Sequence[float]) -> float:
    """The exact two-sided probability of ranks this uneven, or more, if there is no difference.

    Equal values get their middle rank, and the probability is that over all ways to deal these
    very ranks to the two sides: twice the smaller tail, at most 1.
    """
    twice = _twice_ranks([*before, *after])
    if len(twice) > EXACT:
        return _by_the_normal(twice, len(after))
    ways = _sums(tuple(sorted(twice)), len(after))
    total = ways.sum()
    seen = sum(twice[len(before) :])
    tail = min(ways[: seen + 1].sum(), ways[seen:].sum())
    return min(1.0, 2.0 * float(tail / total))


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's rank correlation, from -1 to 1, with middle ranks for equal values; None where all
    values of a side are equal, or there are fewer than two pairs.
    """
    with suppress(StatisticsError):
        return correlation(_twice_ranks(one), _twice_ranks(other))
    return None


def _by_the_normal(twice: Sequence[int], after: int) -> float:
    """The same probability by the normal distribution, with Mann and Whitney's correction for
    equal values and for continuity; `twice` are twice the ranks, those of `after` last."""
    count = len(twice)
    before = count - after
    seen = sum(twice[before:]) / 2
    sizes: dict[int, int] = {}
    for rank in twice:
        sizes[rank] = sizes.get(rank, 0) + 1
    ties = sum(size**3 - size for size in sizes.values()) / (count * (count - 1))
    variance = before * after / 12 * (count + 1 - ties)
    away = max(0.0, abs(seen - after * (count + 1) / 2) - 0.5)
    return min(1.0, erfc(away / sqrt(2 * variance))) if variance > 0 else 1.0


def _twice_ranks(values: Sequence[float]) -> list[int]:
    """Twice the middle rank of each value: whole numbers, also where some are equal."""
    ordered = sorted(values)
    first: dict[float, int] = {}
    last: dict[float, int] = {}
    for place, value in enumerate(ordered, start=1):
        first.setdefault(value, place)
        last[value] = place
    return [first[value] + last[value] for value in values]


@lru_cache(maxsize=64)
def _sums(numbers: tuple[int, ...], take: int) -> npt.NDArray[np.float64]:
    """In how many ways `take` of the numbers make each sum, from 0 to the greatest.

    As floats: 200 repeats can be dealt in more ways than an integer of 64 bits counts, and sums of
    positive floats lose nothing that matters.
    """
    import numpy as np  # noqa: PLC0415 - numpy

    ways = np.zeros((take + 1, sum(numbers) + 1))
    ways[0, 0] = 1.0
    greatest = 0
    for step, number in enumerate(numbers, start=1):
        taken, greatest = min(step, take), greatest + number
        # numpy reads what it overlaps as it was before: each number is taken once.
        ways[1 : taken + 1, number : greatest + 1] += ways[:taken, : greatest + 1 - number]
    result: npt.NDArray[np.float64] = ways[take]
    result.flags.writeable = False
    return result
