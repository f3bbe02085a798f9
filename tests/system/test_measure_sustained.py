# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sustained write with the real fio: a cache that ends, what comes back, and faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.system.measuring import MIB, Lab, mounted
from tests.system.write_cache import can_throttle, write_cache

from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.run import FINISHED
from driveproof.domain.run.sustained import Fall, sustained_of
from driveproof.engine.run import events
from driveproof.engine.run.context import KnownDrives
from driveproof.methods.sustained.plan import Plan

pytestmark = pytest.mark.root


def small(**more: object) -> Profile:
    """A sustained write of the small disk, once the cache ended for two seconds."""
    plan = Plan(
        **{
            "size": 72 * MIB,
            "seconds": 30.0,
            "pauses": (),
            "rotational": False,
            "settle": 2.0,
            **more,
        }  # type: ignore[arg-type]
    )
    empty = Profile("sustained", "A write", "", (), 0, repeats=1, pause=0.0, method="sustained")
    return with_plan(empty, plan)


@pytest.mark.deep
@pytest.mark.skipif(not can_throttle(), reason="no cgroup v1 blkio to limit a device with")
def test_a_cache_is_found_with_what_comes_back(tmp_path: Path, lab: Lab) -> None:
    told: list[events.Event] = []
    with (
        mounted("xfs", tmp_path) as (folder, device),
        write_cache(device, fast=60 * MIB, slow=6 * MIB, cache=64 * MIB, freed=24 * MIB),
    ):
        profile = small(size=200 * MIB, seconds=20.0, pauses=(4.0,))
        result = lab.session(profile, folder, observer=told.append).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    long, again = result.phases
    assert (long.work.part, again.work.part) == ("sustained", "after")
    assert again.work.rest == 4.0
    begun = [event.phase for event in told if isinstance(event, events.RepeatStarted)]
    whole = long.repeats[0].directions["write"].bytes
    assert begun[1].offset == whole, "it goes on where it ended"
    assert not any(isinstance(event, events.Preparing) for event in told), "nothing is laid out"
    found = sustained_of(result)
    assert found is not None and found.fall is Fall.CACHE and found.cache is not None
    assert whole < 160 * MIB, "long before its bound"
    # How large it is, simulated drives show: a throttle comes in bursts, above all under load.
    assert found.cache.size < whole
    assert found.cache.within > 3 * found.cache.after
    (recovery,) = found.recoveries
    assert recovery.pause == 4.0  # how much: simulated, as a throttle comes in bursts


def test_without_an_end_of_the_cache_it_writes_to_its_bound(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        result = lab.session(small(size=64 * MIB, pauses=(1.0,)), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    (long,) = result.phases
    assert long.repeats[0].directions["write"].bytes == 64 * MIB


@pytest.mark.deep
def test_its_bound_is_what_the_folder_has_room_for(tmp_path: Path, lab: Lab) -> None:
    with mounted("xfs", tmp_path) as (folder, _device):
        result = lab.session(small(size=0), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    (long,) = result.phases
    written = long.repeats[0].directions["write"].bytes or 0
    assert 64 * MIB <= written < 320 * MIB
    (note,) = (note for note in result.notes if "size" in note.values)
    assert note.values["size"] == Bytes(written)


@pytest.mark.deep
def test_its_bound_may_be_the_endurance_of_the_drive_below(tmp_path: Path, lab: Lab) -> None:
    """As it was entered, or as its counters point to; asked for the device below the folder."""
    asked: list[str | None] = []

    class Known(KnownDrives):
        def endurance(self, device: str | None) -> Endurance:
            asked.append(device)
            return Endurance(rated=6600 * MIB)  # 1 % of it are 66 MiB

    with mounted("xfs", tmp_path) as (folder, device):
        result = lab.session(small(size=0), folder, known=Known()).run()
        lab.nothing_is_left(folder)
    assert asked == [device]
    (note,) = (note for note in result.notes if "size" in note.values)
    assert note.values["size"] == Bytes(66 * MIB)
    (long,) = result.phases
    assert long.repeats[0].directions["write"].bytes == 66 * MIB
