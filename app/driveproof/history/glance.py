# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the history has of a drive at a glance: its last speed and its last report, without reading
a document.
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from driveproof.domain.dashboard import KeptOfDrive, Speed, speed_of
from driveproof.domain.rating import Rating
from driveproof.domain.say import Title
from driveproof.history import rows
from driveproof.history.encoding import date_from, get_text, put_text
from driveproof.history.store import History

MOST_RUNS = 60
"""How many of a drive's newest runs are searched for its speed."""


def kept_of(history: History, identity: str) -> KeptOfDrive:
    """What is kept of a drive, by BlockDevice.identity. A report that cannot be understood counts
    as none. Raises MachineError.
    """
    speed = speed_of(history.heads(identity=identity, limit=MOST_RUNS))
    with history.reading() as connection:
        if speed is not None:
            speed = replace(speed, title=_title(connection, speed))
        row = connection.execute(
            "SELECT taken, utc_offset, rating, name FROM checks"
            " WHERE identity = ? ORDER BY taken DESC, id DESC LIMIT 1",
            (put_text(identity),),
        ).fetchone()
    if row is None:
        return KeptOfDrive(speed)
    taken, offset, rating, name = row
    try:
        return KeptOfDrive(
            speed, date_from(int(taken), int(offset)), Rating(rating), get_text(name)
        )
    except (ValueError, TypeError, OverflowError, OSError):
        return KeptOfDrive(speed)


def _title(connection: sqlite3.Connection, speed: Speed) -> Title | str:
    """What the test is called in the last run; "" where that cannot be understood."""
    row = connection.execute(
        "SELECT title FROM phases WHERE run = ? AND name = ?",
        (put_text(speed.run), put_text(speed.test)),
    ).fetchone()
    try:
        return "" if row is None else rows.TITLE.decode(row[0])
    except (ValueError, TypeError):
        return ""
