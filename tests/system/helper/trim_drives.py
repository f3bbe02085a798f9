# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loop devices with file systems to trim, and TRIMs of them in this process."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jeepney import DBusAddress
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB
from tests.system.machine import detach, run, settle
from tests.system.measuring import wait_for

from driveproof.domain.errors import MachineError
from driveproof.domain.trim.job import Outcome
from driveproof.system.bus import BusCallError, call, connect
from driveproof.system.kernel.sysfs import Sysfs
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
