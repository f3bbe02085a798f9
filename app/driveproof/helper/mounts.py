# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's tables of mounts and swaps, and a descriptor of a device's mounted file system."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from driveproof.helper.protocol import ErrorName, HelperError

_ESCAPED = re.compile(rb"\\([0-7]{3})")


class MountLine(NamedTuple):
    """One line of /proc/self/mountinfo (proc(5)), as far as it matters here."""

    identity: int
    device: int
    point: bytes
    writable: bool  # the file system; a mount of it may still be read-only
    filesystem: str
    source: bytes
    options: tuple[bytes, ...] = ()  # of this mount alone
    filesystem_options: tuple[bytes, ...] = ()  # of the file system, wherever it is mounted
    root: bytes = b"/"  # the folder of the file system that is mounted


def table_lines(text: bytes) -> list[bytes]:
    """The lines of one of the kernel's tables, or of fstab(5).

    Only a line feed ends a line: in names it is escaped, as blanks and backslashes are, and nothing
    else is (fs/proc_namespace.c, mm/swapfile.c). If another character ended a line, whoever may
    name a mount point could forge lines.
    """
    return [line for line in text.split(b"\n") if line]


def table_fields(line: bytes) -> list[bytes]:
    """The fields of a line of /proc/swaps or fstab(5), with blanks unescaped."""
    return [without_escapes(word) for word in re.split(rb"[ \t]+", line.strip(b" \t")) if word]


def without_escapes(field: bytes) -> bytes:
    """A field without its octal escapes."""
    return _ESCAPED.sub(lambda match: bytes([int(match[1], 8) & 0xFF]), field)


def parse_mounts(text: bytes) -> Iterator[MountLine]:
    """The mounts in mountinfo; lines that cannot be parsed are left out."""
    for line in table_lines(text):
        fields = line.split(b" ")  # one blank each: a source may be empty
        with suppress(ValueError, IndexError):
            dash = fields.index(b"-", 6)
            major, minor = fields[2].split(b":")
            whole = fields[dash + 3].split(b",") if len(fields) > dash + 3 else []
            yield MountLine(
                identity=int(fields[0]),
                device=os.makedev(int(major), int(minor)),
                point=without_escapes(fields[4]),
                writable=b"rw" in whole,
                filesystem=without_escapes(fields[dash + 1]).decode("ascii", "replace"),
                source=without_escapes(fields[dash + 2]),
                options=tuple(without_escapes(fields[5]).split(b",")),
                filesystem_options=tuple(without_escapes(one) for one in whole),
                root=without_escapes(fields[3]),
            )


_MOUNTINFO = "/proc/self/mountinfo"


def writable_mounts(device: int, mountinfo: str | os.PathLike[str] = _MOUNTINFO) -> list[MountLine]:
    """The mounts of a device whose file system is mounted read-write; none of them is opened.

    Raises Unsupported where there is none.
    """
    with open(mountinfo, "rb") as lines:
        found = [
            each for each in parse_mounts(lines.read()) if each.writable and on_device(each, device)
        ]
    if not found:
        raise _nothing_mounted()
    return found


def open_mount(
    device: int, mountinfo: str | os.PathLike[str] = _MOUNTINFO
) -> tuple[int, MountLine]:
    """A descriptor of a mount of the device, and which mount it is.

    It may wait for whatever is mounted on the way: only for a child. The path is looked up once,
    and the number of what was opened is compared with the mount's: a folder on the way may have
    been renamed or mounted over. Raises Unsupported.
    """
    for mount in writable_mounts(device, mountinfo):
        with suppress(OSError):
            descriptor = os.open(
                mount.point, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            )
            if mount_identity(descriptor) == mount.identity:
                return descriptor, mount
            os.close(descriptor)
    raise _nothing_mounted()


def _nothing_mounted() -> HelperError:
    text = "The device has no file system that is mounted for writing."
    return HelperError(ErrorName.UNSUPPORTED, text)


def mount_identity(descriptor: int) -> int:
    """The number of the mount that a descriptor is on."""
    with open(f"/proc/self/fdinfo/{descriptor}", "rb") as lines:
        for line in lines:
            name, _, value = line.partition(b":")
            if name == b"mnt_id":
                return int(value)
    return -1


def on_device(mount: MountLine, device: int) -> bool:
    """Whether the mount's file system is on that device."""
    if mount.filesystem != "btrfs":
        return mount.device == device
    # btrfs uses numbers of its own; only root can determine its source. Nothing below /dev blocks.
    if not mount.source.startswith(b"/dev/") or b"/../" in mount.source:
        return False
    with suppress(OSError):
        return os.stat(mount.source).st_rdev == device
    return False
