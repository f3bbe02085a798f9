# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a file whole or not at all, never into what is no file, and where the person meant."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.notes import Note
from driveproof.system.kernel.answering import require_answer

_MOST_LINKS = 40  # MAXSYMLINKS, linux/namei.h


_OTHER = Advice("Choose another name.")


def write_whole(target: Path, write: Callable[[Path], None]) -> None:
    """Let `write` make a neighbour of `target`, and put it in its place when all went well.

    Raises MachineError when it cannot be written, or when something else than a file is there: a
    device or a pipe is not replaced by a picture. Nor is a link followed, or a file replaced, that
    another user put into a folder which others may write to, as /tmp or the folder of a group is.
    """
    require_answer(target)
    try:
        # A link to a file is written through, not replaced. It is followed here and nowhere else:
        # somebody may put another one there at any moment.
        real = _without_links(target)
        if target.exists() and not target.is_file():
            raise MachineError("{path} is not a file.", path=target, advice=_OTHER)
    except OSError as error:  # a folder above may not be entered
        raise _unwritable(target, error) from error
    part = real.with_name(f".{real.name[:200]}.{os.urandom(4).hex()}.part")
    try:
        with part.open("xb"):  # says why, where another library would only say that it failed
            pass
        write(part)
        part.replace(real)
    except OSError as error:
        _forget(part)
        raise _unwritable(target, error) from error
    except BaseException:
        _forget(part)
        raise


def _unwritable(target: Path, error: OSError) -> MachineError:
    return MachineError(
        "{path} cannot be written: {reason}.",
        path=target,
        reason=error.strerror,
        advice=_OTHER,
    )


def write_data(target: Path, data: str | bytes) -> None:
    """Write a file whole or not at all, a text as UTF-8. Raises MachineError."""
    made = data if isinstance(data, bytes) else data.encode("utf-8", "backslashreplace")

    def write(part: Path) -> None:
        part.write_bytes(made)

    write_whole(target, write)


def _forget(part: Path) -> None:
    with contextlib.suppress(OSError):  # on a read-only file system it was never made
        part.unlink(missing_ok=True)


def _without_links(target: Path) -> Path:
    """Where it leads to, by no stranger's link and to no stranger's file.

    As Linux does itself for the last link of an open (proc_sys_fs(5), protected_symlinks and
    protected_regular), but for every link on the way, which it leaves to the program. Raises
    MachineError or OSError.
    """
    todo = list(target.absolute().parts[:0:-1])
    folder, links = Path("/"), 0
    while todo:
        place = folder / todo.pop()
        try:
            found = place.lstat()
        except FileNotFoundError:  # made by us, or told by who makes it
            return place.joinpath(*reversed(todo))
        if place.name != ".." and not stat.S_ISDIR(found.st_mode):
            _check_owner(target, place, found, folder.stat())
        if stat.S_ISLNK(found.st_mode):
            links += 1
            if links > _MOST_LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            way = place.readlink()
            folder = Path("/") if way.is_absolute() else folder
            todo += way.parts[: 0 if way.is_absolute() else None : -1]
        else:
            folder = place.parent.parent if place.name == ".." else place
    return folder


def _check_owner(target: Path, place: Path, found: os.stat_result, folder: os.stat_result) -> None:
    """`place` in `folder` is no folder itself."""
    if not folder.st_mode & (stat.S_ISVTX | stat.S_IWGRP | stat.S_IWOTH):
        return
    if found.st_uid not in {os.geteuid(), folder.st_uid}:
        raise MachineError(
            "{path} cannot be written: {reason}.",
            path=target,
            reason=Note("another user owns {place}", place=place),
            advice=Advice("Choose another folder."),
        )
