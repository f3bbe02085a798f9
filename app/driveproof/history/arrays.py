# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The states of arrays: what one of them was when somebody last looked."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.drive.array import ArrayState, is_news
from driveproof.history.encoding import get_text, moment, put_text
from driveproof.history.store import History

KEEP = 200
"""The number of states of an array that are kept: a check every month for years."""
_LAST = "SELECT state FROM arrays WHERE identity = ? AND taken < ? ORDER BY taken DESC, id DESC"
_STATE: Decoder[ArrayState] = Decoder(ArrayState, 2**16)
_LATEST = 2**63 - 1


class ArrayStates:
    """Beside the runs in the history of `history`, by BlockDevice.identity of the array.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def before(self, identity: str, since: datetime) -> ArrayState | None:
        """The last known state that is older than a moment; None without one."""
        with self._history.reading() as connection:
            return _last(connection, identity, moment(since)[0])

    def note(self, states: Mapping[str, ArrayState], now: datetime) -> None:
        """Keep the states that are others than the last known ones, by identity."""
        with self._history.reading() as connection:
            new = {key: one for key, one in states.items() if _differs(connection, key, one)}
        if not new:
            return

        def work(connection: sqlite3.Connection) -> None:
            for key, state in new.items():
                if _differs(connection, key, state):
                    _insert(connection, key, state, now)

        self._history.keep(work)


def _differs(connection: sqlite3.Connection, identity: str, state: ArrayState) -> bool:
    last = _last(connection, identity, _LATEST)
    return last is None or is_news(last, state) or last.wanted != state.wanted


def _insert(
    connection: sqlite3.Connection, identity: str, state: ArrayState, now: datetime
) -> None:
    key = put_text(identity)
    text = encode(replace(state, progress=None, speed=None, seconds_left=None)).decode()
    connection.execute(
        "INSERT INTO arrays (identity, taken, state) VALUES (?, ?, ?)",
        (key, moment(now)[0], text),
    )
    connection.execute(
        "DELETE FROM arrays WHERE identity = ? AND id NOT IN"
        " (SELECT id FROM arrays WHERE identity = ? ORDER BY taken DESC, id DESC LIMIT ?)",
        (key, key, KEEP),
    )


def _last(connection: sqlite3.Connection, identity: str, until: int) -> ArrayState | None:
    row = connection.execute(f"{_LAST} LIMIT 1", (put_text(identity), until)).fetchone()
    if row is None:
        return None
    try:
        return _STATE.decode(get_text(row[0]))
    except DecodeError:
        return None
