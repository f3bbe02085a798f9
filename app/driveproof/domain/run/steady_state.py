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
from driveproof.domain.quantity import Rate, Share
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say

WINDOW_ROUNDS = 5
"""Rounds that are judged together."""
MOST_RANGE, MOST_SLOPE = 0.2, 0.1
FULL_ROUND = 60.0
"""Seconds of a round in the specification."""


@dataclass(frozen=True, slots=True)
class RoundsWindow:
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
        return self.last - WINDOW_ROUNDS + 1

    @property
    def steady(self) -> bool:
        """Whether both parts of the criterion hold."""
        return self.range <= MOST_RANGE and self.excursion <= MOST_SLOPE

    @property
    def range_said(self) -> Say:
        """The range beside what it may be at most."""
        return _of(self.range, MOST_RANGE)

    @property
    def slope_said(self) -> Say:
        """The excursion likewise."""
        return _of(self.excursion, MOST_SLOPE)


def _of(value: float, most: float) -> Say:
    return Say("{value}, at most {most}", value=Share(value), most=Share(most))


def window_of(values: Sequence[float]) -> RoundsWindow | None:
    """The window that ends with the newest value; None while there are fewer than five."""
    if len(values) < WINDOW_ROUNDS:
        return None
    last = values[-WINDOW_ROUNDS:]
    mean = sum(last) / WINDOW_ROUNDS
    if mean <= 0:
        return None
    middle = (WINDOW_ROUNDS - 1) / 2
    slope = sum((at - middle) * value for at, value in enumerate(last)) / sum(
        (at - middle) ** 2 for at in range(WINDOW_ROUNDS)
    )
    begin, end = mean - slope * middle, mean + slope * middle
    return RoundsWindow(
        len(values), mean, (max(last) - min(last)) / mean, abs(end - begin) / mean, begin, end
    )


def windows(values: Sequence[float]) -> tuple[RoundsWindow | None, ...]:
    """That of each round; None of the first four."""
    return tuple(window_of(values[: count + 1]) for count in range(len(values)))


@dataclass(frozen=True, slots=True)
class Steady:
    """The rounds of a run: IOPS of each, `seconds` of one, and the window of each."""

    rounds: tuple[float, ...]
    seconds: float
    windows: tuple[RoundsWindow | None, ...]
    preconditioned: float | None
    """The speed of the sequential write before, in bytes a second; None without one."""

    @property
    def reached(self) -> RoundsWindow | None:
        """The first window that was steady."""
        return next((one for one in self.windows if one is not None and one.steady), None)

    @property
    def newest(self) -> RoundsWindow | None:
        """The last window; None with fewer than five rounds."""
        return self.windows[-1] if self.windows else None

    @property
    def criterion(self) -> Say:
        """Both numbers of the newest rounds, beside what they may be at most."""
        window = self.newest
        if window is None:
            return Say("{count} of {wanted} rounds.", count=len(self.rounds), wanted=WINDOW_ROUNDS)
        values = Say(
            "range {range}, slope {slope}", range=window.range_said, slope=window.slope_said
        )
        name = Say("Steady") if window.steady else Say("Not steady yet")
        return Say("{name}: {text}.", name=name, text=values)

    @property
    def newest_round(self) -> Say:
        """The newest round by itself; there is one."""
        iops = Rate(self.rounds[-1], ios=True)
        return Say("Round {number}: {iops}.", number=len(self.rounds), iops=iops)

    @property
    def short(self) -> bool:
        """Whether the rounds were shorter than the specification's."""
        return self.seconds < FULL_ROUND


def steady_of(run: Run) -> Steady | None:
    """The rounds of a run, if there are any, and the write before; None of a run without both."""
    rounds = next((one for one in run.phases if one.work.part is Part.ROUND), None)
    before = next((one for one in run.phases if one.work.part is Part.PRECONDITIONING), None)
    return None if rounds is None and before is None else steady_so_far(rounds, before)


def steady_so_far(rounds: PhaseResult | None, before: PhaseResult | None = None) -> Steady:
    """The same of the test whose repeats are the rounds until now, and of the writes before it."""
    values = tuple(
        result.iops
        for repeat in (() if rounds is None else rounds.repeats)
        if repeat.counts and (result := repeat.directions.get(Direction.WRITE)) is not None
    )
    seconds = 0.0 if rounds is None else rounds.planned_seconds
    speed = before.summary(Direction.WRITE, lambda result: result.bandwidth) if before else None
    return Steady(values, seconds, windows(values), speed.median if speed else None)
