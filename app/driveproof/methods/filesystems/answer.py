# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which file system is faster or slower than the first, and what each costs beside its speed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.amounts import within
from driveproof.domain.comparison.variant_answer import (
    variant_changes,
    variant_notes,
    variant_sentences,
)
from driveproof.domain.comparison.variant_table import base_of, variant_tests
from driveproof.domain.figure import Cell, Column, Measure, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.test_titles import test_words
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.result import ChartKind, ChartOf, charts_of_tests
from driveproof.domain.run.run import OnFilesystem, PhaseResult, Run, Summary
from driveproof.domain.say import Say


def answer(run: Run) -> Answer:
    """What is sure of the differences, a row for each file system in each test, and the costs."""
    tests, own = variant_tests(run), base_of(run)
    titles = [test_words(test.title, test.direction, run.profile) for test in tests]
    changes = variant_changes(
        run,
        tests,
        titles,
        title=Say("File systems compared"),
        column=Say("File system"),
        own=own,
    )
    costs = Table(
        "costs",
        Say("Cost of each file system"),
        (
            Column("filesystem", Say("File system")),
            Column("format_time", Say("Format time")),
            Column("usable_space", Say("Usable space")),
            Column("cpu", Say("CPU time per round"), extra=2),
            Column("stalled", Say("I/O wait (PSI)"), extra=3),
        ),
        tuple(map(_cost, filesystem_costs(run))),
    )
    nothing = Say("No difference above {share}.", share=within())
    said = tuple(variant_sentences(run, tests, titles, nothing))
    return Answer(said, (changes, costs, *map(Text, variant_notes(tests))))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The file systems against each other, above the tests."""
    return ChartOf(ChartKind.ROWS, run.phases), *charts_of_tests(run)


def _cost(cost: FilesystemCost) -> tuple[Cell, ...]:
    return (
        cost.name,
        _time(cost.made),
        Bytes(cost.usable),
        _time(cost.cpu),
        _time(cost.stalled),
    )


def _time(found: Summary | None) -> Measure | None:
    return None if found is None else Measure(MetricName.TIME, found)


@dataclass(frozen=True, slots=True)
class FilesystemCost:
    """Medians and spread over the rounds, in seconds; `usable` are the bytes for files.

    `processor` and `stalled` are those of all tests of a round together; None: unknown.
    """

    name: str
    made: Summary
    usable: int
    cpu: Summary | None
    stalled: Summary | None


def filesystem_costs(run: Run) -> tuple[FilesystemCost, ...]:
    """In the order of the profile; empty where none were made."""
    names = dict.fromkeys(phase.work.filesystem for phase in run.phases)
    return tuple(
        cost
        for name in names
        if name and (cost := _cost_of(name, [p for p in run.phases if p.work.filesystem == name]))
    )


def _cost_of(name: str, phases: list[PhaseResult]) -> FilesystemCost | None:
    rounds: dict[int, list[OnFilesystem]] = {}
    for phase in phases:
        for repeat in phase.repeats:
            if repeat.on_filesystem is not None and repeat.counts:
                rounds.setdefault(repeat.order, []).append(repeat.on_filesystem)
    # A round with a test missing cost less.
    whole = [some for some in rounds.values() if len(some) == len(phases)]
    if not whole:
        return None
    return FilesystemCost(
        name,
        _summary(some[0].made for some in whole),
        whole[0][0].usable,
        _sums([one.cpu for one in some] for some in whole),
        _sums([one.stalled for one in some] for some in whole),
    )


def _sums(rounds: Iterable[list[float | None]]) -> Summary | None:
    sums: list[float] = []
    for some in rounds:
        known = [one for one in some if one is not None]
        if len(known) < len(some):
            return None
        sums.append(sum(known))
    return _summary(sums)


def _summary(values: Iterable[float]) -> Summary:
    found = sorted(values)
    return Summary(median(found), found[0], found[-1], len(found))
