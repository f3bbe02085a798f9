# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A search under a latency cap with the real fio: its answer, and what ends it early."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from tests.system.measuring import MIB, Lab, mounted, names

from driveproof.domain.cap import Cap
from driveproof.domain.notes import NoteKind
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.cap import capacities_of
from driveproof.domain.run.run import FINISHED
from driveproof.engine.run import events
from driveproof.engine.run.context import KnownDrives
from driveproof.methods.iops_at_latency.plan import Plan as IopsAtLatencyPlan
from driveproof.system.kernel.mounts import filesystem_space

pytestmark = pytest.mark.root


def small(cap: Cap) -> Profile:
    """Reads only, a third of a second a point."""
    plan = IopsAtLatencyPlan(cap, 16 * MIB)
    made = with_plan(
        Profile("small", "Small", "", (), 16 * MIB, repeats=2, pause=0.0, method="iops-at-latency"),
        plan,
    )
    return replace(made, phases=tuple(replace(p, seconds=0.3) for p in made.phases[:1]))


def test_it_ends_with_an_answer_that_keeps_the_cap(tmp_path: Path, lab: Lab) -> None:
    told: list[events.Event] = []
    with mounted("ext4", tmp_path) as (folder, _device):
        before = names(folder)
        result = lab.session(small(Cap("mean", 0.002)), folder, observer=told.append).run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == FINISHED and result.method == "iops-at-latency"
    assert result.environment.latency_cap == ("mean", 0.002)
    (found,) = capacities_of(result)
    if found.answer is not None:  # this machine may be too busy for any
        assert found.keeps(found.answer)
        assert len(found.answer.phase.repeats) >= 1
    begun = [event.index for event in told if isinstance(event, events.RepeatStarted)]
    assert len(set(begun)) == len(result.phases)  # each depth is a test with a number of its own
    lefts = [event.remaining for event in told if isinstance(event, events.Measured)]
    assert all(left >= 0 for left in lefts)


@pytest.mark.deep
def test_the_size_of_its_file_follows_from_the_folder_and_the_cache(
    tmp_path: Path, lab: Lab
) -> None:
    """What is free less a tenth, where ten times the cache do not fit; the result says so."""
    asked: list[str | None] = []

    class Known(KnownDrives):
        def write_cache(self, identity: str | None) -> float | None:
            asked.append(identity)
            return 40e6

    made = small(Cap("mean", 1e-6))
    assert isinstance(made.plan, IopsAtLatencyPlan)
    made = replace(made, plan=structs.replace(made.plan, chosen=0))
    with mounted("ext4", tmp_path) as (folder, _device):
        free = filesystem_space(str(folder)).free_for_user
        session = lab.session(made, folder, known=Known())
        result = session.run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED and len(asked) == 1
    size = result.environment.test_file_size or 0
    assert 0.6 * free < size <= 0.9 * free
    (note,) = (note for note in result.notes if note.kind is NoteKind.DOUBT)
    assert note.kind is NoteKind.DOUBT


@pytest.mark.deep
def test_a_cap_that_nothing_keeps_has_no_answer(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        result = lab.session(small(Cap("mean", 1e-6)), folder).run()
        lab.nothing_is_left(folder)
    (found,) = capacities_of(result)
    assert result.status == FINISHED and found.answer is None
    assert [len(point.phase.repeats) for point in found.points] == [2]
