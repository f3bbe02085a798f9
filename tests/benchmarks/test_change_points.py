# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often a change of rate is found, and how often one is seen where there is none: simulated.

A snapshot comes every 50 ms, as in a run, so 2400 of them are two minutes. A place is as sure as
the snapshots around it: with few of them nobody could tell it within 2 % of itself. So beside the
answer stands that of an oracle, which knows both rates and the noise, and only looks for the
likeliest place.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from driveproof.domain.run.change_points import stretches

pytestmark = pytest.mark.benchmark

RUNS = 100
WANTED = 0.95
NEAR = 0.02
"""How far off a place may be, as a share of itself."""
SNAPSHOT = 0.05
"""Seconds between two snapshots of a long write (`Phase.interval`)."""
WHOLE = 2400
"""Snapshots from which on 95 of 100 are asked for; with fewer, what an oracle finds."""
BEHIND = 0.05
"""How many fewer than the oracle may be found, as a share of all runs."""
Floats = NDArray[np.float64]


def noise(random: np.random.Generator, count: int, correlation: float) -> Floats:
    """A line of standard deviation 1 whose neighbours correlate (first order)."""
    found = random.normal(size=count)
    fresh = (1 - correlation**2) ** 0.5
    for at in range(1, count):
        found[at] = correlation * found[at - 1] + fresh * found[at]
    return np.asarray(found)


def written(
    random: np.random.Generator, base: Floats, share: float, correlation: float
) -> tuple[Floats, Floats]:
    """Seconds and bytes of a line of rates `base` with this share of noise."""
    rates = SNAPSHOT * base * np.maximum(1 + share * noise(random, len(base), correlation), 0.02)
    return np.arange(len(base) + 1) * SNAPSHOT, np.concatenate([[0.0], np.cumsum(rates)])


def step(count: int, place: float, ratio: float) -> tuple[Floats, float]:
    """Rates that change from 1 to `ratio` after this share of the bytes, and where in time."""
    cut = count * place / (place + (1 - place) / ratio)
    fast = np.clip(cut - np.arange(count), 0, 1)
    return (fast + (1 - fast) * ratio) * 1e8, cut


def oracle(size: Floats, before: float, after: float, share: float) -> float:
    """The likeliest place of the change from `before` to `after`, of which only that is unknown.

    Of the snapshot in which it falls, each twentieth is tried.
    """
    rates = np.diff(size) / SNAPSHOT

    def unlikely(rate: float) -> Floats:
        return np.asarray(((rates / rate - 1) / share) ** 2 / 2 + np.log(rate))

    ahead = np.concatenate([[0.0], np.cumsum(unlikely(before))[:-1]])
    behind = np.concatenate([np.cumsum(unlikely(after)[::-1])[::-1][1:], [0.0]])
    parts = np.linspace(0, 1, 21)
    costs = [ahead + unlikely(part * before + (1 - part) * after) + behind for part in parts]
    best, at = np.unravel_index(np.argmin(costs), (len(parts), len(rates)))
    own = parts[best] * before
    return float(size[at] + own / (own + (1 - parts[best]) * after) * (size[at + 1] - size[at]))


@pytest.mark.parametrize("count", [480, 1200, WHOLE])
@pytest.mark.parametrize("ratio", [0.7, 1.3, 0.5, 0.05], ids=lambda ratio: f"to_{ratio}")
def test_a_step_is_found(count: int, ratio: float) -> None:
    random = np.random.default_rng(1)
    for place, share in itertools.product((0.05, 0.3, 0.7, 0.95), (0.02, 0.1)):
        known, found, others = 0, 0, 0
        base, cut = step(count, place, ratio)
        inside = (cut % 1) * 1e8 / base[min(int(cut), count - 1)]
        for _run in range(RUNS):
            seconds, size = written(random, base, share, 0.0)
            at = int(cut)
            true = size[at] + inside * (size[at + 1] - size[at])
            cuts = [one.begin for one in stretches(seconds, size)[1:]]
            found += any(abs(one - true) <= NEAR * true for one in cuts)
            known += abs(oracle(size, 1e8, 1e8 * ratio, share) - true) <= NEAR * true
            others += len(cuts) > 1
        print(
            f"\n{count} snapshots, to {ratio:g} after {place:.0%} of the bytes, noise {share:.0%}: "
            f"found within 2 % of its place {found / RUNS:.0%} (oracle {known / RUNS:.0%}), "
            f"others {others / RUNS:.0%}",
            end="",
        )
        wanted = WANTED if count >= WHOLE else min(WANTED, known / RUNS - BEHIND)
        assert found >= wanted * RUNS, f"{place} {share}"
        assert others <= (1 - WANTED) * RUNS, f"{place} {share}"


@pytest.mark.parametrize("count", [120, 240, 480, 1200, WHOLE])
def test_a_flat_line_has_none(count: int) -> None:
    random = np.random.default_rng(2)
    for share, correlation in itertools.product((0.05, 0.1, 0.2), (0.0, 0.4, 0.8)):
        base = np.full(count, 1e8)
        false = sum(
            len(stretches(*written(random, base, share, correlation))) > 1 for _run in range(RUNS)
        )
        print(
            f"\n{count} snapshots, noise {share:.0%}, autocorrelation {correlation:g}: "
            f"changes in {false / RUNS:.0%}",
            end="",
        )
        assert false <= (1 - WANTED) * RUNS
