# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences before a comparison: the answer to a margin, and the cautions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.conditions import Condition, Differing, condition_values
from driveproof.domain.comparison.margin import margin, margin_sentences
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import Limits, PhaseResult
from driveproof.domain.run.work import Work
from driveproof.wording.finding import advised_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import NARROW


def texts(
    before: list[PhaseResult], after: list[PhaseResult], runs: tuple[int, int] = (1, 1)
) -> tuple[str, ...]:
    sides = []
    for place, (name, tests, count) in enumerate(
        zip(("before", "after"), (before, after), runs, strict=True)
    ):
        made = (
            run(*tests, id=f"{place}{number}", days=place + number / 144) for number in range(count)
        )
        sides.append(Side(name, tuple(made)))
    comparison = compare_sides(sides)
    return tuple(map(say_text, margin_sentences(margin(comparison, 0.10), comparison)))


def test_what_is_slower_is_named_and_that_nothing_is() -> None:
    (slower,) = texts([phase(STEADY)], [phase(times(0.7))])
    assert slower == f"Slower by more than 10{NARROW}%: Random 4 KiB, Q32 read."
    assert texts([phase(STEADY)], [phase(STEADY)]) == (
        f"No test is slower by 10{NARROW}% or more.",
    )


WIDE = (100.0, 106.0, 94.0)


@pytest.mark.parametrize(
    ("runs", "settles"),
    [
        ((1, 1), ("changed state again", "second baseline run")),
        ((2, 1), ("changed state again",)),
        ((1, 2), ("second baseline run",)),
        ((2, 2), ()),
    ],
)
def test_what_would_settle_it(runs: tuple[int, int], settles: tuple[str, ...]) -> None:
    named, excluded, *rest = texts([phase(WIDE)], [phase(times(0.9, WIDE))], runs)
    assert named == f"Could be slower by 10{NARROW}% or more: Random 4 KiB, Q32 read."
    assert excluded.startswith("These runs rule out a slowdown of ")
    assert len(rest) == len(settles)
    assert all(words in text for words, text in zip(settles, rest, strict=True))


def test_why_it_cannot_be_told() -> None:
    assert texts([phase(STEADY[:1])], [phase(times(0.5)[:1])]) == (
        "Too few repeats: 1 of 1. Each side needs 3.",
    )
    write = phase(STEADY, direction="write")
    flushed = phase(STEADY, direction="write", work=Work(fsync=1))
    (other,) = texts([phase(STEADY), write], [phase(STEADY), flushed])
    assert "never, every write" in other
    assert texts([phase(STEADY)], [write]) == ("No test is on both sides.",)


def test_mount_options_can_be_broken_into_lines() -> None:
    one = Differing(Condition.MOUNT_OPTIONS, "a=1,rw", "noatime,rw")
    before, after = map(value_text, condition_values(one))
    assert (before, after) == ("a=1, rw", "noatime, rw")


def test_doubts_of_a_claim_say_what_to_do() -> None:
    """Runs a minute apart, a lapse of two hours, and a drive that got faster all along."""
    sides = [
        Side(
            name,
            tuple(
                run(phase(times(level)), id=f"{name}{at}", days=day)
                for at, (level, day) in enumerate(zip(levels, days, strict=True))
            ),
        )
        for name, levels, days in (
            ("old", (1.0, 1.05), (0.0, 0.0007)), ("new", (1.9, 2.0), (0.1, 0.11)),
        )
    ]  # fmt: skip
    lapse, close, way = map(advised_text, compare_sides(sides).cautions)
    assert "between old and new" in lapse
    assert close.startswith("Runs of old started within 1") and close.endswith("between runs.")
    assert way == "Possible steady trend: Random 4 KiB, Q32 read. Measure old again."


def test_tests_and_sides_are_named() -> None:
    """What set a figure, of two sides, and of a test that was to last longer in one of them."""
    before, after = (
        replace(phase(STEADY, planned_seconds=seconds), limits=Limits(buffered_by="btrfs"))
        for seconds in (2.0, 30.0)
    )
    sides = [Side("old", (run(before),)), Side("new", (run(after, id="0b", days=1),))]
    lengths, limits = map(advised_text, compare_sides(sides).cautions)
    assert (
        lengths == f"Test durations differ (2.0{NARROW}s, 30.0{NARROW}s): Random 4 KiB, Q32 read."
    )
    assert limits == "Random 4 KiB, Q32 read (old, new): buffered I/O by btrfs."
