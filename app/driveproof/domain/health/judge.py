# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges a drive's health: six axes, one grade, a summary, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.nature import is_virtual_model
from driveproof.domain.health.axes import (
    evidence,
    failing_now,
    link_axis,
    old_self_test,
    spare_failing,
    thermal,
    unbelievable,
    wear,
)
from driveproof.domain.health.media import Before, media, media_failing, media_watched
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    FAILING_NOW,
    GOOD,
    LINK,
    MEDIA,
    THERMAL,
    UNKNOWN,
    WEAR,
    WORN,
    Advice,
    Axis,
    AxisVerdict,
    Cause,
    Code,
    Do,
    Grade,
    HealthVerdict,
    given,
    worst,
)
from driveproof.domain.notes import Note
from driveproof.domain.statement import Statement

_NOTHING: Mapping[str, int] = MappingProxyType({})
_HEAT = (Cause.HOT, Cause.COLD, Cause.OUT_OF_BOUNDS, Cause.HOT_SINCE)

# What to do, the most urgent first. For a drive that fails it does not matter which axis says so.
_BY_AXIS = (
    (MEDIA, WORN, Do.COPY_AND_TEST),
    (MEDIA, CAUTION, Do.CHECK_COPY_AND_TEST),
    (FAILING_NOW, CAUTION, Do.CHECK_COPY_AND_TEST),
    (WEAR, WORN, Do.PLAN_REPLACEMENT),
    (WEAR, CAUTION, Do.PLAN_REPLACEMENT),
)


def judge(
    health: Health,
    *,
    since: Health | None = None,
    acknowledged: Mapping[str, int] = _NOTHING,
    link: LinkState | None = None,
    now: datetime | None = None,
    saved: bool = False,
) -> HealthVerdict:
    """The verdict on one drive at one moment; nothing of an earlier verdict goes into it.

    `since` is the snapshot that counters are compared with, `acknowledged` the values that the
    person has accepted, by their names in report.COUNTERS. `saved`: a report of its own time, whose
    age does not matter.
    """
    moment = now or max(datetime.now(UTC), health.taken)
    before = Before(since, acknowledged, moment)
    axes = (
        failing_now(health),
        wear(health),
        media(health, before),
        link_axis(health, before, link),
        thermal(health, before),
        evidence(health, moment, saved=saved),
    )
    word = _word(health, axes)
    by_name = {axis.axis: axis for axis in axes}
    summary, more = _statements(health, word, by_name, before)
    return HealthVerdict(word, summary, more, axes, _advice(health, word, by_name, link))


def _word(health: Health, axes: tuple[AxisVerdict, ...]) -> Grade:
    """The most alarming axis. Unknown where no axis is known, or where the values are invented."""
    word = worst(tuple(axis.verdict for axis in axes[:-1]))
    if word == GOOD and _doubt(health, axes[0]):
        return UNKNOWN
    if health.missing and word != FAILING:
        return UNKNOWN
    return word


def _statements(
    health: Health, word: Grade, axes: Mapping[Axis, AxisVerdict], before: Before
) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """The verdict in a sentence or two, and what else is worth saying."""
    if word == UNKNOWN:
        why = given(health.missing) or unbelievable(health)
        lost = tuple(map(_given, health.unread)) if why is None else ()
        if why is None and not lost:
            why = axes[FAILING_NOW].details[0]
        return (Statement(Code.NOT_KNOWN),), (*lost, *_some(why, given(health.advice)))
    lost = tuple(map(_given, health.unread))
    more = (*media_watched(health, before), *lost, *_more(health, axes))
    if word == FAILING:
        own = axes[FAILING_NOW]
        reasons = own.details if own.verdict == FAILING else ()
        reasons += _some(spare_failing(health), media_failing(health, before))
        return (Statement(Code.FAILING, reasons=reasons),), more
    heat = _heat(axes[THERMAL])
    hard = [clause(axes[name]) for name in (WEAR, MEDIA) if axes[name].verdict in {CAUTION, WORN}]
    hard += _some(old_self_test(health))
    if word == WORN or hard:
        life = _life(health, axes[WEAR])
        if life is not None:
            hard.insert(0, life)
        found = Statement(Code.FOUND, statements=tuple(hard))
        return _some(found, heat), tuple(one for one in more if one != life)
    if doubt := _doubt(health, axes[FAILING_NOW]):
        more = tuple(dict.fromkeys((doubt, *more)))
        return _some(Statement(Code.NOT_KNOWN), heat), more
    # A cable or the heat of its place is worth caution, and no fault of the drive's.
    return _some(Statement(Code.HEALTHY if word == GOOD else Code.NO_FAULT), heat), more


def _doubt(health: Health, failing: AxisVerdict) -> Statement | None:
    """Why a drive without any fault cannot be called healthy; None for no reason."""
    if (found := unbelievable(health)) is not None:
        return found
    if health.unread:
        return _given(health.unread[0])
    return failing.details[0] if failing.verdict == UNKNOWN else None


def _given(note: Note) -> Statement:
    return Statement(Code.GIVEN, text=note)


def _life(health: Health, wear_axis: AxisVerdict) -> Statement | None:
    """The rated life that is used where that is no reason to worry, None without one."""
    if wear_axis.verdict != GOOD or health.used is None:
        return None
    return clause(wear_axis)


def _more(health: Health, axes: Mapping[Axis, AxisVerdict]) -> tuple[Statement, ...]:
    """What else is worth a sentence, the alarming before the calm."""
    found: list[Statement] = []
    if axes[LINK].verdict == CAUTION:
        found.append(Statement(Code.DETAILS, axis=axes[LINK]))
    if life := _life(health, axes[WEAR]):
        found.append(life)
    if axes[MEDIA].verdict == GOOD and axes[MEDIA].counters:
        found.append(Statement(Code.DETAILS, axis=axes[MEDIA]))
    return tuple(found)


def clause(axis: AxisVerdict) -> Statement:
    """An axis as a part of a sentence."""
    value = axis.value
    if value.code is Code.USED:
        return Statement(Code.LIFE_USED, share=value["share"])
    first = axis.details[0]
    if value.code is Code.COUNT and first.code is Code.COUNTS:
        accepted = (
            one["count"].accepted if one.code is Code.COUNT else one["accepted"]
            for one in first["statements"]
        )
        if not any(accepted):
            return first  # all of them: the value has the first alone
    return value


def _heat(axis: AxisVerdict) -> Statement | None:
    cause = next((one.cause for one in axis.reasons if one.cause in _HEAT), None)
    return Statement(Code.HEAT, cause=cause) if cause is not None else None


def _some(*statements: Statement | None) -> tuple[Statement, ...]:
    return tuple(statement for statement in statements if statement is not None)


def _advice(
    health: Health, word: Grade, axes: Mapping[Axis, AxisVerdict], link: LinkState | None
) -> tuple[Advice, ...]:
    """What to do, the most urgent first; () for a drive that is good."""
    if word == GOOD:
        return ()
    if word == UNKNOWN:
        return _advice_on_unknown(health)
    return tuple(dict.fromkeys(_advice_on_known(word, axes, link)))


def _advice_on_known(
    word: Grade, axes: Mapping[Axis, AxisVerdict], link: LinkState | None
) -> Iterator[Advice]:
    if word == FAILING:
        yield Advice(Do.COPY_AND_REPLACE)
    else:
        for name, degree, do in _BY_AXIS:
            if axes[name].verdict == degree:
                yield Advice(do)
    causes = {one.cause for axis in axes.values() for one in axis.reasons}
    if axes[LINK].verdict == CAUTION:
        slow = link is not None and bool(link.slower)
        if slow and link is not None:
            yield Advice(Do.CHECK_PORT, link.advice)
        if not slow or Cause.CRC in causes:
            yield Advice(Do.CHECK_CABLE)
    if axes[THERMAL].verdict == CAUTION:
        yield Advice(Do.WARM if Cause.COLD in causes else Do.COOL)


def _advice_on_unknown(health: Health) -> tuple[Advice, ...]:
    if health.advice:
        return (Advice(Do.ASK_OTHERWISE, advice=health.advice),)
    if health.missing:
        return ()
    if is_virtual_model(health.model):
        return (Advice(Do.ASK_HOST),)
    if health.power_on == 0 and health.power_cycles == 0:
        return (Advice(Do.ASK_DIRECTLY),)
    return (Advice(Do.KEEP_COPY),)
