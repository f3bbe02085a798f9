# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What uses block devices: mounts, swaps, the devices on top of them, and programs."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from driveproof.domain.drive.device_use import Beside, KernelUse, UseKind
from driveproof.helper import mounts
from driveproof.helper.loop_use import loop_users, named
from driveproof.helper.reach import reach_of
from driveproof.system.kernel.mounts import mount_table
from driveproof.system.kernel.openers import programs_using
from driveproof.system.kernel.sysfs import Sysfs


def beside(name: str, sysfs: Sysfs) -> tuple[Beside, ...]:
    """The devices that reach the bytes of the device with this kernel name, and that the kernel
    does not exclude when it is opened alone.
    """
    return tuple(
        Beside(one.name, UseKind(one.way.value), one.of, sysfs.facts(one.name).number)
        for one in reach_of(name, sysfs.root).others
    )


def kernel_use(
    names: Iterable[str], sysfs: Sysfs, proc: Path = Path("/proc"), *, programs: bool = False
) -> KernelUse:
    """What uses the devices with these kernel names; with `programs`, also which programs have one
    open for writing or locked, as far as this user may see it: looking at every process takes time.

    Never raises: what cannot be read is left out, and the kernel decides finally when a device is
    opened for writing.
    """
    every = tuple(names)
    loops = named(sysfs.root, proc / "self/mountinfo", look_up=programs)
    upon = {
        name: (
            *sysfs.holders(name),
            *(loop_users(reach_of(name, sysfs.root), loops) if loops else ()),
        )
        for name in every
    }
    return KernelUse(
        mount_table(proc / "self"),
        frozenset(_swaps(proc)),
        {name: found for name, found in upon.items() if found},
        programs_using(every, sysfs, proc) if programs else {},
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
