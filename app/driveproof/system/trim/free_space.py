# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads which parts of a mounted file system are free, without root; nothing is changed.

Sources: ioctl_getfsmap(2) and include/uapi/linux/fsmap.h of the kernel for the ioctl and its
structures, fs/ext4/fsmap.c and fs/xfs/xfs_fsmap.c for what is visible without root: free space, and
the rest as "unknown".
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import CancelledError, MachineError
from driveproof.domain.trim.free_counter import FreeCounter
from driveproof.domain.trim.free_space import STATVFS, EstimateReason, FreeSpace

FS_IOC_GETFSMAP = 0xC0C0583B  # _IOWR('X', 59, struct fsmap_head)
_HEAD = struct.Struct("<IIII48x")  # iflags, oflags, count, entries
_KEY = struct.Struct("<IIQQQQ24x")  # device, flags, physical, owner, offset, length
_RECORD = np.dtype(
    [("device", "<u4"), ("flags", "<u4"), ("physical", "<u8"), ("owner", "<u8"),
     ("offset", "<u8"), ("length", "<u8"), ("reserved", "<u8", 3)]
)  # fmt: skip
_RECORDS = _HEAD.size + 2 * _KEY.size
_SPECIAL_OWNER, _LAST = 0x10, 0x20
_OWN_FREE = 1
_BATCH = 4096
_MOST_BATCHES = 100_000
"""Four hundred million records: more than any file system has, and a limit if the kernel never
ends.
"""
_MOST, _HIGHEST = 2**32 - 1, 2**64 - 1
_FROM = _KEY.pack(0, 0, 0, 0, 0, 0)
_TO = _KEY.pack(_MOST, _MOST, _HIGHEST, _HIGHEST, _HIGHEST, 0)
_CANNOT = {
    errno.ENOTTY: EstimateReason.CANNOT_TELL,
    errno.EOPNOTSUPP: EstimateReason.CANNOT_TELL,
    errno.EINVAL: EstimateReason.CANNOT_TELL,
    errno.EPERM: EstimateReason.ONLY_ROOT,
    errno.EACCES: EstimateReason.FOLDER_CLOSED,
}

Cancelled = Callable[[], bool]
Records = npt.NDArray[np.void]


def read_free_space(
    mount: Mount,
    size: int,
    folder: str = "",
    *,
    shortest: int = 0,
    cancelled: Cancelled = lambda: False,
) -> FreeSpace:
    """The free space of a mounted file system; `size` is that of its device in bytes.

    `folder` is another place on it, where the mount point may not be opened; `shortest` is the
    smallest range in bytes that the device discards. Raises MachineError where it cannot be
    reached, and CancelledError.
    """
    try:
        facts = os.statvfs(mount.path)
    except OSError as error:
        raise MachineError(
            "{path} cannot be read: {reason}.", path=mount.path, reason=error.strerror
        ) from error
    total = facts.f_blocks * facts.f_frsize
    try:
        descriptor = _open(mount.path, folder)
    except OSError as error:
        return _estimate(facts, total, error)
    try:
        counter = FreeCounter(size, shortest)
        device = _encoded(os.fstat(descriptor).st_dev)
        for records in batches(descriptor, cancelled=cancelled):
            free = free_records(records, device)
            counter.add(free["physical"], free["length"])
    except OSError as error:
        return _estimate(facts, total, error)
    finally:
        os.close(descriptor)
    return counter.result(total)


def is_free(descriptor: int, start: int, length: int) -> bool:
    """Whether every byte of this part of the device is free now. Raises OSError."""
    device = _encoded(os.fstat(descriptor).st_dev)
    low = _KEY.pack(device, 0, start, 0, 0, 0)
    high = _KEY.pack(device, _MOST, start + length - 1, _HIGHEST, _HIGHEST, 0)
    found = 0
    for records in batches(descriptor, low, high):
        for one in free_records(records, device):
            begin, end = int(one["physical"]), int(one["physical"]) + int(one["length"])
            found += max(0, min(end, start + length) - max(begin, start))
    return found >= length


def batches(
    descriptor: int,
    low: bytes = _FROM,
    high: bytes = _TO,
    *,
    cancelled: Cancelled = lambda: False,
    ioctl: Callable[..., object] = fcntl.ioctl,
) -> Iterator[Records]:
    """The records between two keys, some thousand at a time: each call continues after the last.

    Raises OSError, CancelledError.
    """
    for _ in range(_MOST_BATCHES):
        if cancelled():
            raise CancelledError("Cancelled.")
        buffer = bytearray(_RECORDS + _BATCH * _RECORD.itemsize)
        _HEAD.pack_into(buffer, 0, 0, 0, _BATCH, 0)
        buffer[_HEAD.size : _RECORDS] = low + high
        ioctl(descriptor, FS_IOC_GETFSMAP, buffer, True)
        entries = min(_HEAD.unpack_from(buffer)[3], _BATCH)
        if not entries:
            return
        records = np.frombuffer(buffer, _RECORD, entries, _RECORDS)
        yield records
        last = records[-1:].tobytes()
        if int(records[-1]["flags"]) & _LAST or last == low:  # it must advance
            return
        low = last


def free_records(records: Records, device: int) -> Records:
    """The records of free space on this device: xfs may also report others."""
    special = (records["flags"] & _SPECIAL_OWNER) != 0
    found: Records = records[
        special & (records["owner"] == _OWN_FREE) & (records["device"] == device)
    ]
    return found


def _open(point: str, folder: str) -> int:
    try:
        return os.open(point, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        if not folder or not _same(point, folder):
            raise
    return os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)


def _same(point: str, folder: str) -> bool:
    return os.stat(point).st_dev == os.stat(folder).st_dev  # noqa: PTH116 - of any bytes


def _encoded(device: int) -> int:
    """The device number as the kernel encodes it (new_encode_dev in include/linux/kdev_t.h)."""
    major, minor = os.major(device), os.minor(device)
    return (minor & 0xFF) | (major << 8) | ((minor & ~0xFF) << 12)


def _estimate(facts: os.statvfs_result, total: int, error: OSError) -> FreeSpace:
    why = _CANNOT.get(error.errno or 0)
    if why is None:
        raise MachineError(
            "The free space cannot be read: {reason}.", reason=error.strerror
        ) from error
    # A TRIM includes what is reserved for root (f_bfree - f_bavail).
    return FreeSpace(
        bytes=facts.f_bfree * facts.f_frsize,
        total=total,
        source=STATVFS,
        why=why,
    )
