# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A remark stands once for all tests and sides that it is true of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times

from driveproof.domain.access import Direction
from driveproof.domain.comparison import remarks as domain
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import CUT_SHORT
from driveproof.wording.say import say_text, value_text

STALL = {1: ("stall",)}


class Said(NamedTuple):
    """A remark as people read it."""

    tests: tuple[str, ...]
    text: str
    every: bool
    line: str


def remarks(comparison: Comparison) -> list[Said]:
    return [
        Said(tuple(map(value_text, one.tests)), say_text(one.say), one.every, say_text(one.line))
        for one in domain.remarks(comparison)
    ]


def compared(count: int, disturbed: Mapping[int, tuple[str, ...]], base: float = 1.0) -> Comparison:
    """States of one drive with two tests, of which each has the same disturbed repeats."""
    sides = []
    for number in range(count):
        values = times(base * (1 + 0.3 * number), (*STEADY, *STEADY))
        tests = (phase(values, disturbed=disturbed), phase(values, depth=1, disturbed=disturbed))
        sides.append(Side(f"state {number}", (run(*tests, id=f"r{number}", days=number),)))
    return compare_sides(sides)


def test_many_sides_share_a_sentence_on_disturbed_repeats() -> None:
    found = remarks(compared(5, STALL))
    (said,) = [one for one in found if "Affected" in one.text]
    assert said.every and said.tests == ("Random 4 KiB, Q32 read", "Random 4 KiB, Q1 read")
    for number in range(5):
        assert said.text.count(f"2 repeats of state {number}") == 1  # the first one's too
    assert said.text.endswith("The verdict is the same without them.")
    assert said.line.startswith("All tests: Affected by stall: 2 repeats of")


def test_two_sides_share_it_as_well() -> None:
    """It was a line of its own for each test, with other figures in each."""
    (said,) = [one for one in remarks(compared(2, STALL)) if "Affected" in one.text]
    assert said.every and said.text == (
        "Affected by stall: 2 repeats before and 2 after. The verdict is the same without them."
    )


def test_of_several_sides_a_remark_names_its_own() -> None:
    """With three drives the footnotes did not say of which they were."""
    one, many = (1, 1), (8, 8)
    sides = []
    for number, counts in enumerate((one, many, one)):
        values = times(1 + 0.3 * number, (*STEADY, *STEADY))
        tests = (phase(values[: counts[0]]), phase(values[: counts[1]], depth=1))
        sides.append(Side(f"state {number}", (run(*tests, id=f"r{number}", days=number),)))
    (said,) = [one for one in remarks(compare_sides(sides)) if "Too few" in one.text]
    assert said.tests == ("state 2",) and not said.every
    sides[2] = Side("state 2", (run(
        phase(times(1.6, (*STEADY, *STEADY))[:1]), phase(times(1.6, (*STEADY, *STEADY)), depth=1),
        id="r9", days=2,
    ),))  # fmt: skip
    (said,) = [one for one in remarks(compare_sides(sides)) if "Too few" in one.text]
    assert said.tests == ("Random 4 KiB, Q32 read (state 2)",)


def test_why_it_is_a_hint_at_most_is_said_of_hints_alone() -> None:
    imported = {"source": "fio 3.36"}
    found = compare_sides(
        [
            Side(name, (run(phase(times(by)), phase(STEADY, depth=1), id=name,
                            environment=imported),))
            for name, by in (("a", 1.0), ("b", 1.4))
        ]
    )  # fmt: skip
    (said,) = [one for one in remarks(found) if "imported" in one.text]
    assert said.tests == ("Random 4 KiB, Q32 read",)
    written = {"direction": Direction.WRITE}
    short, long = (
        phase(times(by), **written, planned_seconds=seconds)
        for by, seconds in ((1.0, 0.25), (1.4, 2.0))
    )
    short = replace(
        short,
        repeats=tuple(
            replace(one, directions={Direction.WRITE: replace(
                one.directions[Direction.WRITE], seconds=0.25,
                bytes=one.directions[Direction.WRITE].bytes // 8,
            )})
            for one in short.repeats
        ),
    )  # fmt: skip
    found = compare_sides([Side("a", (run(short, id="a"),)), Side("b", (run(long, id="b"),))])
    (said,) = [one for one in remarks(found) if "write cache" in one.text]
    assert "over four times as much" in said.text


def test_a_verdict_that_depends_on_them_is_said_of_its_side() -> None:
    """Most repeats that show the change are disturbed: too few are left without them."""
    steady = phase((*STEADY, *STEADY))
    odd = phase(times(3.0, (*STEADY, *STEADY)), disturbed=dict.fromkeys(range(10), ("stall",)))
    sides = [
        Side(f"state {number}", (run(tested, id=f"r{number}", days=number),))
        for number, tested in enumerate((steady, odd, steady))
    ]
    said = [one.text for one in remarks(compare_sides(sides)) if "Affected" in one.text]
    assert len(said) == 1 and "10 repeats of state 1" in said[0]


@pytest.mark.parametrize("count", [3, 6])
def test_repeats_that_were_cut_short_are_counted_once(count: int) -> None:
    found = remarks(compared(count, {0: (CUT_SHORT,)}))
    (said,) = [one for one in found if "Cut short" in one.text]
    assert said.text.count("2 repeats of") == count
