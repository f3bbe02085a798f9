# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rates for margins."""

from __future__ import annotations

import math

import numpy as np
from tests.builders.compared_runs import phase, run

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.margin import Margin, MarginAnswer, margin
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import Run

DEPTHS = (1, 2, 4, 8, 16, 32, 64, 128)


def asked(share: float, before: list[Run], after: list[Run]) -> Margin:
    return margin(
        compare_sides([Side("before", tuple(before)), Side("after", tuple(after))]), share
    )


def drawn_comparison(
    drawn: np.random.Generator, change: list[float], repeats: int
) -> list[list[Run]]:
    sides = []
    for side in (0, 1):
        values = drawn.normal(math.log(100), 0.02, (len(change), repeats))
        values += side * np.log1p(change)[:, None]
        phases = (
            phase(np.exp(row).tolist(), depth=d) for row, d in zip(values, DEPTHS, strict=False)
        )
        sides.append([run(*phases, id=f"0{side}", days=side)])
    return sides


def rate(
    answer: MarginAnswer, share: float, change: list[float], count: int, repeats: int = 6
) -> float:
    drawn = np.random.default_rng(7)
    return (
        sum(
            asked(share, *drawn_comparison(drawn, change, repeats)).answer is answer
            for _ in range(count)
        )
        / count
    )
