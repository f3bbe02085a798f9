# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds mounts, loop devices and partitions that a test has left."""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
import subprocess
import tempfile
import time
from collections.abc import Collection, Iterable
from pathlib import Path

from driveproof.system.kernel.mounts import read_mounts

_LARGE = 2**20  # bytes
GOING = 3.0
"""Seconds; a detached device disappears when its last user has closed it."""


def of(folders: Iterable[Path], before: Collection[str] = ()) -> list[str]:
    """Mount points and loop devices with files below these folders, except those that existed
    before.
    """
    ours = _begins(folders)
    loops = _loops(ours)
    # As devices, too: UDisks2 mounts them below folders of its own.
    mounts = [m.path for m in read_mounts() if m.path.startswith(ours) or m.source in loops]
    return [each for each in (*mounts, *loops) if each not in before]


def orphans() -> list[str]:
    """The partitions of loop devices without a file.

    The kernel keeps those that somebody else added (`partx`) when it detaches the device: for
    whoever receives the number next, UDisks2 sees a partitioned disk and no file system.
    """
    return [
        f"/dev/{each.parent.name}"
        for each in Path("/sys/block").glob("loop*/loop*p*/partition")
        if not Path("/sys/block", each.parts[3], "loop").exists()
    ]


def stays(folders: Iterable[Path], before: Collection[str], seconds: float) -> bool:
    """Whether something is left that does not disappear by itself within these seconds."""
    end = time.monotonic() + seconds
    while of(folders, before) or orphans():
        if time.monotonic() > end:
            return True
        time.sleep(0.02)  # between two looks
    return False


def take_away(folders: Iterable[Path], before: Collection[str] = ()) -> list[str]:
    """Remove what was found; innermost mounts first, and busy ones once they are free."""
    found = of(folders, before)
    alone = orphans()
    for path in sorted(found, key=len, reverse=True):
        if not path.startswith("/dev/loop"):
            command = ["umount", "--lazy", path]
            subprocess.run(command, capture_output=True, check=False, timeout=60)
    for path in {each.rpartition("p")[0] for each in alone}:
        with tempfile.NamedTemporaryFile() as file:
            # It takes requests only with a file.
            file.truncate(_LARGE)
            command = ["losetup", path, file.name]
            if subprocess.run(command, capture_output=True, check=False, timeout=60).returncode:
                continue  # somebody has just received the number
            forget_partitions(path)
            command = ["losetup", "--detach", path]
            subprocess.run(command, capture_output=True, check=False, timeout=60)
    for path in found:
        if path in _loops(_begins(folders)):  # and the number may be reused
            command = ["losetup", "--detach", path]
            subprocess.run(command, capture_output=True, check=False, timeout=60)
    return [*found, *alone]


def forget_partitions(device: str) -> None:
    """Make the kernel forget the partitions of a disk; one that is in use stays."""
    for part in Path("/sys/block", Path(device).name).glob("*/partition"):
        with contextlib.suppress(OSError):  # it has just gone
            command = ["delpart", device, part.read_text("ascii").strip()]
            subprocess.run(command, capture_output=True, check=False, timeout=60)


def apart(propagation: str, keep: Iterable[Path] = ()) -> list[str]:
    """The command that runs another command in a new mount namespace.

    The namespace has no copies of other lanes' current mounts, except those below `keep`: a copy
    keeps the device busy after its test has unmounted it.
    """
    kept = "".join(f"{shlex.quote(str(folder))}/*) ;; " for folder in keep)
    script = (
        f"cat /proc/self/mounts | while read -r source place rest; do case $place in {kept}"
        f"{shlex.quote(tempfile.gettempdir())}/*)"
        ' umount --lazy "$(printf %b "$place")" 2>/dev/null;; esac; done; exec "$@"'
    )
    return ["unshare", "--mount", f"--propagation={propagation}", "sh", "-c", script, "sh"]


def holders(devices: Collection[str]) -> list[str]:
    """The processes that have one of these devices open, or mounted in a mount namespace of their
    own, as "name[number]".
    """
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            used = {str(each.readlink()) for each in (process / "fd").iterdir()}
            mounts = (process / "mounts").read_text("utf-8", "surrogateescape")
            used.update(line.partition(" ")[0] for line in mounts.splitlines())
            if used.intersection(devices):
                found.append(f"{(process / 'comm').read_text('utf-8').strip()}[{process.name}]")
    return found


def empty(folder: Path) -> None:
    """Remove the large files of a finished test: where /tmp is in memory they would fill it.

    Nothing is removed while something is mounted below: those files may be another's.
    """
    if of([folder]):
        return
    for path, _, names in os.walk(folder):
        for name in names:
            file = Path(path, name)
            with contextlib.suppress(OSError):
                facts = file.lstat()
                if stat.S_ISREG(facts.st_mode) and facts.st_nlink == 1 and facts.st_size > _LARGE:
                    file.unlink()


def _begins(folders: Iterable[Path]) -> tuple[str, ...]:
    return tuple(f"{folder}/" for folder in folders)


def _loops(ours: tuple[str, ...]) -> list[str]:
    """Each loop device over a file in these folders, by its kernel name."""
    found = []
    for file in Path("/sys/block").glob("loop*/loop/backing_file"):
        with contextlib.suppress(OSError):  # it has just gone
            if file.read_text("utf-8", "surrogateescape").startswith(ours):
                found.append(f"/dev/{file.parts[3]}")
    return found
