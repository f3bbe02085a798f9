# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences about error logs, single errors, and what could not be read."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from driveproof.domain.health.judge import judge
from driveproof.domain.health.report import NVME, ErrorEntry, Health
from driveproof.domain.health.verdict import Code, Count
from driveproof.domain.statement import Statement
from driveproof.system.smart.smartctl import parse_report
from driveproof.wording.health.verdict import (
    axis_detail,
    axis_value,
    clause,
    verdict_sentence,
    verdict_sentences,
)

DRIVE = Health(
    taken=datetime(2026, 11, 21, 12, tzinfo=UTC), source="smartctl 7.4", kind=NVME,
    rotational=False, passed=True, temperature=35, power_on=9000 * 3600.0, power_cycles=400,
    media_errors=0, used=0.02, error_log_entries=1013,
)  # fmt: skip


@pytest.mark.parametrize(
    ("codes", "value", "detail"),
    [
        ([0x182] * 4, "Refused writes in its log",
         "4 writes in its error log were refused because their range is read-only: the drive may"
         " take no more data. 1\u202f013 entries in the error log"),
        ([0x182], "Refused writes in its log",
         "1 write in its error log was refused because its range is read-only: the drive may take"
         " no more data. 1\u202f013 entries in the error log"),
        ([0x006] * 2, "Internal errors in its log",
         "2 internal errors of its firmware in its error log. 1\u202f013 entries in the error log"),
        ([0x002] * 3, "No errors of the medium",
         "0 media errors. 1\u202f013 entries in the error log: requests that this drive does not"
         " know, and no fault of it"),
    ],
)  # fmt: skip
def test_the_error_log_of_an_nvme_drive(codes: list[int], value: str, detail: str) -> None:
    errors = tuple(ErrorEntry(number=9, code=code) for code in codes)
    verdict = judge(replace(DRIVE, errors=errors), saved=True)
    axis = verdict.axis("media")
    assert axis is not None
    assert axis_value(axis) == value
    assert axis_detail(axis).endswith(detail)


def test_refused_writes_in_the_verdict() -> None:
    drive = replace(DRIVE, errors=(ErrorEntry(number=9, code=0x182),))
    verdict = judge(drive, saved=True)
    said = verdict_sentence(verdict)
    assert said == "2\u202f% of its rated life used, refused writes in its log."
    accepted = judge(drive, acknowledged={"error_log_entries": 1013}, saved=True).axis("media")
    assert accepted is not None
    assert axis_value(accepted) == "Refused writes in its log (accepted)"


def test_single_and_repeated_errors_of_the_link() -> None:
    count = Count("crc_errors", 1)
    assert clause(Statement(Code.CRC_ONCE, count=count)) == (
        "1 CRC error in its life: the data were sent again, and none were lost; only growth matters"
    )
    assert clause(Statement(Code.TRANSFER_ERRORS, number=3, accepted=False)) == (
        "3 transfer errors between drive and computer in its error log"
    )


def test_what_could_not_be_read() -> None:
    words = (
        "SMART overall-health self-assessment test result: PASSED\n"
        "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED\n"
        "  5 Reallocated_Sector_Ct   0x0033\n"
        "  9 Power_On_Hours          0x0032   080   080   000    Old_age   Always   -   17\n"
    )
    verdict = judge(parse_report(words.encode(), "x"), saved=True)
    assert verdict_sentence(verdict) == "The health of this drive could not be determined."
    assert "Rows of the table of attributes that could not be read: 1." in (
        verdict_sentences(verdict)
    )
    none = judge(parse_report(words[: words.index("  5 ")].encode(), "x"), saved=True)
    assert verdict_sentences(none)[0] == (
        "The report announces the table of attributes, but no row of it could be read."
    )
