# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a difference between repeats is real: exact ranks, an interval, and honest words.

The unit is a whole repeat, never a second within one: those depend on each other. Ranks and not
means, because repeats of a drive are not normally distributed; exact and not approximated, because
there are few of them. Mann and Whitney 1947, Hodges and Lehmann 1963, Holm 1979.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import comb, exp, isfinite, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy waits for the first comparison, as it does for the first measurement
    import numpy as np
    import numpy.typing as npt

ALPHA = 0.05
"""How often a difference may be claimed where there is none, over all that are judged together."""

NOISE_FLOOR = 0.012
"""The same test run twice differed by up to this share in its medians (fio against itself)."""


class Verdict(StrEnum):
    """What may be said of a difference."""

    FASTER = "faster"
    SLOWER = "slower"
    HINT = "hint"
    SAME = "no detectable change"
    FEW = "too few repeats"


@dataclass(frozen=True, slots=True)
class Question:
    """Two sides of one metric, a value for each whole repeat; `lower_is_better` for times."""

    before: Sequence[float]
    after: Sequence[float]
    lower_is_better: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """How `after` is to `before`.

    `ratio` is after over before (1: no change), the Hodges-Lehmann estimate of it; `low` and
    `high` are its exact interval, which holds the true ratio in `confidence` of all cases; None
    where there are too few repeats for one. `p` is the two-sided exact Mann-Whitney probability,
    `adjusted` the same after Holm, over all that were judged together. `detectable` is the change
    (0.05: 5 %) that this number of repeats with this spread could have shown.
    """

    ratio: float
    low: float | None
    high: float | None
    confidence: float | None
    p: float
    adjusted: float
    verdict: Verdict
    detectable: float | None

    @property
    def change(self) -> float:
        """The change as a share: 0.1 is 10 % more, -0.1 is 10 % less."""
        return self.ratio - 1


def compare(
    questions: Sequence[Question], *, alpha: float = ALPHA, floor: float = NOISE_FLOOR
) -> tuple[Difference, ...]:
    """Judge some differences together; they share the chance of a false claim, `alpha`.

    "faster" and "slower" are said only when the adjusted p is at most `alpha` and the change is
    more than `floor`. Where only the single interval excludes that there is none, it is a hint.
    Raises ValueError for a value that is not a positive finite number, and for a side without one.
    """
    found = [_judge(question, alpha, floor) for question in questions]
    adjusted = holm([difference.p for difference in found])
    return tuple(
        replace(
            difference,
            adjusted=p,
            verdict=_verdict(replace(difference, adjusted=p), question, alpha, floor),
        )
        for question, difference, p in zip(questions, found, adjusted, strict=True)
    )


def _judge(question: Question, alpha: float, floor: float) -> Difference:
    before, after = _logs(question.before), _logs(question.after)
    p = mann_whitney(before, after)
    estimate, low, high, confidence = shift(before, after, alpha)
    detectable = None
    if low is not None and high is not None:
        detectable = max(exp(max(high - estimate, estimate - low)) - 1, floor)
    return Difference(
        ratio=exp(estimate),
        low=None if low is None else exp(low),
        high=None if high is None else exp(high),
        confidence=confidence,
        p=p,
        adjusted=p,
        verdict=Verdict.FEW,
        detectable=detectable,
    )


def _verdict(difference: Difference, question: Question, alpha: float, floor: float) -> Verdict:
    if difference.low is None or difference.high is None:
        return Verdict.FEW
    # The same distance up and down: half as fast is as far as twice as fast.
    if abs(log(difference.ratio)) <= log(1 + floor):
        return Verdict.SAME
    if difference.adjusted <= alpha:
        return (
            Verdict.FASTER
            if (difference.ratio > 1) is not question.lower_is_better
            else Verdict.SLOWER
        )
    return Verdict.SAME if difference.low <= 1 <= difference.high else Verdict.HINT


def repeats_needed(questions: int, *, alpha: float = ALPHA) -> int:
    """Repeats a side without which nothing could be claimed of so many differences, however large.

    The smallest p of n against n is 2 / C(2n, n), and Holm's first step takes it times `questions`.
    """
    count = 1
    while 2 / comb(2 * count, count) * max(1, questions) > alpha:
        count += 1
    return count


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
    ways = _sums(tuple(sorted(twice)), len(after))
    total = ways.sum()
    seen = sum(twice[len(before) :])
    tail = min(ways[: seen + 1].sum(), ways[seen:].sum())
    return min(1.0, 2.0 * float(tail / total))


def shift(
    before: Sequence[float], after: Sequence[float], alpha: float = ALPHA
) -> tuple[float, float | None, float | None, float | None]:
    """How far `after` lies above `before`: the middle of all differences, its interval, coverage.

    The interval is that of the rank test: it leaves out what the test would reject. None, None,
    None where even the widest one is wrong more often than `alpha`. Equal values make it wider
    than it need be, never narrower.
    """
    import numpy as np

    differences = np.sort(np.subtract.outer(np.asarray(after), np.asarray(before)), axis=None)
    estimate = float(np.median(differences))
    count = len(before) + len(after)
    ways = _sums(tuple(range(2, 2 * count + 1, 2)), len(after))
    # From the lowest possible sum on, in steps of one rank: how probable at most so little is.
    lowest = len(after) * (len(after) + 1)
    tails = np.cumsum(ways[lowest::2]) / ways.sum()
    beyond = int(np.searchsorted(tails, alpha / 2, side="right"))
    if not beyond:
        return estimate, None, None, None
    covered = 1 - 2 * float(tails[beyond - 1])
    return estimate, float(differences[beyond - 1]), float(differences[-beyond]), covered


def _logs(values: Sequence[float]) -> list[float]:
    if not values or not all(isfinite(value) and value > 0 for value in values):
        raise ValueError("only positive numbers can be compared")
    return [log(value) for value in values]


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
    import numpy as np

    ways = np.zeros((take + 1, sum(numbers) + 1))
    ways[0, 0] = 1.0
    for number in numbers:
        # numpy reads what it overlaps as it was before: each number is taken once.
        ways[1:, number:] += ways[:-1, : ways.shape[1] - number]
    result: npt.NDArray[np.float64] = ways[take]
    result.flags.writeable = False
    return result
