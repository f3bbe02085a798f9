# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether two states of a drive differ, when two runs of one state differ as well.

The unit is a run, not a repeat: on recorded drives two runs of one state differ by about half as
much as the repeats of a run, so repeats alone claim changes that are not there.
how-comparing-works.md has the simulations that the constants come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log1p, sqrt
from statistics import fmean, variance
from typing import NamedTuple

from driveproof.domain.comparison.ranks import holm
from driveproof.domain.student import one_sided, quantile, two_sided

ALPHA = 0.05
"""The probability of a false claim, over all differences that are judged together."""
FLOOR = log1p(0.012)
"""fio compared with itself differed by up to this step of logarithms: no smaller change counts."""
AT = 0.75
"""This share of a change must lie between the last run before and the first run after: what comes
little by little came by itself."""
SPACING = 600.0
"""Seconds between the beginnings of two runs of one state. Runs closer together share what lasts
some minutes and look more alike than runs are: on recorded drives, with a quick change, runs one or
two minutes apart claim falsely in 5 to 7 % of comparisons, ten minutes apart in about 1 %
(benchmarks.md)."""
UNSEEN = 0.007
"""Runs of one state differ by this step of logarithms without showing it in their repeats."""

UNSEEN_FREEDOM = 6
"""One run a side has no more degrees of freedom, however many repeats: how far runs are apart is
assumed, and not seen. Where the runs of each test are 2 % apart, two runs of six repeats claim a
false change in 4.7 % of comparisons, and without this limit in 10 % (benchmarks.md)."""

LEAST_REPEATS = 3
"""Repeats of a run that the promise was simulated with; with two, only the largest changes show."""

_LEAST_VARIANCE = 1e-8  # repeats that are all the same: a hundredth of a percent

Runs = Sequence[Sequence[float]]
"""The runs of one state, oldest first: the logarithms of each run's repeats."""


class Prior(NamedTuple):
    """How far runs of one state are apart before any was seen: the variance between runs, as a
    multiple of that of repeats within a run, and the degrees of freedom that it counts like.
    """

    ratio: float = 1.0
    freedom: float = 8.0


ASSUMED = Prior()
"""Above two of three recorded series; what runs show corrects it (benchmarks.md)."""


@dataclass(frozen=True, slots=True)
class SideRuns:
    """The runs of a test before and after. `prior` is None where nothing is known of the drive."""

    before: Runs
    after: Runs
    prior: Prior | None = None


@dataclass(frozen=True, slots=True)
class JudgedChange:
    """The change of a test from before to after.

    `change` is a step of logarithms, that of the means of the runs, and `error` its standard
    error with `freedom` degrees of freedom. `p` is two-sided, `adjusted` the same after Holm over
    all that were judged together. `at_change`: the change came at the change, and not little by
    little. `between` is the standard deviation between runs as a multiple of that of repeats.
    `claimed`: it may be called a change.
    """

    change: float
    error: float
    freedom: int
    p: float
    adjusted: float
    at_change: bool
    between: float
    claimed: bool

    def interval(self, confidence: float = 1 - ALPHA) -> tuple[float, float]:
        """The interval of `change` in steps of logarithms."""
        half = quantile(confidence, self.freedom) * self.error
        return self.change - half, self.change + half

    def slower(self, step: float) -> float:
        """The one-sided probability of a change this low, or lower, if the true one is `step` (a
        step of logarithms of speeds, below zero for a slowdown) or above it.
        """
        return one_sided((step - self.change) / self.error, self.freedom)

    def not_slower(self, step: float) -> float:
        """The same of a change this high, or higher, if the true one is `step` or below it."""
        return one_sided((self.change - step) / self.error, self.freedom)


def judge_tests(
    tests: Sequence[SideRuns], *, alpha: float = ALPHA, floor: float = FLOOR
) -> tuple[JudgedChange, ...]:
    """Judge the tests of a comparison together; they share the chance of a false claim, `alpha`.

    Raises ValueError for a test that `judgeable` refuses.
    """
    found = [_Found(one) for one in tests]
    seen = [pair for one in found for pair in one.seen]
    results = []
    for one in found:
        # A drive's own history stands in for what is assumed of all drives.
        prior = one.sides.prior or ASSUMED
        results.append(one.result(pulled(seen, prior), prior.freedom))
    adjusted = holm([one.p for one in results])
    return tuple(
        JudgedChange(
            one.change,
            one.error,
            one.freedom,
            one.p,
            p,
            one.at_change,
            one.between,
            p <= alpha and abs(one.change) > floor and one.at_change,
        )
        for one, p in zip(results, adjusted, strict=True)
    )


def judgeable(sides: SideRuns) -> bool:
    """Whether there is a run on both sides, and one with two repeats: without it nothing tells how
    far repeats are apart.
    """
    runs = [*sides.before, *sides.after]
    return bool(sides.before and sides.after) and all(runs) and any(len(run) > 1 for run in runs)


class Spread(NamedTuple):
    """How far the repeats of runs are apart, and the runs of each state.

    `within` is the variance of repeats within a run, with `freedom` degrees of freedom. `ratio` is
    the variance between runs of one state as a multiple of it, with `free` degrees of freedom:
    below zero where runs are closer than their repeats tell, None where each state is one run.
    """

    within: float
    freedom: int
    ratio: float | None
    free: int


def spread_of(states: Sequence[Runs]) -> Spread:
    """What the runs of one test tell, of one state or several; one has two repeats or more."""
    every = [run for state in states for run in state]
    freedom = sum(len(run) - 1 for run in every)
    squares = sum(variance(run) * (len(run) - 1) for run in every if len(run) > 1)
    within = max(_LEAST_VARIANCE, squares / freedom)
    several = [state for state in states if len(state) > 1]
    free = sum(len(state) - 1 for state in several)
    if not free:
        return Spread(within, freedom, None, 0)
    apart = sum(variance(map(fmean, state)) * (len(state) - 1) for state in several) / free
    # E[1 / v] of an estimate with n degrees of freedom is n / (n - 2) of the true one.
    shrunk = (freedom - 2) / freedom
    repeats = fmean(1 / len(run) for state in several for run in state)
    return Spread(within, freedom, apart / within * shrunk - repeats, free)


def pulled(seen: Sequence[tuple[int, float]], towards: Prior) -> float:
    """The ratio that degrees of freedom and ratios tell, together with what is known before."""
    weighed = sum(free * ratio for free, ratio in seen) + towards.freedom * towards.ratio
    return weighed / (sum(free for free, _ratio in seen) + towards.freedom)


class _Found:
    """What the repeats of a test tell before the tests are looked at together."""

    def __init__(self, sides: SideRuns) -> None:
        if not judgeable(sides):
            raise ValueError("a run a side, and one with two repeats, are needed")
        self.sides = sides
        self._runs = (sides.before, sides.after)
        self.spread = spread_of(self._runs)
        self._middles = [[fmean(run) for run in side] for side in self._runs]

    @property
    def seen(self) -> list[tuple[int, float]]:
        """Degrees of freedom and ratio of what the runs of each side show; [] for one a side."""
        return [] if self.spread.ratio is None else [(self.spread.free, self.spread.ratio)]

    def result(self, pool: float, weight: float) -> JudgedChange:
        """The change, with what all tests together tell of runs of one state: `pool`."""
        within, freedom = self.spread.within, self.spread.freedom
        ratio = max(0.0, pulled(self.seen, Prior(pool, weight)))
        if not self.seen and ratio > 0:  # more repeats make nothing surer of what no run shows
            freedom = min(freedom, UNSEEN_FREEDOM)
        square = sum(
            sum(within / len(run) for run in side) / len(side) ** 2
            + (within * ratio + UNSEEN**2) / len(side)
            for side in self._runs
        )
        before, after = self._middles
        change = fmean(after) - fmean(before)
        error = sqrt(square)
        p = two_sided(change / error, freedom)
        at_change = (after[0] - before[-1]) * change >= AT * change * change
        return JudgedChange(change, error, freedom, p, p, at_change, sqrt(ratio), claimed=False)
