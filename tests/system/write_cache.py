# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A loop device that writes fast until so much was written, and slowly then: a drive's cache."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

V1 = Path("/sys/fs/cgroup/blkio/blkio.throttle.write_bps_device")
SECTOR = 512
LOOK = 0.02
IDLE = 1.5  # seconds: a throttled device writes in bursts half a second apart


def can_throttle() -> bool:
    """Whether this machine limits the writes of a block device (cgroup v1, as root)."""
    return V1.exists() and os.access(V1, os.W_OK)


class WriteCache:
    """Sets the write limit of a device by what was written to it; rates in bytes a second."""

    def __init__(self, device: str, *, fast: int, slow: int, cache: int, freed: int) -> None:
        self._name = Path(device).name
        number = Path(device).stat().st_rdev
        self._number = f"{os.major(number)}:{os.minor(number)}"
        self._fast, self._slow, self._cache, self._freed = fast, slow, cache, freed
        self._stop = threading.Event()
        self._limit(fast)
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _limit(self, rate: int) -> None:
        V1.write_text(f"{self._number} {rate}")

    def _written(self) -> int:
        return int(Path(f"/sys/block/{self._name}/stat").read_text("ascii").split()[6]) * SECTOR

    def _watch(self) -> None:
        used, slow = 0.0, False
        before, at = self._written(), time.monotonic()
        busy = at
        while not self._stop.wait(LOOK):
            now, moment = self._written(), time.monotonic()
            if now > before:
                used, busy = min(used + now - before, self._cache), moment
            elif moment - busy > IDLE:  # a slow drive has gaps between its writes
                used = max(0.0, used - self._freed * (moment - at))
            before, at = now, moment
            if (used >= self._cache) != slow:
                slow = used >= self._cache
                self._limit(self._slow if slow else self._fast)

    def close(self) -> None:
        """Take the limit away: the number of the device is used again."""
        self._stop.set()
        self._thread.join()
        self._limit(0)


@contextmanager
def write_cache(
    device: str, *, fast: int, slow: int, cache: int, freed: int = 0
) -> Iterator[WriteCache]:
    """The device with such a cache, as long as this lasts."""
    found = WriteCache(device, fast=fast, slow=slow, cache=cache, freed=freed)
    try:
        yield found
    finally:
        found.close()
