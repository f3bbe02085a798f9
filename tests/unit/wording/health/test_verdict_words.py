# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences of a health verdict."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.health.verdict import (
    Advice,
    Axis,
    AxisVerdict,
    Cause,
    Code,
    Count,
    Do,
    Grade,
    HotFrom,
    Lacking,
    Moment,
    SpareLevel,
)
from driveproof.domain.statement import Statement
from driveproof.wording.health.verdict import (
    advice_sentence,
    axis_rule,
    axis_title,
    axis_value,
    grade_title,
    sentence,
)

SINCE = Moment(datetime(2026, 3, 2, 12, tzinfo=UTC), datetime(2026, 11, 21, 12, tzinfo=UTC))
HOUR = 3600
PENDING = Count("pending", 3)
CRC = Count("crc_errors", 41)


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (Statement(Code.HEALTHY), "No problems reported."),
        (Statement(Code.NO_FAULT), "The drive itself reports no fault."),
        (Statement(Code.NOT_KNOWN), "The health of this drive is unknown."),
        (Statement(Code.ALL_ZERO), "The values look invalid, perhaps because of an adapter."),
        (Statement(Code.FAILING, reasons=(Statement(Code.CRITICAL_WARNING, warning="readonly"),
                                          Statement(Code.SAYS_SO))),
         "The drive is failing. The drive has become read-only. Reported by the drive"
         " itself."),
        (Statement(Code.FOUND, statements=(Statement(Code.LIFE_USED, share=0.02), Statement(
            Code.LOGGED_ERRORS, number=2, at=None, text="UNC", accepted=False))),
         "2 % of the rated life used. Recent sector errors in the error log: 2."),
        (Statement(Code.CRITICAL_WARNING, warning="bit 6"), "Critical warning “bit 6”."),
        (Statement(Code.PREFAIL_AT_THRESHOLD, attribute=5, name="Reallocated_Sector_Ct", value=1,
                   threshold=10), "At its threshold: Reallocated sectors."),
        (Statement(Code.SELF_TEST_FAILED, kind=SelfTestKind.SHORT, text="read failure"),
         "The last self-test failed: “read failure”."),
        (Statement(Code.OLD_SELF_TEST_FAILED, kind="", text="", at=9 * HOUR),
         "An older self-test failed, and none of its kind has passed since."),
        (Statement(Code.WRITTEN, size=11.4e12), "11.4 TB written."),
        (Statement(Code.RUN_TIME, seconds=1860 * HOUR), "Powered on for 1 860 h."),
        (Statement(Code.SPARE, share=1.0, threshold=0.1), "Spare 100 %, threshold 10 %."),
        (Statement(Code.NAMES_AT_THRESHOLD, attributes=(9,), names=("Power_On_Hours",)),
         "At its threshold: Power-on time."),
        (Statement(Code.COUNTS, statements=(Statement(Code.COUNT, count=PENDING), Statement(
            Code.COUNT, count=Count("reallocated", 24, SINCE, 1, accepted=True)))),
         "Pending sectors: 3, Reallocated sectors: 1 since 2 Mar 2026, 24 in total"
         " (acknowledged)."),
        (Statement(Code.COUNT, count=Count("media_errors", 3, SINCE, 3)),
         "Media errors: 3 since 2 Mar 2026."),
        (Statement(Code.LOGGED_ERRORS, number=1, at=None, text="UNC", accepted=True),
         "Recent sector errors in the error log: 1; the newest: “UNC” (acknowledged)."),
        (Statement(Code.REFUSED_WRITES, number=4, accepted=False),
         "Writes refused as read-only: 4."),
        (Statement(Code.INTERNAL_ERRORS, number=2, accepted=False),
         "Firmware errors in the error log: 2."),
        (Statement(Code.TRANSFER_ERRORS, number=3, accepted=False),
         "Transfer errors in the error log: 3."),
        (Statement(Code.HARMLESS_ENTRIES, number=1013),
         "Error log entries: 1 013 (unsupported commands, not a fault)."),
        (Statement(Code.UNKNOWN_ATTRIBUTES, attributes=((5, "reallocated", 2000),), accepted=False),
         "Not in smartctl's database, probable errors: 5 (Reallocated sectors):"
         " 2 000."),
        (Statement(Code.CRC_CABLE, count=CRC), "Link CRC errors: 41, usually caused by the cable."),
        (Statement(Code.CRC_QUIET, count=CRC, since=SINCE),
         "Link CRC errors: 41, none since 2 Mar 2026."),
        (Statement(Code.CRC_OLD, count=CRC, at=8 * HOUR),
         "Link CRC errors: 41, the last after 8 h of use."),
        (Statement(Code.CRC_ONCE, count=Count("crc_errors", 1)),
         "Link CRC errors: 1, without data loss."),
        (Statement(Code.HEAT, cause=Cause.HOT_SINCE), "Hot under load."),
        (Statement(Code.HOT_SINCE, seconds=60, limit=82, since=SINCE),
         "1 min above 82 °C since 2 Mar 2026."),
        (Statement(Code.AT_CRITICAL, limit=90), "Critical temperature: 90 °C."),
        (Statement(Code.AGE, seconds=3 * HOUR), "3 h old."),
        (Statement(Code.SOURCE, source="UDisks2", read=SINCE, saved=None), "UDisks2, 2 Mar 2026."),
        (Statement(Code.LACKING, what=(Lacking.VERDICT, Lacking.MEDIUM, Lacking.MEDIA_ERRORS)),
         "Not reported: Drive self-assessment, Media errors."),
        (Statement(Code.VIRTUAL_DRIVE, model="QEMU NVMe Ctrl"),
         "Virtual drive (QEMU NVMe Ctrl): its health values are not real."),
    ],
    ids=lambda value: value.code.name if isinstance(value, Statement) else "",
)  # fmt: skip
def test_a_statement(statement: Statement, text: str) -> None:
    assert sentence(statement).replace("\u202f", " ") == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Statement(Code.YES), "Failed"),
        (Statement(Code.USED, share=0.03), "3 % used"),
        (Statement(Code.SPARE_VALUE, share=0.04, below=SpareLevel.BELOW_HALF),
         "Spare 4 %, below the threshold"),
        (Statement(Code.COUNT, count=Count("media_errors", 8, SINCE, 3)),
         "Media errors: 3 since 2 Mar 2026"),
        (Statement(Code.UNKNOWN_ATTRIBUTES, accepted=False,
                   attributes=((5, "reallocated", 2000), (197, "pending", 500))),
         "Reallocated sectors: 2 000, Pending sectors: 500"),
        (Statement(Code.TEMPERATURE, celsius=90.0, cause=Cause.HOT), "Too hot: 90 °C"),
        (Statement(Code.TEMPERATURE, celsius=None, cause=Cause.OUT_OF_BOUNDS),
         "Temperature out of range"),
    ],
)  # fmt: skip
def test_the_value_of_an_axis(value: Statement, text: str) -> None:
    axis = AxisVerdict(Axis.WEAR, Grade.GOOD, value)
    assert axis_value(axis).replace("\u202f", " ") == text


def test_every_axis_has_its_rules() -> None:
    for name in Axis:
        axis = AxisVerdict(name, Grade.GOOD, Statement(Code.NONE), hot_from=HotFrom(70, own=False))
        assert axis_title(name)
        assert axis_rule(axis)
    assert axis_rule(AxisVerdict(Axis.WEAR, Grade.GOOD, Statement(Code.NONE))).splitlines()[1] == (
        "Worn: 100 % of the rated life used, or its attribute at the threshold."
    )
    assert all(grade_title(grade) for grade in Grade)


def test_every_advice_is_a_sentence() -> None:
    assert all(advice_sentence(Advice(code)).endswith(".") for code in Do)
    assert advice_sentence(Advice(Do.COPY_AND_REPLACE)) == (
        "Back up your data now, then replace the drive."
    )
