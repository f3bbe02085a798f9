# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Failed self-tests: which make a drive failing, which mean watch, and when they expire."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import (
    ATA,
    NVME,
    PASSED,
    TEST_FAILED,
    Health,
    SelfTestEntry,
    SelfTests,
)
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, HealthCode, HealthVerdict

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR = 3600
READ = "Completed: read failure"
FATAL = "Fatal or unknown error"

DISK = Health(
    taken=NOON, updated=NOON, source="smartctl 7.3", kind=ATA, rotational=True, passed=True,
    temperature=35, power_on=9000 * HOUR, power_cycles=400, reallocated=0, model="Made disk",
)  # fmt: skip


def failed(
    text: str = READ, hours: int | None = None, kind: str = "extended", lba: int | None = None
) -> SelfTestEntry:
    at = None if hours is None else hours * HOUR
    return SelfTestEntry(kind=kind, status=TEST_FAILED, text=text, at=at, lba=lba)


def passed(kind: str) -> SelfTestEntry:
    return SelfTestEntry(kind=kind, status=PASSED, text="Completed without error")


def told(*entries: SelfTestEntry, health: Health = DISK) -> HealthVerdict:
    return judge_health(replace(health, self_tests=SelfTests(entries=entries)), now=NOON)


@pytest.mark.parametrize(
    ("text", "lba", "expected"),
    [
        # smartctl, ATA
        (FATAL, None, CAUTION),
        (FATAL, 0, CAUTION),
        ("Completed: unknown failure", None, FAILING),
        ("Completed: electrical failure", None, FAILING),
        ("Completed: servo/seek failure", None, FAILING),
        (READ, None, FAILING),
        ("Completed: handling damage??", None, FAILING),
        # smartctl, NVMe and SCSI
        ("Fatal or unknown test error", None, CAUTION),
        ("Completed: unknown failed segment", None, FAILING),
        ("Completed: failed segments", None, FAILING),
        ("Unknown error, incomplete", None, CAUTION),
        ("Failed in segment", None, FAILING),
        # UDisks2's, as its readers say them
        ("Could not be completed", None, CAUTION),
        ("Failed at an unknown place", None, FAILING),
        ("Failed in the electronics", None, FAILING),
        ("Failed in the servo", None, FAILING),
        ("Failed to read", None, FAILING),
        ("Failed, damaged by handling", None, FAILING),
        ("Failed in an unknown part", None, FAILING),
        ("Failed", None, FAILING),
        # nothing said but where
        ("", 4711, FAILING),
        ("", None, CAUTION),
    ],
)
def test_only_a_part_that_failed_is_failing(text: str, lba: int | None, expected: str) -> None:
    verdict = told(failed(text, 8999, lba=lba))
    assert verdict.word == expected
    assert verdict.axes[0].verdict == expected


@pytest.mark.parametrize(
    ("hours", "expected"), [(9001, FAILING), (9000, FAILING), (8000, FAILING), (7999, CAUTION),
                            (0, CAUTION), (None, FAILING)]
)  # fmt: skip
def test_of_the_short_ones_only_a_recent_one_is_failing(hours: int | None, expected: str) -> None:
    assert told(failed(hours=hours, kind="short")).word == expected


def test_it_passes_with_the_hours() -> None:
    words = [
        told(failed(hours=9000, kind="short"), health=replace(DISK, power_on=hours * HOUR)).word
        for hours in (9000, 9999, 10_001, 40_000)
    ]
    assert words == [FAILING, FAILING, CAUTION, CAUTION]


@pytest.mark.parametrize("hours", [9000, 8000, 0, None])
def test_a_failed_extended_one_counts_until_an_extended_one_has_passed(hours: int | None) -> None:
    assert told(failed(hours=hours)).word == FAILING
    assert told(passed("extended"), failed(hours=hours)).word == GOOD


@pytest.mark.parametrize(("hours", "expected"), [(8999, FAILING), (1000, CAUTION)])
def test_a_short_one_that_passed_clears_an_extended_one_that_is_old(
    hours: int, expected: str
) -> None:
    assert told(passed("short"), failed(hours=hours)).word == expected


def test_without_times_only_the_newest_counts() -> None:
    nowhere = replace(DISK, power_on=None)
    assert told(failed(hours=10, kind="short"), health=nowhere).word == FAILING
    assert told(failed(FATAL), failed(READ, kind="short")).word == CAUTION


def test_a_recent_failure_counts_behind_one_that_never_ended() -> None:
    verdict = told(failed(FATAL, 8990, kind="short"), failed(READ, 8980))
    _failing, reason = verdict.summary
    assert (reason.code, reason.say[0].values) == (HealthCode.SELF_TEST, {"text": READ})


def test_the_hours_of_ata_begin_anew() -> None:
    old = replace(DISK, power_on=(65536 + 500) * HOUR)
    assert told(failed(hours=400, kind="short"), health=old).word == FAILING
    assert told(failed(hours=65_000, kind="short"), health=old).word == CAUTION
    nvme = replace(old, kind=NVME)
    assert told(failed(hours=400, kind="short"), health=nvme).word == CAUTION
