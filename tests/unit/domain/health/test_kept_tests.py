# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which self-tests a reading adds to those that are kept, and how long one takes still."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from driveproof.domain.health.kept_tests import (
    KeptTest,
    begun_test,
    seconds_left,
    self_test_durations,
    settled_tests,
)
from driveproof.domain.health.report import (
    ABORTED,
    ATA,
    NOT_SAID,
    NVME,
    PASSED,
    RUNNING,
    TEST_FAILED,
    Health,
    SelfTestEntry,
    SelfTests,
)

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
HOUR = 3600.0
BEFORE = Health(taken=NOW, kind=ATA, power_on=100 * HOUR, firmware="1.0")
SHORT = SelfTestEntry(kind="short", status=PASSED, text="Completed", at=90 * HOUR)
BAD = SelfTestEntry(kind="extended", status=TEST_FAILED, text="read", at=101 * HOUR, lba=4711)


def read(minutes: float, **tests: object) -> Health:
    taken = NOW + timedelta(minutes=minutes)
    return replace(
        BEFORE,
        taken=taken,
        updated=taken,
        power_on=100 * HOUR + 60 * minutes,
        self_tests=SelfTests(**tests),  # type: ignore[arg-type]
    )


def kept_of(*readings: Health, first: tuple[KeptTest, ...] = ()) -> tuple[KeptTest, ...]:
    """What is kept after these readings, newest first, as the history does it."""
    rows = {one.number: one for one in first}
    for reading in readings:
        newest = tuple(sorted(rows.values(), key=lambda one: (one.noted, one.number)))[::-1]
        for test in settled_tests(newest, reading):
            number = test.number or max(rows, default=0) + 1
            rows[number] = replace(test, number=number)
    return tuple(sorted(rows.values(), key=lambda one: (one.noted, one.number)))[::-1]


def started(kind: str = "extended") -> KeptTest:
    return replace(begun_test(kind, BEFORE, NOW), number=1)


def test_lines_of_the_log_are_kept_once() -> None:
    log = read(0, entries=(BAD, SHORT))
    found = kept_of(log, log, read(60, entries=(BAD, SHORT)))
    assert [one.entry for one in found] == [BAD, SHORT]
    assert all(one.logged and one.begun is None and one.ended is None for one in found)
    assert all(one.firmware == "1.0" for one in found)


def test_two_of_a_kind_in_one_hour_are_two() -> None:
    log = read(0, entries=(SHORT, SHORT))
    assert len(kept_of(log, log)) == 2


def test_a_line_stays_when_the_drive_has_dropped_it() -> None:
    found = kept_of(read(0, entries=(SHORT,)), read(60, entries=(BAD,)))
    assert [one.entry for one in found] == [BAD, SHORT]


@pytest.mark.parametrize(
    ("told", "status", "text"),
    [
        ({"passed": True}, PASSED, ""),
        ({"entries": (SelfTestEntry(kind="", status=ABORTED, text="it was reset"),)},
         ABORTED, "it was reset"),
        ({"entries": (SelfTestEntry(kind="", status=TEST_FAILED, text="no reading"),)},
         TEST_FAILED, "no reading"),
        ({}, NOT_SAID, ""),
    ],
)  # fmt: skip
def test_the_end_of_a_begun_test_is_taken_from_the_next_reading(
    told: dict[str, object], status: str, text: str
) -> None:
    (one,) = kept_of(read(1, running=True), read(90, **told), first=(started(),))
    assert (one.entry.kind, one.entry.status, one.entry.text) == ("extended", status, text)
    assert (one.begun, one.ended) == (NOW, NOW + timedelta(minutes=90))
    assert one.entry.at == 101.5 * HOUR
    assert not one.logged


def test_a_reading_from_before_the_start_says_nothing_of_the_end() -> None:
    old = replace(read(5, passed=True), updated=NOW - timedelta(minutes=1))
    assert settled_tests((started(),), old) == ()


def test_the_log_has_the_last_word_on_a_test_that_was_seen() -> None:
    seen = kept_of(
        read(90, entries=(SelfTestEntry(kind="", status=TEST_FAILED, text="Failed to read"),)),
        first=(started(),),
    )
    (one,) = kept_of(read(100, entries=(BAD,)), first=seen)
    assert one.entry == BAD
    assert (one.begun, one.ended, one.logged) == (NOW, NOW + timedelta(minutes=90), True)


def test_the_log_alone_tells_how_a_begun_test_ended() -> None:
    (one,) = kept_of(read(100, entries=(BAD,)), first=(started(),))
    assert (one.entry, one.begun, one.ended) == (BAD, NOW, NOW + timedelta(minutes=100))


def test_an_older_line_is_not_the_begun_test() -> None:
    found = kept_of(
        read(1, running=True, entries=(replace(BAD, at=50 * HOUR),)), first=(started(),)
    )
    assert sorted(one.entry.status for one in found) == [TEST_FAILED, RUNNING]


def test_a_test_that_another_program_began_is_kept_from_the_first_look() -> None:
    running = read(0, running=True, kind="short", remaining=0.5)
    (one,) = kept_of(running, running)
    assert (one.running, one.ours, one.begun) == (True, False, NOW)
    (one,) = kept_of(running, read(2, passed=True))
    assert (one.entry.kind, one.entry.status) == ("short", PASSED)


def test_a_drive_that_says_nothing_adds_nothing() -> None:
    assert settled_tests((started(),), replace(BEFORE, updated=NOW + timedelta(hours=1))) == ()


def test_how_long_each_takes() -> None:
    told = SelfTests(kinds=("short", "extended"), seconds=(("short", 60.0),))
    assert self_test_durations(replace(BEFORE, self_tests=told), [("short", 1.0)]) == {
        "short": 60.0
    }
    plain = replace(BEFORE, self_tests=SelfTests(kinds=("short",)))
    assert self_test_durations(plain) == {}
    assert self_test_durations(plain, [("extended", 5100.0)]) == {"extended": 5100.0}
    assert self_test_durations(replace(plain, kind=NVME)) == {"short": 120.0}


@pytest.mark.parametrize(
    ("remaining", "taking", "begun", "left"),
    [
        (0.4, {"extended": 5100.0}, started(), 2040.0),
        (0.4, {}, started(), 400.0),  # by its pace: 60 % in 600 s
        (0.95, {}, started(), None),  # too early for a pace
        (0.4, {}, replace(started(), ours=False), None),  # begun before we looked
        (0.4, {}, None, None),
        (None, {"extended": 5100.0}, started(), None),
    ],
)
def test_the_time_that_is_left(
    remaining: float | None,
    taking: dict[str, float],
    begun: KeptTest | None,
    left: float | None,
) -> None:
    tests = SelfTests(running=True, remaining=remaining)
    found = seconds_left(tests, taking, begun, NOW + timedelta(seconds=600))
    assert found == (None if left is None else pytest.approx(left))
