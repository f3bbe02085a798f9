# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What all tasks share: seeded data, pages that are dropped or read, and when to stop."""

from __future__ import annotations

import ctypes
import os
import random
import shutil
from collections.abc import Iterable
from pathlib import Path

SEED = 20260101
"""Every run on every machine makes the same files."""
POOL = 8 * 2**20
CHUNK = 2**18
"""Bytes that a copy reads and writes at once, as cp does."""


class StoppedError(Exception):
    """Nobody wants the rest."""


class Doing:
    """How far a task is: `share` from 0 to 1; `stop` ends it at the next `reach`."""

    def __init__(self) -> None:
        self.share = 0.0
        self.stop = False

    def reach(self, done: int, total: int) -> None:
        """`done` of `total` are done. Raises StoppedError."""
        self.share = done / total if total else 1.0
        if self.stop:
            raise StoppedError


def random_pool() -> memoryview:
    """Random bytes, of which every file has a piece of its own: nothing compresses them, and no
    two files have a block in common, because the pieces begin at any byte.
    """
    return memoryview(random.Random(SEED).randbytes(POOL))


def sync_all(folder: Path) -> None:
    """Wait until everything of the file system of `folder` is on the drive: syncfs(2), which Python
    does not have. Raises OSError.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        if libc.syncfs(descriptor):
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), os.fspath(folder))
    finally:
        os.close(descriptor)


def drop_pages(paths: Iterable[Path]) -> None:
    """Drop the files' pages from memory; dirty ones stay, so `sync_all` comes before. Names and
    sizes stay as well, which only root can drop. Raises OSError.
    """
    for path in paths:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        finally:
            os.close(descriptor)


def fill_pages(paths: Iterable[Path]) -> None:
    """Read the files into memory. Raises OSError."""
    for path in paths:
        with path.open("rb", buffering=0) as file:
            while file.read(CHUNK):
                pass


def files_below(folder: Path) -> list[Path]:
    """Every file, folder by folder, in an order that is the same everywhere."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        found += [Path(place, name) for name in sorted(names)]
    return found


def remove_tree(path: Path) -> None:
    """Delete a file or a folder with all that is in it, if it is there. Raises OSError."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
