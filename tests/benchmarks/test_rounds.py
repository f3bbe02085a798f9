# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often a change is claimed that does not exist, when consecutive repeats are correlated.

A side is a run of six repeats of each test. The machine's noise is one series (AR(1), 30 % carried
over from each repeat to the next one, whichever test that is of). Both orders take their values
from it in turn and are judged by our own comparison, all tests together. Seeds are fixed.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
import pytest
from tests.benchmarks.ratios import Table, single

from driveproof.domain.comparison.difference import Question, Verdict, compare
from driveproof.domain.profile.generated import order_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

CARRIED = 0.3
SPREAD = 0.03  # of single repeats: above the noise floor, which would hide all
REPEATS = 6
COUNT = 2000
LIMIT = 0.06
CLAIMS = {Verdict.FASTER, Verdict.SLOWER}


def orders(tests: int) -> dict[str, list[tuple[int, int]]]:
    """The order in which our profiles go, and each test with its repeats."""
    phase = Phase("", "read", "random", 4096, 1)
    profile = Profile("p", "P", "?", (phase,) * tests, 2**30, repeats=REPEATS)
    rounds = list(order_of(profile))
    return {"in rounds": rounds, "back to back": sorted(rounds)}


def run(drawn: np.random.Generator, order: list[tuple[int, int]], tests: int) -> list[list[float]]:
    """The repeats of each test of a run in which nothing but noise happened."""
    values: list[list[float]] = [[] for _ in range(tests)]
    noise = drawn.normal()
    for index, _ in order:
        values[index].append(exp(SPREAD * noise))
        noise = CARRIED * noise + sqrt(1 - CARRIED**2) * drawn.normal()
    return values


def claimed(order: list[tuple[int, int]], tests: int) -> float:
    """The share of comparisons that claim a change of any test."""
    drawn = np.random.default_rng(20)
    wrong = 0
    for _ in range(COUNT):
        sides = zip(run(drawn, order, tests), run(drawn, order, tests), strict=True)
        found = compare([Question([before], [after]) for before, after in sides])
        wrong += any(difference.verdict in CLAIMS for difference in found)
    return wrong / COUNT


@pytest.mark.parametrize("tests", [4, 8])
def test_rounds_keep_false_claims_rare(table: Table, tests: int) -> None:
    shares = {name: claimed(order, tests) for name, order in orders(tests).items()}
    rounds, together = shares["in rounds"], shares["back to back"]
    what = f"false claims, {tests} tests"
    table.add(single(f"{what}, in rounds", [rounds], "{:.3f}", "at most 6 %", rounds <= LIMIT))
    table.add(single(f"{what}, back to back", [together], "{:.3f}", "more", together > rounds))
    assert rounds <= LIMIT
    assert together > rounds
