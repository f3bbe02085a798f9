# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges what a drive says of its health: six axes, one word, and sentences as people say them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.advice import advise
from driveproof.domain.health.axes import (
    evidence,
    failing_now,
    failing_reasons,
    spare_reason,
    unbelievable,
    wear,
)
from driveproof.domain.health.media import (
    Before,
    link_axis,
    media,
    media_failing,
    media_sentences,
    thermal,
)
from driveproof.domain.health.phrases import joined
from driveproof.domain.health.report import Health
from driveproof.domain.health.self_tests import old_failure
from driveproof.domain.health.verdict import (
    FAILING,
    FAILING_NOW,
    GOOD,
    LINK,
    MEDIA,
    THERMAL,
    UNKNOWN,
    WATCH,
    WEAR,
    WORN,
    AxisVerdict,
    Cause,
    HealthVerdict,
    worst,
)

_NOTHING: Mapping[str, int] = MappingProxyType({})
_HEAT = {
    Cause.HOT: "It is too hot now.",
    Cause.COLD: "It is too cold now.",
    Cause.OUT_OF_BOUNDS: "Its temperature is out of bounds now.",
    Cause.HOT_SINCE: "It gets hot under load.",
}
_NOBODY = "Nobody can say how healthy this drive is."


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
    person has accepted, by their names in health.COUNTERS. `saved`: a report of its own time, whose
    age says nothing of how good it was.
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
    sentence, more = _sentences(
        health,
        word,
        {axis.axis: axis for axis in axes},
        media_sentences(health, before),
        media_failing(health, before),
    )
    return HealthVerdict(word, sentence, more, axes, advise(health, word, axes, link))


def _word(health: Health, axes: tuple[AxisVerdict, ...]) -> str:
    """The most alarming axis. Not good where nobody says so, or where it is made up."""
    word = worst(tuple(axis.verdict for axis in axes[:-1]))
    if word == GOOD and _doubt(health, axes[0]):
        return UNKNOWN
    if health.missing and word != FAILING:
        return UNKNOWN
    return word


def _sentences(
    health: Health,
    word: str,
    axes: Mapping[str, AxisVerdict],
    traces: tuple[str, ...],
    lost: str,
) -> tuple[str, tuple[str, ...]]:
    more = [*traces, *_more(health, axes)]
    if word == UNKNOWN:
        reason = health.missing or unbelievable(health) or axes[FAILING_NOW].detail
        return _NOBODY, _some(reason, health.advice)
    if word == FAILING:
        reasons = [*failing_reasons(health), *_some(spare_reason(health), lost)]
        first = f"This drive is failing: {joined(reasons)}."
        return first, tuple(more)
    heat = _heat(axes[THERMAL])
    hard = [_clause(axes[name]) for name in (WEAR, MEDIA) if axes[name].verdict in {WATCH, WORN}]
    if failure := old_failure(health):
        hard.append(failure)
    if word == WORN or hard:
        life = _life(health, axes[WEAR])
        if life:
            hard.insert(0, _clause(axes[WEAR]))
        first = f"{_upper(', '.join(hard))}."
        return " ".join(_some(first, heat)), tuple(one for one in more if one != life)
    if doubt := _doubt(health, axes[FAILING_NOW]):
        return " ".join(_some(_NOBODY, heat)), (doubt, *more)
    # A cable or the heat of its place is worth a watch, and no fault of the drive's.
    calm = "This drive is healthy." if word == GOOD else "The drive itself shows no fault."
    return " ".join(_some(calm, heat)), tuple(more)


def _doubt(health: Health, failing: AxisVerdict) -> str:
    """Why nobody may call a drive healthy that has no fault worth a word; "" for no reason."""
    return unbelievable(health) or (failing.detail if failing.verdict == UNKNOWN else "")


def _life(health: Health, wear_axis: AxisVerdict) -> str:
    """The sentence of a life that is no reason to worry, "" without one."""
    if wear_axis.verdict != GOOD or health.used is None:
        return ""
    return f"{_upper(_clause(wear_axis))}."


def _more(health: Health, axes: Mapping[str, AxisVerdict]) -> tuple[str, ...]:
    """What else is worth a sentence, the alarming before the calm."""
    said = []
    if axes[LINK].verdict == WATCH:
        said.append(f"{axes[LINK].detail.rstrip('.')}.")
    if life := _life(health, axes[WEAR]):
        said.append(life)
    if axes[MEDIA].verdict == GOOD and axes[MEDIA].counters:
        said.append(f"{axes[MEDIA].detail}.")
    return tuple(said)


def _clause(axis: AxisVerdict) -> str:
    if axis.axis == WEAR and axis.value.endswith(" used"):
        return f"{axis.value.removesuffix(' used')} of its rated life used"
    counts = axis.detail.partition(". ")[0]
    if axis.axis == MEDIA and counts.startswith(axis.value) and "(accepted)" not in counts:
        return counts[:1].lower() + counts[1:]  # all of them: the value has the first alone
    return axis.value[:1].lower() + axis.value[1:] if axis.value[1:2].islower() else axis.value


def _heat(axis: AxisVerdict) -> str:
    return next((_HEAT[one.cause] for one in axis.reasons if one.cause in _HEAT), "")


def _some(*sentences: str) -> tuple[str, ...]:
    return tuple(sentence for sentence in sentences if sentence)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
