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


def test_two_sides_keep_the_figures_with_and_without_them() -> None:
    (said,) = [one for one in remarks(compared(2, STALL)) if "disturbed" in one.text]
    assert "with them, the same (" in said.text


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
