# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What uses block devices: mounts, swaps, and the devices on top of them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from driveproof.domain.drive.device_use import KernelUse
from driveproof.helper import mounts
from driveproof.helper.loop_use import loop_users
from driveproof.system.kernel.mounts import mount_table
from driveproof.system.kernel.sysfs import Sysfs


def kernel_use(names: Iterable[str], sysfs: Sysfs, proc: Path = Path("/proc")) -> KernelUse:
    """What uses the devices with these kernel names.

    Never raises: what cannot be read is left out, and the kernel decides finally when a device is
    opened for writing.
    """
    table = proc / "self/mountinfo"
    upon = {name: (*sysfs.holders(name), *loop_users(name, sysfs.root, table)) for name in names}
    return KernelUse(
        mount_table(proc / "self"),
        frozenset(_swaps(proc)),
        {name: found for name, found in upon.items() if found},
    )


def _swaps(proc: Path) -> set[str]:
    """The device numbers of the partitions in /proc/swaps (proc(5))."""
    try:
        lines = mounts.table((proc / "swaps").read_bytes())[1:]
    except OSError:
        return set()
    found = set()
    for line in lines:
        try:
            facts = os.stat(mounts.words(line)[0])  # noqa: PTH116 - bytes
        except (OSError, ValueError, IndexError):
            continue
        if stat.S_ISBLK(facts.st_mode):
            found.add(f"{os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}")
    return found
