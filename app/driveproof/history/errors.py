# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What SQLite complains about, in our words and never in its own."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from driveproof.domain.errors import Advice, DriveproofError, MachineError, Remedy
from driveproof.domain.say import Say
from driveproof.history.schema import NotAHistoryError

# SQLite maps the -shm file into memory. Where a block of it turns out to have no room on the disk
# (small blocks, copy on write), the kernel ends the program with SIGBUS: so the history is not
# written, and no such file begun, with less free space than any slice of a run needs.
ROOM = 8 * 2**20


class DamagedError(MachineError):
    """The file, or a part of it, is not what SQLite wrote."""


def sqlite_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code, 0 when the error has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken, and not its disk or another program in the way."""
    damaged = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return isinstance(error, NotAHistoryError) or sqlite_code(error) in damaged


_REASONS = {
    sqlite3.SQLITE_FULL: Say("its disk is full"),
    sqlite3.SQLITE_READONLY: Say("it is not writable"),
    sqlite3.SQLITE_CANTOPEN: Say("reading or writing it fails"),
    sqlite3.SQLITE_BUSY: Say("another program uses it"),
    sqlite3.SQLITE_LOCKED: Say("another program uses it"),
    sqlite3.SQLITE_IOERR: Say("reading or writing it fails"),
    sqlite3.SQLITE_CORRUPT: Say("it is damaged"),
    sqlite3.SQLITE_NOTADB: Say("it is no history"),
    sqlite3.SQLITE_ERROR: Say("it is no history"),
}
_OTHER = Say("reading or writing it fails")


def sqlite_reason(error: sqlite3.Error) -> Say:
    """What is wrong, in our words: those of SQLite are about tables that no person made."""
    if isinstance(error, NotAHistoryError):
        return error.why
    return _REASONS.get(sqlite_code(error), _OTHER)


def sqlite_failure(error: sqlite3.Error, path: Path) -> DriveproofError:
    """SQLite's error as one of ours."""
    if is_damage(error):
        return DamagedError(
            "The history at {path} cannot be used: {reason}.",
            path=path,
            reason=sqlite_reason(error),
        )
    if sqlite_code(error) == sqlite3.SQLITE_FULL:
        return history_full(path)
    return MachineError(
        "The history at {path} cannot be used: {reason}.", path=path, reason=sqlite_reason(error)
    )


def history_full(path: Path) -> MachineError:
    """There is no room to keep anything."""
    return MachineError(
        "The history at {path} cannot be used: {reason}.",
        path=path,
        reason=Say("its disk is full"),
        advice=Advice("Free some space."),
    )


def not_kept(refusal: DriveproofError) -> MachineError:
    """What to say before a measurement whose result the history would refuse."""
    return MachineError(
        "Not saved: {reason}",
        reason=refusal,
        advice=Advice(Remedy.EXPORT_RESULT),
    )


def unknown_run(word: str) -> MachineError:
    """The word selects no run; what to do about it."""
    if word.strip() == "latest":
        return MachineError(
            "The history is empty.",
            advice=Advice(Remedy.FIRST_RUN),
        )
    return MachineError(
        "'{name}' is not in the history.",
        name=word.removeprefix("label:"),
        advice=Advice(Remedy.LIST_RUNS),
    )
