# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What speaks against a claim that the rule has made: when its runs were measured, and whether the
drive changed by itself all along.

how-comparing-works.md has the simulation: of the noise that was tried, only a steady trend through
all runs, and a change that takes far longer than the runs of a side were apart, make more false
claims than are promised.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import auto
from itertools import pairwise
from math import log
from statistics import fmean
from typing import TYPE_CHECKING

from driveproof.domain.comparison.cautions import NAMED, Caution
from driveproof.domain.comparison.difference import CLAIMS
from driveproof.domain.comparison.judge import FLOOR
from driveproof.domain.comparison.matching import Side, above_zero
from driveproof.domain.comparison.trend import trends
from driveproof.domain.finding import Code, Finding, ToDo
from driveproof.domain.profile.test_titles import test_names
from driveproof.domain.quantity import OneOf, Seconds
from driveproof.domain.run.run import Run
from driveproof.domain.run.same_test import PhaseKey, test_of
from driveproof.domain.say import Say, some

if TYPE_CHECKING:
    from driveproof.domain.comparison.comparison import Metric

LONG = timedelta(hours=1)
"""With a change that takes as long, 13 % of comparisons of recorded drives had a false claim, and
17 % with one run before (benchmarks.md)."""

CLOSE = timedelta(minutes=5)
"""Runs of a side that begin closer together show too little of how runs differ: 5 to 7 % of
comparisons of recorded drives had a false claim, and 1.3 % with five minutes between them."""

_LEAST_RUNS = 4
"""Two runs a side go the same way by chance in one of four cases, fewer in half of them."""


Names = Mapping[str, Say | str]
"""What tests are called, by their stable names."""


class DoubtToDo(Code):
    """What to do about a doubt."""

    MEASURE_CLOSER = auto()
    WAIT = auto()
    MEASURE_BASELINE_AGAIN = auto()


def doubts(sides: Sequence[Side], metrics: Sequence[Metric]) -> tuple[Finding, ...]:
    """What speaks against the claims of a comparison; () where there are none."""
    claimed = [metric for metric in metrics if metric.primary and metric.verdict in CLAIMS]
    names = test_names(run for side in sides for run in side.runs)
    found: list[Finding] = []
    for number, side in enumerate(sides[1:], start=1):
        mine = [metric for metric in claimed if metric.side == number]
        if mine:
            found += _of_pair(sides[0], side, mine, names)
    told = {0, *(metric.side for metric in claimed)} if claimed else set()
    for number in sorted(told):
        of_side = claimed if number == 0 else [one for one in claimed if one.side == number]
        found += _drifting(sides[number], of_side, names)
    return tuple(dict.fromkeys(found))


def _of_pair(
    first: Side, other: Side, claimed: Sequence[Metric], names: Names
) -> Iterator[Finding]:
    times = [sorted(run.started for run in side.runs) for side in (first, other)]
    earlier, later = sorted(times)
    # One run a side says of itself that another day would look the same, and drives do not change
    # into each other.
    several = max(map(len, times)) > 1
    one_drive = len({run.target.identity for side in (first, other) for run in side.runs}) == 1
    if earlier[-1] < later[0]:  # not in turn, where what comes and goes meets both
        widest = max(side[-1] - side[0] for side in times)
        lapse = later[0] - earlier[-1]
        if one_drive and several and lapse > LONG and widest < lapse:
            said = Say(
                "{time} between {first} and {other}",
                time=Seconds(lapse.total_seconds()),
                first=first.name,
                other=other.name,
            )
            closer = ToDo(DoubtToDo.MEASURE_CLOSER, Say("Measure both again, closer together."))
            yield Finding(Caution.LONG_LAPSE, (said,), do=(closer,))
        for side, when in zip((first, other), times, strict=True):
            steps = [after - before for before, after in pairwise(when)]
            if steps and min(steps) < CLOSE:
                said = Say(
                    "Runs of {side} started within {time}",
                    side=side.name,
                    time=Seconds(min(steps).total_seconds()),
                )
                wait = ToDo(DoubtToDo.WAIT, Say("Wait ten minutes between runs."))
                yield Finding(Caution.CLOSE_TOGETHER, (said,), do=(wait,))
    began = {run.id: run.started for side in (first, other) for run in side.runs}
    tests = [metric.name for metric in claimed if _one_way(metric, began)]
    if tests and one_drive:
        said = Say("Possible steady trend: {tests}.", tests=_some(tests, names))
        again = ToDo(
            DoubtToDo.MEASURE_BASELINE_AGAIN, Say("Measure {first} again.", first=first.name)
        )
        yield Finding(Caution.ONE_WAY, (said,), do=(again,))


def _one_way(metric: Metric, began: Mapping[str, datetime]) -> bool:
    """Whether each run went on in the direction of the claim, by more than noise on average."""
    moved = above_zero(metric.before_values, metric.after_values)
    if moved is None or min(metric.runs) < 2 or sum(metric.runs) < _LEAST_RUNS:
        return False
    sides: list[list[float]] = []
    for values in moved:
        runs: dict[str, list[float]] = {}
        for one in values:
            runs.setdefault(one.run, []).append(log(one.value))
        order = sorted(runs, key=lambda run: began[run])
        sides.append([fmean(runs[run]) for run in order])
    up = fmean(sides[1]) > fmean(sides[0])
    if min(began[one.run] for one in moved[1]) < min(began[one.run] for one in moved[0]):
        up = not up  # measured the other way round
    steps = [after - before for side in sides for before, after in pairwise(side)]
    return all((step > 0) is up for step in steps) and abs(fmean(steps)) > FLOOR


def _drifting(side: Side, claimed: Sequence[Metric], names: Names) -> Iterator[Finding]:
    """Tests that went one way from repeat to repeat (Mann-Kendall)."""
    wanted = {metric.test for metric in claimed}
    found = [test.name for run in side.runs for test in _trends(run) if test in wanted]
    if found:
        tests = _some(list(dict.fromkeys(found)), names)
        said = Say("No steady state in {side}: {tests}.", side=side.name, tests=tests)
        yield Finding(Caution.DRIFTING, (said,))


def _some(tests: Sequence[str], names: Names) -> OneOf | Say:
    return some([names[test] for test in tests], NAMED)


def _trends(run: Run) -> list[PhaseKey]:
    return [test_of(one.phase, run.source) for one in trends(run.phases)]
