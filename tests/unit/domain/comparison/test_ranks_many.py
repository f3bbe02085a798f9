# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tens of thousands of repeats, as in a hostile file, need little memory."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from driveproof.domain.comparison.difference import Question, Verdict, compare
from driveproof.domain.comparison.ranks import ALPHA, shift

pytestmark = pytest.mark.slow


def test_some_stand_for_all() -> None:
    """By all nine million differences, and by those of two thousand a side."""
    rng = np.random.default_rng(11)
    before, after = rng.normal(0, 1, 3000), rng.normal(0.05, 1, 3000)
    every = np.sort(np.subtract.outer(after, before), axis=None)
    away = 1.959964 * np.sqrt(3000 * 3000 * 6001 / 12)
    beyond = int(3000 * 3000 / 2 - away)
    found = shift(list(before), list(after), ALPHA)
    exact = (float(np.median(every)), float(every[beyond - 1]), float(every[-beyond]), 1 - ALPHA)
    assert np.allclose(found, exact, atol=0.002)  # type: ignore[arg-type]


def test_the_room_does_not_grow_with_the_square() -> None:
    rng = np.random.default_rng(7)
    before = list(np.exp(rng.normal(0, 0.1, 60_000)))
    after = [value * 1.1 for value in before]
    tracemalloc.start()
    try:
        (difference,) = compare([Question(before, after)])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert difference.verdict is Verdict.FASTER
    assert abs(difference.ratio - 1.1) < 0.001
    assert peak < 200 * 2**20
