# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Histories with runs in them, for tests of their files."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from driveproof.domain.run.run import Run
from driveproof.history.store import History

MakeRun = Callable[..., Run]


def filled(path: Path, make_run: MakeRun, count: int = 2) -> bytes:
    """Create a history with runs in it, and return its bytes."""
    history = History(path)
    for index in range(count):
        history.save(make_run(f"{index}aaaaaaaa"))
    history.close()
    return path.read_bytes()


# How to undo each migration, by the version that it starts from.
_BACK: dict[int, tuple[str, ...]] = {
    1: (
        "ALTER TABLE phases DROP COLUMN more",
        "ALTER TABLE repeats DROP COLUMN more",
        "ALTER TABLE results DROP COLUMN positions",
    ),
    2: ("DROP TABLE snapshots", "DROP TABLE accepted", "DROP TABLE told"),
    3: ("DROP TABLE trims",),
    4: ("DROP TABLE plans",),
    5: ("DROP INDEX phases_test", "ALTER TABLE phases DROP COLUMN test"),
    7: ("DROP TABLE checks",),
    8: (
        "DROP INDEX checks_name",
        *(
            f"ALTER TABLE checks DROP COLUMN {name}"
            for name in ("name", "label", "target", "device", "model", "document")
        ),
    ),
    9: ("DROP TABLE datasheet",),
    10: ("DROP TABLE self_tests",),
    11: ("DROP TABLE arrays",),
}


def as_version(path: Path, version: int) -> None:
    """Convert a history back to the form of an older version."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for step in sorted((step for step in _BACK if step >= version), reverse=True):
            for statement in _BACK[step]:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
