# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loop devices with file systems to trim, and TRIMs of them in this process."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress
from tests.system.conftest import Service, Udevd, detach, detach_ours, program, run, unmount
from tests.system.helper.caller import MIB
from tests.system.helper.conftest import Rig, settle
from tests.system.measuring import has_filesystem, wait_for

from driveproof.domain.errors import MachineError
from driveproof.domain.trim.job import Outcome
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.engine.trim.session import TrimParts, TrimSession
from driveproof.system.bus import BusCallError, call, connect
from driveproof.system.helper.client import Helper
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.path import read_discard_path
from driveproof.system.udisks.mounting import Mounter

MAKE = {
    "ext4": (96, ["mkfs.ext4", "-q", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0"]),
    "xfs": (320, ["mkfs.xfs", "-q", "-K"]),
    "btrfs": (256, ["mkfs.btrfs", "-q", "-K"]),
    "vfat": (64, ["mkfs.vfat"]),
    # Many steps but hardly any data written: 1 TiB.
    "huge": (2**20, ["mkfs.ext4", "-q", "-O", "^has_journal", "-T", "largefile4",
                     "-E", "nodiscard,lazy_itable_init=1"]),
}  # fmt: skip
FREED = 24 * MIB


def discarded_by(name: str) -> int:
    """The discard counter of a device, in bytes."""
    stat = Sysfs().read_stat(name)
    assert stat is not None and stat.discarded_bytes is not None
    return stat.discarded_bytes


@dataclass
class Drive:
    """A loop device with a file system, and its mount point if it is mounted."""

    path: str
    image: Path
    point: Path

    @property
    def discarded(self) -> int:
        """Field 14 of its stat, in bytes."""
        return discarded_by(self.path[5:])

    @property
    def room(self) -> int:
        """The space that its file takes."""
        os.sync()
        return self.image.stat().st_blocks * 512

    @property
    def places(self) -> list[str]:
        """Where it is mounted now."""
        lines = Path("/proc/self/mounts").read_text("utf-8").splitlines()
        return [line.split()[1] for line in lines if line.split()[0] == self.path]


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


def wait_until_known(rig: Rig, path: str) -> None:
    """Wait until UDisks2 can mount what is on a device now: until then it may still have what a
    loop device of the same name was in an earlier test.
    """
    uuid = run("blkid", "--probe", "--output", "value", "--match-tag", "UUID", path).strip()

    def known() -> bool:
        with contextlib.suppress(MachineError, BusCallError), connect(rig.address) as connection:
            found = Mounter(rig.address).look(path)
            block = DBusAddress(
                found.object_path,
                bus_name="org.freedesktop.UDisks2",
                interface="org.freedesktop.DBus.Properties",
            )
            prefix = "org.freedesktop.UDisks2."
            ((_, value),) = call(connection, block, "Get", "ss", (f"{prefix}Block", "IdUUID"))
            # It has this interface a moment later than the property.
            call(connection, block, "Get", "ss", (f"{prefix}Filesystem", "MountPoints"))
            return bool(found.filesystem) and value == uuid
        return False

    wait_for("UDisks2 knows its file system", known)


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


def verdicts(outcome: Outcome) -> dict[str, str]:
    return {proof.tier: proof.verdict for proof in outcome.proof}


def document(answer: tuple[int, str, str]) -> dict[str, Any]:
    status, out, err = answer
    assert status == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


@contextmanager
def inside(outer: Drive, rig: Rig) -> Iterator[str]:
    """A loop device over a file in another one's file system, with one of its own."""
    image = outer.point / "image"
    with image.open("wb") as file:
        file.truncate(32 * MIB)
    path = run("losetup", "--find", "--show", str(image)).strip()
    try:
        run(*MAKE["ext4"][1], path)
        run("udevadm", "trigger", "--action=change", f"/sys/class/block/{path[5:]}")
        wait_until_known(rig, path)
        yield path
    finally:
        subprocess.run(["umount", "--quiet", path], capture_output=True, check=False)
        settle()
        detach(path, image)  # it keeps the file system that its file is on


@contextmanager
def frozen(point: Path) -> Iterator[None]:
    """Writers there wait, and so does a mount of a file system in a file there."""
    run("fsfreeze", "--freeze", str(point))
    try:
        yield
    finally:
        run("fsfreeze", "--unfreeze", str(point))


def jobs(rig: Rig) -> str:
    """What UDisks2 works on."""
    return run(
        "dbus-send", f"--bus={rig.address}", "--print-reply", "--dest=org.freedesktop.UDisks2",
        "/org/freedesktop/UDisks2", "org.freedesktop.DBus.ObjectManager.GetManagedObjects",
    )  # fmt: skip
