# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loop devices that reach the bytes of a device indirectly: then the device is in use.

A loop device opens its backing file without an exclusive claim (drivers/block/loop.c), so a disk
under a mounted loop device can be opened with O_EXCL as if it were unused.
"""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from driveproof.helper import mounts

# File systems on which looking up a name cannot wait for a drive or a program. On every system
# whose /dev is not part of the root file system a device node is on one of these.
_IN_MEMORY = frozenset({"devtmpfs", "tmpfs", "ramfs", "rootfs"})


class _Loop(NamedTuple):
    name: str
    file: bytes  # as the kernel names it
    below: int | None  # number of the backing device, or of the backing file's file system
    on_device: bool


def loop_users(
    name: str,
    sysfs: str | os.PathLike[str] = "/sys",
    mountinfo: str | os.PathLike[str] = "/proc/self/mountinfo",
) -> tuple[str, ...]:
    """The kernel names of the loop devices through which the device `name` can also be written.

    These are loop devices on it, on a partition of it, on the disk that it is a partition of, or on
    a file of a file system there. For a loop device also others over the same file, and itself
    where it lies on a device node: this process cannot see who uses that one.

    Neither the loop device nor its file is opened: both wait for whatever is below, which can be a
    user's program (FUSE). Raises nothing: what has gone uses nothing.
    """
    root = os.fspath(sysfs)
    family = _family(root, name)
    numbers = {number for one in family if (number := _number(root, one)) is not None}
    table = _table(mountinfo)
    loops = [loop for one in _names(root) if (loop := _look(root, one, table)) is not None]
    own = [loop for loop in loops if loop.name in family]
    found = [loop.name for loop in own if loop.on_device]
    files = {loop.file for loop in own}
    for loop in loops:
        if loop not in own and (loop.below in numbers or loop.file in files):
            found.append(loop.name)
    return tuple(sorted(found))


def _family(root: str, name: str) -> set[str]:
    """The devices that share bytes with it: its partitions, or its disk."""
    place = os.path.realpath(f"{root}/class/block/{name}")
    if os.path.exists(f"{place}/partition"):
        return {name, os.path.basename(os.path.dirname(place))}
    try:
        inside = os.listdir(place)
    except OSError:
        inside = []
    return {name, *(one for one in inside if os.path.exists(f"{place}/{one}/partition"))}


def _names(root: str) -> list[str]:
    try:
        return [one for one in os.listdir(f"{root}/class/block") if one.startswith("loop")]
    except OSError:
        return []


def _number(root: str, name: str) -> int | None:
    try:
        major, minor = _read(f"{root}/class/block/{name}/dev").split(b":")
        return os.makedev(int(major), int(minor))
    except (OSError, ValueError):
        return None


def _table(mountinfo: str | os.PathLike[str]) -> list[mounts.Mount]:
    try:
        with open(mountinfo, "rb") as lines:
            return list(mounts.parse(lines.read()))
    except OSError:
        return []


def _look(root: str, name: str, table: list[mounts.Mount]) -> _Loop | None:
    try:  # only for those with a backing file; not for their partitions
        file = _read(f"{root}/class/block/{name}/loop/backing_file").removesuffix(b"\n")
    except OSError:
        return None
    inside = [one for one in table if (file + b"/").startswith(one.point.rstrip(b"/") + b"/")]
    longest = max((len(one.point) for one in inside), default=0)
    mount = next((one for one in reversed(inside) if len(one.point) == longest), None)
    if mount is None or mount.filesystem not in _IN_MEMORY:
        return _Loop(name, file, mount.device if mount else None, False)
    try:
        facts = os.lstat(file)  # the kernel's own name of it contains no link
    except (OSError, ValueError):
        return _Loop(name, file, None, False)
    on_device = stat.S_ISBLK(facts.st_mode)
    return _Loop(name, file, facts.st_rdev if on_device else None, on_device)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
