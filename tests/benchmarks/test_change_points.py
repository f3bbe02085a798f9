# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often a change of rate is found, and how often one is seen where there is none: simulated."""

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
"""How far off a place may be, as a share of the bytes written."""
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
    rates = base * np.maximum(1 + share * noise(random, len(base), correlation), 0.02)
    return np.arange(len(base) + 1) * 0.25, np.concatenate([[0.0], np.cumsum(rates)])


def step(count: int, place: float, ratio: float) -> tuple[Floats, float]:
    """Rates that change from 1 to `ratio` after this share of the bytes, and where in time."""
    cut = count * place / (place + (1 - place) / ratio)
    fast = np.clip(cut - np.arange(count), 0, 1)
    return (fast + (1 - fast) * ratio) * 1e8, cut


@pytest.mark.parametrize("count", [480, 1200])
@pytest.mark.parametrize("ratio", [0.7, 1.3, 0.5, 0.05], ids=lambda ratio: f"to_{ratio}")
def test_a_step_is_found(count: int, ratio: float) -> None:
    random = np.random.default_rng(1)
    for place, share in itertools.product((0.05, 0.3, 0.7, 0.95), (0.02, 0.1)):
        near, own, others = 0, 0, 0
        base, cut = step(count, place, ratio)
        inside = (cut % 1) * 1e8 / base[min(int(cut), count - 1)]
        for _run in range(RUNS):
            seconds, size = written(random, base, share, 0.0)
            at = int(cut)
            true = size[at] + inside * (size[at + 1] - size[at])
            cuts = [one.begin for one in stretches(seconds, size)[1:]]
            near += any(abs(one - true) <= NEAR * size[-1] for one in cuts)
            own += any(abs(one - true) <= NEAR * true for one in cuts)
            others += len(cuts) > 1
        print(
            f"\n{count} samples, to {ratio:g} after {place:.0%} of the bytes, noise {share:.0%}: "
            f"found {near / RUNS:.0%}, within 2 % of its own place {own / RUNS:.0%}, "
            f"others {others / RUNS:.0%}",
            end="",
        )
        assert near >= WANTED * RUNS, f"{place} {share}"
        assert others <= (1 - WANTED) * RUNS, f"{place} {share}"


@pytest.mark.parametrize("count", [120, 240, 480, 1200])
def test_a_flat_line_has_none(count: int) -> None:
    random = np.random.default_rng(2)
    for share, correlation in itertools.product((0.05, 0.1, 0.2), (0.0, 0.4, 0.8)):
        base = np.full(count, 1e8)
        false = sum(
            len(stretches(*written(random, base, share, correlation))) > 1 for _run in range(RUNS)
        )
        print(
            f"\n{count} samples, noise {share:.0%}, autocorrelation {correlation:g}: "
            f"changes in {false / RUNS:.0%}",
            end="",
        )
        assert false <= (1 - WANTED) * RUNS
