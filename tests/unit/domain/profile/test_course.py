# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The order in which the tests of a profile are measured, step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.profile.course import Course, Search, Step, course_of
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
