# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What reaches the bytes of a device besides itself: none of it is overwritten."""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Callable

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.caller import (
    MIB,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    wire,
)
from tests.system.helper.conftest import Disk
from tests.system.helper.threats import HELD, arguments

from driveproof.helper.protocol import Direction

pytestmark = [pytest.mark.root, pytest.mark.bus]

WRITES = phase(Direction.WRITE).wire()
_STATUS = struct.Struct("=5Q4I64s64s32s2Q")  # linux/loop.h, loop_info64
_SET_STATUS, _GET_STATUS = 0x4C04, 0x4C05


def show(path: str, offset: int, length: int) -> None:
    """Let a loop device show another part of its file; nobody else's claim on it hinders that."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        found = bytearray(_STATUS.size)
        fcntl.ioctl(descriptor, _GET_STATUS, found)
        values = list(_STATUS.unpack(found))
        values[3:5] = offset, length
        fcntl.ioctl(descriptor, _SET_STATUS, _STATUS.pack(*values))
    finally:
        os.close(descriptor)


@pytest.mark.parametrize(
    "method",
    ["StartReadTest", "StartReadCheck", "StartScan", "HoldForReading", "HoldDevice",
     "StartHdparm"],
)  # fmt: skip
def test_a_loop_device_shows_another_part_after_the_prompt(
    method: str, helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    """Number, sequence, size and name stay the same; what would be overwritten does not."""
    disk = make_disk(16 * MIB)
    show(disk.path, 0, 8 * MIB)
    before = disk.digest()
    agent.answer = "wait"
    serial = caller.send(method, *arguments(method, wire(disk.claim())))
    prompt = agent.next_prompt()
    show(disk.path, 8 * MIB, 8 * MIB)
    agent.allow(prompt)
    with pytest.raises(RefusedError, match="DeviceChanged"):
        caller.reply(serial)
    assert disk.digest() == before
    assert children(helper.pid) == []


@pytest.mark.parametrize("method", sorted(HELD))
def test_a_loop_device_shows_another_part_while_it_is_held(
    method: str, helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(16 * MIB)
    show(disk.path, 0, 8 * MIB)
    before = disk.digest()
    claim = wire(disk.claim())
    caller.call("HoldDevice", claim, 0, MIB)
    show(disk.path, 8 * MIB, 8 * MIB)
    body = (claim, WRITES, 0, MIB) if method == "StartWriteTest" else arguments(method, claim)
    with pytest.raises(RefusedError, match="DeviceChanged"):
        caller.call(method, *body)
    assert disk.digest() == before


def test_what_may_be_read_shows_another_part(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    """What was allowed was to read the one."""
    disk = make_disk(16 * MIB)
    show(disk.path, 0, 8 * MIB)
    claim = wire(disk.claim())
    caller.call("HoldForReading", claim)
    show(disk.path, 8 * MIB, 8 * MIB)
    with pytest.raises(RefusedError, match="DeviceChanged"):
        caller.call("StartReadTest", claim, phase().wire(), 0, MIB)
    assert len(agent.seen) == 1
