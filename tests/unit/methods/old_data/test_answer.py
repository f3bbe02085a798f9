# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Old data: when it is called slow, when not, and when there is too little of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest
from tests.builders.deep import deep
from tests.builders.old_files import FADING, old_data_run

from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.figure import Interval, Measure
from driveproof.domain.quantity import Bytes, Share
from driveproof.domain.run.file_ages import YOUNG, Age, AgedReads
from driveproof.domain.run.run import CUT_SHORT, Run
from driveproof.domain.say import Coded
from driveproof.methods import answer_of
from driveproof.methods.old_data.answer import Finding, answer, finding_of, results_of

EVEN = dict.fromkeys(Age, 500e6)


def found(speeds: Mapping[Age, float], **other: float) -> Finding:
    return finding_of(results_of(old_data_run(speeds, **other)))  # type: ignore[arg-type]


def test_slow_old_data() -> None:
    run = old_data_run()
    said = answer(run)
    assert said == answer_of(run)
    assert said.bad
    assert said.sentences[0].values["share"] == Share(pytest.approx(0.12, abs=0.01))
    table = said.table("ages")
    assert [cell.code for cell in table.column("age") if isinstance(cell, Coded)] == list(Age)
    assert table.column("read")[0] == Bytes(8 * 24 * 2**20, binary=True)
    changes = dict(zip(Age, table.column("difference"), strict=True))
    assert [age for age, change in changes.items() if change is None] == list(YOUNG)
    oldest, newest = changes[Age.OLDER], changes[Age.WEEK]
    assert isinstance(oldest, Interval) and isinstance(newest, Interval)
    assert oldest.verdict is Verdict.SLOWER
    assert newest.ratio == pytest.approx(520 / 495, rel=0.03)
    speed = table.column("bandwidth")[-1]
    assert isinstance(speed, Measure)
    assert speed.summary.median == pytest.approx(60e6, rel=0.04)
    # One read in twelve takes ten times as long as its age does usually, and all of the oldest do.
    assert table.column("slow")[1] == Share(pytest.approx(1 / 12), figures=2)
    assert table.column("slow")[-1] == Share(1.0, figures=2)


@pytest.mark.parametrize(
    ("oldest", "finding"),
    [
        (500e6, Finding.ALIKE),
        (430e6, Finding.LITTLE),
        (350e6, Finding.SLOWER),
        *deep((650e6, Finding.ALIKE), (60e6, Finding.SLOWER)),
    ],
)
def test_how_slow_the_oldest_are(oldest: float, finding: Finding) -> None:
    assert found({**EVEN, Age.OLDER: oldest}) is finding


def test_the_oldest_that_was_measured_counts() -> None:
    speeds = {age: speed for age, speed in FADING.items() if age not in (Age.OLDER, Age.TWO_YEARS)}
    assert found(speeds) is Finding.SLOWER
    # What is only two years old does not count where older files are as fast as young ones.
    assert found({**FADING, Age.OLDER: 500e6}) is Finding.ALIKE


def test_repeats_that_differ_too_much_leave_it_open() -> None:
    assert found({**EVEN, Age.OLDER: 400e6}, spread=0.6, repeats=4) is Finding.OPEN


@pytest.mark.parametrize(
    ("ages", "finding"),
    [
        ((Age.WEEK, *YOUNG), Finding.NO_OLD),
        ((Age.WEEK, Age.OLDER), Finding.NO_YOUNG),
        ((Age.MONTH, Age.YEAR), Finding.SLOWER),
        ((Age.QUARTER, Age.YEAR), Finding.SLOWER),
    ],
)
def test_ages_that_are_missing(ages: tuple[Age, ...], finding: Finding) -> None:
    run = old_data_run({age: FADING[age] for age in ages})
    assert finding_of(results_of(run)) is finding
    assert answer(run).bad is (finding is Finding.SLOWER)


def test_no_repeat_is_no_difference() -> None:
    assert not answer(replace(old_data_run(), phases=())).sentences


def cut(run: Run) -> Run:
    """With a second repeat of the oldest that was ended early, and was slow."""
    *others, last = run.phases
    early = replace(last.repeats[1], disturbed=(CUT_SHORT,), aged=AgedReads((1e8,), (10.0,)))
    repeats = (last.repeats[0], early, *last.repeats[2:])
    return replace(run, phases=(*others, replace(last, repeats=repeats)))


def test_a_repeat_that_was_cut_short_does_not_count() -> None:
    run = old_data_run(EVEN)
    (before, after) = (results_of(one)[-1].speed for one in (run, cut(run)))
    assert after.count == before.count - 1
    assert after.low > 0.9 * before.low


def test_reads_that_took_no_time_are_no_speed() -> None:
    run = old_data_run()
    first = run.phases[0]
    nothing = tuple(replace(one, aged=AgedReads((1.0,), (0.0,))) for one in first.repeats)
    strange = replace(run, phases=(replace(first, repeats=nothing), *run.phases[1:]))
    assert [one.age for one in results_of(strange)] == list(Age)[1:]


@pytest.mark.deep
def test_a_healthy_drive_is_rarely_called_slow() -> None:
    """One comparison in twenty at most finds a difference that is not there, and of 20 % none."""
    drawn, slower, any_claim = random.Random(3), 0, 0
    for _round in range(200):
        run = old_data_run(EVEN)
        phases = tuple(
            replace(
                phase,
                repeats=tuple(
                    replace(one, aged=AgedReads((1.0,), (2**20 / 5e8 * drawn.gauss(1, 0.1),)))
                    for one in phase.repeats
                ),
            )
            for phase in run.phases
        )
        results = results_of(replace(run, phases=phases))
        slower += finding_of(results) is Finding.SLOWER
        any_claim += any(
            one.difference is not None and one.difference.verdict is Verdict.SLOWER
            for one in results
        )
    assert slower == 0
    assert any_claim <= 10
