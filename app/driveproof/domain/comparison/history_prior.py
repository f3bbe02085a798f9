# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far runs of one state are apart on this drive, from runs that were measured earlier.

The rule of a comparison, once more: what a test showed is pulled towards what all tests showed,
and that towards what is assumed of all drives. Each pull counts like the degrees of freedom of the
assumption. benchmarks.md has the simulation, with three, five and ten earlier runs.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from driveproof.domain.comparison.judge import ASSUMED, Prior, Runs, pulled, spread_of

LEAST_RUNS = 3
"""Fewer runs of a state tell too little of how far they are apart."""
LEAST_REPEATS = 2
"""A run with fewer of a test tells nothing of how far its repeats are apart."""

Test = TypeVar("Test", bound=Hashable)


def history_priors(
    states: Mapping[Test, Sequence[Runs]], assumed: Prior = ASSUMED
) -> dict[Test, Prior]:
    """The prior of each test, from its earlier runs of each state: logarithms of their repeats.

    The runs that are compared must not be among them, or they would count twice. A state with
    fewer runs than `LEAST_RUNS` does not count; a test without one gets what the others showed.
    Empty where none has one.
    """
    seen: dict[Test, tuple[int, float]] = {}
    for test, each in states.items():
        runs = [[run for run in state if len(run) >= LEAST_REPEATS] for state in each]
        enough = [state for state in runs if len(state) >= LEAST_RUNS]
        if enough:
            spread = spread_of(enough)
            if spread.ratio is not None:
                seen[test] = spread.free, spread.ratio
    if not seen:
        return {}
    pool = Prior(pulled(list(seen.values()), assumed), assumed.freedom)
    return {test: _prior(seen.get(test), pool) for test in states}


def _prior(own: tuple[int, float] | None, pool: Prior) -> Prior:
    if own is None:
        return Prior(max(0.0, pool.ratio), pool.freedom)
    return Prior(max(0.0, pulled([own], pool)), pool.freedom + own[0])
