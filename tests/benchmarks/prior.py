# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ratios of runs without a change."""

from __future__ import annotations

import numpy as np
from tests.benchmarks.noise import (
    Array,
)

from driveproof.domain.comparison.apart import history_priors


def ratios(earlier: Array) -> tuple[Array, float]:
    """The ratio of each prior of (family, run, test, round), and the freedom that all have."""
    found = []
    freedom = 0.0
    for family in earlier.swapaxes(1, 2).tolist():
        priors = history_priors({place: [runs] for place, runs in enumerate(family)})
        found.append([priors[place].ratio for place in range(len(family))])
        freedom = priors[0].freedom
    return np.array(found), freedom
