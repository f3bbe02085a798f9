# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far one and the same state is apart from itself, from one run to the next."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan, isfinite, log, pi, sqrt
from statistics import median, variance

from driveproof.domain.comparison.difference import Between
from driveproof.domain.comparison.matching import Value

LEAST = 3
"""A run with fewer repeats of a test does not count: its middle is no more than chance."""

FEW_RUNS, MORE_RUNS = 3.0, 2.5
"""How many times the difference between runs of one state a claim must exceed: with fewer than
three runs on a side, and with more (docs/comparing.md has the simulation)."""


_TIMES = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447}
"""Student's t, two-sided 95 %, by degrees of freedom; beyond these by its expansion."""

_SURE = {1: 3.3, 2: 2.25, 3: 1.95, 4: 1.8}
_SURE_MANY = 1.65
"""How many times `Between.step` a change must be to be found in four of five cases, by degrees of
freedom: the step of other runs is another one (tools/power_table.py simulates it)."""


def between(sides: Sequence[Sequence[Sequence[float]]]) -> Between | None:
    """How far runs of one state are apart, from the logarithms of each run's repeats, for both
    sides; None where each side is one run.

    Student's interval for the medians of the runs, and no less than the multiple of the gap between
    runs that a claim must exceed. With one degree of freedom (two runs against one) Student's would
    be twelve times their spread, and no claim would be possible: there only the gap counts, and the
    interval covers less, which it reports.
    """
    middles = [[median(run) for run in side] for side in sides]
    freedom = sum(len(side) - 1 for side in middles)
    if freedom < 1:
        return None
    squares = sum(variance(side) * (len(side) - 1) for side in middles if len(side) > 1)
    spread = sqrt(squares / freedom)
    of_means = sqrt(sum(1 / len(side) for side in middles))
    whole = [[run for run in side if len(run) >= LEAST] for side in sides]
    gap = run_gap(whole) or 0.0
    if freedom == 1:
        step = FEW_RUNS * (run_gap(sides) or 0.0)
        # The middle of two against one is off by `of_means` times what it is judged by, and the
        # ratio of two normal values is Cauchy's.
        confidence = 1 - 2 / pi * atan(of_means / (FEW_RUNS * sqrt(2)))
    else:
        step = max(_student(freedom) * spread * of_means, least_gaps(whole) * gap)
        confidence = 0.95
    return Between(step, _SURE.get(freedom, _SURE_MANY) * step, confidence)


def _student(freedom: int) -> float:
    """Abramowitz and Stegun, 26.7.5."""
    if freedom in _TIMES:
        return _TIMES[freedom]
    z = 1.959964
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def least_gaps(sides: Sequence[Sequence[Sequence[float]]]) -> float:
    """How many times the gap between runs a claim must exceed."""
    return FEW_RUNS if min(map(len, sides)) < 3 else MORE_RUNS


def run_gap(sides: Sequence[Sequence[Sequence[float]]]) -> float | None:
    """How far two runs of a state are apart: the root mean square of all pairs' differences of
    medians, of the side where it is more. It does not grow with the number of runs."""
    found = []
    for side in sides:
        if len(side) > 1:
            # The mean square of all pairs' differences is twice the variance.
            found.append(sqrt(2 * variance(median(one) for one in side)))
    return max(found, default=None)


def runs_of(values: tuple[Value, ...]) -> list[list[float]]:
    """The logarithms of each run's repeats."""
    runs: dict[str, list[float]] = {}
    for one in values:
        if one.value > 0 and isfinite(one.value):
            runs.setdefault(one.run, []).append(log(one.value))
    return list(runs.values())


def whole_runs(values: tuple[Value, ...]) -> list[list[float]]:
    """The same of runs that have enough repeats."""
    return [run for run in runs_of(values) if len(run) >= LEAST]
