# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The medium: its counters and their growth, attributes of unknown drives, and the error log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec import structs

from driveproof.domain.health.error_cause import NO_FAULT, ErrorCause, cause_of
from driveproof.domain.health.report import (
    ATA,
    COUNTERS,
    NVME,
    SCSI,
    Attribute,
    ErrorEntry,
    Health,
)
from driveproof.domain.health.rules import ATTRIBUTES, DISK, FLASH, UNREADABLE
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    MEDIA_ERRORS,
    UNKNOWN,
    WORN,
    AxisVerdict,
    Grade,
    HealthCode,
    HealthFinding,
    finding_of,
    quoted_finding,
    worst_grade,
)
from driveproof.domain.quantity import Day, OneOf
from driveproof.domain.say import Say

_QUIET = timedelta(days=1)  # as long as growth is shown: engine/health/service.py

# Attributes that nearly every manufacturer uses for the same, with the counter that each fills
# where a database knows the drive. What else an id means differs from drive to drive.
_USUAL = {5: "reallocated", 187: "media_errors", 197: "pending", 198: "uncorrectable"}

_OF_COUNTERS = (HealthCode.COUNT, HealthCode.GROWN, HealthCode.TOGETHER)
_HOUR = 3600.0
RECENT = 1000 * _HOUR
"""How long an error in the log counts, in seconds that the drive has run; our own choice."""
_WRAPS = 65536 * _HOUR
"""The error log keeps its hours in 16 bits (ATA/ATAPI Command Set, life timestamp)."""


@dataclass(frozen=True, slots=True)
class Before:
    """What a counter is compared with: the snapshot before, and what the person has accepted."""

    since: Health | None
    acknowledged: Mapping[str, int]
    now: datetime

    def grown(self, counter: str, value: int) -> int:
        """By how much it has grown since the snapshot; 0 when it has not or that is unknown."""
        then = self._then(counter)
        return max(0, value - then) if then is not None else 0

    def quiet(self, counter: str, value: int) -> bool:
        """Whether it has not grown for a day or longer; less time is no evidence."""
        since = self.since
        if since is None or self._then(counter) is None or self.grown(counter, value):
            return False
        return self.now - since.taken >= _QUIET

    def accepted(self, counter: str, value: int) -> bool:
        """Whether the person has seen this value, or a larger one."""
        return value <= self.acknowledged.get(counter, 0)

    def day(self) -> Day | None:
        """When the snapshot was."""
        return None if self.since is None else Day(self.since.taken, self.now)

    def count(self, counter: str, value: int, *, short: bool = False) -> Say:
        """A counter with its growth: "Media errors: 3 since 2 Mar, 8 in total"."""
        said, grown, day = counted(counter, value), self.grown(counter, value), self.day()
        if grown and day is not None:
            said = Say("{counter} since {day}", counter=counted(counter, grown), day=day)
            if grown != value and not short:
                said = Say(
                    "{counter} since {day}, {total} in total",
                    counter=counted(counter, grown),
                    day=day,
                    total=value,
                )
        return acknowledged(said) if value and self.accepted(counter, value) else said

    def _then(self, counter: str) -> int | None:
        return None if self.since is None else getattr(self.since, counter)


def counted(counter: str, number: int) -> Say:
    """A counter of report.COUNTERS with its value: "Media errors: 3"."""
    return Say("{name}: {text}", name=COUNTERS[counter], text=number)


def acknowledged(counter: Say) -> Say:
    """Of a counter that a person has seen."""
    return Say("{counter} (acknowledged)", counter=counter)


def media_axis(health: Health, before: Before) -> AxisVerdict:
    """Sectors and cells that could not be read, and what moves or carries them."""
    values = _values(health)
    signs = _signs(health, before)
    if not values and not signs:
        unread = (quoted_finding(health.missing),) if health.missing else ()
        unsaid = finding_of(HealthCode.NOT_REPORTED, Say("Not reported"), UNKNOWN)
        return AxisVerdict(MEDIA_ERRORS, UNKNOWN, unsaid, unread, health.source)
    counts = counts_of(health, before)
    watched = [sign for sign in signs if sign.grade != GOOD]
    entries = max(health.error_log_entries or 0, len(health.errors))
    details = [*counts, *watched, *(sign for sign in signs if sign.grade == GOOD)]
    said = details[0] if details else finding_of(HealthCode.NO_ERRORS, Say("No errors"))
    if not details:
        details = [finding_of(HealthCode.COUNT, counted(name, 0), counter=name) for name in values]
    if entries and (health.kind == NVME or not signs):
        details.append(_log(health, entries))
    word = worst_grade((GOOD, *(one.grade for one in details)))
    if watched and not any(one.grade != GOOD for one in counts):
        said = watched[0]
    if word == GOOD and health.unread:  # errors may stand in what was lost
        word, said = UNKNOWN, finding_of(HealthCode.PARTIAL, Say("Partial"), UNKNOWN)
    return AxisVerdict(
        MEDIA_ERRORS,
        word,
        _short(health, before, said),
        tuple(details),
        source=health.source,
        counters=tuple(name for name, value in values.items() if value)
        + tuple(sign.counter for sign in signs if sign.counter and getattr(health, sign.counter)),
    )


def _short(health: Health, before: Before, finding: HealthFinding) -> HealthFinding:
    """The same beside the name of the axis."""
    if finding.code in _OF_COUNTERS and finding.counter:
        value = _values(health)[finding.counter]
        say = before.count(finding.counter, value, short=True)
    elif finding.code == HealthCode.UNJUDGED:
        rows = _unjudged(health)
        counts = tuple(counted(_USUAL[row.id], _number(row)) for row in rows)
        say = Say("{text}", text=OneOf(counts))
    elif finding.code == HealthCode.LOGGED_ERRORS:
        say = _recent(len(_recent_errors(health)))
    else:
        return finding
    return structs.replace(finding, say=(say,))


def _log(health: Health, entries: int) -> HealthFinding:
    """How many errors the log has; where all that are left in it are no fault, that too."""
    said, seen = counted("error_log_entries", entries), len(health.errors)
    if seen and faults(health, ErrorCause.REQUEST) == seen:
        harmless = Say("{entries} (unsupported commands, not a fault)", entries=said)
        return finding_of(HealthCode.HARMLESS_ENTRIES, harmless)
    if seen and faults(health, *NO_FAULT) == seen:
        harmless = Say("{entries} (not a fault of the drive)", entries=said)
        return finding_of(HealthCode.HARMLESS_ENTRIES, harmless)
    return finding_of(HealthCode.ENTRIES, said)


def counts_of(health: Health, before: Before) -> tuple[HealthFinding, ...]:
    """The counters that are not zero, the most alarming first."""
    values = _values(health)
    counts = [
        _count(health, before, name, value, values) for name, value in values.items() if value
    ]
    order = (FAILING, WORN, CAUTION, GOOD)
    return tuple(sorted(counts, key=lambda one: order.index(one.grade)))


def media_watched(health: Health, before: Before) -> tuple[HealthFinding, ...]:
    """Findings about the medium that are not counters."""
    return tuple(sign for sign in _signs(health, before) if sign.grade != GOOD)


def _count(
    health: Health, before: Before, name: str, value: int, values: Mapping[str, int]
) -> HealthFinding:
    """What a counter gives its axis."""
    grades = {HealthCode.COUNT: GOOD, HealthCode.GROWN: GOOD, HealthCode.TOGETHER: GOOD}
    if not before.accepted(name, value):
        bounds = (DISK if health.rotational else FLASH)[name]
        if bounds.caution is not None and value >= bounds.caution:
            grades[HealthCode.COUNT] = CAUTION
        if bounds.failing is not None and value >= bounds.failing:
            grades[HealthCode.COUNT] = FAILING
        if before.grown(name, value):
            grades[HealthCode.GROWN] = bounds.grown
        pair = UNREADABLE[SCSI if health.kind == SCSI else ATA]
        if name in pair and all(_is_loud(before, one, values.get(one)) for one in pair):
            grades[HealthCode.TOGETHER] = FAILING
    grade = worst_grade(tuple(grades.values()))
    code = next(code for code, one in grades.items() if one == grade)
    attribute = ATTRIBUTES[name] if health.kind == ATA else None
    return finding_of(code, before.count(name, value), grade, attribute=attribute, counter=name)


def old_crc(health: Health) -> ErrorEntry | None:
    """The newest error of the cable in an ATA drive's log, where it was long ago; None where there
    is none, a recent one, or one without a time.
    """
    entries = [entry for entry in health.errors if cause_of(entry, ATA) is ErrorCause.TRANSFER]
    if health.kind != ATA or not entries or health.power_on is None:
        return None
    newest = min(entries, key=lambda entry: _age(health, entry))
    return newest if _age(health, newest) > RECENT else None


def _values(health: Health) -> dict[str, int]:
    """The counters that are reported, what is counted twice once.

    Reallocation events only where the sectors are not: they are the same, counted in another way.
    As many uncorrectable sectors as pending ones are the same sectors.
    """
    values = {name: getattr(health, name) for name in DISK}
    if values["reallocated"]:
        values["reallocation_events"] = None
    if health.kind == ATA and values["pending"] == values["uncorrectable"]:
        values["uncorrectable"] = None if values["pending"] else values["uncorrectable"]
    return {name: value for name, value in values.items() if value is not None}


def _is_loud(before: Before, name: str, value: int | None) -> bool:
    return bool(value) and not before.accepted(name, value or 0)


def _signs(health: Health, before: Before) -> tuple[HealthFinding, ...]:
    """All that speaks against the medium and is in none of its counters; what is accepted is
    good.
    """
    signs = (
        _unknown_attributes(health),
        _logged_errors(health, before),
        _refused_writes(health, before),
        _internal_errors(health, before),
        _failed_erasure(health, before),
    )
    return tuple(sign for sign in signs if sign is not None)


def _unknown_attributes(health: Health) -> HealthFinding | None:
    """The well-known attributes that are not 0, on a drive that no database knows."""
    rows = _unjudged(health)
    if not rows:
        return None
    attributes = tuple(
        Say(
            "{name}: {text}",
            name=Say("{first} ({second})", first=str(row.id), second=COUNTERS[_USUAL[row.id]]),
            text=_number(row),
        )
        for row in rows
    )
    said = Say(
        "Not in smartctl's database, probable errors: {attributes}", attributes=OneOf(attributes)
    )
    return finding_of(HealthCode.UNJUDGED, said, CAUTION, attribute=rows[0].id)


def _unjudged(health: Health) -> list[Attribute]:
    if any(row.named for row in health.attributes):
        return []
    return [row for row in health.attributes if _counts_alone(health, row)]


def _counts_alone(health: Health, row: Attribute) -> bool:
    """Whether it is one of those, not 0, and more than its counter is from elsewhere."""
    field = _USUAL.get(row.id, "")
    number = _number(row)
    if not field or not number:
        return False
    counter = getattr(health, field)
    return counter is None or counter < number


def _number(row: Attribute) -> int:
    number = re.match(r"\d{1,15}(?![\dxX.])", row.raw_text, re.ASCII)
    return int(number[0]) if number else row.raw or 0


def _logged_errors(health: Health, before: Before) -> HealthFinding | None:
    """The errors of the medium in the log that are recent, or of no known time. NVMe counts them
    as media errors, too: there the log speaks only where the counter does not.
    """
    if health.kind not in {ATA, NVME} or (health.kind == NVME and health.media_errors):
        return None
    entries = _recent_errors(health)
    if not entries:
        return None
    newest = min(entries, key=lambda one: _age(health, one))
    said = Say(
        "{errors}; the newest: “{text}”",
        errors=_recent(len(entries)),
        text=newest.text.removeprefix("Error: "),
    )
    return in_log(health, before, HealthCode.LOGGED_ERRORS, said)


def _recent_errors(health: Health) -> list[ErrorEntry]:
    return [
        entry
        for entry in health.errors
        if cause_of(entry, health.kind) is ErrorCause.MEDIUM and _age(health, entry) <= RECENT
    ]


def _recent(count: int) -> Say:
    return Say("Recent sector errors in the error log: {count}", count=count)


def _refused_writes(health: Health, before: Before) -> HealthFinding | None:
    number = faults(health, ErrorCause.READ_ONLY)
    said = Say("Writes refused as read-only: {count}", count=number)
    return in_log(health, before, HealthCode.REFUSED_WRITES, said) if number else None


def _internal_errors(health: Health, before: Before) -> HealthFinding | None:
    """One alone is repeated and forgotten."""
    number = faults(health, ErrorCause.FIRMWARE)
    said = Say("Firmware errors in the error log: {count}", count=number)
    return in_log(health, before, HealthCode.INTERNAL_ERRORS, said) if number > 1 else None


def _failed_erasure(health: Health, before: Before) -> HealthFinding | None:
    """A sanitize that failed: a drive takes no data until one succeeds."""
    number = faults(health, ErrorCause.SANITIZE)
    said = Say("Commands refused after a failed erasure (sanitize): {count}", count=number)
    return in_log(health, before, HealthCode.FAILED_ERASURE, said) if number else None


def in_log(
    health: Health, before: Before, code: HealthCode, said: Say, grade: Grade = CAUTION
) -> HealthFinding:
    """A finding from the error log: good where the person has seen as many entries."""
    if log_accepted(health, before):
        return finding_of(code, acknowledged(said), counter="error_log_entries")
    return finding_of(code, said, grade, counter="error_log_entries")


def faults(health: Health, *causes: ErrorCause) -> int:
    """How many of the commands in an NVMe drive's log failed by these causes."""
    if health.kind != NVME:
        return 0
    return sum(cause_of(entry, NVME) in causes for entry in health.errors)


def log_accepted(health: Health, before: Before) -> bool:
    """Whether the person has seen as many entries of the error log as there are."""
    counted = health.error_log_entries
    return bool(counted and before.accepted("error_log_entries", counted))


def _age(health: Health, entry: ErrorEntry) -> float:
    """For how long the drive has run since, in seconds; 0 when that is unknown."""
    if entry.at is None or health.power_on is None:
        return 0.0
    age = health.power_on - entry.at
    return age % _WRAPS if health.power_on >= _WRAPS else max(0.0, age)
