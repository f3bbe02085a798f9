# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to drives and arrays between two looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.self_test_kind import SELF_TEST_TITLES
from driveproof.domain.health.verdict import (
    DATA_QUALITY,
    FAILING,
    GRADE_TITLES,
    TEMPERATURE,
    UNKNOWN,
    Grade,
    HealthVerdict,
    is_heat_alone,
    is_worse,
    worst_grade,
)
from driveproof.domain.quantity import Celsius, LifeShare
from driveproof.domain.say import Say

LIFE_STEPS = (0.5, 0.2, 0.1, 0.05, 0.01)
"""Shares of its life that a drive has left, from the most; each is announced once."""
COOLED_BY = 5.0
"""Kelvins below its limit at which a drive counts as cooled: one that stays at its limit would
otherwise be announced at every look.
"""


SOON = 0.1
"""With this share of its life left a drive is due to be replaced, as the verdict on wear has it."""


class Happening(StrEnum):
    """What happened; scripts rely on these words."""

    WORSE = "worse"
    BETTER = "better"
    HOT = "hot"
    COOLED = "cooled"
    LIFE = "life"
    DEGRADED = "degraded"
    REPAIRED = "repaired"
    REBUILD = "rebuild"
    GONE = "gone"
    BACK = "back"
    TEST = "test"
    """A self-test that was due was started."""
    TEST_REFUSED = "test-refused"


GOOD_NEWS = frozenset({Happening.BETTER, Happening.COOLED, Happening.REPAIRED, Happening.BACK})
QUIET = frozenset({Happening.TEST})
"""What the desktop is not told: it was asked for, and nothing is to be done."""
ALONE = frozenset({Happening.GONE, Happening.BACK, Happening.TEST, Happening.TEST_REFUSED})
"""What only `driveproof watch` looks for, and no open window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveEvent:
    """One thing that happened to a drive or an array.

    `key` is its identity, `device` its path, `model` what people call it. `grade` and `before` are
    those of a verdict. `temperature` and `limit` are in degrees Celsius; `life_left` is a share
    from 0 to 1 and `step` the one of LIFE_STEPS that was reached. None where it is no such event.
    """

    what: Happening
    key: str
    device: str
    model: str
    grade: Grade | None = None
    before: Grade | None = None
    verdict: HealthVerdict | None = None
    temperature: float | None = None
    limit: float | None = None
    life_left: float | None = None
    step: float | None = None
    array: ArrayState | None = None
    test: str = ""
    """The kind of a self-test."""
    error: DriveproofError | None = None
    """Why it was refused."""

    @property
    def title(self) -> Say:
        """What happened, in a line."""
        drive, broken = self.model, self.array is not None and self.array.broken
        grade = GRADE_TITLES[self.grade or UNKNOWN]
        celsius, life = Celsius(self.temperature or 0.0), LifeShare(self.life_left or 0.0)
        degraded = Say("The array {drive} is degraded", drive=drive)
        failed = Say("The array {drive} has failed", drive=drive)
        refused = Say("{drive}: a scheduled self-test cannot be started", drive=drive)
        return {
            Happening.WORSE: Say("{name}: {text}", name=drive, text=grade),
            Happening.BETTER: Say("{drive} has improved: {grade}", drive=drive, grade=grade),
            Happening.HOT: Say("{drive} is too hot: {celsius}", drive=drive, celsius=celsius),
            Happening.COOLED: Say("{drive} has cooled: {celsius}", drive=drive, celsius=celsius),
            Happening.LIFE: Say("{drive}: {life} of rated life left", drive=drive, life=life),
            Happening.DEGRADED: failed if broken else degraded,
            Happening.REPAIRED: Say("The array {drive} is OK again", drive=drive),
            Happening.REBUILD: Say("The array {drive} is being rebuilt", drive=drive),
            Happening.GONE: Say("{drive} was unplugged", drive=drive),
            Happening.BACK: Say("{drive} is back", drive=drive),
            Happening.TEST: Say("{drive}: a self-test was started", drive=drive),
            Happening.TEST_REFUSED: refused,
        }[self.what]

    @property
    def more(self) -> tuple[Say, ...]:  # noqa: PLR0911 - one for each kind
        """What else is to be said: what to do and why, the limit, the state of the array."""
        if self.error is not None:
            return (Say("{text}", text=self.error),)
        if self.test:
            return (SELF_TEST_TITLES[self.test],) if self.test in SELF_TEST_TITLES else ()
        if self.array is not None:  # without a progress, which is an old one when it is read
            said = (
                self.array.members,
                _to_do(self.array) if self.what is Happening.DEGRADED else None,
            )
            return tuple(one for one in said if one is not None)
        if self.what is Happening.WORSE and self.verdict is not None:
            does = tuple(one.say for one in self.verdict.advice[:1])
            return (*does, *(say for one in self.verdict.summary for say in one.say))
        if self.limit is not None:
            return (Say("Limit: {limit}", limit=Celsius(self.limit)),)
        if self.what is Happening.LIFE and self.step is not None:
            soon = Say("Keep a backup, and plan a replacement.")
            return (soon if self.step <= SOON else Say("This is normal wear."),)
        return ()


def _to_do(state: ArrayState) -> Say:
    """What to do about an array that lost members."""
    if state.broken:
        return Say("Reconnect the missing ones, or restore a backup.")
    if state.action is None:
        return Say("Back up your data, then replace the missing member.")
    return Say("It is being rebuilt.")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownState:
    """What was known of a drive or array after the last look.

    `word` is the grade without heat, `step` the lowest of LIFE_STEPS that was announced. `missing`
    members of an array do not work, and it may be `broken` by that; None is unknown. `tried` is
    when each kind of self-test was attempted last, in seconds since 1970; `refused` says that the
    last attempt was refused, and that was announced.
    """

    device: str
    model: str
    word: Grade = UNKNOWN
    hot: bool = False
    step: float | None = None
    degraded: bool = False
    missing: int | None = None
    broken: bool = False
    rebuilding: bool = False
    there: bool = True
    tried: Mapping[str, float] = field(default_factory=dict)
    refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """A drive or array at one look; None is unknown, and leaves what was known as it is.

    `temperature` is in degrees Celsius, `life_left` a share from 0 to 1.
    """

    key: str
    device: str
    model: str
    verdict: HealthVerdict | None = None
    temperature: float | None = None
    life_left: float | None = None
    array: ArrayState | None = None


def happened(
    known: KnownState | None, sight: Sight, told: Grade = UNKNOWN
) -> tuple[KnownState, tuple[DriveEvent, ...]]:
    """What is known now, and what happened since; at the first look only what is failing, or worse
    than the grade that was `told` before.
    """
    first = known is None
    before = known or KnownState(device=sight.device, model=sight.model, word=told)
    now = replace(before, device=sight.device, model=sight.model, there=True)
    events: list[DriveEvent] = []

    def tell(what: Happening, **values: object) -> None:
        named = {"key": sight.key, "device": sight.device, "model": sight.model}
        events.append(DriveEvent(what=what, **named, **values))  # type: ignore[arg-type]

    if not before.there:
        tell(Happening.BACK)
    word = lasting_word(sight.verdict) if sight.verdict is not None else UNKNOWN
    if word != UNKNOWN:
        grades = {"grade": word, "before": before.word, "verdict": sight.verdict}
        if is_worse(word, before.word) or (before.word == UNKNOWN and word == FAILING):
            tell(Happening.WORSE, **grades)
        elif is_worse(before.word, word):
            tell(Happening.BETTER, **grades)
        now = replace(now, word=word)
    now = _heat(now, sight, tell, first=first)
    step = _step(sight.life_left)
    if step is not None and (now.step is None or step < now.step):
        if not first:
            tell(Happening.LIFE, life_left=sight.life_left, step=step)
        now = replace(now, step=step)
    if sight.array is not None:
        now = _array(now, sight.array, tell, first=first)
    return now, tuple(events)


def is_gone(known: KnownState, key: str) -> tuple[KnownState, tuple[DriveEvent, ...]]:
    """The same for a drive that is not there any more."""
    if not known.there:
        return known, ()
    gone = DriveEvent(what=Happening.GONE, key=key, device=known.device, model=known.model)
    return replace(known, there=False), (gone,)


def lasting_word(verdict: HealthVerdict) -> Grade:
    """The grade of a drive but for heat, which comes and goes and is announced by itself."""
    if not is_heat_alone(verdict):
        return verdict.word
    return worst_grade(
        tuple(a.verdict for a in verdict.axes if a.axis not in {TEMPERATURE, DATA_QUALITY})
    )


def _heat(now: KnownState, sight: Sight, tell: Callable[..., None], *, first: bool) -> KnownState:
    axis = sight.verdict.axis(TEMPERATURE) if sight.verdict is not None else None
    limit = axis.hot_from.celsius if axis is not None and axis.hot_from is not None else None
    if limit is None or sight.temperature is None:
        return now
    values = {"temperature": sight.temperature, "limit": limit}
    if not now.hot and sight.temperature >= limit:
        if not first:
            tell(Happening.HOT, **values)
        return replace(now, hot=True)
    if now.hot and sight.temperature <= limit - COOLED_BY:
        tell(Happening.COOLED, **values)
        return replace(now, hot=False)
    return now


def _step(life_left: float | None) -> float | None:
    """The lowest step that is reached; to a tenth of a percent, as drives report whole ones."""
    reached = [one for one in LIFE_STEPS if life_left is not None and life_left <= one + 0.001]
    return min(reached, default=None)


def _array(
    now: KnownState, state: ArrayState, tell: Callable[..., None], *, first: bool
) -> KnownState:
    rebuilding = state.degraded and state.action is not None
    in_vain = state.degraded and now.rebuilding and not rebuilding
    if state.degraded and (not now.degraded or _further(now, state) or in_vain):
        tell(Happening.DEGRADED, array=state)
    elif now.degraded and not state.degraded:
        tell(Happening.REPAIRED, array=state)
    if rebuilding and not now.rebuilding and not first:
        tell(Happening.REBUILD, array=state)
    return replace(
        now,
        degraded=state.degraded,
        missing=state.missing,
        broken=state.broken,
        rebuilding=rebuilding,
    )


def _further(now: KnownState, state: ArrayState) -> bool:
    """Whether a degraded array lost another member, or failed."""
    if state.broken and not now.broken:
        return True
    return now.missing is not None and state.missing is not None and state.missing > now.missing
