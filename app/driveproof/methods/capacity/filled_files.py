# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that fill a folder, as one row of bytes: written in order, then read in order."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from driveproof.domain.profile.phase import CHECK_BLOCK
from driveproof.domain.run.failed_io import of_place
from driveproof.engine.run.tasks.holding import HeldFolder
from driveproof.engine.run.testfile import TestFileRegistry, close_quietly, explain_error, new_file
from driveproof.system.kernel.mounts import filesystem_space

FILE_SIZE = 2**30
"""Bytes of a file: an error of the file system then concerns a part only."""
MOST_FILES = 256
"""As many are open at once, of the 1024 that a process may have."""
_FAT_SIZE = 2**32 - CHECK_BLOCK  # FAT has 32 bits for the length of a file
_FAT = frozenset({"vfat", "msdos", "fat"})
_TRULY_DIRECT = frozenset({"ext2", "ext3", "ext4", "xfs", "f2fs"})
"""File systems that write past the page cache when asked to, also behind the end of a file."""
SYNC_EVERY = 16 * 2**20
"""Bytes after which a write waits for the drive, where the page cache takes the data: a slow
stick needs two seconds for them, and a cancel waits no longer."""
_LOOK_EVERY = 64 * 2**20
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


def file_size(total: int, filesystem: str) -> int:
    """Bytes of each file, so that there are not too many of them."""
    least = -(-total // MOST_FILES)
    size = max(FILE_SIZE, least + -least % FILE_SIZE)
    return min(size, _FAT_SIZE) if filesystem in _FAT else size


class FullError(Exception):
    """The file system takes no more: what was written until then can be checked."""


class FilledFiles:
    """`size` bytes in files without names in `folder`, which vanish when they are closed; with
    `inside` in named ones in this folder of ours.

    A thread that is held up by the drive may still use a file when everybody else has gone: it is
    closed when the thread comes back.
    """

    def __init__(
        self,
        folder: str,
        size: int,
        registry: TestFileRegistry,
        *,
        filesystem: str = "",
        keep_free: int = 0,
        each: int | None = None,
        inside: HeldFolder | None = None,
    ) -> None:
        """`keep_free` bytes of the file system are left, whoever else fills it meanwhile."""
        self.size = size
        self.number = int.from_bytes(os.urandom(8))
        """Of the check, from which its blocks follow."""
        self.written = 0
        self.full = False
        """Whether there was less room than planned."""
        self._folder = folder
        self._registry = registry
        self._inside = inside
        self._each = each or file_size(size, filesystem)
        self._filesystem = filesystem
        self._keep_free = keep_free
        self._descriptors: list[int] = []
        self._lock = threading.Lock()
        self._users = 0
        self._closed = False
        self._unsynced = 0
        self.direct = True

    def __enter__(self) -> FilledFiles:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Keep the files open inside the `with`, also when they are closed meanwhile."""
        with self._lock:
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
            self._close_unused()

    def close(self) -> None:
        """Close the files; calling it twice is harmless."""
        self._closed = True
        self._close_unused()

    def _close_unused(self) -> None:
        with self._lock:
            if not self._closed or self._users:
                return
            descriptors, self._descriptors = self._descriptors, []
        for descriptor in descriptors:
            close_quietly(descriptor)

    @property
    def descriptors(self) -> tuple[int, ...]:
        """Those of the files that are open."""
        return tuple(self._descriptors)

    @property
    def truly_direct(self) -> bool:
        """Whether what is written goes to the drive at once, past the page cache."""
        return self.direct and self._filesystem in _TRULY_DIRECT

    def try_out(self) -> None:
        """Make the first file, and find out whether it takes direct I/O. Raises DriveproofError."""
        try:
            self._descriptor(0)
        except OSError as error:
            raise explain_error(error, self._folder) from error

    def _descriptor(self, number: int) -> int:
        while len(self._descriptors) <= number:
            descriptor = new_file(self._folder, self._registry, self._inside)
            if self.direct:
                self.direct = _make_direct(descriptor)
            self._descriptors.append(descriptor)
        return self._descriptors[number]

    def write(self, buffer: memoryview, offset: int) -> None:
        """Write whole blocks at the end. Raises OSError, and FullError when nothing more fits."""
        if offset % _LOOK_EVERY == 0 and filesystem_space(
            self._folder
        ).free_for_user < self._keep_free + len(buffer):
            raise FullError
        number, inside = divmod(offset, self._each)
        if number and not inside:
            self._sync(number - 1)
        done = 0
        try:
            descriptor = self._descriptor(number)
            while done < len(buffer):
                done += os.pwrite(descriptor, buffer[done:], inside + done)
            self._unsynced += done
            if not self.truly_direct and self._unsynced >= SYNC_EVERY:
                self._sync(number)
        except OSError as error:
            if error.errno in _FULL:
                raise FullError from error
            raise
        self.written = offset + len(buffer)

    def _sync(self, number: int) -> None:
        self._unsynced = 0
        os.fdatasync(self._descriptor(number))

    def forget(self, stopped: Callable[[], bool]) -> None:
        """Have everything on the drive and nothing in the page cache. Raises OSError."""
        for descriptor in list(self._descriptors):
            if stopped():
                return
            try:
                os.fsync(descriptor)
            except OSError as error:  # an error of the drive shows when it is read
                if not of_place(error.errno or 0):
                    raise
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)

    def read(self, buffer: memoryview, offset: int) -> None:
        """Fill `buffer` from there on. Raises OSError; EIO also where the file ends too early."""
        number, inside = divmod(offset, self._each)
        done = 0
        while done < len(buffer):
            count = os.preadv(self._descriptor(number), [buffer[done:]], inside + done)
            if not count:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            done += count
        if not self.direct:
            os.posix_fadvise(self._descriptors[number], inside, len(buffer), os.POSIX_FADV_DONTNEED)


def _make_direct(descriptor: int) -> bool:
    """Whether the file takes O_DIRECT from now on."""
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    with contextlib.suppress(OSError):
        fcntl.fcntl(descriptor, fcntl.F_SETFL, flags | os.O_DIRECT)
        return True
    return False
