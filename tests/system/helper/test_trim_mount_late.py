# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A slow mount that completes when nobody waits for it any more: it is not left behind."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system.conftest import Service, detach, run
from tests.system.helper.caller import MIB, Process
from tests.system.helper.conftest import Rig, settle
from tests.system.helper.person import Person
from tests.system.helper.trim_drives import MAKE, Drive, drive, udisks, wait_until_known
from tests.system.measuring import wait_for

__all__ = ["drive", "udisks"]
pytestmark = [pytest.mark.root, pytest.mark.bus]


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


@pytest.mark.deep
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_end_while_it_is_mounted(
    number: int,
    helper: Process,
    rig: Rig,
    udisks: Service,
    person: Person,
    drive: Callable[..., Drive],
) -> None:
    outer = drive("ext4")
    with inside(outer, rig) as path:
        with frozen(outer.point):
            process, agent = person.start("trim", "run", path, "--yes", answer="wait")
            agent.allow(agent.next_prompt())
            wait_for("it is being mounted", lambda: "filesystem-mount" in jobs(rig))
            process.send_signal(number)
            process.communicate(timeout=60)
            assert process.returncode == (-9 if number == signal.SIGKILL else 130)
        wait_for("UDisks2 has mounted it", lambda: "filesystem-mount" not in jobs(rig))
        one = Drive(path, Path(), Path())
        wait_for("it is unmounted", lambda: not one.places)
        count = run("dumpe2fs", "-h", path).partition("Mount count:")[2].split()[0]
        assert count == "1"  # it had been mounted
