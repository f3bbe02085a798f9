# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What speaks of the medium besides its counters: attributes nobody judges, and the error log."""

from __future__ import annotations

import re
from dataclasses import dataclass

from driveproof.domain.health.phrases import joined, running_time
from driveproof.domain.health.report import ATA, Attribute, ErrorEntry, Health
from driveproof.domain.health.verdict import Cause
from driveproof.wording.units import group_digits

# Attributes that nearly every maker uses for the same, with the counter that each fills where a
# database knows the drive. What else an id means is another thing on every drive.
_USUAL = {
    5: ("reallocated", "reallocated sectors"),
    187: ("media_errors", "uncorrectable errors"),
    197: ("pending", "pending sectors"),
    198: ("uncorrectable", "uncorrectable sectors"),
}

# ATA/ATAPI Command Set, error register: UNC (the sector cannot be read) and IDNF (it is not found)
# are the medium's; ABRT is a command that the drive does not know, ICRC is the cable's.
_OF_THE_MEDIUM = re.compile(r"\b(?:UNC|IDNF)\b")
_OF_THE_CABLE = re.compile(r"\bICRC\b")
_HOUR = 3600.0
RECENT = 1000 * _HOUR
"""How long an error in the log counts, in seconds that the drive has run; a figure of our own."""
_WRAPS = 65536 * _HOUR
"""The error log keeps its hours in 16 bits (ATA/ATAPI Command Set, life timestamp)."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One thing to watch: in short, and as a whole sentence (without its end).

    `counter` is the field of Health that a person can accept for it, "" when there is none.
    """

    value: str
    sentence: str
    cause: Cause
    counter: str = ""
    attribute: int | None = None


def traces(health: Health) -> tuple[Trace, ...]:
    """All that speaks against the medium and is in none of its counters."""
    return tuple(one for one in (_unjudged(health), _logged(health)) if one is not None)


def _unjudged(health: Health) -> Trace | None:
    """The well-known attributes that are not 0, on a drive that no database knows."""
    if any(row.named for row in health.attributes):
        return None
    rows = [row for row in health.attributes if _counts_alone(health, row)]
    if not rows:
        return None
    ids = joined([str(row.id) for row in rows])
    one = len(rows) == 1
    said = joined([f"attribute {row.id} ({_USUAL[row.id][1]}) is {_shown(row)}" for row in rows])
    return Trace(
        f"Attribute {ids} is not 0" if one else f"Attributes {ids} are not 0",
        f"{said[:1].upper()}{said[1:]}; this drive is not in smartctl's database, so that is what"
        f" {'this number' if one else 'these numbers'} usually"
        f" {'means' if one else 'mean'}, and not certain",
        Cause.UNJUDGED,
        attribute=rows[0].id,
    )


def _counts_alone(health: Health, row: Attribute) -> bool:
    """Whether it is of those, not 0, and more than its counter says from elsewhere."""
    field, _ = _USUAL.get(row.id, ("", ""))
    number = _number(row)
    if not field or not number:
        return False
    counter = getattr(health, field)
    return counter is None or counter < number


def _number(row: Attribute) -> int:
    found = re.match(r"\d{1,15}(?![\dxX.])", row.raw_text, re.ASCII)
    return int(found[0]) if found else row.raw or 0


def _shown(row: Attribute) -> str:
    return group_digits(_number(row))


def _logged(health: Health) -> Trace | None:
    """The errors of the medium in an ATA drive's log that are recent, or of no known time."""
    if health.kind != ATA:
        return None
    found = [
        (age, place, entry)
        for place, entry in enumerate(health.errors)
        if _OF_THE_MEDIUM.search(entry.text) and (age := _age(health, entry)) <= RECENT
    ]
    if not found:
        return None
    entry = min(found, key=lambda one: one[:2])[2]
    many = f"{group_digits(len(found))} recent error{'' if len(found) == 1 else 's'}"
    when = "" if entry.at is None else f" after {running_time(entry.at)}"
    text = entry.text.removeprefix("Error: ")
    return Trace(
        "Recent errors in its log",
        f"{many} of sectors in its log, the newest{when}: “{text}”",
        Cause.ERROR_LOG,
        "error_log_entries",
    )


def old_crc(health: Health) -> ErrorEntry | None:
    """The newest error of the cable in an ATA drive's log, where it was long ago; None where there
    is none, or a recent one, or one of no known time."""
    found = [entry for entry in health.errors if _OF_THE_CABLE.search(entry.text)]
    if health.kind != ATA or not found or health.power_on is None:
        return None
    newest = min(found, key=lambda entry: _age(health, entry))
    return newest if _age(health, newest) > RECENT else None


def _age(health: Health, entry: ErrorEntry) -> float:
    """For how long the drive has run since, in seconds; 0 when nobody knows."""
    if entry.at is None or health.power_on is None:
        return 0.0
    age = health.power_on - entry.at
    return age % _WRAPS if health.power_on >= _WRAPS else max(0.0, age)
