# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a test is measured well enough, how certain each one became, and why it ended.

A test is certain when the 95 % interval of its mean in this run, Student's t on the logarithms of
its repeats, lies within WITHIN. It says nothing of another run: runs of one state differ as well
(domain/comparison/judge.py). Three repeats are the fewest: at a standard deviation of 8 % two agree
within 1 % by chance in 7 % of runs (how-it-measures.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import expm1, log, sqrt
from statistics import stdev

from driveproof.domain.run.latency_breakdown import deciding
from driveproof.domain.run.run import CUT_SHORT, METRICS, WRITE_CACHE_EXHAUSTED, PhaseResult
from driveproof.domain.run.write_cache import exhausted
from driveproof.domain.student import quantile

VERSION = 1
"""Of the rule. Runs by another one are not certain in the same way."""
WITHIN = 0.10
"""The share that a figure may be away from the test's mean in this run."""
CONFIDENCE = 0.95
FEWEST = 2
"""Repeats without which nothing tells how far they are apart."""


class Ended(StrEnum):
    """Why a test has no further repeat. The words of the JSON."""

    CERTAIN = "certain"
    MOST = "most repeats"
    BUDGET = "budget"
    """A further repeat might have written more than the run may."""
    WRITE_CACHE = "write cache"
    """The drive's write cache had run out: no further repeat would have counted."""
    FIXED = "fixed"
    """The number of repeats was chosen before."""
    CANCELLED = "cancelled"
    """The run was cancelled or failed before."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """How a test ended. `half_width` is that of its interval as a share of the figure: 0.04 is
    "within 4 %". None where fewer than two repeats count.
    """

    half_width: float | None
    why: Ended


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """What a run went by: a test has `least` repeats, and while its interval is wider than `within`
    to either side at most `most`. A writing test goes on while the run writes no more than `budget`
    bytes (None: no limit); `written` is what fio reported in the end (None: not known).
    """

    least: int
    most: int
    budget: int | None = None
    written: int | None = None
    within: float = WITHIN
    version: int = VERSION

    @property
    def fixed(self) -> bool:
        """Whether each test has the same number of repeats, whatever they show."""
        return self.most <= self.least


def current_rule(least: int, most: int, budget: int | None, written: int | None) -> StoppingRule:
    """The rule that `certain` goes by, for a run."""
    return StoppingRule(least, most, budget, written, WITHIN, VERSION)


def half_width(phase: PhaseResult) -> float | None:
    """How far the figure of a test may be off in this run, as a share of it; None where too few of
    its repeats count.
    """
    values = _logarithms(phase)
    if len(values) < FEWEST:
        return None
    return expm1(_half(stdev(values), len(values)))


def certain(phase: PhaseResult) -> bool:
    """Whether a test needs no further repeat."""
    half = half_width(phase)
    return half is not None and half <= WITHIN


def useless(phase: PhaseResult) -> bool:
    """Whether a further repeat would not count."""
    marked = any(WRITE_CACHE_EXHAUSTED in repeat.disturbed for repeat in phase.repeats)
    return marked or exhausted(phase) is not None


def likely_repeats(phase: PhaseResult | None, least: int, most: int) -> int:
    """How many repeats a test probably needs, by how far those until now are apart."""
    values = [] if phase is None else _logarithms(phase)
    if phase is None or len(values) < FEWEST:
        return least
    spread, lost = stdev(values), len(phase.repeats) - len(values)
    enough = (
        count
        for count in range(max(FEWEST, least - lost), most - lost)
        if expm1(_half(spread, count)) <= WITHIN
    )
    return next(enough, most - lost) + lost


def stopping_of(phase: PhaseResult, rule: StoppingRule, *, finished: bool) -> Stopping:
    """How a test of a run by `rule` ended; `finished` says whether the run went to its end."""
    half = half_width(phase)
    done = sum(CUT_SHORT not in repeat.disturbed for repeat in phase.repeats)
    if done < rule.least:
        why = Ended.CANCELLED
    elif rule.fixed:
        why = Ended.FIXED
    elif half is not None and half <= rule.within:
        why = Ended.CERTAIN
    elif done >= rule.most:
        why = Ended.MOST
    elif not finished:
        why = Ended.CANCELLED
    else:
        why = Ended.WRITE_CACHE if useless(phase) else Ended.BUDGET
    return Stopping(half, why)


def _half(spread: float, count: int) -> float:
    """Half of the interval of the mean of so many logarithms: 2.48, 1.59, 1.24 and 1.05 times
    their standard deviation for three, four, five and six.
    """
    return quantile(CONFIDENCE, count - 1) * spread / sqrt(count)


def _logarithms(phase: PhaseResult) -> list[float]:
    """Of the repeats that count, in the metric and the direction that decide in a comparison."""
    first = exhausted(phase)
    metric, direction = METRICS[deciding(phase)], phase.directions[0]
    values = [
        metric(repeat.directions[direction])
        for repeat in phase.repeats
        if repeat.counts
        and direction in repeat.directions
        and (first is None or repeat.order < first.order)
    ]
    return [log(value) for value in values if value is not None and value > 0]
