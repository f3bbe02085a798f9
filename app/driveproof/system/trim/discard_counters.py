# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which devices count the discards of a file system, and how far these counts have come."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from driveproof.domain.trim.job import LayerCount
from driveproof.system.kernel.stack import MOST, is_cache, same_btrfs
from driveproof.system.kernel.sysfs import Sysfs

LOOKING = 0.1
"""Seconds between two looks."""
QUIET = 3.0
"""Counters that stay for so long have settled: a drive may need a second and more for one discard
of the largest size, and it is counted when it has ended. Seconds."""
_IN_MEMORY = re.compile(r"z?ram\d+")
"""They discard, and never count it (drivers/block/zram/zram_drv.c, drivers/block/brd.c)."""
LONGEST = 120.0
"""xfs discards after FITRIM has returned; no drive keeps so much waiting for longer. Seconds."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A device that counts, by its kernel name; see LayerCount."""

    name: str
    top: bool
    bottom: bool
    keeps: bool = False


def counted_devices(name: str, sysfs: Sysfs) -> tuple[Counted, ...]:
    """From what a file system lies on down to the drives, each once.

    A loop device is a bottom: below it is a file. The caches of a bcache get no discards.
    """
    top = (name, *same_btrfs(name, sysfs))
    found: dict[str, Counted] = {}
    todo = list(reversed(top))
    while todo and len(found) < MOST:
        current = todo.pop()
        if current in found:
            continue
        disk = sysfs.disk_of(current)
        slaves = [disk] if disk != current else list(sysfs.slaves(current))
        below = [one for one in slaves if not is_cache(one, sysfs)]
        found[current] = Counted(current, current in top, not below, _keeps(current, sysfs))
        todo += reversed(below)
    return tuple(found.values())


def _keeps(name: str, sysfs: Sysfs) -> bool:
    """Whether a mapping is more than a way through: anything but dm-crypt, kpartx's partitions, and
    volumes of LVM that are no part of another (lib/activate/dev_manager.c: two ids of 32 letters,
    then "-tpool", "-tmeta", "-rmeta_0", ...).
    """
    uuid = sysfs.facts(name).mapping_uuid
    if not uuid or uuid.startswith(("CRYPT-", "part")):
        # What has no name of its own may be anything; what is no mapping has no folder for one.
        return not uuid and (sysfs.root / "class" / "block" / name / "dm").is_dir()
    return not re.fullmatch(r"LVM-\w{64}", uuid)


def read_counts(devices: tuple[Counted, ...], sysfs: Sysfs) -> dict[str, int | None]:
    """Bytes of discard since each device appeared; None for who keeps no count."""
    counting = (device.name for device in devices)
    stats = {
        name: None if _IN_MEMORY.fullmatch(name) else sysfs.read_stat(name) for name in counting
    }
    return {name: stat.discarded_bytes if stat else None for name, stat in stats.items()}


def since(
    devices: tuple[Counted, ...], before: dict[str, int | None], sysfs: Sysfs
) -> tuple[LayerCount, ...]:
    """What came since `before`."""
    now = read_counts(devices, sysfs)
    found = []
    for device in devices:
        first, last = before.get(device.name), now.get(device.name)
        count = None if first is None or last is None else max(0, last - first)
        found.append(LayerCount(device.name, count, device.top, device.bottom, device.keeps))
    return tuple(found)


def settled(
    devices: tuple[Counted, ...],
    before: dict[str, int | None],
    sysfs: Sysfs,
    wanted: int,
    *,
    cancelled: Callable[[], bool],
    longest: float = LONGEST,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> tuple[LayerCount, ...]:
    """The counts once every device has `wanted` bytes, or once they have stayed for QUIET."""
    begin = quiet = clock()
    seen = since(devices, before, sysfs)
    while not cancelled():
        if seen and all(layer.discarded is None or layer.discarded >= wanted for layer in seen):
            break
        now = clock()
        stays = now - quiet >= QUIET and not _at_the_first(devices, seen, sysfs)
        if stays or now - begin >= longest:
            break
        pause(LOOKING)
        last, seen = seen, since(devices, before, sysfs)
        if last != seen:
            quiet = clock()
    return seen


def _at_the_first(devices: tuple[Counted, ...], seen: tuple[LayerCount, ...], sysfs: Sysfs) -> bool:
    """Whether nothing was counted, but something is under way: maybe one slow discard."""
    if any(layer.discarded for layer in seen):
        return False
    stats = [sysfs.read_stat(device.name) for device in devices]
    return any(stat is not None and stat.in_flight for stat in stats)
