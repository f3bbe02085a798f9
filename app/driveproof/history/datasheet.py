# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manufacturer's figures that a person entered, by model of drive."""

from __future__ import annotations

import sqlite3

from driveproof.domain.drive.datasheet import Datasheet
from driveproof.history.encoding import put_text
from driveproof.history.store import History

_COLUMNS = "read, write, random_read, random_write, endurance"


class Datasheets:
    """Beside the runs in the history of `history`: drives of one model have the same figures.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def of(self, model: str) -> Datasheet:
        """What was entered for a model; nothing where nobody did."""
        with self._history.reading() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM datasheet WHERE model = ?", (put_text(model),)
            ).fetchone()
        if row is None:
            return Datasheet()
        read, write, random_read, random_write, endurance = (
            value if isinstance(value, int) and value > 0 else None for value in row
        )
        return Datasheet(
            read=read,
            write=write,
            random_read=random_read,
            random_write=random_write,
            endurance=endurance,
        )

    def enter(self, model: str, datasheet: Datasheet) -> None:
        """Keep the figures of a model in place of those there were; empty ones remove them."""
        values = (
            datasheet.read,
            datasheet.write,
            datasheet.random_read,
            datasheet.random_write,
            datasheet.endurance,
        )

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM datasheet WHERE model = ?", (put_text(model),))
            if datasheet:
                connection.execute(
                    f"INSERT INTO datasheet (model, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)",
                    (put_text(model), *values),
                )

        self._history.keep(work)
