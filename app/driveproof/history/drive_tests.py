# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of whole drives, kept beside the runs: they go on after days, a reboot or a kill."""

from __future__ import annotations

import sqlite3

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.drive_test.drive_test import OPEN, DriveTest
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.say import Say
from driveproof.history.encoding import get_text, moment, put_text
from driveproof.history.ids import matching
from driveproof.history.store import History

_MOST = 16 * 2**20
"""Bytes of a test: one of ten thousand bad areas takes two million."""
_TEST: Decoder[DriveTest] = Decoder(DriveTest, _MOST)


class DriveTests:
    """Beside the runs in the history of `history`.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def save(self, test: DriveTest) -> None:
        """Keep it as it is now."""
        created, _ = moment(test.created)
        identity = put_text(test.target.identity)
        values = (test.id, created, test.status, identity, encode(test).decode())

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO drive_tests (id, created, status, identity, document)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " status = excluded.status, identity = excluded.identity,"
                " document = excluded.document",
                values,
            )

        self._history.keep(work)

    def all(self) -> tuple[DriveTest, ...]:
        """Every test, newest first; one that is damaged is left out."""
        with self._history.reading() as connection:
            rows = connection.execute(
                "SELECT document FROM drive_tests ORDER BY created DESC, id"
            ).fetchall()
        found = (_test(row[0]) for row in rows)
        return tuple(test for test in found if test is not None)

    def load(self, test_id: str) -> DriveTest:
        """One test. Raises MachineError when it does not exist or is damaged."""
        with self._history.reading() as connection:
            row = connection.execute(
                "SELECT document FROM drive_tests WHERE id = ?", (put_text(test_id),)
            ).fetchone()
        if row is None:
            raise _unknown(test_id)
        test = _test(row[0])
        if test is None:
            raise MachineError(
                "{path} cannot be read: {reason}.", path=test_id, reason=Say("it is damaged")
            )
        return test

    def find(self, word: str) -> DriveTest:
        """The test with an id, its unique beginning or `latest`.

        Raises UsageError when several match, MachineError when none does.
        """
        tests = self.all()
        if word == "latest" and tests:
            return tests[0]
        found = matching(word, (test.id for test in tests))
        if not found:
            raise _unknown(word)
        if len(found) > 1:
            raise UsageError(
                "'{word}' is ambiguous: {named}.",
                word=word,
                named=", ".join(found[:5]),
                advice=Advice("Name one."),
            )
        return self.load(found[0])

    def open(self) -> tuple[DriveTest, ...]:
        """Those that go on, oldest first. Raises MachineError where none does."""
        found = tuple(test for test in reversed(self.all()) if test.status == OPEN)
        if not found:
            raise MachineError("No test is open.", advice=Advice(Remedy.NEW_DRIVE_TEST))
        return found


def _unknown(word: str) -> MachineError:
    return MachineError(
        "'{name}' is not in the history.", name=word, advice=Advice(Remedy.LIST_DRIVE_TESTS)
    )


def _test(text: object) -> DriveTest | None:
    try:
        return _TEST.decode(get_text(text))
    except DecodeError:
        return None
