# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives that nbdkit makes of a few words: slow, sleeping, fake and failing ones."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.system.machine import run, unmount, wait_for

MISSING = not (shutil.which("nbdkit") and shutil.which("nbdfuse"))
WHY = "no nbdkit, or no nbdfuse"


def by_shell(cells: Path, size: int, *, place: str = "a", reading: str = "true") -> list[str]:
    """The words for a drive of `size` bytes in the sparse file `cells`, whose byte `a` is at
    `place`, a formula of the shell; `reading` is run before each read.
    """
    with cells.open("wb") as file:
        file.truncate(size)
    ways = "status=none bs=64k conv=notrunc iflag=count_bytes,skip_bytes,fullblock"
    return [
        "eval", f"get_size=echo {size}", "can_write=exit 0", "can_flush=exit 0", "flush=exit 0",
        f"pread=a=$4; {reading}; dd if={cells} count=$3 skip=$(({place})) {ways}",
        f"pwrite=a=$4; dd of={cells} count=$3 seek=$(({place})) {ways} oflag=seek_bytes",
    ]  # fmt: skip


@contextmanager
def nbd_device(folder: Path, *words: str, connections: int = 4) -> Iterator[str]:
    """A loop device, past the page cache, on what nbdkit serves by these words of its command."""
    files = folder / "files"
    files.mkdir()
    drive = files / "nbd"
    command = ["nbdfuse", "-C", str(connections), str(files), "--command", "nbdkit", "-s", *words]
    with subprocess.Popen(command) as server:
        device = ""
        try:
            wait_for("the drive is there", drive.exists)
            device = run("losetup", "--find", "--show", "--direct-io=on", str(drive)).strip()
            yield device
        finally:
            try:
                if device:
                    run("losetup", "--detach", device)
                unmount(files)  # the loop device lets go of it when its last reader has closed it
            finally:
                server.kill()  # it would go on for a copy of the mount in another namespace


@contextmanager
def mounted_nbd(folder: Path, *words: str, connections: int = 4) -> Iterator[Path]:
    """A new ext4 without a journal on such a device."""
    point = folder / "mount"
    point.mkdir()
    with nbd_device(folder, *words, connections=connections) as device:
        run("mkfs.ext4", "-q", "-O", "^has_journal", "-E", "nodiscard", device)
        run("mount", device, str(point))
        try:
            yield point
        finally:
            unmount(point)
