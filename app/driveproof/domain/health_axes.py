# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Failing now, wear, and how good the evidence is: three of the six axes, each for itself."""

from __future__ import annotations

from datetime import datetime

from driveproof.domain.health import (
    ABORTED,
    ATA,
    NOT_SAID,
    NOW,
    NVME,
    RUNNING,
    SCSI,
    TEST_FAILED,
    Health,
    SelfTestEntry,
)
from driveproof.domain.health_phrases import clock_or_day, joined, percent, running_time, span
from driveproof.domain.health_rules import (
    HOT_ONLY,
    NEARLY_USED_UP,
    OLD_SECONDS,
    USED_UP,
    VIRTUAL,
    WARNING_TEXTS,
)
from driveproof.domain.health_words import (
    EVIDENCE,
    FAILING,
    FAILING_NOW,
    GOOD,
    UNKNOWN,
    WATCH,
    WEAR,
    WORN,
    AxisVerdict,
)
from driveproof.domain.units import format_size

_RULE_FAILING = (
    "failing when the drive says so itself, when a prefail attribute is at or below its threshold,"
    " or when its last self-test failed; watch when an older one did and none of its kind has"
    " passed since"
)
_RULE_WEAR = (
    "failing when the spare blocks are at or below the drive's threshold; worn from 100 % of the"
    " rated life, or when an attribute of age is at or below its threshold; watch from 90 %"
)
_RULE_EVIDENCE = (
    "watch when something does not fit or is older than an hour; unknown where something is missing"
)


def failing_now(health: Health) -> AxisVerdict:
    """What the drive says of itself, and what its thresholds say."""
    reasons = failing_reasons(health)
    warnings = [word for word in health.warnings if word != HOT_ONLY]
    if reasons:
        return _axis(health, FAILING_NOW, FAILING, "Yes", _sentence(reasons), _RULE_FAILING)
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
        return _axis(health, FAILING_NOW, WATCH, "A self-test failed", detail, _RULE_FAILING)
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
        if row.named and row.prefail and row.failed == NOW
    ]
    test, newest = failed_test(health)
    if test is not None and newest:
        said = f" (“{test.text}”)" if test.text else ""
        reasons.append(f"its last {test.kind + ' ' if test.kind else ''}self-test failed{said}")
    return reasons


def failed_test(health: Health) -> tuple[SelfTestEntry | None, bool]:
    """The newest self-test that failed, and whether none has ended since.

    None when a later one has passed: an extended one clears all, any other its own kind (as
    smartctl counts them: smartctl(8), exit status bit 7).
    """
    cleared: set[str] = set()
    for entry in health.self_tests.entries if health.self_tests else ():
        if entry.status == TEST_FAILED:
            if entry.kind not in cleared:
                return entry, not cleared
        elif entry.status not in {ABORTED, RUNNING, NOT_SAID}:
            if entry.kind == "extended":
                break
            cleared.add(entry.kind)
    return None, False


def old_failure(health: Health) -> str:
    """A self-test that failed, where lesser ones have passed since, as a part of a sentence."""
    test, newest = failed_test(health)
    if test is None or newest:
        return ""
    hours = "" if test.at is None else f" after {running_time(test.at)}"
    return f"{_an(test.kind)} self-test failed{hours}, and none of its kind has passed since"


def _an(kind: str) -> str:
    return f"an {kind}" if kind.startswith(tuple("aeiou")) else f"a {kind}".rstrip()


def wear(health: Health) -> AxisVerdict:
    """How much of its rated life a drive has had."""
    used, spare, least = health.used, health.spare, health.spare_threshold
    aged = [row for row in health.attributes if row.named and not row.prefail and row.failed == NOW]
    parts = []
    if health.written is not None:
        parts.append(f"{format_size(health.written)} written")
    if health.power_on is not None:
        parts.append(f"it has run for {running_time(health.power_on)}")
    if spare is not None:
        limit = "" if least is None else f", threshold {percent(least)}"
        parts.append(f"spare {percent(spare)}{limit}")
    parts += [f"attribute {row.id} ({row.name}) is at its threshold" for row in aged]
    detail = _sentence(parts)
    word = GOOD
    if spare is not None and least and spare <= least:  # a threshold of 0 is none, as on ATA
        word = FAILING
    elif aged or (used is not None and used >= USED_UP):
        word = WORN
    elif used is not None and used >= NEARLY_USED_UP:
        word = WATCH
    elif used is None and spare is None:
        reason = health.missing or (
            "Hard disks keep no figure of their wear"
            if health.rotational
            else "How much of its rated life is used was not told"
        )
        shown = f"{reason.rstrip('.')}; {detail[:1].lower()}{detail[1:]}" if detail else reason
        return _axis(health, WEAR, UNKNOWN, "Not told", shown, _RULE_WEAR)
    value = f"{percent(used)} used" if used is not None else f"Spare {percent(spare or 0.0)}"
    if used is None and spare is None:
        value = "At its limit"
    source = health.used_source if used is not None else ""
    return _axis(health, WEAR, word, value, detail, _RULE_WEAR, source)


def evidence(health: Health, now: datetime) -> AxisVerdict:
    """How much of what could be known is known, how old it is, and whether it can be believed."""
    if health.missing:
        return _axis(health, EVIDENCE, UNKNOWN, "None", health.missing, _RULE_EVIDENCE)
    if lie := unbelievable(health):
        return _axis(health, EVIDENCE, UNKNOWN, "Not to be believed", lie, _RULE_EVIDENCE)
    notes = list(health.notes)
    asked = health.updated or health.taken
    age = (now - asked).total_seconds()
    told = f"{health.source}, {clock_or_day(asked, now)}" if health.source else ""
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
    return any(row.named and row.prefail and row.threshold for row in health.attributes)


def _sentence(parts: list[str]) -> str:
    text = "; ".join(part for part in parts if part)
    return text[:1].upper() + text[1:]


def _axis(  # noqa: PLR0917 - the fields of an AxisVerdict, in their order
    health: Health, axis: str, word: str, value: str, detail: str, rule: str, source: str = ""
) -> AxisVerdict:
    return AxisVerdict(axis, word, value, detail, rule, source or health.source)
