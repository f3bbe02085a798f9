# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A remark stands once for all tests and sides that it is true of."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.unit.domain.compared_runs import STEADY, phase, run, times

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import CUT_SHORT
from driveproof.wording.comparison.remarks import remarks
from driveproof.wording.comparison.verdicts import judged_text, no_claim

STALL = {1: ("stall",)}


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
    (said,) = [one for one in found if "disturbed" in one.text]
    assert said.every and said.tests == ("Random 4 KiB, Q32 read", "Random 4 KiB, Q1 read")
    for number in range(5):
        assert said.text.count(f"2 repeats of state {number}") == 1  # the first one's too
    assert said.text.endswith("were disturbed (stall): the verdicts are the same without them.")
    assert said.line().startswith("Random 4 KiB, Q32 read; Random 4 KiB, Q1 read: 2 repeats of")


def test_two_sides_share_it_as_well() -> None:
    """It was a line of its own for each test, with other figures in each."""
    (said,) = [one for one in remarks(compared(2, STALL)) if "disturbed" in one.text]
    assert said.every and said.text == (
        "2 repeats before and 2 after were disturbed (stall): the verdicts are the same without"
        " them."
    )


def test_of_several_sides_a_remark_names_its_own() -> None:
    """With three drives the footnotes did not say of which they were."""
    few, many = (1, 1), (8, 8)
    sides = []
    for number, counts in enumerate((few, many, few)):
        values = times(1 + 0.3 * number, (*STEADY, *STEADY))
        tests = (phase(values[: counts[0]]), phase(values[: counts[1]], depth=1))
        sides.append(Side(f"state {number}", (run(*tests, id=f"r{number}", days=number),)))
    (said,) = [one for one in remarks(compare_sides(sides)) if "too few" in one.text]
    assert said.tests == ("state 2",) and not said.every
    sides[2] = Side("state 2", (run(
        phase(times(1.6, (*STEADY, *STEADY))[:1]), phase(times(1.6, (*STEADY, *STEADY)), depth=1),
        id="r9", days=2,
    ),))  # fmt: skip
    (said,) = [one for one in remarks(compare_sides(sides)) if "too few" in one.text]
    assert said.tests == ("Random 4 KiB, Q32 read (state 2)",)


@pytest.mark.parametrize("repeats", [1, 2, 3, 6])
def test_the_sentence_counts_what_the_table_shows(repeats: int) -> None:
    """ "No claim for 4 of 8", where the table had three."""
    loud = dict.fromkeys(range(2), ("stall",))
    tests = [
        lambda factor: phase(times(factor, (*STEADY, *STEADY))[:repeats]),
        lambda factor: phase(times(factor, (*STEADY, *STEADY))[:1], depth=1),
        lambda factor: phase(times(factor, (*STEADY, *STEADY))[:repeats], depth=2, disturbed=loud),
        lambda factor: phase(times(1.0, (*STEADY, *STEADY))[:repeats], depth=4, disturbed=loud),
    ]
    sides = [
        Side(name, (run(*(made(factor) for made in tests), id=name, days=number),))
        for number, (name, factor) in enumerate((("a", 1.0), ("b", 1.4)))
    ]
    found = compare_sides(sides)
    shown = [judged_text(one.verdict, one.silence) for one in found.primary]
    silent = [text for text in shown if "too few" in text or "too noisy" in text]
    assert len(silent) == sum(one.silence is not None for one in found.primary)
    told = no_claim(found)
    if len(silent) == len(shown):
        assert told.startswith("No claim was possible:")
    else:
        assert told.startswith(f"No claim was possible for {len(silent)} of 4 tests")


def test_a_verdict_that_depends_on_them_is_said_of_its_side() -> None:
    """Most repeats that show the change are disturbed: too few are left without them."""
    steady = phase((*STEADY, *STEADY))
    odd = phase(times(3.0, (*STEADY, *STEADY)), disturbed=dict.fromkeys(range(10), ("stall",)))
    sides = [
        Side(f"state {number}", (run(tested, id=f"r{number}", days=number),))
        for number, tested in enumerate((steady, odd, steady))
    ]
    said = [one.text for one in remarks(compare_sides(sides)) if "were disturbed" in one.text]
    assert len(said) == 1 and "10 repeats of state 1" in said[0]
    assert "without them" in said[0] and "are the same" not in said[0]


@pytest.mark.parametrize("count", [3, 6])
def test_repeats_that_were_cut_short_are_counted_once(count: int) -> None:
    found = remarks(compared(count, {0: (CUT_SHORT,)}))
    (said,) = [one for one in found if "cut short" in one.text]
    assert said.text.count("2 repeats of") == count
