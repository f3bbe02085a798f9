# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The devices that each hold a copy or a part of a target's data, from /sys.

Sources: Documentation/admin-guide/md.rst (md/level), btrfs(5) "sysfs" (allocation/data), and
lvmraid(7), which names the devices of an image `_rimage_N` and of its metadata `_rmeta_N`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from driveproof.system.kernel.small_files import text_in
from driveproof.system.kernel.stack import MOST_DEVICES, is_cache, same_btrfs
from driveproof.system.kernel.sysfs import Sysfs

_IMAGE = re.compile(r"_(?:rimage|mimage)_\d+$")
_FOLDERS_OF_KIND = {"single", "dup", "raid0", "raid1", "raid1c3", "raid1c4", "raid10", "raid5",
                    "raid6"}  # fmt: skip


class Legs(NamedTuple):
    """`array` names the kind ("btrfs raid1", "md raid1", "LVM"); `devices` are kernel names."""

    array: str
    devices: tuple[str, ...]


def legs_of(name: str | None, sysfs: Sysfs) -> Legs | None:
    """What spreads or copies the data of the device `name`; None where one device holds all."""
    seen: set[str] = set()
    while name is not None and name not in seen and len(seen) < MOST_DEVICES:
        seen.add(name)
        found = _btrfs(name, sysfs) if len(seen) == 1 else None
        found = found or _md(name, sysfs) or _lvm(name, sysfs)
        if found is not None:
            return found
        name = _only_below(name, sysfs)
    return None


def _only_below(name: str, sysfs: Sysfs) -> str | None:
    """The one device that everything on `name` is on; None where there is none, or several."""
    disk = sysfs.disk_of(name)
    if disk != name:
        return disk
    under = [slave for slave in sysfs.slaves(name) if not is_cache(slave, sysfs)]
    return under[0] if len(under) == 1 else None


def _btrfs(name: str, sysfs: Sysfs) -> Legs | None:
    others = same_btrfs(name, sysfs)
    if not others:
        return None
    return Legs(f"btrfs {_btrfs_kind(name, sysfs)}".strip(), tuple(sorted((name, *others))))


def _btrfs_kind(name: str, sysfs: Sysfs) -> str:
    """How its data is laid out; "" where blocks of several kinds are left of a conversion."""
    for system in (sysfs.root / "fs" / "btrfs").glob(f"*/devices/{name}"):
        try:
            entries = (system.parent.parent / "allocation" / "data").iterdir()
            kinds = sorted({entry.name for entry in entries} & _FOLDERS_OF_KIND)
        except OSError:
            return ""
        return kinds[0] if len(kinds) == 1 else ""
    return ""


def _md(name: str, sysfs: Sysfs) -> Legs | None:
    level = text_in(sysfs.root / "class" / "block" / name / "md" / "level")
    members = sysfs.slaves(name)
    return Legs(f"md {level}", tuple(sorted(members))) if level and len(members) > 1 else None


def _lvm(name: str, sysfs: Sysfs) -> Legs | None:
    images = [
        slave
        for slave in sysfs.slaves(name)
        if _IMAGE.search(text_in(sysfs.root / "class" / "block" / slave / "dm" / "name"))
    ]
    return Legs("LVM", tuple(sorted(images))) if len(images) > 1 else None
