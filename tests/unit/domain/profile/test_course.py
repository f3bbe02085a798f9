# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which the tests of a profile are measured, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.compared_runs import phase

from driveproof.domain.profile.course import APART_SECONDS, Course, Search, Step, course_of
from driveproof.domain.profile.generated import order_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile

READ = Phase("Read", "read", "random", 4096, 1)
WRITE = replace(READ, title="Write", direction="write", limit=2**20)
PROFILE = Profile("p", "P", "?", (READ, WRITE), 2**20, repeats=3, pause=2.0)


class Once:
    """A search that is over after one step."""

    phases = (READ,)

    def course(self, profile: Profile) -> Course:
        yield Step(profile.phases[0])


def test_a_fixed_course_goes_in_the_order_of_the_profile() -> None:
    steps = list(course_of(PROFILE))
    assert [(PROFILE.phases.index(step.phase), step.order) for step in steps] == list(
        order_of(PROFILE)
    )
    assert [step.pause for step in steps] == [0, 0, 2, 0, 2, 0]
    assert [step.last for step in steps] == [False] * 4 + [True] * 2


def test_a_search_has_its_own_course() -> None:
    assert isinstance(Once(), Search)
    assert list(course_of(replace(PROFILE, plan=Once()))) == [Step(READ)]
    course = course_of(replace(PROFILE, plan=Once()))
    next(course)
    with pytest.raises(StopIteration):
        course.send(None)


THIRD = replace(READ, title="Third")
GOES_ON = replace(PROFILE, phases=(READ, WRITE, THIRD), max_repeats=6)
CALM, NOISY = (100.0, 101.0, 99.0, 100.0, 101.0, 99.0), (100.0, 140.0, 75.0, 130.0, 80.0, 150.0)


def followed(
    profile: Profile, values: dict[str, tuple[float, ...]], each: int = 0
) -> tuple[list[Step], list[int]]:
    """The steps of a run whose tests have these IOPS, and write so many bytes each; and what was
    written before each.
    """
    written = profile.size
    course = course_of(profile, lambda: written)
    steps, counts = [], []
    step: Step | None = next(course)
    while step is not None:
        steps.append(step)
        counts.append(written)
        written += each * step.phase.writes
        done = values[step.phase.title][: step.order]
        try:
            step = course.send(phase(done, direction=step.phase.direction))
        except StopIteration:
            step = None
    return steps, counts


def rounds(steps: list[Step]) -> list[str]:
    """The first letters of the tests of each round."""
    most = max(step.order for step in steps)
    return [
        "".join(step.phase.title[0] for step in steps if step.order == number)
        for number in range(1, most + 1)
    ]


def test_only_tests_that_are_not_certain_go_on() -> None:
    steps, _written = followed(GOES_ON, {"Read": CALM, "Write": NOISY, "Third": CALM})
    assert rounds(steps) == ["RWT"] * 3 + ["W"] * 3
    assert [step.apart for step in steps] == [0.0] * 9 + [APART_SECONDS] * 3
    assert [step.last for step in steps] == [False] * 11 + [True]
    told = [(phase.title, at) for at, step in enumerate(steps) for phase in step.over]
    assert told == [("Read", 7), ("Third", 9)]  # as soon as it is known


def test_a_test_that_becomes_certain_ends_there() -> None:
    later = (100.0, 110.0, 101.0, 102.0, 102.0, 102.0)
    steps, _written = followed(GOES_ON, {"Read": later, "Write": CALM, "Third": NOISY})
    assert rounds(steps) == ["RWT"] * 3 + ["RT", "T", "T"]


def test_certain_tests_end_the_run_after_the_repeats_of_all() -> None:
    steps, _written = followed(GOES_ON, dict.fromkeys(("Read", "Write", "Third"), CALM))
    assert rounds(steps) == ["RWT"] * 3
    assert steps == [
        replace(step, to_come=steps[at].to_come, over=steps[at].over)
        for at, step in enumerate(course_of(GOES_ON.fixed()))
        for step in [replace(step, last=False)]
    ]


def test_writes_go_on_within_the_budget_and_reads_without_one() -> None:
    noisy = dict.fromkeys(("Read", "Write", "Third"), NOISY)
    budget = 2**20 + 3 * 2**19 + 2**20  # the file, three rounds at half the limit, and one limit
    steps, written = followed(replace(GOES_ON, budget=budget), noisy, each=2**19)
    assert rounds(steps) == ["RWT"] * 4 + ["RT"] * 2
    assert all(
        count + 2**20 <= budget
        for step, count in zip(steps, written, strict=True)
        if step.phase.writes and step.order > 3
    )
    (ended,) = [at for at, step in enumerate(steps) if step.over]
    assert (steps[ended].order, steps[ended].phase) == (5, READ)  # before the round begins
    unlimited = replace(GOES_ON, phases=(READ, replace(WRITE, limit=None), THIRD), budget=2**40)
    assert rounds(followed(unlimited, noisy)[0]) == ["RWT"] * 3 + ["RT"] * 3


def test_the_repeats_to_come_are_likely_ones() -> None:
    steps, _written = followed(GOES_ON, {"Read": CALM, "Write": NOISY, "Third": CALM})
    assert steps[0].to_come == (3, 3, 3)
    assert [step.to_come for step in steps[8:]] == [(0, 3, 1), (0, 3, 0), (0, 2, 0), (0, 1, 0)]
    short = replace(GOES_ON, budget=2**20 + 4 * 2**20)
    found, _written = followed(short, {"Read": CALM, "Write": NOISY, "Third": CALM}, each=2**20)
    assert found[8].to_come == (0, 1, 1)


def test_an_exhausted_write_cache_ends_a_test() -> None:
    long = replace(WRITE, pattern="sequential", block_size=2**20)
    profile = replace(GOES_ON, phases=(long,))
    course = course_of(profile)
    values = (3000.0, 2400.0, 1200.0)
    next(course)
    for count in (1, 2):
        course.send(phase(values[:count], pattern="sequential", direction="write"))
    with pytest.raises(StopIteration):
        course.send(phase(values, pattern="sequential", direction="write"))


@pytest.mark.parametrize(
    "profile",
    [
        GOES_ON.customized(repeats=3),
        replace(GOES_ON, max_repeats=0),
        replace(GOES_ON, cache="cold"),
        replace(GOES_ON, method="mirror"),
    ],
)
def test_a_fixed_number_of_repeats(profile: Profile) -> None:
    assert profile.most == 3
    assert [step.to_come for step in course_of(profile)] == [None] * 9


SPEEDS = st.lists(st.floats(50.0, 200.0), min_size=6, max_size=6).map(tuple)


@given(SPEEDS, SPEEDS, SPEEDS, st.integers(0, 2**20), st.integers(0, 8))
def test_whatever_is_measured_it_keeps_to_its_bounds(
    read: tuple[float, ...],
    write: tuple[float, ...],
    third: tuple[float, ...],
    each: int,
    room: int,
) -> None:
    budget = 2**20 + 3 * each + room * 2**19
    profile = replace(GOES_ON, budget=budget)
    steps, written = followed(profile, {"Read": read, "Write": write, "Third": third}, each)
    ended: list[Phase] = []
    for test in profile.phases:
        orders = [step.order for step in steps if step.phase == test]
        assert orders == list(range(1, len(orders) + 1)) and 3 <= len(orders) <= 6
    for step, count in zip(steps, written, strict=True):
        assert step.order <= 3 or not step.phase.writes or count + 2**20 <= budget
        ended += step.over
        assert step.phase not in ended
        assert step.to_come is not None and step.to_come[profile.phases.index(step.phase)] > 0
    assert len(ended) == len(set(ended))
