# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""smartctl's reports: recorded, constructed and broken ones."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from tests.fakes.reports import (
    ALL,
    DATA,
    Report,
    as_bytes,
    attribute,
    nvme,
    recorded,
    sas,
    sata_ssd,
)

from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import (
    COUNTERS,
    PASSED,
    TEST_FAILED,
    Health,
    SelfTestEntry,
)
from driveproof.domain.health.verdict import FAILING, UNKNOWN
from driveproof.system.smart.smartctl import MOST, parse_report
from driveproof.wording.errors import message


def parse(report: Report) -> Health:
    return parse_report(as_bytes(report), "report.json")


# recorded


def test_every_recording_is_read() -> None:
    for path in sorted(DATA.glob("*.json")):
        health = parse_report(path.read_bytes(), path.name)
        assert health.source == "smartctl 7.4"
        assert health.taken.year == 2026


def test_the_recorded_nvme_drive() -> None:
    health = parse(recorded("nvme"))
    assert (health.kind, health.model, health.firmware) == ("nvme", "QEMU NVMe Ctrl", "7.2.22")
    assert (health.passed, health.warnings, health.temperature) == (True, (), 50)
    assert (health.used, health.media_errors, health.read) == (0, 0, 2 * 512_000)
    assert (health.self_tests, health.crc_errors) == (None, None)


def test_the_recorded_warning() -> None:
    health = parse(recorded("nvme-warning"))
    assert (health.passed, health.warnings) == (False, ("degraded",))


def test_the_recorded_usb_stick() -> None:
    health = parse(recorded("stick"))
    assert health.missing
    assert health.advice == Advice(Remedy.NAME_ADAPTER)
    assert "Unknown USB bridge" in str(health.notes[0])
    assert health.passed is None


def test_a_drive_that_the_database_does_not_know_is_judged_by_the_usual_alone() -> None:
    health = parse(recorded("disk"))
    assert {row.named for row in health.attributes} == {False}
    assert [row.name for row in health.attributes if row.id == 5] == ["Reallocated_Sector_Ct"]
    # A hard disk's 5, 197 and 198 are what they always are; an SSD's are anybody's guess.
    assert (health.reallocated, health.pending, health.rotational) == (0, None, True)
    assert parse(recorded("ssd")).reallocated is None
    assert any("database" in note for note in map(str, health.notes))
    assert len(health.notes) > 1


# made


def test_a_sata_ssd() -> None:
    health = parse(sata_ssd())
    assert (health.kind, health.notes, health.rotational) == ("ata", (), False)
    assert health.wwn == "0x500108700012d687"
    assert (health.power_on, health.power_cycles) == (4200.5 * 3600, 812)
    # The device statistics mean the same on every drive: they win over the manufacturer's
    # attributes.
    assert (health.used, health.written) == (0.12, 21_000_000_000 * 512)
    assert health.used_source == "Percentage Used of the device statistics"
    counters = {name: getattr(health, name) for name in COUNTERS}
    assert counters == {
        "reallocated": 24, "pending": 0, "uncorrectable": 0, "media_errors": 0, "crc_errors": 3,
        "spin_retries": None, "end_to_end": None, "command_timeouts": None,
        "reallocation_events": None, "error_log_entries": 2, "unsafe_shutdowns": None,
    }  # fmt: skip
    assert (health.temperature_warning, health.temperature_critical) == (70, 75)
    rows = {row.id: row for row in health.attributes}
    assert (rows[5].raw, rows[5].raw_text, rows[5].prefail) == (24, "24 (Average 5)", True)
    assert (rows[210].raw, rows[210].raw_text, rows[210].reported) == (None, "", False)
    assert health.self_tests is not None
    assert health.self_tests.kinds == ("short", "extended")
    assert dict(health.self_tests.seconds) == {"short": 120, "extended": 54 * 60}
    assert health.self_tests.entries == (
        SelfTestEntry(
            kind="short", status=PASSED, text="Completed without error", at=4199 * 3600.0
        ),
        SelfTestEntry(
            kind="extended", status=TEST_FAILED, text="Completed: read failure",
            at=4100 * 3600.0, lba=4711,
        ),
    )  # fmt: skip
    assert [(error.number, error.lba) for error in health.errors] == [(2, 999)]
    seconds = {figure.title: figure.value for figure in health.figures if figure.unit == "seconds"}
    assert seconds == {"Power-on Hours": 4200 * 3600, "Time in Over-Temperature": 300}


def test_life_by_an_attribute_is_never_upside_down() -> None:
    report = sata_ssd()
    del report["ata_device_statistics"]
    health = parse(report)
    assert (health.used, health.used_source) == (0.12, "attribute 202, Percent_Lifetime_Remain")
    assert health.written == 22_000_000_000 * 512
    report["in_smartctl_database"] = False
    assert parse(report).used is None
    report["in_smartctl_database"] = True
    report["rotation_rate"] = 7200  # an adapter's: the attribute is one of flash
    assert (parse(report).used, parse(report).rotational) == (0.12, False)


def test_a_statistic_that_is_not_valid_says_nothing() -> None:
    report = sata_ssd()
    for page in report["ata_device_statistics"]["pages"]:
        for row in page["table"]:
            row["flags"]["valid"] = False
    assert parse(report).figures == ()


def test_an_nvme_drive() -> None:
    health = parse(nvme())
    assert (health.used, health.spare, health.spare_threshold) == (0.03, 1.0, 0.1)
    assert (health.written, health.read) == (22_265_625 * 512_000, 35_900_000 * 512_000)
    assert (health.temperature_warning, health.temperature_critical) == (82, 85)
    assert (health.warning_seconds, health.critical_seconds) == (180, 0)
    assert (health.power_on, health.unsafe_shutdowns) == (1860 * 3600, 23)
    tests = health.self_tests
    assert tests is not None
    assert (tests.running, tests.kind, tests.remaining) == (True, "extended", 0.6)
    assert [entry.status for entry in tests.entries] == [PASSED, TEST_FAILED]
    assert tests.entries[1].lba == 5000
    assert [(one.number, one.text) for one in health.errors] == [(7, "Invalid Field in Command")]
    assert judge_health(health).word == "caution"  # its last extended self-test


def test_a_sas_drive() -> None:
    health = parse(sas())
    assert (health.kind, health.model, health.firmware) == ("scsi", "MADE SAS1", "S003")
    assert (health.reallocated, health.media_errors, health.start_stops) == (2, 0, 88)
    assert (health.written, health.power_on) == (1_234_500_000_000, 20000 * 3600 + 420)
    assert health.temperature_critical == 60
    assert health.self_tests is not None
    assert [entry.status for entry in health.self_tests.entries] == [PASSED, TEST_FAILED]
    assert health.self_tests.entries[1].lba == 77


def shuffled(report: Any) -> Any:
    if isinstance(report, dict):
        return {key: shuffled(report[key]) for key in sorted(report, reverse=True)}
    return [shuffled(row) for row in report] if isinstance(report, list) else report


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_another_order_shifts_nothing(make: Callable[[], Report]) -> None:
    assert parse(shuffled(make())) == parse(make())


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_what_is_not_said_is_not_known(make: Callable[[], Report]) -> None:
    report = make()
    del report["smart_status"]
    health = parse(report)
    if health.kind != "nvme":  # its log has the same bits
        assert health.passed is None
        assert judge_health(health).word != "good"


def test_the_exit_status_says_failing() -> None:
    report = sas()
    report["smartctl"]["exit_status"] = 8 | 64
    health = parse(report)
    assert health.passed is False
    assert any("log" in note for note in map(str, health.notes))


@pytest.mark.parametrize(
    ("status", "expected"), [(0, "good"), (8, "failing"), (16, "failing"), (32, "good")]
)
def test_the_exit_status_is_evidence(status: int, expected: str) -> None:
    report = sata_ssd()
    report["ata_smart_self_test_log"] = {}
    report["ata_smart_error_log"] = {}
    report["smartctl"]["exit_status"] = status
    assert judge_health(parse(report)).axes[0].verdict == expected
    alone = {"smartctl": report["smartctl"]}
    health = parse(alone)
    assert (judge_health(health).word == "failing") == (expected == "failing")
    assert bool(health.missing) == (expected == "good")


def test_the_exit_status_says_only_what_is_not_seen() -> None:
    report = sata_ssd()
    report["smartctl"]["exit_status"] = 64 | 128
    assert parse(report).notes == ()
    del report["ata_smart_self_test_log"], report["ata_smart_error_log"]
    assert len(parse(report).notes) == 2


# values that cannot be


@pytest.mark.parametrize("value", [2**64 - 1, 2**32 - 1, -1, "many", [], {}, True, 1e400, 0.5])
def test_an_impossible_counter_is_none_and_said(value: Any) -> None:
    report = nvme()
    report["nvme_smart_health_information_log"]["media_errors"] = value
    health = parse(report)
    assert health.media_errors is None
    assert "media_errors" in str(health.notes[0])
    assert health.unsafe_shutdowns == 23


@pytest.mark.parametrize(("value", "expected"), [(-12, -12), (-273, None), (255, None), (150, 150)])
def test_temperatures(value: int, expected: float | None) -> None:
    report = sata_ssd()
    report["temperature"]["current"] = value
    statistics = report.pop("ata_device_statistics")
    assert parse(report).temperature == expected
    report["ata_device_statistics"] = statistics
    assert parse(report).temperature == (31 if expected is None else expected)


ZERO = {"temperature": {"current": 0}}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, None),
        ({"temperature": {}}, None),
        ({"temperature": {"current": 0, "lifetime_max": 0}}, None),
        ({"temperature": {"current": 0, "lifetime_max": 41}}, 0.0),  # it has been warmer
        ({"ata_sct_status": {"temperature": {"current": 33}}}, 33.0),
        ({"ata_sct_status": {"temperature": {"current": 0, "lifetime_max": 30}}}, 0.0),
    ],
)
def test_nothing_is_zero_degrees_for_ever(more: Report, expected: float | None) -> None:
    report = sata_ssd() | ZERO | more
    del report["ata_device_statistics"]
    assert parse(report).temperature == expected


def test_the_second_place_of_a_temperature_is_read() -> None:
    report = sata_ssd() | ZERO
    del report["ata_device_statistics"]
    row = attribute(194, "Temperature_Celsius", raw=4 << 32 | 31, string="31 (Min/Max 20/40)")
    report["ata_smart_attributes"]["table"].append(row)
    assert parse(report).temperature == 31
    drive = nvme() | ZERO
    drive["nvme_smart_health_information_log"]["temperature"] = 0
    assert parse(drive).temperature == 46  # its first sensor
    drive["nvme_smart_health_information_log"]["temperature_sensors"] = [0, 0]
    assert parse(drive).temperature is None
    reports = {"temperature_1": {"parameter_code": 0, "current": 38}}
    assert parse(sas() | ZERO | {"scsi_environmental_reports": reports}).temperature == 38


@pytest.mark.parametrize(
    ("log", "lba", "device", "expected"),
    [
        ("summary", 16087784, 6, 0x06F57AE8),  # Scrutiny's test data: smartctl's text says so
        ("summary", 0xE9CC88, 0xEB, 0x0BE9CC88),
        ("summary", 2056, 0x40, 2056),
        ("extended", 0x07595968, 0x07, 0x07595968),  # the drive has put them into both
        ("extended", 0xF57AE8, 0xE6, 0x06F57AE8),
        ("extended", 0xA80041A3, 0x40, 0xA80041A3),
        ("extended", 0x9A3EBA80CC, 0x4F, 0x9A3EBA80CC),
    ],
)
def test_sectors_of_the_error_log_have_28_or_48_bits(
    log: str, lba: int, device: int, expected: int
) -> None:
    report = sata_ssd()
    registers = {"error": 64, "status": 81, "count": 8, "lba": lba, "device": device}
    entry = {"error_number": 1, "lifetime_hours": 1, "error_description": "Error: UNC",
             "completion_registers": registers}  # fmt: skip
    report["ata_smart_error_log"] = {log: {"count": 1, "table": [entry]}}
    assert [one.lba for one in parse(report).errors] == [expected]


@pytest.mark.parametrize("bits", [32, 48, 56, 64])
def test_all_ones_are_not_reported(bits: int) -> None:
    report = sata_ssd()
    report["ata_smart_attributes"]["table"] = [
        attribute(5, "Reallocated_Sector_Ct", raw=2**bits - 1),
        attribute(187, "Reported_Uncorrect", raw=2**bits - 2 if bits > 32 else 65535),
    ]
    first, second = parse(report).attributes
    assert (first.raw, first.raw_text, first.reported) == (None, "", False)
    assert second.reported
    assert parse(report).reallocated is None


@pytest.mark.parametrize(
    ("version", "told", "expected"),
    [((7, 1), 56, 7), ((7, 3), 240, 30), ((7, 4), 56, 56), ((7, 3), 2, 2), ((7, 2), 0, 0)],
)
def test_old_versions_count_the_bytes_of_the_defects(
    version: tuple[int, int], told: int, expected: int
) -> None:
    report = sas() | {"scsi_grown_defect_list": told}
    report["smartctl"] = report["smartctl"] | {"version": list(version)}
    assert parse(report).reallocated == expected


def test_an_attribute_that_is_told_twice() -> None:
    report = sata_ssd()
    table = report["ata_smart_attributes"]["table"]
    table.append(copy.deepcopy(table[0]) | {"raw": {"value": 9, "string": "9"}})
    health = parse(report)
    assert health.reallocated == 24
    assert [note.values for note in health.notes] == [{"number": 5}]


@pytest.mark.parametrize(
    ("raw", "string", "expected"),
    [(2**40 + 8, "8", 8), (8, "", 8), (2**40 + 8, "0x10000000008", None), (2**64 - 1, "", None)],
)
def test_a_packed_raw_value(raw: int, string: str, expected: int | None) -> None:
    report = sata_ssd()
    report["ata_smart_attributes"]["table"][2]["raw"] = {"value": raw, "string": string}
    assert parse(report).pending == expected


def test_foreign_words_are_made_visible() -> None:
    report = sata_ssd()
    report["model_name"] = "<b>x</b>\x1b[31m\u202e" + "y" * 500
    health = parse(report)
    assert health.model.startswith("<b>x</b>\\x1b[31m\\u202e")
    assert len(health.model) < 400


# what is no report


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "report.json is empty."),
        (b" \n\0", "report.json is empty."),
        (as_bytes(nvme())[:900], "incomplete"),
        (b"{]}", "1:2"),
        (b"\xff\xfe\x00", "report.json"),
        (b"smartctl 7.3 2022-02-28", "report.json"),
        (b"[]", "report.json"),
        (b"{}", "report.json"),
        (b'{"smartctl": 5}', "report.json"),
        (b"null", "report.json"),
        (b"[" * 100_000, "report.json"),
        (b'{"smartctl": ' + b"9" * 5000 + b"}", "report.json"),
        (b" " * (MOST + 1), "4\u202fMiB"),
    ],
    ids=range(13),
)
def test_what_is_no_report_is_said(data: bytes, words: str) -> None:
    with pytest.raises(MachineError) as caught:
        parse_report(data, "report.json")
    assert words in message(caught.value)
    assert "smartctl -x -j" in str(caught.value.advice)


@pytest.mark.parametrize("passed", [True, False])
def test_an_attribute_check_is_not_the_drives_word(passed: bool) -> None:
    report = sata_ssd() | {"smart_status": {"passed": passed}}
    warning = {"string": "Warning: This result is based on an Attribute check.",
               "severity": "warning"}  # fmt: skip
    report["smartctl"] = report["smartctl"] | {
        "messages": [warning], "exit_status": 4 if passed else 4 | 8 | 16,
    }  # fmt: skip
    health = parse(report)
    assert (health.passed, health.prefail_reached) == (None, not passed)
    del report["ata_smart_attributes"], report["ata_device_statistics"]
    for log in ("ata_smart_self_test_log", "ata_smart_error_log"):
        report.pop(log, None)
    assert judge_health(parse(report), saved=True).word == (UNKNOWN if passed else FAILING)


@pytest.mark.parametrize("table", [None, [], ["5", {"name": "Reallocated_Sector_Ct"}]])
def test_a_table_of_json_that_cannot_be_read_is_a_doubt(table: Any) -> None:
    report = sata_ssd()
    for log in ("ata_smart_self_test_log", "ata_smart_error_log", "ata_device_statistics"):
        report.pop(log, None)
    whole = parse(report)
    report["ata_smart_attributes"] = {"table": table}
    lost = parse(report)
    assert (whole.unread, len(lost.unread)) == ((), 1)
    assert judge_health(lost, saved=True).word == UNKNOWN
    rows = sata_ssd()["ata_smart_attributes"]["table"]
    report["ata_smart_attributes"] = {"table": [*rows, {"id": "197"}]}
    assert len(parse(report).unread) == 1


def test_a_health_log_of_json_without_its_values_is_a_doubt() -> None:
    report = nvme()
    report["nvme_smart_health_information_log"] = {"temperature": 40}
    report.pop("nvme_self_test_log", None)
    report.pop("nvme_error_information_log", None)
    health = parse(report)
    assert len(health.unread) == 1
    assert judge_health(health, saved=True).word == UNKNOWN
