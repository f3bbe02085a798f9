# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder of ours that is held open: emptied and removed whatever its name leads to by then.

Who may write beside it can move it away and put a link or a folder of somebody else in its place.
So nothing goes by name: what is in it goes by its descriptor, and its name only where that still
leads to the same inode. While it is held it is locked (flock(2)), which others on the same file
system see in whatever PID namespace they are; the lock ends with the last process that has the
folder open.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import stat
import time
from dataclasses import dataclass
from pathlib import Path

_ATTEMPTS = 20
_PAUSE = 0.1
_IN = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class HeldFolder:
    """A folder: the path it was made at, and the descriptors of the folder above and of itself.
    Whoever inherits them holds it too.
    """

    path: str
    above: int
    descriptor: int

    @property
    def name(self) -> str:
        """Its name in the folder above."""
        return Path(self.path).name

    @property
    def inside(self) -> Path:
        """Where its files are, wherever its name leads, for a process that holds it."""
        return Path(f"/proc/self/fd/{self.descriptor}")

    @property
    def descriptors(self) -> tuple[int, int]:
        """What a child has to inherit."""
        return self.above, self.descriptor

    def close(self) -> None:
        """Let go of it."""
        for one in (self.descriptor, self.above):
            with contextlib.suppress(OSError):  # of a server that is gone
                os.close(one)


class OtherOwnerError(OSError):
    """The file system gives what we make to somebody else."""


def make(folder: str, name: str, *, whosever: bool = False) -> HeldFolder:
    """Make a folder for us alone in `folder`, and hold it. Raises OSError, and OtherOwnerError
    where it would not be ours, unless it may be `whosever`; then nothing of it is left.
    """
    above = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.mkdir(name, 0o700, dir_fd=above)
        try:
            descriptor = os.open(name, _IN, dir_fd=above)
        except OSError:
            with contextlib.suppress(OSError):  # only where it is empty
                os.rmdir(name, dir_fd=above)
            raise
    except OSError:
        os.close(above)
        raise
    held = HeldFolder(os.path.join(folder, name), above, descriptor)  # noqa: PTH118 - any bytes
    taken = False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:  # a sweep was quicker
        taken = True
    except OSError:  # a file system without locks: no sweep takes it there
        pass
    if taken or not is_there(held):
        held.close()
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), held.path)
    if not whosever and os.fstat(descriptor).st_uid != os.geteuid():
        # FAT with uid=, a network's mapping: no sweep would take it for ours. What has anything in
        # it was put there by that user.
        with contextlib.suppress(OSError):
            os.rmdir(name, dir_fd=above)
        held.close()
        raise OtherOwnerError(errno.EPERM, os.strerror(errno.EPERM), held.path)
    return held


def take(folder: str, above: int, name: str) -> HeldFolder | None:
    """Hold a folder that somebody of us left in `folder`; None where somebody still holds it, it is
    not ours, or no lock can be had. `above` is the descriptor of `folder`.
    """
    try:
        descriptor = os.open(name, _IN, dir_fd=above)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_uid == os.geteuid():
            return HeldFolder(os.path.join(folder, name), os.dup(above), descriptor)  # noqa: PTH118
    except OSError:
        pass
    os.close(descriptor)
    return None


def remove(held: HeldFolder, attempts: int = _ATTEMPTS) -> bool:
    """Remove all that is in a folder, and the folder where its name still leads to it; whether it
    is gone. Who ends with us may still have made a file meanwhile, so it is tried several times.
    """
    for attempt in range(attempts):
        if attempt:
            time.sleep(_PAUSE)
        _empty(held.descriptor)
        with contextlib.suppress(OSError):
            if is_there(held):
                os.rmdir(held.name, dir_fd=held.above)
        if is_gone(held):
            return True
    return False


def is_gone(held: HeldFolder) -> bool:
    """Whether the folder has no name any more."""
    return now_at(held).endswith(" (deleted)")  # proc(5)


def now_at(held: HeldFolder) -> str:
    """Where it is now, by the kernel's words."""
    return str(held.inside.readlink())


def is_there(held: HeldFolder) -> bool:
    """Whether its name still leads to it."""
    try:
        there = os.stat(held.name, dir_fd=held.above, follow_symlinks=False)
        ours = os.fstat(held.descriptor)
    except OSError:  # a server, or a program that answers for a file system, may be gone
        return False
    return stat.S_ISDIR(there.st_mode) and os.path.samestat(there, ours)


def _empty(descriptor: int) -> None:
    """As far as that is possible; no link is followed."""
    found: list[os.DirEntry[str]] = []
    with contextlib.suppress(OSError), os.scandir(descriptor) as entries:
        found += entries
    for entry in found:
        with contextlib.suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.name, ignore_errors=True, dir_fd=descriptor)
            else:
                os.unlink(entry.name, dir_fd=descriptor)
