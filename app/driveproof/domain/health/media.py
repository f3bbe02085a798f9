# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The medium: its counters and their growth, attributes of unknown drives, and the error log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from driveproof.domain.health.nvme_status import NvmeFault, fault_of
from driveproof.domain.health.report import ATA, NVME, SCSI, Attribute, ErrorEntry, Health
from driveproof.domain.health.rules import ATTRIBUTES, DISK, FLASH, UNREADABLE
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    MEDIA,
    UNKNOWN,
    WORN,
    AxisVerdict,
    Cause,
    Code,
    Count,
    Moment,
    Reason,
    given,
    worst,
)
from driveproof.domain.statement import Statement

_QUIET = timedelta(days=1)  # as long as growth is shown: engine/health/service.py

# Attributes that nearly every maker uses for the same, with the counter that each fills where a
# database knows the drive. What else an id means differs from drive to drive.
_USUAL = {5: "reallocated", 187: "media_errors", 197: "pending", 198: "uncorrectable"}

# ATA/ATAPI Command Set, error register: UNC (the sector cannot be read) and IDNF (it is not found)
# are the medium's; ABRT is a command that the drive does not know, ICRC is the cable's.
_OF_THE_MEDIUM = re.compile(r"\b(?:UNC|IDNF)\b")
_OF_THE_CABLE = re.compile(r"\bICRC\b")
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

    def moment(self) -> Moment | None:
        """When the snapshot was."""
        return None if self.since is None else Moment(self.since.taken, self.now)

    def count(self, counter: str, value: int) -> Count:
        """A counter with its growth."""
        grown = self.grown(counter, value)
        accepted = self.accepted(counter, value) if value else False
        return Count(counter, value, self.moment() if grown else None, grown, accepted)

    def _then(self, counter: str) -> int | None:
        return None if self.since is None else getattr(self.since, counter)


@dataclass(frozen=True, slots=True)
class _Sign:
    """What speaks against the medium beside its counters, and how it can be accepted."""

    statement: Statement
    reason: Reason
    accepted: bool


def media(health: Health, before: Before) -> AxisVerdict:
    """Sectors and cells that could not be read, and what moves or carries them."""
    values = _values(health)
    signs = _signs(health, before)
    if not values and not signs:
        why = given(health.missing)
        unread = () if why is None else (why,)
        return AxisVerdict(MEDIA, UNKNOWN, Statement(Code.NOT_REPORTED), unread, health.source)
    reasons: list[Reason] = []
    # The most alarming is said first.
    loud: dict[str, list[Statement]] = {FAILING: [], WORN: [], CAUTION: []}
    quiet: list[Statement] = []
    for name, value in values.items():
        if not value:
            continue
        statement = Statement(Code.COUNT, count=before.count(name, value))
        found = media_reason(health, before, name, value, values)
        if found is None:
            quiet.append(statement)
        else:
            loud[found.word].append(statement)
            reasons.append(found)
    alarming = [statement for one in loud.values() for statement in one]
    watched = [sign.statement for sign in signs if not sign.accepted]
    reasons += [sign.reason for sign in signs if not sign.accepted]
    quiet += [sign.statement for sign in signs if sign.accepted]
    entries = max(health.error_log_entries or 0, len(health.errors))
    nothing = Statement(Code.NO_MEDIUM_ERRORS if entries else Code.NO_ERRORS)
    counts = [*alarming, *quiet]
    if not counts and not watched:
        counts = [Statement(Code.COUNT, count=Count(name, 0)) for name in values]
    details = [Statement(Code.COUNTS, statements=tuple(counts))] if counts else []
    details += watched
    if entries and (health.kind == NVME or not signs):
        code = Code.HARMLESS_ENTRIES if _all_harmless(health) else Code.ERROR_LOG_ENTRIES
        details.append(Statement(code, number=entries))
    word = worst((GOOD, *(one.word for one in reasons)))
    said = [*alarming, *watched, *quiet, nothing][0]
    if word == GOOD and health.unread:  # errors may stand in what was lost
        word, said = UNKNOWN, Statement(Code.PARTIAL)
    return AxisVerdict(
        MEDIA,
        word,
        said,
        tuple(details),
        source=health.source,
        counters=tuple(name for name, value in values.items() if value)
        + tuple(
            sign.reason.counter
            for sign in signs
            if sign.reason.counter and getattr(health, sign.reason.counter)
        ),
        reasons=tuple(reasons),
    )


def media_failing(health: Health, before: Before) -> Statement | None:
    """The counts that make a drive failing; None where there are none."""
    values = _values(health)
    counts = [
        Statement(Code.COUNT, count=before.count(name, value))
        for name, value in values.items()
        if (found := media_reason(health, before, name, value, values)) and found.word == FAILING
    ]
    return Statement(Code.HAS_COUNTS, statements=tuple(counts)) if counts else None


def media_watched(health: Health, before: Before) -> tuple[Statement, ...]:
    """Findings about the medium that are not counters."""
    return tuple(sign.statement for sign in _signs(health, before) if not sign.accepted)


def media_reason(
    health: Health, before: Before, name: str, value: int, values: Mapping[str, int]
) -> Reason | None:
    """What a counter gives its axis, with its cause; None for nothing."""
    if not value or before.accepted(name, value):
        return None
    bounds = (DISK if health.rotational else FLASH)[name]
    attribute = ATTRIBUTES[name] if health.kind == ATA else None
    words = {
        Cause.COUNT: GOOD if bounds.caution is None or value < bounds.caution else CAUTION,
        Cause.GROWN: bounds.grown if before.grown(name, value) else GOOD,
        Cause.TOGETHER: GOOD,
    }
    if bounds.failing is not None and value >= bounds.failing:
        words[Cause.COUNT] = FAILING
    pair = UNREADABLE[SCSI if health.kind == SCSI else ATA]
    if name in pair and all(_is_loud(before, one, values.get(one)) for one in pair):
        words[Cause.TOGETHER] = FAILING
    word = worst(tuple(words.values()))
    if word == GOOD:
        return None
    cause = next(cause for cause, one in words.items() if one == word)
    return Reason(cause, word, attribute, name)


def old_crc(health: Health) -> ErrorEntry | None:
    """The newest error of the cable in an ATA drive's log, where it was long ago; None where there
    is none, a recent one, or one without a time.
    """
    found = [entry for entry in health.errors if _OF_THE_CABLE.search(entry.text)]
    if health.kind != ATA or not found or health.power_on is None:
        return None
    newest = min(found, key=lambda entry: _age(health, entry))
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


def _signs(health: Health, before: Before) -> tuple[_Sign, ...]:
    """All that speaks against the medium and is in none of its counters."""
    found = (
        _unknown_attributes(health),
        _logged_errors(health, before),
        _failed_commands(health, before, NvmeFault.READ_ONLY, Code.REFUSED_WRITES),
        _failed_commands(health, before, NvmeFault.FIRMWARE, Code.INTERNAL_ERRORS, least=2),
    )
    return tuple(sign for sign in found if sign is not None)


def _unknown_attributes(health: Health) -> _Sign | None:
    """The well-known attributes that are not 0, on a drive that no database knows."""
    if any(row.named for row in health.attributes):
        return None
    rows = [row for row in health.attributes if _counts_alone(health, row)]
    if not rows:
        return None
    statement = Statement(
        Code.UNKNOWN_ATTRIBUTES,
        attributes=tuple((row.id, _USUAL[row.id], _number(row)) for row in rows),
        accepted=False,
    )
    return _Sign(statement, Reason(Cause.UNJUDGED, CAUTION, rows[0].id), accepted=False)


def _counts_alone(health: Health, row: Attribute) -> bool:
    """Whether it is one of those, not 0, and more than its counter is from elsewhere."""
    field = _USUAL.get(row.id, "")
    number = _number(row)
    if not field or not number:
        return False
    counter = getattr(health, field)
    return counter is None or counter < number


def _number(row: Attribute) -> int:
    found = re.match(r"\d{1,15}(?![\dxX.])", row.raw_text, re.ASCII)
    return int(found[0]) if found else row.raw or 0


def _logged_errors(health: Health, before: Before) -> _Sign | None:
    """The errors of the medium in the log that are recent, or of no known time. NVMe counts them
    as media errors, too: there the log speaks only where the counter does not.
    """
    if health.kind not in {ATA, NVME} or (health.kind == NVME and health.media_errors):
        return None
    found = [
        (age, place, entry)
        for place, entry in enumerate(health.errors)
        if _is_of_the_medium(health, entry) and (age := _age(health, entry)) <= RECENT
    ]
    if not found:
        return None
    entry = min(found, key=lambda one: one[:2])[2]
    accepted = log_accepted(health, before)
    statement = Statement(
        Code.LOGGED_ERRORS,
        number=len(found),
        at=entry.at,
        text=entry.text.removeprefix("Error: "),
        accepted=accepted,
    )
    reason = Reason(Cause.ERROR_LOG, CAUTION, counter="error_log_entries")
    return _Sign(statement, reason, accepted)


def _is_of_the_medium(health: Health, entry: ErrorEntry) -> bool:
    if health.kind == NVME:
        return fault_of(entry.code) is NvmeFault.MEDIUM
    return bool(_OF_THE_MEDIUM.search(entry.text))


def _failed_commands(
    health: Health, before: Before, fault: NvmeFault, code: Code, *, least: int = 1
) -> _Sign | None:
    """The NVMe commands in the log that failed by one fault, from `least` of them on."""
    number = faults(health, fault)
    if number < least:
        return None
    accepted = log_accepted(health, before)
    statement = Statement(code, number=number, accepted=accepted)
    return _Sign(statement, Reason(Cause.ERROR_LOG, CAUTION, counter="error_log_entries"), accepted)


def faults(health: Health, fault: NvmeFault) -> int:
    """How many of the commands in an NVMe drive's log failed by a fault."""
    return sum(fault_of(entry.code) is fault for entry in health.errors if entry.code is not None)


def log_accepted(health: Health, before: Before) -> bool:
    """Whether the person has seen as many entries of the error log as there are."""
    counted = health.error_log_entries
    return bool(counted and before.accepted("error_log_entries", counted))


def _all_harmless(health: Health) -> bool:
    """Whether the log has nothing but requests that the drive does not know."""
    return bool(health.errors) and faults(health, NvmeFault.REQUEST) == len(health.errors)


def _age(health: Health, entry: ErrorEntry) -> float:
    """For how long the drive has run since, in seconds; 0 when that is unknown."""
    if entry.at is None or health.power_on is None:
        return 0.0
    age = health.power_on - entry.at
    return age % _WRAPS if health.power_on >= _WRAPS else max(0.0, age)
