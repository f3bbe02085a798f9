# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which file system is faster or slower than the first, and what each costs beside its speed."""

from __future__ import annotations

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.amounts import within
from driveproof.domain.comparison.variant_answer import (
    differences_table,
    variant_notes,
    variant_sentences,
)
from driveproof.domain.comparison.variant_table import base_of, variant_tests
from driveproof.domain.figure import Cell, Column, Measure, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.test_titles import test_words
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.made_filesystems import FilesystemCost, filesystem_costs
from driveproof.domain.run.run import Run, Summary
from driveproof.domain.say import Say


def answer(run: Run) -> Answer:
    """What is sure of the differences, a row for each file system in each test, and the costs."""
    tests, own = variant_tests(run), base_of(run)
    titles = [test_words(test.title, test.direction, run.profile) for test in tests]
    table = differences_table(
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
    nothing = Say(
        "No file system differs by more than {share} from {own}.", share=within(), own=own
    )
    said = tuple(variant_sentences(run, tests, titles, nothing))
    notes = (*variant_notes(tests), Say("CPU time is of the whole machine."))
    return Answer(said, (table, costs, *map(Text, notes)))


def _cost(cost: FilesystemCost) -> tuple[Cell, ...]:
    return (
        cost.name,
        _time(cost.made),
        Bytes(cost.usable),
        _time(cost.processor),
        _time(cost.stalled),
    )


def _time(found: Summary | None) -> Measure | None:
    return None if found is None else Measure(MetricName.TIME, found)
