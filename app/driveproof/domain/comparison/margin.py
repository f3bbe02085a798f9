# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether anything is slower by more than a margin: yes, no, or undecided with these repeats."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import expm1, log, log1p

from driveproof.domain.comparison.between_runs import between, runs_of
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import ALPHA, FEWEST, NOISE_FLOOR, Silence, holm, shift
from driveproof.domain.comparison.matching import Unmatched, Why, above_zero
from driveproof.domain.comparison.ranks import below


class Answer(StrEnum):
    """The answer for a whole comparison."""

    SLOWER = "slower"
    NOT_SLOWER = "not slower"
    UNKNOWN = "cannot be told"


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """The answer for `share` (0.05: 5 %).

    `slower` are the tests for which it was shown. Of the undecided tests, the `silent` have too few
    repeats, the `undecided` could be slower by that much or not, and the `unmatched` could not be
    compared. `least` is the smallest margin that these repeats exclude for every test, None where
    they exclude none.
    """

    share: float
    answer: Answer
    slower: tuple[Metric, ...] = ()
    silent: tuple[Metric, ...] = ()
    undecided: tuple[Metric, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    least: float | None = None


@dataclass(frozen=True, slots=True)
class _Sides:
    """The logarithms of a test's repeats on both sides, and how far runs of a state are apart."""

    before: list[float]
    after: list[float]
    apart: float

    def slower(self, step: float) -> float:
        """The probability of repeats this slow, or slower, if the true change is `step`, or less of
        a slowdown. 1 where the middle is not beyond what runs differ by themselves.
        """
        if self._middle() >= step - self.apart:
            return 1.0
        return below(self.before, [value - step for value in self.after])

    def not_slower(self, step: float) -> float:
        """The same of repeats this fast, if it is slower by `step` or by more."""
        if self._middle() <= step + self.apart:
            return 1.0
        return below([value - step for value in self.after], self.before)

    def excluded(self, alpha: float) -> float:
        """The least slowdown (a step, 0 or below) that `not_slower` excludes at `alpha`."""
        _, low, _, _ = shift(self.before, self.after, 2 * alpha)  # its tails have `alpha` each
        return min(0.0, self._middle() - self.apart, *(() if low is None else (low,)))

    def _middle(self) -> float:
        return shift(self.before, self.after)[0]


def margin(comparison: Comparison, share: float, *, alpha: float = ALPHA) -> Margin:
    """Whether a test of the comparison is slower by more than `share`.

    "Slower" where the exact one-sided test of Mann and Whitney at the margin, after Holm over all
    tests, leaves less than `alpha` for a slowdown of the margin or less. "Not slower" where the
    same test the other way round excludes a slowdown of the margin or more for each test: all have
    to pass, so that each may be tested by itself (Berger 1982), and only where the repeats could
    have shown a slower one. Both must be so by more than the noise floor and by more than runs of
    one state are apart, with and without the disturbed repeats. In every other case there is no
    answer.
    """
    metrics = comparison.primary
    step = log1p(-min(share, 1 - 1e-12))
    sides = [_sides(metric) for metric in metrics]
    down = holm([max((one.slower(step) for one in pair), default=1.0) for pair in sides])
    silent = tuple(
        metric
        for metric, pair in zip(metrics, sides, strict=True)
        if not pair or metric.silence in (Silence.FEW, Silence.MANY)
    )
    slower = tuple(
        metric
        for metric, p in zip(metrics, down, strict=True)
        if p <= alpha and metric not in silent
    )
    undecided = tuple(
        metric
        for metric, pair in zip(metrics, sides, strict=True)
        if max((one.not_slower(step) for one in pair), default=1.0) > alpha
    )
    left = tuple(one for one in comparison.unmatched if one.why is not Why.ABSENT)
    least = None
    if metrics and not silent and not left:
        least = -expm1(min(one.excluded(alpha) for pair in sides for one in pair))
    answer = Answer.UNKNOWN
    if slower:
        answer = Answer.SLOWER
    elif metrics and not undecided and not silent and not left:
        answer = Answer.NOT_SLOWER
    return Margin(
        share=share,
        answer=answer,
        slower=slower,
        silent=silent,
        undecided=undecided,
        unmatched=left,
        least=least,
    )


def _sides(metric: Metric) -> tuple[_Sides, ...]:
    """All repeats, and once more the undisturbed ones where some were disturbed; () where a side
    has too few of either."""
    moved = above_zero(metric.before_values, metric.after_values)
    if moved is None:
        return ()
    apart = between([runs_of(side) for side in moved])
    step = max(log1p(NOISE_FLOOR), apart.step if apart else 0.0)
    sign = -1 if metric.less_is_more else 1  # as speeds
    found = []
    for calm in (False, True) if any(metric.disturbed) else (False,):
        before, after = ([one for one in side if not (calm and one.disturbed)] for side in moved)
        if min(len(before), len(after)) < FEWEST:
            return ()
        one, other = ([sign * log(each.value) for each in side] for side in (before, after))
        found.append(_Sides(one, other, step))
    return tuple(found)
