# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of the page of all drives."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.fakes.verdicts import made_verdict

from driveproof.domain.dashboard import DriveLine, Speed, all_checked, brief, last_checked
from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive_news import DriveNews, news_of
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN, WORN, Grade
from driveproof.domain.notes import Note
from driveproof.domain.rating import BAD, FINE, ODD, Rating
from driveproof.domain.trim.job import KeptTrim, TrimStatus
from driveproof.domain.trim.path import BLOCK, PASS, PathVerdict
from driveproof.domain.trim.path import UNKNOWN as NOT_KNOWN
from driveproof.wording.dashboard import (
    checked_text,
    headline,
    line_text,
    reason,
    speeds_text,
)
from driveproof.wording.say import say_texts, value_text
from driveproof.wording.table import cell_text


def line(grade: Grade, name: str = "A", **fields: object) -> DriveLine:
    device = BlockDevice(path="/dev/sda", name="sda", kind="ata", model=name, size=1)
    return DriveLine(device=device, grade=grade, **{"trim": NOT_KNOWN, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("grades", "title", "detail"),
    [
        ([], "No drives", ""),
        ([FAILING], "1 drive is failing.", "A"),
        ([WORN], "1 drive is worn.", "A"),
        ([CAUTION], "1 drive needs caution.", "A"),
        ([GOOD], "No problems reported.", ""),
        ([UNKNOWN], "Health unknown.", ""),
        ([GOOD, GOOD], "No problems reported.", ""),
        ([UNKNOWN, UNKNOWN], "Health unknown.", ""),
        ([GOOD, UNKNOWN], "1 drive is unknown.", "B"),
        ([FAILING, GOOD, WORN], "1 drive is failing. 1 drive is worn.", "A"),
        (
            [FAILING, WORN, WORN, CAUTION],
            "1 drive is failing. 2 drives are worn. 1 drive needs caution.",
            "A",
        ),
        ([FAILING, FAILING], "2 drives are failing.", "A, B"),
        ([GOOD, WORN, CAUTION], "1 drive is worn. 1 drive needs caution.", "B"),
        ([CAUTION] * 5, "5 drives need caution.", "A, B, C and 2 more"),
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
        ([GOOD, FAILING, WORN], "3 drives · Failing: 1"),
        ([FAILING, FAILING], "2 drives · Failing: 2"),
        ([CAUTION, WORN, GOOD], "3 drives · Caution: 2"),
    ],
)
def test_the_same_in_a_few_words(grades: list[Grade], text: str) -> None:
    assert value_text(brief(grades)) == text


@pytest.mark.parametrize(
    ("ratings", "text"),
    [
        ([FINE], "1 drive checked · No problems found."),
        ([FINE, ODD, BAD], "3 drives checked · Attention: 2"),
    ],
)
def test_how_a_check_of_all_ended(ratings: list[Rating], text: str) -> None:
    assert value_text(all_checked(ratings)) == text


@pytest.mark.parametrize(
    ("rating", "text"),
    [
        (FINE, "Last checked today: No problems found."),
        (ODD, "Last checked today: Attention"),
        (BAD, "Last checked today: Bad"),
        (None, "Last checked today"),
    ],
)
def test_when_it_was_checked_last(rating: Rating | None, text: str) -> None:
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert value_text(last_checked(now, rating, now)) == text


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
        (PASS, False, "ssd", False, "Not blocked"),
        (PASS, False, "", None, "Not blocked"),
        (BLOCK, True, "ssd", False, "Partly blocked"),
        (BLOCK, False, "ssd", False, "Blocked"),
        (BLOCK, False, "hdd", True, "Not supported"),
        (NOT_KNOWN, False, "ssd", False, "–"),
    ],
)
def test_trim(
    verdict: PathVerdict, partly: bool, media: str, rotational: bool | None, text: str
) -> None:
    device = BlockDevice(path="/dev/sda", name="sda", media=media, rotational=rotational)
    line = DriveLine(device=device, trim=verdict, trim_partly=partly)
    assert (cell_text(line.trim_title) or "–") == text


def test_speeds_are_said_newest_first() -> None:
    assert speeds_text(line(GOOD)) == ""
    days = [datetime(2026, 11, day, 12, tzinfo=UTC) for day in (1, 2)]
    values = ((days[0], 2e8), (days[1], 1e8))
    speed = Speed("SEQ1M Q8T1 read", "r", values, "quick", "Sequential 1 MiB, Q8")
    text = speeds_text(line(GOOD, speed=speed))
    assert text.startswith("Sequential 1 MiB, Q8 read\n2 Nov 2026")
    assert text.index("100") < text.index("\n1 Nov 2026") < text.index("200")


def test_what_happened() -> None:
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    trim = KeptTrim(
        started=now - timedelta(days=2),
        place="/home",
        filesystem="ext4",
        status=TrimStatus.FINISHED,
        discarded=61 * 10**9,
        seconds=2.0,
    )
    assert plain(DriveNews(device="sda", trim=trim), now) == (
        "A: TRIM of /home 2 days ago, 61 GB discarded"
    )
    before = Health(taken=now, source="made", firmware="1", uncorrectable=12)
    firmware, grown = news_of("sda", before, replace(before, firmware="2", uncorrectable=388))
    assert plain(firmware, now) == "A: firmware 1 → 2, not measured since"
    assert plain(replace(firmware, measured=True), now) == "A: firmware 1 → 2"
    assert plain(grown, now) == "A: Uncorrectable sectors 388 (+376)"


def plain(news: DriveNews, now: datetime) -> str:
    return say_texts(news.sentences("A", now)).replace("\u202f", " ")


@pytest.mark.parametrize(
    ("rating", "text"),
    [(None, "today"), (FINE, "today"), (ODD, "today, attention"), (BAD, "today, attention")],
)
def test_when_it_was_checked(rating: Rating | None, text: str) -> None:
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert checked_text(line(GOOD, checked=now, rating=rating), now) == text
    assert checked_text(line(GOOD, remembered=True), now) == "never"
    assert checked_text(line(GOOD), now) == "–"


MIRROR = BlockDevice(path="/dev/md0", name="md0", kind="md", raid_level="raid1",
                     array=ArrayState(kind="md", wanted=2, active=1))  # fmt: skip


def test_a_degraded_array_is_named_before_what_is_to_be_watched() -> None:
    two = [line(GOOD, name, arrays=(MIRROR,)) for name in "AB"]
    assert headline(two) == ("1 array is degraded.", "RAID 1 md0")
    assert headline([*two, line(WORN, "C")]) == ("1 array is degraded.", "RAID 1 md0")
    assert headline([*two, line(FAILING, "C")])[0] == "1 drive is failing."
    broken = ArrayState(kind="md", wanted=2, broken=True)
    failed = replace(MIRROR, path="/dev/md1", name="md1", array=broken)
    both = [*two, line(GOOD, "C", arrays=(failed,))]
    assert headline(both) == ("1 array has failed.", "RAID 1 md1")
    checked = replace(MIRROR, array=ArrayState(kind="md", wanted=2, active=2, mismatches=512))
    assert headline([line(GOOD, arrays=(checked,))]) == ("No problems reported.", "")
    said = "RAID 1 md0: The array is degraded. 1 of 2 members work."
    assert reason(two[0]) == said
    judged = line(GOOD, verdict=made_verdict(GOOD, "Fine."), arrays=(MIRROR,))
    assert reason(judged) == f"{reason(replace(judged, arrays=()))} {said}"


def test_what_became_of_an_array() -> None:
    whole = ArrayState(kind="md", wanted=2, active=2)
    degraded = replace(whole, active=1, action=ArrayAction.RECOVER, progress=0.25)

    def said(before: ArrayState, now: ArrayState) -> str:
        news = DriveNews(device="md0", array_before=before, array_now=now)
        return say_texts(news.sentences("RAID 1 backup", datetime.now(UTC))).replace("\u202f", " ")

    assert said(whole, degraded) == ("RAID 1 backup: OK → Degraded (1 of 2), Recovery 25 %")
    assert said(degraded, whole).endswith("→ OK")
    assert "Members differ in" in said(whole, replace(whole, mismatches=4096))
