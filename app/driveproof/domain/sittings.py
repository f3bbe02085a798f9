# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far one and the same state is apart from itself, from one sitting (a run) to the next."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, log, sqrt
from statistics import median, variance

from driveproof.domain.run_match import Value

LEAST = 3
"""A run with fewer repeats of a test is no sitting of its own: its middle is no more than chance.
"""

FEW_SITTINGS, MORE_SITTINGS = 3.0, 2.5
"""How many times the difference between sittings of one state a claim must exceed: with fewer than
three sittings on a side, and with more (docs/comparing.md has the simulation)."""


def above_sittings(sides: Sequence[Sequence[Sequence[float]]]) -> float:
    """How many times the gap between sittings a claim must exceed."""
    return FEW_SITTINGS if min(map(len, sides)) < 3 else MORE_SITTINGS


def sitting_gap(sides: Sequence[Sequence[Sequence[float]]]) -> float | None:
    """How far two sittings of a state are apart: the root mean square of all pairs' differences of
    medians, of the side where it is more. It does not grow with the number of sittings."""
    found = []
    for side in sides:
        if len(side) > 1:
            # The mean square of all pairs' differences is twice the variance.
            found.append(sqrt(2 * variance(median(one) for one in side)))
    return max(found, default=None)


def sittings(values: tuple[Value, ...]) -> list[list[float]]:
    """The logarithms of each run's repeats, of runs that have enough of them."""
    runs: dict[str, list[float]] = {}
    for one in values:
        if one.value > 0 and isfinite(one.value):
            runs.setdefault(one.run, []).append(log(one.value))
    return [run for run in runs.values() if len(run) >= LEAST]
