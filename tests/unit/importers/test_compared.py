# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Other programs' results compared with ours and each other: never without a remark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.builders.imports import one

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.left_out import left_out_reason
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import Run


def compared(first: Run, second: Run) -> Comparison:
    sides = (Side("old", (replace(first, id="a"),)), Side("new", (replace(second, id="b"),)))
    return compare_sides(sides)


def test_two_programs_for_the_same_tests_are_compared_with_a_warning() -> None:
    found = compared(one("kdiskmark-3.txt"), one("crystaldiskmark-8.txt"))
    assert {metric.test.name for metric in found.primary} == {
        "SEQ1M Q8T1 read", "SEQ1M Q8T1 write", "RND4K Q1T1 read"
    }  # fmt: skip
    assert found.cautions
    left = {one.name: str(left_out_reason(one)) for one in found.unmatched}
    assert not any("engine" in reason for reason in left.values())


def test_another_program_is_compared_with_a_run_of_ours(make_run: Callable[..., Run]) -> None:
    ours = make_run()
    names = {phase.name for phase in ours.phases}
    theirs = one("kdiskmark-3.txt")
    both = names & {phase.name for phase in theirs.phases}
    assert {"SEQ1M Q8T1 read", "RND4K Q1T1 read"} <= both
    found = compared(theirs, ours)
    assert {metric.test.name for metric in found.primary} == both
    assert found.cautions


def test_an_engine_that_was_chosen_still_counts() -> None:
    normal = one("fio-normal.json")
    (phase,) = normal.phases
    other = replace(normal, phases=(replace(phase, engine="libaio"),))
    found = compared(normal, other)
    assert not found.primary
