# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens the history file, whatever state it and its disk are in."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import cast

from driveproof.domain.notes import Note
from driveproof.domain.quantity import OneOf
from driveproof.domain.say import Say
from driveproof.history.errors import ROOM, is_damage, sqlite_code, sqlite_reason
from driveproof.history.rows import HEAD_COLUMNS
from driveproof.history.schema import MIGRATIONS, NewerVersionError, NotAHistoryError, migrate

BUSY_SECONDS = 10.0  # another program's save takes some milliseconds, on a stalled disk seconds
_SMALLEST = 512  # bytes of the smallest database
_PROBE = f"SELECT {', '.join(HEAD_COLUMNS)} FROM runs LIMIT 1"
_names = count()


@dataclass(frozen=True, slots=True)
class Opened:
    """How every thread connects to the history, and what is wrong with it.

    `message` is None when all is well; `inode` detects that another file came in its place;
    `retry` says that the reason for `read_only` may pass (a full disk). `keeper` stays open as long
    as this is used: it keeps the -shm file from being recreated, and holds the empty history in
    memory that replaces an unreadable one (`stand_in`).
    """

    uri: str
    read_only: bool = False
    message: Note | None = None
    inode: tuple[int, int] | None = None
    retry: bool = False
    stand_in: bool = False
    keeper: sqlite3.Connection | None = field(default=None, compare=False)

    def connect(self) -> sqlite3.Connection:
        """A new connection, for one thread; in autocommit mode."""
        connection = sqlite3.connect(
            self.uri,
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # so that the last thread can close them all
        )
        connection.execute("PRAGMA foreign_keys = ON")
        # FULL, not NORMAL: a run takes minutes and is saved in some ten slices, each when no fio
        # works, so an fsync a slice costs nothing; and drives that are measured lose their power
        # or hang the machine more often than others.
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def close(self) -> None:
        """Let go of the keeper."""
        if self.keeper is not None:
            self.keeper.close()


def has_room(path: Path) -> bool:
    """Whether the disk of a file has room for what is kept at once."""
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return True
    return disk.f_bavail * disk.f_frsize >= ROOM


def inode(path: Path) -> tuple[int, int] | None:
    """The identity of a file, whatever its name; None when there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def open_history(path: Path) -> Opened:
    """Open or create the history; never raises, problems are in `message`.

    A damaged file is set aside and a new one begun. One that a newer Driveproof wrote, or that
    cannot be written, is opened for reading. Where not even that works, an empty history in memory
    replaces it.
    """
    note = None
    for _ in range(2):
        try:
            return replace(_open(path), message=note)
        except NewerVersionError:
            return _newer(path)
        except (OSError, _UnfitError) as error:
            why = _why(error)
            # What is no file must not even be opened: a FIFO would wait for ever.
            # os.path, as Path.is_file raises where a folder above may not be entered.
            there = os.path.isfile(path)  # noqa: PTH113
            return _read_only(path, why) if there else _stand_in(path, why)
        except sqlite3.Error as error:
            if not is_damage(error):
                return _read_only(path, sqlite_reason(error))
            try:
                note = set_aside(path, inode(path))
            except OSError as failed:
                return _stand_in(path, _why(failed))
    return _stand_in(path, Say("it is damaged"))


class _UnfitError(Exception):
    """Why the file cannot be written: a Say."""


def _why(error: OSError | _UnfitError) -> Say | str:
    """Our words for it, or the system's."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return cast(Say, error.args[0])


def _open(path: Path) -> Opened:
    """Open it for writing. Raises OSError, _UnfitError, sqlite3.Error, NewerVersionError."""
    _create(path)
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK | os.X_OK):
        raise _UnfitError(Say("it is not writable"))
    if 0 < path.stat().st_size < _SMALLEST:
        raise NotAHistoryError(Say("it is damaged"))  # SQLite would take it for empty
    if not has_room(path):
        raise _UnfitError(Say("its disk is full"))
    opened = Opened(_uri(path, "rw"), inode=inode(path))
    connection = opened.connect()
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise NewerVersionError(str(version))
        # Where write-ahead logging is not possible (a network file system), SQLite stays with
        # its rollback journal, which is as safe and only slower.
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        migrate(connection, path)
        try:
            connection.execute(_PROBE).fetchone()
        except sqlite3.OperationalError as error:
            if sqlite_code(error) == sqlite3.SQLITE_ERROR:
                raise NotAHistoryError(Say("it is damaged")) from error
            raise
    except BaseException:
        connection.close()
        raise
    return replace(opened, keeper=connection)


def _create(path: Path) -> None:
    """Create folder and file, for this user only: serial numbers are private."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.exists():
        # Never opened here: closing any descriptor of it would drop SQLite's locks on it.
        if not path.is_file():
            raise _UnfitError(Say("it is no history"))
        return
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        return


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


def _newer(path: Path) -> Opened:
    return _read_only(path, Say("a newer Driveproof wrote it"), retry=False)


def _read_only(path: Path, why: Say | str, *, retry: bool = True) -> Opened:
    message = Note(
        "The history at {path} is read-only: {why}. New results are not saved.",
        path=path,
        why=why,
    )
    whys = [why]
    _empty_log(path)
    uris = [_uri(path, "ro")] if has_room(path) else []
    if not _has_log(path):
        # Without the right to make the -shm file SQLite reads only what it takes for unchanging.
        uris.append(_uri(path, "ro") + "&immutable=1")
    for uri in uris:
        opened = Opened(uri, read_only=True, message=message, inode=inode(path), retry=retry)
        try:
            with closing(opened.connect()) as connection:
                connection.execute(_PROBE).fetchone()
            return opened
        except sqlite3.Error as error:
            other = sqlite_reason(error)
            if retry and other not in whys:
                whys.append(other)
    return _stand_in(path, *whys, retry=retry)


def _empty_log(path: Path) -> None:
    """Merge a leftover log into the file, without a -shm file, if no other process uses it.

    Only then can a file on a full disk be read as one that does not change.
    """
    if not _has_log(path) or has_room(path) or not os.access(path, os.W_OK):
        return
    with suppress(sqlite3.Error), closing(Opened(_uri(path, "rw")).connect()) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    try:
        return log.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _stand_in(path: Path, why: Say | str, *others: Say | str, retry: bool = True) -> Opened:
    uri = f"file:driveproof-{os.getpid()}-{next(_names)}?mode=memory&cache=shared"
    keeper = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    migrate(keeper, path)
    message = Note(
        "The history at {path} cannot be opened: {why}. New results are not saved.",
        path=path,
        why=OneOf((why, *others)) if others else why,
    )
    return Opened(
        uri,
        read_only=True,
        message=message,
        inode=inode(path),
        retry=retry,
        stand_in=True,
        keeper=keeper,
    )


def set_aside(path: Path, seen: tuple[int, int] | None) -> Note | None:
    """Rename a damaged file, with its log, so that nothing of it is lost; returns the message.

    `seen` is the inode that was found damaged: when another program has set it aside already, the
    new one stays where it is. Raises OSError.
    """
    with _locked(path.parent):
        if inode(path) != seen:
            return None
        stamp = datetime.now().strftime("%Y%m%dT%H%M")
        aside = path.with_name(f"{path.name}.corrupt-{stamp}")
        number = 1
        while aside.exists():
            number += 1
            aside = path.with_name(f"{path.name}.corrupt-{stamp}-{number}")
        # The log first: a fresh history must never find the log of another.
        for ending in ("-wal", "-shm"):
            beside = path.with_name(path.name + ending)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + ending))
        path.rename(aside)
    return Note(
        "The history was damaged, and is now {path}. A new one was started.",
        path=aside,
    )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
