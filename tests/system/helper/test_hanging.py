# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices and mounts that do not answer: nothing is opened before polkit's yes, and after it a
child waits, while the helper serves everybody else.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from jeepney.low_level import HeaderFields
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import (
    MIB,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    unwrap,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.helper.hanging import SIZE, Hanging, hanging
from tests.system.helper.threats import DEVICE_METHODS, HELD, LONG, arguments, ping
from tests.system.machine import run, settle
from tests.system.measuring import wait_for

from driveproof.helper.protocol import ROOT, WireDirection
from driveproof.system.helper.client import claim_device

pytestmark = [pytest.mark.root, pytest.mark.bus, pytest.mark.timeout(60)]

IN_OPEN = 0x20


def opens(inotify: int) -> bool:
    """Whether there was one since it was asked last."""
    try:
        return bool(os.read(inotify, 65536))
    except BlockingIOError:
        return False


@contextmanager
def watched(*paths: str | Path) -> Iterator[Callable[[], bool]]:
    """Whether anybody opened one of these since this was asked last; the kernel says it."""
    libc = ctypes.CDLL(None)
    inotify = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        for path in paths:
            assert libc.inotify_add_watch(inotify, os.fsencode(path), IN_OPEN) > 0
        yield lambda: opens(inotify)
        opens(inotify)
        os.close(os.open(paths[0], os.O_RDONLY | os.O_NONBLOCK))
        assert opens(inotify), "the watch does not see an open"
    finally:
        os.close(inotify)


@pytest.fixture
def mounted(disk: Disk, tmp_path: Path) -> Iterator[Path]:
    point = tmp_path / "mounted"
    point.mkdir()
    run("mkfs.ext4", "-q", disk.path)
    run("mount", disk.path, str(point))
    yield point
    run("umount", "--lazy", str(point))


@pytest.mark.deep
@pytest.mark.parametrize("method", [name for name in DEVICE_METHODS if name not in HELD])
def test_nothing_is_opened_before_a_yes(
    method: str, helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk,
    mounted: Path,
) -> None:  # fmt: skip
    """Neither the device, nor its scheduler, nor a folder that it is mounted on."""
    agent.answer = "wait"
    caller = connect()
    device = wire(disk.claim())
    settle()
    scheduler = Path("/sys/block", Path(disk.path).name, "queue/scheduler")

    def refused() -> None:
        serial = caller.send(method, *arguments(method, device))
        prompt = agent.next_prompt()
        assert disk.path in prompt.message
        ping(caller)
        agent.dismiss(prompt)
        with pytest.raises(RefusedError, match="Cancelled"):
            caller.reply(serial)

    with watched(disk.path, scheduler, mounted) as opened:

        def untouched() -> bool:
            """The inotify of the kernel does not say who it was: other tests list all loop
            devices meanwhile. What the helper opens it opens each time.
            """
            opened()
            refused()
            return not opened()

        wait_for("a refused call opens nothing", untouched)
    assert children(helper.pid) == []


def waits(process: subprocess.Popen[bytes]) -> bool:
    """Whether it is in a wait that no signal ends."""
    status = Path(f"/proc/{process.pid}/stat").read_text("ascii")
    return status.rpartition(")")[2].split()[0] == "D"


class Stuck:
    """A block device on a file that does not answer."""

    def __init__(self, path: str, below: Hanging) -> None:
        self.path = path
        self.claim = wire(claim_device(path))
        self._below = below
        self._stack = ExitStack()
        self.scheduler = Path("/sys/block", Path(path).name, "queue/scheduler")

    def hang(self) -> None:
        """From now on."""
        settle()
        run("blockdev", "--flushbufs", self.path)
        self._below.hang()

    def hang_queue(self) -> None:
        """Let I/O to the device hang in flight."""
        self.hang()
        words = ["dd", f"if={self.path}", "of=/dev/null", "bs=4096", "count=1", "iflag=direct"]
        reading = self._start(*words)
        wait_for("a read waits", lambda: waits(reading))

    def hang_open(self) -> None:
        """Who opens it waits, and SIGKILL does not end that: a change of the loop device waits for
        its queue, who opens it then waits for the change, and keeps all others from it.
        """
        self.hang_queue()
        self._start("losetup", "--direct-io=on", self.path)
        opening = [self._start("blockdev", "--getsize64", self.path)]

        def kept_out() -> bool:
            if opening[-1].poll() is not None:  # it came before the change
                opening.append(self._start("blockdev", "--getsize64", self.path))
            return waits(opening[-1])

        wait_for("who opens it waits", kept_out)

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._stack.callback(process.wait, 30)
        return process

    def go(self) -> None:
        self._below.go()
        self._stack.close()


@pytest.fixture
def below(make_disk: Callable[..., Disk], tmp_path: Path) -> Iterator[Hanging]:
    """A device that answers again before the test's other devices are removed."""
    with hanging(tmp_path) as made:
        yield made


@pytest.fixture
def stuck(below: Hanging) -> Iterator[Stuck]:
    path = run("losetup", "--find", "--show", str(below.disk)).strip()
    made = Stuck(path, below)
    try:
        yield made
    finally:
        made.go()
        settle()
        run("losetup", "--detach", path)


def goes_on(process: Process, stranger: Caller, disk: Disk) -> None:
    """The helper answers, and does for others whatever it is asked for."""
    ping(stranger)
    path, output = stranger.start("StartReadTest", wire(disk.claim()), phase().wire(), 0, 0)
    os.close(output)
    stranger.finished(path)


@pytest.mark.deep
@pytest.mark.parametrize(
    "method",
    ["StartReadTest", "StartScan", "StartReadCheck", "HoldDevice", "ReadSmart", "StartSelfTest",
     "StartHdparm"],
)  # fmt: skip
def test_a_device_whose_open_hangs(
    method: str, impatient_helper: Process, agent: Agent, connect: Callable[..., Caller],
    stuck: Stuck, disk: Disk,
) -> None:  # fmt: skip
    caller, stranger = connect(), connect()
    stuck.hang_open()
    with pytest.raises(RefusedError, match="TimedOut"):
        caller.call(method, *arguments(method, stuck.claim))
    # Its child cannot be ended: the device has that one, and no second.
    with pytest.raises(RefusedError, match="Busy"):
        caller.call(method, *arguments(method, stuck.claim))
    assert len(children(impatient_helper.pid)) == 1
    goes_on(impatient_helper, stranger, disk)
    stuck.go()
    wait_for("nobody is left", lambda: children(impatient_helper.pid) == [])
    # As if nothing had been; a drive of QEMU's or a loop device has neither SMART nor hdparm.
    if method in {"StartReadTest", "HoldDevice"}:
        caller.call(method, *arguments(method, stuck.claim))


@pytest.mark.deep
def test_a_loop_device_that_hangs_and_could_be_over_the_device(
    impatient_helper: Process, agent: Agent, caller: Caller, stuck: Stuck,
    make_disk: Callable[..., Disk],
) -> None:  # fmt: skip
    """It is asked before anything is opened, so that nobody is kept from the device meanwhile."""
    small, same = make_disk(), make_disk(SIZE)
    stuck.hang_open()
    caller.call("HoldDevice", wire(small.claim()), 0, MIB)
    caller.call("ReleaseDevice")
    with pytest.raises(RefusedError, match="TimedOut"):
        caller.call("HoldDevice", wire(same.claim()), 0, MIB)
    assert len(children(impatient_helper.pid)) == 1
    os.close(os.open(same.path, os.O_RDWR | os.O_EXCL | os.O_CLOEXEC))
    stuck.go()
    wait_for("nobody is left", lambda: children(impatient_helper.pid) == [])
    caller.call("HoldDevice", wire(same.claim()), 0, MIB)


@pytest.mark.deep
def test_a_queue_that_hangs(
    impatient_helper: Process, agent: Agent, connect: Callable[..., Caller], stuck: Stuck,
    disk: Disk,
) -> None:  # fmt: skip
    """A scheduler changes when the queue is empty."""
    caller, stranger = connect(), connect()
    before = stuck.scheduler.read_text("ascii")
    (other, *_) = [word for word in before.split() if "[" not in word]
    stuck.hang_queue()
    with pytest.raises(RefusedError, match="TimedOut"):
        caller.call("SetScheduler", stuck.claim, other)
    with pytest.raises(RefusedError, match="Busy"):
        caller.call("SetScheduler", stuck.claim, other)
    goes_on(impatient_helper, stranger, disk)
    stuck.go()
    wait_for("nobody is left", lambda: children(impatient_helper.pid) == [])
    assert stuck.scheduler.read_text("ascii") == before


@pytest.mark.deep
@pytest.mark.parametrize("end", ["cancel", "leave"])
def test_a_device_that_hangs_in_the_middle(
    end: str, impatient_helper: Process, agent: Agent, connect: Callable[..., Caller],
    stuck: Stuck, disk: Disk,
) -> None:  # fmt: skip
    """Not even SIGKILL ends a process that waits for it, but its caller gets a reply."""
    caller, stranger = connect(), connect()
    caller.call("HoldDevice", stuck.claim, 0, 8 * MIB)
    writes = phase(WireDirection.WRITE, milliseconds=60_000).wire()
    path, output = caller.start("StartWriteTest", stuck.claim, writes, 0, 8 * MIB)
    assert os.read(output, 1)
    stuck.hang()
    if end == "cancel":
        caller.call("Cancel", path)
        status, reason, words = caller.finished(path)
        assert (status, reason) == (-signal.SIGKILL, "Cancelled")
        assert "the device does not answer" in words
    else:
        caller.close()
    goes_on(impatient_helper, stranger, disk)
    with pytest.raises(RefusedError, match="Busy"):
        stranger.call("StartReadTest", stuck.claim, phase().wire(), 0, 8 * MIB)
    os.close(output)
    if end == "cancel":
        caller.close()
    stuck.go()
    wait_for("nobody is left", lambda: children(impatient_helper.pid) == [])


@pytest.mark.deep
def test_a_close_that_hangs(
    impatient_helper: Process, agent: Agent, connect: Callable[..., Caller], stuck: Stuck,
    disk: Disk,
) -> None:  # fmt: skip
    caller, stranger = connect(), connect()
    caller.call("HoldDevice", stuck.claim, 0, 8 * MIB)
    stuck.hang_open()
    with pytest.raises(RefusedError, match="TimedOut"):
        caller.call("ReleaseDevice")
    goes_on(impatient_helper, stranger, disk)
    with pytest.raises(RefusedError, match="Busy"):
        stranger.call("HoldDevice", stuck.claim, 0, 8 * MIB)
    stuck.go()
    wait_for("nobody is left", lambda: children(impatient_helper.pid) == [])
    stranger.call("HoldDevice", stuck.claim, 0, 8 * MIB)


@pytest.mark.deep
def test_a_mount_below_one_that_hangs(
    impatient_helper: Process, agent: Agent, connect: Callable[..., Caller], below: Hanging,
    make_disk: Callable[..., Disk],
) -> None:  # fmt: skip
    """A user's FUSE daemon has to answer first before the mount point can be reached."""
    caller, stranger = connect(), connect()
    disk, other = make_disk(), make_disk()
    run("mkfs.ext4", "-q", disk.path)
    run("mount", disk.path, str(below.below))
    try:
        claim = wire(disk.claim())
        below.hang(wholly=True)
        with pytest.raises(RefusedError, match="TimedOut"):
            caller.call("StartTrim", claim, 0, 0)
        with pytest.raises(RefusedError, match="Busy"):
            caller.call("StartTrim", claim, 0, 0)
        goes_on(impatient_helper, stranger, other)
        below.go()
        wait_for("nobody is left", lambda: children(impatient_helper.pid) == [])
    finally:
        run("umount", "--lazy", str(below.below))


@pytest.mark.deep
def test_it_ends_with_a_child_that_hangs(
    rig: Rig, agent: Agent, caller: Caller, stuck: Stuck
) -> None:
    """A request to end does not wait for a drive."""
    process = rig.start_helper(timeout=1)
    try:
        stuck.hang_open()
        with pytest.raises(RefusedError, match="TimedOut"):
            caller.call("ReadSmart", stuck.claim, 0, 2)
        (pid,) = children(process.pid)
        left = Process(pid)
    finally:
        process.terminate()
        assert process.wait(20) == 0
    stuck.go()
    left.wait_end()
    left.close()


def test_several_hang_at_once(
    impatient_helper: Process, agent: Agent, connect: Callable[..., Caller], stuck: Stuck,
    disk: Disk,
) -> None:  # fmt: skip
    """While one waits for its device another is served, and not after it."""
    caller, stranger = connect(), connect()
    stuck.hang_open()
    serial = caller.send("StartReadTest", stuck.claim, LONG.wire(), 0, 0)
    wait_for("its child waits", lambda: len(children(impatient_helper.pid)) == 1)
    served = threading.Event()

    def serve() -> None:
        goes_on(impatient_helper, stranger, disk)
        served.set()

    thread = threading.Thread(target=serve)
    thread.start()
    with pytest.raises(RefusedError, match="TimedOut"):
        caller.reply(serial)
    thread.join(30)
    assert served.is_set()


def leave(caller: Caller, witness: Caller, rig: Rig) -> None:
    """When this returns, the helper knows."""
    caller.close()
    wait_for("the bus sees who leaves", lambda: not rig.has_owner(caller.name))
    ping(witness)


def is_allowed(caller: Caller, disk: Disk) -> None:
    """polkit answers root at once and in order: what was asked before is allowed by now."""
    caller.call("SetScheduler", wire(disk.claim()), "")


@pytest.mark.deep
def test_who_leaves_while_a_former_scheduler_is_put_back(
    rig: Rig, helper: Process, agent: Agent, connect: Callable[..., Caller], stuck: Stuck,
    disk: Disk,
) -> None:  # fmt: skip
    """A change that waits for that would begin afterwards, and nobody would end it."""
    former, later, witness = connect(), connect(ROOT), connect()
    before = stuck.scheduler.read_text("ascii")
    (other, *_) = [word for word in before.split() if "[" not in word]
    former.call("SetScheduler", stuck.claim, other)
    assert stuck.scheduler.read_text("ascii") != before
    stuck.hang_queue()
    leave(former, witness, rig)
    later.send("SetScheduler", stuck.claim, other)
    is_allowed(later, disk)
    leave(later, witness, rig)
    stuck.go()
    wait_for("nobody is left", lambda: children(helper.pid) == [])
    assert stuck.scheduler.read_text("ascii") == before


@pytest.mark.deep
def test_who_leaves_while_a_former_hold_ends(
    rig: Rig, helper: Process, agent: Agent, connect: Callable[..., Caller], stuck: Stuck,
    disk: Disk,
) -> None:  # fmt: skip
    former, later, witness = connect(), connect(ROOT), connect()
    former.call("HoldDevice", stuck.claim, 0, 8 * MIB)
    stuck.hang_open()
    leave(former, witness, rig)
    later.send("HoldDevice", stuck.claim, 0, 8 * MIB)
    is_allowed(later, disk)
    leave(later, witness, rig)
    stuck.go()
    wait_for("nobody is left", lambda: children(helper.pid) == [])
    witness.call("HoldDevice", stuck.claim, 0, 8 * MIB)


@pytest.mark.deep
def test_who_lets_go_while_a_former_hold_ends(
    rig: Rig, helper: Process, agent: Agent, connect: Callable[..., Caller], stuck: Stuck,
    disk: Disk,
) -> None:  # fmt: skip
    """Then he has not got it, and the device is free for others while he stays."""
    former, later, witness = connect(), connect(ROOT), connect()
    former.call("HoldDevice", stuck.claim, 0, 8 * MIB)
    stuck.hang_open()
    leave(former, witness, rig)
    holding = later.send("HoldDevice", stuck.claim, 0, 8 * MIB)
    is_allowed(later, disk)
    releasing = later.send("ReleaseDevice")
    ping(later)
    stuck.go()
    answers = {}
    while len(answers) < 2:
        message = later.connection.receive(timeout=30)
        answers[message.header.fields.get(HeaderFields.reply_serial)] = message
    with pytest.raises(RefusedError, match="Cancelled"):
        unwrap(answers[holding])
    unwrap(answers[releasing])
    wait_for("nobody is left", lambda: children(helper.pid) == [])
    witness.call("HoldDevice", stuck.claim, 0, 8 * MIB)
