# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks: the drive's part of the time, which drive limits a copy, and what is compared."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.builders.tasks_done import example_real_life

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.margin import MarginAnswer, margin
from driveproof.domain.comparison.matching import ALL_TASKS, Side
from driveproof.domain.comparison.trend import trend_note, trends
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.real_life import (
    all_tasks,
    copying_of,
    drive_seconds,
    real_life_rows,
)
from driveproof.domain.run.run import MemberStatistics, Repeat, Role, TaskCost
from driveproof.domain.run.task import Task
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.export.text.forum_run import forum_text


def repeat(cpu: float, *busy: tuple[Role, float | None]) -> Repeat:
    members = tuple(MemberStatistics("d", role, 0, 0, 0, 0, 10.0, value) for role, value in busy)
    return Repeat(1, {}, members=members, task=TaskCost(cpu, 0.0, None, 1))


@pytest.mark.parametrize(
    ("members", "drive"),
    [
        (((Role.TARGET, 3.0),), 3.0),  # the rest was a busy processor: not the drive's
        (((Role.TARGET, 30.0),), 8.0),  # never more than was waited
        ((), 8.0),  # nothing counts: all of it, as an upper bound
        (((Role.TARGET, None),), 8.0),
        (
            ((Role.TARGET, 1.0), (Role.SOURCE, 2.5), (Role.BELOW, 9.0)),
            3.5,
        ),  # either drive of a copy
    ],
)
def test_the_drives_part_is_what_was_waited_and_the_drive_was_busy(
    members: tuple[tuple[Role, float | None], ...], drive: float
) -> None:
    assert drive_seconds(repeat(2.0, *members), 10.0) == pytest.approx(drive)


def test_rows_and_answer() -> None:
    run = example_real_life()
    rows = real_life_rows(run)
    assert len(rows) == 14
    copy = rows[1]
    assert (copy.task, copy.cache) == (Task.COPY, "cold")
    assert copy.time.count == 3
    assert copy.drive == pytest.approx(5.7)
    assert copy.other == pytest.approx(copy.time.median - 1.4 - 5.7)
    answer = all_tasks(rows)
    assert answer is not None
    assert answer.saved == pytest.approx(0.5 * answer.drive / answer.time)


def test_which_drive_limits_a_copy() -> None:
    assert copying_of(example_real_life()) is None
    found = copying_of(example_real_life(another=True))
    assert found is not None
    assert (found.source, found.target, found.limit) == ("sdb", "sda2", "sdb")


def test_a_faster_drive_is_faster_in_each_row_and_in_the_total() -> None:
    before = example_real_life(repeats=8, run="a")
    after = example_real_life(repeats=8, run="b", faster=2.0, days=1)
    found = compare_sides([Side("before", (before,)), Side("after", (after,))])
    told = {metric.name: metric for metric in found.primary}
    assert len(told) == 15
    total = told[ALL_TASKS]
    assert total.metric is MetricName.TIME
    assert total.verdict is Verdict.FASTER
    assert total.ratio is not None
    assert total.ratio < 1 < (total.speed or 0)
    assert told["database commits"].verdict is Verdict.FASTER
    assert told["database count, warm"].verdict is Verdict.WITHIN  # all of it was the processor
    back = compare_sides([Side("before", (after,)), Side("after", (before,))])
    assert {one.verdict for one in back.primary} == {Verdict.SLOWER, Verdict.WITHIN}
    assert margin(back, 0.05).answer is MarginAnswer.SLOWER
    assert margin(found, 0.05).answer is MarginAnswer.NOT_SLOWER


def test_a_hint_of_a_longer_time_is_one_of_a_slower_drive() -> None:
    """It said "may be faster" once: the ratio of a time was taken for one of speeds."""
    before = example_real_life(repeats=5, run="a", faster=1.2)
    after = example_real_life(repeats=5, run="b", days=1)
    found = compare_sides([Side("before", (before,)), Side("after", (after,))])
    assert Verdict.SLOWER in {one.verdict for one in found.primary}
    assert Verdict.FASTER not in {one.verdict for one in found.primary}


def test_times_that_grow_are_told_as_times() -> None:
    run = example_real_life(repeats=8)
    (phase, *_rest) = run.phases
    slower = tuple(
        replace(one, directions={
            phase.direction: replace(one.directions[phase.direction], seconds=float(one.order))
        })
        for one in phase.repeats
    )  # fmt: skip
    (found,) = trends([replace(phase, repeats=slower)])
    values = trend_note(found).values
    assert (values["first"], values["last"]) == (
        Seconds(1.0, precise=True),
        Seconds(8.0, precise=True),
    )


def test_a_forum_reads_seconds() -> None:
    before, after = example_real_life(repeats=8), example_real_life(repeats=8, faster=2.0, days=1)
    assert "copy tree, cold     :      7.400 s" in forum_text(before)
    found = compare_sides([Side("before", (before,)), Side("after", (after,))])
    assert re.search(r"all tasks +46\.\d+ +31\.\d+ +s +-31 %", forum_comparison(found))
