# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which I/O scheduler is faster or slower than the device's own."""

from __future__ import annotations

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.amounts import within
from driveproof.domain.comparison.variant_answer import (
    variant_changes,
    variant_notes,
    variant_sentences,
)
from driveproof.domain.comparison.variant_table import base_of, variant_tests
from driveproof.domain.figure import Text
from driveproof.domain.profile.test_titles import test_title
from driveproof.domain.run.result import ChartKind, ChartOf, charts_of_tests
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say


def answer(run: Run) -> Answer:
    """What is sure of the differences, and a row for each scheduler in each test."""
    tests, own = variant_tests(run), base_of(run)
    # All of them read, so that no title needs a direction.
    titles = [test_title(test.title, run.profile) for test in tests]
    changes = variant_changes(
        run,
        tests,
        titles,
        title=Say("Schedulers compared"),
        column=Say("Scheduler"),
        own=Say("{scheduler} (current)", scheduler=own),
    )
    nothing = Say("No difference above {share}.", share=within())
    said = tuple(variant_sentences(run, tests, titles, nothing))
    return Answer(said, (changes, *map(Text, variant_notes(tests))))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The schedulers against each other, above the tests."""
    return ChartOf(ChartKind.ROWS, run.phases), *charts_of_tests(run)
