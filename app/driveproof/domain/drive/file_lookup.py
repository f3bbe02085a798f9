# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command that tells which files lie at places of a device, for each file system that has one.

They need root, and read the file system's own tables: debugfs(8), xfs_io(8), ntfscluster(8),
btrfs-scrub(8).
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

_SECTOR = 512  # bytes: the unit of xfs_io's fsmap
_MOST = 16
"""Blocks in one command."""
USUAL_BLOCK = 4096
"""Bytes of an ext4 block on all but the smallest file systems (mke2fs.conf)."""


class LookupCommand(StrEnum):
    """What a command gives."""

    INODES = "inodes"
    """debugfs names the inodes; its ncheck the files."""
    MAP = "map"
    """xfs_io names the inode that owns each place."""
    FILES = "files"
    SCRUB = "scrub"
    """btrfs has addresses of its own: it has to read everything (-r: it repairs nothing), and the
    kernel's log has the files."""


@dataclass(frozen=True, slots=True)
class FileLookup:
    """A command for a person to run."""

    means: LookupCommand
    command: str


def lookup(
    filesystem: str,
    device: str,
    places: Sequence[tuple[int, int]],
    *,
    mount: str = "",
    block_size: int = USUAL_BLOCK,
    sector: int = _SECTOR,
) -> FileLookup | None:
    """The command for `places`: first byte and bytes of each, from the start of `device`.

    `mount` is where it is mounted, "" for nowhere; `sector` the bytes of the device's own blocks,
    which are also NTFS's (ntfscluster.c converts its range with the size in the boot sector). None
    where nothing plain can tell.
    """
    point = shlex.quote(mount or "MOUNTPOINT")
    where = shlex.quote(device)
    first, size = places[0]
    match filesystem:
        case "ext2" | "ext3" | "ext4":
            blocks = _blocks(places, block_size)
            asked = f"icheck {' '.join(map(str, blocks))}"
            return FileLookup(LookupCommand.INODES, f'sudo debugfs -R "{asked}" {where}')
        case "xfs":
            begin, end = first // _SECTOR, (first + size - 1) // _SECTOR
            return FileLookup(
                LookupCommand.MAP, f'sudo xfs_io -rc "fsmap -d -v {begin} {end}" {point}'
            )
        case "ntfs":
            begin, end = first // sector, (first + size - 1) // sector
            return FileLookup(
                LookupCommand.FILES, f"sudo ntfscluster --sector {begin}-{end} {where}"
            )
        case "btrfs":
            return FileLookup(LookupCommand.SCRUB, f"sudo btrfs scrub start -Bdr {point}")
    return None


def _blocks(places: Sequence[tuple[int, int]], block_size: int) -> list[int]:
    """The blocks of the file system in these places, the first few of them."""
    found: dict[int, None] = {}
    for begin, size in places:
        for block in range(begin // block_size, -(-(begin + size) // block_size)):
            found[block] = None
            if len(found) == _MOST:
                return list(found)
    return list(found)
