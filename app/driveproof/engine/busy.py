# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How busy a drive is now, and whether a self-test should wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from driveproof.domain.live import WATCHED
from driveproof.engine.ongoing import Works
from driveproof.system.kernel.sysfs import Sysfs

MOST = 0.2
"""Above this share of the time with I/O in flight it is at work: what is in use stays usable."""


def is_busy(
    name: str, works: Works, sysfs: Sysfs, pause: Callable[[float], object] = time.sleep
) -> bool:
    """Whether a Driveproof works on this drive (kernel name), or others load it; takes 2 s."""
    if any(one.disturbs(frozenset({name})) for one in works.others()):
        return True
    share = busiest((name,), sysfs, pause)
    return share is not None and share > MOST


def busiest(
    names: Sequence[str], sysfs: Sysfs, pause: Callable[[float], object] = time.sleep
) -> float | None:
    """The share of two seconds in which the busiest of these drives (kernel names) had I/O in
    flight; None without counters.
    """
    before, began = [sysfs.read_stat(name) for name in names], time.monotonic()
    pause(WATCHED)
    after, ended = [sysfs.read_stat(name) for name in names], time.monotonic()
    spent = [
        new.busy_seconds - old.busy_seconds
        for old, new in zip(before, after, strict=True)
        if old is not None and new is not None
    ]
    return max(spent) / max(ended - began, WATCHED) if spent else None
