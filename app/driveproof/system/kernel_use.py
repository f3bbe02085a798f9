# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads who uses block devices: the mount table, the swaps, and what lies on what."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

from driveproof.domain.device_use import KernelUse
from driveproof.system.filesystems import mount_table
from driveproof.system.sysfs import Sysfs

_OCTAL = re.compile(rb"\\([0-7]{3})")


def kernel_use(names: Iterable[str], sysfs: Sysfs, proc: Path = Path("/proc")) -> KernelUse:
    """Who uses the devices with these kernel names. Never raises: what cannot be read is left out,
    and the kernel has the last word when a device is opened for writing.
    """
    return KernelUse(
        mount_table(proc / "self"),
        frozenset(_swaps(proc)),
        {name: found for name in names if (found := sysfs.holders(name))},
    )


def _swaps(proc: Path) -> set[str]:
    """The device numbers of the lines of /proc/swaps (proc(5)) that are partitions."""
    try:
        lines = (proc / "swaps").read_bytes().splitlines()[1:]
    except OSError:
        return set()
    found = set()
    for line in lines:
        path = _OCTAL.sub(lambda match: bytes([int(match[1], 8)]), line.split()[0])
        try:
            facts = os.stat(path)  # noqa: PTH116 - bytes
        except (OSError, ValueError):
            continue
        if stat.S_ISBLK(facts.st_mode):
            found.add(f"{os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}")
    return found
