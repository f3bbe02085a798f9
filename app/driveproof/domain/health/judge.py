# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Judges a drive's health: its axes, one grade, a summary, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from msgspec import structs

from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.nature import is_virtual_model
from driveproof.domain.finding import ToDo
from driveproof.domain.health.axes import (
    HEAT,
    data_quality,
    link_axis,
    old_self_test,
    self_assessment,
    spare_failing,
    temperature_axis,
    unbelievable,
    wear,
)
from driveproof.domain.health.known_firmware import firmware_axis
from driveproof.domain.health.media import Before, counts_of, media_axis, media_watched
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import (
    ALARMING,
    CAUTION,
    DATA_QUALITY,
    FAILING,
    FIRMWARE,
    GOOD,
    LINK,
    MEDIA_ERRORS,
    SELF_ASSESSMENT,
    TEMPERATURE,
    UNKNOWN,
    WEAR,
    WORN,
    AxisVerdict,
    Grade,
    HealthAxis,
    HealthCode,
    HealthFinding,
    HealthToDo,
    HealthVerdict,
    finding_of,
    quoted_finding,
    worst_grade,
)
from driveproof.domain.say import Say

_NOTHING: Mapping[str, int] = MappingProxyType({})
_DO = {
    HealthToDo.COPY_AND_REPLACE: Say("Back up your data now, then replace the drive."),
    HealthToDo.COPY_AND_TEST: Say(
        "Back up your data now, run an extended self-test, and replace the drive if it fails."
    ),
    HealthToDo.CHECK_COPY_AND_TEST: Say("Check your backup, then run an extended self-test."),
    HealthToDo.PLAN_REPLACEMENT: Say("Keep a backup, and plan a replacement."),
    HealthToDo.CHECK_CABLE: Say("Reconnect or replace the cable, then try another port."),
    HealthToDo.CHECK_PORT: Say("Try another port, slot or cable."),
    HealthToDo.COOL: Say("Improve the cooling: air vents, fans, heat sink."),
    HealthToDo.WARM: Say("Let it warm up before use."),
    HealthToDo.ASK_HOST: Say("Check the drives of the host or server."),
    HealthToDo.ASK_DIRECTLY: Say("Connect it without an adapter and read its health again."),
    HealthToDo.KEEP_COPY: Say("Keep a backup."),
}

# What to do, the most urgent first. For a drive that fails it does not matter which axis says so.
_BY_AXIS = (
    (MEDIA_ERRORS, WORN, HealthToDo.COPY_AND_TEST),
    (MEDIA_ERRORS, CAUTION, HealthToDo.CHECK_COPY_AND_TEST),
    (SELF_ASSESSMENT, CAUTION, HealthToDo.CHECK_COPY_AND_TEST),
    (WEAR, WORN, HealthToDo.PLAN_REPLACEMENT),
    (WEAR, CAUTION, HealthToDo.PLAN_REPLACEMENT),
)


def judge_health(
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
        self_assessment(health),
        wear(health),
        media_axis(health, before),
        link_axis(health, before, link),
        temperature_axis(health, before),
        *_firmware(health),
        data_quality(health, moment, saved=saved),
    )
    word = _word(health, axes)
    by_name = {axis.axis: axis for axis in axes}
    summary, more = _findings(health, word, by_name, before)
    return HealthVerdict(word, summary, more, axes, _advice(health, word, by_name, link))


def _firmware(health: Health) -> tuple[AxisVerdict, ...]:
    """The axis of its firmware, where a fault of it is known."""
    faults, quirks = health.firmware_faults, health.kernel_quirks
    if not (faults or quirks):
        return ()
    return (firmware_axis(faults, quirks, health.firmware, health.power_on),)


def _word(health: Health, axes: tuple[AxisVerdict, ...]) -> Grade:
    """The most alarming axis. Unknown where no axis is known, or where the values are invented."""
    judged = tuple(axis.verdict for axis in axes if axis.axis not in {FIRMWARE, DATA_QUALITY})
    word = worst_grade(judged)
    unknown = (word == GOOD and _doubt(health, axes[0])) or (health.missing and word != FAILING)
    # What is known of the firmware is true whatever the drive itself reports.
    known = tuple(
        axis.verdict for axis in axes if axis.axis == FIRMWARE and axis.verdict in ALARMING
    )
    return worst_grade((UNKNOWN if unknown else word, *known))


def _findings(
    health: Health, word: Grade, axes: Mapping[HealthAxis, AxisVerdict], before: Before
) -> tuple[tuple[HealthFinding, ...], tuple[HealthFinding, ...]]:
    """The verdict in a sentence or more, and what else is worth saying."""
    lost = tuple(map(quoted_finding, health.unread))
    unknown = finding_of(HealthCode.NOT_KNOWN, Say("The health of this drive is unknown."), UNKNOWN)
    if word == UNKNOWN:
        why = quoted_finding(health.missing) if health.missing else unbelievable(health)
        if why is None and not lost:
            why = axes[SELF_ASSESSMENT].details[0]
        return (unknown,), lost if why is None else (why,)
    more = (*_known_faults(axes), *media_watched(health, before), *lost, *_more(health, axes))
    if word == FAILING:
        own = axes[SELF_ASSESSMENT]
        reasons = own.details if own.verdict == FAILING else ()
        reasons += _some(spare_failing(health))
        reasons += tuple(one for one in counts_of(health, before) if one.grade == FAILING)
        failing = finding_of(HealthCode.FAILING, Say("The drive is failing."), FAILING)
        if FIRMWARE in axes and axes[FIRMWARE].verdict == FAILING:
            reasons += _known_faults(axes)
        return (failing, *reasons), tuple(one for one in more if one not in reasons)
    heat = _some(_heat(axes[TEMPERATURE]))
    hard = [
        finding
        for name in (WEAR, MEDIA_ERRORS)
        if axes[name].verdict in {CAUTION, WORN}
        for finding in clause(axes[name])
    ]
    hard += _some(old_self_test(health))
    if word == WORN or hard:
        summary = (*_some(_life(health, axes[WEAR])), *hard, *heat)
        return summary, tuple(one for one in more if one not in summary)
    if doubt := _doubt(health, axes[SELF_ASSESSMENT]):
        return (unknown, *heat), tuple(dict.fromkeys((doubt, *more)))
    if word == GOOD:
        return (finding_of(HealthCode.HEALTHY, Say("No problems reported.")),), more
    # A cable, the heat of its place or what is known of its firmware is worth caution, though the
    # drive has no fault.
    no_fault = finding_of(HealthCode.NO_FAULT, Say("The drive itself reports no fault."))
    return (no_fault, *heat), more


def _known_faults(axes: Mapping[HealthAxis, AxisVerdict]) -> tuple[HealthFinding, ...]:
    """What is known of its firmware, without what Linux avoids."""
    return axes[FIRMWARE].reasons if FIRMWARE in axes else ()


def _doubt(health: Health, failing: AxisVerdict) -> HealthFinding | None:
    """Why a drive without any fault cannot be called healthy; None for no reason."""
    if (doubt := unbelievable(health)) is not None:
        return doubt
    if health.unread:
        return quoted_finding(health.unread[0])
    return failing.details[0] if failing.verdict == UNKNOWN else None


def _life(health: Health, wear_axis: AxisVerdict) -> HealthFinding | None:
    """The rated life that is used where that is no reason to worry, None without one."""
    if wear_axis.verdict != GOOD or health.used is None:
        return None
    return clause(wear_axis)[0]


def _more(health: Health, axes: Mapping[HealthAxis, AxisVerdict]) -> tuple[HealthFinding, ...]:
    """What else is worth a sentence, the alarming before the calm."""
    link, errors = axes[LINK], axes[MEDIA_ERRORS]
    return (
        *(link.details if link.verdict == CAUTION else ()),
        *_some(_life(health, axes[WEAR])),
        *(errors.details if errors.verdict == GOOD and errors.counters else ()),
    )


def clause(axis: AxisVerdict) -> tuple[HealthFinding, ...]:
    """What an axis adds to the verdict on the whole drive."""
    value = axis.value
    if value.code == HealthCode.USED:
        said = Say("{share} of the rated life used", **value.say[0].values)
        return (structs.replace(value, say=(said,)),)
    return axis.reasons if axis.axis == MEDIA_ERRORS else (value,)


def _heat(axis: AxisVerdict) -> HealthFinding | None:
    """That it is or was too hot or too cold, without the figure."""
    # Where an attribute at its threshold says it, the axis names the attribute.
    at_limit = axis.value.code == HealthCode.THRESHOLD
    said = HEAT.get(HealthCode.HOT if at_limit else axis.value.code)
    return None if said is None else structs.replace(axis.value, say=(said,))


def _some(*findings: HealthFinding | None) -> tuple[HealthFinding, ...]:
    return tuple(finding for finding in findings if finding is not None)


def _advice(
    health: Health, word: Grade, axes: Mapping[HealthAxis, AxisVerdict], link: LinkState | None
) -> tuple[ToDo, ...]:
    """What to do, the most urgent first; () for a drive that is good."""
    if word == GOOD:
        return ()
    if word == UNKNOWN:
        return _advice_on_unknown(health)
    faults = tuple(dict.fromkeys(one.to_do for one in health.firmware_faults))
    if health.firmware_faults and health.firmware_faults[0].grade == FAILING:
        return faults
    return tuple(dict.fromkeys((*faults, *_advice_on_known(word, axes, link))))


def _advice_on_known(
    word: Grade, axes: Mapping[HealthAxis, AxisVerdict], link: LinkState | None
) -> Iterator[ToDo]:
    if word == FAILING:
        yield _to_do(HealthToDo.COPY_AND_REPLACE)
    else:
        for name, degree, do in _BY_AXIS:
            if axes[name].verdict == degree:
                yield _to_do(do)
    codes = {one.code for axis in axes.values() for one in axis.reasons}
    if axes[LINK].verdict == CAUTION:
        slow = link is not None and bool(link.slower)
        if slow and link is not None:
            own = Say("{text}", text=link.advice)
            yield ToDo(HealthToDo.CHECK_PORT, own if link.advice else _DO[HealthToDo.CHECK_PORT])
        if not slow or HealthCode.CRC in codes:
            yield _to_do(HealthToDo.CHECK_CABLE)
    if axes[TEMPERATURE].verdict == CAUTION:
        yield _to_do(HealthToDo.WARM if HealthCode.COLD in codes else HealthToDo.COOL)


def _advice_on_unknown(health: Health) -> tuple[ToDo, ...]:
    if health.advice:
        return (ToDo(HealthToDo.ASK_OTHERWISE, Say("{text}", text=health.advice)),)
    if health.missing:
        return ()
    if is_virtual_model(health.model):
        return (_to_do(HealthToDo.ASK_HOST),)
    if health.power_on == 0 and health.power_cycles == 0:
        return (_to_do(HealthToDo.ASK_DIRECTLY),)
    return (_to_do(HealthToDo.KEEP_COPY),)


def _to_do(do: HealthToDo) -> ToDo:
    return ToDo(do, _DO[do])
