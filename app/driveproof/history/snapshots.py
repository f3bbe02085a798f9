# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The health of drives as it was kept: with runs, on demand, and while the window is open."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from driveproof.domain.errors import UsageError
from driveproof.domain.health.changes import Pair
from driveproof.domain.health.report import COUNTERS, Health
from driveproof.domain.health.snapshot import AFTER, BEFORE, OPEN, HealthSnapshot, SnapshotReason
from driveproof.domain.health.verdict import GRADES, UNKNOWN, Grade
from driveproof.history.documents import StoredDocument, deflate, inflate
from driveproof.history.encoding import date_from, get_or_none, get_text, moment, put_text
from driveproof.history.store import History

WHOLE = timedelta(days=30)
"""For this long every snapshot of an open window is kept; after that the last one of each day.
Requested snapshots, and those of a run, stay for ever.
"""
MOST_ASKED = 1000
"""How many of a drive are searched for one that fits: more than a month of hourly ones."""
_DAY = 86_400_000_000  # microseconds
HEALTH = StoredDocument(Health, 4096)
"""A thousand times what the longest logs take."""
_COLUMNS = "id, identity, taken, utc_offset, reason, run, firmware, health"

_THIN = f"""
DELETE FROM snapshots WHERE identity = :identity AND reason = '{OPEN.value}' AND taken < :until
AND id NOT IN (
    SELECT id FROM (
        SELECT id, max(taken) FROM snapshots
        WHERE identity = :identity AND reason = '{OPEN.value}' AND taken < :until
        GROUP BY taken / {_DAY}
    )
)
"""


class FirmwareSeen(NamedTuple):
    """Which firmware a drive had, and when."""

    taken: datetime
    firmware: str


class Fresh(NamedTuple):
    """What to keep, as `Snapshots.add` takes it."""

    identity: str
    health: Health
    reason: SnapshotReason
    run: str | None = None
    taken: datetime | None = None
    firmware: str = ""


class Snapshots:
    """The snapshots beside the runs in `history`, by BlockDevice.identity.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    # Saving

    def add(
        self,
        identity: str,
        health: Health,
        reason: SnapshotReason,
        run: str | None = None,
        taken: datetime | None = None,
        *,
        firmware: str = "",
    ) -> None:
        """Keep what was read; `taken` and `firmware` are those of `health` where not said.

        With one that was taken while the window was open the older ones of that kind thin out.
        """
        self.add_all([Fresh(identity, health, reason, run, taken, firmware)])

    def add_all(self, fresh: Iterable[Fresh]) -> None:
        """The same with several at once: the disk is waited for once."""
        packed = [(one, deflate(HEALTH.pack(one.health))) for one in fresh]

        def work(connection: sqlite3.Connection) -> None:
            for one, blob in packed:
                _insert(connection, one, blob)

        if packed:
            self._history.keep(work)

    def acknowledge(
        self, identity: str, counter: str, value: int, at: datetime | None = None
    ) -> None:
        """A person has seen this value of a counter (report.COUNTERS) and accepts it.

        Raises UsageError for what is no counter.
        """
        if counter not in COUNTERS:
            raise UsageError("'{text}' is not valid.", text=counter)
        when, _ = moment(at or datetime.now(UTC))
        values = (put_text(identity), counter, str(value), when)
        statement = "INSERT OR REPLACE INTO accepted (identity, counter, value, at)"
        self._history.keep(
            lambda connection: _done(connection.execute(f"{statement} VALUES (?, ?, ?, ?)", values))
        )

    def tell(self, grades: Mapping[str, Grade]) -> None:
        """Remember the grade that was last announced for each drive."""
        values = [(put_text(identity), grade) for identity, grade in grades.items()]
        statement = "INSERT OR REPLACE INTO told (identity, word) VALUES (?, ?)"
        if values:
            self._history.keep(lambda connection: _done(connection.executemany(statement, values)))

    # Reading

    def of(self, identity: str, since: datetime | None = None) -> tuple[HealthSnapshot, ...]:
        """Those of a drive from `since` on, oldest first.

        One that cannot be understood is left out.
        """
        return tuple(found for found in self._of(identity, since) if found is not None)

    def latest(
        self,
        identity: str,
        before: datetime | None = None,
        fits: Callable[[HealthSnapshot], bool] | None = None,
    ) -> HealthSnapshot | None:
        """The newest of a drive, or the newest that is older than `before`; None without one.

        `fits` is called for at most MOST_ASKED of them, newest first, until it accepts one.
        """
        words, values = ["identity = ?"], [put_text(identity)]
        bound: list[int] = []
        if before is not None:
            words.append("taken < ?")
            bound.append(moment(before)[0])
        return self._first(words, [*values, *bound], "taken DESC, id DESC", fits)

    def earliest(
        self, identity: str, since: datetime, fits: Callable[[HealthSnapshot], bool] | None = None
    ) -> HealthSnapshot | None:
        """The oldest of a drive that was taken at or after `since`; `fits` as for `latest`."""
        values = [put_text(identity), moment(since)[0]]
        return self._first(["identity = ?", "taken >= ?"], values, "taken, id", fits)

    def all_of_run(self, run_id: str) -> tuple[Pair, ...]:
        """Before and after a run, for each drive below its target that was read, in the order in
        which they were kept; None where there is none.
        """
        with self._history.reading() as connection:
            rows = _select(connection, "run = ?", "id", [put_text(run_id)])
        pairs: dict[str, dict[str, HealthSnapshot]] = {}
        for row in rows:
            found = _snapshot(row)
            if found is not None:
                pairs.setdefault(found.identity, {})[found.reason] = found
        return tuple((pair.get(BEFORE), pair.get(AFTER)) for pair in pairs.values())

    def firmware(self, identity: str) -> tuple[FirmwareSeen, ...]:
        """Every firmware that was kept with when, oldest first; reads no health data."""
        with self._history.reading() as connection:
            rows = connection.execute(
                "SELECT taken, firmware FROM snapshots WHERE identity = ? ORDER BY taken",
                (put_text(identity),),
            ).fetchall()
        return tuple(
            FirmwareSeen(date_from(taken, 0), get_text(firmware)) for taken, firmware in rows
        )

    def acknowledged(self, identity: str) -> Mapping[str, int]:
        """The values of counters that a person has accepted."""
        with self._history.reading() as connection:
            rows = connection.execute(
                "SELECT counter, value FROM accepted WHERE identity = ?", (put_text(identity),)
            ).fetchall()
        return {
            counter: int(value)
            for counter, value in rows
            if counter in COUNTERS and isinstance(value, str) and value.isdecimal()
        }

    def told(self, identity: str) -> Grade:
        """The grade of `tell`; UNKNOWN where none was announced yet."""
        with self._history.reading() as connection:
            row = connection.execute(
                "SELECT word FROM told WHERE identity = ?", (put_text(identity),)
            ).fetchone()
        return Grade(row[0]) if row is not None and row[0] in GRADES else UNKNOWN

    # Inside

    def _of(self, identity: str, since: datetime | None) -> list[HealthSnapshot | None]:
        least = -(2**63) if since is None else moment(since)[0]
        with self._history.reading() as connection:
            chosen = "identity = ? AND taken >= ?"
            rows = _select(connection, chosen, "taken, id", [put_text(identity), least])
        return [_snapshot(row) for row in rows]

    def _first(
        self,
        words: list[str],
        values: list[str | bytes | int | None],
        order: str,
        fits: Callable[[HealthSnapshot], bool] | None,
    ) -> HealthSnapshot | None:
        with self._history.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM snapshots WHERE {' AND '.join(words)} ORDER BY {order}"
                f" LIMIT {MOST_ASKED}",
                values,
            )
            read = (found for row in rows if (found := _snapshot(row)) is not None)
            return next((found for found in read if fits is None or fits(found)), None)


def _insert(connection: sqlite3.Connection, fresh: Fresh, blob: bytes) -> None:
    when, offset = moment(fresh.taken or fresh.health.taken)
    key = put_text(fresh.identity)
    new_day = fresh.reason == OPEN and _last_open(connection, key) // _DAY != when // _DAY
    connection.execute(
        "INSERT INTO snapshots (identity, taken, utc_offset, reason, run, firmware, health)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            key, when, offset, fresh.reason, put_text(fresh.run),
            put_text(fresh.firmware or fresh.health.firmware), blob,
        ),
    )  # fmt: skip
    if new_day:  # at most once a day and drive: the rest of the time there is nothing to do
        until = (when - WHOLE // timedelta(microseconds=1)) // _DAY * _DAY
        connection.execute(_THIN, {"identity": key, "until": until})


def _done(_: sqlite3.Cursor) -> None:
    """A piece of work gives nothing back."""


def _last_open(connection: sqlite3.Connection, key: str | bytes | None) -> int:
    query = (
        "SELECT taken FROM snapshots WHERE identity = ? AND reason = ? ORDER BY taken DESC LIMIT 1"
    )
    found: tuple[int] | None = connection.execute(query, (key, OPEN)).fetchone()
    return 0 if found is None else found[0]


def _select(
    connection: sqlite3.Connection, chosen: str, order: str, values: list[object]
) -> list[tuple[object, ...]]:
    query = f"SELECT {_COLUMNS} FROM snapshots WHERE {chosen} ORDER BY {order}"
    return connection.execute(query, values).fetchall()


def _snapshot(row: tuple[object, ...]) -> HealthSnapshot | None:
    """A row of _COLUMNS; None when it is damaged."""
    number, identity, taken, offset, reason, run, firmware, health = row
    try:
        when = date_from(int(taken), int(offset))  # type: ignore[call-overload]
        known = HEALTH.unpack(inflate(health, HEALTH.most))
        why = SnapshotReason(get_text(reason))
    except (ValueError, TypeError, OverflowError, OSError):
        return None
    return HealthSnapshot(
        id=int(number),  # type: ignore[call-overload]
        identity=get_text(identity),
        taken=when,
        reason=why,
        run=get_or_none(run),
        firmware=get_text(firmware),
        health=known,
    )
