# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A private system bus with polkitd and the helper as root, and loop devices.

polkitd finds our actions in its usual folder because it has its own mount namespace: nothing in
this machine's folders changes. The helper is started as the bus would start it, with "python3 -I
-S" and a launcher that only root can change.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.bench import (
    BROKER_BUS,
    DAEMON_BUS,
    Rig,
)
from tests.system.helper.caller import MIB, NOBODY, Caller, Process
from tests.system.helper.disks import Disk
from tests.system.helper.made_rig import made_rig
from tests.system.helper.parts import Partitioned
from tests.system.helper.person import Person
from tests.system.helper.trim_drives import FREED, MAKE, Drive, wait_until_known
from tests.system.machine import (
    Service,
    Udevd,
    detach_ours,
    program,
    run,
    settle,
    unmount,
)
from tests.system.measuring import has_filesystem

from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.engine.trim.session import TrimParts, TrimSession
from driveproof.system.helper.client import Helper
from driveproof.system.trim.path import read_discard_path
from driveproof.system.udisks.mounting import Mounter


@pytest.fixture(scope="session")
def rig(request: pytest.FixtureRequest, our_folders: list[Path]) -> Iterator[Rig]:
    """On dbus-daemon, unless the test chooses another."""
    with made_rig(our_folders, broker=getattr(request, "param", DAEMON_BUS) == BROKER_BUS) as made:
        yield made


@pytest.fixture
def helper(rig: Rig) -> Iterator[Process]:
    """The running helper, which must still run and must have printed nothing at the end of the
    test. Tests share it.
    """
    process = rig.usual_helper()
    watched = Process(process.pid)
    yield watched
    assert process.poll() is None, f"the helper ended: {rig.log()}"
    assert rig.log() == ""
    watched.release()


@pytest.fixture
def hasty_helper(rig: Rig) -> Iterator[Process]:
    """A helper that gives fio 3 seconds beyond its runtime: too little on a busy machine."""
    with _running_helper(rig, overtime=3) as watched:
        yield watched


@pytest.fixture
def impatient_helper(rig: Rig) -> Iterator[Process]:
    """A helper that waits for a device no longer than a test does."""
    with _running_helper(rig, timeout=2) as watched:
        yield watched


@pytest.fixture
def helper_with_short_prompts(rig: Rig) -> Iterator[Process]:
    """A helper that waits for a person no longer than a test does."""
    with _running_helper(rig, prompt=2) as watched:
        yield watched


@contextlib.contextmanager
def _running_helper(rig: Rig, **how: Any) -> Iterator[Process]:
    process = rig.start_helper(**how)
    watched = Process(process.pid)
    try:
        yield watched
        assert process.poll() is None, f"the helper ended: {rig.log()}"
        assert rig.log() == ""
    finally:
        process.terminate()
        process.wait(15)
        watched.close()


@pytest.fixture
def person(rig: Rig, launcher: Path, open_folder: Path) -> Iterator[Person]:
    home = Path(run("mktemp", "-d", "-p", str(open_folder)).strip())
    made = Person(home, launcher, rig.address)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def agent(rig: Rig) -> Iterator[Agent]:
    """The person at the prompt, who allows everything unless the test decides otherwise."""
    made = Agent(rig.address)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def connect(rig: Rig) -> Iterator[Callable[..., Caller]]:
    """Makes callers, which leave the bus at the end."""
    with ExitStack() as stack:

        def made(uid: int = NOBODY) -> Caller:
            caller = Caller(rig.address, uid)
            if uid != NOBODY:
                stack.callback(rig.forget_authorizations)
            stack.callback(caller.close)
            return caller

        yield made


@pytest.fixture
def caller(connect: Callable[..., Caller]) -> Caller:
    """A user without privileges."""
    return connect()


@pytest.fixture
def make_disk(tmp_path: Path) -> Iterator[Callable[..., Disk]]:
    with ExitStack() as stack:
        numbers = iter(range(100))

        def made(size: int = 8 * MIB) -> Disk:
            disk = Disk(tmp_path / f"disk{next(numbers)}.img", size)
            stack.callback(disk.detach)
            return disk

        yield made


@pytest.fixture
def lonely_disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk with a number that no search for a free loop device returns."""
    control = os.open("/dev/loop-control", os.O_RDWR | os.O_CLOEXEC)
    number = 1000 + os.getpid() % 10_000
    with contextlib.suppress(FileExistsError):  # another process kept it too long, below
        fcntl.ioctl(control, 0x4C80, number)  # LOOP_CTL_ADD
    try:
        disk = Disk(tmp_path / "lonely.img", 8 * MIB, f"/dev/loop{number}")
        try:
            yield disk
        finally:
            disk.detach()
    finally:
        for _ in range(1000):
            settle()
            with contextlib.suppress(OSError):
                fcntl.ioctl(control, 0x4C81, number)  # LOOP_CTL_REMOVE
                break
        os.close(control)


@pytest.fixture
def disk(make_disk: Callable[..., Disk]) -> Disk:
    """8 MiB."""
    return make_disk()


@pytest.fixture
def partitioned(tmp_path: Path) -> Iterator[Partitioned]:
    program("sfdisk")
    disk = Partitioned(tmp_path / "partitioned.img")
    try:
        yield disk
    finally:
        disk.detach()


@pytest.fixture
def drive(open_folder: Path, tmp_path: Path) -> Iterator[Callable[..., Drive]]:
    """Makes such drives, on folders that any user may enter, and removes them afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=open_folder)))
        folder.chmod(0o755)

        def made(kind: str, *, mounted: bool = True, where: Path | None = None) -> Drive:
            if kind != "huge" and not has_filesystem(kind):
                pytest.skip(f"this machine has no {kind}")
            size, make = MAKE[kind]
            image = (where or tmp_path) / "image"
            with image.open("wb") as file:
                file.truncate(size * MIB)
            path = run("losetup", "--find", "--show", str(image)).strip()
            stack.callback(settle)
            stack.callback(detach_ours, path, image)  # also where a failing test left it mounted
            run(*make, path)
            point = folder / "a mount"
            point.mkdir()
            one = Drive(path, image, point)
            if mounted:
                run("mount", path, str(point))
                point.chmod(0o755)
                stack.callback(unmount, point)
                freed = point / "freed"
                freed.write_bytes(os.urandom(FREED))
                (point / "kept").write_bytes(b"kept" * MIB)
                os.sync()
                freed.unlink()
                os.sync()
            settle()
            return one

        yield made


@pytest.fixture
def udisks(rig: Rig, open_folder: Path, udevd: Udevd) -> Iterator[Service]:
    """UDisks2 on the helper's bus."""
    udisksd = program("/usr/libexec/udisks2/udisksd", "/usr/lib/udisks2/udisksd")
    with ExitStack() as stack:
        service = Service([udisksd], rig.address, open_folder / "udisksd.log")
        stack.callback(service.stop)
        rig.wait_for_name("org.freedesktop.UDisks2", service.start)
        yield service


@pytest.fixture
def unmounted(rig: Rig, udisks: Service, drive: Callable[..., Drive]) -> Callable[[str], Drive]:
    """Makes a drive that is not mounted, and that UDisks2 has detected."""

    def made(kind: str) -> Drive:
        one = drive(kind, mounted=False)
        # Programs that probed it before it was formatted probe it again.
        run("udevadm", "trigger", "--action=change", f"/sys/class/block/{one.path[5:]}")
        wait_until_known(rig, one.path)
        return one

    return made


@pytest.fixture
def session(rig: Rig, tmp_path: Path) -> Callable[..., TrimSession]:
    """Makes TRIMs in this process, which runs as root: no prompts."""

    def made(target: str, observer: Any = lambda _: None, **more: Any) -> TrimSession:
        parts = TrimParts(
            chain=read_discard_path,
            helper=Helper(rig.address),
            mounter=Mounter(rig.address),
            registry=TestFileRegistry(tmp_path / "registry"),
        )
        return TrimSession(target, parts, observer, **more)

    return made
