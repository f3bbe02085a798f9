# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells a mount of ours from anybody else's of the same device, also when its answer never came.

UDisks2 says who began a mount by user alone, and whoever has hung up gets no answer. So what is
mounted for us carries an option that changes nothing that we do there, and that nobody else asks
UDisks2 for: it stands in the mount table.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from driveproof.system.kernel.mounts import PROC_SELF, read_mounts

MARK = "nodiratime"
"""UDisks2 allows it for every file system unless somebody forbade it (mount_options.conf)."""

_BY_THE_KERNEL = frozenset({"ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "vfat"})
"""Mounted by the kernel itself on every machine, for which the option is its own: a program that
mounts (ntfs-3g) may refuse a word that it does not know."""


def can_carry(filesystem: str, configuration: Iterable[tuple[str, object]]) -> bool:
    """Whether a mount by UDisks2 gets the mark; `configuration` is that of its Block interface.

    What is in fstab is mounted with the options that stand there, and no others.
    """
    return filesystem in _BY_THE_KERNEL and all(kind != "fstab" for kind, _ in configuration)


def carries(points: Iterable[bytes], proc: Path = PROC_SELF) -> bool | None:
    """Whether what is mounted at one of these carries the mark; None where no mount is seen there.

    `points` may end with a zero byte, as UDisks2 tells them.
    """
    paths = {os.fsdecode(point.rstrip(b"\0")) for point in points}
    # The last covers others.
    found = {mount.path: MARK in mount.options for mount in read_mounts(proc)}
    seen = [found[path] for path in paths if path in found]
    return any(seen) if seen else None
