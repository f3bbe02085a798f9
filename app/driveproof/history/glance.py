# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the history has of a drive at a glance: its last speed and its last report, without reading
a document.
"""

from __future__ import annotations

from driveproof.domain.dashboard import KeptOfDrive, speed_of
from driveproof.domain.rating import Rating
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
