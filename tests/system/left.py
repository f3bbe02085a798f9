# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mounts and loop devices that a test has left: found by whose folder they lie in."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from driveproof.system.filesystems import read_mounts


def of(folders: Iterable[Path]) -> list[str]:
    """Mount points and loop devices with something of theirs below these folders."""
    ours = tuple(f"{folder}/" for folder in folders)
    loops = [path for path, file in _loops() if file.startswith(ours)]
    # As devices, too: UDisks2 mounts them below folders of its own.
    return [
        *(m.path for m in read_mounts() if m.path.startswith(ours) or m.source in loops),
        *loops,
    ]


def take_away(folders: Iterable[Path]) -> list[str]:
    """What was found; innermost mounts first, and those somebody uses go when they are free."""
    found = of(folders)
    for path in sorted(found, key=len, reverse=True):
        if not path.startswith("/dev/loop"):
            command = ["umount", "--lazy", path]
            subprocess.run(command, capture_output=True, check=False, timeout=60)
    for path in found:
        if path.startswith("/dev/loop"):
            command = ["losetup", "--detach", path]
            subprocess.run(command, capture_output=True, check=False, timeout=60)
    return found


def _loops() -> Iterator[tuple[str, str]]:
    """Each loop device and the file it is over, as the kernel names it."""
    for file in Path("/sys/block").glob("loop*/loop/backing_file"):
        with contextlib.suppress(OSError):  # it has just gone
            yield f"/dev/{file.parts[3]}", file.read_text("utf-8", "surrogateescape").strip()
