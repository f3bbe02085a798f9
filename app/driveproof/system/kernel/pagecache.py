# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's page cache of one file: what of it is in memory, letting go of it, filling it."""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Callable
from pathlib import Path

PROC = Path("/proc")
_PIECE = 2**30  # of the address space at a time; also a border of every page
_READ = 2**20
_ONES = bytes(value & 1 for value in range(256))


def resident(descriptor: int, size: int) -> int | None:
    """Bytes of the file's first `size` that are in memory, whole pages; None where not reported.

    mincore(2) answers truly only for one's own, writable files (since Linux 5.2).
    """
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mincore.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p)
    pages = 0
    for offset in range(0, size, _PIECE):
        length = min(_PIECE, size - offset)
        try:
            piece = mmap.mmap(descriptor, length, offset=offset)
        except (OSError, ValueError):  # some file systems map no files
            return None
        with piece:
            first = ctypes.c_char.from_buffer(piece)
            answer = ctypes.create_string_buffer(-(-length // mmap.PAGESIZE))
            failed = libc.mincore(ctypes.addressof(first), length, answer)
            del first  # or the mapping could not be closed
            if failed:
                return None
            pages += answer.raw.translate(_ONES).count(1)
    return min(size, pages * mmap.PAGESIZE)


def write_back(descriptor: int) -> None:
    """Write what is dirty. Raises OSError."""
    os.fsync(descriptor)


def drop(descriptor: int) -> None:
    """Write what is dirty, then let go of all pages that nobody else uses. Raises OSError.

    Needs no root, and touches nobody else's cache, unlike /proc/sys/vm/drop_caches.
    """
    write_back(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)


def read_through(
    descriptor: int, size: int, told: Callable[[int], None], stop: Callable[[], bool]
) -> None:
    """Read the file's first `size` bytes once, so that they are in memory; tells how far it is.

    Raises OSError.
    """
    done = 0
    buffer = bytearray(_READ)
    while done < size and not stop():
        count = os.preadv(descriptor, [buffer], done)
        if not count:
            return
        done += count
        told(done)


def available_memory(proc: Path = PROC) -> int | None:
    """Bytes that programs and caches can still have (MemAvailable, proc(5)); None if not told."""
    try:
        lines = (proc / "meminfo").read_text("ascii", "replace").splitlines()
    except OSError:
        return None
    for line in lines:
        words = line.split()
        if len(words) == 3 and words[0] == "MemAvailable:" and words[1].isdigit():
            return int(words[1]) * 1024
    return None
