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
from statistics import median
from typing import NamedTuple

from driveproof.domain.comparison.ranks import ALPHA, holm, mann_whitney, shift, smallest_p

__all__ = [
    "ALPHA",
    "FEWEST",
    "NOISE_FLOOR",
    "TENFOLD",
    "Between",
    "Difference",
    "Question",
    "Silence",
    "Verdict",
    "compare",
    "holm",
    "mann_whitney",
    "median_ratio",
    "repeats_needed",
    "shift",
    "silenced",
]

NOISE_FLOOR = 0.012
"""The same test run twice differed by up to this share in its medians (fio against itself)."""

FEWEST = 4
"""Repeats that each side needs for a claim, whatever the other has: 3 against 3 cannot give a
probability of less than 0.1, and one side of many cannot make up for a middle that is a guess."""

SURE = 1.4
"""How many half-widths of the interval a change must be away to be found in four of five cases.

(1.96 + 0.84) / 1.96 for a normal estimate; tests/unit/domain/comparison/test_false_claims.py
verifies it.
"""

BEYOND = 0.45
"""How many half-widths a change must be beyond a fixed bound for the same: 0.84 / 1.96, rounded up
because the half-width is an estimate as well."""

TENFOLD = 9.0
"""A change of less than this share would have been missed: then the comparison shows nothing.

Ten times is more than a TRIM, a firmware or a scheduler changes, and a number beyond it only
reflects one extreme repeat.
"""

# exp() of more is no float, and no ratio that anything measured can have.
_FARTHEST = 700.0


class Verdict(StrEnum):
    """The verdict on a difference."""

    FASTER = "faster"
    SLOWER = "slower"
    HINT = "hint"
    SAME = "no detectable change"
    FEW = "too few repeats"


class Silence(StrEnum):
    """Why a difference could not have been claimed, however large."""

    FEW = "too few repeats"
    MANY = "too few repeats for so many tests"
    NOISY = "too noisy"


class Between(NamedTuple):
    """How far runs of one state are apart, where a side has several.

    The interval reaches at least `step` (a distance of logarithms) to both sides, and then holds
    the true ratio in `confidence` of all cases. A change of `sure` is found in four of five.
    """

    step: float
    sure: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Question:
    """Two sides of one metric, a value for each whole repeat; `lower_is_better` for times.

    `floor` is the share by which the same state differed from itself, where known: a smaller change
    is no change. `between` is None where each side is one run.
    """

    before: Sequence[float]
    after: Sequence[float]
    lower_is_better: bool = False
    floor: float = 0.0
    between: Between | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """The change from `before` to `after`.

    `ratio` is after over before (1: no change), that of the two medians, which are what is shown
    beside it; `low` and `high` are its interval, which holds the true ratio in `confidence` of all
    cases or more: that of Hodges and Lehmann, exact where each side is one run, wider where runs of
    one state are apart or where the medians lie beyond it; None where there are too few repeats for
    one. `p` is the two-sided exact Mann-Whitney probability, `adjusted` the same after Holm, over
    all that were judged together. `detectable` is the change (0.05: 5 %) that repeats with this
    spread would have shown in at least four of five cases, None where none could have been shown
    among so many. `silence` is why nothing could be claimed, None where it could.
    """

    ratio: float
    low: float | None
    high: float | None
    confidence: float | None
    p: float
    adjusted: float
    verdict: Verdict
    detectable: float | None
    silence: Silence | None = None

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
    single interval excludes that there is none, it is a hint; where the interval does not, it is
    neither. Where even the clearest difference could not be told among so many, there are too few
    repeats.
    Raises ValueError for a value that is not a positive finite number, and for a side without one.
    """
    found = [_judge(question, alpha, len(questions), floor) for question in questions]
    adjusted = holm([difference.p for difference in found])
    judged = []
    for question, difference, p in zip(questions, found, adjusted, strict=True):
        one = replace(difference, adjusted=p)
        verdict = _verdict(one, question, alpha, floor)
        claimed = verdict in (Verdict.FASTER, Verdict.SLOWER)
        judged.append(replace(one, verdict=verdict, silence=None if claimed else one.silence))
    return tuple(judged)


def repeats_needed(questions: int, *, alpha: float = ALPHA) -> int:
    """Repeats a side without which nothing could be claimed of so many differences, however large.

    The smallest p of n against n is 2 / C(2n, n), and Holm's first step takes it times `questions`.
    """
    count = FEWEST
    while smallest_p(count, count) * max(1, questions) > alpha:
        count += 1
    return count


def silenced(before: int, after: int, questions: int, *, alpha: float = ALPHA) -> Silence | None:
    """Why so many repeats a side cannot give a claim among so many differences; None if not."""
    if min(before, after) < FEWEST:
        return Silence.FEW
    return Silence.MANY if smallest_p(before, after) * questions > alpha else None


def _judge(question: Question, alpha: float, family: int, floor: float) -> Difference:
    before, after = _logs(question.before), _logs(question.after)
    p = mann_whitney(question.before, question.after)  # two values can have the same logarithm
    estimate, low, high, confidence = shift(before, after, alpha)
    ratio = median_ratio(question.before, question.after)
    silence = silenced(len(before), len(after), family, alpha=alpha)
    if silence is Silence.FEW:
        low = high = confidence = None
    detectable = None
    if low is not None and high is not None and confidence is not None:
        # What could be seen is seen through Holm: its first step asks this of the clearest one.
        _, least, most, _ = shift(before, after, alpha / family)
        if silence is None and least is not None and most is not None:
            half = max(most - estimate, estimate - least)
            detectable = _detectable(half, question, floor)
        low, high = min(low, log(ratio)), max(high, log(ratio))
        if question.between is not None:
            low = min(low, log(ratio) - question.between.step)
            high = max(high, log(ratio) + question.between.step)
            confidence = min(confidence, question.between.confidence)
    if silence is None and detectable is not None and detectable > TENFOLD:
        silence = Silence.NOISY
    return Difference(
        ratio=ratio,
        low=None if low is None else _ratio(low),
        high=None if high is None else _ratio(high),
        confidence=confidence,
        p=p,
        adjusted=p,
        verdict=Verdict.FEW,
        detectable=detectable,
        silence=silence,
    )


def _detectable(half: float, question: Question, floor: float) -> float:
    """What is found in four of five cases: past the interval's half-width, which is another one in
    other repeats, and past the noise floor, which is always the same.
    """
    bound = log1p(max(floor, question.floor))
    # What is exactly at the floor is none, also where the repeats are all the same.
    steps = [SURE * half, bound * (1 + 1e-6) + BEYOND * half]
    if question.between is not None:
        steps += [question.between.sure, bound + BEYOND * question.between.step]
    return expm1(min(max(steps), _FARTHEST))


def _verdict(difference: Difference, question: Question, alpha: float, floor: float) -> Verdict:
    if difference.low is None or difference.high is None:
        return Verdict.FEW
    nothing = Verdict.FEW if difference.detectable is None else Verdict.SAME
    # The same distance up and down: half as fast is as far as twice as fast.
    size = abs(log(difference.ratio))
    if size <= log1p(max(floor, question.floor)) or difference.low <= 1 <= difference.high:
        return nothing
    if difference.adjusted <= alpha:
        faster = (difference.ratio > 1) is not question.lower_is_better
        return Verdict.FASTER if faster else Verdict.SLOWER
    return Verdict.HINT


def median_ratio(before: Sequence[float], after: Sequence[float]) -> float:
    """The median of one side over that of the other, as far as a float holds it."""
    return _ratio(log(median(after)) - log(median(before)))


def _ratio(distance: float) -> float:
    return exp(max(-_FARTHEST, min(distance, _FARTHEST)))


def _logs(values: Sequence[float]) -> list[float]:
    if not values or not all(isfinite(value) and value > 0 for value in values):
        raise ValueError("only positive numbers can be compared")
    return [log(value) for value in values]
