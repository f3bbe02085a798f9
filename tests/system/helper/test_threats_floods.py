# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Floods of descriptors, calls, prompts and bytes; each limit has its test."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import select
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from jeepney import DBusAddress, new_method_call, new_signal
from jeepney.low_level import HeaderFields, Message, MessageFlag
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig, on_both_buses
from tests.system.helper.caller import (
    DAEMON,
    HELPER,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    unwrap,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.helper.threats import BUS, LONG, arguments, ping, resident
from tests.system.machine import wait_for as until

from driveproof.helper.authority import MAX_WAITING_EACH
from driveproof.helper.limits import PROMPTS
from driveproof.helper.protocol import METHODS, ROOT
from driveproof.helper.wire import Incoming, Wire

pytestmark = [pytest.mark.root, pytest.mark.bus]


def descriptors(process: Process) -> int:
    return len(list(Path(f"/proc/{process.pid}/fd").iterdir()))


@pytest.mark.deep
def test_descriptor_exhaustion(
    helper: Process, connect: Callable[..., Caller], caller: Caller
) -> None:
    ping(caller)
    before = descriptors(helper)
    null = os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
    for _ in range(100):
        call = caller.message("Cancel", *[null] * 4, signature="hhhh")
        with pytest.raises(RefusedError, match=r"AccessDenied|InvalidArgument"):
            unwrap(caller.connection.send_and_get_reply(call, timeout=20))
    ping(caller)
    assert descriptors(helper) == before
    os.close(null)


def test_a_pipe_that_nobody_reads(
    hasty_helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """fio blocks on the full pipe and does not react to SIGTERM."""
    talks = phase(milliseconds=300, interval=50, block_size=4096).wire()
    path, output = caller.start("StartReadTest", wire(disk.claim()), talks, 0, 0)
    fcntl.fcntl(output, fcntl.F_SETPIPE_SZ, 4096)
    (pid,) = children(hasty_helper.pid)
    fio = Process(pid)
    status, reason, _ = caller.finished(path)
    assert reason == "TimedOut"
    assert status == -signal.SIGKILL
    fio.wait_end(0)
    os.close(output)
    fio.close()


def hostile_calls(disk: Disk) -> Iterator[Message]:
    device = wire(disk.claim())
    while True:
        for method, body, signature in (
            ("StartReadTest", arguments("StartReadTest", device), None),
            (
                "StartReadTest",
                ((f"{device[0]}:x", *device[1:]), *phase().wire()),
                "(stt)" + "t" * len(phase()),
            ),
            ("Cancel", ("/x",), None),
            ("Cancel", ("x" * 3000,), "s"),
            ("Nothing", (), ""),
        ):
            takes = METHODS[method].takes if signature is None else signature
            yield new_method_call(HELPER, method, takes or None, body)


def test_flood(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    """20,000 calls whose replies are read only at the end."""
    calls = hostile_calls(disk)

    def send(count: int) -> None:
        for _ in range(count):
            call = next(calls)
            call.header.flags |= MessageFlag.no_reply_expected
            caller.connection.send(call)
        ping(caller)

    send(2000)
    before = resident(helper)
    send(18_000)
    assert resident(helper) < before + 1024
    assert children(helper.pid) == []


@pytest.mark.deep
def test_prompts_in_a_row(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    """One caller cannot fill the queue, and who leaves takes all of his own out of it."""
    agent.answer = "wait"
    leaving, other = connect(), connect()
    body = (wire(disk.claim()), LONG.wire(), 0, 0)
    for _ in range(MAX_WAITING_EACH):
        leaving.send("StartReadTest", *body)
    with pytest.raises(RefusedError, match="Busy"):
        leaving.call("StartReadTest", *body)
    with pytest.raises(RefusedError, match="NotAuthorized"):
        other.call("StartReadTest", *body, interactive=False)
    leaving.close()
    again = connect()
    serials = [again.send("StartReadTest", *body) for _ in range(MAX_WAITING_EACH)]
    prompts = [agent.next_prompt() for _ in range(2 * MAX_WAITING_EACH)]
    for prompt in prompts[-MAX_WAITING_EACH:]:
        agent.dismiss(prompt)
    for serial in serials:
        with pytest.raises(RefusedError, match="Cancelled"):
            again.reply(serial)


def test_one_user_cannot_lock_out_another(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    """However many connections the first user has; and root needs no prompt."""
    agent.answer = "wait"
    body = (wire(disk.claim()), phase().wire(), 0, 0)
    waiting = 0
    while waiting < PROMPTS.each:
        one = connect()
        for _ in range(MAX_WAITING_EACH):
            one.send("StartReadTest", *body)
            waiting += 1
        ping(one)
    with pytest.raises(RefusedError, match="Busy"):
        connect().call("StartReadTest", *body)
    other = connect(DAEMON)
    serial = other.send("StartReadTest", *body)
    prompts = [agent.next_prompt() for _ in range(waiting + 1)]
    agent.dismiss(prompts[-1])
    with pytest.raises(RefusedError, match="Cancelled"):
        other.reply(serial)
    root = connect(ROOT)
    path, output = root.start("StartReadTest", *body)
    os.close(output)
    assert root.finished(path)[1] == ""


def test_a_prompt_that_nobody_answers(
    helper_with_short_prompts: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    agent.answer = "wait"
    caller = connect()
    serial = caller.send("StartReadTest", wire(disk.claim()), phase().wire(), 0, 0)
    prompt = agent.next_prompt()
    with pytest.raises(RefusedError, match="TimedOut: Nobody has answered"):
        caller.reply(serial)
    assert prompt.taken_away.wait(20)
    agent.allow(prompt)  # too late
    ping(caller)
    assert children(helper_with_short_prompts.pid) == []


def anything(caller: Caller, disk: Disk) -> set[str]:
    """Some of everything: what was refused."""
    said = set()
    device = wire(disk.claim())
    for method in ("StartReadTest", "StartScan", "HoldDevice", "StartDiscard", "SetScheduler"):
        try:
            answer = caller.call(method, *arguments(method, device))
        except RefusedError as error:
            if error.name != "NotHeld":  # what could not be held
                assert error.name == "Failed", error
                said.add(error.text)
            continue
        if method.startswith("Start"):
            path, output = answer
            output.close()
            caller.finished(path)
        elif method == "SetScheduler":
            caller.call(method, device, "")
    caller.call("ReleaseDevice")
    return said


@pytest.mark.deep
def test_no_descriptor_is_left(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    """Wherever it happens: the caller gets an error, and everything is restored."""
    disk = make_disk()
    assert anything(caller, disk) == set()
    before, (_, most) = descriptors(helper), resource.prlimit(helper.pid, resource.RLIMIT_NOFILE)
    lowest = max(int(each.name) for each in Path(f"/proc/{helper.pid}/fd").iterdir()) + 1
    told = []
    for limit in range(lowest, lowest + 12):
        resource.prlimit(helper.pid, resource.RLIMIT_NOFILE, (limit, most))
        told.append(anything(caller, disk))
        until("nobody is left", lambda: children(helper.pid) == [])
    assert any("Too many open files" in text for text in told[0])
    assert told[-1] == set(), "it was not enough at the end"
    assert descriptors(helper) == before


@pytest.fixture
def few_processes(helper: Process) -> Iterator[Path]:
    """A cgroup that limits the processes of the helper and its children."""
    places = [Path("/sys/fs/cgroup/pids"), Path("/sys/fs/cgroup")]
    usable = [place for place in places if (place / "cgroup.procs").exists()]
    if not usable:
        pytest.skip("no cgroup of processes is mounted")
    group = usable[0] / f"driveproof-test-{os.getpid()}"
    group.mkdir()
    try:
        if not (group / "pids.max").exists():
            pytest.skip("the cgroup counts no processes")
        (group / "cgroup.procs").write_text(str(helper.pid), "ascii")
        yield group / "pids.max"
        (usable[0] / "cgroup.procs").write_text(str(helper.pid), "ascii")
    finally:
        group.rmdir()


@pytest.mark.deep
def test_no_process_is_left(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, few_processes: Path
) -> None:
    before = descriptors(helper)
    few_processes.write_text("1", "ascii")
    (said,) = anything(caller, disk)
    assert os.strerror(errno.EAGAIN) in said
    few_processes.write_text("max", "ascii")
    assert anything(caller, disk) == set()
    assert descriptors(helper) == before


@on_both_buses
def test_descriptors_are_closed_where_the_bus_lets_them_through(rig: Rig, caller: Caller) -> None:
    """Signals and other buses' rules: the helper's own reading closes what it did not ask for."""
    listening = Wire(rig.address)
    listening.send(new_method_call(BUS, "Hello"))
    (hello, *_) = wait_for(listening, 1)
    (name,) = hello.body("s")
    null = os.open("/dev/null", os.O_RDONLY | os.O_CLOEXEC)
    before = len(list(Path("/proc/self/fd").iterdir()))
    emitter = DBusAddress("/x", interface="x.y")
    for _ in range(100):
        stray = new_signal(emitter, "Stray", "hhhh", (null,) * 4)
        stray.header.fields[HeaderFields.destination] = name
        caller.connection.send(stray)
    strays = wait_for(listening, 100, "Stray")
    assert all(each.carries_descriptors for each in strays)
    with pytest.raises(ValueError, match="signature"):
        strays[0].body("hhhh")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    listening.close()
    os.close(null)


def wait_for(listening: Wire, count: int, member: str = "") -> list[Incoming]:
    """That many messages (with that member) at least."""
    poll = select.poll()
    poll.register(listening.fileno(), select.POLLIN)
    found: list[Incoming] = []
    while len(found) < count:
        assert poll.poll(20_000), "nothing came"
        found += [each for each in listening.receive() if member in {"", each.member}]
    return found


@pytest.mark.deep
@on_both_buses
def test_a_message_that_would_become_a_gigabyte(helper: Process, caller: Caller) -> None:
    ping(caller)
    before = resident(helper)
    for signature, body in (
        ("av", ([("y", 1)] * 500_000,)),
        ("s", ("x" * 8_000_000,)),
        ("a(yy)", ([(1, 2)] * 200_000,)),
    ):
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("Cancel", *body, signature=signature)
    assert resident(helper) < before + 4096
