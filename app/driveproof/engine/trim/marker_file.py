# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file of random data that is deleted before a TRIM, and its blocks looked at afterwards."""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError
from driveproof.domain.trim.evidence import Marked
from driveproof.domain.trim.job import Preview
from driveproof.engine.run.testfile import TestFile, TestFileRegistry
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.block_readback import (
    Extent,
    ReadbackSource,
    UnreadableError,
    compare_blocks,
    extents_of,
    has_own_addresses,
    open_source,
    read_blocks,
    readback_sources,
)
from driveproof.system.trim.free_space import is_free

SIZE = 4 * 2**20
_LONGEST = 10.0
"""xfs frees the blocks of a deleted file in the background. Seconds."""


def why_unreadable(preview: Preview, sysfs: Sysfs | None = None) -> UnreadableError | None:
    """Why a marker file could not be read back below a file system; None where it could."""
    if has_own_addresses(preview.filesystem):
        return UnreadableError(
            "{filesystem} does not report file positions.",
            filesystem=preview.filesystem,
        )
    if not preview.layers:
        return UnreadableError("The target is not on a block device.")
    try:
        reader, _ = open_source(readback_sources(preview.layers[0], sysfs or Sysfs()))
    except UnreadableError as error:
        return error
    os.close(reader)
    return None


class MarkerFile:
    """A file without a name, on the disk, whose blocks were found and read back there."""

    def __init__(
        self,
        file: TestFile,
        data: bytes,
        extents: tuple[Extent, ...],
        at: tuple[int, ReadbackSource],
        *,
        crumbs: bool,
    ) -> None:
        self._file = file
        self._data = data
        self._extents = extents
        self._reader, self._source = at
        self._crumbs = crumbs

    @classmethod
    def write(
        cls, folder: str, mount: Mount, device: str, registry: TestFileRegistry, sysfs: Sysfs
    ) -> MarkerFile:
        """A marker file in `folder`, on the file system of `mount`, on `device` (kernel name).

        Raises UnreadableError where its blocks cannot be read, MachineError.
        """
        reader, source = open_source(readback_sources(device, sysfs))
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, reader)
            file = stack.enter_context(TestFile(folder, SIZE, registry))
            data = os.urandom(SIZE)
            try:
                _write(file.descriptor, data)
            except OSError as error:
                raise MachineError(
                    "The marked file cannot be written: {reason}.",
                    reason=error.strerror,
                ) from error
            extents = extents_of(file.descriptor, SIZE, mount.filesystem)
            if read_blocks(reader, source, extents) != data:
                raise UnreadableError(
                    "{device} does not have the data where the file system reports it.",
                    device=source.title,
                )
            stack.pop_all()
        # A step of a TRIM may end within a piece: one of two whole units holds one in any case.
        least = 2 * (sysfs.facts(device).limits.discard_granularity or 0)
        crumbs = any(extent.length < least for extent in extents)
        return cls(file, data, extents, (reader, source), crumbs=crumbs)

    def delete(
        self,
        folder: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Have it gone, and wait until its blocks are free. Raises UnreadableError."""
        self._file.close()
        end = clock() + _LONGEST
        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            while True:
                sync(handle)
                try:
                    if all(is_free(handle, one.physical, one.length) for one in self._extents):
                        return
                except OSError:  # not reported; what is read afterwards shows it
                    return
                if clock() > end:
                    raise UnreadableError("The blocks of the deleted file were not freed in time.")
                pause(0.1)  # between two looks
        finally:
            os.close(handle)

    def look(self) -> Marked:
        """What its blocks hold now. Raises MachineError."""
        now = read_blocks(self._reader, self._source, self._extents)
        whole, zeros, same = compare_blocks(self._data, now)
        source = self._source
        return Marked(
            whole, zeros, same, source.promise, source.title, self._crumbs, source.adapter
        )

    def close(self) -> None:
        """Let go of everything; the file is gone then in any case."""
        self._file.close()
        if self._reader >= 0:
            os.close(self._reader)
            self._reader = -1


def folder_on(mount: Mount, target: str) -> str:
    """A folder on the file system that we may write to. Raises UnreadableError."""
    try:
        device = os.stat(mount.path).st_dev  # noqa: PTH116 - of any bytes
    except OSError as error:
        raise UnreadableError("{name} does not answer.", name=mount.path) from error
    for place in (target, mount.path, str(Path.home()), tempfile.gettempdir(), "/var/tmp"):
        with contextlib.suppress(OSError, ValueError):
            facts = os.stat(place)  # noqa: PTH116
            if (
                stat.S_ISDIR(facts.st_mode)
                and facts.st_dev == device
                and os.access(place, os.W_OK | os.X_OK)
            ):
                return place
    raise UnreadableError("You cannot write there. Name another folder, or use sudo.")


def sync(descriptor: int) -> None:
    """Have the file system of an open folder write its dirty data (syncfs(2))."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).syncfs(descriptor)


def sync_mount(mount: Mount) -> None:
    """The same for a mount point, where it may be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(mount.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            sync(handle)
        finally:
            os.close(handle)


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    os.fsync(descriptor)
