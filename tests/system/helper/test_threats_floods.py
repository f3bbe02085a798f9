# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Too much of everything: descriptors, calls, prompts, bytes; each bound has its test."""

from __future__ import annotations

import fcntl
import os
import select
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from jeepney import DBusAddress, new_method_call, new_signal
from jeepney.low_level import HeaderFields, Message, MessageFlag
from tests.system.helper.agent import Agent
from tests.system.helper.caller import (
    HELPER,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    unwrap,
    wire,
)
from tests.system.helper.conftest import Desk, Disk
from tests.system.helper.threats import BUS, LONG, arguments, ping, resident

from driveproof.helper.authority import MAX_WAITING_EACH
from driveproof.helper.protocol import METHODS
from driveproof.helper.wire import Incoming, Wire

pytestmark = [pytest.mark.root, pytest.mark.bus]


def descriptors(process: Process) -> int:
    return len(list(Path(f"/proc/{process.pid}/fd").iterdir()))


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
    """fio stands before the full pipe and hears no SIGTERM."""
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
                "(stt)" + "t" * 12,
            ),
            ("Cancel", ("/x",), None),
            ("Cancel", ("x" * 3000,), "s"),
            ("Nothing", (), ""),
        ):
            takes = METHODS[method].takes if signature is None else signature
            yield new_method_call(HELPER, method, takes or None, body)


def test_flood(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    """20,000 calls, of which nobody waits for the answers but at the end."""
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


def test_descriptors_are_closed_where_the_bus_lets_them_through(desk: Desk, caller: Caller) -> None:
    """Signals and other buses' rules: the helper's own reading closes what it did not ask for."""
    listening = Wire(desk.address)
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
