# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two checks compared: what became worse, what is not known, and what is not compared at all."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.checks_between import AFTER, BEFORE, DRIVE, health
from tests.builders.report_of_comparison import comparison
from tests.fakes.verdicts import made_axis, made_verdict

from driveproof.domain.check.between import ComparedFact, RatingTurn, compare_checks
from driveproof.domain.check.between_answer import check_comparison_answer
from driveproof.domain.check.check import Check, Topic
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.margin import margin
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.domain.trim.path import PASS, DiscardPath
from driveproof.wording.table import Style, text_columns


def rows(one: Check, other: Check, table: str) -> list[tuple[str, ...]]:
    """A table of the answer as people see it, a row for each."""
    found = check_comparison_answer(compare_checks(one, other)).table(table)
    columns = text_columns(found, Style.TERMINAL)
    return list(zip(*(column.cells for column in columns), strict=True))


def test_each_topic_goes_its_way() -> None:
    found = compare_checks(BEFORE, AFTER)
    topics = {one.topic: (one.before, one.after, one.turn) for one in found.topics}
    assert topics == {
        Topic.HEALTH: (FINE, BAD, RatingTurn.WORSE),
        Topic.FIRMWARE: (None, FINE, RatingTurn.UNKNOWN),
        Topic.LINK: (ODD, FINE, RatingTurn.BETTER),
        Topic.TRIM: (BAD, BAD, RatingTurn.SAME),
        Topic.SPEED: (UNKNOWN, FINE, RatingTurn.UNKNOWN),
    }


def test_ratings_and_grades_say_in_the_same_words_how_they_went() -> None:
    grades = {
        ("good", "good"): "same",
        ("good", "caution"): "worse",
        ("failing", "worn"): "better",
        ("unknown", "good"): "unknown",
    }
    for (one, other), turn in grades.items():
        before, after = (
            replace(check, verdict=made_verdict(word, "", (), (made_axis("wear", word, "x"),)))
            for check, word in ((BEFORE, one), (AFTER, other))
        )
        (row,) = rows(before, after, "axes")
        assert row[-1] == turn
    assert all(row[-1] for key in ("ratings", "axes") for row in rows(BEFORE, AFTER, key))
    (row,) = rows(replace(BEFORE, verdict=None), AFTER, "axes")
    assert row[1] == "–"  # the column stays


def test_axes_firmware_and_link_are_named_with_both_values() -> None:
    found = compare_checks(BEFORE, AFTER)
    (wear,) = found.axes
    assert (wear.axis, wear.before, wear.after) == ("wear", "good", "worn")
    assert {one.fact: (one.before, one.after) for one in found.facts} == {
        ComparedFact.FIRMWARE: ("1", "2"),
        ComparedFact.LINK: ("3 Gb/s", "6 Gb/s"),
    }
    assert rows(BEFORE, AFTER, "differs") == [
        ("Firmware", "1", "2"),
        ("Link", "3 Gb/s", "6 Gb/s"),
    ]


def test_the_answer_to_a_margin_is_said() -> None:
    measured = comparison(0.5)
    asked = margin(measured, 0.2)
    both = check_comparison_answer(compare_checks(BEFORE, AFTER, measured), margin=asked)
    alone = comparison_answer(measured, margin=asked)
    assert both.sentences[-len(alone.sentences) :] == alone.sentences
    assert both.bad


def test_trim_is_compared_by_its_verdict() -> None:
    path = DiscardPath(target="/", mount=None, layers=())
    before, after = replace(BEFORE, chain=path), replace(AFTER, chain=None)
    found = compare_checks(before, after)
    facts = {one.fact: (one.before, one.after) for one in found.facts}
    assert facts[ComparedFact.TRIM] == (path.verdict, None)
    assert path.verdict != PASS
    assert any(row[0] == "TRIM" and row[2] == "unknown" for row in rows(before, after, "differs"))


def test_counters_that_changed_have_their_difference() -> None:
    found = compare_checks(BEFORE, AFTER)
    assert found.counted
    counters = [row[1:] for row in rows(BEFORE, AFTER, "counters")]
    assert len(counters) == 2 and ("0", "8", "+8") in counters
    # the narrow space of the number is not escaped
    many = replace(AFTER, health=health(reallocated=3980, power_on=7200.0))
    counters = [row[1:] for row in rows(BEFORE, many, "counters")]
    assert ("0", "3\u202f980", "+3\u202f980") in counters
    same = compare_checks(BEFORE, replace(BEFORE, taken=AFTER.taken))
    assert same.counted and same.counters == () and same.notes


def test_counters_of_other_drives_and_sources_are_not_compared() -> None:
    other = replace(DRIVE, serial="S2", wwn="w2")
    drive = replace(AFTER, device=other, health=health(serial="S2", reallocated=8))
    found = compare_checks(BEFORE, drive)
    assert (found.same_drive, found.counted, found.counters) == (False, False, ())
    source = replace(AFTER, health=health(source="UDisks2", reallocated=8))
    assert not compare_checks(BEFORE, source).counted
    assert compare_checks(BEFORE, source).same_drive is True
    assert not compare_checks(BEFORE, replace(AFTER, health=None)).counted
    unknown = replace(AFTER, device=replace(DRIVE, serial="", wwn=""))
    assert compare_checks(BEFORE, unknown).same_drive is None
    assert compare_checks(BEFORE, replace(AFTER, device=None)).same_drive is None
