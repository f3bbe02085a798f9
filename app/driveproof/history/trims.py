# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which TRIMs ran, when, and how much they gave back, by drive."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import datetime

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.trim.job import KeptTrim, Outcome, Proof, TrimStatus
from driveproof.history.encoding import date_from, get_text, moment, put_text
from driveproof.history.store import History

_COLUMNS = "started, utc_offset, place, filesystem, status, bytes, seconds, proof"
_PROOF: Decoder[tuple[Proof, ...]] = Decoder(tuple[Proof, ...], 2**20)
_LARGEST = 2**63 - 1


class Trims:
    """Beside the runs in the history of `history`, by BlockDevice.identity.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def add(self, identities: Iterable[str], outcome: Outcome) -> None:
        """Keep the result of a TRIM, once for each drive below the file system."""
        started, offset = moment(outcome.started)
        proof = encode(outcome.proof).decode()
        rest = (
            started, offset, put_text(outcome.preview.place), put_text(outcome.preview.filesystem),
            outcome.status, min(outcome.discarded, _LARGEST), outcome.seconds, proof,
        )  # fmt: skip
        rows = [(put_text(identity), *rest) for identity in dict.fromkeys(identities)]
        statement = f"INSERT INTO trims (identity, {_COLUMNS}) VALUES (?{', ?' * len(rest)})"

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(statement, rows)

        self._history.keep(work)

    def prove(self, identity: str, since: datetime, until: datetime, proof: Proof) -> bool:
        """Put a later proof in the place of its tier, in the last TRIM of a drive that began
        between two moments, and in what is kept of the same one for other drives. Whether there is
        such a TRIM."""
        found: list[bool] = []

        def work(connection: sqlite3.Connection) -> None:
            one = connection.execute(
                "SELECT started, place, proof FROM trims WHERE identity = ? AND started BETWEEN ?"
                " AND ? ORDER BY started DESC, id DESC LIMIT 1",
                (put_text(identity), moment(since)[0], moment(until)[0]),
            ).fetchone()
            if one is None:
                return
            started, place, kept = one
            try:
                others = [one for one in _PROOF.decode(get_text(kept)) if one.tier != proof.tier]
            except DecodeError:
                return  # damaged: it is never shown
            connection.execute(
                "UPDATE trims SET proof = ? WHERE started = ? AND place = ?",
                (encode([*others, proof]).decode(), started, place),
            )
            found.append(True)

        self._history.keep(work)
        return bool(found)

    def of(self, identity: str, since: datetime | None = None) -> tuple[KeptTrim, ...]:
        """Those of a drive from `since` on, oldest first; one that is damaged is left out."""
        least = -(2**63) if since is None else moment(since)[0]
        with self._history.reading() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM trims WHERE identity = ? AND started >= ?"
                " ORDER BY started, id",
                (put_text(identity), least),
            ).fetchall()
        return tuple(found for row in rows if (found := _kept(row)) is not None)


def _kept(row: tuple[object, ...]) -> KeptTrim | None:
    started, offset, place, filesystem, status, size, seconds, proof = row
    try:
        return KeptTrim(
            started=date_from(int(started), int(offset)),  # type: ignore[call-overload]
            place=get_text(place),
            filesystem=get_text(filesystem),
            status=TrimStatus(get_text(status)),
            discarded=int(size),  # type: ignore[call-overload]
            seconds=float(seconds),  # type: ignore[arg-type]
            proof=_PROOF.decode(get_text(proof)),
        )
    except (ValueError, TypeError, OverflowError, OSError):
        return None
