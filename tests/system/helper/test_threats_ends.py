# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Callers and helpers that die, leave or are asked to end while a job runs or a prompt is open."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from jeepney import new_method_call, new_signal
from jeepney.low_level import HeaderFields
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig, on_both_buses
from tests.system.helper.caller import (
    Caller,
    Process,
    children,
    read_all,
    session,
    unwrap,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.helper.threats import BUS, LONG, ping

from driveproof.helper.protocol import BUS_NAME

pytestmark = [pytest.mark.root, pytest.mark.bus]


@pytest.fixture
def running(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> Iterator[Process]:
    """fio in a test that would take a minute, with output that nobody drains."""
    _, output = caller.start("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
    (pid,) = children(helper.pid)
    fio = Process(pid)
    assert os.read(output, 1), "it has begun when it tells something"
    yield fio
    os.close(output)
    fio.close()


@on_both_buses
def test_the_caller_dies(running: Process, caller: Caller) -> None:
    caller.close()
    running.wait_end()
    assert session(running.pid) == []


def test_the_helper_dies(rig: Rig, agent: Agent, caller: Caller, disk: Disk) -> None:
    process = rig.start_helper()
    try:
        _, output = caller.start("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
        fio = Process(children(process.pid)[0])
        assert os.read(output, 1), "it has begun when it tells something"
    finally:
        process.kill()
        process.wait(10)
    fio.wait_end()
    assert session(fio.pid) == []
    read_all(output)
    fio.close()


def test_the_helper_is_asked_to_end(rig: Rig, agent: Agent, caller: Caller, disk: Disk) -> None:
    process = rig.start_helper()
    try:
        path, output = caller.start("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
        fio = Process(children(process.pid)[0])
        process.terminate()
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait(10)
    fio.wait_end(0)
    assert caller.finished(path)[1] == "Cancelled"
    read_all(output)
    fio.close()


@on_both_buses
def test_the_caller_leaves_at_the_prompt(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    agent.answer = "wait"
    leaving = connect()
    leaving.send("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
    prompt = agent.next_prompt()
    leaving.close()
    assert prompt.taken_away.wait(20)
    agent.allow(prompt)  # too late
    ping(connect())
    assert children(helper.pid) == []


@on_both_buses
def test_a_forged_end_of_the_caller(
    running: Process, helper: Process, caller: Caller, connect: Callable[..., Caller]
) -> None:
    # Stopped, it keeps what it is sent.
    os.kill(running.pid, signal.SIGSTOP)
    forger = connect()
    owner = new_method_call(BUS, "GetNameOwner", "s", (BUS_NAME,))
    (unique,) = unwrap(forger.connection.send_and_get_reply(owner, timeout=20))
    for name in (caller.name, BUS_NAME, "org.freedesktop.PolicyKit1"):
        forged = new_signal(BUS, "NameOwnerChanged", "sss", (name, name, ""))
        forged.header.fields[HeaderFields.destination] = unique
        forger.connection.send(forged)
    ping(forger)
    ends = 1 << signal.SIGTERM - 1 | 1 << signal.SIGKILL - 1
    assert int(running.status("ShdPnd"), 16) & ends == 0, "fio was asked to end"
    assert children(helper.pid) == [running.pid]
