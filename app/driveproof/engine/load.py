# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How busy a drive is now, and whether it had better not be given a self-test as well."""

from __future__ import annotations

import time
from collections.abc import Callable

from driveproof.engine.ongoing import Works
from driveproof.system.kernel.sysfs import Sysfs

SECONDS = 2.0
"""So long its load is observed."""
MOST = 0.2
"""Above this share of the time with I/O in flight it is at work: what is in use stays usable."""


def is_busy(
    name: str, works: Works, sysfs: Sysfs, pause: Callable[[float], object] = time.sleep
) -> bool:
    """Whether a Driveproof works on this drive (kernel name), or others load it; takes 2 s."""
    if any(one.disturbs(frozenset({name})) for one in works.others()):
        return True
    share = busy_share(name, sysfs, pause)
    return share is not None and share > MOST


def busy_share(
    name: str, sysfs: Sysfs, pause: Callable[[float], object] = time.sleep
) -> float | None:
    """The share of two seconds in which a drive (kernel name) had I/O in flight; None without its
    counters.
    """
    before, began = sysfs.read_stat(name), time.monotonic()
    pause(SECONDS)
    after, ended = sysfs.read_stat(name), time.monotonic()
    if before is None or after is None:
        return None
    return (after.busy_seconds - before.busy_seconds) / max(ended - began, SECONDS)
