# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of the page of all drives."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.fakes.verdicts import made_verdict

from driveproof.domain.dashboard import DriveLine, Speed
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.health.verdict import FAILING, GOOD, UNKNOWN, WATCH, WORN, Grade
from driveproof.domain.notes import Note
from driveproof.domain.trim.path import BLOCK, PASS, PathVerdict
from driveproof.domain.trim.path import UNKNOWN as NOT_KNOWN
from driveproof.wording.dashboard import (
    headline,
    line_text,
    reason,
    speeds_text,
    summary,
    trim_text,
)


def line(grade: Grade, name: str = "A", **fields: object) -> DriveLine:
    device = BlockDevice(path="/dev/sda", name="sda", kind="ata", model=name, size=1)
    return DriveLine(device=device, grade=grade, **{"trim": NOT_KNOWN, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("grades", "title", "detail"),
    [
        ([], "No drives", ""),
        ([FAILING], "The drive is failing.", "A"),
        ([WORN], "The drive is worn.", "A"),
        ([WATCH], "The drive needs to be watched.", "A"),
        ([GOOD], "1 drive is good.", ""),
        ([UNKNOWN], "The health of the drive is not known.", ""),
        ([GOOD, GOOD], "All 2 drives are good.", ""),
        ([UNKNOWN, UNKNOWN], "The health of the drives is not known.", ""),
        ([GOOD, UNKNOWN], "1 drive is good, others are unknown.", "B"),
        ([FAILING, GOOD, WORN], "1 of 3 drives is failing.", "A. The others can wait."),
        ([FAILING, FAILING], "2 of 2 drives are failing.", "A, B"),
        ([GOOD, WORN, WATCH], "1 of 3 drives is worn.", "B"),
        ([WATCH] * 5, "5 of 5 drives need to be watched.", "A, B, C and 2 more"),
    ],
)
def test_the_answer_for_all(grades: list[Grade], title: str, detail: str) -> None:
    lines = [line(grade, "ABCDE"[place]) for place, grade in enumerate(grades)]
    assert headline(lines) == (title, detail)


@pytest.mark.parametrize(
    ("grades", "text"),
    [
        ([GOOD], "1 drive"),
        ([GOOD, UNKNOWN], "2 drives"),
        ([GOOD, FAILING, WORN], "3 drives · 1 needs you now"),
        ([FAILING, FAILING], "2 drives · 2 need you now"),
        ([WATCH, WORN, GOOD], "3 drives · 2 to watch"),
    ],
)
def test_the_same_in_a_few_words(grades: list[Grade], text: str) -> None:
    assert summary(grades) == text


def test_why_a_drive_has_its_grade() -> None:
    assert reason(line(GOOD)) == ""
    worn = line(WORN, verdict=made_verdict(WORN, "Its rated life is used."))
    assert reason(worn) == "Its rated life is used."
    assert line_text(worn) == "A, Worn: Its rated life is used."
    assert line_text(line(GOOD, "\x1b[2J")) == "\\x1b[2J, Good"
    silent = line(UNKNOWN, verdict=made_verdict(UNKNOWN, "Nothing."), missing=Note("It is hidden."))
    assert reason(silent) == "It is hidden."


@pytest.mark.parametrize(
    ("verdict", "partly", "media", "rotational", "text"),
    [
        (PASS, False, "ssd", False, "reaches the flash"),
        (PASS, False, "", None, "gets through"),
        (BLOCK, True, "ssd", False, "gets through in part"),
        (BLOCK, False, "ssd", False, "does not get through"),
        (BLOCK, False, "hdd", True, "none"),
        (NOT_KNOWN, False, "ssd", False, "–"),
    ],
)
def test_trim(
    verdict: PathVerdict, partly: bool, media: str, rotational: bool | None, text: str
) -> None:
    device = BlockDevice(path="/dev/sda", name="sda", media=media, rotational=rotational)
    assert trim_text(DriveLine(device=device, trim=verdict, trim_partly=partly)) == text


def test_speeds_are_said_newest_first() -> None:
    assert speeds_text(line(GOOD)) == ""
    days = [datetime(2026, 11, day, 12, tzinfo=UTC) for day in (1, 2)]
    speed = Speed("SEQ1M Q8T1 read", "r", ((days[0], 2e8), (days[1], 1e8)))
    text = speeds_text(line(GOOD, speed=speed))
    assert text.startswith("SEQ1M Q8T1 read. 2 Nov 2026")
    assert text.index("100") < text.index("; 1 Nov 2026") < text.index("200")
