# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The block devices that serve a target, below it and beside it, from /sys."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from driveproof.domain.run.run import Role
from driveproof.domain.text import visible
from driveproof.system.kernel.devices import device_holding
from driveproof.system.kernel.small_files import name_in
from driveproof.system.kernel.sysfs import Sysfs

# More than any desktop machine has; what the kernel reports could be cyclic or wrong.
MOST_DEVICES = 64


class Involved(NamedTuple):
    """A block device by its kernel name, and how it lies to the target."""

    device: str
    role: Role


class Mapped(NamedTuple):
    """What a mapped device consists of: its own name, its bytes, and the kernel names below it."""

    name: str
    size: int | None
    below: tuple[str, ...]


HolderOfFile = Callable[[str], str | None]
"""The kernel name of the device that holds a file, None where there is none."""


def devices_involved(
    name: str | None, sysfs: Sysfs, holder_of: HolderOfFile | None = None
) -> tuple[Involved, ...]:
    """The device `name`, all below it, then what serves beside it; nothing for None.

    Below: the slaves of md, the device mapper and bcache, the disk of a partition, the device of a
    loop device's file. Beside: the other devices of the same btrfs, md or bcache, and what is below
    them; a bcache's caching device is beside, because only its backing device holds everything.
    """
    if name is None:
        return ()
    holder_of = holder_of or (lambda path: device_holding(path, sysfs))
    found = {name: Role.TARGET}
    aside: list[str] = []
    todo = [name]
    while todo and len(found) < MOST_DEVICES:  # depth first, each device once
        current = todo.pop()
        found.setdefault(current, Role.BELOW)
        aside += _caches(current, sysfs)
        under = [other for other in _under(current, sysfs, holder_of) if other not in found]
        todo += reversed(under)
    aside += _siblings(name, sysfs)
    while aside and len(found) < MOST_DEVICES:
        current = aside.pop(0)
        if current not in found:
            found[current] = Role.BESIDE
            aside += [*_caches(current, sysfs), *_under(current, sysfs, holder_of)]
    return tuple(Involved(device, role) for device, role in found.items())


def drives_below(name: str | None, sysfs: Sysfs) -> tuple[str, ...]:
    """The kernel names of what does the work in the end, for the device `name` and the others of
    its btrfs: the disks at the bottom, as `Inventory.drives_below` has them. Nothing for None.

    A loop device is a drive: its file may be anywhere.
    """
    if name is None:
        return ()
    bottom: dict[str, None] = {}
    seen: set[str] = set()
    todo = [name, *same_btrfs(name, sysfs)]
    while todo and len(seen) < MOST_DEVICES:
        current = todo.pop(0)
        if current in seen:
            continue
        seen.add(current)
        below = sysfs.facts(current).slaves  # of a partition its disk
        if not below:
            bottom[current] = None
        todo += below
    return tuple(bottom)


def mapped(name: str, sysfs: Sysfs) -> Mapped | None:
    """What a device of the device mapper consists of now; None for any other one, and where it has
    gone. Its table can be replaced while it is used, and only root may read that.
    """
    own = name_in(_folder(name, sysfs) / "dm" / "name")
    return Mapped(own, sysfs.facts(name).size, sysfs.slaves(name)) if own else None


def _under(name: str, sysfs: Sysfs, holder_of: HolderOfFile) -> Iterator[str]:
    """The devices directly below a device, without the caches of a bcache."""
    disk = sysfs.disk_of(name)
    if disk != name:
        yield disk
    yield from (slave for slave in sysfs.slaves(name) if not is_cache(slave, sysfs))
    file = name_in(_folder(name, sysfs) / "loop" / "backing_file")
    holder = holder_of(file) if file else None
    if holder:
        yield holder
        yield from same_btrfs(holder, sysfs)


def _caches(name: str, sysfs: Sysfs) -> list[str]:
    """The caching devices of a bcache: the kernel lists them among its slaves (bcache/super.c)."""
    return [slave for slave in sysfs.slaves(name) if is_cache(slave, sysfs)]


def is_cache(name: str, sysfs: Sysfs) -> bool:
    """Whether it is a bcache caching device: only these have a replacement policy
    (Documentation/admin-guide/bcache.rst).
    """
    return (_folder(name, sysfs) / "bcache" / "cache_replacement_policy").exists()


def _siblings(name: str, sysfs: Sysfs) -> list[str]:
    """The other devices of what is on this one."""
    found = same_btrfs(name, sysfs)
    for holder in sysfs.holders(name):
        found += [slave for slave in sysfs.slaves(holder) if slave != name]
    return found


def same_btrfs(name: str, sysfs: Sysfs) -> list[str]:
    """The other devices of the mounted btrfs on this one (/sys/fs/btrfs/UUID/devices)."""
    for folder in sorted((sysfs.root / "fs" / "btrfs").glob("*/devices")):
        names = sorted(_names(folder))
        if name in names:
            return [other for other in names if other != name]
    return []


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208 - names alone
    except OSError:  # unmounted just now
        return []


def _folder(name: str, sysfs: Sysfs) -> Path:
    return sysfs.root / "class" / "block" / name


_ENCRYPTED = "CRYPT-"


def encryption_of(name: str, sysfs: Sysfs) -> str | None:
    """The format of an encrypted volume by its kernel name: "LUKS2", "PLAIN"; None for any other.

    cryptsetup calls it CRYPT-FORMAT-UUID-NAME (libdevmapper.c, dm_prepare_uuid); /sys has that in
    dm/uuid, for every user.
    """
    uuid = sysfs.facts(name).mapping_uuid
    if not uuid.startswith(_ENCRYPTED):
        return None
    return visible(uuid.removeprefix(_ENCRYPTED).partition("-")[0]) or None
