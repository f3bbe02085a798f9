# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The reading of a whole device through the helper: every place, over bad ones, and no more."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.caller import MIB, Caller, Process, RefusedError, read_all, wire
from tests.system.helper.disks import Disk
from tests.system.machine import run, settle

pytestmark = [pytest.mark.root, pytest.mark.bus]

Place = tuple[int, int, int, int]


def places(data: bytes) -> list[Place]:
    """Offset, bytes, nanoseconds, error."""
    found = [tuple(map(int, line.split())) for line in data.decode("ascii").splitlines()]
    assert all(len(place) == 4 for place in found)
    return found  # type: ignore[return-value]


def checked(caller: Caller, disk: Disk, offset: int = 0, length: int = 0) -> list[Place]:
    path, output = caller.start("StartReadCheck", wire(disk.claim()), offset, length)
    found = places(read_all(output))
    assert caller.finished(path) == (0, "", "")
    return found


def backing(disk: Disk) -> str:
    return run("losetup", "--noheadings", "--output", "BACK-FILE", disk.path).strip()


def test_every_place_once(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    settle()
    before = disk.digest()
    found = checked(caller, disk)
    assert [place[0] for place in found] == list(range(0, disk.size, MIB))
    assert sum(place[1] for place in found) == disk.size
    assert all(took > 0 and not error for _offset, _size, took, error in found)
    assert disk.digest() == before
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["measure"]
    assert disk.path in agent.seen[0].message


@pytest.mark.deep
def test_a_part(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    found = checked(caller, disk, 3 * MIB, MIB + 512 * 1024)
    assert [place[:2] for place in found] == [(3 * MIB, MIB), (4 * MIB, 512 * 1024)]


def test_it_goes_on_behind_a_place_that_cannot_be_read(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    """A file that ends too early answers with EIO behind its end."""
    disk = make_disk(8 * MIB)
    end = 5 * MIB + 3 * 4096
    os.truncate(backing(disk), end)
    found = checked(caller, disk)
    assert sum(place[1] for place in found) == 8 * MIB
    bad = [place for place in found if place[3]]
    assert {place[3] for place in bad} == {errno.EIO}
    assert bad[0][:2] == (end, 4096)
    assert sum(place[1] for place in bad) == 8 * MIB - end


@pytest.mark.deep
@pytest.mark.parametrize(
    ("offset", "length"), [(0, 2**62), (2**62, 0), (7, 0), (0, 100), (2**63, 0)]
)
def test_what_is_not_on_the_device_is_refused(
    offset: int, length: int, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call("StartReadCheck", wire(disk.claim()), offset, length)
    assert agent.seen == []


def test_a_cancel_ends_it(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(64 * MIB)
    os.truncate(backing(disk), 16384 * MIB)  # so that it is still being read then
    run("losetup", "--set-capacity", disk.path)
    path, output = caller.start("StartReadCheck", wire(disk.claim()), 0, 0)
    first = os.read(output, 4096)
    assert places(first[: first.rindex(b"\n") + 1])
    caller.call("Cancel", path)
    read_all(output)
    status, reason, _words = caller.finished(path)
    assert (status, reason) in ((-15, "Cancelled"), (0, ""))
