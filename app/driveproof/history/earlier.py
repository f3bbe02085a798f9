# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured of the same drive with the same profile before."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from driveproof.domain.run.run import RunHead
from driveproof.history import query, rows
from driveproof.history.encoding import put

if TYPE_CHECKING:
    from driveproof.history.store import History


def previous(history: History, run_id: str) -> RunHead | None:
    """The newest earlier run of the same drive and profile with a test that this run has as well.

    None without one, for a drive without an identity of its own, and for a run that is not kept.
    """
    with history.reading() as connection:
        run = connection.execute(
            "SELECT identity, profile, started FROM runs WHERE id = ?", (put(run_id),)
        ).fetchone()
        if run is None or run[0] is None:
            return None
        wanted = [put(run_id), *run]
        live = [put(one) for one in query.live_ids(connection)]
        columns = ", ".join(rows.HEAD_COLUMNS)
        found = connection.execute(
            f"SELECT {columns} FROM runs WHERE {_common_test(connection)}"
            " AND identity = ? AND profile = ? AND started < ?"
            f" AND id NOT IN ({', '.join('?' * len(live))})"
            " ORDER BY started DESC, id DESC LIMIT 1",
            (*wanted, *live),
        )
        heads = rows.read_heads(found)
    return heads[0] if heads else None


def _common_test(connection: sqlite3.Connection) -> str:
    """The condition that a run has a test of another one, whose id is its first parameter.

    A file of an older version that can only be read names its tests, and nothing more.
    """
    columns = {row[1] for row in connection.execute("PRAGMA table_info(phases)")}
    test = "test" if "test" in columns else "name"
    return (
        f"EXISTS (SELECT 1 FROM phases WHERE run = runs.id AND {test} IN"
        f" (SELECT {test} FROM phases WHERE run = ?))"
    )
