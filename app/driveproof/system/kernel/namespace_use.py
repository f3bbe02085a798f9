# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of an NVMe namespace is in use, as the drive reports it, without root.

`nuse` came with Linux 6.8 (drivers/nvme/host/sysfs.c), which queries the drive at most every five
seconds. UDisks2 has the same number (NamespaceUtilization), but reads it only when the drive
appears.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from driveproof.system.kernel.sysfs import Sysfs

_LONGEST = 11.0
"""Seconds: two of the kernel's intervals and a margin."""


def namespace_use(names: tuple[str, ...], sysfs: Sysfs) -> int | None:
    """Bytes in use on all of these; None where one does not report it."""
    found = 0
    for name in names:
        block = sysfs.limits(name).logical_block_size
        try:
            text = (sysfs.root / "class" / "block" / name / "nuse").read_text("ascii")
            blocks = int(text) if len(text) <= 21 else -1
        except (OSError, ValueError):
            return None
        if block is None or blocks < 0:
            return None
        found += blocks * block
    return found if names else None


def use_afterwards(
    names: tuple[str, ...],
    before: int | None,
    sysfs: Sysfs,
    *,
    cancelled: Callable[[], bool],
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> int | None:
    """The same, once it is less than `before` or has not fallen for two intervals."""
    if before is None:
        return None
    end = clock() + _LONGEST
    while True:
        now = namespace_use(names, sysfs)
        if now is None or now < before or clock() > end or cancelled():
            return now
        pause(0.25)  # between two readings
