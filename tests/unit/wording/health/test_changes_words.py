# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The difference between two readings of a drive's health, as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from driveproof.domain.health.changes import (
    HealthChange,
    comparable_readings,
    firmware_changes,
    health_changes,
    nothing_new,
    written_by,
)
from driveproof.domain.health.report import Attribute, Health, SelfTestEntry, SelfTests
from driveproof.domain.health.snapshot import ASKED, FirmwareChange, HealthSnapshot
from driveproof.domain.notes import Note
from driveproof.domain.run.run import Run, RunHead
from driveproof.wording.table import cell_text

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
LATER = NOW + timedelta(minutes=3)
GB = 10**9
BEFORE = Health(
    taken=NOW, source="UDisks2 (NVMe health log)", written=100 * GB, read=50 * GB, temperature=38.0,
    power_on=3600.0 * 1860, crc_errors=4, passed=True, firmware="4B2Q", used=0.02,
)  # fmt: skip
AFTER = replace(
    BEFORE, taken=LATER, written=111_200_000_000, temperature=61.4, crc_errors=7, used=0.03
)


def said(before: Health, after: Health, by_test: int | None = None) -> dict[str, tuple[str, ...]]:
    found = health_changes(before, after, written_by_test=by_test)
    return {one.key: words(one) for one in found}


def words(one: HealthChange) -> tuple[str, ...]:
    cells = (*one.ends, one.difference)
    return tuple(cell_text(cell).replace("\u202f", " ") for cell in cells)


def test_only_what_differs_is_said_with_its_difference() -> None:
    assert said(BEFORE, AFTER) == {
        "written": ("100 GB", "111 GB", "+11.2 GB"),
        "used": ("2 %", "3 %", "+1 %"),
        "temperature": ("38 °C", "61 °C", "+23 °C"),
        "crc_errors": ("4", "7", "+3"),
    }
    assert health_changes(BEFORE, replace(BEFORE, taken=LATER)) == ()
    assert {one.key for one in health_changes(BEFORE, AFTER) if one.alarming} == {"crc_errors"}
    assert said(AFTER, BEFORE)["crc_errors"] == ("7", "4", "−3")
    assert not any(one.alarming for one in health_changes(AFTER, BEFORE))


def test_the_part_of_the_test_is_told_apart() -> None:
    assert said(BEFORE, AFTER, 9_700_000_000)["written"][2] == "+11.2 GB (9.7 GB by this test)"
    assert said(BEFORE, AFTER, 12 * GB)["written"][2] == "+11.2 GB (12 GB by this test)"
    assert "test" not in str(said(AFTER, BEFORE, 12 * GB))


def test_what_nobody_said_is_no_difference() -> None:
    silent = Health(taken=LATER)
    assert health_changes(BEFORE, silent) == ()
    assert health_changes(silent, BEFORE) == ()


def test_firmware_verdict_and_warnings_in_words() -> None:
    after = replace(BEFORE, firmware="5B2Q", passed=False, warnings=("spare", "readonly"))
    assert said(BEFORE, after) == {
        "firmware": ("4B2Q", "5B2Q", ""),
        "passed": ("Passed", "Failed", ""),
        "warnings": ("none", "spare, readonly", ""),
    }


def test_attributes_by_their_id_even_when_one_is_there_twice() -> None:
    def health(*raws: int) -> Health:
        ids = (197, 9, 9)
        made = [Attribute(id=i, name=f"A{i}", value=100, raw=r) for i, r in zip(ids, raws)]  # noqa: B905
        return Health(taken=NOW, attributes=tuple(made))

    assert said(health(0, 5, 6), health(2, 5, 7)) == {
        "attribute 197": ("0, normalized 100", "2, normalized 100", "+2"),
        "attribute 9": ("6, normalized 100", "7, normalized 100", "+1"),
    }
    other = Health(taken=NOW, attributes=(Attribute(id=197, name="A197", value=100),))
    assert health_changes(health(0, 5), other) == ()


def test_a_value_at_its_threshold_is_alarming() -> None:
    one = Attribute(id=5, name="Reallocated", value=100, raw=0)
    two = replace(one, value=10, failed="now")
    (found,) = health_changes(
        Health(taken=NOW, attributes=(one,)), Health(taken=LATER, attributes=(two,))
    )
    assert words(found)[1] == "0, normalized 10, at its threshold"
    assert found.alarming


def test_new_entries_of_the_self_test_log() -> None:
    old = SelfTestEntry(kind="short", status="passed", at=100.0)
    bad = SelfTestEntry(kind="extended", status="failed", text="read failure", at=200.0)
    before = Health(taken=NOW, self_tests=SelfTests(entries=(old,)))
    after = Health(taken=LATER, self_tests=SelfTests(entries=(bad, old)))
    (found,) = health_changes(before, after)
    assert cell_text(found.title) == "Self-test (Extended)"
    assert (words(found), found.alarming) == (("", "Failed", "read failure"), True)
    assert health_changes(Health(taken=NOW), after) == ()  # the source before did not tell of any


def test_what_a_run_wrote_with_its_file_and_its_warm_up(make_run: Callable[..., Run]) -> None:
    run = make_run()
    of_file = replace(run.environment, test_file_size=10 * GB)
    repeats = sum(len(phase.repeats) for phase in run.phases)
    assert written_by(replace(run, environment=of_file), lambda _: 1000) == (
        10 * GB + repeats * 1000
    )
    measured = sum(
        repeat.directions["write"].bytes
        for phase in run.phases
        for repeat in phase.repeats
        if "write" in repeat.directions
    )
    assert written_by(run, lambda _: None) == measured > 0
    device = replace(run, environment=of_file, target=replace(run.target, kind="device"))
    assert written_by(device, lambda _: 0) == 0
    assert written_by(replace(run, phases=(), environment=of_file), lambda _: 0) == 0


def test_time_alone_is_nothing_new() -> None:
    beat = Attribute(id=9, name="Power_On_Hours", value=99, raw=1860)
    one = replace(BEFORE, attributes=(beat,))
    two = replace(
        one, taken=LATER, updated=LATER, power_on=3600.0 * 1861, notes=(Note("3 hours old"),),
        attributes=(replace(beat, raw=1861),),
    )  # fmt: skip
    assert nothing_new(one, two)
    assert not nothing_new(one, replace(two, temperature=39.0))
    assert not nothing_new(one, replace(two, attributes=(replace(beat, value=98),)))


def test_another_drive_of_the_same_name_is_not_compared() -> None:
    assert comparable_readings(replace(BEFORE, serial="A"), replace(AFTER, serial="A"))
    assert comparable_readings(replace(BEFORE, serial="A"), AFTER)
    assert not comparable_readings(replace(BEFORE, serial="A"), replace(AFTER, serial="B"))


def test_changes_of_firmware_from_snapshots_and_runs() -> None:
    def snapshot(days: int, firmware: str) -> HealthSnapshot:
        at = NOW + timedelta(days=days)
        return HealthSnapshot(days, "wwn:a", at, ASKED, None, firmware, Health(taken=at))

    kept = [snapshot(0, "1"), snapshot(4, "3"), snapshot(1, "1 "), snapshot(3, "")]
    assert firmware_changes(kept) == (FirmwareChange(NOW + timedelta(days=4), "1", "3"),)
    at = NOW + timedelta(days=2)
    run = RunHead("a", "quick", "", "finished", at, 1.0, "", "/", None, None, None, "2", None)
    assert [(one.before, one.after) for one in firmware_changes(kept, [run])] == [
        ("1", "2"),
        ("2", "3"),
    ]
    assert firmware_changes([]) == ()


def test_another_source_counts_other_things_and_nothing_has_grown() -> None:
    told = replace(BEFORE, source="smartctl 7.3", media_errors=7, crc_errors=9)
    assert not comparable_readings(replace(BEFORE, media_errors=0), told)
    assert not comparable_readings(replace(BEFORE, source="UDisks2 (ATA SMART)"), BEFORE)
    assert comparable_readings(told, replace(told, source="smartctl 7.4"))
    assert comparable_readings(Health(taken=NOW), told)
    found = {one.key: one for one in health_changes(replace(BEFORE, media_errors=0), told)}
    assert found["media_errors"].after == 7
    assert not any(one.alarming for one in found.values())
