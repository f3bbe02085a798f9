# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which files and folders of a mounted file system lie at places of its device.

The kernel is asked of each one where it lies (FIEMAP), so that no table of the file system is
read by us, and what its person may read is enough. Nothing is changed, not even access times where
the kernel lets them be.
"""

from __future__ import annotations

import errno
import os
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.text import visible
from driveproof.helper.mounts import parse_mounts
from driveproof.system.kernel.extents import places_of

TOLD = frozenset({"ext2", "ext3", "ext4", "xfs"})
"""The file systems that tell places of their own device. btrfs and bcachefs have addresses of their
own, f2fs may spread over several devices, and the others do not know FIEMAP, or were not tried."""
_MOST = 16
_MOUNTINFO = Path("/proc/self/mountinfo")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_CANNOT = frozenset({errno.EOPNOTSUPP, errno.ENOTTY, errno.EINVAL})

Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class FilesFound:
    """The names of the first files and folders there, of how many; how many were `looked` at, how
    many may not be read (`closed`), and whether there was time for all of them.
    """

    names: tuple[str, ...] = ()
    count: int = 0
    looked: int = 0
    closed: int = 0
    whole: bool = True


def find_files(
    point: str,
    device: int,
    places: Sequence[tuple[int, int]],
    *,
    seconds: float,
    cancelled: Cancelled = lambda: False,
) -> FilesFound | None:
    """The files of the file system mounted at `point` that lie at `places`: first byte and bytes of
    each, from the start of its device, whose number is `device`.

    It ends after `seconds`, or when `cancelled`. What is mounted below is another file system. None
    where the file system tells of nothing in it, or is not mounted there any more.
    """
    with suppress(OSError):
        found = _Search(device, places).run(os.fsencode(point), seconds, cancelled)
        return found if found.looked else None
    return None


class _Search:
    def __init__(self, device: int, places: Sequence[tuple[int, int]]) -> None:
        self._device = device
        self._begins, self._ends = zip(*_joined(places), strict=True)
        self._others = {mount.point for mount in parse_mounts(_MOUNTINFO.read_bytes())}
        self._names: list[str] = []
        self._count = self._looked = self._closed = 0
        self._whole = True

    def run(self, point: bytes, seconds: float, cancelled: Cancelled) -> FilesFound:
        """Look at all of it. Raises OSError where its first folder is not the file system's, or
        cannot be read.
        """
        until = time.monotonic() + seconds
        waiting = [point]
        while waiting and self._whole:
            folder = waiting.pop()
            try:
                below = self._folder(folder, lambda: cancelled() or time.monotonic() > until)
            except OSError:
                if folder == point:
                    raise
                self._closed += 1
                continue
            if below is None and folder == point:
                raise OSError(errno.ENXIO, os.strerror(errno.ENXIO))
            waiting += below or ()
        found = self._names, self._count, self._looked, self._closed, self._whole
        return FilesFound(tuple(found[0]), *found[1:])

    def _folder(self, folder: bytes, over: Cancelled) -> list[bytes] | None:
        """The folders in it, once its own place and its files were looked at; None for one of
        another file system. Raises OSError.
        """
        opened = _open(folder, _FOLDER)
        try:
            if os.fstat(opened).st_dev != self._device:
                return None
            self._look(opened, folder)
            below = []
            with os.scandir(opened) as entries:
                for entry in entries:
                    name = os.fsencode(entry.name)
                    path = folder.rstrip(b"/") + b"/" + name
                    if entry.is_dir(follow_symlinks=False):
                        if path not in self._others:
                            below.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        self._file(opened, name, path)
                    if over():
                        self._whole = False
                        break
            return below
        finally:
            os.close(opened)

    def _file(self, folder: int, name: bytes, path: bytes) -> None:
        try:
            opened = os.open(name, _FILE, dir_fd=folder)
        except OSError:
            self._closed += 1
            return
        try:
            self._look(opened, path)
        finally:
            os.close(opened)

    def _look(self, opened: int, path: bytes) -> None:
        try:
            here = any(self._hits(begin, size) for begin, size in places_of(opened))
        except OSError as error:
            if error.errno not in _CANNOT:  # XFS tells of files alone
                self._closed += 1
            return
        self._looked += 1
        if here:
            self._count += 1
            if len(self._names) < _MOST:
                self._names.append(visible(os.fsdecode(path)))

    def _hits(self, begin: int, size: int) -> bool:
        """Whether a piece has a byte in one of the places, which are in order and apart."""
        before = bisect_right(self._begins, begin + size - 1) - 1
        return before >= 0 and self._ends[before] > begin


def _joined(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """First byte, and the one behind the last, of places in order; neighbours are one."""
    found: list[tuple[int, int]] = []
    for begin, size in sorted(places):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], begin + size)
        else:
            found.append((begin, begin + size))
    return found


def _open(path: bytes, flags: int) -> int:
    """Open without a change of the access time, where the file is one's own. Raises OSError."""
    with suppress(PermissionError):
        return os.open(path, flags | os.O_NOATIME)
    return os.open(path, flags)
