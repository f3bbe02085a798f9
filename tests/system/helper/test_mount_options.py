# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A mount's access-time option: changed and restored, and nothing else ever changes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system.conftest import run, unmount
from tests.system.helper.agent import Agent
from tests.system.helper.caller import (
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    wire,
)
from tests.system.helper.conftest import Disk, Rig
from tests.system.helper.trim_drives import Drive, drive
from tests.system.measuring import wait_for

from driveproof.helper.mounts import Mount, mount_identity, parse
from driveproof.helper.protocol import Action, MountOption
from driveproof.system.helper.client import claim_device

__all__ = ["drive"]
pytestmark = [pytest.mark.root, pytest.mark.bus]

PROTECTED = "nosuid,nodev,noexec,nodiratime"


class Mounted:
    """A drive's mount as everybody sees it, and the arguments that name it."""

    def __init__(self, path: str, point: Path) -> None:
        self.path = path
        self.point = point
        descriptor = os.open(point, os.O_RDONLY)
        self.number = mount_identity(descriptor)
        os.close(descriptor)
        self.claim = wire(claim_device(path))

    @property
    def line(self) -> Mount:
        for mount in parse(Path("/proc/self/mountinfo").read_bytes()):
            if mount.identity == self.number:
                return mount
        raise AssertionError(f"{self.point} is not mounted any more")

    @property
    def options(self) -> set[str]:
        return {word.decode() for word in self.line.options}

    @property
    def filesystem_options(self) -> set[bytes]:
        return set(self.line.filesystem_options)

    def set(self, caller: Caller, option: MountOption) -> None:
        caller.call("SetMountOption", self.claim, self.number, option)


@pytest.fixture
def mounted(drive: Callable[..., Drive]) -> Iterator[Mounted]:
    """A mounted file system; at the end, wait until no keeper makes it busy."""
    one = drive("ext4")
    run("mount", "-o", f"remount,{PROTECTED}", str(one.point))
    yield Mounted(one.path, one.point)
    wait_for("nobody keeps it", lambda: free(one.point))


def free(point: Path) -> bool:
    """Whether it can be unmounted; it is mounted again."""
    path = run("findmnt", "--noheadings", "--output", "SOURCE", str(point)).strip()
    done = subprocess.run(["umount", str(point)], capture_output=True, check=False)
    if done.returncode:
        return False
    run("mount", path, str(point))
    return True


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs"])
@pytest.mark.parametrize("place", ["helper", "helper_with_own_mounts"])
def test_it_changes_and_is_back(
    place: str, kind: str, request: pytest.FixtureRequest, agent: Agent, caller: Caller,
    drive: Callable[..., Drive],
) -> None:  # fmt: skip
    process = request.getfixturevalue(place)
    always = children(process.pid)
    one = drive(kind)
    run("mount", "-o", f"remount,{PROTECTED}", str(one.point))
    mounted = Mounted(one.path, one.point)
    before, of_all = mounted.options, mounted.filesystem_options
    assert "relatime" in before
    rest = before - {"relatime"}
    mounted.set(caller, MountOption.NOATIME)
    assert mounted.options == rest | {"noatime"}
    mounted.set(caller, MountOption.STRICTATIME)
    assert mounted.options == rest
    assert mounted.filesystem_options == of_all
    mounted.set(caller, MountOption.AS_IT_WAS)
    assert mounted.options == before
    assert children(process.pid) == always
    (prompt,) = agent.seen
    assert prompt.action == Action.MOUNT_OPTION
    assert one.path in prompt.message


def test_what_one_keeps_is_asked_about_once(
    helper: Process, agent: Agent, connect: Callable[..., Caller], mounted: Mounted, disk: Disk
) -> None:
    """For this caller, mount and device, until it is as it was."""
    caller, before = connect(), mounted.options
    for option in (MountOption.NOATIME, MountOption.STRICTATIME, MountOption.NOATIME):
        mounted.set(caller, option)
    assert len(agent.seen) == 1
    with pytest.raises(RefusedError, match="Busy"):
        mounted.set(connect(), MountOption.STRICTATIME)
    mounted.set(caller, MountOption.AS_IT_WAS)
    agent.answer = "dismiss"
    with pytest.raises(RefusedError, match="Cancelled"):
        mounted.set(caller, MountOption.NOATIME)
    assert len(agent.seen) == 2
    agent.answer = "allow"
    mounted.set(caller, MountOption.NOATIME)
    with pytest.raises(RefusedError, match="DeviceChanged"):
        caller.call("SetMountOption", wire(disk.claim()), mounted.number, MountOption.STRICTATIME)
    assert mounted.options == before
    assert len(agent.seen) == 3


def test_it_does_what_it_is_for(
    helper: Process, agent: Agent, caller: Caller, mounted: Mounted
) -> None:
    file = mounted.point / "kept"
    os.utime(file, (1, 2**31))

    def read() -> float:
        file.read_bytes()
        return file.stat().st_atime

    mounted.set(caller, MountOption.NOATIME)
    assert read() == 1
    mounted.set(caller, MountOption.STRICTATIME)
    assert read() > 1
    mounted.set(caller, MountOption.AS_IT_WAS)


@pytest.mark.parametrize("how", ["leaves", "is killed"])
def test_the_caller_goes(
    how: str, helper: Process, agent: Agent, connect: Callable[..., Caller], mounted: Mounted
) -> None:
    before = mounted.options
    caller = connect()
    mounted.set(caller, MountOption.NOATIME)
    assert mounted.options != before
    if how == "leaves":
        caller.close()
    else:
        caller.connection.sock.shutdown(2)
    wait_for("it is as before", lambda: mounted.options == before)
    wait_for("nobody is left", lambda: children(helper.pid) == [])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("own_mounts", [False, True])
def test_the_helper_goes(
    own_mounts: bool, number: signal.Signals, rig: Rig, agent: Agent, caller: Caller,
    mounted: Mounted,
) -> None:  # fmt: skip
    before = mounted.options
    running = rig.start_helper(own_mounts=own_mounts)
    try:
        mounted.set(caller, MountOption.NOATIME)
        assert mounted.options != before
    finally:
        running.send_signal(number)
        running.wait(15)
    wait_for("it is as before", lambda: mounted.options == before)


def test_the_helper_is_killed_and_its_child_terminated(
    rig: Rig, agent: Agent, caller: Caller, mounted: Mounted
) -> None:
    """As systemd does it: SIGKILL was for the helper, SIGTERM is for all that is left of it."""
    before = mounted.options
    running = rig.start_helper()
    try:
        mounted.set(caller, MountOption.NOATIME)
        (pid,) = children(running.pid)
        os.kill(pid, signal.SIGTERM)
        mounted.set(caller, MountOption.STRICTATIME)  # it is there still
    finally:
        running.kill()
        running.wait(15)
    wait_for("it is as before", lambda: mounted.options == before)


@pytest.mark.parametrize("end", ["asked", "left", "another"])
def test_the_child_is_killed(
    end: str, helper: Process, agent: Agent, connect: Callable[..., Caller], mounted: Mounted
) -> None:
    """Whoever kills it, and whatever follows, the option is restored."""
    before = mounted.options
    caller = connect()
    mounted.set(caller, MountOption.NOATIME)
    (pid,) = children(helper.pid)
    child = Process(pid)
    os.kill(pid, signal.SIGKILL)
    child.wait_end()
    child.close()
    if end == "asked":
        mounted.set(caller, MountOption.AS_IT_WAS)
    elif end == "left":
        caller.close()
    else:
        with pytest.raises(RefusedError, match="Failed"):
            mounted.set(caller, MountOption.STRICTATIME)
    wait_for("it is as before", lambda: mounted.options == before)
    wait_for("nobody is left", lambda: children(helper.pid) == [])


@pytest.mark.parametrize("answer", ["dismiss", "wait"])
def test_without_a_yes_nothing_changes(
    answer: str, helper: Process, agent: Agent, connect: Callable[..., Caller], mounted: Mounted
) -> None:
    before = mounted.options
    agent.answer = answer
    caller = connect()
    if answer == "dismiss":
        with pytest.raises(RefusedError, match="Cancelled"):
            mounted.set(caller, MountOption.NOATIME)
    else:
        caller.send("SetMountOption", mounted.claim, mounted.number, MountOption.NOATIME)
        prompt = agent.next_prompt()
        caller.close()
        assert prompt.taken_away.wait(20)
    assert mounted.options == before
    assert children(helper.pid) == []


def test_somebody_elses(
    helper: Process, agent: Agent, connect: Callable[..., Caller], mounted: Mounted
) -> None:
    one, other = connect(), connect()
    before = mounted.options
    mounted.set(one, MountOption.NOATIME)
    for option in (MountOption.AS_IT_WAS, MountOption.STRICTATIME):
        with pytest.raises(RefusedError, match="Busy"):
            mounted.set(other, option)
    assert mounted.options == before - {"relatime"} | {"noatime"}
    mounted.set(one, MountOption.AS_IT_WAS)
    with pytest.raises(RefusedError, match="InvalidArgument"):
        mounted.set(one, MountOption.AS_IT_WAS)
    assert mounted.options == before


def test_a_mount_that_is_not_the_devices(
    helper: Process, agent: Agent, caller: Caller, mounted: Mounted, disk: Disk
) -> None:
    """Neither another device's mount nor another mount's device."""
    own = os.open("/", os.O_RDONLY)
    root = mount_identity(own)
    os.close(own)

    def lines() -> list[Mount]:
        """Of the two mounts named; other tests mount and unmount their own meanwhile."""
        table = parse(Path("/proc/self/mountinfo").read_bytes())
        return [mount for mount in table if mount.identity in (root, mounted.number)]

    before = lines()
    assert len(before) == 2
    for claim, number, error in (
        (mounted.claim, root, "DeviceChanged"),
        (mounted.claim, 2**32 - 1, "Unsupported"),
        (wire(disk.claim()), mounted.number, "DeviceChanged"),
    ):
        with pytest.raises(RefusedError, match=error):
            caller.call("SetMountOption", claim, number, MountOption.NOATIME)
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call("SetMountOption", mounted.claim, mounted.number, 4)
    assert lines() == before
    wait_for("nobody is left", lambda: children(helper.pid) == [])


@contextmanager
def covered(point: Path) -> Iterator[None]:
    run("mount", "-t", "tmpfs", "none", str(point))
    try:
        yield
    finally:
        unmount(point)


def test_another_mount_over_it(
    helper: Process, agent: Agent, caller: Caller, mounted: Mounted
) -> None:
    """What was mounted over it before cannot be reached; what comes later changes nothing."""
    before = mounted.options
    with covered(mounted.point), pytest.raises(RefusedError, match="mounted over it"):
        mounted.set(caller, MountOption.NOATIME)
    mounted.set(caller, MountOption.NOATIME)
    with covered(mounted.point):
        mounted.set(caller, MountOption.AS_IT_WAS)
    assert mounted.options == before


def test_one_mount_of_several(
    helper: Process, agent: Agent, caller: Caller, mounted: Mounted, tmp_path: Path
) -> None:
    """A bind mount of the same file system keeps its own."""
    run("mount", "--bind", str(mounted.point), str(tmp_path))
    try:
        second = Mounted(mounted.path, tmp_path)
        of_second = second.options
        mounted.set(caller, MountOption.NOATIME)
        assert second.options == of_second
        mounted.set(caller, MountOption.AS_IT_WAS)
    finally:
        unmount(tmp_path)


def test_what_is_closed_to_others(
    helper: Process, agent: Agent, caller: Caller, mounted: Mounted
) -> None:
    before = mounted.options
    mounted.point.parent.chmod(0o700)
    mounted.set(caller, MountOption.NOATIME)
    assert "noatime" in mounted.options
    mounted.set(caller, MountOption.AS_IT_WAS)
    assert mounted.options == before


def test_it_is_unmounted_meanwhile(
    helper: Process, agent: Agent, caller: Caller, drive: Callable[..., Drive]
) -> None:
    """Only a lazy unmount can do that; then nothing has to be restored, and no error appears."""
    one = drive("ext4", mounted=False)
    run("mount", one.path, str(one.point))
    mounted = Mounted(one.path, one.point)
    mounted.set(caller, MountOption.NOATIME)
    run("umount", "--lazy", str(one.point))
    mounted.set(caller, MountOption.AS_IT_WAS)
    wait_for("nobody is left", lambda: children(helper.pid) == [])


def test_who_has_the_machines_mounts(
    helper_with_own_mounts: Process, agent: Agent, caller: Caller, mounted: Mounted, disk: Disk
) -> None:
    """One child is among them, and starts those that change one. Nobody has a descriptor of them,
    or the capability that it takes to enter them; neither child can be given another file.
    """
    helper = helper_with_own_mounts
    machines = str(Path("/proc/self/ns/mnt").readlink())
    (among,) = map(Process, children(helper.pid))

    def space(process: Process) -> str:
        return str(Path(f"/proc/{process.pid}/ns/mnt").readlink())

    def bounds(process: Process) -> tuple[int, ...]:
        return tuple(int(process.status(name), 16) for name in ("CapPrm", "CapEff", "CapInh"))

    search, rawio, admin = 1 << 2, 1 << 17, 1 << 21
    assert (space(helper), space(among)) != (machines, machines)
    assert space(among) == machines
    assert bounds(helper) == (search | rawio | admin,) * 2 + (0,)
    assert bounds(among) == (search | admin,) * 2 + (0,)
    mounted.set(caller, MountOption.NOATIME)
    (keeper,) = map(Process, children(among.pid))
    assert space(keeper) == machines
    assert bounds(keeper) == (admin, admin, 0)
    path, output = caller.start(
        "StartReadTest", wire(disk.claim()), phase(milliseconds=60_000).wire(), 0, 0
    )
    (pid,) = {*children(helper.pid)} - {among.pid}
    fio = Process(pid)
    assert os.read(output, 1)
    assert bounds(fio) == (0, 0, 0)
    for process in (helper, among, keeper, fio):
        assert machines not in opened(process.pid)
        assert process.status("NoNewPrivs") == "1"
    caller.call("Cancel", path)
    caller.finished(path)
    os.close(output)
    mounted.set(caller, MountOption.AS_IT_WAS)
    keeper.wait_end()
    for process in (among, keeper, fio):
        process.close()


def opened(pid: int) -> set[str]:
    return {str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir()}
