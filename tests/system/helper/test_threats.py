# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks on the helper, by an unprivileged user on a real bus; each defence has its test."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress, new_method_call, new_signal
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import HeaderFields, Message, MessageFlag, MessageType
from tests.system.conftest import run, unmount
from tests.system.helper.agent import Agent
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
    session,
    unwrap,
    wire,
)
from tests.system.helper.conftest import Desk, Disk
from tests.unit.helper.hostile import DEVICE_PATHS, SCHEDULERS

from driveproof.helper.authority import MAX_WAITING_EACH
from driveproof.helper.protocol import BUS_NAME, METHODS, Action, Direction, MountOption
from driveproof.helper.scan import Places, Scan
from driveproof.helper.wire import Incoming, Wire

pytestmark = [pytest.mark.root, pytest.mark.bus]

BUS = DBusAddress(
    "/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface="org.freedesktop.DBus"
)
LONG = phase(milliseconds=60_000)
ZONES = Scan(Places.ZONES, 4, 2, 64 * 1024, 2, 0, MIB, 0)


def ping(caller: Caller) -> None:
    """When this returns, the helper has read what was sent to it before."""
    call = new_method_call(HELPER.with_interface("org.freedesktop.DBus.Peer"), "Ping")
    unwrap(caller.connection.send_and_get_reply(call, timeout=60))


def arguments(method: str, device: tuple[str, int, int]) -> tuple[Any, ...]:
    direction = Direction.WRITE if method == "StartWriteTest" else Direction.READ
    return {
        "StartReadTest": (device, phase(direction).wire(), 0, MIB),
        "StartWriteTest": (device, phase(direction).wire(), 0, MIB),
        "StartScan": (device, ZONES.wire()),
        "HoldDevice": (device, 0, MIB),
        "StartDiscard": (device, 0, MIB),
        "StartTrim": (device, 0, 0),
        "ReadSmart": (device,),
        "StartSelfTest": (device, 1),
        "StartHdparm": (device, 1),
        "SetScheduler": (device, "none"),
        "SetMountOption": (device, 1, MountOption.NOATIME),
    }[method]


DEVICE_METHODS = [name for name, method in METHODS.items() if method.takes.startswith("(stt)")]


@pytest.fixture
def running(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> Iterator[Process]:
    """fio in a test that would take a minute; its output is drained by nobody."""
    _, output = caller.start("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
    (pid,) = children(helper.pid)
    fio = Process(pid)
    assert os.read(output, 1), "it has begun when it tells something"
    yield fio
    os.close(output)
    fio.close()


def test_pid_race(helper: Process, agent: Agent, desk: Desk, caller: Caller, disk: Disk) -> None:
    """polkit is told the caller's name on the bus: a PID could be another program's by then."""
    with open_dbus_connection(desk.address) as monitor:
        monitoring = BUS.with_interface("org.freedesktop.DBus.Monitoring")
        rule = "type='method_call',member='CheckAuthorization'"
        call = new_method_call(monitoring, "BecomeMonitor", "asu", ([rule], 0))
        unwrap(monitor.send_and_get_reply(call, timeout=20))
        path, output = caller.start("StartReadTest", wire(disk.claim()), phase().wire(), 0, 0)
        read_all(output)
        caller.finished(path)
        while True:
            asked = monitor.receive(timeout=20)
            if asked.header.fields.get(HeaderFields.member) == "CheckAuthorization":
                break
    subject, action, details, _, _ = asked.body
    assert subject == ("system-bus-name", {"name": ("s", caller.name)})
    assert action == Action.READ_TEST
    assert details == {"device": disk.path}


@pytest.mark.parametrize(
    ("method", "prompts"), [("StartReadTest", 1), ("StartWriteTest", 2)], ids=["kept", "not kept"]
)
def test_kept_authorization_on_another_disk(
    method: str, prompts: int, helper: Process, agent: Agent, connect: Callable[..., Caller],
    make_disk: Callable[..., Disk],
) -> None:  # fmt: skip
    caller = connect(DAEMON)
    for disk in (make_disk(), make_disk()):
        path, output = caller.start(method, *arguments(method, wire(disk.claim())))
        read_all(output)
        assert caller.finished(path) == (0, "", "")
    assert len(agent.seen) == prompts


@pytest.mark.parametrize("method", DEVICE_METHODS)
def test_hostile_device_names(
    method: str, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    claim = disk.claim()
    for path in DEVICE_PATHS:
        with pytest.raises(RefusedError) as refused:
            caller.call(method, *arguments(method, (path, claim.number, claim.sequence)))
        assert refused.value.name == "InvalidArgument", path
    assert agent.seen == []
    assert children(helper.pid) == []


def test_hostile_schedulers(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    for name in SCHEDULERS:
        with pytest.raises(RefusedError) as refused:
            caller.call("SetScheduler", wire(disk.claim()), name)
        assert refused.value.name == "InvalidArgument", name
    assert agent.seen == []


@pytest.mark.parametrize("method", DEVICE_METHODS)
def test_a_symlink_is_no_device(
    method: str, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    claim = disk.claim()
    link = Path(f"/dev/driveproof-test-{os.getpid()}")
    link.symlink_to(disk.path)
    try:
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call(method, *arguments(method, (str(link), claim.number, claim.sequence)))
    finally:
        link.unlink()
    assert agent.seen == []


def test_what_is_no_device_is_not_even_opened(helper: Process, caller: Caller, disk: Disk) -> None:
    """To open can be to do: a watchdog starts, a tape rewinds."""
    claim = disk.claim()
    fifo = Path(f"/dev/driveproof-test-{os.getpid()}")
    os.mkfifo(fifo)
    libc = ctypes.CDLL(None)
    inotify = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        assert libc.inotify_add_watch(inotify, os.fsencode(fifo), 0x20) > 0  # IN_OPEN
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("ReadSmart", (str(fifo), claim.number, claim.sequence))
        with pytest.raises(BlockingIOError):
            os.read(inotify, 4096)
        os.close(os.open(fifo, os.O_RDONLY | os.O_NONBLOCK))
        assert os.read(inotify, 4096), "the watch does not see an open"
    finally:
        os.close(inotify)
        fifo.unlink()


@pytest.mark.parametrize("method", DEVICE_METHODS)
def test_another_device_than_was_seen(
    method: str, helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk]
) -> None:
    seen, other = make_disk().claim(), make_disk().claim()
    for device in (
        (other.path, seen.number, seen.sequence),
        (seen.path, seen.number, seen.sequence + 1),
        # A disk and its partitions share the sequence.
        (seen.path, seen.number + 1, seen.sequence),
        ("/dev/driveproof-none", seen.number, seen.sequence),
    ):
        with pytest.raises(RefusedError, match="DeviceChanged"):
            caller.call(method, *arguments(method, device))
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call(method, *arguments(method, ("/dev/null", seen.number, seen.sequence)))
    assert agent.seen == []


@pytest.mark.parametrize(
    "method", ["StartReadTest", "StartWriteTest", "HoldDevice", "StartDiscard", "StartHdparm"]
)
def test_a_device_that_is_swapped_during_the_prompt(
    method: str, helper: Process, agent: Agent, caller: Caller, lonely_disk: Disk, tmp_path: Path
) -> None:
    agent.answer = "wait"
    serial = caller.send(method, *arguments(method, wire(lonely_disk.claim())))
    prompt = agent.next_prompt()
    bystander = tmp_path / "bystander.img"
    bystander.write_bytes(os.urandom(8 * MIB))
    before = bystander.read_bytes()
    lonely_disk.replace(bystander)
    agent.allow(prompt)
    with pytest.raises(RefusedError, match="DeviceChanged"):
        caller.reply(serial)
    assert bystander.read_bytes() == before


@pytest.mark.parametrize("method", ["StartWriteTest", "HoldDevice", "StartDiscard"])
def test_overwriting_a_mounted_disk(
    method: str, helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    run("mkfs.ext4", "-q", disk.path)
    point = tmp_path / "mounted"
    point.mkdir()
    run("mount", "-o", "ro", disk.path, str(point))
    before = disk.digest()
    with pytest.raises(RefusedError, match="DeviceBusy"):
        caller.call(method, *arguments(method, wire(disk.claim())))
    assert disk.digest() == before


def test_a_disk_under_test_cannot_be_mounted(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    """The claim is held for the whole job, and only for it."""
    run("mkfs.ext4", "-q", disk.path)
    writes = phase(Direction.WRITE, milliseconds=60_000).wire()
    path, output = caller.start("StartWriteTest", wire(disk.claim()), writes, 4 * MIB, MIB)
    point = tmp_path / "mounted"
    point.mkdir()
    assert disk.mount_error(point) == errno.EBUSY
    caller.call("Cancel", path)
    caller.finished(path)
    os.close(output)
    run("mount", disk.path, str(point))
    unmount(point)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"pattern": 1, "block_size": 4096, "engine": 1, "queue_depth": 16},
        {"block_size": 65536, "engine": 1, "queue_depth": 4, "jobs": 4},
        {"direction": Direction.MIXED, "pattern": 1, "block_size": 512, "direct": False},
        {"limit": 300_000, "block_size": 4096},
    ],
)
def test_writing_outside_the_range(
    changed: dict[str, Any], helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    begin, length = 2 * MIB + 4096, 3 * MIB
    before = (disk.digest(0, begin), disk.digest(begin + length))
    inside = disk.digest(begin, begin + length)
    struct = phase(**{"direction": Direction.WRITE, **changed}).wire()
    path, output = caller.start("StartWriteTest", wire(disk.claim()), struct, begin, length)
    read_all(output)
    assert caller.finished(path) == (0, "", "")
    assert (disk.digest(0, begin), disk.digest(begin + length)) == before
    assert disk.digest(begin, begin + length) != inside


def test_a_read_test_cannot_write(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    for direction in (Direction.WRITE, Direction.MIXED):
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("StartReadTest", wire(disk.claim()), phase(direction).wire(), 0, MIB)
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call("StartWriteTest", wire(disk.claim()), phase().wire(), 0, MIB)
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call("StartWriteTest", wire(disk.claim()), phase(Direction.WRITE).wire(), 0, 0)
    assert agent.seen == []


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


def test_the_caller_dies(running: Process, caller: Caller) -> None:
    caller.close()
    running.wait_end()
    assert session(running.pid) == []


def test_the_helper_dies(desk: Desk, agent: Agent, caller: Caller, disk: Disk) -> None:
    process = desk.start_helper()
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


def test_the_helper_is_asked_to_end(desk: Desk, agent: Agent, caller: Caller, disk: Disk) -> None:
    process = desk.start_helper()
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


@pytest.mark.parametrize("answer", ["dismiss", "nobody", "quiet"])
def test_not_authorized(
    answer: str, helper: Process, desk: Desk, request: pytest.FixtureRequest, disk: Disk,
    connect: Callable[..., Caller],
) -> None:  # fmt: skip
    caller = connect()
    if answer != "nobody":
        agent = request.getfixturevalue("agent")
        agent.answer = "dismiss"
    expected = "Cancelled" if answer == "dismiss" else "NotAuthorized"
    before = disk.digest()
    for method in (*DEVICE_METHODS, "DropCaches"):
        if method == "StartTrim":
            continue  # needs a mount, and has a test of its own
        body = (3,) if method == "DropCaches" else arguments(method, wire(disk.claim()))
        with pytest.raises(RefusedError) as refused:
            caller.call(method, *body, interactive=answer != "quiet")
        assert refused.value.name == expected, method
    assert children(helper.pid) == []
    assert disk.digest() == before


@contextmanager
def hostile_folder(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Modules that leave a mark when they are loaded, under the names that are imported."""
    mark = folder / "mark"
    code = f"import pathlib; pathlib.Path({str(mark)!r}).write_text('loaded')\n"
    for name in ("jeepney", "driveproof", "sitecustomize", "usercustomize", "os", "selectors"):
        (folder / f"{name}.py").write_text(code, "utf-8")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = folder / ".local/lib" / version / "site-packages"
    site.mkdir(parents=True)
    (site / "usercustomize.py").write_text(code, "utf-8")
    yield folder, mark


def test_module_hijack(
    desk: Desk, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    with hostile_folder(tmp_path) as (folder, mark):
        variables = ("PYTHONPATH", "HOME", "PYTHONUSERBASE", "PYTHONSTARTUP", "PYTHONHOME")
        process = desk.start_helper(
            folder=folder, **{name: str(folder) for name in variables}, PYTHONINSPECT="1"
        )
        try:
            path, output = caller.start("StartReadTest", wire(disk.claim()), phase().wire(), 0, 0)
            read_all(output)
            assert caller.finished(path) == (0, "", "")
        finally:
            process.terminate()
            process.wait(15)
        assert not mark.exists()


def resident(process: Process) -> int:
    """Memory that is in use, in KiB."""
    return int(process.status("VmRSS").split()[0])


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


def test_an_answer_that_nobody_asked_for(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """A method return with any serial is not polkit's yes."""
    agent.answer = "wait"
    asked = caller.send("StartReadTest", wire(disk.claim()), LONG.wire(), 0, 0)
    prompt = agent.next_prompt()
    owner = new_method_call(BUS, "GetNameOwner", "s", (BUS_NAME,))
    (unique,) = unwrap(caller.connection.send_and_get_reply(owner, timeout=20))
    for serial in range(1, 50):
        forged = new_method_call(HELPER, "x", "(bba{ss})", ((True, False, {}),))
        forged.header.message_type = MessageType.method_return
        forged.header.fields = {
            HeaderFields.destination: unique,
            HeaderFields.reply_serial: serial,
            HeaderFields.signature: "(bba{ss})",
        }
        caller.connection.send(forged)
    ping(caller)
    assert children(helper.pid) == []
    agent.dismiss(prompt)
    with pytest.raises(RefusedError, match="Cancelled"):
        caller.reply(asked)


def wait_for(listening: Wire, count: int, member: str = "") -> list[Incoming]:
    """That many messages (with that member) at least."""
    poll = select.poll()
    poll.register(listening.fileno(), select.POLLIN)
    found: list[Incoming] = []
    while len(found) < count:
        assert poll.poll(20_000), "nothing came"
        found += [each for each in listening.receive() if member in {"", each.member}]
    return found
