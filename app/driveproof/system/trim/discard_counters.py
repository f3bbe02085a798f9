# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which devices count the discards of a file system, and the values of these counters."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from driveproof.domain.trim.job import LayerCount
from driveproof.system.kernel.stack import MOST_DEVICES, is_cache, same_btrfs
from driveproof.system.kernel.sysfs import Sysfs

LOOKING = 0.1
"""Seconds between two readings."""
QUIET = 3.0
"""Seconds after which unchanged counters have settled: a drive may need more than a second for one
discard of the largest size, which is counted when it has ended.
"""
_IN_MEMORY = re.compile(r"z?ram\d+")
"""Devices that discard but never count it (drivers/block/zram/zram_drv.c, drivers/block/brd.c)."""
LONGEST = 120.0
"""Seconds: xfs discards after FITRIM has returned, and no drive queues so much for longer."""


@dataclass(frozen=True, slots=True)
class CountingDevice:
    """A device with counters, by its kernel name; see LayerCount."""

    name: str
    top: bool
    bottom: bool
    keeps: bool = False


def counted_devices(name: str, sysfs: Sysfs) -> tuple[CountingDevice, ...]:
    """The devices from below a file system down to the drives, each once.

    A loop device is the last: below it is a file. The caches of a bcache receive no discards.
    """
    top = (name, *same_btrfs(name, sysfs))
    found: dict[str, CountingDevice] = {}
    todo = list(reversed(top))
    while todo and len(found) < MOST_DEVICES:
        current = todo.pop()
        if current in found:
            continue
        disk = sysfs.disk_of(current)
        slaves = [disk] if disk != current else list(sysfs.slaves(current))
        below = [one for one in slaves if not is_cache(one, sysfs)]
        found[current] = CountingDevice(current, current in top, not below, _keeps(current, sysfs))
        todo += reversed(below)
    return tuple(found.values())


def _keeps(name: str, sysfs: Sysfs) -> bool:
    """Whether a mapping is more than a pass-through.

    Anything but dm-crypt, kpartx's partitions, and volumes of LVM that are not part of another
    (lib/activate/dev_manager.c: two ids of 32 letters, then "-tpool", "-tmeta", "-rmeta_0", ...).
    """
    uuid = sysfs.facts(name).mapping_uuid
    if not uuid or uuid.startswith(("CRYPT-", "part")):
        # A mapping without a UUID may be anything; a device without this folder is not a mapping.
        return not uuid and (sysfs.root / "class" / "block" / name / "dm").is_dir()
    return not re.fullmatch(r"LVM-\w{64}", uuid)


def read_counts(devices: tuple[CountingDevice, ...], sysfs: Sysfs) -> dict[str, int | None]:
    """Discarded bytes since each device appeared; None for a device without a counter."""
    counting = (device.name for device in devices)
    stats = {
        name: None if _IN_MEMORY.fullmatch(name) else sysfs.read_stat(name) for name in counting
    }
    return {name: stat.discarded_bytes if stat else None for name, stat in stats.items()}


def discarded_since(
    devices: tuple[CountingDevice, ...], before: dict[str, int | None], sysfs: Sysfs
) -> tuple[LayerCount, ...]:
    """The bytes discarded since `before`."""
    now = read_counts(devices, sysfs)
    found = []
    for device in devices:
        first, last = before.get(device.name), now.get(device.name)
        count = None if first is None or last is None else max(0, last - first)
        found.append(LayerCount(device.name, count, device.top, device.bottom, device.keeps))
    return tuple(found)


def settled_counters(
    devices: tuple[CountingDevice, ...],
    before: dict[str, int | None],
    sysfs: Sysfs,
    wanted: int,
    *,
    cancelled: Callable[[], bool],
    longest: float = LONGEST,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> tuple[LayerCount, ...]:
    """The counters once every device has `wanted` bytes, or has not changed for QUIET seconds."""
    begin = quiet = clock()
    seen = discarded_since(devices, before, sysfs)
    while not cancelled():
        if seen and all(layer.discarded is None or layer.discarded >= wanted for layer in seen):
            break
        now = clock()
        stays = now - quiet >= QUIET and not _at_the_first(devices, seen, sysfs)
        if stays or now - begin >= longest:
            break
        pause(LOOKING)
        last, seen = seen, discarded_since(devices, before, sysfs)
        if last != seen:
            quiet = clock()
    return seen


def _at_the_first(
    devices: tuple[CountingDevice, ...], seen: tuple[LayerCount, ...], sysfs: Sysfs
) -> bool:
    """Whether nothing was counted yet but I/O is in flight: perhaps one slow discard."""
    if any(layer.discarded for layer in seen):
        return False
    stats = [sysfs.read_stat(device.name) for device in devices]
    return any(stat is not None and stat.in_flight for stat in stats)
