# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counting the requests of a real device by the kernel's own tracing, and what it leaves: nothing.

The instances of tracefs are the same in every mount namespace, so a test sees its own by the
helper's eyes, and waits for each to go.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import DAEMON, MIB, Caller, Process, RefusedError, children, wire
from tests.system.helper.disks import Disk
from tests.system.helper.tracing import instances, tracing_helper, write
from tests.system.machine import run, wait_for

from driveproof.helper.limits import TRACES
from driveproof.helper.trace import INSTANCES, PREFIX, sweep_traces

pytestmark = [pytest.mark.root, pytest.mark.bus]


@pytest.fixture
def tracer(rig: Rig) -> Iterator[Process]:
    with tracing_helper(rig) as helper:
        yield helper


def lines(output: int) -> Iterator[dict[str, Any]]:
    with os.fdopen(output, "rb") as pipe:
        for line in pipe:
            yield json.loads(line)


def until(found: Iterator[dict[str, Any]], way: str, count: int) -> dict[str, Any]:
    """The first line that has so many requests of a direction."""
    return next(one for one in found if sum(many for _size, many in one[way]["sizes"]) >= count)


def all_gone(helper: Process, disk: Disk) -> None:
    wait_for("the instance has gone", lambda: not instances(helper, disk.path))


def test_every_request_is_counted_and_no_other(
    tracer: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    disk, bystander = make_disk(16 * MIB), make_disk(8 * MIB)
    path, output = caller.start("StartTrace", wire(disk.claim()), 60)
    found = lines(output)
    next(found)
    write(bystander.path, 65536, 20)
    write(disk.path, 65536, 32)  # the first two of sixteen MiB, one after the other
    write(disk.path, 4096, 8, begin=2048)  # at half of it
    line = until(found, "write", 40)
    caller.call("Cancel", path)
    assert line["write"]["sizes"] == [[4096, 8], [65536, 32]]
    assert line["write"]["sequential"] == 31 + 7
    regions = line["write"]["regions"]  # 64 parts of 256 KiB
    assert regions[:8] == [MIB // 4] * 8
    assert regions[32] == 8 * 4096
    assert sum(regions) == 32 * 65536 + 8 * 4096
    # Whoever else looks at a disk that was written, as udev does, may read beside a write.
    alone = dict(line["depths"])[1]
    assert alone > sum(count for depth, count in line["depths"] if depth > 1)
    assert line["lost"] == 0
    assert caller.finished(path)[1] == "Cancelled"
    assert {prompt.action.rpartition(".")[2] for prompt in agent.seen} == {"trace"}
    all_gone(tracer, disk)


@pytest.mark.deep
def test_a_queue_is_seen(tracer: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    path, output = caller.start("StartTrace", wire(disk.claim()), 60)
    found = lines(output)
    next(found)
    subprocess.run(
        ["fio", "--name=x", f"--filename={disk.path}", "--rw=randread", "--bs=4k", "--readonly",
         "--iodepth=16", "--ioengine=libaio", "--direct=1", "--number_ios=2000"],
        check=True, capture_output=True,
    )  # fmt: skip
    line = until(found, "read", 2000)
    caller.call("Cancel", path)
    assert caller.finished(path)[1] == "Cancelled"
    assert dict(line["read"]["sizes"])[4096] >= 2000  # udev may read beside it
    assert 1 < max(depth for depth, _count in line["depths"]) <= 16
    all_gone(tracer, disk)


@pytest.mark.deep
def test_it_ends_by_itself(tracer: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    before = disk.digest()
    path, output = caller.start("StartTrace", wire(disk.claim()), 1)
    assert len(list(lines(output))) >= 1
    assert caller.finished(path) == (0, "", "")
    assert disk.digest() == before
    all_gone(tracer, disk)
    assert children(tracer.pid) == []


@pytest.mark.deep
def test_whoever_is_killed_nothing_stays(
    tracer: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    """The caller leaves; the child is killed; the helper is killed, and its children with it."""
    leaving = connect()
    _path, output = leaving.start("StartTrace", wire(disk.claim()), 60)
    next(lines(output))
    assert len(instances(tracer, disk.path)) == 1
    leaving.close()
    all_gone(tracer, disk)
    caller = connect()
    wait_for("the job has gone", lambda: not children(tracer.pid))
    path, output = caller.start("StartTrace", wire(disk.claim()), 60)
    next(lines(output))
    (child,) = children(tracer.pid)
    os.kill(child, signal.SIGKILL)
    assert caller.finished(path)[0] == -signal.SIGKILL
    all_gone(tracer, disk)
    _path, output = caller.start("StartTrace", wire(disk.claim()), 60)
    next(lines(output))
    with tracer_eyes(tracer) as place:
        (path_of_it,) = instances(tracer, disk.path)
        name = path_of_it.name
        os.kill(tracer.pid, signal.SIGKILL)
        wait_for("the instance has gone", lambda: not (Path(place) / name).exists())


class tracer_eyes:  # noqa: N801 - used as a function
    """The folder of instances, which stays reachable when the helper has gone."""

    def __init__(self, helper: Process) -> None:
        self._folder = os.open(f"/proc/{helper.pid}/root{INSTANCES}", os.O_RDONLY)

    def __enter__(self) -> str:
        return f"/proc/self/fd/{self._folder}"

    def __exit__(self, *_rest: object) -> None:
        os.close(self._folder)


def test_what_a_killed_helper_left_is_removed(
    tracer: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """Where even the process that removes it was killed; one in use stays."""
    with tracer_eyes(tracer) as place:
        left = f"{place}/{PREFIX}left"
        Path(left).mkdir()
        path, output = caller.start("StartTrace", wire(disk.claim()), 60)
        next(lines(output))
        assert not os.path.exists(left)  # noqa: PTH110 - below a descriptor
        Path(left).mkdir()
        sweep_traces(place)
        assert not os.path.exists(left)  # noqa: PTH110
        assert len(instances(tracer, disk.path)) == 1
        caller.call("Cancel", path)
        caller.finished(path)
    all_gone(tracer, disk)


def test_what_is_refused(
    tracer: Process, agent: Agent, caller: Caller, connect: Callable[..., Caller],
    make_disk: Callable[..., Disk],
) -> None:  # fmt: skip
    disk = make_disk(16 * MIB)
    for seconds in (0, 24 * 3600 + 1):
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("StartTrace", wire(disk.claim()), seconds)
    assert agent.seen == []
    path, output = caller.start("StartTrace", wire(disk.claim()), 60)
    with pytest.raises(RefusedError, match="Busy"):
        connect().call("StartTrace", wire(disk.claim()), 60)
    os.close(output)
    # A test of the same device runs beside it: that is no second recording.
    assert caller.finished(path)[0]  # nobody reads it any more
    all_gone(tracer, disk)


@pytest.mark.deep
def test_one_user_cannot_take_all_traces(
    tracer: Process, agent: Agent, connect: Callable[..., Caller], make_disk: Callable[..., Disk]
) -> None:
    """Nor keep another from watching the same disk."""
    disks = [make_disk() for _ in range(TRACES.each + 1)]
    running = []
    for disk in disks[:-1]:
        caller = connect()
        running.append((caller, *caller.start("StartTrace", wire(disk.claim()), 60)))
    with pytest.raises(RefusedError, match="Busy"):
        connect().call("StartTrace", wire(disks[-1].claim()), 60)
    for disk in (disks[0], disks[-1]):
        caller = connect(DAEMON)
        running.append((caller, *caller.start("StartTrace", wire(disk.claim()), 60)))
    assert len(instances(tracer, disks[0].path)) == 2
    for caller, path, output in running:
        caller.call("Cancel", path)
        os.close(output)
        caller.finished(path)
    for disk in disks:
        all_gone(tracer, disk)


@pytest.mark.deep
def test_no_authority_no_instance(
    tracer: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    agent.answer = "dismiss"
    with pytest.raises(RefusedError, match="Cancelled"):
        caller.call("StartTrace", wire(disk.claim()), 60)
    assert instances(tracer, disk.path) == []


@pytest.mark.deep
def test_without_tracing(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    """Where nobody has mounted it, the helper says so and mounts nothing."""
    if os.path.ismount("/sys/kernel/tracing"):
        pytest.skip("this machine has it")
    with pytest.raises(RefusedError, match=r"Error\.Unsupported"):
        caller.call("StartTrace", wire(disk.claim()), 60)


@pytest.mark.deep
def test_a_part_of_a_disk(
    tracer: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(16 * MIB)
    subprocess.run(["sfdisk", "-q", disk.path], input=b",4M\n", check=True, capture_output=True)
    run("partx", "--update", disk.path)
    part = f"{disk.path}p1"
    if not Path(part).exists():
        pytest.skip("this kernel makes no partitions of loop devices")
    claim = disk.claim()._replace(path=part, number=Path(part).stat().st_rdev)
    with pytest.raises(RefusedError, match="Unsupported"):
        caller.call("StartTrace", wire(claim), 60)
    assert agent.seen == []
