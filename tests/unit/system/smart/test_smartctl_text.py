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
from tests.fakes.reports import DATA
from tests.unit.system.smart.test_smartctl_anything import check_sane

from driveproof.domain.errors import MachineError
from driveproof.domain.health.judge import judge
from driveproof.domain.health.report import ABORTED, NOW, PASSED, TEST_FAILED, Health
from driveproof.domain.health.verdict import Code, HealthVerdict
from driveproof.system.smart.smartctl import parse_report

TEXTS = sorted((DATA / "text").glob("*.txt"))
# What smartctl 7.3 prints and leaves out of its JSON; 7.4 has them in both.
ONLY_IN_TEXT = {"temperature_warning", "temperature_critical", "errors"}


def parse(words: str) -> Health:
    return parse_report(words.encode(), "report.txt")


def judged(health: Health) -> HealthVerdict:
    return judge(health, now=health.taken, saved=True)


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
    assert {judged(health).word for health in read} >= {"good", "watch", "failing"}
    assert {path.stem[-1] for path in TEXTS} == {"a", "x"}


OLD_ATA = """\
smartctl 5.40 2010-07-12 r3124 [i686-pc-linux-gnu] (local build)
Copyright (C) 2002-10 by Bruce Allen, http://smartmontools.sourceforge.net

=== START OF INFORMATION SECTION ===
Model Family:     Seagate Barracuda 7200.10 family
Device Model:     ST3250410AS
Serial Number:    6RY0XXXX
Firmware Version: 3.AAC
User Capacity:    250,059,350,016 bytes
Device is:        In smartctl database [for details use: -P show]
ATA Version is:   7
ATA Standard is:  Exact ATA specification draft version not indicated
Local Time is:    Sat Mar  5 17:01:22 2011 CET
SMART support is: Available - device has SMART capability.
SMART support is: Enabled

=== START OF READ SMART DATA SECTION ===
SMART overall-health self-assessment test result: FAILED!
Drive failure expected in less than 24 hours. SAVE ALL DATA.
Failed Attributes:
ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
  5 Reallocated_Sector_Ct   0x0033   004   004   036    Pre-fail  Always   FAILING_NOW 1975

General SMART Values:
Offline data collection status:  (0x82)\tOffline data collection activity
\t\t\t\t\twas completed without error.
Self-test execution status:      ( 249)\tSelf-test routine in progress...
\t\t\t\t\t90% of test remaining.
Offline data collection
capabilities: \t\t\t (0x5b) SMART execute Offline immediate.
\t\t\t\t\tSelf-test supported.
\t\t\t\t\tNo Conveyance Self-test supported.
Short self-test routine\x20
recommended polling time: \t (   1) minutes.
Extended self-test routine
recommended polling time: \t (  82) minutes.

SMART Attributes Data Structure revision number: 10
Vendor Specific SMART Attributes with Thresholds:
ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
  1 Raw_Read_Error_Rate     0x000f   100   253   006    Pre-fail  Always       -       0
  5 Reallocated_Sector_Ct   0x0033   004   004   036    Pre-fail  Always   FAILING_NOW 1975
  9 Power_On_Hours          0x0032   080   080   000    Old_age   Always       -       17789
 12 Power_Cycle_Count       0x0032   100   100   020    Old_age   Always       -       312
190 Airflow_Temperature_Cel 0x0022   058   042   045    Old_age   Always   In_the_past 42 (0 15)
194 Temperature_Celsius     0x0022   042   058   000    Old_age   Always       -       42 (0 15 0 0)
197 Current_Pending_Sector  0x0012   100   100   000    Old_age   Always       -       3
198 Offline_Uncorrectable   0x0010   100   100   000    Old_age   Offline      -       3
199 UDMA_CRC_Error_Count    0x003e   200   200   ---    Old_age   Always       -       0

SMART Error Log Version: 1
ATA Error Count: 2
\tCR = Command Register [HEX]

Error 2 occurred at disk power-on lifetime: 17788 hours (741 days + 4 hours)
  When the command that caused the error occurred, the device was active or idle.

  After command completion occurred, registers were:
  ER ST SC SN CL CH DH
  -- -- -- -- -- -- --
  40 51 00 b1 6a 07 e3  Error: UNC at LBA = 0x03076ab1 = 50817713

  Commands leading to the command that caused the error were:
  CR FR SC SN CL CH DH DC   Powered_Up_Time  Command/Feature_Name
  -- -- -- -- -- -- -- --  ----------------  --------------------
  25 00 08 af 6a 07 e0 00      00:20:25.364  READ DMA EXT

SMART Self-test log structure revision number 1
Num  Test_Description    Status                  Remaining  LifeTime(hours)  LBA_of_first_error
# 1  Short offline       Completed: servo/seek failure 90%     17780         -
# 2  Extended captive    Interrupted (host reset)      40%     17001         -
#10  Short offline       Completed without error       00%         1         -
"""

OLD_STATISTICS = """\
smartctl 6.2 2013-07-26 r3841 [x86_64-linux-3.16.0-38-generic] (local build)

=== START OF INFORMATION SECTION ===
Device Model:     Some SSD
Rotation Rate:    Solid State Device
Device is:        Not in smartctl database [for details use: -P showall]

=== START OF READ SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

Device Statistics (GP Log 0x04)
Page Offset Size         Value  Description
  1  =====  =                =  == General Statistics (rev 2) ==
  1  0x008  4                2  Lifetime Power-On Resets
  1  0x018  6       1480289770  Logical Sectors Written
  5  0x008  1               -3  Current Temperature
  5  0x010  1                -  Average Short Term Temperature
  7  =====  =                =  == Solid State Device Statistics (rev 1) ==
  7  0x008  1                1~ Percentage Used Endurance Indicator
                              |_ ~ normalized value
"""

NVME_74 = """\
smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.8.0-45-generic] (local build)
Copyright (C) 2002-23, Bruce Allen, Christian Franke, www.smartmontools.org

=== START OF INFORMATION SECTION ===
Model Number:                       KINGSTON SNV2S1000G
Serial Number:                      50026B7
Firmware Version:                   SBK00104
Total NVM Capacity:                 1.000.204.886.016 [1,00 TB]
Optional Admin Commands (0x0017):   Security Format Frmw_DL Self_Test
NVMe Version:                       1.4
Local Time is:                      Mon Mar  4 10:00:00 2024 +03

=== START OF SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

SMART/Health Information (NVMe Log 0x02, NSID 0xffffffff)
Critical Warning:                   0x00
Temperature:                        29 Celsius
Available Spare:                    100%
Available Spare Threshold:          10%
Percentage Used:                    7%
Data Units Read:                    70.096.007 [35,8 TB]
Data Units Written:                 42\u2019046\u2019922 [21,5 TB]
Host Read Commands:                 985\u202f369\u202f858
Power Cycles:                       3,442
Power On Hours:                     9,270
Media and Data Integrity Errors:    0
Error Information Log Entries:      2,276

Error Information (NVMe Log 0x01, 16 of 16 entries)
Num   ErrCount  SQId   CmdId  Status  PELoc          LBA  NSID    VS  Message
  0       2276     0  0x6008  0x4005  0x028            0     0     -  Invalid Field in Command
  1       2275     1  0x0008  0x4502      -      5000000     1     -  Unrecovered Read Error

Self-test Log (NVMe Log 0x06, NSID 0xffffffff)
Self-test status: Extended self-test in progress (28% completed)
Num  Test_Description  Status                       Power_on_Hours  Failing_LBA  NSID Seg SCT Code
 0   Short             Completed without error                9200            -     -   -   -    -
 1   Extended          Completed: failed segments             9100         4711     1   3   -    -
 2   Extended          Aborted: Controller Reset              9000            -     -   -   -    -
"""

OLD_SCSI = """\
smartctl version 5.38 [i686-redhat-linux-gnu] Copyright (C) 2002-8 Bruce Allen

Device: SEAGATE  ST3300655SS      Version: 0004
Serial number: 3LM0ABCD
Device type: disk
Transport protocol: SAS
Local Time is: Tue Jun  2 09:00:00 2009 UTC
Device supports SMART and is Enabled
Temperature Warning Disabled or Not Supported
SMART Health Status: FAILURE PREDICTION THRESHOLD EXCEEDED [asc=5d, ascq=0]

Current Drive Temperature:     38 C
Drive Trip Temperature:        68 C
Elements in grown defect list: 12
Vendor (Seagate/Hitachi) factory information
  number of hours powered up = 12345.67
  number of minutes until next internal SMART test = 24

Error counter log:
           Errors Corrected by           Total   Correction     Gigabytes    Total
               ECC          rereads/    errors   algorithm      processed    uncorrected
           fast | delayed   rewrites  corrected  invocations   [10^9 bytes]  errors
read:    1234567        5         0   1234572    1234572      54321.123           4
write:         0        0         0         0          0       1234.500           0
"""

STICK = """\
smartctl 7.4 2023-08-01 r5530 [x86_64-linux-6.8.0-45-generic] (local build)
Copyright (C) 2002-23, Bruce Allen, Christian Franke, www.smartmontools.org

/dev/sdc: Unknown USB bridge [0x46f4:0x0001 (0x000)]
Please specify device type with the -d option.

Use smartctl -h to get a usage summary
"""


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
    assert str(health.missing) == (
        "smartctl does not know this USB adapter, and so cannot ask the drive."
    )


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
    failing = verdict.axis("failing")
    assert failing is not None
    assert [one.code for one in failing.details] == [Code.NONE_AT_THRESHOLD]
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
    failing = verdict.axis("failing")
    assert failing is not None
    assert Code.SAYS_SO not in {one.code for one in failing.details}
    alone = parse(of_attributes(OLD_STATISTICS, "FAILED!"))
    assert (alone.passed, alone.prefail_reached, judged(alone).word) == (None, True, "failing")
