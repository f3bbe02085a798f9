# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When a test is measured well enough, how certain each one became, and why it ended.

A test is certain when the 95 % interval of its mean in this run, Student's t on the logarithms of
its repeats, lies within WITHIN. It says nothing of another run: runs of one state differ as well
(domain/comparison/judge.py). Three repeats are the fewest: at a standard deviation of 8 % two agree
within 1 % by chance in 7 % of runs (how-it-measures.md).
"""

from __future__ import annotations

from math import expm1, log, sqrt
from statistics import stdev

from driveproof.domain.run.latency_breakdown import deciding
from driveproof.domain.run.run import CUT_SHORT, METRICS, WRITE_CACHE_EXHAUSTED, PhaseResult
from driveproof.domain.run.stopping_rule import (
    VERSION,
    WITHIN,
    Stopping,
    StoppingRule,
    StopReason,
)
from driveproof.domain.run.write_cache import exhausted
from driveproof.domain.student import quantile

CONFIDENCE = 0.95
FEWEST = 2
"""Repeats without which nothing tells how far they are apart."""


def current_rule(least: int, most: int, budget: int | None, written: int | None) -> StoppingRule:
    """The rule that `is_certain` goes by, for a run."""
    return StoppingRule(least, most, budget, written, WITHIN, VERSION)


def half_width(phase: PhaseResult) -> float | None:
    """How far the figure of a test may be off in this run, as a share of it; None where too few of
    its repeats count.
    """
    values = _logarithms(phase)
    if len(values) < FEWEST:
        return None
    return expm1(_half(stdev(values), len(values)))


def is_certain(phase: PhaseResult) -> bool:
    """Whether a test needs no further repeat."""
    half = half_width(phase)
    return half is not None and half <= WITHIN


def is_useless(phase: PhaseResult) -> bool:
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
    if done < rule.minimum:
        why = StopReason.CANCELLED
    elif rule.fixed:
        why = StopReason.FIXED
    elif half is not None and half <= rule.within:
        why = StopReason.CERTAIN
    elif done >= rule.maximum:
        why = StopReason.MOST
    elif not finished:
        why = StopReason.CANCELLED
    else:
        why = StopReason.WRITE_CACHE if is_useless(phase) else StopReason.BUDGET
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
