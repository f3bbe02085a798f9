# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Distances of logarithms as ratios and shares, also where they are more than a float holds."""

from __future__ import annotations

from math import exp, expm1, log

from driveproof.domain.comparison.difference import shift
from driveproof.domain.comparison.matching import Value


def ratio_of(
    moved: tuple[tuple[Value, ...], ...] | None,
) -> tuple[float | None, float | None, float | None]:
    """The Hodges-Lehmann ratio of two sides with its interval; None where it is not known."""
    if moved is None:
        return None, None, None
    before, after = ([log(one.value) for one in side] for side in moved)
    estimate, low, high, _ = shift(before, after)
    ratios = [None if step is None else _factor(step) for step in (estimate, low, high)]
    return ratios[0], ratios[1], ratios[2]


def _factor(step: float) -> float:
    return exp(max(-700.0, min(step, 700.0)))


def share(step: float) -> float:
    """A distance of logarithms as a share, also where that is more than a float holds."""
    return expm1(min(step, 700.0))
