# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether what is written with direct I/O goes past the page cache: a file system may decide."""

from __future__ import annotations

import re

from driveproof.domain.drive.drive import Mount
from driveproof.system.kernel.file_flags import NOCOW

_SINCE = (6, 14)


def buffers_direct_writes(mount: Mount, flags: int | None, release: str) -> bool:
    """Whether a file system writes through the page cache although O_DIRECT works.

    btrfs does since Linux 6.14 where data has checksums, as the memory could change while it is
    written (btrfs-progs, Documentation/ch-checksumming.rst). A file without copy-on-write (`flags`
    of the file) and mounts with nodatasum or nodatacow have none.
    """
    number = re.match(r"(\d+)\.(\d+)", release)
    if mount.filesystem != "btrfs" or number is None:
        return False
    if (int(number[1]), int(number[2])) < _SINCE or {"nodatasum", "nodatacow"} & set(mount.options):
        return False
    return not (flags or 0) & NOCOW
