# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper's other methods: TRIM, health, hdparm, schedulers and caches."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import (
    DAEMON,
    MIB,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    read_all,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.machine import run

from driveproof.helper.protocol import Caches, HdparmTest, SelfTest, SmartReport, WireAdapter

pytestmark = [pytest.mark.root, pytest.mark.bus]

FILE = 12 * MIB


@pytest.fixture
def mounted(make_disk: Callable[..., Disk], tmp_path: Path) -> Iterator[tuple[Disk, Path]]:
    """ext4 on a loop device below a folder that only its owner can enter, with freed blocks."""
    disk = make_disk(32 * MIB)
    point = tmp_path / "closed" / "mount \\ point"
    point.mkdir(parents=True)
    point.parent.chmod(0o700)
    # Without it mkfs discards everything at once.
    run("mkfs.ext4", "-q", "-E", "nodiscard,lazy_itable_init=0", disk.path)
    run("mount", "-o", "nodiscard", disk.path, str(point))
    try:
        kept = point / "kept"
        kept.write_bytes(os.urandom(MIB))
        freed = point / "freed"
        freed.write_bytes(os.urandom(FILE))
        os.sync()
        freed.unlink()
        os.sync()
        yield disk, point
    finally:
        # Lazily, so that a failing test leaves nothing behind.
        run("umount", "--lazy", str(point))


def trim(caller: Caller, disk: Disk, start: int = 0, length: int = 0) -> list[dict[str, int]]:
    path, output = caller.start("StartTrim", wire(disk.claim()), start, length)
    text = read_all(output)
    assert caller.finished(path) == (0, "", "")
    return [json.loads(line) for line in text.splitlines()]


def allocated(disk: Disk) -> int:
    return disk.file.stat().st_blocks * 512


@pytest.mark.usefixtures("empties_page_cache")
def test_trim_reaches_the_device(
    helper: Process, agent: Agent, caller: Caller, mounted: tuple[Disk, Path]
) -> None:
    disk, point = mounted
    kept = (point / "kept").read_bytes()
    before = allocated(disk)
    chunks = trim(caller, disk)
    assert [chunk["start"] for chunk in chunks] == [0]
    assert sum(chunk["trimmed"] for chunk in chunks) > FILE
    assert allocated(disk) < before - FILE
    run("sh", "-c", "echo 1 > /proc/sys/vm/drop_caches")
    assert (point / "kept").read_bytes() == kept
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["trim"]


def test_trim_of_a_range(
    helper: Process, agent: Agent, caller: Caller, mounted: tuple[Disk, Path]
) -> None:
    disk, _ = mounted
    before = allocated(disk)
    (chunk,) = trim(caller, disk, 24 * MIB, 2 * MIB)
    assert (chunk["start"], chunk["length"]) == (24 * MIB, 2 * MIB)
    # ext4 discards the free extent that begins in the range to its end, but no more.
    assert 0 < before - allocated(disk) <= chunk["trimmed"] < FILE
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call("StartTrim", wire(disk.claim()), 31 * MIB, 2 * MIB)


def test_trim_needs_a_mount(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    before = disk.digest()
    with pytest.raises(RefusedError, match="Unsupported"):
        caller.call("StartTrim", wire(disk.claim()), 0, 0)
    assert agent.seen == []
    assert disk.digest() == before


def test_trim_is_refused(
    helper: Process, agent: Agent, caller: Caller, mounted: tuple[Disk, Path]
) -> None:
    disk, _ = mounted
    before = allocated(disk)
    agent.answer = "dismiss"
    with pytest.raises(RefusedError, match="Cancelled"):
        caller.call("StartTrim", wire(disk.claim()), 0, 0)
    assert allocated(disk) == before


def test_trim_asks_every_time(
    helper: Process, agent: Agent, connect: Callable[..., Caller], mounted: tuple[Disk, Path]
) -> None:
    caller = connect(DAEMON)
    for _ in range(2):
        trim(caller, mounted[0])
    assert len(agent.seen) == 2


def test_smart_report(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    path, output = caller.start("ReadSmart", wire(disk.claim()), 0, SmartReport.WHOLE)
    report = json.loads(read_all(output))
    status, reason, _ = caller.finished(path)
    # A loop device has no health; smartctl says so in its own format.
    assert (status, reason) == (report["smartctl"]["exit_status"], "")
    assert report["smartctl"]["argv"][1:] == ["--json=c", "--xall", disk.path]
    assert agent.seen[0].action.endswith(".read-smart")


@pytest.mark.parametrize(
    ("test", "options"), [(SelfTest.SHORT, ["-t", "short"]), (SelfTest.ABORT, ["-X"])]
)
def test_self_test(
    test: SelfTest, options: list[str], helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    before = disk.digest()
    path, output = caller.start("StartSelfTest", wire(disk.claim()), test, 0)
    report = json.loads(read_all(output))["smartctl"]
    status, reason, _ = caller.finished(path)
    assert (status, reason) == (report["exit_status"], "")
    assert status != 0, "a loop device cannot test itself"
    assert report["argv"][1:] == ["--json=co", *options, disk.path]
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["self-test"]
    assert disk.digest() == before
    for number in (len(SelfTest), 2**32 - 1):
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("StartSelfTest", wire(disk.claim()), number, 0)


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ((WireAdapter.SAT, SmartReport.IDENTITY), "Unsupported"),
        ((WireAdapter.SNTJMICRON, SmartReport.WHOLE), "Unsupported"),
        ((len(WireAdapter), SmartReport.WHOLE), "InvalidArgument"),
        ((WireAdapter.AUTO, len(SmartReport)), "InvalidArgument"),
    ],
)
def test_smart_through_what_is_no_adapter(
    body: tuple[int, int], refusal: str, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """What is only for USB is sent to no other drive, and nobody is asked about it."""
    with pytest.raises(RefusedError, match=refusal):
        caller.call("ReadSmart", wire(disk.claim()), *body)
    with pytest.raises(RefusedError, match="Unsupported"):
        caller.call("StartSelfTest", wire(disk.claim()), SelfTest.SHORT, WireAdapter.SAT)
    assert agent.seen == []


def test_hdparm(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    """Side by side, as each takes its three seconds: this is no measurement."""
    running = []
    for test in HdparmTest:
        disk = make_disk()
        job = caller.start("StartHdparm", wire(disk.claim()), test)
        running.append((disk, disk.digest(), *job))
    for disk, before, path, output in running:
        text = read_all(output)
        status, reason, words = caller.finished(path)
        assert (status, reason) == (0, ""), words
        assert b"MB/sec" in text
        assert disk.digest() == before
    assert {prompt.action.rpartition(".")[2] for prompt in agent.seen} == {"measure"}


@pytest.mark.usefixtures("empties_page_cache")
def test_caches_are_dropped(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    for kind in Caches:
        path, output = caller.start("DropCaches", wire(disk.claim()), kind)
        assert read_all(output) == b""
        assert caller.finished(path) == (0, "", "")
    assert {prompt.action.rpartition(".")[2] for prompt in agent.seen} == {"measure"}
    for kind in (0, 4, 2**32 - 1):
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("DropCaches", wire(disk.claim()), kind)


class Queue:
    """A device's scheduler, as the kernel shows it."""

    def __init__(self, disk: Disk) -> None:
        self._file = Path("/sys/block", Path(disk.path).name, "queue/scheduler")
        self.before = self.used
        self.other = next(name for name in self.offered if name != self.before)

    @property
    def offered(self) -> list[str]:
        return self._file.read_text("ascii").replace("[", "").replace("]", "").split()

    @property
    def used(self) -> str:
        return self._file.read_text("ascii").partition("[")[2].partition("]")[0]


@pytest.fixture
def queue(disk: Disk) -> Queue:
    if len(Path("/sys/block", Path(disk.path).name, "queue/scheduler").read_text().split()) < 2:
        pytest.skip("this kernel offers only one I/O scheduler")
    return Queue(disk)


def test_scheduler_is_put_back_when_asked(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, queue: Queue
) -> None:
    for name in queue.offered:
        caller.call("SetScheduler", wire(disk.claim()), name)
        assert queue.used == name
    assert len(agent.seen) == 1  # and the others go with that yes
    # The device can be measured meanwhile.
    path, output = caller.start("StartReadTest", wire(disk.claim()), phase().wire(), 0, 0)
    read_all(output)
    assert caller.finished(path)[0] == 0
    caller.call("SetScheduler", wire(disk.claim()), "")
    assert queue.used == queue.before
    assert children(helper.pid) == []


def test_scheduler_is_put_back_when_the_caller_is_gone(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk, queue: Queue
) -> None:
    leaving, other = connect(), connect()
    leaving.call("SetScheduler", wire(disk.claim()), queue.other)
    guard = Process(children(helper.pid)[0])
    with pytest.raises(RefusedError, match="Busy"):
        other.call("SetScheduler", wire(disk.claim()), queue.before)
    assert queue.used == queue.other
    leaving.close()
    guard.wait_end()
    assert queue.used == queue.before
    guard.close()


def test_a_guard_is_deaf_from_its_first_line_on(
    rig: Rig, agent: Agent, caller: Caller, disk: Disk, queue: Queue
) -> None:
    """The scheduler is another by the time it is asked here, and Python has hardly begun there."""
    process = rig.start_helper()
    try:
        caller.call("SetScheduler", wire(disk.claim()), queue.other)
        guard = Process(children(process.pid)[0])
        assert int(guard.status("SigIgn"), 16) & 1 << signal.SIGTERM - 1
        os.kill(guard.pid, signal.SIGTERM)
    finally:
        process.kill()
        process.wait(15)
    guard.wait_end()
    assert queue.used == queue.before
    guard.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_scheduler_is_put_back_when_the_helper_is_gone(
    number: signal.Signals, rig: Rig, agent: Agent, caller: Caller, disk: Disk, queue: Queue
) -> None:
    process = rig.start_helper()
    try:
        caller.call("SetScheduler", wire(disk.claim()), queue.other)
        assert queue.used == queue.other
        guard = Process(children(process.pid)[0])
    finally:
        process.send_signal(number)
        process.wait(15)
    guard.wait_end()
    assert queue.used == queue.before
    guard.close()
