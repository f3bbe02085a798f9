# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact tests by ranks: Mann-Whitney, the interval that belongs to it, and Holm over several.

Mann and Whitney 1947, Hodges and Lehmann 1963, Holm 1979. Exact and not approximated, because
there are few repeats; only of more than 200 together the normal distribution takes over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, erfc, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy waits for the first comparison, as it does for the first measurement
    import numpy as np
    import numpy.typing as npt

ALPHA = 0.05
"""The probability of a false claim, over all differences that are judged together."""

EXACT = 200
"""Up to so many values of both sides together every deal is counted."""


SIDE = 2000
"""The values of each side that are subtracted from each other: four million differences."""


def smallest_p(before: int, after: int) -> float:
    """The smallest two-sided probability that so many values a side can give."""
    return min(1.0, 2 / comb(before + after, after))


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


def below(before: Sequence[float], after: Sequence[float]) -> float:
    """The exact one-sided probability that `after` has ranks this low, or lower, if it is no lower.

    As `mann_whitney`, with the lower tail alone.
    """
    twice = _twice_ranks([*before, *after])
    if len(twice) > EXACT:
        both = _by_the_normal(twice, len(after))
        lower = sum(twice[len(before) :]) < len(after) * (len(twice) + 1)
        return both / 2 if lower else 1 - both / 2
    ways = _sums(tuple(sorted(twice)), len(after))
    seen = sum(twice[len(before) :])
    return min(1.0, float(ways[: seen + 1].sum() / ways.sum()))


def shift(
    before: Sequence[float], after: Sequence[float], alpha: float = ALPHA
) -> tuple[float, float | None, float | None, float | None]:
    """How far `after` is above `before`: the median of all differences, its interval, coverage.

    The interval is that of the rank test: it leaves out what the test would reject. None, None,
    None where even the widest one is wrong more often than `alpha`. Equal values make it wider than
    necessary, never narrower. Of more than SIDE values a side, SIDE are used, evenly by rank: the
    differences of tens of thousands would fill the memory.
    """
    import numpy as np  # noqa: PLC0415 - numpy

    few = [_evenly(side) for side in (before, after)]
    differences = np.sort(np.subtract.outer(few[1], few[0]), axis=None)
    estimate = float(np.median(differences))
    beyond, covered = _left_out(len(before), len(after), alpha)
    if not beyond:
        return estimate, None, None, None
    beyond = max(1, beyond * len(differences) // (len(before) * len(after)))
    return estimate, float(differences[beyond - 1]), float(differences[-beyond]), covered


def _evenly(values: Sequence[float]) -> npt.NDArray[np.float64]:
    """At most SIDE values, in the middles of as many equal parts of all, by rank."""
    import numpy as np  # noqa: PLC0415 - numpy

    ordered = np.sort(np.asarray(values, dtype=np.float64))
    if len(ordered) <= SIDE:
        return ordered
    return ordered[((np.arange(SIDE) + 0.5) * len(ordered) / SIDE).astype(np.int64)]


@lru_cache(maxsize=256)
def _left_out(before: int, after: int, alpha: float) -> tuple[int, float]:
    """How many differences the interval leaves out at each end, less one, and its coverage."""
    import numpy as np  # noqa: PLC0415 - numpy

    count = before + after
    if count > EXACT:
        spread = sqrt(before * after * (count + 1) / 12)
        away = NormalDist().inv_cdf(1 - alpha / 2) * spread
        return max(1, int(before * after / 2 - away)), 1 - alpha
    ways = _sums(tuple(range(2, 2 * count + 1, 2)), after)
    # From the lowest possible sum on, in steps of one rank: how probable at most so little is.
    tails = np.cumsum(ways[after * (after + 1) :: 2]) / ways.sum()
    beyond = int(np.searchsorted(tails, alpha / 2, side="right"))
    return beyond, 1 - 2 * float(tails[beyond - 1]) if beyond else 0.0


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
