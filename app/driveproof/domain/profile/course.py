# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which test comes next: in a fixed order, or as what was measured until now decides."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from driveproof.domain.profile.generated import order_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import APART_SECONDS, Profile
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.stopping import is_certain, is_useless, likely_repeats


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

    `last` says that the test has no further repeat, as far as that is known; where that only shows
    afterwards, a later step has it in `over`. It begins at least `apart` seconds after the test's
    repeat before it did. `to_come` are the repeats that each test of the profile probably still
    has, this step included; None where the number of each is fixed. `left` are the fewest and the
    most seconds that come after this step; None where the profile's own repeats tell. `likely` are
    those that probably do; None for the middle of both.
    """

    phase: Phase
    order: int = 1
    pause: float = 0.0
    enough: Enough | None = None
    last: bool = False
    left: tuple[float, float] | None = None
    likely: float | None = None
    apart: float = 0.0
    over: tuple[Phase, ...] = ()
    to_come: tuple[int, ...] | None = None


Course = Generator[Step, PhaseResult | None, None]
"""Yields a step, and is sent the test with all its repeats until then; None where the step had no
result. It ends when nothing is left to do.
"""


@runtime_checkable
class Search(Protocol):
    """A plan that decides by results what is measured next: not its tests in order, in rounds."""

    def course(self, profile: Profile) -> Course:
        """The steps of a run of `profile`, which has this plan."""


def course_of(profile: Profile, written: Callable[[], int] = lambda: 0) -> Course:
    """The course of a profile: that of its search, else its own order. `written` gives the bytes
    that the run has written so far, its test file included.
    """
    if isinstance(profile.plan, Search):
        return profile.plan.course(profile)
    return _Rounds(profile, written).course() if profile.most > profile.repeats else _fixed(profile)


def _fixed(profile: Profile) -> Course:
    before: int | None = None
    for index, number in order_of(profile):
        pause = 0.0 if before is None else profile.pause_between(before, index)
        before = index
        yield Step(profile.phases[index], number, pause, last=number == profile.repeats)


class _Rounds:
    """Whole rounds, and after those that all tests have only the tests that are not certain yet,
    while what they write is within the budget.
    """

    def __init__(self, profile: Profile, written: Callable[[], int]) -> None:
        self._profile = profile
        self._written = written
        self._open = list(range(len(profile.phases)))
        self._done = [0] * len(profile.phases)
        self._results: list[PhaseResult | None] = [None] * len(profile.phases)
        self._over: list[Phase] = []

    def course(self) -> Course:
        """Its steps. A test is over as soon as that is known: the next step says so."""
        profile = self._profile
        before: int | None = None
        for number in range(1, profile.most + 1):
            beyond = number > profile.repeats
            if beyond:  # what was written only grows: the first step of a round tells them all
                self._end_unaffordable(self._open)
            for index in tuple(self._open):
                if beyond and self._end_unaffordable([index]):
                    continue
                phase = profile.phases[index]
                over, self._over = tuple(self._over), []
                result = yield Step(
                    phase,
                    number,
                    0.0 if before is None else profile.pause_between(before, index),
                    last=number == profile.most,
                    apart=APART_SECONDS if beyond else 0.0,
                    over=over,
                    to_come=self._to_come(),
                )
                before = index
                self._done[index] = number
                self._results[index] = result
                if number == profile.most:
                    self._open.remove(index)
                elif number >= profile.repeats and _enough(result):
                    self._end(index)

    def _end_unaffordable(self, indexes: Sequence[int]) -> bool:
        """End those of which a further repeat might write too much; whether there are any."""
        written = self._written()
        dear = [index for index in indexes if not self._affordable(index, written)]
        for index in dear:
            self._end(index)
        return bool(dear)

    def _end(self, index: int) -> None:
        self._open.remove(index)
        self._over.append(self._profile.phases[index])

    def _affordable(self, index: int, written: int) -> bool:
        """Whether a further repeat cannot write more than the run may."""
        profile = self._profile
        most, budget = profile.written_by(profile.phases[index]), profile.budget
        if budget is None or most == 0:
            return True
        return most is not None and written + most <= budget

    def _to_come(self) -> tuple[int, ...]:
        """The repeats that each test probably still has."""
        profile = self._profile
        wanted = [0] * len(self._done)
        for index in self._open:
            likely = likely_repeats(self._results[index], profile.repeats, profile.most)
            # One that is open after those that all have needs one more, whatever it looks like.
            wanted[index] = max(likely, self._done[index] + 1)
        found, written = [0] * len(wanted), self._written()
        for number in range(1, profile.most + 1):
            for index in self._open:
                if not self._done[index] < number <= wanted[index]:
                    continue
                if number <= profile.repeats or self._affordable(index, written):
                    found[index] += 1
                    written += profile.written_by(profile.phases[index]) or 0
        return tuple(found)


def _enough(result: PhaseResult | None) -> bool:
    return result is not None and (is_certain(result) or is_useless(result))
