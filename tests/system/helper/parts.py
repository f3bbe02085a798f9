# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loop devices over one another, and in parts."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.system.helper.caller import (
    MIB,
    Caller,
    read_all,
)
from tests.system.helper.disks import Disk
from tests.system.machine import run, settle, wait_for


def whole_job(caller: Caller, method: str, *body: object) -> bytes:
    path, output = caller.start(method, *body)
    text = read_all(output)
    found = caller.finished(path)
    assert found == (0, "", ""), (found, text[-500:])
    return text


@contextmanager
def looped(over: str, *options: str) -> Iterator[str]:
    """A loop device over a file or a device node, as root may make one."""
    path = run("losetup", "--find", "--show", *options, over).strip()
    try:
        yield path
    finally:
        run("losetup", "--detach", path)
        file = Path("/sys/block", Path(path).name, "loop/backing_file")
        wait_for("nobody keeps it", lambda: not file.exists())


@contextmanager
def in_two_parts(path: str) -> Iterator[tuple[str, str]]:
    table = "label: gpt\nstart=2048, size=4096\nstart=6144, size=4096\n"
    subprocess.run(
        ["sfdisk", "--quiet", path], input=table, text=True, check=True, capture_output=True
    )
    run("partx", "--update", path)
    try:
        yield f"{path}p1", f"{path}p2"
    finally:

        def gone() -> bool:
            """Another program may inspect one for a moment longer."""
            subprocess.run(["partx", "--delete", path], capture_output=True, check=False)
            return not any(Path(part).exists() for part in (f"{path}p1", f"{path}p2"))

        wait_for("the partitions go", gone)


def read_sectors(disk: Disk) -> int:
    """By the kernel's own count (Documentation/block/stat.rst)."""
    return int(Path("/sys/block", Path(disk.path).name, "stat").read_text("ascii").split()[2])


class Partitioned(Disk):
    """Two partitions of 20 MiB; the kernel forgets them by itself when the device is detached."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.size = 64 * MIB
        file.write_bytes(bytes(self.size))
        subprocess.run(
            ["sfdisk", "--quiet", str(file)], input=b"label: gpt\nsize=20MiB\nsize=20MiB\n",
            check=True, capture_output=True,
        )  # fmt: skip
        self.path = run("losetup", "--find", "--show", "--partscan", str(file)).strip()
        settle()
        if not Path(f"{self.path}p1").exists():  # not every kernel looks by itself
            subprocess.run(["partx", "--add", self.path], capture_output=True, check=False)


def move_first(disk: Partitioned) -> None:
    """Partition it anew: the first partition lies behind the second one now, and has the number
    that it had. On many disks it always has; for a loop device the kernel takes any free one.
    """
    part = Path(f"{disk.path}p1")
    number = part.stat().st_rdev
    table = "label: gpt\nstart=41MiB, size=20MiB\nstart=21MiB, size=20MiB\n"
    words = ["sfdisk", "--quiet", "--no-reread", "--no-tell-kernel", disk.path]
    subprocess.run(words, input=table, text=True, check=True, capture_output=True)

    def same() -> bool:
        for change in ("--delete", "--add"):  # another program may inspect it for a moment longer
            subprocess.run(["partx", change, "--nr", "1", disk.path], check=False)
            settle()
        try:
            start = int(Path("/sys/class/block", part.name, "start").read_text("ascii"))
            return part.stat().st_rdev == number and start * 512 == 41 * MIB
        except FileNotFoundError:
            return False

    wait_for("it has its number again, at its new position", same)
