# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What reaches the bytes of a device besides itself: none of it is overwritten."""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system import left
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
from tests.system.helper.disks import Disk
from tests.system.helper.parts import in_two_parts, looped, whole_job
from tests.system.helper.threats import HELD, arguments
from tests.system.machine import program, run, unmount, wait_for

from driveproof.domain.drive.device_use import InUse, UseKind
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.engine.run.overwrite import in_use
from driveproof.helper.protocol import WireDirection
from driveproof.system.helper.client import claim_device

pytestmark = [pytest.mark.root, pytest.mark.bus]

WRITES = phase(WireDirection.WRITE).wire()
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


@pytest.mark.deep
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


@pytest.mark.deep
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


def told(path: str) -> InUse | None:
    """What the rest of the program reports before it asks, without UDisks2."""
    return in_use(BlockDevice(path=path, name=Path(path).name), Inventory(()))


def kinds(path: str) -> set[UseKind]:
    """What the program says of it."""
    found = told(path)
    return {use.kind for use in found.uses} if found else set()


def held(caller: Caller, path: str, length: int = MIB) -> bool:
    """Whether the helper lets it be overwritten; it lets go of it at once."""
    try:
        caller.call("HoldDevice", wire(claim_device(path)), 0, length)
    except RefusedError as refused:
        assert refused.name == "DeviceBusy", refused
        assert path in refused.text
        return False
    caller.call("ReleaseDevice")
    return True


@contextmanager
def mounted(path: str, point: Path) -> Iterator[None]:
    """A file system on it."""
    run("mkfs.ext4", "-q", "-F", path)
    point.mkdir(exist_ok=True)
    run("mount", path, str(point))
    try:
        yield
    finally:
        unmount(point)


@pytest.mark.deep
@pytest.mark.parametrize("how", ["hard link", "bind mount", "another name", "a link to it"])
def test_two_loop_devices_over_one_file(
    how: str, helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    """Whatever the file is called: device and inode are the same."""
    other = tmp_path / "elsewhere"
    other.mkdir()
    match how:
        case "hard link":
            os.link(disk.file, other / "image")
        case "bind mount":
            run("mount", "--bind", str(tmp_path), str(other))
        case "another name":
            disk.file.rename(other / "image")
            disk.file = other / "image"
        case _:
            (other / "image").symlink_to(disk.file)
    file = other / (disk.file.name if how == "bind mount" else "image")
    try:
        with looped(str(file)) as twin, mounted(twin, tmp_path / "point"):
            before = disk.digest()
            assert not held(caller, disk.path)
            assert not held(caller, twin)
            wait_for("udev has looked at it", lambda: kinds(disk.path) == {UseKind.HELD})
            assert disk.digest() == before
    finally:
        if how == "bind mount":
            unmount(other)
    assert held(caller, disk.path)


@pytest.mark.deep
def test_a_partition_of_a_loop_device_over_the_same_file(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    disk = make_disk()
    with in_two_parts(disk.path) as (first, _):
        assert held(caller, first)
        os.link(disk.file, tmp_path / "link")
        with looped(str(tmp_path / "link")):
            assert not held(caller, first)


def test_a_loop_device_comes_by_another_name_while_the_device_is_held(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    claim = wire(disk.claim())
    caller.call("HoldDevice", claim, 0, MIB)
    os.link(disk.file, tmp_path / "link")
    with looped(str(tmp_path / "link")), pytest.raises(RefusedError, match="DeviceBusy"):
        caller.call("StartWriteTest", claim, WRITES, 0, MIB)
    whole_job(caller, "StartWriteTest", claim, WRITES, 0, MIB)


@contextmanager
def looped_elsewhere(disk: Disk, place: Path) -> Iterator[None]:
    """A loop device over the disk that was made in another mount namespace, where its node has a
    name that is another file's here, or nobody's.
    """
    number = os.stat(disk.path).st_rdev  # noqa: PTH116
    words = [
        f"mount -t tmpfs elsewhere {place}",
        f"mknod {place}/image b {os.major(number)} {os.minor(number)}",
        f"losetup --find --show {place}/image",
    ]
    done = run(*left.apart("private"), "sh", "-ec", "; ".join(words))
    above = done.split()[-1]
    try:
        yield
    finally:
        run("losetup", "--detach", above)
        gone = Path("/sys/block", Path(above).name, "loop/backing_file")
        wait_for("nobody keeps it", lambda: not gone.exists())


@pytest.mark.deep
@pytest.mark.parametrize("innocent", [False, True], ids=["no such file", "another file"])
def test_a_loop_device_of_another_mount_namespace(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path, *, innocent: bool
) -> None:
    """What /sys calls its file is a name of that namespace: the loop device itself is asked."""
    place = tmp_path / "place"
    place.mkdir()
    if innocent:
        (place / "image").write_bytes(bytes(MIB))
    before = disk.digest()
    with looped_elsewhere(disk, place):
        assert not held(caller, disk.path)
    assert disk.digest() == before
    assert held(caller, disk.path)


def qemu(path: str) -> int:
    """Take the locks that QEMU takes on the disk of a virtual machine (util/osdep.c)."""
    descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        for byte in (100, 101, 103, 201):
            lock = struct.pack("hhqqi", fcntl.F_RDLCK, os.SEEK_SET, byte, 1, 0)
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def flocked(path: str) -> int:
    """Lock it as a partitioning program does."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


_CHILD = """
import fcntl, os, sys
opened = os.open(sys.argv[1], os.O_RDWR)
if sys.argv[2] == "lock": fcntl.lockf(opened, fcntl.LOCK_EX)
print("ready", flush=True)
sys.stdin.read()
"""


@contextmanager
def opened_by_a_program(path: str, how: str) -> Iterator[None]:
    """Another process has it open for writing, without O_EXCL."""
    process = subprocess.Popen(
        [sys.executable, "-c", _CHILD, path, how], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        yield
    finally:
        process.communicate(timeout=15)


@pytest.mark.parametrize("lock", [flocked, qemu])
def test_another_program_has_locked_it(
    lock: Callable[[str], int], helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """A virtual machine has its disks open without an exclusive claim."""
    before = disk.digest()
    descriptor = lock(disk.path)
    try:
        assert not held(caller, disk.path)
    finally:
        os.close(descriptor)
    assert disk.digest() == before
    assert held(caller, disk.path)


def test_another_process_has_locked_it(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    with opened_by_a_program(disk.path, "lock"):
        assert not held(caller, disk.path)
        assert kinds(disk.path) == {UseKind.LOCKED, UseKind.OPENED}
    assert held(caller, disk.path)


def test_the_disk_of_a_partition_is_locked(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """Whoever changes its partitions locks the whole disk; udev shares the lock of one."""
    with in_two_parts(disk.path) as (first, _):
        descriptor = flocked(disk.path)
        try:
            assert not held(caller, first)
            fcntl.flock(descriptor, fcntl.LOCK_SH)
            assert held(caller, first)
        finally:
            os.close(descriptor)


def test_a_virtual_machine_has_the_disk_or_a_part_of_it(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """The disk with its partitions, and a partition with its disk; not the one beside it."""
    with in_two_parts(disk.path) as (first, second):
        descriptor = qemu(disk.path)
        try:
            assert not held(caller, first)
            assert not held(caller, disk.path)
        finally:
            os.close(descriptor)
        descriptor = qemu(second)
        try:
            assert held(caller, first)
            assert not held(caller, second)
            assert not held(caller, disk.path)
        finally:
            os.close(descriptor)
        assert held(caller, disk.path)


@pytest.mark.deep
def test_a_lock_of_a_moment_is_waited_for(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """udev shares one of each disk while it looks at it."""
    descriptor = os.open(disk.path, os.O_RDONLY | os.O_CLOEXEC)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    serial = caller.send("HoldDevice", wire(disk.claim()), 0, MIB)
    wait_for("it waits for the lock", lambda: children(helper.pid))
    os.close(descriptor)
    caller.reply(serial)


def locked(descriptor: int) -> bool:
    """Whether we have the lock now; udev takes it for a moment when a device was closed."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def test_what_is_held_is_locked(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    """For those who ask before they write: udev, partitioning programs, QEMU."""
    caller.call("HoldDevice", wire(disk.claim()), 0, MIB)
    descriptor = os.open(disk.path, os.O_RDWR | os.O_CLOEXEC)
    try:
        with pytest.raises(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        with pytest.raises(BlockingIOError):
            qemu(disk.path)
        assert UseKind.LOCKED in kinds(disk.path)
        caller.call("ReleaseDevice")
        wait_for("udev has looked at it", lambda: locked(descriptor))
    finally:
        os.close(descriptor)


def test_a_program_has_it_open_and_locks_nothing(disk: Disk) -> None:
    """The kernel does not say so: the program looks for it before it asks anybody."""
    wait_for("udev has looked at it", lambda: kinds(disk.path) == set())
    with opened_by_a_program(disk.path, "open"):
        (use,) = told(disk.path).uses  # type: ignore[union-attr]
        assert use.kind is UseKind.OPENED
        assert use.by.startswith("python")
    reading = os.open(disk.path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        assert kinds(disk.path) == set(), "who only reads is not hindered"
    finally:
        os.close(reading)


def test_the_other_member_of_a_mounted_file_system(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    program("mkfs.btrfs")
    one, other = make_disk(160 * MIB), make_disk(160 * MIB)
    run("mkfs.btrfs", "-q", "-f", one.path, other.path)
    point = tmp_path / "point"
    point.mkdir()
    run("mount", one.path, str(point))
    try:
        assert not held(caller, other.path)
    finally:
        unmount(point)
