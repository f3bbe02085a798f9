# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A verdict as it is expected."""

from __future__ import annotations

from math import lgamma, log, sqrt

import numpy as np

from driveproof.domain.comparison.judge import Prior, SideRuns


def student(t: float, freedom: int) -> float:
    """Two-sided, by integrating the density from 0 to |t| (Simpson, 4000 steps)."""
    x = np.linspace(0, abs(t), 4001)
    scale = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(freedom * np.pi) / 2
    density = np.exp(scale - (freedom + 1) / 2 * np.log1p(x**2 / freedom))
    weights = np.ones(4001)
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    return float(1 - 2 * (weights * density).sum() * (x[1] - x[0]) / 3)


def expected(family: list[SideRuns], alpha: float) -> list[tuple[float, float, float, bool]]:
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
