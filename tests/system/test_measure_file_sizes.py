# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A few file sizes with the real fio on real file systems: figures, files, and no leftovers."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from tests.builders.deep import deep
from tests.system.measuring import MIB, Lab, mounted, names

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError
from driveproof.domain.profile.estimate import ExpectationSource, Rates, expected_cost
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.operation_map import maps_of
from driveproof.domain.run.run import FINISHED
from driveproof.engine.run import events
from driveproof.engine.run.context import KnownDrives
from driveproof.engine.run.session import Session
from driveproof.methods.file_sizes.plan import Plan

pytestmark = pytest.mark.root

PLAN = Plan(sizes=(MIB, 4 * MIB), records=(64 * 1024, 2 * MIB), seconds=5.0, most=4 * MIB)

ONE = structs.replace(PLAN, sizes=PLAN.sizes[:1], records=PLAN.records[:1])
"""What another file system could do differently are the operations: each once."""


def small(plan: Plan = PLAN) -> Profile:
    """All operations, on two files of several records unless the plan says otherwise."""
    profile = Profile(
        name="small", title="Small", question="", phases=(), size=0, repeats=1,
        pause=0.0, method="file-sizes",
    )  # fmt: skip
    return with_plan(profile, plan)


@pytest.mark.parametrize(("kind", "plan"), [("ext4", PLAN), *deep(("xfs", ONE), ("btrfs", ONE))])
def test_every_cell_moves_its_bytes(kind: str, plan: Plan, tmp_path: Path, lab: Lab) -> None:
    profile = small(plan)
    with mounted(kind, tmp_path) as (folder, _device):
        before = names(folder)
        result = lab.session(profile, folder).run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == FINISHED
    assert [phase.name for phase in result.phases] == [phase.name for phase in profile.phases]
    for phase in result.phases:
        (repeat,) = phase.repeats
        moved = repeat.directions[phase.direction].bytes
        # Five seconds are far more than a megabyte takes: its bytes end it.
        assert moved == min(phase.work.extent, PLAN.most), phase.name
        assert phase.work.operation
    assert len(maps_of(result.phases)) == 11


def test_it_begins_with_the_time_that_is_expected_of_it(tmp_path: Path, lab: Lab) -> None:
    """What earlier runs of the drive point to; the most that it may take where they are unknown."""
    profile = small(ONE)
    rates = Rates(
        ExpectationSource.RUNS, {phase.name: 1e8 for phase in profile.phases}, ceiling=1e9
    )
    found = expected_cost(profile, rates)
    assert found is not None

    class Known(KnownDrives):
        def rates(self, path: str, inventory: Inventory) -> Rates | None:
            return rates

    class Unreadable(KnownDrives):
        def rates(self, path: str, inventory: Inventory) -> Rates | None:
            raise MachineError("The history cannot be read.")

    def begun(event: events.Event) -> None:
        lab.seen.append(event)
        sessions[-1].cancel()

    sessions: list[Session] = []
    with mounted("ext4", tmp_path) as (folder, _device):
        for known, seconds in ((Known(), found.seconds), (Unreadable(), profile.seconds)):
            lab.seen.clear()
            session = lab.session(profile, folder, inventory=Inventory, known=known, observer=begun)
            sessions.append(session)
            sessions[-1].run()
            assert isinstance(lab.seen[0], events.Started)
            assert lab.seen[0].seconds == pytest.approx(seconds)
