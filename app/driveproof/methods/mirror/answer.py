# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast one reader and two were, and how many devices of the mirror served them."""

from __future__ import annotations

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Column, Measure, Shares, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Rate
from driveproof.domain.run.mirror import MirrorTest, legs_of_run, mirror_tests, mirrored
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say

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
    return Answer(_sentences({test.part: test for test in tests}), (table, *_notes(run)))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.READERS, run.phases),)


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
