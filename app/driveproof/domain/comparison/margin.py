# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether anything is slower by more than a margin: yes, no, or undecided with these runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import expm1, log1p, sqrt

from driveproof.domain.comparison.amounts import change_share
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import UNJUDGED
from driveproof.domain.comparison.judge import FLOOR, JudgedChange
from driveproof.domain.comparison.left_out import left_out_reason, left_out_title
from driveproof.domain.comparison.matching import Unmatched, Why
from driveproof.domain.comparison.no_claim import no_claims
from driveproof.domain.comparison.ranks import holm
from driveproof.domain.comparison.remarks import metric_title
from driveproof.domain.comparison.sentences import NO_COMMON_TEST
from driveproof.domain.quantity import OneOf
from driveproof.domain.say import Say, some
from driveproof.domain.student import quantile

_NAMED = 3  # tests by name in one sentence


class MarginAnswer(StrEnum):
    """The answer for a whole comparison."""

    SLOWER = "slower"
    NOT_SLOWER = "not slower"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """The answer for `share` (0.05: 5 %).

    `slower` are the tests for which it was shown, the `undecided` could be slower by that much or
    not, and the `unmatched` could not be compared. `excluded` is the smallest margin that these
    runs exclude for every test, None where they exclude none. `with_second` is what they would
    exclude if the baseline had a second run like the first; None where it has one.
    """

    share: float
    answer: MarginAnswer
    slower: tuple[Metric, ...] = ()
    undecided: tuple[Metric, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    excluded: float | None = None
    with_second: float | None = None


@dataclass(frozen=True, slots=True)
class _Speeds:
    """A judged test as changes of speed, `sign` is -1 where the figure is a time."""

    judged: JudgedChange
    sign: int
    runs: tuple[int, int]

    @property
    def change(self) -> float:
        return self.sign * self.judged.change

    def slower(self, step: float) -> float:
        """The probability of runs this slow if the true change is `step`, or less of a slowdown. 1
        where it is within the noise floor, or did not come at the change.
        """
        if self.change >= -FLOOR or not self.judged.at_change:
            return 1.0
        up = self.sign > 0
        return self.judged.slower(step) if up else self.judged.not_slower(-step)

    def not_slower(self, step: float) -> float:
        """The same of runs this fast, if it is slower by `step` or by more."""
        up = self.sign > 0
        return self.judged.not_slower(step) if up else self.judged.slower(-step)

    def excluded(self, alpha: float, *, second: bool = False) -> float:
        """The least slowdown (a step, 0 or below) that `not_slower` excludes at `alpha`; with a
        `second` run before, each run of which adds as much to the error.
        """
        before, after = self.runs
        freedom, error = self.judged.freedom, self.judged.error
        if second:
            freedom += round(freedom / (before + after))
            error *= sqrt((1 / (before + 1) + 1 / after) / (1 / before + 1 / after))
        return min(0.0, self.change - quantile(1 - 2 * alpha, freedom) * error)


def margin(comparison: Comparison, share: float, *, alpha: float | None = None) -> Margin:
    """Whether a test of the comparison is slower by more than `share`, at the comparison's
    own `alpha` if none is given.

    "Slower" where the one-sided test at the margin, after Holm over all tests, leaves less than
    `alpha` for a slowdown of the margin or less, and the slowdown came at the change. "Not slower"
    where the same test the other way round excludes a slowdown of the margin or more for each test:
    all have to pass, so that each may be tested by itself (Berger 1982). Both must be so with and
    without the disturbed repeats. In every other case there is no answer.
    """
    alpha = comparison.alpha if alpha is None else alpha
    metrics = comparison.primary
    step = log1p(-min(share, 1 - 1e-12))
    found = [_speeds(metric) for metric in metrics]
    barred = [metric.barred is not None for metric in metrics]
    down = holm(
        [
            1.0 if no else max((one.slower(step) for one in pair), default=1.0)
            for pair, no in zip(found, barred, strict=True)
        ]
    )
    slower = tuple(metric for metric, p in zip(metrics, down, strict=True) if p <= alpha)
    undecided = tuple(
        metric
        for metric, pair, no in zip(metrics, found, barred, strict=True)
        if no or max((one.not_slower(step) for one in pair), default=1.0) > alpha
    )
    left = tuple(one for one in comparison.unmatched if one.why is not Why.ABSENT)
    least = with_second = None
    if metrics and all(found) and not left and not any(barred):
        every = [one for pair in found for one in pair]
        least = -expm1(min(one.excluded(alpha) for one in every))
        if comparison.runs[0] == 1:
            with_second = -expm1(min(one.excluded(alpha, second=True) for one in every))
    answer = MarginAnswer.UNKNOWN
    if slower:
        answer = MarginAnswer.SLOWER
    elif metrics and not undecided and not left:
        answer = MarginAnswer.NOT_SLOWER
    return Margin(
        share=share,
        answer=answer,
        slower=slower,
        undecided=undecided,
        unmatched=left,
        excluded=least,
        with_second=with_second,
    )


def _speeds(metric: Metric) -> tuple[_Speeds, ...]:
    """Of all repeats, and once more of the undisturbed ones where some were disturbed; () where a
    side has too few of either."""
    asked = [metric.difference, *([metric.without] if any(metric.disturbed) else [])]
    judged = [one.judged for one in asked if one is not None and one.judged is not None]
    if len(judged) < len(asked):
        return ()
    sign = -1 if metric.less_is_more else 1
    return tuple(_Speeds(one, sign, metric.runs) for one in judged)


def margin_sentences(found: Margin, comparison: Comparison) -> tuple[Say, ...]:
    """What was found; where nothing was, why, and what would settle it."""
    bound = change_share(found.share)
    if found.answer is MarginAnswer.NOT_SLOWER:
        return (Say("No test is slower by {share} or more.", share=bound),)
    if found.answer is MarginAnswer.SLOWER:
        tests = _named(map(metric_title, found.slower))
        return (Say("Slower by more than {share}: {tests}.", share=bound, tests=tests),)
    return tuple(_unknown(found, comparison))


def _unknown(found: Margin, comparison: Comparison) -> Iterator[Say]:
    if not comparison.primary:
        yield NO_COMMON_TEST
    yield from no_claims([one.verdict for one in found.undecided], len(comparison.primary))
    if found.unmatched:
        yield Say(
            "Not compared: {tests} ({reason}).",
            tests=_named(map(left_out_title, found.unmatched)),
            reason=left_out_reason(found.unmatched[0]),
        )
    left = [metric_title(one) for one in found.undecided if one.verdict not in UNJUDGED]
    if left:
        yield Say(
            "Could be slower by {share} or more: {tests}.",
            share=change_share(found.share),
            tests=_named(left),
        )
        yield from _settling(found, comparison)


def _settling(found: Margin, comparison: Comparison) -> Iterator[Say]:
    """What these runs exclude, and which further run would exclude more."""
    if found.excluded is not None and found.excluded < 1:
        yield Say(
            "These runs rule out a slowdown of {share} or more.", share=change_share(found.excluded)
        )
    before, *others = comparison.runs
    if min(others) == 1:
        yield Say("Measure the changed state again after ten minutes.")
    if before > 1:
        return
    better = found.with_second
    if better is not None and found.excluded is not None and better < found.excluded:
        yield Say("A second baseline run would allow {share}.", share=change_share(better))
        return
    yield Say("Measure a second baseline run.")


def _named(names: Iterable[Say | str]) -> OneOf | Say:
    return some(tuple(names), _NAMED)
