# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks on the helper by an unprivileged user on a real bus; each defence has its test."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jeepney import new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import HeaderFields
from tests.builders.hostile import DEVICE_PATHS, SCHEDULERS
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig, on_both_buses
from tests.system.helper.caller import (
    DAEMON,
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
from tests.system.helper.threats import BUS, DEVICE_METHODS, HELD, arguments
from tests.system.machine import run, unmount, wait_for

from driveproof.helper.protocol import PolkitAction, WireDirection

pytestmark = [pytest.mark.root, pytest.mark.bus]


def unless_held(method: str, error: str) -> str:
    """The error of a call; of what is done only within a hold, that there is none."""
    return "NotHeld" if method in HELD else error


@on_both_buses
def test_pid_race(helper: Process, agent: Agent, rig: Rig, caller: Caller, disk: Disk) -> None:
    """polkit gets the caller's bus name: a PID could be another program's by then."""
    with open_dbus_connection(rig.address) as monitor:
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
    assert action == PolkitAction.MEASURE
    assert details == {"device": f"{disk.path} (8.4 MB)"}


def asked(caller: Caller, method: str, disk: Disk) -> None:
    """Ask for it, whatever becomes of it: not every machine has tracing, or a drive its tests."""
    try:
        answer = caller.call(method, *arguments(method, wire(disk.claim())))
    except RefusedError as refused:
        assert refused.name == "Unsupported", refused
        return
    if answer:
        read_all(answer[1].to_raw_fd())
        caller.finished(answer[0])
    else:
        caller.call("ReleaseDevice")


@pytest.mark.parametrize(
    ("method", "prompts"),
    [("StartReadTest", 1), ("ReadSmart", 1), ("SetScheduler", 1), ("HoldDevice", 2),
     ("StartSelfTest", 2), ("StartTrace", 2)],
)  # fmt: skip
def test_kept_authorization_on_another_disk(
    method: str, prompts: int, helper: Process, agent: Agent, connect: Callable[..., Caller],
    make_disk: Callable[..., Disk],
) -> None:  # fmt: skip
    for disk in (make_disk(), make_disk()):
        asked(connect(DAEMON), method, disk)
    assert len(agent.seen) == prompts


@pytest.mark.parametrize("method", ["HoldDevice", "StartSelfTest", "StartTrace"])
def test_two_calls_are_two_prompts(
    method: str, helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    """Of what is not kept, one yes is one yes."""
    caller = connect(DAEMON)
    for number in (1, 2):
        asked(caller, method, disk)
        assert len(agent.seen) == number


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
    # Of the right shape, so only the device can tell, and that is not asked before the person is.
    with pytest.raises(RefusedError, match=r"InvalidArgument: .* offers: "):
        caller.call("SetScheduler", wire(disk.claim()), "nosuchscheduler")
    wait_for("nobody is left", lambda: children(helper.pid) == [])


@pytest.mark.parametrize("method", DEVICE_METHODS)
def test_a_symlink_is_no_device(
    method: str, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    claim = disk.claim()
    link = Path(f"/dev/driveproof-test-{os.getpid()}")
    link.symlink_to(disk.path)
    try:
        with pytest.raises(RefusedError, match=unless_held(method, "InvalidArgument")):
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
            caller.call("ReadSmart", (str(fifo), claim.number, claim.sequence), 0, 2)
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
        with pytest.raises(RefusedError, match=unless_held(method, "DeviceChanged")):
            caller.call(method, *arguments(method, device))
    with pytest.raises(RefusedError, match=unless_held(method, "InvalidArgument")):
        caller.call(method, *arguments(method, ("/dev/null", seen.number, seen.sequence)))
    assert agent.seen == []


@pytest.mark.parametrize(
    "method",
    ["StartReadTest", "HoldForReading", "HoldDevice", "StartHdparm", "StartTrace"],
)  # fmt: skip
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


def test_overwriting_a_mounted_disk(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    run("mkfs.ext4", "-q", disk.path)
    point = tmp_path / "mounted"
    point.mkdir()
    run("mount", "-o", "ro", disk.path, str(point))
    before = disk.digest()
    with pytest.raises(RefusedError, match="DeviceBusy"):
        caller.call("HoldDevice", wire(disk.claim()), 0, MIB)
    assert disk.digest() == before


@pytest.mark.parametrize("method", sorted(HELD))
def test_without_a_hold_nobody_is_asked(
    method: str, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    before = disk.digest()
    with pytest.raises(RefusedError, match="NotHeld"):
        caller.call(method, *arguments(method, wire(disk.claim())))
    caller.call("HoldForReading", wire(disk.claim()))
    with pytest.raises(RefusedError, match="NotHeld"):
        caller.call(method, *arguments(method, wire(disk.claim())))
    assert [prompt.action for prompt in agent.seen] == [PolkitAction.MEASURE]
    assert disk.digest() == before


def test_a_disk_under_test_cannot_be_mounted(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    """The claim is held for the whole job, and only for it."""
    run("mkfs.ext4", "-q", disk.path)
    writes = phase(WireDirection.WRITE, milliseconds=60_000).wire()
    caller.call("HoldDevice", wire(disk.claim()), 4 * MIB, MIB)
    path, output = caller.start("StartWriteTest", wire(disk.claim()), writes, 4 * MIB, MIB)
    caller.call("ReleaseDevice")
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
        {"direction": WireDirection.MIXED, "pattern": 1, "block_size": 512, "direct": False},
        {"limit": 300_000, "block_size": 4096},
    ],
)
def test_writing_outside_the_range(
    changed: dict[str, Any], helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    begin, length = 2 * MIB + 4096, 3 * MIB
    before = (disk.digest(0, begin), disk.digest(begin + length))
    inside = disk.digest(begin, begin + length)
    struct = phase(**{"direction": WireDirection.WRITE, **changed}).wire()
    caller.call("HoldDevice", wire(disk.claim()), begin, length)
    path, output = caller.start("StartWriteTest", wire(disk.claim()), struct, begin, length)
    read_all(output)
    assert caller.finished(path) == (0, "", "")
    assert (disk.digest(0, begin), disk.digest(begin + length)) == before
    assert disk.digest(begin, begin + length) != inside


def test_a_read_test_cannot_write(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    for direction in (WireDirection.WRITE, WireDirection.MIXED):
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("StartReadTest", wire(disk.claim()), phase(direction).wire(), 0, MIB)
    assert agent.seen == []
    caller.call("HoldDevice", wire(disk.claim()), 0, MIB)
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call("StartWriteTest", wire(disk.claim()), phase().wire(), 0, MIB)
    with pytest.raises(RefusedError, match="NotHeld"):
        caller.call("StartWriteTest", wire(disk.claim()), phase(WireDirection.WRITE).wire(), 0, 0)


@pytest.mark.parametrize("answer", ["dismiss", "nobody", "quiet"])
def test_not_authorized(
    answer: str, helper: Process, rig: Rig, request: pytest.FixtureRequest, disk: Disk,
    connect: Callable[..., Caller],
) -> None:  # fmt: skip
    caller = connect()
    if answer != "nobody":
        agent = request.getfixturevalue("agent")
        agent.answer = "dismiss"
    expected = "Cancelled" if answer == "dismiss" else "NotAuthorized"
    before = disk.digest()
    for method in DEVICE_METHODS:
        if method == "StartTrim":
            continue  # needs a mount, and has a test of its own
        body = arguments(method, wire(disk.claim()))
        with pytest.raises(RefusedError) as refused:
            caller.call(method, *body, interactive=answer != "quiet")
        assert refused.value.name == unless_held(method, expected), method
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


def test_module_hijack(rig: Rig, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path) -> None:
    with hostile_folder(tmp_path) as (folder, mark):
        variables = ("PYTHONPATH", "HOME", "PYTHONUSERBASE", "PYTHONSTARTUP", "PYTHONHOME")
        process = rig.start_helper(
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
