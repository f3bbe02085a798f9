# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What changed between two checks: ratings, health, firmware, link, TRIM, and the measurement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from driveproof.domain.check.check import TOPICS, Check, Topic, topic_names, worst_of
from driveproof.domain.health.changes import (
    ChangeKind,
    HealthChange,
    comparable_readings,
    health_changes,
)
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, WORN, Grade, HealthAxis
from driveproof.domain.rating import BAD, FINE, ODD, Rating
from driveproof.domain.say import Say

if TYPE_CHECKING:
    from driveproof.domain.comparison.comparison import Comparison
    from driveproof.domain.comparison.health_over_runs import HealthSpan

_RATINGS = (FINE, ODD, BAD)
_GRADES = (GOOD, CAUTION, WORN, FAILING)
_ELSEWHERE = frozenset({"firmware", "source", "passed"})  # the facts or the axes say it


class RatingTurn(StrEnum):
    """How a rating or grade went; the words are those of JSON. Unknown on either side says
    nothing.
    """

    SAME = "same"
    BETTER = "better"
    WORSE = "worse"
    UNKNOWN = "unknown"


class ComparedFact(StrEnum):
    """What is compared beside the ratings; the words are those of JSON."""

    DRIVE = "drive"
    FIRMWARE = "firmware"
    NEWEST_FIRMWARE = "newest firmware"
    LINK = "link"
    LINK_ERRORS = "link errors"
    TRIM = "trim"
    CONTINUOUS_TRIM = "continuous trim"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class TopicChange:
    """The worst rating of a topic in each check; None where it was not looked at."""

    topic: Topic
    before: Rating | None
    after: Rating | None

    @property
    def turn(self) -> RatingTurn:
        """How it went."""
        return _turn(self.before, self.after, _RATINGS)


@dataclass(frozen=True, slots=True)
class AxisChange:
    """The grade of an axis of health in each check; None where there was no verdict."""

    axis: HealthAxis
    before: Grade | None
    after: Grade | None

    @property
    def turn(self) -> RatingTurn:
        """How it went."""
        return _turn(self.before, self.after, _GRADES)


def _turn(before: StrEnum | None, after: StrEnum | None, degrees: Sequence[StrEnum]) -> RatingTurn:
    """From one degree to another; the best one is first."""
    if before == after:
        return RatingTurn.SAME
    if before not in degrees or after not in degrees:
        return RatingTurn.UNKNOWN
    return RatingTurn.WORSE if degrees.index(after) > degrees.index(before) else RatingTurn.BETTER


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact that differs: texts of drive or system, counts, true or false; None is unknown."""

    fact: ComparedFact
    before: str | int | bool | None
    after: str | int | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckComparison:
    """Two checks, the older one `before`.

    `topics` and `axes` are all that either check has, `facts` and `counters` only what differs.
    `counted` is False where the counters of the two cannot be compared: other drives, or other
    sources. `measured` compares the quick measurements, None where one has none; `spans` are the
    drive's health over them.
    """

    before: Check
    after: Check
    topics: tuple[TopicChange, ...]
    axes: tuple[AxisChange, ...]
    facts: tuple[FactChange, ...]
    counters: tuple[HealthChange, ...]
    counted: bool
    measured: Comparison | None = None
    spans: tuple[HealthSpan, ...] = ()

    @property
    def same_drive(self) -> bool | None:
        """Whether both are of one drive; None where nothing distinguishes it from another."""
        one, other = self.before.device, self.after.device
        if one is None or other is None:
            return None
        for mine, theirs in ((one.wwn, other.wwn), (one.serial, other.serial)):
            if mine and theirs:
                return mine == theirs and one.model == other.model
        return None

    @property
    def say(self) -> tuple[Say, ...]:
        """What changed, in a sentence or two."""
        worse, better = self.turned(RatingTurn.WORSE), self.turned(RatingTurn.BETTER)
        said = []
        if worse:
            said.append(Say("Worse: {topics}.", topics=topic_names(worse)))
        if better:
            said.append(Say("Better: {topics}.", topics=topic_names(better)))
        if not said:
            said.append(Say("No rating changed."))
        if self.same_drive is False:
            said.append(Say("The drives are different."))
        return tuple(said)

    @property
    def notes(self) -> tuple[Say, ...]:
        """What to keep in mind."""
        said = []
        if not self.counted:
            said.append(Say("Counters are not compared: drives or sources differ."))
        elif not self.counters:
            said.append(Say("No counter changed."))
        if self.before.taken > self.after.taken:
            said.append(Say("The first check is newer."))
        return tuple(said)

    def turned(self, turn: RatingTurn) -> tuple[Topic, ...]:
        """The topics that went this way."""
        return tuple(one.topic for one in self.topics if one.turn is turn)


def compare_checks(
    one: Check,
    other: Check,
    measured: Comparison | None = None,
    spans: tuple[HealthSpan, ...] = (),
) -> CheckComparison:
    """Compare two checks in the order in which they are given."""
    counters = _counters(one.health, other.health)
    return CheckComparison(
        before=one,
        after=other,
        topics=tuple(_topics(one, other)),
        axes=tuple(_axes(one, other)),
        facts=tuple(_facts(one, other)),
        counters=counters or (),
        counted=counters is not None,
        measured=measured,
        spans=spans,
    )


def _counters(before: Health | None, after: Health | None) -> tuple[HealthChange, ...] | None:
    """The counters that changed; None where the two cannot be compared."""
    if before is None or after is None or not (before.known and after.known):
        return None
    if before.model != after.model or not comparable_readings(before, after):
        return None
    return tuple(
        change
        for change in health_changes(before, after)
        if change.key not in _ELSEWHERE
        and (change.kind is not ChangeKind.ATTRIBUTE or change.alarming)
    )


def _topics(one: Check, other: Check) -> Iterable[TopicChange]:
    for topic in TOPICS:
        before, after = _rating(one, topic), _rating(other, topic)
        if before is not None or after is not None:
            yield TopicChange(topic, before, after)


def _rating(check: Check, topic: Topic) -> Rating | None:
    found = [finding for finding in check.findings if finding.topic is topic]
    return worst_of(found) if found else None


def _axes(one: Check, other: Check) -> Iterable[AxisChange]:
    for axis in HealthAxis:
        before, after = (
            found.verdict if check.verdict and (found := check.verdict.axis(axis)) else None
            for check in (one, other)
        )
        if before is not None or after is not None:
            yield AxisChange(axis, before, after)


def _facts(one: Check, other: Check) -> Iterable[FactChange]:
    values = zip(_values(one).items(), _values(other).values(), strict=True)
    for (fact, before), after in values:
        if before != after:
            yield FactChange(fact, before, after)


def _values(check: Check) -> dict[ComparedFact, str | int | bool | None]:
    device, news, link, chain = check.device, check.firmware, check.link, check.chain
    revision = (news.current if news else "") or (device.firmware if device else "")
    names = (device.model, device.serial) if device else ()
    return {
        ComparedFact.DRIVE: " ".join(name for name in names if name) or None,
        ComparedFact.TARGET: check.target,
        ComparedFact.FIRMWARE: revision or None,
        ComparedFact.NEWEST_FIRMWARE: (news.newest or None) if news else None,
        ComparedFact.LINK: (link.now or None) if link else None,
        ComparedFact.LINK_ERRORS: link.errors if link else None,
        ComparedFact.TRIM: chain.verdict if chain else None,
        ComparedFact.CONTINUOUS_TRIM: chain.continuous if chain else None,
    }
