# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's page cache of one file: what is resident, dropping it, filling it."""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Callable
from pathlib import Path

PROC = Path("/proc")
_PIECE = 2**30  # of the address space at a time; also a multiple of every page size
_READ = 2**20
_ONES = bytes(value & 1 for value in range(256))


def resident(descriptor: int, size: int) -> int | None:
    """Bytes of the file's first `size` that are in memory, in whole pages; None where unknown.

    mincore(2) is truthful only for one's own, writable files (since Linux 5.2).
    """
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mincore.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p)
    pages = 0
    for offset in range(0, size, _PIECE):
        length = min(_PIECE, size - offset)
        try:
            piece = mmap.mmap(descriptor, length, offset=offset)
        except (OSError, ValueError):  # some file systems cannot map files
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
    """Write dirty pages. Raises OSError."""
    os.fsync(descriptor)


def drop(descriptor: int) -> None:
    """Write dirty pages, then drop all pages that no other process uses. Raises OSError.

    Needs no root and affects no other file's cache, unlike /proc/sys/vm/drop_caches.
    """
    write_back(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)


def read_through(
    descriptor: int, size: int, told: Callable[[int], None], stop: Callable[[], bool]
) -> None:
    """Read the file's first `size` bytes once to bring them into memory; reports progress.

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
    """Bytes still available to programs and caches (MemAvailable, proc(5)); None if not
    reported.
    """
    return _memory(proc).get("MemAvailable")


def waiting_memory(proc: Path = PROC) -> int | None:
    """Bytes of the whole machine that wait to be written or are just being written (Dirty and
    Writeback, proc(5)); None if not reported.
    """
    found = _memory(proc)
    known = [found[name] for name in ("Dirty", "Writeback") if name in found]
    return sum(known) if known else None


def _memory(proc: Path) -> dict[str, int]:
    """The fields of /proc/meminfo in bytes."""
    try:
        lines = (proc / "meminfo").read_text("ascii", "replace").splitlines()
    except OSError:
        return {}
    fields = (line.split() for line in lines)
    return {
        words[0].removesuffix(":"): int(words[1]) * 1024
        for words in fields
        if len(words) == 3 and words[1].isdigit()
    }
