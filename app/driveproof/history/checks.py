# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When each drive was checked, and how the check rated it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from driveproof.domain.check.check import Rating
from driveproof.history.encoding import date, get_or_none, moment, put
from driveproof.history.store import History


@dataclass(frozen=True, slots=True)
class KeptCheck:
    """One check: when it began, how long it took in seconds, its word, and the id of its run."""

    taken: datetime
    seconds: float
    rating: Rating
    run: str | None = None


class Checks:
    """Beside the runs in the history of `history`, by BlockDevice.identity.

    Every method may raise MachineError, as History's do. A file of an older version that can only
    be read has none.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def add(self, identity: str, check: KeptCheck) -> None:
        """Keep a check of a drive."""
        taken, offset = moment(check.taken)
        values = (put(identity), taken, offset, check.seconds, check.rating, put(check.run))

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO checks (identity, taken, utc_offset, seconds, rating, run)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                values,
            )

        self._history.keep(work)

    def latest(self, identity: str) -> KeptCheck | None:
        """The newest of a drive; None without one, and where it cannot be understood."""
        with self._history.reading() as connection:
            query = "SELECT 1 FROM sqlite_master WHERE name = 'checks'"
            if connection.execute(query).fetchone() is None:
                return None
            row = connection.execute(
                "SELECT taken, utc_offset, seconds, rating, run FROM checks WHERE identity = ?"
                " ORDER BY taken DESC, id DESC LIMIT 1",
                (put(identity),),
            ).fetchone()
        if row is None:
            return None
        taken, offset, seconds, rating, run = row
        try:
            return KeptCheck(
                date(int(taken), int(offset)), float(seconds), Rating(rating), get_or_none(run)
            )
        except (ValueError, TypeError, OverflowError, OSError):
            return None
