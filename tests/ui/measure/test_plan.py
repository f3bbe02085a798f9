# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Measure will do, by what is selected, entered and known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.builders.demo import demo_inventory

from driveproof.domain.access import COLD
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import DriveproofError, MachineError, UsageError
from driveproof.domain.profile.for_device import TargetUse
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.target import FolderFacts
from driveproof.ui.measure.plan import (
    Entered,
    Further,
    Hosts,
    Known,
    Offered,
    Planned,
    Problem,
    State,
    by_helper,
    offered,
    plan,
)

DRIVE = "/dev/nvme0n1"
OTHER = "/mnt/other"
GIB = 2**30
BUSY = MachineError("The device is trimmed.")
BAD_CAP = UsageError("No limit.")
NO_HELPER = MachineError("Nobody helps.")


def profile(name: str) -> Profile:
    return Profiles().find(name)


def state(name: str = "quick", **changes: Any) -> State:
    inventory = demo_inventory()
    made = State(
        profile=profile(name), inventory=inventory, selected=inventory.get(DRIVE), path="/home/me"
    )
    return replace(made, **changes)


def known(**values: Any) -> dict[str, Known]:
    return {"read": Known(**values)}


def entered(**values: Any) -> dict[str, Entered]:
    return {"entered": Entered(**values)}


SECOND = {"second": Further(wanted=True, path=OTHER)}
SECOND_DEVICE = {"second": Further(wanted=True, path="/dev/sda")}
NO_SECOND = {"second": Further(wanted=True)}
HOSTS = {"hosts": Hosts(wanted=True, names=("a", "b"))}
ON_DEVICE = {"path": DRIVE}
WRITE = entered(overwrite=True)

REFUSED = [
    ("no profile", state(profile=None), UsageError),
    ("nothing chosen", state(path=""), UsageError),
    ("no drive", state(path="", selected=None, inventory=Inventory()), UsageError),
    ("no size", state(**entered(size="1X")), UsageError),
    ("a size of nothing", state(**entered(size="0")), UsageError),
    ("a limit that is none", state("iops-at-latency", **entered(choices={"cap": BAD_CAP})),
     UsageError),
    ("too little free", state(**known(free=30_000_000)), DriveproofError),
    ("a bad folder", state(**known(folder=FolderFacts(BUSY))), MachineError),
    ("writing alone, on a device", state("sustained", **ON_DEVICE), UsageError),
    ("files, on a device", state("app-start", **ON_DEVICE), UsageError),
    ("a device, in a folder", state("scan"), UsageError),
    ("one drive of several", state("multi-drive"), UsageError),
    ("no second drive", state(**NO_SECOND), UsageError),
    ("not in turn", state("iops-at-latency", **SECOND), UsageError),
    ("two devices overwritten", state(**ON_DEVICE, **WRITE, **SECOND_DEVICE), UsageError),
    ("hosts not known", state(hosts=Hosts(wanted=True, names=BUSY)), MachineError),
    ("hosts through the page cache", state(**HOSTS, **entered(cache=COLD)), UsageError),
    ("no source", state("real-life", source=Further(wanted=True)), UsageError),
    ("a device as source", state("real-life", source=SECOND_DEVICE["second"]), UsageError),
    ("no log", state("workload-database", log=Further(wanted=True)), UsageError),
    ("a device as log", state("workload-database", log=SECOND_DEVICE["second"]), UsageError),
]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "error"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_cannot_be_measured_is_a_problem(given: State, error: type[Exception]) -> None:
    found = plan(given)
    assert isinstance(found, Problem) and isinstance(found.error, error)
    assert found.planned is None
    assert (found.whole is None) == (given.profile is None)  # it is shown all the same


def planned(given: State) -> Planned:
    found = plan(given)
    assert isinstance(found, Planned), found
    return found


def test_a_folder_is_measured_with_a_file_and_a_device_read_or_overwritten() -> None:
    targets = ({}, ON_DEVICE, {**ON_DEVICE, **WRITE})
    folder, read, write = (planned(state(**target)) for target in targets)
    assert [one.use for one in (folder, read, write)] == [*TargetUse]
    assert folder.profile.size == GIB and (read.profile.size, write.profile.size) == (0, 0)
    assert not any(phase.writes for phase in read.profile.phases)
    assert len(write.profile.phases) == len(folder.profile.phases)


@pytest.mark.parametrize(
    ("name", "given", "size", "notes"),
    [
        ("quick", {}, GIB, 0),
        ("quick", entered(size="4 GiB"), 4 * GIB, 0),
        ("quick", known(free=2 * GIB), GIB, 0),
        ("quick", {**entered(size="4 GiB"), **known(free=GIB)}, 896 * 2**20, 1),
        # The folder's own free bytes count more than those in the list of drives.
        ("quick", {**entered(size="4 GiB"), **known(free=9 * GIB, folder=FolderFacts(None, GIB))},
         896 * 2**20, 1),
        ("iops-at-latency", known(cache=2e9), 19 * GIB, 1),
        ("iops-at-latency", {**entered(size="4 GiB"), **known(cache=2e9)}, 4 * GIB, 0),
    ],
)  # fmt: skip
def test_the_size_of_the_test_file(name: str, given: dict[str, Any], size: int, notes: int) -> None:
    found = planned(state(name, **given))
    assert (found.profile.size, len(found.notes)) == (size, notes)


@pytest.mark.parametrize(
    ("name", "given", "proposed"),
    [
        ("quick", known(free=30_000_000), GIB),
        ("quick", entered(size="1X"), None),
        # Neither the usual size nor that for the cache fits, and no smaller one would do.
        ("iops-at-latency", known(free=30_000_000), 16 * GIB),
        ("iops-at-latency", known(free=30_000_000, cache=2e9), 19 * GIB),
        ("iops-at-latency", {**known(cache=2e9), "disturbing": BUSY}, 19 * GIB),
    ],
)
def test_the_size_that_a_target_asks_for_is_proposed_where_nothing_can_be_measured(
    name: str, given: dict[str, Any], proposed: int | None
) -> None:
    found = plan(state(name, **given))
    assert isinstance(found, Problem) and found.proposed == proposed


def test_a_check_of_capacity_shows_what_it_will_fill() -> None:
    found = planned(state("capacity", **known(folder=FolderFacts(None, 9 * GIB, 8 * GIB))))
    assert (found.whole.size, found.profile.size, found.proposed) == (8 * GIB, 0, None)


def test_two_drives_in_turn() -> None:
    found = planned(state(**SECOND))
    assert found.here == ("/home/me", OTHER) and found.both is not None
    assert len(found.both.phases) == 2 * len(found.profile.phases)
    device = planned(state(**SECOND_DEVICE))
    assert device.both is not None and len(device.both.phases) < len(found.both.phases)


def test_several_drives_at_once() -> None:
    found = planned(state("multi-drive", drives=("/dev/sdc",), **ON_DEVICE))
    assert found.further == ("/dev/sdc",) and found.profile.size == 0
    assert found.asks and by_helper(state(**ON_DEVICE), found)


def test_a_tree_from_another_drive_and_a_log_on_one() -> None:
    source = planned(state("real-life", source=Further(wanted=True, path=OTHER)))
    log = planned(state("workload-database", log=Further(wanted=True, path=OTHER)))
    assert (source.copy_from, log.log_target) == (OTHER, OTHER)
    assert source.further == log.further == (OTHER,)


def test_other_hosts_know_nothing_of_this_one() -> None:
    found = planned(state(**HOSTS, **known(folder=FolderFacts(BUSY), cache=2e9)))
    assert (found.hosts, found.here) == (("a", "b"), ())
    growing = planned(state(hosts=Hosts(wanted=True, names=("a", "b"), grows=True)))
    assert len(growing.profile.phases) == 2 * len(found.profile.phases)
    assert planned(state(**HOSTS, **ON_DEVICE)).hosts == ()  # they do not have it


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"disturbing": BUSY}, BUSY),
        ({"disturbing": BUSY, "helper": NO_HELPER, **ON_DEVICE}, BUSY),
        ({"helper": NO_HELPER, **ON_DEVICE}, NO_HELPER),
        ({"helper": NO_HELPER, **SECOND_DEVICE}, NO_HELPER),
        ({"helper": NO_HELPER}, None),
        ({"helper": NO_HELPER, **ON_DEVICE, **WRITE, "profile": profile("filesystems")}, None),
        ({"helper": NO_HELPER, **ON_DEVICE, "profile": profile("record")}, None),
    ],
)
def test_what_is_in_the_way_leaves_the_plan(
    given: dict[str, Any], problem: DriveproofError | None
) -> None:
    found = plan(state(**given))
    if problem is None:
        assert isinstance(found, Planned)
    else:
        assert isinstance(found, Problem) and found.error is problem and found.planned is not None


@pytest.mark.parametrize(
    ("given", "offers"),
    [
        (state(profile=None), Offered()),
        (state(), Offered(hosts=True, second=True)),
        (state(**ON_DEVICE), Offered(hosts=True, second=True)),
        (state(**SECOND), Offered(second=True)),
        (state(**HOSTS), Offered(hosts=True)),
        (state("everyday-writes", **HOSTS), Offered()),
        (state("capacity"), Offered()),
        (state("steady-state"), Offered()),
        (state("iops-at-latency"), Offered()),
        (state("iops-at-latency", **SECOND), Offered(second=True)),  # it says why
        (state("multi-drive"), Offered(drives=True)),
        (state("multi-drive", **SECOND), Offered(drives=True)),
        (state("real-life"), Offered(source=True)),
        (state("real-life", **SECOND), Offered(second=True)),
        (state("workload-database"), Offered(hosts=True, second=True, log=True)),
        (state("workload-database", **ON_DEVICE), Offered(hosts=True, second=True)),
    ],
)
def test_what_is_offered_beside_the_target(given: State, offers: Offered) -> None:
    assert offered(given) == offers
