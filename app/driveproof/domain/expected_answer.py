# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The answer to "As fast as it should be?": what each test is held against, or why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.bands import CLASS_TITLES, ReferenceBand
from driveproof.domain.check.speed import speed
from driveproof.domain.expected_speed import Earlier, Expectation, Unknown
from driveproof.domain.figure import Cell, Column, MetricValue, Table, Text
from driveproof.domain.metric import quantity
from driveproof.domain.quantity import OneOf, Plural, Range, Rate, Share
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say
from driveproof.domain.speed import PACE_WORDS, Pace, pace_say, paced, speed_verdict
from driveproof.domain.speed_sentences import pace_sentences, test_name, tests_words

TITLE = Say("As fast as it should be?")
_UNKNOWN = {
    Unknown.NOT_DIRECT: Say("memory was measured"),
    Unknown.NO_LINK: Say("link speed not reported"),
    Unknown.NO_IDENTITY: Say("no unique serial number"),
    Unknown.NO_HISTORY: Say("history not readable"),
    Unknown.FIRST: Say("no earlier result"),
    Unknown.NOT_ENTERED: Say("no data sheet values entered"),
    Unknown.OTHER_TEST: Say("not specified for such tests"),
    Unknown.TOO_SHALLOW: Say("specified for a higher queue depth"),
    Unknown.NO_CLASS: Say("unknown kind of drive"),
    Unknown.NO_BAND: Say("no published range"),
}
"""Parts of a sentence."""


def expected_answer(run: Run, expected: Sequence[Expectation]) -> Answer:
    """The verdict of speed, what it rests on and what to do; a row for each test, and what each
    column rests on or why it is unknown. Where nothing is known there is no table: the figures
    alone are said elsewhere.
    """
    known = any(not isinstance(part, Unknown) for one in expected for part in _parts(one))
    said = tuple(_sentences(run, expected, known=known))
    if not known:
        return Answer(said, ())
    return Answer(said, (_table(run, expected), *map(Text, _notes(run, expected))))


def _sentences(run: Run, expected: Sequence[Expectation], *, known: bool) -> Iterator[Say]:
    """As a check says it; the figures are in the table."""
    verdict = speed_verdict(run, expected)
    if verdict is None:
        return
    if known:
        yield pace_say(verdict.pace)
        for pace, tests in verdict.groups:
            if pace is not Pace.OPEN:
                yield from pace_sentences(pace, [one.figure for one in tests], measured=False)
    else:
        unknown = (part for one in expected for part in _parts(one) if isinstance(part, Unknown))
        reasons = OneOf(tuple(_UNKNOWN[one] for one in dict.fromkeys(unknown)))
        yield Say("Unknown whether that is fast enough: {reasons}.", reasons=reasons)
    if advice := speed(run, expected)[0].do:
        yield Say("What to do: {text}", text=advice[0].say)


def _parts(one: Expectation) -> tuple[object, ...]:
    """What a test is held against, in the order of the columns."""
    return one.link, one.earlier, one.manufacturer, one.band


def _table(run: Run, expected: Sequence[Expectation]) -> Table:
    columns = (
        Column("test", Say("Test")),
        Column("measured", Say("Measured")),
        Column("link", Say("Of the link")),
        Column("earlier", Say("Earlier results")),
        Column("manufacturer", Say("Specified")),
        Column("band", Say("Drives of its kind")),
        Column("verdict", Say("Verdict")),
    )
    return Table("expected", TITLE, columns, tuple(_row(run, one) for one in expected))


def _row(run: Run, one: Expectation) -> tuple[Cell, ...]:
    def cell(part: object, made: Callable[..., Cell]) -> Cell:
        return None if isinstance(part, Unknown) else made(part)

    def of(number: float) -> MetricValue:
        return MetricValue(one.metric, number)

    return (
        _test(run, one),
        of(one.summary.median),
        cell(one.link, Share),
        cell(one.earlier, lambda earlier: _earlier(one, earlier)),
        cell(one.manufacturer, of),
        cell(one.band, band_range),
        PACE_WORDS[paced(run, one).pace],
    )


def _test(run: Run, one: Expectation) -> Say | str:
    mixed = one.phase.direction == Direction.MIXED
    return test_name(one.phase.title, run.profile, one.direction, mixed=mixed)


def _earlier(one: Expectation, earlier: Earlier) -> Cell:
    if earlier.runs == 1:
        return MetricValue(one.metric, earlier.median)
    low, high = (quantity(one.metric, number) for number in (earlier.low, earlier.high))
    runs = Plural("{count} run", "{count} runs", earlier.runs)
    return Say("{first}, {second}", first=Range(low, high), second=runs)


def band_range(band: ReferenceBand) -> Range:
    """The range of a band: "500 to 560 MB/s"."""
    return Range(quantity(band.metric, band.low), quantity(band.metric, band.high))


def _notes(run: Run, expected: Sequence[Expectation]) -> Iterator[Say]:
    """What each column rests on, or why it is unknown."""
    environment = run.environment
    if environment.link_ceiling and any(not isinstance(one.link, Unknown) for one in expected):
        carried = Rate(environment.link_ceiling)
        link = Say("{link} carries {rate}", link=environment.link or "?", rate=carried)
        yield Say("{name}: {text}.", name=Say("Link"), text=link)
    else:
        yield from _unknowns(run, Say("Link"), expected, lambda one: one.link)
    yield from _unknowns(run, Say("Earlier results"), expected, lambda one: one.earlier)
    yield from _unknowns(run, Say("Data sheet"), expected, lambda one: one.manufacturer)
    yield from _unknowns(run, Say("Drives of its kind"), expected, lambda one: one.band)
    yield from _sources(expected)


def _unknowns(
    run: Run, title: Say, expected: Sequence[Expectation], part: Callable[[Expectation], object]
) -> Iterator[Say]:
    """A sentence for each reason why a part is unknown, with the tests if it is known of others."""
    reasons: dict[Unknown, list[Say | str]] = {}
    for one in expected:
        found = part(one)
        if isinstance(found, Unknown):
            reasons.setdefault(found, []).append(_test(run, one))
    for reason, tests in reasons.items():
        why = _UNKNOWN[reason]
        if len(tests) == len(expected):
            yield Say(
                "{name}: {text}.",
                name=title,
                text=Say("{first}, {second}", first=Say("unknown"), second=why),
            )
        else:
            names = tests_words(tests)
            yield Say(
                "{title}: unknown for {tests}, {reason}.", title=title, tests=names, reason=why
            )


def _sources(expected: Iterable[Expectation]) -> Iterator[Say]:
    """Who published the bands, and when, where that is known."""
    bands = list(dict.fromkeys(one.band for one in expected if isinstance(one.band, ReferenceBand)))
    if bands:
        told = (
            band.source if band.year is None else f"{band.source} ({band.year})" for band in bands
        )
        yield Say(
            "Ranges of {drives} at this queue depth: {sources}.",
            drives=CLASS_TITLES[bands[0].drive_class],
            sources=OneOf(tuple(dict.fromkeys(told))),
        )
