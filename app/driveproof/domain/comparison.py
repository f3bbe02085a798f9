# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a difference between repeats is real: exact ranks, an interval, and honest words.

The unit is a whole repeat, never a second within one: those depend on each other. Ranks and not
means, because repeats of a drive are not normally distributed (docs/comparing.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import exp, expm1, isfinite, log, log1p

from driveproof.domain.ranks import ALPHA, holm, mann_whitney, shift, smallest_p

__all__ = [
    "ALPHA",
    "NOISE_FLOOR",
    "Difference",
    "Question",
    "Verdict",
    "compare",
    "holm",
    "mann_whitney",
    "repeats_needed",
    "shift",
]

NOISE_FLOOR = 0.012
"""The same test run twice differed by up to this share in its medians (fio against itself)."""

SURE = 1.4
"""How many half-widths of the interval a change must be away to be found in four of five cases.

(1.96 + 0.84) / 1.96 for a normal estimate; tests/unit/domain/test_false_claims.py holds us to it.
"""

# exp() of more is no float, and no ratio that anything measured can have.
_FARTHEST = 700.0


class Verdict(StrEnum):
    """What may be said of a difference."""

    FASTER = "faster"
    SLOWER = "slower"
    HINT = "hint"
    SAME = "no detectable change"
    FEW = "too few repeats"


@dataclass(frozen=True, slots=True)
class Question:
    """Two sides of one metric, a value for each whole repeat; `lower_is_better` for times.

    `floor` is the share by which one and the same state differed from itself, where that is known:
    a change up to it is none. `claim_above` is what a change must exceed to be more than a hint.
    """

    before: Sequence[float]
    after: Sequence[float]
    lower_is_better: bool = False
    floor: float = 0.0
    claim_above: float = 0.0


@dataclass(frozen=True, slots=True)
class Difference:
    """How `after` is to `before`.

    `ratio` is after over before (1: no change), the Hodges-Lehmann estimate of it; `low` and
    `high` are its exact interval, which holds the true ratio in `confidence` of all cases; None
    where there are too few repeats for one. `p` is the two-sided exact Mann-Whitney probability,
    `adjusted` the same after Holm, over all that were judged together. `detectable` is the change
    (0.05: 5 %) that repeats with this spread would have shown in at least four of five cases, None
    where none could have been shown among so many.
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
    more than the noise floor: `floor`, or the question's own where that is larger. Where only the
    single interval excludes that there is none, it is a hint. Where even the clearest difference
    could not be told among so many, there are too few repeats.
    Raises ValueError for a value that is not a positive finite number, and for a side without one.
    """
    found = [_judge(question, alpha, len(questions), floor) for question in questions]
    adjusted = holm([difference.p for difference in found])
    return tuple(
        replace(
            difference,
            adjusted=p,
            verdict=_verdict(replace(difference, adjusted=p), question, alpha, floor),
        )
        for question, difference, p in zip(questions, found, adjusted, strict=True)
    )


def repeats_needed(questions: int, *, alpha: float = ALPHA) -> int:
    """Repeats a side without which nothing could be claimed of so many differences, however large.

    The smallest p of n against n is 2 / C(2n, n), and Holm's first step takes it times `questions`.
    """
    count = 1
    while smallest_p(count, count) * max(1, questions) > alpha:
        count += 1
    return count


def _judge(question: Question, alpha: float, family: int, floor: float) -> Difference:
    before, after = _logs(question.before), _logs(question.after)
    p = mann_whitney(question.before, question.after)  # two values can have the same logarithm
    estimate, low, high, confidence = shift(before, after, alpha)
    # What could be seen is seen through Holm: its first step asks this of the clearest one.
    _, least, most, _ = shift(before, after, alpha / family)
    detectable = None
    if least is not None and most is not None:
        half = max(most - estimate, estimate - least)
        detectable = max(
            expm1(min(SURE * half, _FARTHEST)), floor, question.floor, question.claim_above
        )
    return Difference(
        ratio=_ratio(estimate),
        low=None if low is None else _ratio(low),
        high=None if high is None else _ratio(high),
        confidence=confidence,
        p=p,
        adjusted=p,
        verdict=Verdict.FEW,
        detectable=detectable,
    )


def _verdict(difference: Difference, question: Question, alpha: float, floor: float) -> Verdict:
    if difference.low is None or difference.high is None:
        return Verdict.FEW
    nothing = Verdict.FEW if difference.detectable is None else Verdict.SAME
    # The same distance up and down: half as fast is as far as twice as fast.
    size = abs(log(difference.ratio))
    if size <= log1p(max(floor, question.floor)):
        return nothing
    if difference.adjusted <= alpha and size > log1p(question.claim_above):
        return (
            Verdict.FASTER
            if (difference.ratio > 1) is not question.lower_is_better
            else Verdict.SLOWER
        )
    return nothing if difference.low <= 1 <= difference.high else Verdict.HINT


def _ratio(distance: float) -> float:
    return exp(max(-_FARTHEST, min(distance, _FARTHEST)))


def _logs(values: Sequence[float]) -> list[float]:
    if not values or not all(isfinite(value) and value > 0 for value in values):
        raise ValueError("only positive numbers can be compared")
    return [log(value) for value in values]
