# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Assigns imported runs to a drive, and names the drives that runs have."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from driveproof.domain.codec import DecodeError
from driveproof.domain.drive.drive import is_path
from driveproof.domain.errors import MachineError
from driveproof.domain.run.assignment import KnownDrive, assigned
from driveproof.history import rows
from driveproof.history.encoding import get_or_none, get_text, put_text, search_text

if TYPE_CHECKING:
    from driveproof.history.store import History


def assign(history: History, run_ids: Sequence[str], drive: KnownDrive | None) -> None:
    """Assign imported runs to a drive, all or none; None: to what their files say.

    Raises MachineError for a run that Driveproof measured, for one that does not exist, and for one
    that is damaged.
    """

    def work(connection: sqlite3.Connection) -> None:
        for run_id in run_ids:
            _assign(connection, run_id, drive)

    history.keep(work)


def _assign(connection: sqlite3.Connection, run_id: str, drive: KnownDrive | None) -> None:
    found = connection.execute(
        "SELECT target, environment, path, label, profile, title FROM runs WHERE id = ?",
        (put_text(run_id),),
    ).fetchone()
    if found is None:
        raise MachineError("'{name}' is not in the history.", name=run_id)
    try:
        kept, environment = rows.TARGET.unpack(found[0]), rows.ENVIRONMENT.unpack(found[1])
    except DecodeError as error:
        raise MachineError("{path} cannot be read: {reason}.", path=run_id, reason=error) from error
    if not environment.source:
        raise MachineError("The run {run_id} was measured by Driveproof.", run_id=run_id)
    target = assigned(kept, drive)
    path, label, profile, title = map(get_text, found[2:])
    connection.execute(
        "UPDATE runs SET identity = ?, model = ?, target = ?, search = ? WHERE id = ?",
        (
            put_text(target.identity),
            put_text(target.model),
            rows.TARGET.pack(target),
            search_text(target.model, path, label, profile, title),
            put_text(run_id),
        ),
    )


def drives(history: History) -> tuple[KnownDrive, ...]:
    """The drives of all runs as their newest run names them, the one measured last first; one whose
    newest run is damaged is left out.
    """
    with history.reading() as connection:
        found = connection.execute(
            "SELECT identity, target, max(started) AS last FROM runs"
            " WHERE identity IS NOT NULL GROUP BY identity ORDER BY last DESC"
        ).fetchall()
    known = []
    for identity, text, _last in found:
        name = get_or_none(identity)
        if name and not is_path(name):
            with suppress(DecodeError):
                target = rows.TARGET.unpack(text)
                known.append(KnownDrive(name, target.model, target.serial, target.wwn))
    return tuple(known)
