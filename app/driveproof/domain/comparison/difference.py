# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a difference between two states of a drive is real, and how large it may be.

`judge_tests` decides, from runs of repeats; this says in which words, and what could have been
seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, expm1, isfinite, log, sqrt
from statistics import NormalDist, fmean

from driveproof.domain.comparison.judge import (
    ALPHA,
    AT,
    FLOOR,
    JudgedChange,
    Prior,
    SideRuns,
    judge_tests,
    judgeable,
)
from driveproof.domain.comparison.ranks import mann_whitney
from driveproof.domain.student import quantile

TENFOLD = 9.0
"""A change of less than this share would have been missed: then the comparison shows nothing.

Ten times is more than a TRIM, a firmware or a scheduler changes, and a number beyond it only
reflects one extreme repeat.
"""

CONFIDENCE = 0.95
"""Of every interval."""

WITHIN = 0.10
"""A change of which the whole interval is within this share of none is settled: that it is there or
not makes no difference to anybody."""

_LEAST_FREEDOM = 3
"""Below it a large interval comes from the few repeats, and not from how far they are apart."""

# exp() of more is no float, and no ratio that anything measured can have.
_FARTHEST = 700.0

Runs = Sequence[Sequence[float]]
"""The runs of one state, oldest first: the values of each run's repeats."""


class Verdict(StrEnum):
    """The verdict on a difference."""

    FASTER = "faster"
    SLOWER = "slower"
    POSSIBLE = "possible difference"
    WITHIN = "within 10 %"
    """All of the interval lies within `WITHIN` of no change."""
    UNDECIDED = "undecided"
    FEW = "too few repeats"
    NOISY = "too variable"


CLAIMS = (Verdict.FASTER, Verdict.SLOWER)
UNJUDGED = (Verdict.FEW, Verdict.NOISY)
"""A change could not have been seen, however large."""


class Barred(StrEnum):
    """Why it is a possible difference at most, whatever the figures are."""

    IMPORTED = "one imported run a side"
    """Another program's file says little of how it was measured: two runs are two measurements, and
    no two states."""
    AMOUNTS = "other amounts written"
    """Short writes end in a drive's cache, and long ones do not."""


@dataclass(frozen=True, slots=True)
class Question:
    """Two sides of one metric; `lower_is_better` for times.

    `prior` is how far runs of this drive are apart, None where that is not known. `barred` is why
    nothing may be claimed whatever the figures are.
    """

    before: Runs
    after: Runs
    lower_is_better: bool = False
    prior: Prior | None = None
    barred: Barred | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """The change from `before` to `after`.

    `ratio` is after over before (1: no change), that of the two sides' figures (`figure_of`). It is
    what is judged, and the middle of its 95 % interval from `low` to `high`, so that figures,
    change, interval and verdict cannot contradict each other. `judged` has the probabilities, and
    None means that there are too few repeats to judge at all: then there is no interval either.
    `ranks_p` is the exact two-sided Mann-Whitney probability of the repeats, for who wants to
    compare: it takes repeats of one run for independent, and nothing is claimed from it.
    `detectable` is the change (0.05: 5 %) that would have been claimed in four of five cases.
    `barred` is that of its question.
    """

    ratio: float
    low: float | None
    high: float | None
    judged: JudgedChange | None
    ranks_p: float
    verdict: Verdict
    detectable: float | None
    barred: Barred | None = None

    @property
    def change(self) -> float:
        """The change as a share: 0.1 is 10 % more, -0.1 is 10 % less."""
        return self.ratio - 1

    @property
    def within(self) -> bool:
        """Whether all of its interval lies within 10 % of no change."""
        return self.low is not None and self.high is not None and _close(self.low, self.high)


def judge_differences(
    questions: Sequence[Question], *, alpha: float = ALPHA
) -> tuple[Difference, ...]:
    """Judge some differences together; they share the chance of a false claim, `alpha`.

    "faster" and "slower" are said of what `judge_tests` claims. Where only the single 95 % interval
    excludes that there is no change, and it is above the noise floor, it is a possible difference.
    Raises ValueError for a value that is not a positive finite number, and for a side without one.
    """
    sides = [sides_of(question) for question in questions]
    asked = [one for one in sides if judgeable(one)]
    judged = iter(judge_tests(asked, alpha=alpha))
    return tuple(
        _difference(
            question, one, next(judged) if judgeable(one) else None, alpha / max(1, len(asked))
        )
        for question, one in zip(questions, sides, strict=True)
    )


def interval_of(question: Question) -> tuple[float, float | None, float | None]:
    """The ratio and its interval, as `Difference` has them, of what is judged by itself."""
    sides = sides_of(question)
    if not judgeable(sides):
        return _ratio(_change(sides)), None, None
    (found,) = judge_tests([sides])
    return (_ratio(found.change), *_interval(found))


def figure_of(runs: Runs) -> float:
    """The figure of a side: the geometric mean of its runs' geometric means over their repeats.
    Raises ValueError as `judge_differences` does.
    """
    return exp(fmean(fmean(run) for run in _logs(runs)))


def sides_of(question: Question) -> SideRuns:
    """The question as `judge_tests` takes it."""
    before, after = _logs(question.before), _logs(question.after)
    return SideRuns(before, after, question.prior)


def _difference(
    question: Question, sides: SideRuns, judged: JudgedChange | None, alpha: float
) -> Difference:
    """`alpha` is what Holm's first step asks of the clearest difference."""
    before, after = ([one for run in side for one in run] for side in _both(question))
    ranks_p = mann_whitney(before, after)
    if judged is None:
        ratio = _ratio(_change(sides))
        return Difference(ratio, None, None, None, ranks_p, Verdict.FEW, None, question.barred)
    runs = len(sides.before), len(sides.after)
    could = expm1(min(detectable(judged, runs, alpha), _FARTHEST))
    low, high = _interval(judged)
    return Difference(
        ratio=_ratio(judged.change),
        low=low,
        high=high,
        judged=judged,
        ranks_p=ranks_p,
        verdict=_verdict(question, judged, could),
        detectable=could,
        barred=question.barred,
    )


def _verdict(question: Question, judged: JudgedChange, could: float) -> Verdict:
    """`could` is the change that would have been claimed in four of five cases."""
    if judged.claimed and question.barred is None:
        faster = (judged.change > 0) is not question.lower_is_better
        return Verdict.FASTER if faster else Verdict.SLOWER
    low, high = judged.interval(CONFIDENCE)
    if abs(judged.change) > FLOOR and not low <= 0 <= high:
        return Verdict.POSSIBLE
    if could > TENFOLD:
        return Verdict.FEW if judged.freedom < _LEAST_FREEDOM else Verdict.NOISY
    return Verdict.WITHIN if _close(*_interval(judged)) else Verdict.UNDECIDED


def _close(low: float, high: float) -> bool:
    return low >= 1 - WITHIN and high <= 1 + WITHIN


def _interval(judged: JudgedChange) -> tuple[float, float]:
    low, high = judged.interval(CONFIDENCE)
    return _ratio(low), _ratio(high)


def _change(sides: SideRuns) -> float:
    before, after = (fmean(fmean(run) for run in side) for side in (sides.before, sides.after))
    return after - before


def _ratio(distance: float) -> float:
    return exp(max(-_FARTHEST, min(distance, _FARTHEST)))


def _both(question: Question) -> tuple[Runs, Runs]:
    return question.before, question.after


def _logs(runs: Runs) -> list[list[float]]:
    if not any(runs) or not all(isfinite(one) and one > 0 for run in runs for one in run):
        raise ValueError("only positive numbers can be compared")
    found = [[log(one) for one in run] for run in runs if run]
    if all(len(run) == 1 for run in found):
        # How far repeats of one run are apart is not known: runs stand in for them, which is more.
        return [[one for run in found for one in run]]
    return found


POWER = 0.8

_NORMAL = NormalDist()
_MOST = 1e6  # standard errors; with one degree of freedom hundreds are needed


def detectable(judged: JudgedChange, runs: tuple[int, int], alpha: float) -> float:
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


def _power(judged: JudgedChange, runs: tuple[int, int], alpha: float, size: float) -> float:
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
