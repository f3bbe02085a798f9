# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""smartctl's reports as text: the same drive gives the same figures and verdict as its JSON.

`tests/data/smart/text` holds pairs that smartctl 7.3 printed of the same made drives, as text and
as JSON (tests/data/record/smart.py). The texts below are in the formats of other versions.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.sane_health import check_sane
from tests.builders.smartctl_texts import (
    NVME_74,
    OLD_ATA,
    OLD_SCSI,
    OLD_STATISTICS,
    STICK,
    TEXTS,
    judged,
    parse,
)

from driveproof.domain.errors import MachineError
from driveproof.domain.health.known_firmware import FirmwareEffect
from driveproof.domain.health.report import ABORTED, NOW, PASSED, TEST_FAILED, Health
from driveproof.domain.health.verdict import HealthCode
from driveproof.system.smart.smartctl import parse_report

# What smartctl 7.3 prints and leaves out of its JSON; 7.4 has them in both.
ONLY_IN_TEXT = {"temperature_warning", "temperature_critical", "errors"}


def without_raw(health: Health) -> Health:
    """The text has no more of a raw value than what the drive database reads in it."""
    rows = tuple(
        row if row.raw_text.isdecimal() else replace(row, raw=None) for row in health.attributes
    )
    return replace(health, attributes=rows)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_text_and_json_of_a_drive_say_the_same(path: Path) -> None:
    text = parse_report(path.read_bytes(), path.name)
    whole = without_raw(parse_report(path.with_suffix(".json").read_bytes(), path.name))
    for field in fields(Health):
        told, expected = getattr(text, field.name), getattr(whole, field.name)
        if field.name in ONLY_IN_TEXT and text.kind == "nvme":
            assert expected in {None, ()}
        else:
            assert told == expected, field.name
    if text.kind == "nvme":
        text = replace(text, temperature_warning=None, temperature_critical=None, errors=())
    assert judged(text) == judged(whole)


def test_there_is_a_pair_of_each_kind_and_of_each_word() -> None:
    read = [parse_report(path.read_bytes(), path.name) for path in TEXTS]
    assert {health.kind for health in read} == {"ata", "nvme", "scsi"}
    assert {judged(health).word for health in read} >= {"good", "caution", "failing"}
    assert {path.stem[-1] for path in TEXTS} == {"a", "x"}


def test_an_ata_drive_of_smartctl_5() -> None:
    health = parse(OLD_ATA)
    assert (health.source, health.kind, health.model) == ("smartctl 5.40", "ata", "ST3250410AS")
    assert health.updated == datetime(2011, 3, 5, 16, 1, 22, tzinfo=UTC)
    assert (health.passed, health.power_on, health.power_cycles) == (False, 17789 * 3600, 312)
    assert (health.reallocated, health.pending, health.uncorrectable) == (1975, 3, 3)
    assert health.temperature == 42
    rows = {row.id: row for row in health.attributes}
    assert (rows[5].failed, rows[5].threshold, rows[5].prefail) == (NOW, 36, True)
    assert (rows[190].failed, rows[190].raw, rows[199].threshold) == ("past", None, None)
    assert len(rows) == len(health.attributes)  # the short list of failed ones counts once
    tests = health.self_tests
    assert tests is not None
    assert (tests.running, tests.remaining, tests.kinds) == (True, 0.9, ("short", "extended"))
    assert dict(tests.seconds) == {"short": 60, "extended": 82 * 60}
    assert [(one.kind, one.status, one.at) for one in tests.entries] == [
        ("short", TEST_FAILED, 17780 * 3600), ("extended", ABORTED, 17001 * 3600),
        ("short", PASSED, 3600),
    ]  # fmt: skip
    assert [(one.number, one.text) for one in health.errors] == [
        (2, "Error: UNC at LBA = 0x03076ab1 = 50817713")
    ]
    assert judged(health).word == "failing"


def test_device_statistics_of_smartctl_6() -> None:
    health = parse(OLD_STATISTICS)
    assert (health.used, health.written) == (0.01, 1480289770 * 512)
    assert (health.temperature, health.rotational) == (-3, False)


def test_an_nvme_drive_of_smartctl_7_4_with_other_separators() -> None:
    health = parse(NVME_74)
    assert (health.kind, health.used, health.temperature) == ("nvme", 0.07, 29)
    assert (health.read, health.written) == (70_096_007 * 512_000, 42_046_922 * 512_000)
    assert (health.power_on, health.power_cycles) == (9270 * 3600, 3442)
    assert health.updated == datetime(2024, 3, 4, 7, tzinfo=UTC)
    assert [(one.number, one.text, one.lba) for one in health.errors] == [
        (2276, "Invalid Field in Command", 0), (2275, "Unrecovered Read Error", 5_000_000),
    ]  # fmt: skip
    tests = health.self_tests
    assert tests is not None
    assert (tests.running, tests.kind, tests.remaining) == (True, "extended", 0.72)
    assert [(one.kind, one.status, one.lba) for one in tests.entries] == [
        ("short", PASSED, None), ("extended", TEST_FAILED, 4711), ("extended", ABORTED, None),
    ]  # fmt: skip


def test_a_scsi_drive_of_smartctl_5() -> None:
    health = parse(OLD_SCSI)
    assert (health.kind, health.model, health.firmware) == ("scsi", "SEAGATE ST3300655SS", "0004")
    assert (health.passed, health.temperature, health.reallocated) == (False, 38, 12)
    assert (health.media_errors, health.power_on) == (4, 12345 * 3600)
    assert health.written == 1_234_500_000_000
    assert judged(health).word == "failing"


def test_a_usb_adapter_that_smartctl_does_not_know() -> None:
    health = parse(STICK)
    assert "USB adapter" in str(health.missing)


def test_a_drive_without_smart() -> None:
    health = parse(
        OLD_ATA[: OLD_ATA.index("SMART support is")]
        + "SMART support is: Unavailable - device lacks SMART capability.\n"
    )
    assert "Unavailable" in str(health.missing)
    assert health.model == "ST3250410AS"


@pytest.mark.parametrize("words", [OLD_ATA, NVME_74, OLD_SCSI], ids=["ata", "nvme", "scsi"])
@pytest.mark.parametrize(
    "change",
    [
        lambda words: words.replace("\n", "\r\n").encode(),
        lambda words: words.encode("utf-16"),
        lambda words: words.encode("utf-8-sig"),
        lambda words: "\n".join(f"> {line}" for line in words.split("\n")).encode(),
        lambda words: "\n".join(f"    {line}" for line in words.split("\n")).encode(),
        lambda words: words.partition("\n")[2].encode(),
    ],
    ids=["CRLF", "UTF-16", "BOM", "quoted", "indented", "without its first line"],
)
def test_a_text_that_went_through_other_programs(words: str, change: object) -> None:
    data: bytes = change(words)  # type: ignore[operator]
    told, expected = parse_report(data, "report.txt"), parse(words)
    same = replace(told, source=expected.source, notes=expected.notes)
    assert replace(same, taken=expected.taken) == expected


@pytest.mark.parametrize("words", [OLD_ATA, OLD_STATISTICS, NVME_74, OLD_SCSI])
def test_any_part_of_a_text_may_be_missing(words: str) -> None:
    lines = words.split("\n")
    for cut in range(len(lines)):
        for part in (lines[:cut], lines[cut:], lines[:cut] + lines[cut + 5 :]):
            try:
                check_sane(parse("\n".join(part)))
            except MachineError as error:
                assert "report.txt" in error.message


OTHER = ["", "9" * 30, "-1", "0xffffffffffffffff", "\0", "\u00e9", "-"]


@given(st.sampled_from([OLD_ATA, OLD_STATISTICS, NVME_74, OLD_SCSI]), st.data())
def test_any_value_in_a_text(words: str, data: st.DataObject) -> None:
    lines = words.split("\n")
    for _ in range(3):
        place = data.draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        start = data.draw(st.integers(0, len(line)))
        other = data.draw(st.sampled_from(OTHER) | st.text(max_size=5))
        lines[place] = line[:start] + other + line[start + len(other) :]
    try:
        check_sane(parse("\n".join(lines)))
    except MachineError:
        return


@pytest.mark.parametrize(
    "data",
    [
        b"smartctl 7.3 2022-02-28 r5338 [x86_64-linux-6.1.0] (local build)\n",
        b"smartctl 7.3 is a program.\nI like it.\n",
        b"Dear all,\nmy disk is broken.\n",
        b"ID# ATTRIBUTE_NAME",
        b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 8,
    ],
)
def test_what_is_no_report_is_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(MachineError) as caught:
        parse_report(data, "report.txt")
    assert caught.value.message.startswith("report.txt ")
    assert "smartctl -x" in str(caught.value.advice)


# Where smartctl could not get the drive's own verdict (ataprint.cpp, "based on an Attribute check")
CHECK = """\
SMART Status not supported: Incomplete response, ATA output registers missing
SMART overall-health self-assessment test result: PASSED
Warning: This result is based on an Attribute check.
"""


def of_attributes(words: str, result: str = "PASSED") -> str:
    return re.sub(r"SMART overall-health.*\n", CHECK.replace("PASSED", result), words)


SOUND_ATA = OLD_ATA.replace("FAILED!", "PASSED").replace("FAILING_NOW 1975", "    -       0")
SOUND_ATA = re.sub(r"(?s)Drive failure expected.*?0\n\n", "", SOUND_ATA)
SOUND_ATA = SOUND_ATA.replace("004   004   036", "100   100   036").replace("-       3\n", "-  0\n")
SOUND_ATA = SOUND_ATA.replace("servo/seek failure 90%", "without error 00%")
SOUND_ATA = re.sub(
    r"(?s)ATA Error Count: 2.*?(?=SMART Self-test log)", "No Errors Logged\n\n", SOUND_ATA
)


def test_an_attribute_check_is_not_the_drives_word() -> None:
    plain, checked = parse(SOUND_ATA), parse(of_attributes(SOUND_ATA))
    assert (plain.passed, checked.passed) == (True, None)
    verdict = judged(checked)
    assert verdict.word == judged(plain).word == "good"
    failing = verdict.axis("self_assessment")
    assert failing is not None
    assert [one.code for one in failing.details] == [HealthCode.NONE_AT_THRESHOLD]
    assert len(checked.notes) == len(plain.notes) + 1


def test_an_attribute_check_without_attributes_says_nothing() -> None:
    start = SOUND_ATA[: SOUND_ATA.index("SMART Attributes Data Structure")]
    assert judged(parse(start)).word == "good"
    assert judged(parse(of_attributes(start))).word == "unknown"


def test_an_attribute_check_that_failed_is_what_the_attributes_say() -> None:
    health = parse(of_attributes(OLD_ATA, "FAILED!"))
    assert health.passed is None
    verdict = judged(health)
    assert verdict.word == "failing"
    failing = verdict.axis("self_assessment")
    assert failing is not None
    assert HealthCode.SAYS_SO not in {one.code for one in failing.details}
    alone = parse(of_attributes(OLD_STATISTICS, "FAILED!"))
    assert (alone.passed, alone.prefail_reached, judged(alone).word) == (None, True, "failing")


@pytest.mark.parametrize("end", ["\n", "SMART support is: Enabled\n", ""])
def test_what_the_drive_database_warns_of(end: str) -> None:
    head = OLD_ATA[: OLD_ATA.index("ATA Version is:")]
    page = f"https://x.test/{'a' * 300}"
    warning = f"==> WARNING: A firmware update may be available,\nsee this page:\n{page}\n"
    health = parse(f"{head}\n{warning}{end}{OLD_ATA[len(head) :]}")
    (fault,) = health.firmware_faults
    assert fault.effect == FirmwareEffect.WARNED
    assert fault.symptom.startswith(f"A firmware update may be available, see this page: {page}")
    assert judged(health).axis("firmware") is not None
    assert parse(OLD_ATA).firmware_faults == ()
