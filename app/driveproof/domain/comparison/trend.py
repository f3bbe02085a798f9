# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a drive became slower or faster from round to round: the exact Mann-Kendall test.

Mann 1945, Kendall 1938: of all pairs of repeats it counts how many rise and how many fall. Without
a trend every order of the values is equally probable; nothing else is assumed of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import NamedTuple

from driveproof.domain.comparison.judge import ALPHA, FLOOR
from driveproof.domain.comparison.ranks import holm
from driveproof.domain.metric import MetricName
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.quantity import Rate, Seconds
from driveproof.domain.run.run import METRICS, PhaseResult

MOST = 100
"""The most repeats that a profile can have; of more, only the first are examined."""


class RunTrend(NamedTuple):
    """A test whose primary metric goes one way; `p` is adjusted (Holm) over all tests of a run."""

    phase: PhaseResult
    values: tuple[float, ...]
    p: float


def mann_kendall(values: Sequence[float]) -> float:
    """The exact two-sided probability of an order this one-sided, or more, without a trend.

    Equal values count as neither: p is then too large, never too small.
    """
    count = len(values)
    rises = sum(
        (values[later] > values[earlier]) - (values[later] < values[earlier])
        for later in range(count)
        for earlier in range(later)
    )
    pairs = count * (count - 1) // 2
    # An order with k inversions has pairs - 2 k more rising pairs than falling ones.
    ways = _inversions(count)
    beyond = sum(ways[k] for k in range(len(ways)) if pairs - 2 * k >= abs(rises))
    return min(1.0, 2 * beyond / sum(ways))


@lru_cache(maxsize=MOST)
def _inversions(count: int) -> tuple[int, ...]:
    """How many orders of so many values have 0, 1, 2, ... inversions (Kendall 1938)."""
    ways = [1]
    for more in range(1, count):
        longer = [0] * (len(ways) + more)
        for place, number in enumerate(ways):
            for step in range(more + 1):
                longer[place + step] += number
        ways = longer
    return tuple(ways)


def trends(phases: Sequence[PhaseResult], *, alpha: float = ALPHA) -> tuple[RunTrend, ...]:
    """The tests with a trend: p at most `alpha` over all of them, and more than the noise floor
    between the first and the last round. Repeats that do not count are left out.
    """
    asked = []
    for phase in phases:
        direction, metric = phase.directions[0], METRICS[phase.primary]
        values = [
            value
            for repeat in sorted(phase.repeats, key=lambda repeat: repeat.order)
            if repeat.counts
            and (found := repeat.directions.get(direction)) is not None
            and (value := metric(found)) is not None
            and value > 0
        ][:MOST]
        if len(values) > 1:
            asked.append((phase, tuple(values)))
    adjusted = holm([mann_kendall(values) for _, values in asked])
    return tuple(
        RunTrend(phase, values, p)
        for (phase, values), p in zip(asked, adjusted, strict=True)
        if p <= alpha and abs(log(values[-1] / values[0])) > FLOOR
    )


def _figure(trend: RunTrend, value: float) -> Rate | Seconds:
    if trend.phase.primary == MetricName.TIME:
        return Seconds(value, precise=True)
    return Rate(value, trend.phase.primary == MetricName.IOPS)


def trend_note(trend: RunTrend) -> Note:
    """What belongs beside the figure."""
    first, last = (_figure(trend, trend.values[place]) for place in (0, -1))
    # Translators: {p} is the p-value of a test for a trend (Mann-Kendall).
    return Note(
        "{test} changed from {first} to {last}: no steady state (p = {p}).",
        kind=NoteKind.DOUBT,
        test=trend.phase.name,
        first=first,
        last=last,
        p=f"{trend.p:.2g}",
    )
