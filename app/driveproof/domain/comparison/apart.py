# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far runs of one state of a drive are apart, from what was measured of it before.

The rule of a comparison, once more: what a test showed is pulled towards what all tests showed,
and that towards what is assumed of all drives. Each pull counts like the degrees of freedom of the
assumption. benchmarks.md has the simulation, with three, five and ten earlier runs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple, TypeVar

from driveproof.domain.comparison.conditions import same_state
from driveproof.domain.comparison.judge import ASSUMED, SPACING, Prior, Runs, pulled, spread_of
from driveproof.domain.comparison.matching import Side, above_zero, cells_of, tests_of
from driveproof.domain.run.latency_breakdown import deciding
from driveproof.domain.run.run import FINISHED, Run
from driveproof.domain.run.same_test import PhaseKey


class Apart(NamedTuple):
    """How far `runs` earlier runs of a drive were apart from others of their state, by test."""

    priors: Mapping[PhaseKey, Prior]
    runs: int


def apart_from(earlier: Iterable[Run], compared: Sequence[Run]) -> Apart | None:
    """What earlier runs tell that were measured under the conditions of one that is compared, and
    are not compared themselves; None where they are too few.

    Runs of different labels are different states, as everywhere: after a change that no condition
    shows they would make the drive seem restless.
    """
    ids = {run.id for run in compared}
    states: list[list[Run]] = []
    for run in sorted(earlier, key=lambda run: (run.started, run.id)):
        if run.id in ids or run.status != FINISHED or not run.environment.ours:
            continue
        if all(len(phase.repeats) < LEAST_REPEATS for phase in run.phases):
            continue
        if not any(same_state(run, one) for one in compared):
            continue
        state = next((one for one in states if _one_state(one[0], run)), None)
        if state is None:
            states.append([run])
        elif (run.started - state[-1].started).total_seconds() >= SPACING:
            state.append(run)
    told = [state for state in states if len(state) >= LEAST_RUNS]
    tests: dict[PhaseKey, list[Runs]] = {}
    for state in told:
        for test, runs in _tests(state).items():
            tests.setdefault(test, []).append(runs)
    priors = history_priors(tests)
    return Apart(priors, sum(map(len, told))) if priors else None


def safest(found: Sequence[Apart | None]) -> Apart | None:
    """Of several drives that are compared: what is assumed unless all are known, and then of each
    test that of the one whose runs are farthest apart.
    """
    known = [one for one in found if one is not None]
    if not known or len(known) < len(found):
        return None
    first, *others = known
    priors = {
        test: max((prior, *(one.priors[test] for one in others)), key=lambda one: one.ratio)
        for test, prior in first.priors.items()
        if all(test in one.priors for one in others)
    }
    return Apart(priors, sum(one.runs for one in known)) if priors else None


def _one_state(one: Run, other: Run) -> bool:
    return one.label.strip() == other.label.strip() and same_state(one, other)


def _tests(state: Sequence[Run]) -> dict[PhaseKey, Runs]:
    """The logarithms of the repeats of each run, of each test of a state."""
    side = Side("", tuple(state))
    cells = cells_of([side])
    found: dict[PhaseKey, Runs] = {}
    for key, test in tests_of(side).items():
        moved = above_zero(test.values(test.phase.directions[0], deciding(test.phase)))
        if key in cells or moved is None:
            continue
        runs: dict[str, list[float]] = {}
        for one in moved[0]:
            runs.setdefault(one.run, []).append(log(one.value))
        found[key] = list(runs.values())
    return found


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
