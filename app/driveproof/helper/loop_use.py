# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loop devices that reach the bytes of a device indirectly: then the device is in use.

A loop device opens its backing file without an exclusive claim (drivers/block/loop.c), so a disk
under a mounted loop device can be opened with O_EXCL as if it were unused.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import struct
import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple

from driveproof.helper import mounts
from driveproof.helper.identity import words_in
from driveproof.helper.protocol import ErrorName, HelperError
from driveproof.helper.reach import Reach

_GET_STATUS64 = 0x4C05  # linux/loop.h
_STATUS = struct.Struct(
    "=3Q208x"
)  # device, inode and, of a device node, number of the backing file
ANSWER = 5.0
"""Seconds in which all loop devices together have to say what they are backed by."""

# File systems on which looking up a name cannot wait for a drive or a program. On every system
# whose /dev is not part of the root file system a device node is on one of these.
_IN_MEMORY = frozenset({"devtmpfs", "tmpfs", "ramfs", "rootfs"})
# And those on which it waits for a drive at most, and not for a network or a user's program.
_LOCAL = _IN_MEMORY | {
    "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "jfs", "msdos", "nilfs2",
    "ntfs3", "vfat", "xfs",
}  # fmt: skip


class LoopDevice(NamedTuple):
    """A loop device with a backing file; what tells that file from others, each way it is known.

    `below` is the number of the backing device, or of the backing file's file system.
    """

    name: str
    files: frozenset[object]
    below: int | None
    on_device: bool


def loop_users(reach: Reach, loops: Iterable[LoopDevice]) -> tuple[str, ...]:
    """The kernel names of the loop devices through which a device can also be written.

    These are loop devices on it, on a partition of it, on the disk that it is a partition of, on
    whatever else reaches its bytes, or on a file of a file system there. For a loop device also
    others over the same file, and itself where it lies on a device node: this process cannot see
    who uses that one.
    """
    every = list(loops)
    own = [loop for loop in every if loop.name in reach.loops]
    found = [loop.name for loop in own if loop.on_device]
    numbers = frozenset(reach.numbers.values())
    files = frozenset[object]().union(*(loop.files for loop in own))
    for loop in every:
        if loop not in own and (loop.below in numbers or loop.files & files):
            found.append(loop.name)
    return tuple(sorted(found))


def bound(sysfs: str | os.PathLike[str] = "/sys") -> tuple[tuple[str, bytes], ...]:
    """The loop devices with a backing file, each with its sequence number."""
    block = f"{os.fspath(sysfs)}/class/block"
    try:
        names = sorted(one for one in os.listdir(block) if one.startswith("loop"))
    except OSError:
        return ()
    backed = [name for name in names if os.path.exists(f"{block}/{name}/loop/backing_file")]
    return tuple((name, words_in(f"{block}/{name}/diskseq")) for name in backed)


def named(
    sysfs: str | os.PathLike[str] = "/sys",
    mountinfo: str | os.PathLike[str] = "/proc/self/mountinfo",
    *,
    look_up: bool = True,
) -> tuple[LoopDevice, ...]:
    """The loop devices by the names of their files, as /sys has them, for those who may open none.

    `look_up`: a file on a local file system as well, which waits for its drive at most; otherwise
    only what is in memory. A name is that of another mount namespace where the loop device was made
    in one: root asks the loop devices themselves (`asked`). Raises nothing.
    """
    table = _table(mountinfo)
    quick = _LOCAL if look_up else _IN_MEMORY
    block = f"{os.fspath(sysfs)}/class/block"
    return tuple(_named(f"{block}/{name}", table, quick) for name, _ in bound(sysfs))


def _named(place: str, table: list[mounts.MountLine], quick: frozenset[str]) -> LoopDevice:
    name = os.path.basename(place)
    file = _file(place)
    mount = _mount(file, table)
    below = mount.device if mount else None
    if mount is None or mount.filesystem not in quick:
        return LoopDevice(name, frozenset({file}), below, False)
    try:
        facts = os.lstat(file)  # the kernel's own name of it contains no link
    except (OSError, ValueError):
        return LoopDevice(name, frozenset({file}), below, False)
    if stat.S_ISBLK(facts.st_mode):
        return LoopDevice(name, frozenset({file}), facts.st_rdev, True)
    below = None if mount.filesystem in _IN_MEMORY else below
    return LoopDevice(name, frozenset({file, (facts.st_dev, facts.st_ino)}), below, False)


def _file(place: str) -> bytes:
    return words_in(f"{place}/loop/backing_file").removesuffix(b"\n")


def _mount(file: bytes, table: list[mounts.MountLine]) -> mounts.MountLine | None:
    inside = [one for one in table if (file + b"/").startswith(one.point.rstrip(b"/") + b"/")]
    longest = max((len(one.point) for one in inside), default=0)
    return next((one for one in reversed(inside) if len(one.point) == longest), None)


def to_ask(
    reach: Reach,
    sysfs: str | os.PathLike[str] = "/sys",
    mountinfo: str | os.PathLike[str] = "/proc/self/mountinfo",
) -> tuple[str, ...]:
    """The loop devices that may have to do with a device, by kernel name.

    Not those whose file is on a network or in a user's program (FUSE), which may never answer,
    unless one that the device is on is, too, or the size is that of something that reaches its
    bytes: what lies on that by a name of another mount namespace has its size.
    """
    table = _table(mountinfo)
    block = f"{os.fspath(sysfs)}/class/block"
    every = [name for name, _ in bound(sysfs)]

    def slow(name: str) -> bool:
        mount = _mount(_file(f"{block}/{name}"), table)
        return mount is not None and mount.filesystem not in _LOCAL and mount.point != b"/"

    def size(name: str, *more: str) -> int:
        return sum(int(words_in(f"{block}/{name}/{file}") or 0) for file in ("size", *more))

    sizes = {size(name) for name in reach.numbers}

    def fits(name: str) -> bool:
        offset, limit = (int(words_in(f"{block}/{name}/loop/{file}") or 0)
                         for file in ("offset", "sizelimit"))  # fmt: skip
        return bool(limit) or size(name) + offset // 512 in sizes

    if any(map(slow, set(every) & reach.loops)):
        return tuple(every)
    return tuple(name for name in every if not slow(name) or fits(name))


def _table(mountinfo: str | os.PathLike[str]) -> list[mounts.MountLine]:
    try:
        with open(mountinfo, "rb") as lines:
            return list(mounts.parse_mounts(lines.read()))
    except OSError:
        return []


def asked(
    names: Iterable[str],
    seconds: float = ANSWER,
    ask: Callable[[str], LoopDevice | None] | None = None,
) -> tuple[LoopDevice, ...]:
    """These loop devices by what each says itself: device and inode of its file, by whatever name
    and in whatever mount namespace it was opened.

    Only for a child that does nothing else meanwhile: to be asked, a loop device is opened, and it
    asks its file system, which can be a user's program (FUSE). Raises DeviceBusy where one does not
    answer: then it is not known what is in use.
    """
    every = tuple(names)
    found: list[LoopDevice | None] = []
    failed: list[OSError] = []

    def work() -> None:
        try:
            found.extend(map(ask or _asked, every))
        except OSError as error:
            failed.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if len(found) < len(every):
        error = next(iter(failed), None)
        why = f" ({error.strerror})" if error is not None else ""
        text = f"/dev/{every[len(found)]} does not say what it lies on{why}: it may be in use."
        raise HelperError(ErrorName.DEVICE_BUSY, text) from error
    return tuple(loop for loop in found if loop is not None)


def _asked(name: str) -> LoopDevice | None:
    """None for one that has no file any more. Raises OSError."""
    while True:
        before = dict(bound()).get(name)
        try:
            return _ask(name) if before is not None else None
        except OSError:
            if dict(bound()).get(name) == before:
                raise
            # It was detached or removed, and is made anew: once more.


def _ask(name: str) -> LoopDevice | None:
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY | os.O_NOFOLLOW
    descriptor = os.open(f"/dev/{name}", flags)
    try:
        answer = fcntl.ioctl(descriptor, _GET_STATUS64, bytes(_STATUS.size))
    except OSError as error:
        if error.errno == errno.ENXIO:
            return None
        raise
    finally:
        os.close(descriptor)
    device, inode, node = _STATUS.unpack(answer)
    return LoopDevice(name, frozenset({(device, inode)}), node or None, bool(node))
