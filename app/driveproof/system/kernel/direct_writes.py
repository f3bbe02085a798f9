# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether direct I/O really bypasses the page cache: a file system may decide otherwise."""

from __future__ import annotations

import re

from driveproof.domain.drive.drive import Mount
from driveproof.system.kernel.file_flags import NOCOW

_SINCE = (6, 14)


def buffers_direct_writes(mount: Mount, flags: int | None, release: str) -> bool:
    """Whether a file system writes through the page cache although O_DIRECT works.

    btrfs has done so since Linux 6.14 for data with checksums, because the memory could change
    during the write (btrfs-progs, Documentation/ch-checksumming.rst). Files without copy-on-write
    (`flags` of the file) and mounts with nodatasum or nodatacow have no checksums.
    """
    number = re.match(r"(\d+)\.(\d+)", release)
    if mount.filesystem != "btrfs" or number is None:
        return False
    if (int(number[1]), int(number[2])) < _SINCE or {"nodatasum", "nodatacow"} & set(mount.options):
        return False
    return not (flags or 0) & NOCOW
