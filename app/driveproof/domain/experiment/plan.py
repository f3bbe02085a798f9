# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often an experiment measures and looks: decided before the first run, and kept.

A look is a comparison that may claim something. Each has its share of the chance of a false claim,
fixed in advance: who looks again and again until something shows, finds something.
how-comparing-works.md has the simulations that the shares and the spacing come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from driveproof.domain.codec import When
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.headline import Headline, JudgedTest
from driveproof.domain.comparison.judge import ALPHA, SPACING
from driveproof.domain.experiment.action import MOST_BASELINES

BASELINES = 2
"""Runs before the change that are proposed; one finds large changes only, three find smaller ones
in more cases."""
_ALPHAS = {1: (0.01, 0.04), 2: (0.02, 0.03), 3: (0.01, 0.015, 0.025)}
"""The looks by the number of runs before; each adds up to ALPHA. benchmarks.md has how often
they claim what is not there: none beyond ALPHA but where all tests change steadily from run to run.
"""
_MOST_AFTER = 9
_MOST_SPACING = 7 * 86_400
"""Seconds."""


@dataclass(frozen=True, slots=True)
class ExperimentPlan:
    """`before` and `after` are the runs of each state, `after` at most. `alphas` are those of the
    looks, `spacing` the least seconds between the beginnings of two runs of one state.

    There is a look after each run after; with one look it is after the last.
    """

    before: Annotated[int, Meta(ge=1, le=MOST_BASELINES)]
    after: Annotated[int, Meta(ge=1, le=_MOST_AFTER)]
    alphas: Annotated[tuple[Annotated[float, Meta(gt=0, lt=1)], ...], Meta(min_length=1)]
    spacing: Annotated[float, Meta(ge=0, le=_MOST_SPACING)] = SPACING

    def __post_init__(self) -> None:
        if len(self.alphas) > self.after:
            raise ValueError("a plan has more looks than runs after")


IN_TURN = ExperimentPlan(2, 2, (ALPHA,), spacing=0.0)
"""A B B A: what drifts falls on both states alike, so that nothing has to be waited for."""


def before_and_after(baselines: int = BASELINES) -> ExperimentPlan:
    """`baselines` runs before, one after, and further ones while a look leaves something open: up
    to as many as before, and at least two.
    """
    alphas = _ALPHAS[baselines]
    return ExperimentPlan(baselines, len(alphas), alphas)


def look_alpha(before: int, after: int) -> float:
    """The share of a look at so many runs, as if they had been planned: who asks once more after
    another run has spent a part of ALPHA before.
    """
    alphas = _ALPHAS[min(before, MOST_BASELINES)]
    return alphas[min(after, len(alphas)) - 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentLook:
    """One look at both states, as it was.

    `before` and `after` are its runs, `headline` what it found, `left` how many of its tests it
    left open: neither claimed nor within 10 %. `between` is how far runs of one state were apart,
    as a multiple of how far repeats of a run were (standard deviations, the median of the tests),
    None where that is not known. `spacing` is the least time between the beginnings of two runs of
    one state, None where each has one run.
    """

    alpha: float
    at: When
    before: tuple[str, ...]
    after: tuple[str, ...]
    headline: Headline
    left: int = 0
    between: float | None = None
    spacing: float | None = None

    @property
    def runs(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The runs of both states."""
        return self.before, self.after

    @property
    def claims(self) -> tuple[JudgedTest, ...]:
        """The tests that it called faster or slower."""
        return tuple(
            test for test in self.headline.tests if test.verdict in (Verdict.FASTER, Verdict.SLOWER)
        )


def least_spacing(sides: Sequence[Sequence[datetime]]) -> float | None:
    """The least seconds between the beginnings of two runs of one side."""
    gaps = [
        (later - earlier).total_seconds() for side in sides for earlier, later in pairwise(side)
    ]
    return min(gaps, default=None)
