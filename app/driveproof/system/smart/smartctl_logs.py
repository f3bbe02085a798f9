# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-test and error logs in smartctl's report, newest entry first."""

from __future__ import annotations

from typing import Any

from driveproof.domain.health.nvme_status import code_of, status_name
from driveproof.domain.health.report import (
    ABORTED,
    NOT_SAID,
    PASSED,
    RUNNING,
    TEST_FAILED,
    ErrorEntry,
    SelfTestEntry,
    SelfTests,
)
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.say import Say
from driveproof.system.smart.json_tree import Tree
from driveproof.system.smart.validation import ValueReader, text

_HOUR, _MINUTE = 3600.0, 60.0
_LAST_SECTOR = 2**64 - 2  # all bits set mean "none"

# ATA/ATAPI Command Set, self-test execution status: the upper half of the byte.
_ATA_STATUS = {0: PASSED, 1: ABORTED, 2: ABORTED, 15: RUNNING}
# NVM Express Base Specification 2.0, self-test result: 0 passed, 5 to 7 failed, others aborted.
_NVME_RESULT = {0: PASSED, 5: TEST_FAILED, 6: TEST_FAILED, 7: TEST_FAILED}
# SCSI Primary Commands, self-test results log: 1 and 2 aborted, 15 running.
_SCSI_RESULT = {0: PASSED, 1: ABORTED, 2: ABORTED, 15: RUNNING}
_NVME_UNUSED = 15


def ata_self_tests(tree: Tree, reading: ValueReader) -> SelfTests:
    """The drive's available, running and completed self-tests."""
    data = tree["ata_smart_data"]
    test = data["self_test"]
    can = data["capabilities"]
    kinds = []
    if can["self_tests_supported"].value is True:
        kinds = [SelfTestKind.SHORT, SelfTestKind.EXTENDED]
        if can["conveyance_self_test_supported"].value is True:
            kinds.append(SelfTestKind.CONVEYANCE)
    status = reading.whole(test["status"]["value"].value, Say("Self-test"), 0, 255)
    running = status is not None and status >> 4 == 15
    left = reading.share(test["status"]["remaining_percent"].value, Say("Self-test"))
    log = tree["ata_smart_self_test_log"]
    table = log["extended"]["table"] if log["extended"]["table"] else log["standard"]["table"]
    return SelfTests(
        kinds=tuple(kinds),
        running=running,
        remaining=left if running else None,
        seconds=_polling(test["polling_minutes"], reading),
        entries=tuple(_ata_entry(row, reading) for row in table.rows()),
    )


def _ata_entry(row: Tree, reading: ValueReader) -> SelfTestEntry:
    value = reading.whole(row.at("status.value"), Say("Self-test"), 0, 255)
    passed = row.at("status.passed")
    if value is not None:
        word = _ATA_STATUS.get(value >> 4, TEST_FAILED if value >> 4 <= 8 else NOT_SAID)
    elif isinstance(passed, bool):
        word = PASSED if passed else NOT_SAID
    else:
        word = NOT_SAID
    return SelfTestEntry(
        kind=_kind(text(row.at("type.string"))),
        status=word,
        text=text(row.at("status.string")),
        at=_age(row.at("lifetime_hours"), reading),
        lba=_sector(row.at("lba"), reading),
    )


def nvme_self_tests(tree: Tree, reading: ValueReader) -> SelfTests | None:
    """The same for NVMe; None where smartctl (before 7.4) or the drive has no log of them."""
    can = tree.at("nvme_optional_admin_commands.self_test")
    log = tree["nvme_self_test_log"]
    if not log and not isinstance(can, bool):
        return None
    now = reading.whole(log["current_self_test_operation"]["value"].value, Say("Self-test"), 0, 255)
    done = reading.share(log["current_self_test_completion_percent"].value, Say("Self-test"))
    running = bool(now)
    return SelfTests(
        kinds=() if can is False else (SelfTestKind.SHORT, SelfTestKind.EXTENDED),
        running=running,
        kind={1: SelfTestKind.SHORT, 2: SelfTestKind.EXTENDED}.get(now or 0, ""),
        remaining=1 - done if running and done is not None else None,
        entries=tuple(
            entry for row in log["table"].rows() if (entry := _nvme_entry(row, reading)) is not None
        ),
    )


def _nvme_entry(row: Tree, reading: ValueReader) -> SelfTestEntry | None:
    value = reading.whole(row.at("self_test_result.value"), Say("Self-test"), 0, 255)
    if value == _NVME_UNUSED:
        return None
    word = NOT_SAID if value is None else _NVME_RESULT.get(value & 15, ABORTED)
    return SelfTestEntry(
        kind=_kind(text(row.at("self_test_code.string"))),
        status=word,
        text=text(row.at("self_test_result.string")),
        at=_age(row.at("power_on_hours"), reading),
        lba=_sector(
            row.at("lba.value") if isinstance(row.at("lba"), dict) else row.at("lba"), reading
        ),
    )


def scsi_self_tests(tree: Tree, reading: ValueReader) -> SelfTests | None:
    """The same for SCSI: members scsi_self_test_0, _1 ... of the report, newest first."""
    told = sorted(tree.named("scsi_self_test_"), key=lambda member: (len(member[0]), member[0]))
    entries = tuple(_scsi_entry(row, reading) for _, row in told if isinstance(row.value, dict))
    if not entries:
        return None
    return SelfTests(
        kinds=(SelfTestKind.SHORT, SelfTestKind.EXTENDED),
        running=entries[0].status == RUNNING,
        entries=entries,
    )


def _scsi_entry(row: Tree, reading: ValueReader) -> SelfTestEntry:
    value = reading.whole(row.at("result.value"), Say("Self-test"), 0, 255)
    word = (
        NOT_SAID
        if value is None
        else _SCSI_RESULT.get(value, TEST_FAILED if value <= 7 else NOT_SAID)
    )
    return SelfTestEntry(
        kind=_kind(text(row.at("code.string"))),
        status=word,
        text=text(row.at("result.string")),
        at=_age(row.at("power_on_time.hours"), reading),
        lba=_sector(row.at("lba_first_failure.value"), reading),
    )


def ata_errors(tree: Tree, reading: ValueReader) -> tuple[tuple[ErrorEntry, ...], int | None]:
    """The log entries that are still available, and how many errors there were in total."""
    log = tree["ata_smart_error_log"]
    told = log["extended"] if log["extended"] else log["summary"]
    entries = tuple(
        ErrorEntry(
            number=reading.whole(row.at("error_number"), Say("Error log")),
            text=text(row.at("error_description")),
            at=_age(row.at("lifetime_hours"), reading),
            lba=_ata_sector(row["completion_registers"], reading),
        )
        for row in told["table"].rows()
        if row["lifetime_hours"] or row["error_description"]  # otherwise "log entry is empty"
    )
    return entries, reading.whole(told["count"].value, Say("Error log"))


def _ata_sector(registers: Tree, reading: ValueReader) -> int | None:
    """The sector in the registers of an error, of 28 or 48 bits.

    A 28-bit command has its upper four bits in the device register (ATA-3 to ATA8-ACS, device
    register, bits 3 to 0), not in what smartctl's JSON calls the lba: always in the summary log,
    and in the extended one where the number has at most 24 bits.
    """
    lba = _sector(registers["lba"].value, reading)
    device = reading.whole(registers["device"].value, Say("Error log"), 0, 255)
    if lba is None or device is None or lba >= 1 << 24:
        return lba
    return lba | (device & 15) << 24


def nvme_errors(tree: Tree, reading: ValueReader) -> tuple[ErrorEntry, ...]:
    """The log entries that are still available; entries without a number are empty."""
    rows = tree["nvme_error_information_log"]["table"].rows()
    entries = (_nvme_error(row, reading) for row in rows)
    return tuple(entry for entry in entries if entry.number)


def _nvme_error(row: Tree, reading: ValueReader) -> ErrorEntry:
    code = _nvme_code(row["status_field"], reading)
    said = text(row.at("status_field.string"))
    return ErrorEntry(
        number=reading.whole(row.at("error_count"), Say("Error log"), 0, 2**63),
        text=said or ("" if code is None else status_name(code)),
        lba=_sector(row.at("lba.value"), reading),
        code=code,
    )


def _nvme_code(status: Tree, reading: ValueReader) -> int | None:
    """Type and code of a status: 7.4 and later have both, earlier ones and the text one number."""
    what = Say("Error log")
    kind = reading.whole(status["status_code_type"].value, what, 0, 7)
    code = reading.whole(status["status_code"].value, what, 0, 255)
    if kind is not None and code is not None:
        return kind << 8 | code
    whole = reading.whole(status["value"].value, what, 0, 65535)
    return None if whole is None else code_of(whole)


_TAKES = Say("Self-test")


def _polling(told: Tree, reading: ValueReader) -> tuple[tuple[str, float], ...]:
    found = []
    for kind in SelfTestKind:
        minutes = reading.number(told[kind].value, _TAKES, 0, 65535)
        if minutes:
            found.append((kind, minutes * _MINUTE))
    return tuple(found)


def _kind(words: str) -> str:
    lowered = words.casefold()
    for kind in SelfTestKind:
        if kind in lowered or (kind is SelfTestKind.EXTENDED and "long" in lowered):
            return kind
    return words


def _age(hours: Any, reading: ValueReader) -> float | None:
    return reading.seconds(hours, Say("Power-on time"), _HOUR)


def _sector(told: Any, reading: ValueReader) -> int | None:
    if isinstance(told, int) and told > _LAST_SECTOR:
        return None
    return reading.whole(told, Say("Error log"), 0, _LAST_SECTOR)
