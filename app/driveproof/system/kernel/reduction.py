# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What compresses or deduplicates data between a file or device and the drive."""

from __future__ import annotations

import os
from collections.abc import Iterable

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError
from driveproof.domain.notes import Note
from driveproof.system.kernel.file_flags import COMPRESS, flags_of
from driveproof.system.kernel.mounts import compression, mount_of, mount_table
from driveproof.system.kernel.small_files import name_in
from driveproof.system.kernel.stack import Involved
from driveproof.system.kernel.sysfs import Sysfs

_ALWAYS = frozenset({"zfs", "bcachefs", "ubifs", "jffs2"})
"""File systems that compress or deduplicate by properties that no mount option shows."""
_ATTRIBUTES = ("btrfs.compression", "bcachefs.compression", "bcachefs.background_compression")
"""Properties of a single file or folder (btrfs-property(8), bcachefs(8))."""
_NO = frozenset({b"", b"no", b"none"})
# Prefixes of UUIDs of device mapper devices that are something else (libdm, lvm2, cryptsetup,
# multipath-tools, kpartx, dmraid).
_NOT_VDO = ("CRYPT-", "LVM-", "mpath-", "part", "DMRAID-")


def reducing_file(path: str | int, mount: Mount) -> tuple[Note, ...]:
    """Why the file system reduces the data written to a file or folder (a path, or an open one).

    By its mount option, its properties or its kind. Empty where nothing indicates that.
    """
    found = []
    kind = mount.filesystem
    if kind in _ALWAYS:
        found.append(Note("{text}", text=kind))
    elif how := compression(mount):
        found.append(
            Note("{filesystem} with {name} ({how})", filesystem=kind, name="compress", how=how)
        )
    flags = flags_of(path)
    if flags is not None and flags & COMPRESS:
        found.append(Note("{filesystem} with compression", filesystem=kind))
    for name in _ATTRIBUTES:
        try:
            value = os.getxattr(path, name)
        except OSError:
            continue
        if value not in _NO:
            how = value.decode("ascii", "replace")
            found.append(
                Note("{filesystem} with {name} ({how})", filesystem=kind, name=name, how=how)
            )
    return tuple(dict.fromkeys(found))


def reducing_devices(layers: Iterable[Involved], sysfs: Sysfs) -> tuple[Note, ...]:
    """Why the block devices that serve a target reduce the data.

    Compressed memory, dm-vdo, volumes of ZFS, and a loop device's file on a file system that
    compresses.
    """
    found: list[Note] = []
    for layer in layers:
        name = layer.device
        if name.startswith("zram"):
            found.append(Note("{device} (compressed memory)", device=name))
        elif name.startswith("zd") and name.removeprefix("zd").split("p")[0].isdigit():
            found.append(Note("{first} ({second})", first=name, second="ZFS"))
        elif name.startswith("dm-") and _is_vdo(name, sysfs):
            found.append(Note("{first} ({second})", first=name, second="VDO"))
        elif name.startswith("loop"):
            below = _file_below(name, sysfs)
            found += [Note("{device} on {why}", device=name, why=why) for why in below]
    return tuple(dict.fromkeys(found))


def _is_vdo(name: str, sysfs: Sysfs) -> bool:
    """Whether a device mapper device is VDO, or may be.

    lvm2 names the layer below a VDO volume NAME-vpool (lib/metadata/lv.c, lv_layer); the old
    manager's UUIDs contain VDO-. Only root can see the target of an unnamed device: it may be VDO
    if the module is in use.
    """
    uuid = sysfs.facts(name).mapping_uuid
    if uuid.startswith("VDO-") or uuid.endswith("-vpool"):
        return True
    return not uuid.startswith(_NOT_VDO) and any(
        name_in(sysfs.root / "module" / module / "refcnt") not in ("", "0")
        for module in ("dm_vdo", "kvdo")
    )


def _file_below(name: str, sysfs: Sysfs) -> tuple[Note, ...]:
    file = name_in(sysfs.root / "class" / "block" / name / "loop" / "backing_file")
    if not file:
        return ()
    try:
        return reducing_file(file, mount_of(file))
    except MachineError:  # deleted, or in a folder that cannot be entered: its name has to do
        above = [one for one in mount_table() if file.startswith(one.path.rstrip("/") + "/")]
        return reducing_file(file, max(above, key=lambda one: len(one.path))) if above else ()
