# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of arrays in /sys: md in block/mdN/md, btrfs in fs/btrfs/UUID.

Sources: Documentation/admin-guide/md.rst and Documentation/ABI/testing/sysfs-fs-btrfs of the kernel
and of btrfs-progs (btrfs.5, "sysfs").
"""

from __future__ import annotations

import re
from pathlib import Path

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.system.kernel.small_files import text_in
from driveproof.system.kernel.sysfs import Sysfs

_SECTOR = 512  # of sync_completed and mismatch_cnt
_KIB = 1024  # of sync_speed
_OF_BTRFS = frozenset({ArrayAction.BALANCE, ArrayAction.REPLACE, ArrayAction.REMOVE})
_UUID = re.compile(r"[0-9a-fA-F-]+")


def md_array(sysfs: Sysfs, name: str) -> ArrayState | None:
    """The state of an md array; None for any other device, and for an array that is stopped."""
    base = sysfs.root / "class" / "block" / name / "md"
    state = text_in(base / "array_state")
    if state in {"", "clear", "inactive"}:
        return None
    # "4 (3)" while it is reshaped: the new number, then the old one.
    wanted = _number(text_in(base / "raid_disks").split(" ")[0])
    missing = _number(text_in(base / "degraded"))  # RAID 0 has no such file
    differing = _number(text_in(base / "mismatch_cnt"))
    action = md_action(sysfs, name)
    done, total = _completed(text_in(base / "sync_completed")) if action else (None, None)
    speed = _number(text_in(base / "sync_speed")) if action else None
    per_second = None if speed is None else float(speed * _KIB)
    left = None
    if done is not None and total is not None and per_second:
        left = max(0, total - done) * _SECTOR / per_second
    return ArrayState(
        kind="md",
        wanted=wanted,
        active=None if wanted is None or missing is None else max(0, wanted - missing),
        broken=state == "broken",
        action=action,
        progress=None if done is None or not total else min(1.0, done / total),
        speed=per_second,
        seconds_left=left,
        mismatches=None if differing is None else differing * _SECTOR,
    )


def md_action(sysfs: Sysfs, name: str) -> ArrayAction | None:
    """What an md array does besides serving; None for nothing, and for any other device."""
    word = text_in(sysfs.root / "class" / "block" / name / "md" / "sync_action")
    return ArrayAction(word) if word in tuple(ArrayAction) and word not in _OF_BTRFS else None


def btrfs_array(sysfs: Sysfs, uuid: str) -> ArrayState | None:
    """The state of a mounted btrfs of several devices; None for any other.

    The kernel says which are missing and that a balance runs, not how far it is. Of a scrub /sys
    says nothing.
    """
    if not _UUID.fullmatch(uuid):
        return None
    try:
        members = sorted((sysfs.root / "fs" / "btrfs" / uuid / "devinfo").iterdir())
    except OSError:
        return None
    missing = [_number(text_in(member / "missing")) for member in members]
    if len(members) < 2:
        return None
    known = [one for one in missing if one is not None]
    active = sum(one == 0 for one in known) if len(known) == len(members) else None
    action = _btrfs_action(sysfs.root / "fs" / "btrfs" / uuid)
    return ArrayState(kind="btrfs", wanted=len(members), active=active, action=action)


def array_action(sysfs: Sysfs, name: str) -> ArrayAction | None:
    """What the md array or the mounted btrfs on a block device does besides serving."""
    if (action := md_action(sysfs, name)) is not None:
        return action
    try:
        systems = [
            one for one in (sysfs.root / "fs" / "btrfs").iterdir() if _UUID.fullmatch(one.name)
        ]
    except OSError:  # no btrfs in this kernel
        return None
    found = (_btrfs_action(one) for one in systems if (one / "devices" / name).exists())
    return next(filter(None, found), None)


def _btrfs_action(folder: Path) -> ArrayAction | None:
    word = text_in(folder / "exclusive_operation")  # since Linux 5.10
    return ArrayAction(word) if word in _OF_BTRFS else None


def _completed(text: str) -> tuple[int | None, int | None]:
    """Sectors done and in all, of "123 / 456"; None for "none" and "delayed"."""
    done, _, total = text.partition(" / ")
    return _number(done), _number(total)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() else None
