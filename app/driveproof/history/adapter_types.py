# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which types of USB adapters worked, and which failed: what smartctl was told, and what came of
it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from driveproof.domain.health.adapter import AdapterType, Outcome, TypeAttempt
from driveproof.history.encoding import get_text, moment, put_text
from driveproof.history.store import History

_ROWS = "SELECT type, outcome, words, kind, model, serial FROM adapter_types WHERE"


class BehindAdapter(NamedTuple):
    """A drive behind an adapter."""

    adapter: str
    """UsbAdapter.key, and the kernel's driver, which decides what passes."""
    drive: str
    """What the list of drives tells of it: the adapter may have another one tomorrow."""


class KeptAdapterTypes:
    """Beside the runs in the history of `history`.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def of(self, place: BehindAdapter) -> tuple[TypeAttempt, ...]:
        """What was tried with this drive, the oldest first."""
        with self._history.reading() as connection:
            rows = connection.execute(
                f"{_ROWS} adapter = ? AND drive = ? ORDER BY at, type", tuple(map(put_text, place))
            ).fetchall()
        return tuple(found for row in rows if (found := _attempt(row)) is not None)

    def elsewhere(self, place: BehindAdapter) -> tuple[AdapterType, ...]:
        """What worked with other drives behind such an adapter, the newest first."""
        with self._history.reading() as connection:
            rows = connection.execute(
                f"{_ROWS} adapter = ? AND drive <> ? AND outcome = ? ORDER BY at DESC",
                (*map(put_text, place), Outcome.WORKED.value),
            ).fetchall()
        found = (found for row in rows if (found := _attempt(row)) is not None)
        return tuple(dict.fromkeys(one.type for one in found))

    def keep(self, place: BehindAdapter, attempts: Sequence[TypeAttempt], at: datetime) -> None:
        """Keep these for the drive, in place of what was kept; those that are as before keep their
        time.
        """
        known = self.of(place)
        if tuple(attempts) == known:
            return
        new = [one for one in attempts if one not in known]
        gone = [one.type for one in known if one not in attempts]

        def work(connection: sqlite3.Connection) -> None:
            key = tuple(map(put_text, place))
            for each in (*gone, *(one.type for one in new)):
                connection.execute(
                    "DELETE FROM adapter_types WHERE adapter = ? AND drive = ? AND type = ?",
                    (*key, each.value),
                )
            for one in new:
                words = map(put_text, (one.words, one.kind, one.model, one.serial))
                connection.execute(
                    "INSERT INTO adapter_types (adapter, drive, type, outcome, words, kind, model,"
                    " serial, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (*key, one.type.value, one.outcome.value, *words, moment(at)[0]),
                )

        self._history.keep(work)


def _attempt(row: tuple[object, ...]) -> TypeAttempt | None:
    try:
        kind, outcome, words, drive, model, serial = map(get_text, row)
        return TypeAttempt(
            type=AdapterType(kind),
            outcome=Outcome(outcome),
            words=words,
            kind=drive,
            model=model,
            serial=serial,
        )
    except (ValueError, TypeError):
        return None
