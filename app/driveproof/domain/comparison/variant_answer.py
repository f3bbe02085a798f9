# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What variants of a run came to: the sentences and the table of schedulers and of file systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from driveproof.domain.comparison.amounts import left_open
from driveproof.domain.comparison.difference import Difference, Verdict
from driveproof.domain.comparison.no_claim import no_claims
from driveproof.domain.comparison.variant_table import VariantTest, base_of
from driveproof.domain.figure import (
    Cell,
    Changed,
    ChangeRow,
    Changes,
    Column,
    Interval,
    Measure,
    Table,
)
from driveproof.domain.quantity import Change, Plural
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say, some

Tests = Sequence[VariantTest]
"""The `variant_tests` of a run."""
Titles = Sequence[Say | str]
"""What each of them is called, in their order."""

_MOST = 4
"""Differences in a sentence."""


def variant_changes(
    run: Run, tests: Tests, titles: Titles, *, title: Say, column: Say, own: Say | str
) -> Changes:
    """Each variant of each test. `column` is the head of the variants, and `own` the one that all
    are compared with, as it is called in its rows.
    """
    base = base_of(run)
    rows: list[tuple[Cell, ...]] = [
        (
            called,
            own if cell.variant == base else cell.variant,
            Measure(test.metric, cell.summary),
            Interval.of(cell.difference),
        )
        for called, test in zip(titles, tests, strict=True)
        for cell in test.cells
    ]
    columns = (
        Column("test", Say("Test")),
        Column("variant", column),
        Column("median", Say("Median")),
        Column("difference", Say("Change from {base}", base=base)),
    )
    table = Table("variants", title, columns, tuple(rows), names=2, spoken=("difference",))
    drawn = tuple(
        _changes_of(called, test, base) for called, test in zip(titles, tests, strict=True)
    )
    return Changes(table, (own, column), drawn)


def _changes_of(called: Say | str, test: VariantTest, base: str) -> ChangeRow:
    found = {cell.variant: cell for cell in test.cells}
    own = found.pop(base, None)
    others = tuple(
        Changed(Measure(test.metric, cell.summary), Interval.of(cell.difference), name)
        for name, cell in found.items()
    )
    return ChangeRow(called, None if own is None else Measure(test.metric, own.summary), others)


def variant_sentences(run: Run, tests: Tests, titles: Titles, nothing: Say) -> Iterator[Say]:
    """What is faster or slower than the one that all are compared with, if anything is; else
    `nothing`, which says that none differs, or what is left open. Then what could not be judged.
    """
    own = base_of(run) or Say("the current one")
    found: dict[Verdict, list[Say]] = {}
    for called, test in zip(titles, tests, strict=True):
        for cell in test.cells:
            if cell.difference is not None:
                said = Say(
                    "{variant} in {test} ({change})",
                    variant=cell.variant,
                    test=called,
                    change=Change(cell.difference.change),
                )
                found.setdefault(cell.difference.verdict, []).append(said)
    if not found:
        yield Say("Not enough repeats to compare.")
        return
    silence = _silence(tests)
    if Verdict.FASTER in found:
        yield Say("Faster than {own}: {found}.", own=own, found=some(found[Verdict.FASTER], _MOST))
    if Verdict.SLOWER in found:
        yield Say("Slower than {own}: {found}.", own=own, found=some(found[Verdict.SLOWER], _MOST))
    if not {Verdict.FASTER, Verdict.SLOWER} & found.keys():
        if Verdict.POSSIBLE in found:
            hints = some(found[Verdict.POSSIBLE], _MOST)
            yield Say("Possible differences from {own}: {found}.", own=own, found=hints)
        elif not silence:
            open_range = _left_open(tests)
            if open_range is None:
                yield nothing
            else:
                yield Say("Undecided against {own}: {range}.", own=own, range=open_range)
    yield from silence


def variant_notes(tests: Tests) -> Iterator[Say]:
    """How the differences were judged, and from how many repeats."""
    counts = sorted({cell.summary.count for test in tests for cell in test.cells})
    judged = sum(1 for _difference in _differences(tests))
    if not counts or not judged:
        return
    repeats: Say | Plural = Plural("{count} repeat", "{count} repeats", counts[0])
    if len(counts) > 1:
        repeats = Say("{minimum} to {maximum} repeats", minimum=counts[0], maximum=counts[-1])
    yield Say(
        # Translators: {repeats} is like "6 repeats" or "3 to 6 repeats".
        "Medians of {repeats}. “Faster” and “slower” are significant over all {count} differences.",
        repeats=repeats,
        count=judged,
    )
    yield Say("At most 1 comparison in 20 reports a difference that does not exist.")


def _differences(tests: Tests) -> Iterator[Difference]:
    for test in tests:
        for cell in test.cells:
            if cell.difference is not None:
                yield cell.difference


def _silence(tests: Tests) -> tuple[Say, ...]:
    verdicts = [one.verdict for one in _differences(tests)]
    return no_claims(verdicts, len(verdicts))


def _left_open(tests: Tests) -> Say | None:
    """What all intervals together leave open; None where each is close to no change."""
    ends = [
        (one.low, one.high)
        for one in _differences(tests)
        if one.low is not None and one.high is not None and not one.within
    ]
    if not ends:
        return None
    return left_open(min(low for low, _high in ends), max(high for _low, high in ends))
