# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a path to a block device: the one that the path names, or the one that holds it.

A kernel name ("sda1") locates everything about a device in /sys; a number is "8:1", as in /sys.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError
from driveproof.system.kernel.answering import require_answer
from driveproof.system.kernel.mounts import PROC_SELF, device_number, mount_of
from driveproof.system.kernel.sysfs import SYS, Sysfs

_DEVICES = Path("/dev")


@dataclass(frozen=True, slots=True)
class DeviceNode:
    """A block device that a path names: the path with links resolved, and the number (dev_t)."""

    path: str
    number: int


def node_at(path: str, root: Path = SYS) -> DeviceNode | None:
    """The block device that a path names, None where it names something else or nothing.

    Raises MachineError where the server or program behind the path does not answer.
    """
    require_answer(path)
    try:
        real = Path(path).resolve()
        try:
            facts = real.stat()
        except FileNotFoundError:
            # A Flatpak's sandbox has no disks in /dev, but the kernel lists them, and the helper,
            # outside of it, opens the device and compares it with the claim.
            if real.parent != _DEVICES:
                return None
            text = (root / "class/block" / real.name / "dev").read_text("ascii")
            major, minor = text.strip().split(":")
            return DeviceNode(str(real), os.makedev(int(major), int(minor)))
    except (OSError, ValueError):
        return None
    return DeviceNode(str(real), facts.st_rdev) if stat.S_ISBLK(facts.st_mode) else None


def is_device(path: str) -> bool:
    """Whether a path names an existing block device. Raises MachineError as `node_at` does."""
    return node_at(path) is not None


def name_of(number: int, sysfs: Sysfs) -> str | None:
    """The kernel name of a device number (dev_t); None where /sys has no such device."""
    return sysfs.name_of(f"{os.major(number)}:{os.minor(number)}")


def device_mounted(mount: Mount, sysfs: Sysfs) -> str | None:
    """The kernel name of the mounted device; None for memory, a network or a missing device."""
    number = device_number(mount)
    return sysfs.name_of(number) if number else None


def device_holding(path: str, sysfs: Sysfs, proc: Path = PROC_SELF) -> str | None:
    """The kernel name of the device that a folder or file is on.

    None where there is none, or the path cannot be reached: it was deleted, or is in another mount
    namespace.
    """
    try:
        return device_mounted(mount_of(path, proc), sysfs)
    except MachineError:
        return None
