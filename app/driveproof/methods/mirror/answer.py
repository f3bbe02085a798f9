# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast one reader and two were, and how many devices of the mirror served them."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Bar,
    Column,
    Ink,
    Measure,
    Row,
    Rows,
    Shade,
    Shares,
    Table,
    Text,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Rate
from driveproof.domain.run.mirror import MirrorTest, legs_of_run, mirror_tests, mirrored
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say

_STRENGTHS = (1.0, 0.45, 0.72, 0.25)
"""Of the colour of each device, in the order of their names; then again."""
_TITLES = {
    Part.ONE_READER: Say("One reader"),
    Part.ONE_FILE: Say("Two readers of one file"),
    Part.TWO_FILES: Say("Two readers of two files"),
    Part.COPY: Say("Copy"),
}


def answer(run: Run) -> Answer:
    """The speeds in sentences, and a row for each test."""
    tests = mirror_tests(run)
    table = Table(
        "tests",
        Say("Devices that served the readers"),
        (
            Column("test", Say("Test")),
            Column("bandwidth", Say("Bandwidth")),
            Column("served_by", Say("Served by")),
            Column("share_of_reads", Say("Share of the reads")),
        ),
        tuple(
            (
                _TITLES[test.part],
                Measure(MetricName.BANDWIDTH, test.rate),
                _served(run, test),
                Shares(tuple(test.legs)) if test.legs else None,
            )
            for test in tests
        ),
        spoken=("bandwidth", "share_of_reads"),
    )
    said = _sentences({test.part: test for test in tests})
    return Answer(said, (_drawn(run, table, tests), *_notes(run)))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.ROWS, run.phases),)


def _drawn(run: Run, table: Table, tests: Sequence[MirrorTest]) -> Rows:
    """A bar for each test; its parts are the shares of the devices."""
    rows = []
    for test, (title, rate, served, shares) in zip(tests, table.rows, strict=True):
        ink = Ink.WRITE if test.part is Part.COPY else Ink.READ
        parts = tuple((leg.share, _shade(ink, place)) for place, leg in enumerate(test.legs))
        spread = Measure(MetricName.BANDWIDTH, test.rate).range
        bar = Bar(None, rate, Shade(ink), below=spread, beside=shares, parts=parts)
        rows.append(Row(title, (bar,), served))
    legs = legs_of_run(run) if any(test.legs for test in tests) else ()
    key = tuple((leg, _shade(Ink.READ, place)) for place, leg in enumerate(legs))
    return Rows(table, Say("Test"), tuple(rows), key=key)


def _shade(ink: Ink, device: int) -> Shade:
    """The colour of a device, by its place among their names."""
    return Shade(ink, _STRENGTHS[device % len(_STRENGTHS)])


def _served(run: Run, test: MirrorTest) -> Say | None:
    """How many of the devices served it; None for one device, or where unknown."""
    if test.served is None or not mirrored(run):
        return None
    count = len(legs_of_run(run))
    return Say("{served} of {count} devices", served=test.served, count=count)


def _sentences(tests: dict[Part, MirrorTest]) -> tuple[Say, ...]:
    if Part.ONE_READER not in tests:
        return ()
    rates = {part: Rate(test.rate.median) for part, test in tests.items()}
    one = rates[Part.ONE_READER]
    said = [Say("{name}: {text}.", name=_TITLES[Part.ONE_READER], text=one)]
    if Part.ONE_FILE in rates and Part.TWO_FILES in rates:
        one, two = rates[Part.ONE_FILE], rates[Part.TWO_FILES]
        said.append(Say("Two readers: {one} on one file, {two} on two files.", one=one, two=two))
    if Part.COPY in rates:
        said.append(Say("{name}: {text}.", name=_TITLES[Part.COPY], text=rates[Part.COPY]))
    return tuple(said)


def _notes(run: Run) -> tuple[Text, ...]:
    return () if mirrored(run) else (Text(Say("All data is on one device.")),)
