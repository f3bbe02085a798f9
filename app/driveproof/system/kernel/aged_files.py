# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files below a folder with the time since their data was written, and places in them.

A file's data is no older than its last change (mtime) and than the file itself (birth, statx(2)):
mtime survives a copy, so that a photo of ten years ago may be data of yesterday. Nothing is
written, not even access times where the file is one's own.
"""

from __future__ import annotations

import ctypes
import errno
import os
import random
import stat
import struct
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from driveproof.domain.run.file_ages import AGED_BLOCK, LEAST_SIZE, LeftOut
from driveproof.helper.mounts import parse_mounts
from driveproof.system.kernel.extents import pieces_of
from driveproof.system.kernel.small_files import bytes_in

MOST_FILES = 2_000_000
"""So many files are looked at: a home folder has some hundred thousand."""
_PLAIN = 0.95
"""A file that has less of its length on the drive has holes, or is compressed."""
_MOUNTINFO = Path("/proc/self/mountinfo")
_CANNOT = frozenset({errno.EOPNOTSUPP, errno.ENOTTY, errno.EINVAL})
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_TELL_EVERY = 256

# linux/stat.h
_STATX_BTIME = 0x800
_STATX_SIZE = 256
_STATX_MASK = struct.Struct("=I")
_STATX_BIRTH = struct.Struct("=qI")
_STATX_BIRTH_AT = 80
# linux/fcntl.h
_AT_FDCWD, _AT_SYMLINK_NOFOLLOW = -100, 0x100


@dataclass(frozen=True, slots=True)
class AgedFile:
    """A file: its path, what tells it from one that has taken its name since, its bytes, and when
    its data was written at the latest, in seconds since 1970.
    """

    path: str
    device: int
    inode: int
    size: int
    changed: int
    written: float

    def open(self, flags: int = 0) -> int:
        """A descriptor that reads it. Raises OSError, ESTALE where it is another file by now."""
        descriptor = _opened(self.path, _OPEN | flags)
        facts = os.fstat(descriptor)
        same = facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns
        if same != (self.device, self.inode, self.size, self.changed):
            os.close(descriptor)
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        return descriptor


@dataclass(slots=True)
class FoundFiles:
    """What was found so far: files that can be read, and those that were left out, as files and
    bytes of each reason.
    """

    files: list[AgedFile] = field(default_factory=list)
    looked: int = 0
    bytes: int = 0
    whole: bool = True
    born: bool = True
    left_out: Counter[LeftOut] = field(default_factory=Counter)
    left_out_bytes: Counter[LeftOut] = field(default_factory=Counter)
    inodes: set[int] = field(default_factory=set)

    def leave(self, why: LeftOut, size: int) -> None:
        """Leave a file out."""
        self.left_out[why] += 1
        self.left_out_bytes[why] += size


def aged_files(
    folder: str,
    *,
    seconds: float,
    cancelled: Callable[[], bool],
    told: Callable[[int], None] = lambda _count: None,
    seed: int = 1,
) -> FoundFiles:
    """The files below a folder, on its own file system; links are not followed.

    Folders come in an order that is drawn with `seed`, so that what is found in `seconds` is from
    everywhere. `told` gets how many files were looked at. Raises OSError where the folder itself
    cannot be read.
    """
    found, drawn = FoundFiles(), random.Random(seed)
    folder = os.path.realpath(folder)
    device = os.stat(folder).st_dev  # noqa: PTH116 - a name of any bytes
    written = _open_for_writing(folder)
    others = {mount.point for mount in parse_mounts(_MOUNTINFO.read_bytes())}
    until = time.monotonic() + seconds
    waiting = [folder]
    while waiting:
        place = drawn.randrange(len(waiting))
        waiting[place], waiting[-1] = waiting[-1], waiting[place]
        below = waiting.pop()
        try:
            entries = os.scandir(below)
        except OSError:
            if below == folder:
                raise
            found.leave(LeftOut.CLOSED, 0)
            continue
        with entries:
            for entry in entries:
                with suppress(OSError):  # it is gone
                    if entry.is_dir(follow_symlinks=False):
                        # A mount is not even asked: its server may not answer.
                        if os.fsencode(entry.path) not in others and _on(device, entry):
                            waiting.append(entry.path)
                    elif entry.is_file(follow_symlinks=False) and _on(device, entry):
                        _look(found, entry.path, entry.stat(follow_symlinks=False), written)
                        if found.looked % _TELL_EVERY == 0:
                            told(found.looked)
                if cancelled() or time.monotonic() > until or found.looked >= MOST_FILES:
                    found.whole = False
                    return found
    told(found.looked)
    return found


def _on(device: int, entry: os.DirEntry[str]) -> bool:
    return entry.stat(follow_symlinks=False).st_dev == device


def _look(found: FoundFiles, path: str, facts: os.stat_result, written: frozenset[str]) -> None:
    size = facts.st_size
    found.looked += 1
    found.bytes += size
    if size < LEAST_SIZE:
        found.leave(LeftOut.SMALL, size)
    elif facts.st_blocks * 512 < _PLAIN * size:
        found.leave(LeftOut.SPARSE, size)
    elif path in written:
        found.leave(LeftOut.WRITTEN, size)
    elif not os.access(path, os.R_OK, effective_ids=True):
        found.leave(LeftOut.CLOSED, size)
    elif facts.st_ino not in found.inodes:  # one file may have several names
        found.inodes.add(facts.st_ino)
        born = birth_of(path)
        if born is None:
            found.born, born = False, facts.st_ctime
        written_at = max(facts.st_mtime, born)
        found.files.append(
            AgedFile(path, facts.st_dev, facts.st_ino, size, facts.st_mtime_ns, written_at)
        )


def birth_of(path: str) -> float | None:
    """When a file was made, in seconds since 1970; None where its file system or the C library does
    not say.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "statx"):  # os.statx comes with Python 3.15
        return None
    answer = ctypes.create_string_buffer(_STATX_SIZE)
    if libc.statx(_AT_FDCWD, os.fsencode(path), _AT_SYMLINK_NOFOLLOW, _STATX_BTIME, answer):
        return None
    (mask,) = _STATX_MASK.unpack_from(answer)
    if not mask & _STATX_BTIME:
        return None
    seconds, nanoseconds = _STATX_BIRTH.unpack_from(answer, _STATX_BIRTH_AT)
    born: float = seconds + nanoseconds / 1e9
    return born


def _opened(path: str, flags: int) -> int:
    """Open without a change of the access time, where the file is one's own. Raises OSError."""
    with suppress(PermissionError):
        return os.open(path, flags | os.O_NOATIME)
    return os.open(path, flags)


def _open_for_writing(folder: str, proc: Path = Path("/proc")) -> frozenset[str]:
    """The files below a folder that programs have open for writing, as far as this user may see it
    (proc(5), /proc/PID/fd).
    """
    found = set()
    for link in proc.glob("[0-9]*/fd/*"):
        with suppress(OSError):
            # The owner's bits of the link are the mode of the descriptor; the file is not touched.
            if link.lstat().st_mode & stat.S_IWUSR:
                found.add(os.readlink(link))  # noqa: PTH115
    return frozenset(path for path in found if path.startswith(folder))


class Blocks(NamedTuple):
    """So many blocks of AGED_BLOCK bytes, one behind the other: the first byte of the first of them
    in the file, and on the device, None where the file system does not tell.
    """

    offset: int
    number: int
    place: int | None = None


def blocks_of(descriptor: int, size: int) -> tuple[Blocks, ...]:
    """The blocks of an open file that each lie on the device in one piece, as they are read. Of a
    file system that tells no places all of them. Raises OSError.
    """
    try:
        pieces = tuple(pieces_of(descriptor))
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
        return (Blocks(0, size // AGED_BLOCK),)
    found = []
    for piece in pieces:
        first = piece.logical + -piece.logical % AGED_BLOCK
        count = (min(piece.logical + piece.length, size) - first) // AGED_BLOCK
        if piece.plain and count > 0:
            found.append(Blocks(first, count, piece.physical + first - piece.logical))
    return tuple(found)


def bytes_from_devices(thread: Path = Path("/proc/thread-self/io")) -> int | None:
    """Bytes that this thread has had read from devices (proc(5), /proc/PID/io); None where the
    kernel does not account it.
    """
    for line in bytes_in(thread).splitlines():
        name, _, value = line.partition(b":")
        if name == b"read_bytes":
            return int(value)
    return None
