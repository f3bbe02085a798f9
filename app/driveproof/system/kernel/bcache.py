# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bcache counts itself: reads that its cache had, and reads that it had not.

The kernel's Documentation/admin-guide/bcache.rst, "Backing device stats".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from driveproof.system.kernel.small_files import int_in
from driveproof.system.kernel.sysfs import Sysfs

TICK_SECONDS = 300 / 22
"""The kernel adds up what it has counted 22 times in five minutes (drivers/md/bcache/stats.c)."""
_NAME = re.compile(r"bcache\d+")


class Hits(NamedTuple):
    """Reads as bcache sees them; one that is in the cache only in part is a miss. `bypassed` are
    those that were kept past the cache, because they were sequential.
    """

    hits: int = 0
    misses: int = 0
    bypassed: int = 0

    def since(self, earlier: Hits) -> Hits:
        """What was counted from then on."""
        return Hits(*(now - before for now, before in zip(self, earlier, strict=True)))


def bcaches(names: Iterable[str]) -> tuple[str, ...]:
    """Those of these kernel names that are a bcache."""
    return tuple(name for name in names if _NAME.fullmatch(name))


def read_hits(name: str, sysfs: Sysfs) -> Hits | None:
    """The counters now; None where there are none, as in a bcache whose cache is detached."""
    folder = sysfs.root / "class" / "block" / name / "bcache"
    if not (folder / "cache").exists():
        return None
    total = folder / "stats_total"
    names = ("cache_hits", "cache_misses", "cache_bypass_hits", "cache_bypass_misses")
    counted = [count for name in names if (count := int_in(total / name)) is not None]
    if len(counted) < len(names):
        return None
    hits, misses, past, beside = counted
    return Hits(hits, misses, past + beside)
