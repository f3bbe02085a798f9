# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which tests of two sides are the same test, and the repeats of each that count."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite
from statistics import geometric_mean, median
from typing import NamedTuple

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.metric import MetricName
from driveproof.domain.run.result import curve_of
from driveproof.domain.run.run import (
    CUT_SHORT,
    METRICS,
    DirectionResult,
    Latency,
    PhaseResult,
    Repeat,
    Run,
)
from driveproof.domain.run.same_test import PhaseKey, can_be_same, partner_of, test_of
from driveproof.domain.run.work import FileOperation, Part, name_marks
from driveproof.domain.say import Title
from driveproof.domain.title import SEPARATOR

# A repeat in which nothing moved counts as so small a part of the slowest one that moved: a ratio
# needs a number above zero.
STILL = 1e-6


@dataclass(frozen=True, slots=True)
class Side:
    """The runs of one state, pooled; `name` is what it is called."""

    name: str
    runs: tuple[Run, ...]


class RepeatValue(NamedTuple):
    """A metric of one whole repeat; `run` is the id of its run. `written` bytes in `seconds` were
    counted, 0 where that is not known.
    """

    value: float
    disturbed: bool
    run: str
    written: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class TestRepeats:
    """A test of one side, as often as it was measured. `phase` is the first of them."""

    phase: PhaseResult
    repeats: tuple[tuple[str, Repeat], ...]  # id of the run, and a whole repeat
    cut_short: int
    exhausted: int = 0
    """Repeats in or after which the write cache had run out; they do not count either."""
    profile: str = ""
    """That of the first run: the title of the test is one of its texts."""

    @property
    def disturbed(self) -> int:
        """Whole repeats that something disturbed."""
        return sum(bool(repeat.disturbed) for _, repeat in self.repeats)

    @property
    def words(self) -> tuple[str, ...]:
        """What disturbed them."""
        return tuple(sorted({word for _, repeat in self.repeats for word in repeat.disturbed}))

    def values(self, direction: Direction, metric: MetricName) -> tuple[RepeatValue, ...]:
        """A metric in one direction; what is unknown, negative or no number is left out."""
        read: Callable[[DirectionResult], float | None] = METRICS[metric]
        return tuple(
            RepeatValue(
                float(value),
                bool(repeat.disturbed),
                run,
                result.bytes or 0,
                result.seconds or 0.0,
            )
            for run, repeat in self.repeats
            if (result := repeat.directions.get(direction)) is not None
            and (value := read(result)) is not None
            and isfinite(value)
            and value >= 0
        )


class Why(StrEnum):
    """Why a test was not compared."""

    ABSENT = "only in one side"
    OTHER_TEST = "not the same test"
    AMBIGUOUS = "fits several tests"
    CUT_SHORT = "no whole repeat"
    NO_FIGURE = "no figure"
    RECORDED = "recorded"
    """It shows what others asked of the drive, and not how fast it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmatched:
    """A test that is not in both sides, or cannot be compared.

    `side` is the side that was to be compared with the first, from 1; `sides` are their names, or
    that of the only one that has it. `tests` are the two tests of one name that are not the same.
    """

    name: str
    title: Title | str
    direction: Direction
    side: int
    why: Why
    sides: tuple[str, ...] = ()
    tests: tuple[PhaseKey, PhaseKey] | None = None
    profile: str = ""


def tests_of(side: Side) -> dict[PhaseKey, TestRepeats]:
    """The tests of a side in the order in which they were measured first. What is in two of its
    runs, as a file that was imported twice is, counts once.
    """
    phases: dict[PhaseKey, list[tuple[str, PhaseResult]]] = {}
    profiles: dict[PhaseKey, str] = {}
    for run in distinct_measurements(side.runs):
        for phase in run.phases:
            test = test_of(phase, run.source)
            phases.setdefault(test, []).append((run.id, phase))
            profiles.setdefault(test, run.profile)
    found = {}
    for test, parts in phases.items():
        every = [(run, repeat) for run, phase in parts for repeat in phase.repeats]
        whole = tuple(pair for pair in every if pair[1].counts)
        cut = sum(CUT_SHORT in repeat.disturbed for _, repeat in every)
        exhausted = len(every) - len(whole) - cut
        found[test] = TestRepeats(parts[0][1], whole, cut, exhausted, profiles[test])
    return found


def paired_tests(sides: Sequence[Side]) -> tuple[dict[PhaseKey, TestRepeats], ...]:
    """The tests of each side; of maps also the mean of their cells, which alone is judged.

    A test of a later side that matches one of the first side has its key, also where one of the two
    files reports less about it.
    """
    first = tests_of(sides[0])
    found = [first]
    for side in sides[1:]:
        tests = tests_of(side)
        keys = {key: test for test in first if (key := partner_of(test, tests)) is not None}
        # One that two tests of the first side could be is neither.
        common = {key: test for key, test in keys.items() if partner_of(key, first) == test}
        found.append({common.get(key, key): found_tests for key, found_tests in tests.items()})
    means, totals = means_of(found, cells_of(sides)), totals_of(found)
    return tuple(
        {**total, **tests, **mean} for tests, mean, total in zip(found, means, totals, strict=True)
    )


MANY_DISTURBED = 0.1
"""Above this share of disturbed cells the mean of a repeat counts as disturbed: of hundreds of
cells some always are, and one of them moves the mean by little."""


def cells_of(sides: Sequence[Side]) -> frozenset[PhaseKey]:
    """The tests that are cells of a map: of a file-sizes run, or of a load curve at every pair of a
    queue depth and a number of jobs.
    """
    return frozenset(
        test_of(phase, run.source) for side in sides for run in side.runs for phase in _cells(run)
    )


def _cells(run: Run) -> Iterable[PhaseResult]:
    if (curve := curve_of(run)) is not None:
        return run.phases if curve.grid else ()
    return (phase for phase in run.phases if phase.work.of_file_sizes)


def means_of(
    sides: Sequence[dict[PhaseKey, TestRepeats]], cells: Container[PhaseKey]
) -> list[dict[PhaseKey, TestRepeats]]:
    """For each side the geometric mean over all `cells` that every side has, repeat by repeat: one
    for the file sizes, and one for each map of depth and jobs; nothing where no side is a map.

    One figure for a whole map: hundreds of cells with one verdict each would need larger changes
    than a drive shows. The geometric mean gives the same factor the same weight in every cell.
    """
    maps: dict[PhaseKey | None, list[PhaseKey]] = {}
    for key, test in sides[0].items():
        if key in cells and all(key in other for other in sides[1:]):
            load = key._replace(name="", queue_depth=0, jobs=0, engine="")
            maps.setdefault(None if test.phase.work.of_file_sizes else load, []).append(key)
    found: list[dict[PhaseKey, TestRepeats]] = [{} for _side in sides]
    for map_of, keys in maps.items():
        means = [_mean([tests[key] for key in keys], map_of) for tests in sides]
        # One key, also where one of two programs says less about its tests.
        for side, mean in zip(found, means, strict=True):
            side[test_of(means[0].phase)] = mean
    return found


ALL_TASKS = "all tasks"
"""The name of the sum of the everyday tasks."""


def totals_of(
    sides: Sequence[dict[PhaseKey, TestRepeats]],
) -> list[dict[PhaseKey, TestRepeats]]:
    """For each side the time of all everyday tasks that every side has, round by round; nothing
    where there are fewer than two.
    """
    tasks = [
        key
        for key in sides[0]
        if key.work.part is Part.REAL_LIFE and all(key in other for other in sides[1:])
    ]
    if len(tasks) < 2:
        return [{} for _side in sides]
    totals = [_total([tests[key] for key in tasks]) for tests in sides]
    return [{test_of(totals[0].phase): total} for total in totals]


def _total(tasks: Sequence[TestRepeats]) -> TestRepeats:
    rounds: dict[tuple[str, int], list[Repeat]] = {}
    for task in tasks:
        for run, repeat in task.repeats:
            rounds.setdefault((run, repeat.order), []).append(repeat)
    repeats = tuple(
        (run, _sum(order, found))
        for (run, order), found in rounds.items()
        if len(found) == len(tasks)
    )
    first = tasks[0].phase
    phase = replace(
        first,
        name=ALL_TASKS,
        title=Title("All tasks"),
        direction=Direction.WRITE,
        cache=None,
        command=(),
        repeats=tuple(repeat for _run, repeat in repeats),
    )
    return TestRepeats(
        phase, repeats, max(task.cut_short for task in tasks), profile=tasks[0].profile
    )


def _sum(order: int, tasks: Sequence[Repeat]) -> Repeat:
    results = [_only(one) for one in tasks]
    seconds = sum(one.seconds or 0.0 for one in results)
    return Repeat(
        order=order,
        directions={
            Direction.WRITE: DirectionResult(
                iops=len(results) / seconds if seconds else 0.0,
                bandwidth=0.0,
                bytes=None,
                ios=len(results),
                seconds=seconds,
                latency=Latency(),
            )
        },
        disturbed=tuple(sorted({word for one in tasks for word in one.disturbed})),
        started=tasks[0].started,
    )


def _mean(cells: Sequence[TestRepeats], load: PhaseKey | None) -> TestRepeats:
    """Of a surface its bandwidth, reads and writes in one; of a `load` its IOPS."""
    direction = Direction.MIXED if load is None else load.direction
    way = Direction.WRITE if direction is Direction.WRITE else Direction.READ
    by_repeat: dict[tuple[str, int], list[Repeat]] = {}
    for cell in cells:
        for run, repeat in cell.repeats:
            by_repeat.setdefault((run, repeat.order), []).append(repeat)
    repeats = tuple(
        (run, _mean_repeat(order, found, way))
        for (run, order), found in by_repeat.items()
        if len(found) == len(cells) and all(_both(one).bandwidth > 0 for one in found)
    )
    first = cells[0].phase
    phase = replace(
        first,
        name=f"geometric mean of {len(cells)}",
        title=f"Geometric mean of {len(cells)} figures, mixed"
        if load is None
        else f"Geometric mean of {len(cells)} figures",
        direction=direction,
        pattern=Pattern.SEQUENTIAL if load is None else load.pattern,
        block_size=0 if load is None else load.block_size,
        command=(),
        repeats=tuple(repeat for _run, repeat in repeats),
        work=replace(first.work, operation=FileOperation.ALL, extent=0, sync=""),
    )
    cut = max(cell.cut_short for cell in cells)
    return TestRepeats(phase, repeats, cut, profile=cells[0].profile)


def _mean_repeat(order: int, cells: Sequence[Repeat], way: Direction) -> Repeat:
    results = [_both(one) for one in cells]
    words = sorted({word for one in cells for word in one.disturbed})
    many = sum(bool(one.disturbed) for one in cells) > MANY_DISTURBED * len(cells)
    return Repeat(
        order=order,
        directions={
            way: DirectionResult(
                iops=geometric_mean([max(one.iops, STILL) for one in results]),
                bandwidth=geometric_mean([one.bandwidth for one in results]),
                bytes=sum(one.bytes or 0 for one in results),
                ios=sum(one.ios or 0 for one in results),
                seconds=sum(one.seconds or 0.0 for one in results),
                latency=Latency(),
            )
        },
        disturbed=tuple(words) if many else (),
        started=cells[0].started,
    )


def _only(repeat: Repeat) -> DirectionResult:
    """The result of a test that has one direction."""
    return next(iter(repeat.directions.values()))


def _both(repeat: Repeat) -> DirectionResult:
    """The result of a cell, of both its directions together."""
    first, *others = repeat.directions.values()
    return replace(
        first,
        iops=sum((one.iops for one in others), first.iops),
        bandwidth=sum((one.bandwidth for one in others), first.bandwidth),
    )


def plain_name(test: PhaseKey) -> str:
    """The name without what the test asks for beside its blocks."""
    beside = ", ".join(name_marks(test.work, test.work.data, test.direction))
    return test.name.replace(f"{SEPARATOR}{beside}", "", 1) if beside else test.name


def why_unmatched(
    found: TestRepeats,
    test: PhaseKey,
    others: Iterable[PhaseKey],
    side: int,
    names: tuple[str, str],
    *,
    free: Iterable[PhaseKey] = (),
) -> Unmatched:
    """Why a test of the first side has no partner among those of another, `side`; `free` are those
    of them that have none either.
    """
    near = next((other for other in others if other.name == test.name), None)
    if near is None:  # the same but for what it asks for, which is in the name
        plain = plain_name(test)
        near = next((other for other in free if plain_name(other) == plain), None)
    why = Why.ABSENT if near is None else Why.OTHER_TEST
    if near is not None and can_be_same(near, test):
        why = Why.AMBIGUOUS
    left = left_alone(found, side, why, *(names[:1] if near is None else names))
    return left if near is None else replace(left, tests=(test, near))


def left_alone(found: TestRepeats, side: int, why: Why, *sides: str) -> Unmatched:
    """A test that has no partner on a side; `sides` are the names that the reason is about."""
    phase = found.phase
    return Unmatched(
        name=phase.name,
        title=phase.title,
        direction=phase.direction,
        side=side,
        why=why,
        sides=sides,
        profile=found.profile,
    )


def above_zero(*sides: tuple[RepeatValue, ...]) -> tuple[tuple[RepeatValue, ...], ...] | None:
    """The same values with every zero as a millionth of the least; None when all are zero."""
    least = min((one.value for side in sides for one in side if one.value > 0), default=None)
    if least is None:
        return None
    still = least * STILL or least
    return tuple(
        tuple(one if one.value > 0 else one._replace(value=still) for one in side) for side in sides
    )


def middle(values: Iterable[RepeatValue]) -> float | None:
    """The median, None without a value."""
    numbers = [one.value for one in values]
    return median(numbers) if numbers else None


def distinct_measurements(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Each measurement once, in the order given."""
    found: dict[Hashable, Run] = {}
    for run in runs:
        found.setdefault(_measured(run), run)
    return tuple(found.values())


def is_copy(runs: Iterable[Run]) -> bool:
    """Whether one of them is the same measurement as another."""
    runs = tuple({run.id: run for run in runs}.values())
    return len(distinct_measurements(runs)) < len(runs)


def _measured(run: Run) -> Hashable:
    """What two measurements never share: when they began, and every figure. A run in which nothing
    was measured is like no other. A date may have been written to the second.
    """
    figures = tuple(map(_figures, run.phases))
    if not any(repeats for _, repeats in figures):
        return run.id
    return int(run.started.timestamp()), figures


def _figures(phase: PhaseResult) -> tuple[str, tuple[Hashable, ...]]:
    return phase.name, tuple(
        (way, result.iops, result.bandwidth, result.latency.mean)
        for repeat in phase.repeats
        for way, result in repeat.directions.items()
    )
