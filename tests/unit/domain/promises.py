# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws comparisons of runs with a known truth: the coverage of intervals, and detected changes.

The unit tests draw some hundred with wide bounds, tests/benchmarks some thousand.
"""

from __future__ import annotations

import math

import numpy as np

from driveproof.domain.comparison.between_runs import between, run_gap
from driveproof.domain.comparison.difference import Difference, Question, Verdict, compare

REPEATS = 6


def side(
    drawn: np.random.Generator, runs: int, apart: float, within: float, change: float = 0.0
) -> list[list[float]]:
    """The logarithms of the repeats of some runs, each with a level of its own."""
    return [
        list(drawn.normal(math.log1p(change) + drawn.normal(0, apart), within, REPEATS))
        for _ in range(runs)
    ]


def judged(sides: list[list[list[float]]], others: int = 0) -> Difference:
    """Judged like a comparison of runs, among as many other tests without any change."""
    gap = run_gap(sides)
    before, after = ([math.exp(x) for run in runs for x in run] for runs in sides)
    question = Question(
        before, after, floor=math.expm1(gap) if gap else 0.0, between=between(sides)
    )
    same = Question(before, before)
    return compare([question, *[same] * others])[0]


def covered(count: int, runs: tuple[int, int], apart: float, *, seed: int) -> float:
    """How often the interval contains the truth, which is no change."""
    drawn = np.random.default_rng(seed)
    held = 0
    for _ in range(count):
        found = judged([side(drawn, one, apart, 0.01) for one in runs])
        assert found.low is not None and found.high is not None
        held += found.low <= 1 <= found.high
    return held / count


def found_again(
    count: int, runs: tuple[int, int], apart: float, within: float, *, seed: int, others: int = 0
) -> float:
    """How often another comparison finds a change of the detectable size of the first."""
    drawn = np.random.default_rng(seed)
    seen = 0
    for _ in range(count):
        could = judged([side(drawn, one, apart, within) for one in runs], others).detectable
        assert could is not None
        again = [side(drawn, runs[0], apart, within), side(drawn, runs[1], apart, within, could)]
        seen += judged(again, others).verdict is Verdict.FASTER
    return seen / count


# Repeats of both sides, the distance between the sides, and between repeats of one: fractions.
SEVERAL = [(2, 1), (3, 1), (2, 2), (3, 2), (3, 3), (5, 5)]
# One run per side with nearly equal repeats: the noise floor hides a change.
STILL = [0.0, 0.002, 0.005, 0.01]
