# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Distinguishes a mount of ours from any other of the same device, even if its reply never came.

UDisks2 records only the user who mounted, and a caller that has disconnected gets no reply. So our
mounts carry an option that changes nothing for our work and that nobody else requests of UDisks2;
it shows in the mount table.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from driveproof.system.kernel.mounts import PROC_SELF, read_mounts

MARK = "nodiratime"
"""UDisks2 allows it for every file system unless the administrator forbids it
(mount_options.conf).
"""

_BY_THE_KERNEL = frozenset({"ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "vfat"})
"""File systems that the kernel itself mounts everywhere, with the option as its own: a mount
program (ntfs-3g) may reject an option that it does not know.
"""


def can_carry(filesystem: str, configuration: Iterable[tuple[str, object]]) -> bool:
    """Whether a mount by UDisks2 gets the mark; `configuration` is that of its Block interface.

    An entry in fstab is mounted only with its own options.
    """
    return filesystem in _BY_THE_KERNEL and all(kind != "fstab" for kind, _ in configuration)


def carries(points: Iterable[bytes], proc: Path = PROC_SELF) -> bool | None:
    """Whether the mount at one of these points carries the mark; None where no mount is visible.

    `points` may end with a NUL, as UDisks2 reports them.
    """
    paths = {os.fsdecode(point.rstrip(b"\0")) for point in points}
    # The last one hides the others.
    found = {mount.path: MARK in mount.options for mount in read_mounts(proc)}
    seen = [found[path] for path in paths if path in found]
    return any(seen) if seen else None
