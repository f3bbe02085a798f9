# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether anything is slower by more than a margin: yes, no, or that these repeats cannot tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import expm1, log, log1p

from driveproof.domain.comparison.between_runs import between, runs_of
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import ALPHA, FEWEST, NOISE_FLOOR, Silence, holm, shift
from driveproof.domain.comparison.matching import Why, above_zero
from driveproof.domain.comparison.ranks import below
from driveproof.wording.comparison.verdicts import change_text, share_text

_NAMED = 3  # tests by name in one sentence


class Answer(StrEnum):
    """What is said of a whole comparison."""

    SLOWER = "slower"
    NOT_SLOWER = "not slower"
    UNKNOWN = "cannot be told"


@dataclass(frozen=True, slots=True)
class Margin:
    """The answer for `share` (0.05: 5 %); `slower` are the tests of which it was shown.

    `why` are sentences: what was found, or why nothing can be told. `least` is the smallest margin
    that these repeats exclude for every test, None where they exclude none.
    """

    share: float
    answer: Answer
    slower: tuple[Metric, ...]
    why: tuple[str, ...]
    least: float | None


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
    one state are apart, with and without the disturbed repeats. Everything else cannot be told.
    """
    metrics = comparison.primary
    step = log1p(-min(share, 1 - 1e-12))
    sides = [_sides(metric) for metric in metrics]
    down = holm([max((one.slower(step) for one in pair), default=1.0) for pair in sides])
    silent = [
        metric
        for metric, pair in zip(metrics, sides, strict=True)
        if not pair or metric.silence in (Silence.FEW, Silence.MANY)
    ]
    slower = tuple(
        metric
        for metric, p in zip(metrics, down, strict=True)
        if p <= alpha and metric not in silent
    )
    open_end = [
        metric
        for metric, pair in zip(metrics, sides, strict=True)
        if max((one.not_slower(step) for one in pair), default=1.0) > alpha
    ]
    left = [one for one in comparison.unmatched if one.why is not Why.ABSENT]
    least = None
    if metrics and not silent and not left:
        least = -expm1(min(one.excluded(alpha) for pair in sides for one in pair))
    if slower:
        named = _named([one.name for one in slower])
        why = [f"Slower by more than {share_text(share)}: {named}."]
        return Margin(share, Answer.SLOWER, slower, tuple(why), least)
    if metrics and not open_end and not silent and not left:
        return Margin(share, Answer.NOT_SLOWER, (), (), least)
    why = []
    if not metrics:
        why.append("No test is in both: measure both with the same profile.")
    if silent:
        why.append(_silence(silent, comparison))
    if left:
        why.append(f"{_named([one.name for one in left])} could not be compared: {left[0].reason}.")
    if open_end and not silent:
        why += [_open(metric, share) for metric in open_end[:_NAMED]]
        if least is not None and least < 1:
            why.append(
                f"These repeats exclude a slowdown of {share_text(least)} or more;"
                " measure more repeats for a smaller one."
            )
    return Margin(share, Answer.UNKNOWN, (), tuple(why), least)


def _sides(metric: Metric) -> tuple[_Sides, ...]:
    """All repeats, and once more the undisturbed ones where some were disturbed; () where a side
    has too few of either."""
    moved = above_zero(metric.before_values, metric.after_values)
    if moved is None:
        return ()
    apart = between([runs_of(side) for side in moved])
    step = max(log1p(NOISE_FLOOR), apart.step if apart else 0.0)
    found = []
    for calm in (False, True) if any(metric.disturbed) else (False,):
        before, after = ([one for one in side if not (calm and one.disturbed)] for side in moved)
        if min(len(before), len(after)) < FEWEST:
            return ()
        found.append(_Sides([log(o.value) for o in before], [log(o.value) for o in after], step))
    return tuple(found)


def _silence(silent: Sequence[Metric], comparison: Comparison) -> str:
    fewest = min(min(metric.repeats) for metric in silent)
    total = len(comparison.primary)
    which = "" if len(silent) == total else f" for {len(silent)} of them"
    calm = " undisturbed ones" if any(any(metric.disturbed) for metric in silent) else ""
    return (
        f"No claim was possible{which}: {fewest} repeats a side are too few; {comparison.needed}"
        f"{calm} are needed for {total} {'test' if total == 1 else 'tests'}."
    )


def _open(metric: Metric, share: float) -> str:
    """Why a test leaves it open."""
    bound = share_text(share)
    if metric.ratio is not None and metric.ratio < 1 - share:
        return (
            f"{metric.name} is {change_text(metric.ratio)}, but that it is more than {bound} is not"
            " shown: measure more repeats."
        )
    return f"{metric.name} may be slower by {bound} or not: its repeats are too far apart."


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
