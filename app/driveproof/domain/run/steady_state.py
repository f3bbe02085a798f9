# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether rounds of a test have become steady: the criterion of the SNIA's specification.

Solid State Storage Performance Test Specification 2.0.2, 2.1.24 "Steady State": over a window of
five rounds the greatest and the least differ by no more than 20 % of their mean, and the fitted
straight line moves by no more than 10 % of the mean within the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.access import Direction
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.run.work import Part

WINDOW = 5
"""Rounds that are judged together."""
MOST_RANGE, MOST_SLOPE = 0.2, 0.1
FULL_ROUND = 60.0
"""Seconds of a round in the specification."""


@dataclass(frozen=True, slots=True)
class Window:
    """The last five of some rounds, `last` of them the number of the newest (from 1)."""

    last: int
    mean: float
    range: float
    """(greatest - least) / mean."""
    excursion: float
    """What the fitted line moves from the first to the last round, without a sign, / mean."""
    begin: float
    """The value of the fitted line at the first round, in the unit of the values."""
    end: float
    """Likewise at the last."""

    @property
    def first(self) -> int:
        """The number of its first round."""
        return self.last - WINDOW + 1

    @property
    def steady(self) -> bool:
        """Whether both parts of the criterion hold."""
        return self.range <= MOST_RANGE and self.excursion <= MOST_SLOPE


def window_of(values: Sequence[float]) -> Window | None:
    """The window that ends with the newest value; None while there are fewer than five."""
    if len(values) < WINDOW:
        return None
    last = values[-WINDOW:]
    mean = sum(last) / WINDOW
    if mean <= 0:
        return None
    middle = (WINDOW - 1) / 2
    slope = sum((at - middle) * value for at, value in enumerate(last)) / sum(
        (at - middle) ** 2 for at in range(WINDOW)
    )
    begin, end = mean - slope * middle, mean + slope * middle
    return Window(
        len(values), mean, (max(last) - min(last)) / mean, abs(end - begin) / mean, begin, end
    )


def windows(values: Sequence[float]) -> tuple[Window | None, ...]:
    """That of each round; None of the first four."""
    return tuple(window_of(values[: count + 1]) for count in range(len(values)))


@dataclass(frozen=True, slots=True)
class Steady:
    """The rounds of a run: IOPS of each, `seconds` of one, and the window of each."""

    rounds: tuple[float, ...]
    seconds: float
    windows: tuple[Window | None, ...]
    preconditioned: float | None
    """The speed of the sequential write before, in bytes a second; None without one."""

    @property
    def reached(self) -> Window | None:
        """The first window that was steady."""
        return next((one for one in self.windows if one is not None and one.steady), None)

    @property
    def newest(self) -> Window | None:
        """The last window; None with fewer than five rounds."""
        return self.windows[-1] if self.windows else None

    @property
    def short(self) -> bool:
        """Whether the rounds were shorter than the specification's."""
        return self.seconds < FULL_ROUND


def steady_of(run: Run) -> Steady | None:
    """The rounds of a run; None of a run without any."""
    rounds = next((one for one in run.phases if one.work.part is Part.ROUND), None)
    if rounds is None:
        return None
    before = next((one for one in run.phases if one.work.part is Part.PRECONDITIONING), None)
    return steady_so_far(rounds, before)


def steady_so_far(rounds: PhaseResult, before: PhaseResult | None = None) -> Steady:
    """The same of the test whose repeats are the rounds until now, and of the writes before it."""
    values = tuple(
        result.iops
        for repeat in rounds.repeats
        if repeat.counts and (result := repeat.directions.get(Direction.WRITE)) is not None
    )
    speed = before.summary(Direction.WRITE, lambda result: result.bandwidth) if before else None
    return Steady(values, rounds.planned_seconds, windows(values), speed.median if speed else None)
