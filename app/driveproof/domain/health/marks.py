# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which attributes and lines of logs a health verdict is from."""

from __future__ import annotations

from typing import NamedTuple

from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import Grade, HealthCode, HealthVerdict, worst_grade

# The lines of other logs that a counter, or another cause, is told in.
_COUNTED = {
    "media_errors": {
        "media_errors", "Number of Reported Uncorrectable Errors", "read.total_uncorrected_errors",
        "write.total_uncorrected_errors", "verify.total_uncorrected_errors",
    },
    "reallocated": {"scsi_grown_defect_list", "Number of Reallocated Logical Sectors"},
    "pending": {"Number of Realloc. Candidate Logical Sectors"},
    "crc_errors": {"Number of Interface CRC Errors"},
    "error_log_entries": {"num_err_log_entries"},
}  # fmt: skip
_CAUSED: dict[str, set[str]] = {
    HealthCode.USED: {"percentage_used", "percent_used", "Percentage Used Endurance Indicator"},
    HealthCode.SPARE: {"available_spare", "avail_spare"},
    HealthCode.HOT_UNDER_LOAD: {"warning_temp_time", "Time in Over-Temperature"},
    HealthCode.HOT: {"Current Temperature"},
}


class Marks(NamedTuple):
    """What a verdict is from: the word that each attribute (by id) and figure (by key) gives."""

    attributes: dict[int, Grade]
    figures: dict[str, Grade]


def marks(health: Health, verdict: HealthVerdict) -> Marks:
    """The rows that are a reason of a verdict other than good, each with its word."""
    attributes: dict[int, Grade] = {}
    figures: dict[str, Grade] = {}
    rows = {row.id for row in health.attributes}
    told = {figure.key for figure in health.figures}
    counted = {figure.key for figure in health.figures if figure.value}
    for reason in (one for axis in verdict.axes for one in axis.reasons):
        grade = reason.grade
        if reason.attribute in rows and reason.attribute is not None:
            known = attributes.get(reason.attribute, grade)
            attributes[reason.attribute] = worst_grade((known, grade))
        keys = _COUNTED.get(reason.counter, set()) & counted
        for key in keys | (_CAUSED.get(reason.code, set()) & told):
            figures[key] = worst_grade((figures.get(key, grade), grade))
    return Marks(attributes, figures)
