# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The self-tests of drives: those that we saw, and what their own logs had."""

from __future__ import annotations

import math
import sqlite3

from driveproof.domain.health.kept_tests import KeptTest, settled_tests
from driveproof.domain.health.report import Health, SelfTestEntry, SelfTestStatus
from driveproof.history.encoding import date_from, get_text, moment, put_text
from driveproof.history.store import History

_COLUMNS = "noted, utc_offset, begun, began_at, ours, logged, firmware, kind, status, text, at, lba"
_ROWS = f"SELECT id, {_COLUMNS} FROM self_tests WHERE identity = ? ORDER BY noted DESC, id DESC"


class KeptTests:
    """Beside the runs in the history of `history`, by BlockDevice.identity.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def of(self, identity: str) -> tuple[KeptTest, ...]:
        """Those of a drive, the newest first; one that is damaged is left out."""
        with self._history.reading() as connection:
            return _of(connection, identity)

    def add(self, identity: str, test: KeptTest) -> None:
        """Keep a test, in place of the row that it has the number of."""
        self._history.keep(lambda connection: _save(connection, identity, test))

    def learn(self, identity: str, health: Health) -> tuple[KeptTest, ...]:
        """Keep what a reading of the drive says that is new; all of its tests, newest first."""
        known = self.of(identity)
        if not settled_tests(known, health):
            return known

        def work(connection: sqlite3.Connection) -> None:
            # Again, inside the transaction: another program may have been faster.
            for test in settled_tests(_of(connection, identity), health):
                _save(connection, identity, test)

        self._history.keep(work)
        return self.of(identity)


def _of(connection: sqlite3.Connection, identity: str) -> tuple[KeptTest, ...]:
    rows = connection.execute(_ROWS, (put_text(identity),)).fetchall()
    return tuple(found for row in rows if (found := _kept(row)) is not None)


def _save(connection: sqlite3.Connection, identity: str, test: KeptTest) -> None:
    noted, offset = moment(test.noted)
    entry = test.entry
    values = (
        noted, offset, None if test.begun is None else moment(test.begun)[0], test.began_at,
        int(test.ours), int(test.logged), put_text(test.firmware), put_text(entry.kind),
        entry.status, put_text(entry.text), entry.at, None if entry.lba is None else str(entry.lba),
    )  # fmt: skip
    if test.number:
        connection.execute("DELETE FROM self_tests WHERE id = ?", (test.number,))
    connection.execute(
        f"INSERT INTO self_tests (identity, {_COLUMNS}) VALUES (?{', ?' * len(values)})",
        (put_text(identity), *values),
    )


def _kept(row: tuple[object, ...]) -> KeptTest | None:
    (
        number, noted, offset, begun, began_at, ours, logged, firmware, kind, status, text, at, lba,
    ) = row  # fmt: skip
    try:
        return KeptTest(
            entry=SelfTestEntry(
                kind=get_text(kind),
                status=SelfTestStatus(get_text(status)),
                text=get_text(text),
                at=_seconds(at),
                lba=None if lba is None else int(get_text(lba)),
            ),
            noted=date_from(int(noted), int(offset)),  # type: ignore[call-overload]
            begun=None if begun is None else date_from(int(begun), int(offset)),  # type: ignore[call-overload]
            began_at=_seconds(began_at),
            ours=bool(ours),
            logged=bool(logged),
            firmware=get_text(firmware),
            number=int(number),  # type: ignore[call-overload]
        )
    except (ValueError, TypeError, OverflowError, OSError):
        return None


def _seconds(value: object) -> float | None:
    if value is None:
        return None
    seconds = float(value)  # type: ignore[arg-type]
    if not math.isfinite(seconds):
        raise ValueError("it is no time")
    return seconds
