# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What earlier runs of a drive tell of how far its runs are apart."""

from __future__ import annotations

import numpy as np
import pytest

from driveproof.domain.comparison.apart import history_priors
from driveproof.domain.comparison.judge import ASSUMED, Prior


def state(drawn: np.random.Generator, runs: int, apart: float) -> list[list[float]]:
    """Runs of three repeats that are 2 % apart, with levels this many times as far apart."""
    levels = drawn.normal(0, 0.02 * apart, (runs, 1))
    return (levels + drawn.normal(0, 0.02, (runs, 3))).tolist()  # type: ignore[no-any-return]


def test_runs_that_agree_lower_what_is_assumed_and_others_raise_it() -> None:
    drawn = np.random.default_rng(3)
    calm = history_priors({test: [state(drawn, 10, 0.0)] for test in range(8)})
    restless = history_priors({test: [state(drawn, 10, 2.0)] for test in range(8)})
    assert all(prior.ratio < 0.3 < ASSUMED.ratio for prior in calm.values())
    assert all(prior.ratio > 2 for prior in restless.values())
    assert {prior.freedom for prior in calm.values()} == {ASSUMED.freedom + 9}


def test_a_test_is_told_apart_from_the_others() -> None:
    drawn = np.random.default_rng(4)
    found = history_priors({test: [state(drawn, 10, 2.0 * (test == 0))] for test in range(8)})
    assert found[0].ratio > 1.0
    assert max(found[test].ratio for test in range(1, 8)) < 0.6


def test_states_count_by_themselves() -> None:
    """Two states of three runs a tenth apart: the tenth is no difference between runs."""
    drawn = np.random.default_rng(5)
    one, other = state(drawn, 3, 0.0), state(drawn, 3, 0.0)
    slower = [[value - 0.1 for value in run] for run in other]
    near, far = history_priors({0: [one, other]}), history_priors({0: [one, slower]})
    assert far[0].ratio == pytest.approx(near[0].ratio)
    assert far[0].freedom == ASSUMED.freedom + 4


def test_too_few_runs_tell_nothing() -> None:
    drawn = np.random.default_rng(6)
    assert history_priors({0: [state(drawn, 2, 0.0), state(drawn, 2, 0.0)]}) == {}
    assert history_priors({0: [[*state(drawn, 2, 0.0), [0.1]]]}) == {}
    found = history_priors({0: [state(drawn, 3, 0.0)], 1: [], 2: [state(drawn, 2, 5.0)]})
    assert found[1] == found[2] == Prior(found[1].ratio, ASSUMED.freedom)
