# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Failing now, wear, and how good the evidence is: three of the six axes, each for itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from driveproof.domain.health.phrases import (
    at_threshold,
    clock_or_day,
    date_and_clock,
    joined,
    percent,
    running_time,
    span,
)
from driveproof.domain.health.report import (
    ATA,
    NOW,
    NVME,
    SCSI,
    Attribute,
    Health,
)
from driveproof.domain.health.rules import (
    HOT_ONLY,
    NEARLY_USED_UP,
    OLD_SECONDS,
    USED_UP,
    VIRTUAL,
    WARNING_TEXTS,
    WHOLE,
    about_heat,
    attribute_word,
    has_limit,
    of_life,
)
from driveproof.domain.health.self_tests import failing_test, old_failure
from driveproof.domain.health.verdict import (
    EVIDENCE,
    FAILING,
    FAILING_NOW,
    GOOD,
    UNKNOWN,
    WATCH,
    WEAR,
    WORN,
    AxisVerdict,
    Cause,
    Reason,
    worst,
)
from driveproof.wording.units import format_size

_RULE_FAILING = (
    "failing when the drive says so itself, when a prefail attribute is at or below its threshold,"
    " when an extended self-test found a part that failed and none has passed since, or another"
    " self-test did in the last 1 000 hours of use; watch when an older one failed, or one that"
    " could not say why, and none of its kind has passed since"
)
SPARE_WARNING = "spare"
HALF_OF_THRESHOLD = ", below half of its threshold"
_RULE_WEAR = (
    "failing when the spare blocks are below the drive's threshold and it warns of that, or below"
    " half of it; worn from 100 % of the rated"
    " life, or when an attribute for what is left of it is at or below its threshold; watch from"
    " 90 %, and for any other attribute of age at its threshold"
)
_RULE_EVIDENCE = (
    "watch when something does not fit or is older than an hour; unknown where something is missing"
)


def failing_now(health: Health) -> AxisVerdict:
    """What the drive says of itself, and what its thresholds say."""
    reasons = failing_reasons(health)
    warnings = [word for word in health.warnings if word != HOT_ONLY]
    if reasons:
        axis = _axis(health, FAILING_NOW, FAILING, "Yes", _sentence(reasons), _RULE_FAILING)
        return replace(axis, reasons=tuple(_causes(health)))
    told = health.passed is not None or bool(health.warnings) or _has_thresholds(health)
    if not told:
        reason = health.missing or "The drive does not say whether it is failing."
        return _axis(health, FAILING_NOW, UNKNOWN, "Not told", reason, _RULE_FAILING)
    what = {
        NVME: "The drive reports no critical warning",
        ATA: "The drive says that it is not failing",
    }.get(health.kind, "The drive says that it is not failing")
    if health.warnings and not warnings:
        what = "The drive warns of its temperature, and of nothing else"
    elif health.passed is None:
        what = "No attribute is at its threshold; the drive itself says nothing"
    if failure := old_failure(health):
        detail = _sentence([failure, what[:1].lower() + what[1:]])
        axis = _axis(health, FAILING_NOW, WATCH, "A self-test failed", detail, _RULE_FAILING)
        return replace(axis, reasons=(Reason(Cause.SELF_TEST, WATCH),))
    return _axis(health, FAILING_NOW, GOOD, "No", what, _RULE_FAILING)


def failing_reasons(health: Health) -> list[str]:
    """Why the drive is failing, as parts of a sentence; [] when nothing says that it is."""
    reasons = [
        WARNING_TEXTS.get(word, f"it warns of “{word}”")
        for word in health.warnings
        if word != HOT_ONLY
    ]
    if health.passed is False and not health.warnings:
        reasons.append("it says so itself")
    reasons += [
        f"attribute {row.id} ({row.name}) is at {row.value}, its threshold is {row.threshold}"
        for row in health.attributes
        if attribute_word(row) == FAILING
    ]
    if _reached_unseen(health):
        reasons.append("smartctl found a prefail attribute at or below its threshold")
    if (test := failing_test(health)) is not None:
        said = f" (“{test.text}”)" if test.text else ""
        reasons.append(f"its last {test.kind + ' ' if test.kind else ''}self-test failed{said}")
    return reasons


def _reached_unseen(health: Health) -> bool:
    """Whether smartctl saw a prefail attribute at its threshold that no table shows."""
    shown = any(row.prefail and row.failed == NOW for row in health.attributes)
    return health.prefail_reached and not shown


def _causes(health: Health) -> Iterator[Reason]:
    """The same as codes."""
    for word in health.warnings:
        if word != HOT_ONLY:
            yield Reason(Cause.CRITICAL_WARNING, FAILING)
    if health.passed is False and not health.warnings:
        yield Reason(Cause.SAYS_SO, FAILING)
    rows = [row.id for row in health.attributes if attribute_word(row) == FAILING]
    for number in rows:
        yield Reason(Cause.THRESHOLD, FAILING, number)
    if _reached_unseen(health):
        yield Reason(Cause.THRESHOLD, FAILING)
    if failing_test(health) is not None:
        yield Reason(Cause.SELF_TEST, FAILING)


def wear(health: Health) -> AxisVerdict:
    """How much of its rated life a drive has had."""
    used, spare, least = health.used, health.spare, health.spare_threshold
    aged = [
        row
        for row in health.attributes
        if not row.prefail and row.failed == NOW and not about_heat(row)
    ]
    parts = []
    if health.written is not None:
        parts.append(f"{format_size(health.written)} written")
    if health.power_on is not None:
        parts.append(f"it has run for {running_time(health.power_on)}")
    if spare is not None:
        parts.append(f"spare {percent(spare)}{_threshold_words(least)}")
    parts += [at_threshold(row) for row in aged]
    detail = _sentence(parts)
    spare_word, how = _spare(health)
    words = {
        "spare": spare_word,
        "used": GOOD if used is None or used < NEARLY_USED_UP else WATCH,
        "aged": WATCH if aged else GOOD,
    }
    if used is not None and used >= USED_UP:
        words["used"] = WORN
    if any(of_life(row) for row in aged):
        words["aged"] = WORN
    word = worst(tuple(words.values()))
    if used is None and spare is None and not aged:
        reason = health.missing or (
            "Hard disks keep no figure of their wear"
            if health.rotational
            else "How much of its rated life is used was not told"
        )
        shown = f"{reason.rstrip('.')}; {detail[:1].lower()}{detail[1:]}" if detail else reason
        return _axis(health, WEAR, UNKNOWN, "Not told", shown, _RULE_WEAR)
    source = ""
    if used is not None and words["used"] == word:
        value, source = f"{percent(used)} used", health.used_source
    elif spare is not None and words["spare"] == word:
        value = f"Spare {percent(spare)}{how}"
    else:
        value = _at_thresholds(aged)
    causes = [Reason(Cause.USED, words["used"], health.used_attribute)]
    causes += [Reason(Cause.SPARE, words["spare"])]
    causes += [Reason(Cause.THRESHOLD, attribute_word(row), row.id) for row in aged]
    axis = _axis(health, WEAR, word, value, detail, _RULE_WEAR, source)
    return replace(axis, reasons=tuple(one for one in causes if one.word != GOOD))


def _at_thresholds(rows: list[Attribute]) -> str:
    whose = "its threshold" if len(rows) == 1 else "their thresholds"
    return f"At {whose}: {joined([row.name for row in rows])}"


def _spare(health: Health) -> tuple[str, str]:
    """The word for the spare blocks, and how they stand to the drive's threshold.

    "Below the threshold" is what sets the critical warning (NVM Express Base Specification 2.0,
    figure 207): where the drive says nothing of it, its threshold is not what it means by that, and
    only half of it or less is taken for a reason (our own choice). A threshold of 0 is none, and
    one of 100 % or more would condemn a drive that has used none of its spare.
    """
    spare, least = health.spare, health.spare_threshold
    if spare is None or not least or least >= WHOLE or spare >= least:
        return GOOD, ""
    if SPARE_WARNING in health.warnings:
        return FAILING, ", below its threshold"
    return (FAILING, HALF_OF_THRESHOLD) if spare < least / 2 else (GOOD, "")


def spare_reason(health: Health) -> str:
    """Why the spare blocks make a drive failing, as a part of a sentence; "" where they do not, or
    where its own warning is said already."""
    word, how = _spare(health)
    if word != FAILING or SPARE_WARNING in health.warnings:
        return ""
    return f"its spare blocks are{how.removeprefix(',')}"


def _threshold_words(least: float | None) -> str:
    if least is None:
        return ""
    ignored = " (ignored: no drive could stay above it)" if least >= WHOLE else ""
    return f", threshold {percent(least)}{ignored}"


def evidence(health: Health, now: datetime, *, saved: bool = False) -> AxisVerdict:
    """How much of what could be known is known, how old it is, and whether it can be believed.

    Of a saved report the day and the year are said, if it tells them, and its age is not judged.
    """
    if health.missing:
        return _axis(health, EVIDENCE, UNKNOWN, "None", health.missing, _RULE_EVIDENCE)
    if lie := unbelievable(health):
        return _axis(health, EVIDENCE, UNKNOWN, "Not to be believed", lie, _RULE_EVIDENCE)
    notes = list(health.notes)
    asked = health.updated or health.taken
    age = 0.0 if saved else (now - asked).total_seconds()
    told = health.source
    if told and not saved:
        told = f"{told}, {clock_or_day(asked, now)}"
    elif told and health.updated is not None:
        told = f"{told}, saved on {date_and_clock(health.updated)}"
    lacking = _lacking(health)
    if age >= OLD_SECONDS:
        word, value = WATCH, f"{span(age)} old"
    elif notes:
        word, value = WATCH, "Partial"
    elif lacking:  # nothing to worry about: UDisks2 tells no wear of any SATA drive
        word, value = UNKNOWN, "Partial"
    else:
        word, value = GOOD, "Complete"
    if lacking:
        told = f"{told}; not told: {joined(lacking)}".lstrip("; ")
    detail = f"{told}. {' '.join(notes)}".strip(" .") + "." if notes else told
    return _axis(health, EVIDENCE, word, value, detail, _RULE_EVIDENCE)


def unbelievable(health: Health) -> str:
    """Why what the drive says is not its own; "" when nothing speaks against it."""
    if health.model.startswith(VIRTUAL):
        return f"This is a virtual drive ({health.model}): what it says of its health is made up."
    if health.power_on == 0 and health.power_cycles == 0:
        return (
            "Not even the times that it was switched on are counted: this drive, or the adapter"
            " before it, makes its figures up."
        )
    rows = health.attributes
    if len(rows) > 1 and not any(row.value or row.worst or row.raw or row.pretty for row in rows):
        return "All its attributes are zero: this drive makes its figures up."
    return ""


def _lacking(health: Health) -> list[str]:
    lacking = []
    if health.passed is None:
        lacking.append("the drive's own verdict")
    if health.kind in {NVME, SCSI}:
        if health.kind == NVME and health.media_errors is None:
            lacking.append("media errors")
        if health.used is None and health.rotational is False:
            lacking.append("wear")
    elif health.kind == ATA:
        if health.reallocated is None and health.pending is None and health.media_errors is None:
            lacking.append("errors of the medium")
        if health.used is None and health.rotational is False:
            lacking.append("wear")
    return lacking


def _has_thresholds(health: Health) -> bool:
    return any(row.prefail and has_limit(row.threshold) for row in health.attributes)


def _sentence(parts: list[str]) -> str:
    text = "; ".join(part for part in parts if part)
    return text[:1].upper() + text[1:]


def _axis(  # noqa: PLR0917 - the fields of an AxisVerdict, in their order
    health: Health, axis: str, word: str, value: str, detail: str, rule: str, source: str = ""
) -> AxisVerdict:
    return AxisVerdict(axis, word, value, detail, rule, source or health.source)
