# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences of a health verdict."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.builders.health_values import DISK, NOON, SSD, before, told
from tests.builders.made_health import ata_health

from driveproof.domain.health.answer import RatedHealth, axes
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import (
    ATA,
    NOW,
    TEST_FAILED,
    Attribute,
    ErrorEntry,
    Health,
    SelfTestEntry,
    SelfTests,
)
from driveproof.domain.health.rules import axis_rules
from driveproof.domain.health.verdict import (
    AxisVerdict,
    Grade,
    HealthAxis,
    HealthCode,
    HotFrom,
    finding_of,
)
from driveproof.domain.say import Say
from driveproof.export.text.health import health_report
from driveproof.wording.finding import finding_text, findings_text, to_do_text
from driveproof.wording.health.verdict import (
    grade_title,
)
from driveproof.wording.say import say_text

HOUR = 3600.0
NONE = {"reallocated": None, "pending": None, "uncorrectable": None, "media_errors": None}


def row(**more: Any) -> Attribute:
    values = {"id": 5, "name": "Reallocated_Sector_Ct", "value": 1, "worst": 1, "threshold": 10,
              "raw": 3, "prefail": True, "online": True, "flags": 51, "named": True}  # fmt: skip
    return Attribute(**(values | more))  # type: ignore[arg-type]


def unknown(number: int, raw: int) -> Attribute:
    return row(id=number, name="Unknown", named=False, threshold=0, raw=raw, raw_text=str(raw))


def failed(text: str, hours: float) -> SelfTests:
    entry = SelfTestEntry(kind="short", status=TEST_FAILED, text=text, at=hours * HOUR)
    return SelfTests(kinds=(), entries=(entry,))


def nvme_log(*codes: int) -> Health:
    entries = tuple(ErrorEntry(text="x", code=code) for code in codes)
    return replace(SSD, errors=entries, error_log_entries=1013)


def plain(text: str) -> str:
    return text.replace("\u202f", " ")


@pytest.mark.parametrize(
    ("health", "more", "text"),
    [
        (replace(SSD, used=None), {}, "No problems reported."),
        (replace(DISK, crc_errors=41), {}, "The drive itself reports no fault."),
        (replace(DISK, passed=None), {}, "The health of this drive is unknown."),
        (replace(SSD, passed=False, warnings=("readonly", "bit 6")), {},
         "The drive is failing. The drive has become read-only. Critical warning “bit 6”."),
        (replace(DISK, passed=False), {}, "The drive is failing. Reported by the drive itself."),
        (replace(DISK, attributes=(row(failed=NOW),)), {},
         "The drive is failing. At its threshold: Reallocated sectors."),
        (replace(DISK, self_tests=failed("read failure", 8999)), {},
         "The drive is failing. The last self-test failed: “read failure”."),
        (replace(DISK, self_tests=failed("read failure", 9)), {},
         "An older self-test failed, and none of its kind has passed since."),
        (replace(SSD, spare=0.04), {},
         "The drive is failing. Spare blocks are below the threshold."),
        (replace(SSD, media_errors=8), {"since": before(SSD, media_errors=5)},
         "3 % of the rated life used. Media errors: 3 since 2 Mar 2026, 8 in total."),
        (replace(SSD, used=0.002, media_errors=3), {"since": before(SSD)},
         "less than 1 % of the rated life used. Media errors: 3 since 2 Mar 2026."),
        (replace(SSD, temperature=90), {}, "The drive itself reports no fault. Too hot."),
        (SSD, {"since": before(SSD, warning_seconds=0)},
         "The drive itself reports no fault. Hot under load."),
    ],
)  # fmt: skip
def test_the_verdict(health: Health, more: dict[str, Any], text: str) -> None:
    assert plain(findings_text(told(health, **more).summary)) == text


@pytest.mark.parametrize(
    ("axis", "health", "more", "value", "detail"),
    [
        ("self_assessment", replace(DISK, passed=False), {}, "Failed",
         "Reported by the drive itself."),
        ("self_assessment", replace(DISK, passed=None), {}, "Not reported",
         "The drive does not report whether it fails."),
        ("wear", SSD, {}, "3 % used",
         "11.4 TB written. Powered on for 1 860 h. Spare 100 %, threshold 10 %."),
        ("wear", replace(SSD, used=None, spare=0.04), {}, "Spare 4 %, below the threshold",
         "11.4 TB written. Powered on for 1 860 h. Spare 4 %, threshold 10 %."),
        ("wear", replace(DISK, power_on=None,
                         attributes=(row(id=9, name="Power_On_Hours", prefail=False, failed=NOW),)),
         {}, "At its threshold: Power-on time", "At its threshold: Power-on time."),
        ("media_errors", replace(SSD, media_errors=8), {"since": before(SSD, media_errors=5)},
         "Media errors: 3 since 2 Mar 2026", "Media errors: 3 since 2 Mar 2026, 8 in total."),
        ("media_errors", replace(DISK, pending=3, reallocated=24),
         {"acknowledged": {"reallocated": 24}},
         "Pending sectors: 3", "Pending sectors: 3. Reallocated sectors: 24 (acknowledged)."),
        ("media_errors",
         replace(DISK, attributes=(unknown(5, 2000), unknown(197, 500)), **NONE), {},  # type: ignore[arg-type]
         "Reallocated sectors: 2 000, Pending sectors: 500",
         "Not in smartctl's database, probable errors: 5 (Reallocated sectors): 2 000,"
         " 197 (Pending sectors): 500."),
        ("media_errors", replace(DISK, errors=(ErrorEntry(text="Error: UNC", at=8999 * HOUR),),
                          error_log_entries=1), {"acknowledged": {"error_log_entries": 1}},
         "Recent sector errors in the error log: 1",
         "Recent sector errors in the error log: 1; the newest: “UNC” (acknowledged)."),
        ("media_errors", nvme_log(0x020, 6, 6), {}, "Writes refused as read-only: 1",
         "Writes refused as read-only: 1. Firmware errors in the error log: 2."
         " Error log entries: 1 013."),
        ("media_errors", nvme_log(2), {}, "No errors",
         "Media errors: 0. Error log entries: 1 013 (unsupported commands, not a fault)."),
        ("link", nvme_log(4, 0x300), {}, "Transfer errors in the error log: 2",
         "Transfer errors in the error log: 2."),
        ("link", replace(DISK, crc_errors=41), {}, "Link CRC errors: 41",
         "Link CRC errors: 41, usually caused by the cable."),
        ("link", replace(DISK, crc_errors=41), {"since": before(DISK, crc_errors=41)},
         "Link CRC errors: 41", "Link CRC errors: 41, none since 2 Mar 2026."),
        ("link", replace(DISK, crc_errors=3, errors=(ErrorEntry(text="ICRC", at=8 * HOUR),)), {},
         "Link CRC errors: 3", "Link CRC errors: 3, the last after 8 h of use."),
        ("link", replace(DISK, crc_errors=1), {}, "Link CRC errors: 1",
         "Link CRC errors: 1, without data loss."),
        ("temperature", replace(SSD, temperature=90, warning_seconds=None), {}, "Too hot: 90 °C",
         "90 °C. Critical temperature: 85 °C."),
        ("temperature", replace(SSD, temperature=None, warning_seconds=None,
                            warnings=("temperature",)), {}, "Temperature out of range",
         "The drive warns about its temperature."),
        ("temperature", SSD, {"since": before(SSD, warning_seconds=0)}, "Hot under load",
         "46 °C. 1 min above 82 °C since 2 Mar 2026."),
        ("data_quality", replace(SSD, updated=NOON - timedelta(hours=3)), {}, "3 h old",
         "UDisks2 (NVMe health log), 21 Nov 2026, 09:00."),
        ("data_quality", Health(taken=NOON, source="UDisks2", kind=ATA, rotational=False), {},
         "Partial", "UDisks2, 21 Nov 2026, 12:00."
         " Not reported: Drive self-assessment, Media errors, Wear."),
        ("data_quality", replace(SSD, model="QEMU NVMe Ctrl"), {}, "Invalid values",
         "Virtual drive (QEMU NVMe Ctrl): its health values are not real."),
        ("data_quality", replace(SSD, power_on=0, power_cycles=0), {}, "Invalid values",
         "The values look invalid, perhaps because of an adapter."),
    ],
)  # fmt: skip
def test_an_axis(axis: str, health: Health, more: dict[str, Any], value: str, detail: str) -> None:
    one = told(health, **more).axis(axis)
    assert one is not None
    assert (plain(say_text(one.short)), plain(findings_text(one.details))) == (value, detail)


def test_every_axis_has_its_rules() -> None:
    nothing = finding_of(HealthCode.NONE, Say("No data"))
    for name in HealthAxis:
        axis = AxisVerdict(name, Grade.GOOD, nothing, hot_from=HotFrom(70, own=False))
        assert say_text(axis.title)
        assert axis_rules(axis)
    grade, rule = axis_rules(AxisVerdict(HealthAxis.WEAR, Grade.GOOD, nothing))[1]
    assert (grade_title(grade), say_text(rule)) == (
        "Worn", "100 % of the rated life used, or its attribute at the threshold.",
    )  # fmt: skip
    assert all(grade_title(grade) for grade in Grade)


def test_what_to_do() -> None:
    (first, *_rest) = told(replace(DISK, passed=False)).advice
    assert to_do_text(first) == "Back up your data now, then replace the drive."


def test_a_value_that_is_a_reason_has_its_grade_in_words() -> None:
    health = ata_health()
    text = health_report(RatedHealth(health, judge_health(health)))
    assert "Caution" in text and "caution" not in text


def test_an_axis_says_its_value_and_what_is_behind_it_once() -> None:
    drive = replace(SSD, temperature=38.0, warning_seconds=None, used=None, spare=None)
    said = {
        one.subject.code: finding_text(one) for one in axes(told(drive)).findings if one.subject
    }
    assert plain(said["temperature"]) == "38 °C."
    assert said["wear"].startswith("Not reported. ") and "written" in said["wear"]
