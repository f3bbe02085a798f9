# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a reading of a drive's health found: the rating, what to do, each axis, and every value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import structs

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Block, Cell, Column, Findings, Table, Text
from driveproof.domain.finding import Finding
from driveproof.domain.health.error_cause import cause_of, cause_word
from driveproof.domain.health.facts import adapter_facts, health_facts
from driveproof.domain.health.glossary import Meaning, attribute_meaning, explained, figure_meaning
from driveproof.domain.health.kept_tests import KeptTest, ended_tests
from driveproof.domain.health.marks import Marks, marks
from driveproof.domain.health.report import PAST, Attribute, Health, SelfTests
from driveproof.domain.health.rules import attribute_word, axis_rules
from driveproof.domain.health.self_test_kind import test_title
from driveproof.domain.health.trends import UNTRACED, HealthTrend, Trends
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GRADE_TITLES,
    GRADE_WORDS,
    UNKNOWN,
    WORN,
    Grade,
    HealthVerdict,
    is_failing,
)
from driveproof.domain.quantity import Day, LifeShare, OneOf, RunTime, Seconds
from driveproof.domain.say import Coded, Say

_BY_THRESHOLD: Mapping[Grade, Coded] = {
    UNKNOWN: Coded(UNKNOWN, Say("Not rated")),
    FAILING: Coded(FAILING, GRADE_TITLES[FAILING]),
    WORN: Coded(WORN, GRADE_TITLES[WORN]),
    CAUTION: Coded(CAUTION, Say("At its threshold")),
}
"""What the threshold of an attribute says that is no reason of the rating."""
_PAST = Coded(PAST, Say("Failed in the past"))
_KINDS = {True: Coded("prefail", Say("Pre-fail")), False: Coded("old-age", Say("Old age"))}
ATTRIBUTE_COLUMNS = (
    Column("id", Say("ID")),
    Column("title", Say("Attribute")),
    Column("verdict", Say("Verdict")),
    Column("trend", Say("Trend"), extra=3),
    Column("value", Say("Value"), extra=1),
    Column("worst", Say("Worst"), extra=2),
    Column("threshold", Say("Threshold"), extra=1),
    Column("raw", Say("Raw")),
    Column("kind", Say("Kind"), extra=4),
    Column("name", Say("Name"), extra=5),
    Column("raw_hex", Say("Raw (hex)"), extra=6),
    Column("flags", Say("Flags"), extra=7),
    Column("unit", "", hidden=True),
    Column("since", "", hidden=True),
    Column("explanation", "", hidden=True),
)

VALUE_COLUMNS = (
    Column("title", Say("Log")),
    Column("verdict", Say("Verdict")),
    Column("trend", Say("Trend"), extra=1),
    Column("value", Say("Value")),
    Column("key", "", hidden=True),
    Column("unit", "", hidden=True),
    Column("since", "", hidden=True),
    Column("explanation", "", hidden=True),
)

SELF_TEST_COLUMNS = (
    Column("kind", Say("Self-test")),
    Column("result", Say("Result")),
    Column("ended", Say("Ended"), extra=2),
    Column("age", Say("Age"), extra=1),
    Column("sector", Say("First bad sector"), extra=1),
)

ERROR_COLUMNS = (
    Column("number", Say("Number")),
    Column("text", Say("Error")),
    Column("cause", Say("Cause")),
    Column("age", Say("Age")),
    Column("sector", Say("Sector")),
)


@dataclass(frozen=True, slots=True)
class RatedHealth:
    """A reading with its rating, and what else is known of its drive: how it is connected now, ""
    where that is unknown, how its values moved, and its kept self-tests, newest first.
    """

    health: Health
    verdict: HealthVerdict
    link: str = ""
    trends: Trends = UNTRACED
    self_tests: tuple[KeptTest, ...] = ()


def health_answer(rated: RatedHealth) -> Answer:
    """What was found; bad for a drive that fails."""
    health, verdict, trends = rated.health, rated.verdict, rated.trends
    marked = marks(health, verdict)
    blocks: list[Block] = [Findings("reasons", Say("Why"), _reasons(verdict), GRADE_WORDS)]
    if health.known:
        blocks.append(health_facts(health, rated.link, trends.amplification))
    if health.adapter is not None:
        blocks.append(adapter_facts(health.adapter))
    blocks.append(axes(verdict, health.source))
    for table, notes in (
        (attributes_table(health, marked, trends), _of_attributes(health, marked)),
        (figures_table(health, marked, trends), _of_figures(health, marked)),
    ):
        if table.rows:
            blocks += (table, *notes)
    blocks += _self_tests(health.self_tests, rated.self_tests)
    if health.errors:
        blocks.append(_errors(health))
    blocks.append(rules_table(verdict))
    return Answer(_sentences(verdict), tuple(blocks), bad=is_failing(verdict))


def _sentences(verdict: HealthVerdict) -> tuple[Say, ...]:
    """The grade, and what to do, or else the verdict. What is unknown has no grade."""
    if verdict.word == UNKNOWN:
        return _stopped(verdict.summary)
    said = tuple(one.say for one in verdict.advice) or _stopped(verdict.summary)
    return (Say("{grade}.", grade=GRADE_TITLES[verdict.word]), *said)


def _stopped(findings: Sequence[Finding]) -> tuple[Say, ...]:
    """Each sentence; a label gets a stop."""
    said = (one for finding in findings for one in finding.say)
    return tuple(one if str(one).endswith(".") else Say("{text}.", text=one) for one in said)


def _reasons(verdict: HealthVerdict) -> tuple[Finding, ...]:
    """What the sentences leave out: the verdict where they say what to do, and what else was found.
    What to do about what is unknown depends on the face: a finding has it.
    """
    if verdict.word != UNKNOWN:
        return (*(verdict.summary if verdict.advice else ()), *verdict.more)
    first, *rest = verdict.more or verdict.summary
    return (structs.replace(first, do=verdict.advice), *rest)


def axes(verdict: HealthVerdict, source: str = "") -> Findings:
    """What each axis is rated, and what is behind it; where that was read, unless from the `source`
    of the reading.
    """
    found = tuple(
        structs.replace(axis.finding, source="") if axis.source == source else axis.finding
        for axis in verdict.axes
    )
    return Findings("axes", Say("Health"), found, GRADE_WORDS)


def rules_table(verdict: HealthVerdict) -> Table:
    """What gives each axis each of its grades other than good."""
    columns = (
        Column("axis", Say("Axis")),
        Column("grade", Say("Verdict")),
        Column("rule", Say("Rule")),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (Coded(axis.axis, axis.title), Coded(grade, GRADE_TITLES[grade]), rule)
        for axis in verdict.axes
        for grade, rule in axis_rules(axis)
    )
    return Table("rules", Say("Rules"), columns, rows, details=True)


def attribute_verdict(row: Attribute, reason: Grade | None = None) -> Coded | None:
    """The grade that an attribute gives the rating as a `reason`, else what its threshold says;
    None for nothing.
    """
    if reason is not None:
        return Coded(reason, GRADE_TITLES[reason])
    return _BY_THRESHOLD.get(attribute_word(row)) or (_PAST if row.failed == PAST else None)


def attributes_table(health: Health, marked: Marks, trends: Trends = UNTRACED) -> Table:
    """The SMART table of an ATA drive, in its order."""
    rows = tuple(
        (
            Coded(row.id, str(row.id)),
            meaning.title,
            attribute_verdict(row, marked.attributes.get(row.id)),
            _trend(trends.attributes.get(row.id)),
            row.value,
            row.worst,
            row.threshold,
            row.raw_value,
            None if row.prefail is None else _KINDS[row.prefail],
            row.name or None,
            row.raw_hex or None,
            row.flag_letters or None,
            Coded(row.raw_unit, row.raw_unit) if row.raw_unit else None,
            _since(trends.attributes.get(row.id)),
            meaning.explanation,
        )
        for row in health.attributes
        for meaning in (attribute_meaning(row),)
    )
    return Table("attributes", Say("Attributes"), ATTRIBUTE_COLUMNS, rows, names=2)


def figures_table(health: Health, marked: Marks, trends: Trends = UNTRACED) -> Table:
    """The values of a log that is no SMART table."""
    rows = tuple(
        (
            meaning.title,
            None if grade is None else Coded(grade, GRADE_TITLES[grade]),
            _trend(trends.figures.get(one.key)),
            one.quantity,
            one.key,
            None if one.value is None else Coded(one.unit, one.unit),
            _since(trends.figures.get(one.key)),
            meaning.explanation,
        )
        for one in health.figures
        for meaning, grade in ((figure_meaning(one), marked.figures.get(one.key)),)
    )
    return Table("values", Say("Health log"), VALUE_COLUMNS, rows)


def _trend(trend: HealthTrend | None) -> Say | None:
    return None if trend is None else trend.say


def _since(trend: HealthTrend | None) -> Day | None:
    return None if trend is None else Day(trend.since)


def _of_attributes(health: Health, marked: Marks) -> Iterator[Text]:
    """What the attributes mean that are a reason of the rating."""
    for row, meaning, grade in explained(health.attributes, marked):
        name = Say("{number} {title}", number=row.id, title=meaning.title)
        yield _reason(name, grade, meaning)


def _of_figures(health: Health, marked: Marks) -> Iterator[Text]:
    """The same of the values of a log."""
    for one in health.figures:
        if (grade := marked.figures.get(one.key)) is not None:
            meaning = figure_meaning(one)
            yield _reason(meaning.title, grade, meaning)


def _reason(name: Say | str, grade: Grade, meaning: Meaning) -> Text:
    unsaid = Say("not documented by the manufacturer")
    said = Say(
        "{name} ({grade}): {meaning}",
        name=name,
        grade=GRADE_TITLES[grade],
        meaning=meaning.explanation or unsaid,
    )
    return Text(said)


def _self_tests(tests: SelfTests | None, kept: tuple[KeptTest, ...]) -> Iterator[Block]:
    if tests is None and not kept:
        return
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            Coded(entry.kind, entry.title),
            Coded(entry.status, entry.result),
            None if ended is None else Day(ended),
            _age(entry.at),
            _sector(entry.lba),
        )
        for entry, ended in ended_tests(tests, kept)
    )
    yield Table("self_tests", Say("Self-tests"), SELF_TEST_COLUMNS, rows)
    if tests is None:
        return
    if tests.running:
        yield Text(_running(tests))
    takes = tuple(
        Say("{kind} {time}", kind=test_title(kind), time=Seconds(took))
        for kind, took in tests.seconds
    )
    if takes:
        yield Text(Say("Self-tests take: {durations}.", durations=OneOf(takes)))


def _running(tests: SelfTests) -> Say:
    known: list[object] = [test_title(tests.kind)] if tests.kind else []
    if tests.remaining is not None:
        known.append(Say("{time} left", time=LifeShare(tests.remaining)))
    if not known:
        return Say("A self-test is running.")
    return Say("A self-test is running: {facts}.", facts=OneOf(tuple(known)))


def _errors(health: Health) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            _sector(one.number),
            one.text or None,
            cause_word(cause_of(one, health.kind)),
            _age(one.at),
            _sector(one.lba),
        )
        for one in health.errors
    )
    return Table("errors", Say("Error log"), ERROR_COLUMNS, rows)


def _age(seconds: float | None) -> RunTime | None:
    """How long the drive had been switched on."""
    return None if seconds is None else RunTime(seconds)


def _sector(number: int | None) -> Coded | None:
    """A number that names something: without groups."""
    return None if number is None else Coded(number, str(number))
