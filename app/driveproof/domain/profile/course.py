# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which test comes next: in a fixed order, or as what was measured until now decides."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from driveproof.domain.profile.generated import order_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import PhaseResult


@dataclass(frozen=True, slots=True)
class Moment:
    """How far a repeat is: its `seconds`, what it has moved in `bytes`, the drive's temperature in
    degrees Celsius (None: unknown).
    """

    seconds: float
    bytes: int
    temperature: float | None = None


Enough = Callable[[Sequence[Moment]], bool]
"""Whether a repeat may end, given all its moments; it counts as whole then."""


@dataclass(frozen=True, slots=True)
class Step:
    """One repeat of a test: the `order`-th (from 1), after a `pause` in seconds.

    `last` says that the test has no further repeat, as far as that is known. `left` are the fewest
    and the most seconds that come after this step; None where the profile's own repeats tell.
    `likely` are those that probably do; None for the middle of both.
    """

    phase: Phase
    order: int = 1
    pause: float = 0.0
    enough: Enough | None = None
    last: bool = False
    left: tuple[float, float] | None = None
    likely: float | None = None


Course = Generator[Step, PhaseResult | None, None]
"""Yields a step, and is sent the test with all its repeats until then; None where the step had no
result. It ends when nothing is left to do.
"""


@runtime_checkable
class Search(Protocol):
    """A plan that decides by results what is measured next."""

    def course(self, profile: Profile) -> Course:
        """The steps of a run of `profile`, which has this plan."""


def course_of(profile: Profile) -> Course:
    """The course of a profile: that of its search, else its own fixed order."""
    if isinstance(profile.plan, Search):
        return profile.plan.course(profile)
    return _planned(profile)


def _planned(profile: Profile) -> Course:
    before: int | None = None
    for index, number in order_of(profile):
        pause = 0.0 if before is None else profile.pause_between(before, index)
        before = index
        yield Step(profile.phases[index], number, pause, last=number == profile.repeats)
