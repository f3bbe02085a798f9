# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""SQLite as programs use it: many rows in one commit, single commits, a count, an index.

Journal and fsyncs are SQLite's own defaults: a rollback journal, synchronous=FULL. So are its
locks, where the file system has them.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from driveproof.engine.run.tasks.common import SEED, Doing, StoppedError

_BODY = 64
"""Characters of text in a row."""
_STEPS = 10_000
"""Instructions of SQLite's machine between two looks at `stop`."""
_CREATE = "CREATE TABLE item (id INTEGER PRIMARY KEY, number INTEGER, name TEXT, body TEXT)"
_INSERT = "INSERT INTO item (number, name, body) VALUES (?, ?, ?)"


def _rows(count: int, task: Doing, seed: int = SEED) -> Iterator[tuple[int, str, str]]:
    drawn = random.Random(seed)
    for number in range(count):
        task.reach(number, count)
        body = f"{drawn.getrandbits(4 * _BODY):0{_BODY}x}"
        yield drawn.getrandbits(31), f"item {body[:8]}", body


def has_locks(folder: Path) -> bool:
    """Whether SQLite can lock a database in `folder`, where nobody else is.

    On SMB it cannot, unless the share is mounted with nobrl: it makes a shared lock an exclusive
    one, which the server refuses. Raises sqlite3.Error for anything else.
    """
    path = folder / "lock.sqlite"
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=0.0)) as connection:
            connection.execute(_CREATE)
    except sqlite3.OperationalError as error:
        if (error.sqlite_errorcode & 0xFF) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return False
        raise
    finally:
        for made in folder.glob(f"{path.name}*"):
            made.unlink()
    return True


@contextlib.contextmanager
def _opened(path: Path, task: Doing, *, locks: bool) -> Iterator[sqlite3.Connection]:
    where = f"file:{quote(os.fspath(path))}{'' if locks else '?nolock=1'}"
    with contextlib.closing(sqlite3.connect(where, isolation_level=None, uri=True)) as connection:
        connection.set_progress_handler(lambda: int(task.stop), _STEPS)
        try:
            yield connection
        except sqlite3.OperationalError as error:
            if task.stop:
                raise StoppedError from error
            raise


def insert(path: Path, rows: int, task: Doing, *, locks: bool = True) -> int:
    """Rows in one commit; the bytes of the file. Raises sqlite3.Error, StoppedError."""
    with _opened(path, task, locks=locks) as connection:
        connection.execute(_CREATE)
        connection.execute("BEGIN")
        connection.executemany(_INSERT, _rows(rows, task))
        connection.execute("COMMIT")
    return path.stat().st_size


def commit(path: Path, commits: int, task: Doing, *, locks: bool = True) -> int:
    """A commit for each row. Raises sqlite3.Error, StoppedError."""
    with _opened(path, task, locks=locks) as connection:
        for row in _rows(commits, task, SEED + 1):
            connection.execute(_INSERT, row)
    return commits


def count(path: Path, task: Doing, *, locks: bool = True) -> int:
    """Read all of the table once; its rows. Raises sqlite3.Error, StoppedError."""
    with _opened(path, task, locks=locks) as connection:
        ((rows, _length),) = connection.execute("SELECT count(*), sum(length(body)) FROM item")
    task.reach(1, 1)
    return int(rows)


def index(path: Path, task: Doing, *, locks: bool = True) -> int:
    """Make an index of the table; the bytes by which the file grew. Raises sqlite3.Error,
    StoppedError.
    """
    before = path.stat().st_size
    with _opened(path, task, locks=locks) as connection:
        connection.execute("CREATE INDEX by_name ON item (name, number)")
    task.reach(1, 1)
    return path.stat().st_size - before
