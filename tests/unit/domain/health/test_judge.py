# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verdict: the result of each axis, what is compared with what, and the words for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.health_values import DISK, NOON, SSD, before, told

from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.media import acknowledged, counted
from driveproof.domain.health.report import (
    ABORTED,
    COUNTERS,
    NOW,
    PASSED,
    PAST,
    SCSI,
    TEST_FAILED,
    Attribute,
    ErrorEntry,
    Health,
    SelfTestEntry,
    SelfTests,
)
from driveproof.domain.health.rules import DISK as DISK_BOUNDS
from driveproof.domain.health.rules import FLASH as FLASH_BOUNDS
from driveproof.domain.health.rules import axis_rules
from driveproof.domain.health.verdict import (
    AXES,
    CAUTION,
    FAILING,
    GOOD,
    UNKNOWN,
    WORN,
    HealthCode,
    HealthFinding,
    HealthToDo,
    HealthVerdict,
    is_worse,
)
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Age, Celsius, Day
from driveproof.wording.finding import findings_text


def word(verdict: HealthVerdict, axis: str) -> str:
    found = verdict.axis(axis)
    assert found is not None
    return found.verdict


def codes(findings: Iterable[HealthFinding]) -> list[str]:
    return [one.code for one in findings]


def verdict_reasons(verdict: HealthVerdict) -> tuple[HealthFinding, ...]:
    """Why a drive is failing."""
    first, *reasons = verdict.summary
    assert first.code == HealthCode.FAILING
    return tuple(reasons)


def test_a_healthy_ssd() -> None:
    verdict = told(SSD)
    assert (verdict.word, codes(verdict.summary)) == (GOOD, [HealthCode.HEALTHY])
    assert codes(verdict.more) == [HealthCode.USED]
    assert tuple(axis.axis for axis in verdict.axes) == AXES
    assert codes([axis.value for axis in verdict.axes]) == [
        HealthCode.PASSED, HealthCode.USED, HealthCode.NO_ERRORS, HealthCode.NOT_REPORTED,
        HealthCode.TEMPERATURE, HealthCode.COMPLETE,
    ]  # fmt: skip
    wear = verdict.axis("wear")
    assert wear is not None
    assert codes(wear.details) == [HealthCode.WRITTEN, HealthCode.RUN_TIME, HealthCode.SPARE]
    assert wear.source == "Percentage Used of the NVMe health log"
    assert all(axis_rules(axis) for axis in verdict.axes)


def test_a_healthy_hard_disk_has_no_wear_to_tell() -> None:
    verdict = told(DISK)
    assert verdict.word == GOOD
    assert word(verdict, "wear") == UNKNOWN


def test_hot_under_load() -> None:
    verdict = told(SSD, since=before(SSD, warning_seconds=0))
    assert (verdict.word, word(verdict, "temperature")) == (CAUTION, CAUTION)
    assert codes(verdict.summary) == [HealthCode.NO_FAULT, HealthCode.HOT_UNDER_LOAD]
    thermal = verdict.axis("temperature")
    assert thermal is not None
    since = next(one for one in thermal.details if one.code == HealthCode.HOT_SINCE)
    values = since.say[0].values
    assert (values["time"], values["limit"]) == (Age(60), Celsius(82))


def test_days_are_dates_since_they_are_kept() -> None:
    """A report of today is read tomorrow, and in a year."""
    earlier = NOON - timedelta(hours=2)
    verdict = told(
        replace(SSD, media_errors=3), since=replace(before(SSD, media_errors=0), taken=earlier)
    )
    media, evidence = (verdict.axis(one) for one in ("media_errors", "data_quality"))
    assert media is not None and evidence is not None
    days = [one.say[0].values for one in (media.value, evidence.details[0])]
    assert days[0]["day"] == Day(earlier, NOON)
    assert days[1]["second"] == Day(NOON, NOON)


def test_one_hot_day_does_not_latch() -> None:
    assert told(replace(SSD, temperature=83)).word == CAUTION
    cool = told(SSD, since=before(SSD, temperature=83))
    assert (cool.word, word(cool, "temperature")) == (GOOD, GOOD)


def test_life_and_errors_in_one_sentence() -> None:
    worn = replace(SSD, used=0.12, media_errors=3)
    verdict = told(worn, since=before(SSD, media_errors=0))
    assert verdict.word == WORN
    assert codes(verdict.summary) == [HealthCode.USED, HealthCode.GROWN]


def test_growth_is_said_against_what_was() -> None:
    verdict = told(replace(SSD, media_errors=8), since=before(SSD, media_errors=5))
    media = verdict.axis("media_errors")
    assert media is not None
    values = media.details[0].say[0].values
    assert (values["counter"], values["total"]) == (counted("media_errors", 3), 8)
    assert media.counters == ("media_errors",)


def test_what_is_accepted_is_quiet_until_it_grows() -> None:
    disk = replace(DISK, reallocated=24)
    assert told(disk).word == CAUTION
    accepted = {"reallocated": 24}
    quiet = told(disk, acknowledged=accepted, since=before(disk))
    assert (quiet.word, word(quiet, "media_errors")) == (GOOD, GOOD)
    media = quiet.axis("media_errors")
    assert media is not None
    assert media.value.say == (acknowledged(counted("reallocated", 24)),)
    grown = told(replace(disk, reallocated=25), acknowledged=accepted, since=before(disk))
    assert (grown.word, word(grown, "media_errors")) == (WORN, WORN)
    media = grown.axis("media_errors")
    assert media is not None
    assert media.value.code == HealthCode.GROWN


def test_what_makes_it_worn_is_said_first() -> None:
    disk = replace(DISK, reallocated=24, pending=3)
    verdict = told(disk, since=before(disk, pending=0))
    assert verdict.word == WORN
    assert [one.counter for one in verdict.summary] == ["pending", "reallocated"]
    seen = told(disk, since=before(disk, pending=0), acknowledged={"reallocated": 24})
    assert [one.counter for one in seen.summary] == ["pending"]
    media = verdict.axis("media_errors")
    assert media is not None
    assert media.value.counter == "pending"


def test_no_rules_of_hard_disks_for_flash() -> None:
    few = {"reallocated": 24}
    assert told(replace(SSD, **few)).word == GOOD
    assert told(replace(DISK, **few)).word == CAUTION
    assert told(replace(SSD, **few), since=before(SSD, reallocated=20)).word == CAUTION


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"reallocated": 1}, CAUTION),
        ({"reallocated": 9}, CAUTION),
        ({"reallocated": 10}, CAUTION),
        ({"reallocated": 99}, CAUTION),
        ({"reallocated": 100}, FAILING),
        ({"pending": 1}, CAUTION),
        ({"uncorrectable": 1}, CAUTION),
        ({"pending": 2, "uncorrectable": 1}, FAILING),
        ({"pending": 100}, FAILING),
        ({"media_errors": 500}, CAUTION),
        ({"spin_retries": 1}, CAUTION),
        ({"end_to_end": 1}, CAUTION),
        ({"command_timeouts": 1}, CAUTION),
        ({"reallocation_events": 1}, CAUTION),
    ],
)
def test_media_errors_have_a_severity_at_first_sight(counts: dict[str, int], expected: str) -> None:
    verdict = told(replace(DISK, **counts))  # type: ignore[arg-type]
    assert (verdict.word, word(verdict, "media_errors")) == (expected, expected)
    accepted = told(replace(DISK, **counts), acknowledged=counts)  # type: ignore[arg-type]
    assert accepted.word == GOOD
    axis = verdict.axis("media_errors")
    assert axis is not None
    assert {one.counter for one in axis.reasons} == set(counts)
    assert {one.grade for one in axis.reasons} >= {expected}
    if expected == FAILING:
        assert verdict.advice[0].code == HealthToDo.COPY_AND_REPLACE


@pytest.mark.parametrize("value", [5, 50])
def test_growth_decides_below_a_hundred(value: int) -> None:
    disk = replace(DISK, reallocated=value)
    assert told(disk, since=before(disk)).word == CAUTION
    assert told(disk, since=before(disk, reallocated=value - 1)).word == WORN


def test_sas_counts_lost_sectors_as_uncorrected_errors() -> None:
    sas = replace(DISK, kind=SCSI, pending=2, uncorrectable=None, media_errors=5)
    assert told(sas).word == FAILING
    assert told(replace(sas, pending=0)).word == CAUTION


def test_what_counts_the_same_is_said_once() -> None:
    disk = replace(DISK, reallocated=13, reallocation_events=13)
    assert [one.counter for one in told(disk).summary] == ["reallocated"]


@pytest.mark.parametrize(("sectors", "expected"), [(1, CAUTION), (99, CAUTION), (100, FAILING)])
def test_as_many_uncorrectable_sectors_as_pending_ones_are_the_same(
    sectors: int, expected: str
) -> None:
    verdict = told(replace(DISK, pending=sectors, uncorrectable=sectors))
    assert verdict.word == expected
    axis = verdict.axis("media_errors")
    assert axis is not None
    assert [one.counter for one in axis.reasons] == ["pending"]
    assert axis.counters == ("pending",)
    # once they could be read after all, what is left is uncorrectable alone
    assert told(replace(DISK, pending=0, uncorrectable=sectors)).word == expected


@pytest.mark.parametrize("counter", ["reallocated", "command_timeouts", "reallocation_events"])
def test_flash_is_judged_by_growth(counter: str) -> None:
    ssd = replace(SSD, **{counter: 300})
    assert told(ssd).word == GOOD
    assert told(ssd, since=before(SSD, **{counter: 299})).word == CAUTION


def test_an_error_log_with_entries_is_never_no_errors() -> None:
    for drive in (SSD, DISK):
        axis = told(replace(drive, error_log_entries=7)).axis("media_errors")
        assert axis is not None
        assert (axis.verdict, axis.value.code) == (GOOD, HealthCode.NO_ERRORS)
        assert axis.details[-1].code == HealthCode.ENTRIES


def test_every_bound_says_where_it_is_from() -> None:
    for name in DISK_BOUNDS:
        for bounds in (DISK_BOUNDS[name], FLASH_BOUNDS[name]):
            assert bounds.source
            assert name in COUNTERS


def test_one_crc_error_at_first_sight_is_a_note() -> None:
    disk = replace(DISK, crc_errors=1)
    for verdict in (told(disk), told(disk, since=before(disk))):
        link = verdict.axis("link")
        assert link is not None
        assert (verdict.word, link.verdict) == (GOOD, GOOD)
        assert [
            one.code
            for one in link.details
            if one.code in {HealthCode.CRC_ONCE, HealthCode.CRC_QUIET}
        ]
        assert (link.value.code, link.counters) == (link.details[0].code, ("crc_errors",))
    assert told(disk, since=before(disk, crc_errors=0)).word == CAUTION
    assert told(replace(DISK, crc_errors=2)).word == CAUTION


def test_crc_errors_are_the_cable() -> None:
    disk = replace(DISK, crc_errors=41)
    verdict = told(disk)
    assert (word(verdict, "link"), word(verdict, "media_errors")) == (CAUTION, GOOD)
    assert codes(verdict.summary) == [HealthCode.NO_FAULT]
    link = verdict.axis("link")
    assert link is not None
    assert codes(link.details) == [HealthCode.CRC]
    assert told(disk, since=before(disk)).word == GOOD
    assert told(disk, since=before(disk, crc_errors=40)).word == CAUTION
    just_now = replace(disk, taken=NOON - timedelta(minutes=1))
    again = told(disk, since=just_now)
    assert again.word == CAUTION, "nothing since a minute ago is no evidence"
    link = again.axis("link")
    assert link is not None
    assert codes(link.details) == [HealthCode.CRC]


@pytest.mark.parametrize(
    ("errors", "more", "expected"),
    [
        ([("ICRC, ABRT at LBA = 0", 8)], {}, GOOD),
        ([("ICRC, ABRT at LBA = 0", 8), ("UNC", 8500)], {}, GOOD),
        ([("ICRC, ABRT at LBA = 0", 8500), ("ICRC, ABRT", 8)], {}, CAUTION),
        ([("ICRC, ABRT at LBA = 0", None)], {}, CAUTION),
        ([("UNC at LBA = 0", 8)], {}, CAUTION),  # dates nothing of the cable
        ([("ICRC, ABRT at LBA = 0", 8)], {"since": {"crc_errors": 2}}, CAUTION),
    ],
)
def test_old_crc_errors_are_a_note(
    errors: list[tuple[str, int | None]], more: dict[str, Any], expected: str
) -> None:
    log = tuple(
        ErrorEntry(text=f"Error: {text}", at=None if hours is None else hours * 3600)
        for text, hours in errors
    )
    disk = replace(DISK, crc_errors=3, errors=log)
    if "since" in more:
        more = {"since": before(DISK, **more["since"])}
    verdict = told(disk, **more)
    link = verdict.axis("link")
    assert link is not None
    assert link.verdict == expected
    assert [one.code for one in link.reasons] == ([HealthCode.CRC] if expected == CAUTION else [])
    assert (link.details[-1].code == HealthCode.CRC_OLD) == (expected == GOOD)


def test_what_has_not_grown_is_a_note_too() -> None:
    link = told(replace(DISK, crc_errors=41), since=before(DISK, crc_errors=41)).axis("link")
    assert link is not None
    assert codes(link.details) == [HealthCode.CRC_QUIET]


@pytest.mark.parametrize(
    ("degrees", "cause"),
    [
        (90, HealthCode.HOT),
        (-8, HealthCode.COLD),
        (40, HealthCode.OUT_OF_BOUNDS),
        (None, HealthCode.OUT_OF_BOUNDS),
    ],
)
def test_the_temperature_bit_also_means_too_cold(degrees: float | None, cause: HealthCode) -> None:
    drive = replace(SSD, temperature=degrees, passed=False, warnings=("temperature",))
    verdict = told(drive)
    thermal = verdict.axis("temperature")
    assert thermal is not None
    assert (verdict.word, thermal.verdict) == (CAUTION, CAUTION)
    assert [one.code for one in thermal.reasons] == [cause]
    assert verdict.summary[-1].code == cause


def test_what_nothing_calls_a_disk_is_none() -> None:
    unknown = replace(DISK, rotational=None, reallocated=50, temperature=60)
    assert told(unknown).word == GOOD
    assert told(replace(unknown, rotational=True)).word == CAUTION


def test_reasons_name_their_attributes() -> None:
    disk = replace(DISK, attributes=(row(),), pending=3, crc_errors=2)
    found = [
        (one.code, one.grade, one.attribute, one.counter)
        for axis in told(disk).axes
        for one in axis.reasons
    ]
    assert found == [
        (HealthCode.THRESHOLD, FAILING, 5, ""),
        (HealthCode.COUNT, CAUTION, 197, "pending"),
        (HealthCode.CRC, CAUTION, 199, "crc_errors"),
    ]


def test_the_value_of_an_axis_has_its_grade() -> None:
    own = told(replace(DISK, attributes=(row(),))).axis("self_assessment")
    assert own is not None
    assert [(one.code, one.grade) for one in own.finding.parts] == [
        (HealthCode.FAILED, FAILING),
        (HealthCode.THRESHOLD, FAILING),
    ]


def test_a_slow_link_is_watched() -> None:
    slow = LinkState(
        kind="sata", now="SATA 3 Gb/s", slower=True, meaning=Note("Runs at SATA 3 Gb/s.")
    )
    verdict = told(DISK, link=slow)
    assert (verdict.word, codes(verdict.summary)) == (CAUTION, [HealthCode.NO_FAULT])
    full = LinkState(kind="pcie", now="PCIe 4.0 x4", slower=False, meaning=Note("PCIe 4.0 x4."))
    assert word(told(SSD, link=full), "link") == GOOD


def test_a_link_whose_best_is_not_known_is_known_all_the_same() -> None:
    """It read "not reported" beside its speed."""
    axis = told(SSD, link=LinkState(kind="pcie", now="PCIe 4.0 x4", source="/sys/x")).axis("link")
    assert axis is not None and axis.value is not None
    assert (axis.verdict, axis.value.code, axis.source) == (
        UNKNOWN, HealthCode.LINK_NOT_JUDGED, "/sys/x",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("spare", "least", "expected"),
    [
        (0.11, 0.10, GOOD),
        (0.10, 0.10, GOOD),
        (0.09, 0.10, GOOD),  # the drive itself does not warn of it
        (0.05, 0.10, GOOD),
        (0.04, 0.10, FAILING),  # below half of it
        (0.0, 0.0, GOOD),  # a threshold of 0 is none
        (0.99, 0.99, GOOD),
        (0.97, 0.98, GOOD),
        (1.0, 1.0, GOOD),
        (0.9, 1.0, GOOD),
        (1.0, 2.55, GOOD),
    ],
)
def test_spare_below_its_threshold_is_failing(spare: float, least: float, expected: str) -> None:
    verdict = told(replace(SSD, spare=spare, spare_threshold=least))
    assert (verdict.word, word(verdict, "wear")) == (expected, expected)


def test_how_the_spare_is_told() -> None:
    warned = told(replace(SSD, spare=0.09, passed=False, warnings=("spare",)))
    assert codes(verdict_reasons(warned)) == [HealthCode.CRITICAL_WARNING]
    assert (warned.word, word(warned, "wear")) == (FAILING, FAILING)
    below = told(replace(SSD, spare=0.04))
    assert codes(verdict_reasons(below)) == [HealthCode.SPARE]
    wear = below.axis("wear")
    assert wear is not None
    assert not wear.value_in_details  # these have the figures alone
    ignored = told(replace(SSD, spare_threshold=1.0)).axis("wear")
    assert ignored is not None
    assert ignored.verdict == GOOD


@pytest.mark.parametrize(
    ("used", "expected"), [(0.89, GOOD), (0.9, CAUTION), (0.99, CAUTION), (1.0, WORN), (2.55, WORN)]
)
def test_rated_life(used: float, expected: str) -> None:
    assert told(replace(SSD, used=used)).word == expected


def row(**values: Any) -> Attribute:
    facts = {"id": 5, "name": "Reallocated_Sector_Ct", "value": 10, "worst": 10, "threshold": 10}
    return Attribute(**{**facts, "prefail": True, "failed": NOW, **values})


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        (row(), FAILING),
        (row(prefail=False), CAUTION),
        (row(id=9, name="Power_On_Hours", prefail=False), CAUTION),
        (row(id=231, name="SSD_Life_Left", prefail=False), WORN),
        (row(id=177, name="wear-leveling-count", prefail=False), WORN),
        (row(id=194, name="Temperature_Celsius", prefail=True), CAUTION),
        (row(failed=PAST, value=100), GOOD),
        (row(named=False), FAILING),  # the manufacturer's own statement, whatever it is called
        (row(named=False, prefail=False), CAUTION),
        (row(named=False, failed="", value=100), GOOD),
    ],
)
def test_thresholds_of_attributes(attribute: Attribute, expected: str) -> None:
    assert told(replace(DISK, attributes=(attribute,))).word == expected


def test_smartctl_saying_that_one_is_at_its_threshold_is_evidence() -> None:
    verdict = told(replace(DISK, prefail_reached=True))
    assert codes(verdict_reasons(verdict)) == [HealthCode.PREFAIL_NOT_SHOWN]
    hot = row(id=194, name="Temperature_Celsius", prefail=True)
    assert told(replace(DISK, prefail_reached=True, attributes=(hot,))).word == CAUTION


def test_an_attribute_of_age_is_named() -> None:
    hours = row(id=9, name="Power_On_Hours", prefail=False)
    verdict = told(replace(DISK, attributes=(hours,)))
    assert codes(verdict.summary) == [HealthCode.THRESHOLD]
    told_life = told(replace(SSD, attributes=(hours,)))
    assert codes(told_life.summary) == [HealthCode.THRESHOLD]
    assert told(replace(SSD, used=1.0, attributes=(hours,))).word == WORN


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (190, "Airflow_Temperature_Cel"),
        (194, "Unknown_Attribute"),
        (231, "Temperature_Celsius"),
        (231, "temperature-celsius"),
    ],
)
def test_a_temperature_is_no_wear(number: int, name: str) -> None:
    hot = row(id=number, name=name, prefail=False)
    verdict = told(replace(DISK, attributes=(hot,)))
    assert (verdict.word, word(verdict, "temperature"), word(verdict, "wear")) == (
        CAUTION, CAUTION, UNKNOWN,
    )  # fmt: skip
    thermal = verdict.axis("temperature")
    assert thermal is not None
    at_limit = next(one for one in thermal.details if one.code == HealthCode.THRESHOLD)
    assert at_limit.attribute == number
    assert HealthCode.THRESHOLD in codes(verdict.summary)  # or nothing says why
    assert told(replace(DISK, attributes=(replace(hot, failed=PAST),))).word == GOOD
    assert told(replace(DISK, attributes=(replace(hot, named=False),))).word == CAUTION


@pytest.mark.parametrize("base", [SSD, DISK])
def test_heat_alone_is_watched_and_no_more(base: Health) -> None:
    hot = row(id=194, name="Temperature_Celsius", prefail=True)
    verdict = told(replace(base, temperature=120, warning_seconds=3600, attributes=(hot,)))
    assert (verdict.word, word(verdict, "temperature")) == (CAUTION, CAUTION)


def test_critical_warnings() -> None:
    failing = told(replace(SSD, passed=False, warnings=("readonly",)))
    assert failing.word == FAILING
    assert codes(verdict_reasons(failing)) == [HealthCode.CRITICAL_WARNING]
    hot = told(replace(SSD, passed=False, warnings=("temperature",)))
    assert (hot.word, word(hot, "self_assessment"), word(hot, "temperature")) == (
        CAUTION,
        GOOD,
        CAUTION,
    )
    assert told(SSD, since=before(SSD, passed=False, warnings=("readonly",))).word == GOOD


@pytest.mark.parametrize(
    ("tests", "expected"),
    [
        ([("short", TEST_FAILED)], FAILING),
        ([("short", PASSED), ("short", TEST_FAILED)], GOOD),
        ([("short", PASSED), ("extended", TEST_FAILED)], FAILING),
        ([("conveyance", PASSED), ("short", TEST_FAILED)], CAUTION),
        ([("short", PASSED), ("extended", PASSED), ("extended", TEST_FAILED)], GOOD),
        ([("extended", PASSED), ("short", TEST_FAILED)], GOOD),
        ([("short", ABORTED), ("short", TEST_FAILED)], FAILING),
        ([("short", PASSED)], GOOD),
    ],
)
def test_self_tests(tests: list[tuple[str, str]], expected: str) -> None:
    entries = tuple(
        SelfTestEntry(kind=kind, status=status, text="Completed: read failure")
        for kind, status in tests
    )
    assert told(replace(DISK, self_tests=SelfTests(entries=entries))).word == expected


def test_what_is_not_told_is_unknown() -> None:
    nothing = Health(taken=NOON, missing=Note("UDisks2 cannot see through this USB adapter."))
    verdict = told(nothing)
    assert verdict.word == UNKNOWN
    assert {axis.verdict for axis in verdict.axes} == {UNKNOWN}
    assert str(verdict.more[0].say[0]) == str(nothing.missing)
    assert {one.grade for one in (*verdict.more, *told(Health(taken=NOON)).more)} == {UNKNOWN}
    assert told(replace(DISK, passed=None)).word == UNKNOWN  # absent is not passed


def test_virtual_and_lying_drives() -> None:
    assert told(replace(SSD, model="QEMU NVMe Ctrl")).word == UNKNOWN
    alarm = replace(SSD, model="QEMU NVMe Ctrl", passed=False, warnings=("readonly",))
    assert told(alarm).word == FAILING
    zeros = replace(DISK, power_on=0, power_cycles=0)
    assert told(zeros).word == UNKNOWN
    rows = tuple(Attribute(id=number, name="x", value=0, worst=0, raw=0) for number in (1, 5))
    assert told(replace(DISK, attributes=rows)).word == UNKNOWN


@pytest.mark.parametrize(
    "health",
    [
        replace(SSD, passed=None, temperature=90),  # it does not say whether it is failing
        replace(SSD, power_on=0, power_cycles=0, temperature=90),
        replace(DISK, passed=None, crc_errors=41),
        replace(DISK, model="QEMU HARDDISK", crc_errors=41),
    ],
)
def test_heat_or_a_cable_make_nobody_healthy_who_says_nothing(health: Health) -> None:
    verdict = told(health)
    assert verdict.word == CAUTION
    assert verdict.summary[0].code == HealthCode.NOT_KNOWN
    assert verdict.more  # and why


def test_a_second_reason_of_wear_keeps_its_grade() -> None:
    worn = row(id=177, name="Wear_Leveling_Count", prefail=False)
    wear = told(replace(SSD, used=0.95, attributes=(worn,))).axis("wear")
    assert wear is not None
    assert [one.grade for one in wear.details if one.code == HealthCode.USED] == [CAUTION]


def test_nothing_is_said_twice() -> None:
    verdict = told(replace(SSD, used=0.12, media_errors=3))
    assert codes(verdict.summary) == [HealthCode.USED, HealthCode.COUNT]
    assert verdict.more == ()


def test_old_and_partial_evidence() -> None:
    old = told(replace(SSD, updated=NOON - timedelta(hours=3)))
    assert (old.word, word(old, "data_quality")) == (GOOD, CAUTION)
    axis = old.axis("data_quality")
    assert axis is not None
    assert (axis.value.code, axis.value.say[0].values["time"]) == (HealthCode.AGE, Age(3 * 3600))
    assert word(told(replace(SSD, used=None)), "data_quality") == UNKNOWN
    assert (
        word(told(replace(SSD, notes=(Note("One value cannot be."),))), "data_quality") == CAUTION
    )


# properties

shares = st.none() | st.floats(0, 2.55)
counts = st.none() | st.integers(0, 10**6)
degrees = st.none() | st.floats(-60, 150)


@st.composite
def healths(draw: st.DrawFn) -> Health:
    base = draw(st.sampled_from([SSD, DISK]))
    return replace(
        base,
        passed=draw(st.none() | st.booleans()),
        used=draw(shares),
        spare=draw(st.none() | st.floats(0, 1)),
        spare_threshold=draw(st.none() | st.floats(0, 1)),
        temperature=draw(degrees),
        temperature_warning=draw(degrees),
        **{name: draw(counts) for name in COUNTERS},
    )


@given(healths(), st.sampled_from(tuple(COUNTERS)), st.integers(1, 1000), st.none() | healths(),
       st.dictionaries(st.sampled_from(tuple(COUNTERS)), st.integers(0, 10**6)))  # fmt: skip
def test_a_larger_counter_is_never_better(
    health: Health, name: str, more: int, since: Health | None, accepted: dict[str, int]
) -> None:
    value = getattr(health, name)
    if value is None:
        return
    old = told(health, since=since, acknowledged=accepted)
    new = told(replace(health, **{name: value + more}), since=since, acknowledged=accepted)
    assert not is_worse(old.word, new.word)
    for one, other in zip(old.axes, new.axes, strict=True):
        assert not is_worse(one.verdict, other.verdict), one.axis


@given(healths(), st.floats(0.001, 1), st.floats(0.5, 60))
def test_more_wear_and_heat_are_never_better(health: Health, more: float, hotter: float) -> None:
    worse = replace(
        health,
        used=None if health.used is None else health.used + more,
        spare=None if health.spare is None else max(0.0, health.spare - more),
        temperature=None if health.temperature is None else health.temperature + hotter,
        passed=None if health.passed is None else False,
    )
    assert not is_worse(told(health).word, told(worse).word)


@given(healths(), st.none() | healths())
def test_unknown_never_counts_as_good(health: Health, since: Health | None) -> None:
    verdict = told(health, since=since)
    if verdict.word == GOOD:
        assert word(verdict, "self_assessment") == GOOD
    less = told(replace(health, passed=None, attributes=()), since=since)
    assert less.word != GOOD
    nothing = replace(health, used=None, spare=None, temperature=None, passed=None)
    for axis in ("self_assessment", "wear", "temperature"):
        assert word(told(replace(nothing, warning_seconds=None)), axis) == UNKNOWN


@given(healths(), st.none() | healths())
def test_every_verdict_has_its_words(health: Health, since: Health | None) -> None:
    verdict = told(health, since=since)
    assert findings_text(verdict.summary).endswith(".")
    if HealthCode.HEALTHY in codes(verdict.summary):
        assert word(verdict, "self_assessment") == GOOD
    more = [findings_text([one]) for one in verdict.more]
    assert len({findings_text(verdict.summary), *more}) == 1 + len(more)
    for axis in verdict.axes:
        assert str(axis.short), axis.axis
        assert axis_rules(axis), axis.axis
