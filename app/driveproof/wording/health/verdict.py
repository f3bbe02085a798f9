# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A health verdict in sentences: the whole drive, each axis with its rule, and what to do."""

from __future__ import annotations

from enum import Enum

from driveproof.domain import errors
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    SIGNS,
    UNKNOWN,
    WORN,
    Advice,
    Axis,
    AxisVerdict,
    Cause,
    Code,
    Count,
    Do,
    Grade,
    HealthVerdict,
    Lacking,
    SpareLevel,
)
from driveproof.domain.notes import Note
from driveproof.domain.statement import Statement
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, advice_text
from driveproof.wording.health.glossary import attribute_title
from driveproof.wording.health.values import (
    counted,
    counter_title,
    day_of,
    percent,
    running_time,
    span,
)
from driveproof.wording.say import worded
from driveproof.wording.units import format_size, format_temperature, group_digits

_GRADES = {
    GOOD: N_("Good"),
    CAUTION: N_("Caution"),
    WORN: N_("Worn"),
    FAILING: N_("Failing"),
    UNKNOWN: N_("Unknown"),
}
_AXES = {
    Axis.FAILING_NOW: N_("Drive self-assessment"),
    Axis.WEAR: N_("Wear"),
    Axis.MEDIA: N_("Media errors"),
    Axis.LINK: N_("Link"),
    Axis.THERMAL: N_("Temperature"),
    Axis.EVIDENCE: N_("Data quality"),
}
_OLD_SELF_TEST = N_("An older self-test failed, and none of its kind has passed since.")
_RULES: dict[Axis, dict[Grade, str]] = {
    Axis.FAILING_NOW: {
        FAILING: N_(
            "Reported by the drive, a prefail attribute, or a self-test in the last 1000"
            " hours of use."
        ),
        CAUTION: _OLD_SELF_TEST,
    },
    Axis.WEAR: {
        FAILING: N_("Spare blocks at half of the threshold, or a warning of the drive."),
        WORN: N_("100 % of the rated life used, or its attribute at the threshold."),
        CAUTION: N_("90 % of the rated life used, or another attribute at the threshold."),
    },
    Axis.MEDIA: {
        FAILING: N_("100 bad sectors on a hard disk, or pending and uncorrectable ones."),
        WORN: N_("Errors increased since the last reading."),
        CAUTION: N_("Errors that are not acknowledged."),
    },
    Axis.LINK: {
        CAUTION: N_("CRC or transfer errors increased, or below full speed."),
    },
    Axis.EVIDENCE: {
        CAUTION: N_("Contradictory values, or older than an hour."),
        UNKNOWN: N_("Values are missing."),
    },
}
_OWN_LIMIT = N_("{limit} (the drive's limit), or a warning of the drive.")
_OUR_LIMIT = N_("{limit} (typical for its kind), or a warning of the drive.")
_ADVICE = {
    Do.COPY_AND_REPLACE: N_("Back up your data now, then replace the drive."),
    Do.COPY_AND_TEST: N_(
        "Back up your data now, run an extended self-test, and replace the drive if it fails."
    ),
    Do.CHECK_COPY_AND_TEST: N_("Check your backup, then run an extended self-test."),
    Do.PLAN_REPLACEMENT: N_("Keep a backup, and plan a replacement."),
    Do.CHECK_CABLE: N_("Reseat or replace the data cable."),
    Do.CHECK_PORT: N_("Try another port, slot or cable."),
    Do.COOL: N_("Improve the cooling: air vents, fans, heat sink."),
    Do.WARM: N_("Let it warm up before use."),
    Do.ASK_HOST: N_("Check the health of the host's drives."),
    Do.ASK_DIRECTLY: N_("Connect it without an adapter and read its health again."),
    Do.ASK_OTHERWISE: N_("Read its health in another way."),
    Do.KEEP_COPY: N_("Keep a backup."),
}
_WARNINGS = {
    "spare": N_("Spare blocks are below the threshold"),
    "temperature": N_("Temperature out of range"),
    "degraded": N_("The drive is no longer reliable"),
    "readonly": N_("The drive has become read-only"),
    "volatile_mem": N_("The power-loss protection has failed"),
    "pmr_readonly": N_("The persistent memory has become read-only"),
}
"""NVMe's critical warnings (NVM Express Base Specification 2.0, figure 207)."""
_HEAT = {
    Cause.HOT: N_("Too hot"),
    Cause.COLD: N_("Too cold"),
    Cause.OUT_OF_BOUNDS: N_("Temperature out of range"),
    Cause.HOT_SINCE: N_("Hot under load"),
}
_LACKING = {
    Lacking.VERDICT: Axis.FAILING_NOW,
    Lacking.MEDIA_ERRORS: Axis.MEDIA,
    Lacking.MEDIUM: Axis.MEDIA,
    Lacking.WEAR: Axis.WEAR,
}
_LOGGED: dict[Enum, str] = {
    Code.LOGGED_ERRORS: N_("Recent sector errors in the error log"),
    Code.REFUSED_WRITES: N_("Writes refused as read-only"),
    Code.INTERNAL_ERRORS: N_("Firmware errors in the error log"),
    Code.TRANSFER_ERRORS: N_("Transfer errors in the error log"),
}
_INVALID = N_("The values look invalid, perhaps because of an adapter.")
# Statements without values: labels, and sentences where they end with a stop.
_PLAIN = {
    Code.NOT_REPORTED: N_("Not reported"),
    Code.YES: N_("Failed"),
    Code.NO: N_("Passed"),
    Code.SAYS_SO: N_("Reported by the drive itself"),
    Code.PREFAIL_NOT_SHOWN: N_("At its threshold"),
    Code.SELF_TEST_VALUE: N_("Self-test failed"),
    Code.OLD_SELF_TEST_FAILED: _OLD_SELF_TEST,
    Code.NO_OWN_VERDICT: N_("The drive does not report whether it fails"),
    Code.NO_CRITICAL_WARNING: N_("No critical warning"),
    Code.NOT_FAILING: N_("The drive reports no failure"),
    Code.ONLY_TEMPERATURE_WARNING: N_("The drive warns about its temperature"),
    Code.NONE_AT_THRESHOLD: N_("No attribute is at its threshold"),
    Code.SPARE_BELOW_HALF: N_("Spare blocks are below the threshold"),
    Code.NO_ERRORS: N_("No errors"),
    Code.NO_MEDIUM_ERRORS: N_("No errors"),
    Code.SLOW_LINK: N_("Below full speed"),
    Code.FULL_SPEED: N_("Full speed"),
    Code.NO_CRC_ERRORS: N_("No errors"),
    Code.LINK_NOT_JUDGED: N_("Maximum unknown"),
    Code.TEMPERATURE_WARNING: N_("The drive warns about its temperature"),
    Code.HOT_UNDER_LOAD: _HEAT[Cause.HOT_SINCE],
    Code.NONE: N_("No data"),
    Code.NOT_BELIEVED: N_("Invalid values"),
    Code.PARTIAL: N_("Partial"),
    Code.COMPLETE: N_("Complete"),
    Code.NO_POWER_CYCLES: _INVALID,
    Code.ALL_ZERO: _INVALID,
    Code.NOT_KNOWN: N_("The health of this drive is unknown."),
    Code.HEALTHY: N_("No problems reported."),
    Code.NO_FAULT: N_("The drive itself reports no fault."),
}


def grade_title(grade: str) -> str:
    """The name of the grade of a drive or an axis."""
    return _(_GRADES.get(grade, _GRADES[UNKNOWN]))  # type: ignore[call-overload]


def axis_title(axis: str) -> str:
    """The name of an axis."""
    return _(_AXES[axis]) if axis in _AXES else shown(axis)  # type: ignore[index]


def verdict_sentence(verdict: HealthVerdict) -> str:
    """The verdict on the whole drive in a sentence or two; "" where there is none."""
    return " ".join(sentence(one) for one in verdict.summary)


def verdict_of_drive(verdict: HealthVerdict, device: BlockDevice, drive: BlockDevice) -> str:
    """The verdict about a drive below a device; it names the drive unless that is the device."""
    text = shown(verdict_sentence(verdict))
    return text if drive.name == device.name else f"{shown(device_title(drive))}: {text}"


def risk_of_load() -> str:
    """What a measurement may do to a failing drive."""
    return _("Benchmarking stresses a failing drive. Back up first.")


def verdict_sentences(verdict: HealthVerdict, face: Face = Face.TERMINAL) -> tuple[str, ...]:
    """What else is worth saying, each a whole sentence."""
    return tuple(text for one in verdict.more if (text := sentence(one, face)))


def advice_sentence(advice: Advice, face: Face = Face.TERMINAL) -> str:
    """One thing to do; "" where the face leaves no choice."""
    if advice.advice is not None:
        return advice_text(advice.advice, face)
    if advice.note is not None:
        return worded(advice.note.key, advice.note.values)
    return _(_ADVICE[advice.code])


def axis_value(axis: AxisVerdict) -> str:
    """The short text beside the name of an axis: "3 % used"."""
    return _label(axis.value, short=True)


def axis_detail(axis: AxisVerdict) -> str:
    """What is behind the value: "11.4 TB written. Powered on for 1 860 hours."; "" for nothing."""
    return " ".join(sentence(one) for one in axis.details)


def axis_rules(axis: AxisVerdict) -> tuple[tuple[Grade, str], ...]:
    """What gives this axis each of its grades other than good."""
    if axis.hot_from is not None:
        text = _(_OWN_LIMIT) if axis.hot_from.own else _(_OUR_LIMIT)
        return ((CAUTION, text.format(limit=format_temperature(axis.hot_from.celsius))),)
    return tuple((grade, _(text)) for grade, text in _RULES.get(axis.axis, {}).items())


def axis_rule(axis: AxisVerdict) -> str:
    """The same as lines of text."""
    return "\n".join(f"{grade_title(grade)}: {text}" for grade, text in axis_rules(axis))


def sentence(statement: Statement, face: Face = Face.TERMINAL) -> str:
    """A statement as a whole sentence, or as several."""
    match statement.code:
        case Code.GIVEN:
            text = _stopped(_given(statement["text"], face))
        case Code.FAILING:
            text = " ".join([_("The drive is failing."), *map(sentence, statement["reasons"])])
        case Code.FOUND:
            labels = (_label(one, short=one.code in SIGNS) for one in statement["statements"])
            text = " ".join(map(_stopped, labels))
        case Code.DETAILS:
            text = axis_detail(statement["axis"])
        case Code.LINK:
            text = worded(statement["meaning"].key, statement["meaning"].values)
        case _:
            text = _stopped(_label(statement))
    return text


def _stopped(label: str) -> str:
    return label if not label or label.endswith(".") else f"{label}."


def _given(given: Note | errors.Advice | str, face: Face = Face.TERMINAL) -> str:
    if isinstance(given, errors.Advice):
        return advice_text(given, face)
    return worded(given.key, given.values) if isinstance(given, Note) else given


def _label(statement: Statement, *, short: bool = False) -> str:
    """A statement as a label, without a stop at its end; `short` beside the name of an axis."""
    code = statement.code
    if code is Code.GIVEN:
        return _given(statement["text"])
    if code in _PLAIN:
        return _(_PLAIN[code])
    for words in (_of_failing, _of_wear, _of_link, _of_temperature, _of_evidence):
        if text := words(statement):
            return text
    return _of_media(statement, short=short)


def _of_failing(one: Statement) -> str:
    match one.code:
        case Code.CRITICAL_WARNING:
            warning = one["warning"]  # within _() Babel before 2.19 takes "warning" for a text
            text = _("Critical warning “{warning}”").format(warning=warning)
            return _(_WARNINGS[warning]) if warning in _WARNINGS else text
        case Code.SELF_TEST_FAILED:
            text = _("The last self-test failed: “{text}”")
            return text.format(text=one["text"]) if one["text"] else _("Self-test failed")
    return ""


def _of_wear(one: Statement) -> str:
    text = ""
    match one.code:
        case Code.WRITTEN:
            text = _("{size} written").format(size=format_size(one["size"]))
        case Code.RUN_TIME:
            text = _("Powered on for {time}").format(time=running_time(one["seconds"]))
        case Code.SPARE:
            text = _spare(one["share"], one["threshold"])
        case Code.AT_THRESHOLD | Code.PREFAIL_AT_THRESHOLD:
            text = _at_threshold(attribute_title(one["attribute"], one["name"]))
        case Code.NAMES_AT_THRESHOLD:
            text = _at_threshold(*map(attribute_title, one["attributes"], one["names"]))
        case Code.USED:
            text = _("{share} used").format(share=percent(one["share"]))
        case Code.LIFE_USED:
            text = _("{share} of the rated life used").format(share=percent(one["share"]))
        case Code.SPARE_VALUE:
            text = _("Spare {share}").format(share=percent(one["share"]))
            if one["below"] is not SpareLevel.ENOUGH:
                text = _("Spare {share}, below the threshold").format(share=percent(one["share"]))
    return text


def _at_threshold(*names: str) -> str:
    # Translators: {names} are SMART attributes
    return _("At its threshold: {names}").format(names=", ".join(names))


def _spare(share: float, threshold: float | None) -> str:
    if threshold is None:
        return _("Spare {share}").format(share=percent(share))
    text = _("Spare {share}, threshold {threshold}")
    return text.format(share=percent(share), threshold=percent(threshold))


def _of_media(one: Statement, *, short: bool) -> str:
    match one.code:
        case Code.COUNT:
            text = _count(one["count"], short=short)
        case Code.COUNTS | Code.HAS_COUNTS:
            text = ", ".join(_label(each, short=each.code in SIGNS) for each in one["statements"])
        case Code.ERROR_LOG_ENTRIES:
            text = counted("error_log_entries", one["number"])
        case Code.HARMLESS_ENTRIES:
            text = _("{entries} (unsupported commands, not a fault)")
            text = text.format(entries=counted("error_log_entries", one["number"]))
        case Code.UNKNOWN_ATTRIBUTES:
            text = _unknown_attributes(one["attributes"], short=short)
        case _:
            text = _in_log(one)
            if one.code is Code.LOGGED_ERRORS and not short:
                text = _("{errors}; the newest: “{text}”").format(errors=text, text=one["text"])
            text = _acknowledged(text) if one["accepted"] else text
    return text


def _in_log(one: Statement) -> str:
    text = _("{name}: {text}")
    return text.format(name=_(_LOGGED[one.code]), text=group_digits(one["number"]))


def _acknowledged(counter: str) -> str:
    return _("{counter} (acknowledged)").format(counter=counter)


def _count(count: Count, *, short: bool = False) -> str:
    """A counter as people say it: "Media errors: 3 since 2 Mar, 8 in total"."""
    text = counted(count.counter, count.value)
    if count.grown and count.since is not None:
        grown, day = counted(count.counter, count.grown), day_of(*count.since)
        text = _("{counter} since {day}").format(counter=grown, day=day)
        if count.grown != count.value and not short:
            text = _("{counter} since {day}, {total} in total").format(
                counter=grown, day=day, total=group_digits(count.value)
            )
    return _acknowledged(text) if count.accepted else text


def _unknown_attributes(attributes: tuple[tuple[int, str, int], ...], *, short: bool) -> str:
    if short:
        return ", ".join(counted(counter, value) for _number, counter, value in attributes)
    found = ", ".join(
        f"{number} ({counter_title(counter)}): {group_digits(value)}"
        for number, counter, value in attributes
    )
    text = _("Not in smartctl's database, probable errors: {attributes}")
    return text.format(attributes=found)


def _of_link(one: Statement) -> str:
    match one.code:
        case Code.CRC_QUIET:
            day = day_of(*one["since"])
            return _("{counter}, none since {day}").format(counter=_count(one["count"]), day=day)
        case Code.CRC_OLD:
            text = _("{counter}, the last after {time} of use")
            return text.format(counter=_count(one["count"]), time=running_time(one["at"]))
        case Code.CRC_ONCE:
            return _("{counter}, without data loss").format(counter=_count(one["count"]))
        case Code.CRC_CABLE:
            text = _("{counter}, usually caused by the cable")
            return text.format(counter=_count(one["count"]))
    return ""


def _of_temperature(one: Statement) -> str:
    match one.code:
        case Code.TEMPERATURE:
            return _temperature(one["celsius"], one["cause"])
        case Code.HOT_SINCE:
            return _("{time} above {limit} since {day}").format(
                time=span(one["seconds"]),
                limit=format_temperature(one["limit"]),
                day=day_of(*one["since"]),
            )
        case Code.HOT_IN_LIFE:
            return _("{time} above {limit}").format(
                time=span(one["seconds"]), limit=format_temperature(one["limit"])
            )
        case Code.HEAT:
            cause = one["cause"]
            return _(_HEAT[cause])
        case Code.AT_CRITICAL:
            text = _("Critical temperature: {limit}")
            return text.format(limit=format_temperature(one["limit"]))
    return ""


def _temperature(degrees: float | None, cause: Cause | None) -> str:
    if degrees is None:
        return _(_HEAT[Cause.OUT_OF_BOUNDS])
    text = format_temperature(degrees)
    # Translators: {state} is "Too hot", "Too cold"
    return text if cause is None else _("{name}: {text}").format(name=_(_HEAT[cause]), text=text)


def _of_evidence(one: Statement) -> str:
    match one.code:
        case Code.AGE:
            return _("{time} old").format(time=span(one["seconds"]))
        case Code.SOURCE:
            return _source(one)
        case Code.LACKING:
            lacking = ", ".join(dict.fromkeys(axis_title(_LACKING[each]) for each in one["what"]))
            return _("Not reported: {axes}").format(axes=lacking)
        case Code.VIRTUAL_DRIVE:
            text = _("Virtual drive ({model}): its health values are not real.")
            return text.format(model=one["model"])
    return ""


def _source(one: Statement) -> str:
    source, read, saved = one["source"], one["read"], one["saved"]
    if read is not None:
        return _("{first}, {second}").format(first=source, second=day_of(*read))
    if saved is not None:
        return _("{first}, {second}").format(first=source, second=date_and_time(saved))
    return str(source)
