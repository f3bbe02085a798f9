# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A search with the real fio: the next test comes from the results before it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.system.measuring import MIB, Lab, mounted, phase, profile

from driveproof.domain.profile.course import Course, Step
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import FINISHED, PhaseResult
from driveproof.engine.run import events

pytestmark = pytest.mark.root


@dataclass(frozen=True)
class Deeper:
    """Doubles the queue depth until a test has been measured at `deepest`."""

    deepest: int
    phases: tuple[Phase, ...] = (phase(),)

    def course(self, profile: Profile) -> Course:
        depth, result = 1, None
        while result is None or result.queue_depth < self.deepest:
            test = replace(profile.phases[0], queue_depth=depth)
            result = yield Step(test, left=(0.0, 1.0))
            assert isinstance(result, PhaseResult)
            assert result.queue_depth == depth and len(result.repeats) == 1
            depth *= 2


def test_results_decide_what_comes_next(tmp_path: Path, lab: Lab) -> None:
    told: list[events.Event] = []
    with mounted("ext4", tmp_path) as (folder, _device):
        session = lab.session(profile(plan=Deeper(4)), folder, observer=told.append)
        result = session.run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    assert [found.queue_depth for found in result.phases] == [1, 2, 4]
    begun = [event for event in told if isinstance(event, events.RepeatStarted)]
    assert [(event.index, event.phase.queue_depth) for event in begun] == [(0, 1), (1, 2), (2, 4)]
    ended = [event.index for event in told if isinstance(event, events.PhaseEnded)]
    assert sorted(ended) == [0, 1, 2]


@dataclass(frozen=True)
class UntilBytes:
    """Writes until `bytes` are written, which is long before the time is over."""

    bytes: int
    phases: tuple[Phase, ...] = (phase("write", block=MIB, seconds=600.0, limit=None),)

    def course(self, profile: Profile) -> Course:
        yield Step(
            self.phases[0],
            enough=lambda moments: moments[-1].bytes >= self.bytes,
        )


@pytest.mark.deep
def test_what_is_enough_ends_a_repeat_that_counts_as_whole(tmp_path: Path, lab: Lab) -> None:
    plan = UntilBytes(8 * MIB)
    with mounted("ext4", tmp_path) as (folder, _device):
        result = lab.session(profile(*plan.phases, plan=plan), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    (found,) = result.phases
    (repeat,) = found.repeats
    assert not repeat.disturbed or "cut short" not in repeat.disturbed
    assert repeat.directions["write"].bytes > 0
    assert repeat.fio_json is not None
