# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the history, and the way from an older form of them to this one."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from driveproof.domain.say import Say

APPLICATION_ID = 0x44727066  # "Drpf", where `file` looks for it

# Runs carry what the list shows, so that it touches no blob and no other table. Texts that are no
# valid Unicode (a path may hold any byte) lie there as blobs, see encoding.py.
_FIRST = """
CREATE TABLE runs (
    id TEXT PRIMARY KEY NOT NULL,
    started INTEGER NOT NULL,       -- microseconds since 1970, UTC
    utc_offset INTEGER NOT NULL,    -- of the place it ran at, seconds
    seconds REAL NOT NULL,
    profile TEXT NOT NULL,
    method TEXT NOT NULL,           -- how it was measured
    title TEXT NOT NULL,
    cache TEXT,                     -- direct, cold, warm: how its profile had the I/O go
    label TEXT NOT NULL,
    remarks TEXT NOT NULL,
    status TEXT NOT NULL,           -- running, finished, cancelled, failed
    error TEXT,                     -- JSON: a Failure
    notes TEXT NOT NULL,            -- JSON: a list of Note
    repeats_planned INTEGER,
    writer TEXT,                    -- JSON, the process that still writes it
    identity TEXT,                  -- what finds the drive again
    path TEXT NOT NULL,
    device TEXT,
    model TEXT,
    firmware TEXT,
    filesystem TEXT,
    target TEXT NOT NULL,           -- JSON: a Target, these and all else that is known of it
    environment TEXT NOT NULL,      -- JSON: an Environment
    figured TEXT NOT NULL,          -- JSON [[phase, ...], [direction, ...], [metric, ...]]
    figures TEXT NOT NULL,          -- JSON [median, ...], of each of these
    search TEXT NOT NULL            -- what the text filter looks into, case folded
);
CREATE INDEX runs_started ON runs (started, id);
CREATE INDEX runs_identity ON runs (identity, started);
CREATE INDEX runs_label ON runs (label, started);
CREATE INDEX runs_writer ON runs (id) WHERE writer IS NOT NULL;
CREATE TABLE phases (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,      -- from 0
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    pattern TEXT NOT NULL,
    cache TEXT NOT NULL,            -- direct, cold, warm; '' where not known
    document TEXT NOT NULL,         -- JSON: all else of a PhaseResult
    test TEXT NOT NULL,             -- what makes it the same one in every run: same_test.identity
    UNIQUE (run, position)
);
CREATE INDEX phases_test ON phases (test, run);
CREATE TABLE repeats (
    id INTEGER PRIMARY KEY,
    phase INTEGER NOT NULL REFERENCES phases (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,      -- from 0
    disturbed TEXT NOT NULL,        -- JSON list
    fio_json BLOB,                  -- zlib
    document TEXT NOT NULL,         -- JSON: all else of a Repeat
    UNIQUE (phase, position)
);
CREATE TABLE results (
    repeat INTEGER NOT NULL REFERENCES repeats (id) ON DELETE CASCADE,
    direction TEXT NOT NULL,
    iops REAL NOT NULL,
    bandwidth REAL NOT NULL,
    seconds REAL,
    histogram BLOB NOT NULL,        -- blobs.py
    samples BLOB NOT NULL,          -- blobs.py
    positions BLOB,                 -- of a scan: rows.py
    document TEXT NOT NULL,         -- JSON: all else of a DirectionResult
    PRIMARY KEY (repeat, direction)
);
-- Health of drives at a moment. `run` is no foreign key: the state before a run is kept before the
-- run itself, and a run that is saved again must not lose what belongs to it.
CREATE TABLE snapshots (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,
    taken INTEGER NOT NULL,         -- microseconds since 1970, UTC
    utc_offset INTEGER NOT NULL,    -- seconds
    reason TEXT NOT NULL,           -- asked, open, before, after
    run TEXT,
    firmware TEXT NOT NULL,
    health BLOB NOT NULL            -- zlib, JSON: a Health
);
CREATE INDEX snapshots_identity ON snapshots (identity, taken, firmware);
CREATE INDEX snapshots_run ON snapshots (run) WHERE run IS NOT NULL;
-- What a person has seen of a counter.
CREATE TABLE accepted (
    identity TEXT NOT NULL,
    counter TEXT NOT NULL,
    value TEXT NOT NULL,            -- a whole number; drives have counters beyond 64 bits
    at INTEGER NOT NULL,            -- microseconds since 1970, UTC
    PRIMARY KEY (identity, counter)
) WITHOUT ROWID;
-- The last grade that was announced.
CREATE TABLE told (
    identity TEXT PRIMARY KEY NOT NULL,
    word TEXT NOT NULL              -- a Grade
) WITHOUT ROWID;
-- What was trimmed, a line for each drive below the file system.
CREATE TABLE trims (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,
    started INTEGER NOT NULL,       -- microseconds since 1970, UTC
    utc_offset INTEGER NOT NULL,    -- seconds
    place TEXT NOT NULL,            -- where it was mounted
    filesystem TEXT NOT NULL,
    status TEXT NOT NULL,           -- finished, cancelled
    bytes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    proof TEXT NOT NULL             -- JSON: a list of Proof
);
CREATE INDEX trims_identity ON trims (identity, started);
-- Experiments, as JSON: only what a list is chosen by has columns.
CREATE TABLE plans (
    id TEXT PRIMARY KEY NOT NULL,
    created INTEGER NOT NULL,       -- microseconds since 1970, UTC
    status TEXT NOT NULL,           -- open, finished, cancelled
    identity TEXT,                  -- of the drive; NULL: nothing tells it from another
    plan TEXT NOT NULL,
    result TEXT                     -- the comparison as JSON, when there was a verdict
) WITHOUT ROWID;
-- Tests of whole drives, as JSON: only what a list is chosen by has columns.
CREATE TABLE drive_tests (
    id TEXT PRIMARY KEY NOT NULL,
    created INTEGER NOT NULL,       -- microseconds since 1970, UTC
    status TEXT NOT NULL,           -- open, finished, cancelled
    identity TEXT,                  -- of the drive; NULL: nothing tells it from another
    document TEXT NOT NULL          -- JSON: a DriveTest
) WITHOUT ROWID;
-- Checks of drives. `identity` is '' where nothing distinguishes the drive from another; `run` is
-- no foreign key: a check stays when its run is deleted, and a run when its check is.
CREATE TABLE checks (
    id INTEGER PRIMARY KEY,
    name TEXT UNIQUE NOT NULL,      -- the id that people see
    identity TEXT NOT NULL,         -- of the drive
    taken INTEGER NOT NULL,         -- microseconds since 1970, UTC
    utc_offset INTEGER NOT NULL,    -- of the place it was made at, seconds
    seconds REAL NOT NULL,
    rating TEXT NOT NULL,           -- fine, odd, bad, unknown
    run TEXT,                       -- id of its measurement; NULL where nothing was measured
    label TEXT,
    target TEXT,                    -- what was named: a device, a mount point
    device TEXT,
    model TEXT,
    document BLOB NOT NULL          -- zlib, JSON: a Check without its run
);
CREATE INDEX checks_identity ON checks (identity, taken);
-- What manufacturers promise, as it was entered.
CREATE TABLE datasheet (
    model TEXT PRIMARY KEY NOT NULL,
    read INTEGER,                   -- sequential, bytes a second
    write INTEGER,
    random_read INTEGER,            -- I/Os of 4 KiB a second
    random_write INTEGER,
    endurance INTEGER               -- bytes
) WITHOUT ROWID;
-- Self-tests of drives: what we saw, and the lines of their own logs.
CREATE TABLE self_tests (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,         -- of the drive
    noted INTEGER NOT NULL,         -- when its end was read: microseconds since 1970, UTC
    utc_offset INTEGER NOT NULL,    -- of the place it was read at, seconds
    begun INTEGER,                  -- when it was started or first seen; NULL: only the log has it
    began_at REAL,                  -- the drive's age then, seconds
    ours INTEGER NOT NULL,          -- 1: started from here
    logged INTEGER NOT NULL,        -- 1: the drive's own line
    firmware TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,           -- passed, failed, aborted, running, unknown
    text TEXT NOT NULL,             -- the drive's own words
    at REAL,                        -- the drive's age at its end, seconds
    lba TEXT                        -- the first sector that failed; drives count beyond 63 bits
);
CREATE INDEX self_tests_identity ON self_tests (identity, noted);
-- What smartctl was told of USB adapters, and what came of it, a row for each type and drive.
CREATE TABLE adapter_types (
    adapter TEXT NOT NULL,          -- idVendor:idProduct:bcdDevice, and the kernel's driver
    drive TEXT NOT NULL,            -- identity and size of the drive behind it, as it is listed
    type TEXT NOT NULL,             -- an AdapterType
    outcome TEXT NOT NULL,          -- an Outcome
    words TEXT NOT NULL,            -- smartctl's own, where it failed
    kind TEXT NOT NULL,             -- of what answered: ata, nvme, ''
    model TEXT NOT NULL,
    serial TEXT NOT NULL,
    at INTEGER NOT NULL,            -- microseconds since 1970, UTC
    PRIMARY KEY (adapter, drive, type)
) WITHOUT ROWID;
-- States of arrays, a row for each that was another one than before.
CREATE TABLE arrays (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL,         -- of the array's device
    taken INTEGER NOT NULL,         -- microseconds since 1970, UTC
    state TEXT NOT NULL             -- JSON: an ArrayState
);
CREATE INDEX arrays_identity ON arrays (identity, taken);
"""


Step = str | Callable[[sqlite3.Connection], None]

# Step N leads from `user_version` N to N + 1. A step that was released is never changed.
MIGRATIONS: tuple[Step, ...] = (_FIRST,)


class NewerVersionError(Exception):
    """The file was written by a newer Driveproof; its tables may hold what we do not know."""


class NotAHistoryError(sqlite3.DatabaseError):
    """A database, but not one of ours."""

    def __init__(self, why: Say) -> None:
        super().__init__(str(why))
        self.why = why


def migrate(
    connection: sqlite3.Connection, path: Path, steps: Sequence[Step] = MIGRATIONS
) -> Path | None:
    """Bring the tables to the newest form, all or nothing; gives the backup that was made.

    `connection` is in autocommit mode. An empty file becomes a history. Before anything that
    exists is changed, it is copied to `NAME.backup-vN` beside it. Raises NewerVersionError,
    NotAHistoryError, and whatever SQLite and the file system raise.
    """
    if _version(connection) == len(steps):
        _check(connection)
        return None
    backup = None
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Read again: another program may have been faster.
        version = _version(connection)
        if version > len(steps):
            raise NewerVersionError(str(version))
        if version == 0 and connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise NotAHistoryError(Say("it is no history"))
        if 0 < version < len(steps):
            backup = _back_up(path, version)
        for step in steps[version:]:
            if not isinstance(step, str):
                step(connection)
                continue
            for statement in _statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return backup


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _check(connection: sqlite3.Connection) -> None:
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if application != APPLICATION_ID or not {"runs", "phases", "repeats", "results"} <= tables:
        raise NotAHistoryError(Say("it is no history"))


def _statements(step: str) -> list[str]:
    """The statements of a step: `executescript` would commit before it begins."""
    statements, part = [], ""
    for piece in re.split("(?<=;)", step):
        part += piece
        if sqlite3.complete_statement(part):
            statements.append(part)
            part = ""
    if part.strip():
        statements.append(part)
    return statements


def _back_up(path: Path, version: int) -> Path:
    """A copy by SQLite's backup interface, whole or not there at all; never over an older one."""
    backup = path.with_name(f"{path.name}.backup-v{version}")
    count = 1
    while backup.exists():
        count += 1
        backup = path.with_name(f"{path.name}.backup-v{version}-{count}")
    partial = backup.with_name(backup.name + ".partial")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)
    try:
        with (
            closing(sqlite3.connect(path)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
        partial.rename(backup)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return backup
