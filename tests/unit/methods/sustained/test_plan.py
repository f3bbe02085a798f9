# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of a sustained write, run by a simulated drive with a write cache."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.long_runs import SimulatedDrive, result_of, run_of, sustained_run

from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.course import Moment
from driveproof.domain.profile.for_device import fitted_to
from driveproof.domain.profile.plan import WriteBounds
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.sustained import (
    STANDS,
    Changes,
    Fall,
    cache_size,
    line_of,
    sustained_of,
)
from driveproof.domain.run.work import Part
from driveproof.methods.sustained.plan import Plan, settled

GB = 10**9
MIB = 2**20


def profile(**more: object) -> Profile:
    """A sustained write with these bounds."""
    plan = Plan(**{"size": 100 * GB, **more})  # type: ignore[arg-type]
    return with_plan(
        Profile("sustained", "Sustained write", "", (), 0, repeats=1, method="sustained"), plan
    )


def test_it_ends_when_the_speed_after_the_cache_has_settled() -> None:
    run, _steps = sustained_run(profile(pauses=()), SimulatedDrive(fast=1e9, slow=1e8, cache=20e9))
    found = sustained_of(run)
    assert found is not None and found.fall is Fall.CACHE and found.cache is not None
    assert found.cache.size == pytest.approx(20e9, rel=0.02)
    assert found.cache.within == pytest.approx(1e9, rel=0.05)
    assert found.cache.after == pytest.approx(1e8, rel=0.05)
    assert found.written < 30e9  # long before its bound
    assert cache_size([run]) == found.cache.size


def test_after_a_pause_it_goes_on_behind_what_was_written() -> None:
    drive = SimulatedDrive(fast=1e9, slow=1e8, cache=20e9, freed=0.2e9)
    run, steps = sustained_run(profile(pauses=(30.0, 300.0)), drive)
    assert [step.pause for step in steps] == [0.0, 30.0, 300.0]
    ends = [0]
    for phase in run.phases:
        ends.append(ends[-1] + phase.repeats[0].directions["write"].bytes)
    assert [step.phase.offset for step in steps] == ends[:3]  # nothing is written twice
    found = sustained_of(run)
    assert found is not None
    some, all_of_it = found.recoveries
    assert (some.pause, all_of_it.pause) == (30.0, 300.0)
    assert some.share == pytest.approx(0.3, abs=0.05)
    assert all_of_it.share == pytest.approx(1.0, abs=0.05)


def test_a_drive_without_a_drop_is_not_exhausted_and_gets_no_pauses() -> None:
    run, steps = sustained_run(
        profile(size=30 * GB), SimulatedDrive(fast=1e9, slow=1e8, cache=1e12)
    )
    found = sustained_of(run)
    assert len(steps) == 1 and found is not None
    assert found.cache is None and found.fall is Fall.NONE
    assert found.written == 30 * GB


@pytest.mark.deep
@pytest.mark.parametrize(
    ("size", "fall"), [(200 * GB, Fall.POSITION), (1000 * GB, Fall.EVEN), (None, Fall.EVEN)]
)
def test_a_fall_over_much_of_the_drive_is_by_position(size: int | None, fall: Fall) -> None:
    drive = SimulatedDrive(fast=200e6, slow=200e6, cache=1e12, slope=0.5)
    run, _steps = sustained_run(profile(), drive)
    found = sustained_of(replace(run, target=replace(run.target, size=size)))
    assert found is not None and found.fall is fall and found.cache is None
    assert found.last < 0.6 * found.first


def test_the_ends_of_a_short_write_are_no_fall() -> None:
    plan = profile(size=128 * MIB)
    moments = [Moment(0.03, 48 * MIB), Moment(0.09, 128 * MIB)]
    found = sustained_of(run_of(plan, (result_of(plan.phases[0], [moments]),)))
    assert found is not None and found.last < 0.85 * found.first
    assert found.fall is Fall.NONE


def test_heat_is_told_from_a_used_up_cache() -> None:
    drive = SimulatedDrive(fast=1e9, slow=1e8, cache=20e9)
    run, _steps = sustained_run(profile(pauses=()), drive, disturbed=("temperature limit",))
    found = sustained_of(run)
    assert found is not None and found.fall is Fall.HEAT and found.cache is None


def test_a_speed_that_comes_back_is_no_used_up_cache() -> None:
    drive = SimulatedDrive(fast=1e9, slow=1e8, cache=1e12, dips=((20.0, 50.0),))
    found = sustained_of(sustained_run(profile(pauses=()), drive)[0])
    assert found is not None and found.fall is Fall.RETURNS and found.cache is None


def test_it_ends_at_the_warning_temperature() -> None:
    hot = [Moment(1.0, MIB, 79.0), Moment(1.1, 2 * MIB, 80.0)]
    assert settled(80.0)(hot) and not settled(81.0)(hot) and not settled(None)(hot)


def test_a_rotating_drive_gets_random_writes_and_a_collapse_is_seen() -> None:
    drive = SimulatedDrive(fast=150e6, slow=150e6, cache=1e12, collapses=True)
    run, steps = sustained_run(profile(size=10 * GB, rotational=True), drive)
    assert steps[-1].phase.part is Part.RANDOM_END
    found = sustained_of(run)
    assert found is not None and found.shingled is True
    run, _steps = sustained_run(profile(size=10 * GB, rotational=True), replace_drive(drive))
    found = sustained_of(run)
    assert found is not None and found.shingled is False


def replace_drive(drive: SimulatedDrive) -> SimulatedDrive:
    return replace(drive, collapses=False)


RATED = Endurance(rated=10_000 * GB)
WORN = Endurance(written=1200 * GB, used=0.1)


@pytest.mark.parametrize(
    ("bounds", "size"),
    [
        ({"free": 100 * GB, "capacity": 500 * GB}, 90 * GB),
        ({"free": 400 * GB, "capacity": 500 * GB}, 200 * GB),
        ({"free": 400 * GB, "capacity": 500 * GB, "endurance": RATED}, 100 * GB),
        ({"free": 400 * GB, "capacity": 500 * GB, "endurance": WORN}, 120 * GB),
        (
            {"free": 400 * GB, "capacity": 500 * GB, "endurance": replace(WORN, rated=10**16)},
            200 * GB,
        ),
        ({"free": 400 * GB, "capacity": 500 * GB, "endurance": Endurance(used=0.5)}, 200 * GB),
        ({"free": 400 * GB, "capacity": None}, 360 * GB),
    ],
)
def test_the_bound_is_the_smallest_that_is_known(bounds: dict[str, object], size: int) -> None:
    found, (note,) = fitted_to(profile(size=0), WriteBounds(**bounds))  # type: ignore[arg-type]
    assert found.size == found.bytes_written == size // MIB * MIB
    assert note.values["size"] == Bytes(found.size)


def test_a_chosen_bound_stays_and_too_little_is_refused() -> None:
    found, notes = fitted_to(profile(size=GB), WriteBounds(100 * GB, 100 * GB))
    assert found.bytes_written == GB
    assert notes == ()
    with pytest.raises(UsageError):
        fitted_to(profile(size=0), WriteBounds(10 * MIB, GB))


def test_a_change_lasts_once_it_has_stood() -> None:
    """Provisional at first; a place that moves on with the write begins anew."""
    run, _steps = sustained_run(profile(pauses=()), SimulatedDrive(fast=1e9, slow=1e8, cache=20e9))
    line = line_of(run.phases[0])
    assert line is not None
    changes, seen = Changes(), []
    for count in range(1, len(line.seconds) + 1):
        if changes.due(line.seconds[count - 1], count):
            seen.append(changes.look(line.seconds[:count], line.written[:count]))
    assert len(seen) == pytest.approx(line.seconds[-1], abs=4)  # once a second
    assert seen[0] == ()
    first = next(index for index, found in enumerate(seen) if found)
    assert not any(change.lasting for change in seen[first])
    (last,) = seen[-1]
    assert last.lasting and last.place == pytest.approx(20e9, rel=0.02)
    assert (last.before, last.after) == (pytest.approx(1e9, rel=0.05), pytest.approx(1e8, rel=0.05))
    lasting = [index for index, found in enumerate(seen) if any(one.lasting for one in found)]
    assert lasting[0] >= first + STANDS - 1
    # The end of the cache is 20 s from the start: it is reported within 20 s of that.
    assert lasting[0] <= 40
