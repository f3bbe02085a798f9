# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that go on until they are certain, with the real fio."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from tests.system.measuring import MIB, SIZE, Lab, mounted, phase, profile

from driveproof.domain.profile.profile import Profile
from driveproof.domain.run import stopping
from driveproof.domain.run.run import CANCELLED, FINISHED
from driveproof.domain.run.stopping_rule import StopReason
from driveproof.engine.run import events

pytestmark = pytest.mark.root

LIMIT = MIB


@pytest.fixture(autouse=True)
def never_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even repeats are close enough that are exactly alike: fio counts whole milliseconds."""
    monkeypatch.setattr(stopping, "WITHIN", -1.0)


def going_on(more: float) -> Profile:
    """With room for so many repeats of its write beyond those that are always done."""
    made = profile(phase(), phase("write", limit=LIMIT), repeats=2, max_repeats=4)
    surely = replace(made.fixed(), filesystem="ext4").bytes_written
    assert surely is not None
    return replace(made, budget=surely + round(more * LIMIT))


def test_reads_go_on_and_writes_end_with_the_budget(tmp_path: Path, lab: Lab) -> None:
    told: list[events.Event] = []
    with mounted("ext4", tmp_path) as (folder, _device):
        what = going_on(1.5)
        run = lab.session(what, folder, observer=told.append).run()
        lab.nothing_is_left(folder)
    assert run.status == FINISHED and run.repeats_planned == 2
    read, write = run.phases
    assert (len(read.repeats), len(write.repeats)) == (4, 3)
    assert read.stopping is not None and read.stopping.why is StopReason.MOST
    assert write.stopping is not None and write.stopping.why is StopReason.BUDGET
    rule = run.environment.stopping_rule
    assert rule is not None and (rule.minimum, rule.maximum) == (2, 4)
    assert rule.written is not None and rule.budget is not None
    assert SIZE + 3 * LIMIT <= rule.written <= rule.budget
    began = [one.started for one in read.repeats if one.started is not None][1:]
    assert all(later - one >= timedelta(seconds=9.9) for one, later in pairwise(began))
    begun = [one for one in told if isinstance(one, events.RepeatStarted)]
    assert [(one.order, one.repeats, one.going_on) for one in begun if one.index == 0] == [
        (1, 2, False), (2, 2, False), (3, 4, True), (4, 4, True),
    ]  # fmt: skip
    rests = [one.index for one in told if isinstance(one, events.Resting)]
    assert rests[0] == 0
    assert [one.index for one in told if isinstance(one, events.PhaseEnded)] == [1, 0]


@pytest.mark.deep
def test_a_cancel_while_it_rests_keeps_what_all_tests_have(tmp_path: Path, lab: Lab) -> None:
    def stop(event: events.Event) -> None:
        if isinstance(event, events.Resting):
            session.cancel()

    with mounted("ext4", tmp_path) as (folder, _device):
        session = lab.session(going_on(9), folder, observer=stop)
        run = session.run()
        lab.nothing_is_left(folder)
    assert run.status == CANCELLED
    assert [len(one.repeats) for one in run.phases] == [2, 2]
    assert {one.stopping.why for one in run.phases if one.stopping} == {StopReason.CANCELLED}
