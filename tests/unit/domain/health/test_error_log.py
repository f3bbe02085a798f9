# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The error log and the media axis: what counts, for how long, and its text."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from driveproof.domain.health.answer import RatedHealth, health_answer
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import ATA, NVME, ErrorEntry, Health, HealthKind
from driveproof.domain.health.verdict import CAUTION, GOOD, AxisVerdict, HealthCode, HealthVerdict
from driveproof.domain.say import Coded

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR = 3600.0
DISK = Health(
    taken=NOON, updated=NOON, source="smartctl 7.3", kind=ATA, rotational=True, passed=True,
    temperature=35, power_on=9000 * HOUR, power_cycles=400, reallocated=0, pending=0,
    uncorrectable=0, media_errors=0, crc_errors=0, model="Made disk", error_log_entries=24,
)  # fmt: skip


def entry(text: str, hours: float | None) -> ErrorEntry:
    return ErrorEntry(number=1, text=text, at=None if hours is None else hours * HOUR)


def logged(*codes: int | None) -> Health:
    """An NVMe drive whose commands failed with these statuses."""
    return Health(
        taken=NOON, updated=NOON, source="smartctl 7.4", kind=NVME, rotational=False, passed=True,
        temperature=35, power_on=9000 * HOUR, power_cycles=400, media_errors=0, used=0.01,
        spare=1.0, spare_threshold=0.1, error_log_entries=9, model="Made drive",
        errors=tuple(ErrorEntry(number=9 - place, code=code) for place, code in enumerate(codes)),
    )  # fmt: skip


def told(*errors: ErrorEntry, accepted: int = 0, **more: Any) -> HealthVerdict:
    health = replace(DISK, errors=errors, **more)
    return judge_health(health, now=NOON, acknowledged={"error_log_entries": accepted})


def media(verdict: HealthVerdict) -> AxisVerdict:
    axis = verdict.axis("media_errors")
    assert axis is not None
    return axis


UNC = "Error: UNC at LBA = 0x00000fff = 4095"


@pytest.mark.parametrize(
    ("text", "hours", "power_on", "expected"),
    [
        (UNC, 8999, 9000, CAUTION),
        (UNC, 8000, 9000, CAUTION),
        (UNC, 7999, 9000, GOOD),
        (UNC, 9001, 9000, CAUTION),  # an hour that both have begun
        (UNC, None, 9000, CAUTION),
        (UNC, 1, None, CAUTION),
        ("Error: IDNF at LBA = 0x0 = 0", 8999, 9000, CAUTION),
        ("Error: UNC, IDNF 8 sectors", 8999, 9000, CAUTION),
        ("Error: ABRT", 8999, 9000, GOOD),
        ("Error: ICRC, ABRT 8 sectors", 8999, 9000, GOOD),
        ("UNCOMMON", 8999, 9000, GOOD),
        (UNC, 4000, 65536 + 4100, CAUTION),  # the log's hours have 16 bits
        (UNC, 4000, 65536 + 5100, GOOD),
    ],
)
def test_what_counts(text: str, hours: float | None, power_on: int | None, expected: str) -> None:
    verdict = told(entry(text, hours), power_on=None if power_on is None else power_on * HOUR)
    assert media(verdict).verdict == expected
    assert verdict.word == expected


def test_how_it_is_said() -> None:
    verdict = told(
        entry("Error: ABRT", 8999), entry(UNC, 8990), entry("Error: IDNF", 8995), entry(UNC, 10)
    )
    (found,) = media(verdict).details
    values = found.say[0].values
    assert (found.code, values["text"]) == (HealthCode.LOGGED_ERRORS, "IDNF")
    assert values["errors"].values == {"count": 2}
    assert media(verdict).value.say[0].values == {"count": 2}
    assert (verdict.summary, verdict.more) == ((found,), ())
    assert media(verdict).counters == ("error_log_entries",)


def test_with_counters() -> None:
    verdict = told(entry(UNC, None), pending=3)
    assert media(verdict).value.code == HealthCode.COUNT
    assert [one.code for one in media(verdict).details] == [
        HealthCode.COUNT,
        HealthCode.LOGGED_ERRORS,
    ]
    assert media(verdict).counters == ("pending", "error_log_entries")


def test_without_any_counter() -> None:
    none = {"reallocated": None, "pending": None, "uncorrectable": None, "media_errors": None}
    assert media(told(entry(UNC, 8999), **none)).verdict == CAUTION
    assert media(told(entry(UNC, 10), **none)).verdict == "unknown"


def test_what_is_accepted_is_quiet_until_there_are_more() -> None:
    verdict = told(entry(UNC, 8999), accepted=24)
    assert verdict.word == GOOD
    assert media(verdict).value.grade == GOOD
    assert told(entry(UNC, 8999), accepted=23).word == CAUTION
    for none in (None, 0):
        assert told(entry(UNC, 8999), accepted=24, error_log_entries=none).word == CAUTION


READ_ONLY, READ_ERROR, INTERNAL, TRANSFER, UNKNOWN_FIELD, OUT_OF_RANGE = (
    0x182, 0x281, 0x006, 0x004, 0x002, 0x080,
)  # fmt: skip


@pytest.mark.parametrize(
    ("codes", "axis", "code"),
    [
        ([READ_ONLY], "media_errors", HealthCode.REFUSED_WRITES),
        ([0x020, UNKNOWN_FIELD], "media_errors", HealthCode.REFUSED_WRITES),
        ([READ_ERROR], "media_errors", HealthCode.LOGGED_ERRORS),
        ([0x280], "media_errors", HealthCode.LOGGED_ERRORS),
        ([0x282], "media_errors", HealthCode.LOGGED_ERRORS),
        ([INTERNAL, INTERNAL], "media_errors", HealthCode.INTERNAL_ERRORS),
        ([0x01C], "media_errors", HealthCode.FAILED_ERASURE),
        ([TRANSFER, 0x360], "link", HealthCode.TRANSFER_ERRORS),
    ],
)
def test_what_the_log_of_an_nvme_drive_tells(codes: list[int], axis: str, code: HealthCode) -> None:
    health = logged(*codes)
    verdict = judge_health(health, saved=True)
    found = verdict.axis(axis)
    assert found is not None
    assert (verdict.word, found.verdict, found.value.code) == (CAUTION, CAUTION, code)
    assert found.counters[-1:] == ("error_log_entries",)
    seen = judge_health(health, acknowledged={"error_log_entries": 9}, saved=True)
    assert seen.word == GOOD


@pytest.mark.parametrize(
    "codes",
    [[UNKNOWN_FIELD] * 5, [0x001, 0x00B, 0x109, 0x10E], [OUT_OF_RANGE], [0x285, 0x286, 0x287],
     [0x005, 0x11D, 0x107, 0x081]],
)  # fmt: skip
def test_what_in_the_log_of_an_nvme_drive_is_no_fault_of_it(codes: list[int]) -> None:
    verdict = judge_health(logged(*codes), saved=True)
    assert verdict.word == GOOD
    assert HealthCode.HARMLESS_ENTRIES in {one.code for one in media(verdict).details}


@pytest.mark.parametrize("codes", [[INTERNAL], [TRANSFER], [0x371, 0x007], [0x305], [None]])
def test_what_may_be_a_fault_and_is_none_yet(codes: list[int | None]) -> None:
    verdict = judge_health(logged(*codes), saved=True)
    assert verdict.word == GOOD
    assert HealthCode.ENTRIES in {one.code for one in media(verdict).details}


def test_commands_that_the_computer_gave_up_are_told_of_the_link() -> None:
    verdict = judge_health(logged(0x371, 0x007), saved=True)
    link = verdict.axis("link")
    assert link is not None
    assert HealthCode.GIVEN_UP in {one.code for one in link.details}


@pytest.mark.parametrize(
    ("kind", "text", "code", "cause"),
    [
        (NVME, "", 0x281, "medium"),
        (NVME, "", 0x2C0, "medium"),  # the manufacturer's own
        (NVME, "", 0x287, "unwritten"),
        (NVME, "", 0x002, "request"),
        (NVME, "", 0x080, "address"),
        (NVME, "", 0x01C, "sanitize"),
        (NVME, "", 0x7C0, None),
        (NVME, "", None, None),
        (NVME, "UNC", None, None),
        (ATA, "Error: UNC at LBA = 0x0000", None, "medium"),
        (ATA, "Error: ICRC, ABRT 8 sectors", None, "transfer"),
        (ATA, "Error: ABRT", None, "request"),
        (ATA, "", 0x281, None),
    ],
)
def test_the_cause_in_the_table(
    kind: HealthKind, text: str, code: int | None, cause: str | None
) -> None:
    health = replace(DISK, kind=kind, errors=(ErrorEntry(number=1, text=text, code=code),))
    answer = health_answer(RatedHealth(health, judge_health(health, saved=True)))
    row = answer.table("errors").rows[0]
    found = row[2]
    assert (found.code if isinstance(found, Coded) else found) == cause


def test_counted_media_errors_of_nvme_are_not_told_twice() -> None:
    verdict = judge_health(replace(logged(READ_ERROR), media_errors=1), saved=True)
    assert [one.counter for one in media(verdict).reasons] == ["media_errors"]


def test_the_log_of_an_nvme_drive_has_other_words() -> None:
    assert told(entry("UNC", 8999), kind=NVME).word == GOOD
