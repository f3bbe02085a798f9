# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs through the helper: allowed ones run, confined, for their caller alone, and end."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from jeepney import DBusAddress, new_method_call
from jeepney.low_level import HeaderFields, MessageType
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import (
    DAEMON,
    HELPER,
    MIB,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    read_all,
    unwrap,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.helper.threats import HELD, ZONES

from driveproof.fio.stream import Stream
from driveproof.helper.protocol import (
    API_VERSION,
    INTERFACE,
    OBJECT_PATH,
    PolkitAction,
    WireDirection,
    WirePattern,
)

pytestmark = [pytest.mark.root, pytest.mark.bus]

BUS = DBusAddress(
    "/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface="org.freedesktop.DBus"
)
LONG = phase(milliseconds=60_000)


def child(helper: Process) -> Process:
    (pid,) = children(helper.pid)
    return Process(pid)


def test_version(helper: Process, caller: Caller) -> None:
    properties = HELPER.with_interface("org.freedesktop.DBus.Properties")
    call = new_method_call(properties, "Get", "ss", (INTERFACE, "ApiVersion"))
    reply = caller.connection.send_and_get_reply(call, timeout=20)
    assert unwrap(reply) == (("u", API_VERSION),)


@pytest.mark.parametrize(
    ("changed", "jobs"),
    [
        ({}, 1),
        ({"pattern": WirePattern.RANDOM, "block_size": 4096, "engine": 1, "queue_depth": 8}, 1),
        ({"jobs": 2, "engine": 1, "queue_depth": 2}, 2),
        ({"direct": False, "engine": 0}, 1),
    ],
)
def test_a_read_test_reads(
    changed: dict[str, int], jobs: int, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    before = disk.digest()
    path, output = caller.start("StartReadTest", wire(disk.claim()), phase(**changed).wire(), 0, 0)
    reports = list(Stream().feed(read_all(output)))
    assert caller.finished(path) == (0, "", "")
    assert reports
    assert reports[-1].snapshot.get("read").bytes > 0
    assert disk.digest() == before
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["measure"]
    assert disk.path in agent.seen[0].message


def test_the_child_can_do_nothing_else(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    path, output = caller.start("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
    fio = child(helper)
    for kind in ("CapEff", "CapPrm", "CapInh", "CapAmb"):
        assert int(fio.status(kind), 16) == 0, kind
    assert fio.status("NoNewPrivs") == "1"
    assert os.getsid(fio.pid) == fio.pid
    assert Path(f"/proc/{fio.pid}/cwd").readlink() == Path("/")
    environment = Path(f"/proc/{fio.pid}/environ").read_bytes().split(b"\0")
    assert sorted(filter(None, environment)) == [
        b"HOME=/", b"LC_ALL=C.UTF-8", b"PATH=/usr/sbin:/usr/bin:/sbin:/bin",
    ]  # fmt: skip
    limits = Path(f"/proc/{fio.pid}/limits").read_text("ascii")
    (files,) = [line for line in limits.splitlines() if line.startswith("Max file size")]
    assert files.split()[3:5] == ["0", "0"]
    # Neither the bus nor the caller's end of the pipe nor another device.
    opened = set()
    for each in Path(f"/proc/{fio.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # fio closes some while it starts
            opened.add(str(each.readlink()))
    assert disk.path in opened
    assert {each for each in opened if each.startswith("/dev/")} <= {disk.path, "/dev/null"}
    assert not any(each.startswith("socket:") for each in opened)
    caller.call("Cancel", path)
    fio.wait_end()
    status, reason, _ = caller.finished(path)
    assert reason == "Cancelled"
    assert status != 0
    os.close(output)
    fio.close()


def test_the_helper_itself_gave_up_what_it_does_not_need(helper: Process) -> None:
    # CAP_DAC_READ_SEARCH, CAP_SYS_RAWIO, CAP_SYS_ADMIN
    assert int(helper.status("CapEff"), 16) & ~(1 << 2 | 1 << 17 | 1 << 21) == 0
    assert helper.status("NoNewPrivs") == "1"
    assert helper.status("Threads") == "1"


def test_one_job_for_a_device(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    first, second = make_disk(), make_disk()
    path, output = caller.start("StartReadTest", wire(first.claim()), LONG.wire(), 0, 0)
    with pytest.raises(RefusedError, match="Busy"):
        caller.start("StartReadTest", wire(first.claim()), LONG.wire(), 0, 0)
    assert len(agent.seen) == 1
    other, other_output = caller.start("StartReadTest", wire(second.claim()), LONG.wire(), 0, 0)
    for job in (path, other):
        caller.call("Cancel", job)
        assert caller.finished(job)[1] == "Cancelled"
    for descriptor in (output, other_output):
        os.close(descriptor)


def test_two_requests_for_one_device_at_the_prompt(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    agent.answer = "wait"
    first, second = connect(), connect()
    arguments = (wire(disk.claim()), LONG.wire(), 0, 0)
    one = first.send("StartReadTest", *arguments)
    prompt_one = agent.next_prompt()
    two = second.send("StartReadTest", *arguments)
    prompt_two = agent.next_prompt()
    agent.allow(prompt_one)
    path, output = first.reply(one)
    agent.allow(prompt_two)
    with pytest.raises(RefusedError, match="Busy"):
        second.reply(two)
    first.call("Cancel", path)
    os.close(output.to_raw_fd())


def test_somebody_elses_job(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    owner, same_user, other = connect(), connect(), connect(DAEMON)
    path, output = owner.start("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
    fio = child(helper)
    for stranger in (same_user, other):
        with pytest.raises(RefusedError, match="NoSuchJob"):
            stranger.call("Cancel", path)
    with pytest.raises(RefusedError, match="NoSuchJob"):
        owner.call("Cancel", f"{OBJECT_PATH}/job/1")
    assert fio.status("State")[0] in "RSD"
    owner.call("Cancel", path)
    assert owner.finished(path)[1] == "Cancelled"
    os.close(output)
    fio.close()


def test_only_the_caller_hears_of_the_end(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    caller, listener = connect(), connect(DAEMON)
    rule = f"type='signal',interface='{INTERFACE}'"
    call = new_method_call(BUS, "AddMatch", "s", (rule,))
    unwrap(listener.connection.send_and_get_reply(call, timeout=20))
    path, output = caller.start("StartReadTest", wire(disk.claim()), phase().wire(), 0, 0)
    read_all(output)
    caller.finished(path)
    # What was sent to everybody would be here before the answer to this.
    listener.connection.send(new_method_call(BUS, "GetId"))
    while True:
        message = listener.connection.receive(timeout=20)
        assert message.header.fields.get(HeaderFields.member) != "Finished"
        if message.header.message_type is MessageType.method_return:
            break


def test_an_error_of_the_device_is_told(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    claim = disk.claim()
    disk.digest()
    os.truncate(disk.file, MIB)  # beyond its end the device answers with EIO
    path, output = caller.start("StartReadTest", wire(claim), phase().wire(), 4 * MIB, 0)
    read_all(output)
    status, reason, words = caller.finished(path)
    assert (status > 0, reason) == (True, "")
    assert "Input/output error" in words


def test_the_range_must_be_on_the_device(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    for offset, length in ((disk.size, 0), (0, disk.size + 512), (disk.size, 512), (100, 0)):
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("StartReadTest", wire(disk.claim()), phase().wire(), offset, length)
    assert agent.seen == []


def test_it_leaves_when_nobody_needs_it(rig: Rig, agent: Agent, caller: Caller, disk: Disk) -> None:
    process = rig.start_helper(idle=0.05)
    try:
        assert process.wait(20) == 0
        process = rig.start_helper(idle=0.05)
        # While a test runs it stays, however long.
        path, output = caller.start("StartReadTest", wire(disk.claim()), phase().wire(), 0, 0)
        read_all(output)
        assert caller.finished(path)[0] == 0
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait(10)


@pytest.mark.usefixtures("empties_page_cache")
def test_one_prompt_for_all_readings_of_a_run(
    helper: Process, agent: Agent, rig: Rig, caller: Caller, disk: Disk
) -> None:
    """polkit's own kept authorization ends after some minutes, and a search may last an hour."""
    claim, before = wire(disk.claim()), disk.digest()
    caller.call("HoldForReading", claim)
    rig.forget_authorizations()  # and nobody is there any more who could be asked
    for body in (
        ("StartReadTest", claim, phase(seed=1).wire(), 0, 0),
        ("StartReadTest", claim, phase(seed=2).wire(), MIB, MIB),
        ("StartReadCheck", claim, 0, 0),
        ("StartScan", claim, ZONES.wire()),
        ("StartHdparm", claim, 1),
        ("DropCaches", claim, 1),
    ):
        path, output = caller.start(*body)
        assert read_all(output) or body[0] == "DropCaches"
        assert caller.finished(path) == (0, "", "")
    (prompt,) = agent.seen
    assert prompt.action == PolkitAction.MEASURE and disk.path in prompt.message
    with pytest.raises(RefusedError, match="Busy"):
        caller.call("HoldForReading", claim)
    assert disk.digest() == before


@pytest.mark.parametrize(
    "why", ["device", "caller", "released", "writing", "holding", "discarding", "smart"]
)
def test_what_may_be_read_is_not_more_than_was_allowed(
    why: str,
    helper: Process,
    agent: Agent,
    rig: Rig,
    connect: Callable[..., Caller],
    make_disk: Callable[..., Disk],
) -> None:
    disk, other = make_disk(), make_disk()
    caller, stranger = connect(DAEMON), connect(DAEMON)
    caller.call("HoldForReading", wire(disk.claim()))
    rig.forget_authorizations()  # and nobody is there any more who could be asked
    who, device = caller, disk
    method, body = "StartReadTest", (phase().wire(), 0, 0)
    if why == "device":
        device = other
    elif why == "caller":
        who = stranger
    elif why == "released":
        caller.call("ReleaseDevice")
    elif why == "writing":
        method, body = "StartWriteTest", (phase(WireDirection.WRITE).wire(), 0, MIB)
    elif why == "holding":
        method, body = "HoldDevice", (0, MIB)
    elif why == "discarding":
        method, body = "StartDiscard", (0, MIB)
    else:
        method, body = "ReadSmart", (0, 2)
    before = disk.digest(), other.digest()
    with pytest.raises(RefusedError, match="NotHeld" if method in HELD else "NotAuthorized"):
        who.call(method, wire(device.claim()), *body)
    assert len(agent.seen) == 1
    assert (disk.digest(), other.digest()) == before


def test_who_leaves_takes_what_was_allowed_along(
    helper: Process, agent: Agent, rig: Rig, connect: Callable[..., Caller], disk: Disk
) -> None:
    """The bus gives no name twice."""
    caller = connect()
    caller.call("HoldForReading", wire(disk.claim()))
    caller.close()
    rig.forget_authorizations()
    with pytest.raises(RefusedError, match="NotAuthorized"):
        connect().call("StartReadTest", wire(disk.claim()), phase().wire(), 0, 0)


def test_a_disk_that_is_another_one_by_now_is_not_read(
    helper: Process, agent: Agent, caller: Caller, lonely_disk: Disk, tmp_path: Path
) -> None:
    claim = wire(lonely_disk.claim())
    caller.call("HoldForReading", claim)
    bystander = tmp_path / "bystander.img"
    bystander.write_bytes(os.urandom(8 * MIB))
    lonely_disk.replace(bystander)
    with pytest.raises(RefusedError, match="DeviceChanged"):
        caller.call("StartReadTest", claim, phase().wire(), 0, 0)
