# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge against the same rule computed in another way, and a small guard of its promise.

`make bench ARGS="-k 'false_claims or power'"` has the simulations; this finds within a second that
the judge is broken.
"""

from __future__ import annotations

from math import lgamma, log, sqrt
from typing import Any

import numpy as np
import pytest
from tests.benchmarks.looks import ONE, PLANNED, TESTS, Design
from tests.benchmarks.noise import NOISES, Layout, levels, spreads

from driveproof.domain.comparison.judge import Judged, Prior, Sides, judge

FAMILIES = 300


def student(t: float, freedom: int) -> float:
    """Two-sided, by integrating the density from 0 to |t| (Simpson, 4000 steps)."""
    x = np.linspace(0, abs(t), 4001)
    scale = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(freedom * np.pi) / 2
    density = np.exp(scale - (freedom + 1) / 2 * np.log1p(x**2 / freedom))
    weights = np.ones(4001)
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    return float(1 - 2 * (weights * density).sum() * (x[1] - x[0]) / 3)


def expected(family: list[Sides], alpha: float) -> list[tuple[float, float, float, bool]]:
    """Change, error, adjusted probability and claim of each test, with numpy."""
    ratios: dict[int, tuple[int, float]] = {}
    parts = []
    for place, sides in enumerate(family):
        states = [[np.array(run) for run in side] for side in (sides.before, sides.after)]
        runs = [run for state in states for run in state]
        freedom = sum(run.size for run in runs) - len(runs)
        within = sum(((run - run.mean()) ** 2).sum() for run in runs) / freedom
        middles = [np.array([run.mean() for run in state]) for state in states]
        free = sum(len(state) - 1 for state in states)
        if free:
            apart = sum(((each - each.mean()) ** 2).sum() for each in middles) / free
            several = [1 / run.size for state in states if len(state) > 1 for run in state]
            ratio = apart / within * (freedom - 2) / freedom - np.mean(several)
            ratios[place] = free, float(ratio)
        parts.append((states, middles, within, freedom))
    total, count = sum(n * r for n, r in ratios.values()), sum(n for n, _r in ratios.values())
    results = []
    for place, (states, middles, within, freedom) in enumerate(parts):
        prior = family[place].prior or Prior(1.0, 8)
        free, ratio = ratios.get(place, (0, 0.0))
        pool = (total + prior.freedom * prior.ratio) / (count + prior.freedom)
        own = max(0.0, (free * ratio + prior.freedom * pool) / (free + prior.freedom))
        square = 0.0
        for state in states:
            square += sum(within / run.size for run in state) / len(state) ** 2
            square += (own * within + 0.007**2) / len(state)
        known = min(freedom, 6) if own > 0 and not free else freedom
        change = middles[1].mean() - middles[0].mean()
        sudden = (middles[1][0] - middles[0][-1]) / change >= 0.75
        results.append((change, sqrt(square), student(change / sqrt(square), known), sudden))
    order = np.argsort([p for _change, _error, p, _sudden in results])
    adjusted = dict.fromkeys(range(len(results)), 1.0)
    worst = 0.0
    for step, place in enumerate(order.tolist()):
        worst = max(worst, min(1.0, (len(results) - step) * results[place][2]))
        adjusted[place] = worst
    return [
        (
            change,
            error,
            adjusted[place],
            bool(adjusted[place] <= alpha and abs(change) > np.log(1.012) and sudden),
        )
        for place, (change, error, _p, sudden) in enumerate(results)
    ]


def sides_of(logs: Any, before: int, rounds: Any = None, prior: Any = None) -> list[Sides]:
    """The tests of one family of (run, test, round)."""
    found = []
    for test in range(logs.shape[1]):
        runs = [
            run[test][: None if rounds is None else int(rounds[number, test])].tolist()
            for number, run in enumerate(logs)
        ]
        one = None if prior is None else Prior(float(prior[test]), 10.0)
        found.append(Sides(runs[:before], runs[before:], one))
    return found


@pytest.mark.parametrize("name", NOISES)
def test_it_is_the_rule(name: str) -> None:
    """Any numbers of runs, of three to six rounds; with and without what is known of the drive."""
    drawn = np.random.default_rng(1)
    claims = 0
    for _ in range(8):
        before, after = drawn.integers(1, 4, 2).tolist()
        (logs,) = NOISES[name](drawn, spreads(drawn, 1, TESTS), Layout(before, after, 6))
        logs[before:, TESTS // 2 :] += drawn.normal(0, 0.3)
        prior = drawn.uniform(0, 2, TESTS) if drawn.integers(0, 2) else None
        family = sides_of(logs, before, drawn.integers(3, 7, logs.shape[:2]), prior)
        found = judge(family, alpha=0.02)
        claims += sum(one.claimed for one in found)
        for one, (change, error, adjusted, claimed) in zip(
            found, expected(family, 0.02), strict=True
        ):
            assert one.change == pytest.approx(change)
            assert one.error == pytest.approx(error)
            assert one.adjusted == pytest.approx(adjusted, abs=1e-7)
            assert one.claimed is claimed
    assert claims


def claimed(design: Design, look: int, family: Any) -> tuple[Judged, ...]:
    """What one look at a family judges."""
    runs = family[: design.before + design.after[look]]
    return judge(sides_of(runs, design.before), alpha=design.alphas[look])


@pytest.mark.parametrize("design", [ONE, PLANNED], ids=["one run a side", "planned"])
def test_runs_apart_are_no_change(design: Design) -> None:
    """Runs as far apart as repeats are, which is more than most drives': claims stay rare at all
    looks together. A true half is found in all.
    """
    drawn = np.random.default_rng(2)
    logs = levels(1.0)(drawn, spreads(drawn, FAMILIES, TESTS), design.layout)
    looks = range(len(design.alphas))
    false = sum(
        any(one.claimed for look in looks for one in claimed(design, look, family))
        for family in logs
    )
    assert false <= 0.05 * FAMILIES
    logs[:, design.before :, 0] += log(0.5)
    found = sum(claimed(design, looks[-1], family)[0].claimed for family in logs)
    assert found >= 0.9 * FAMILIES
