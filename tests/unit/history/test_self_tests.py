# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-tests are kept whole, and histories of older versions get their table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from driveproof.domain.health.kept_tests import KeptTest, begun_test
from driveproof.domain.health.report import PASSED, TEST_FAILED, Health, SelfTestEntry, SelfTests
from driveproof.history.self_tests import KeptTests
from driveproof.history.store import History

NOW = datetime(2026, 11, 23, 12, 0, 1, 250000, tzinfo=UTC)
BAD = SelfTestEntry(
    kind="Vendor\udcff", status=TEST_FAILED, text="read\n", at=3600.5, lba=2**64 - 1
)


def test_a_test_comes_back_as_it_was(tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    whole = KeptTest(
        entry=BAD, noted=NOW, begun=NOW, began_at=60.0, ours=True, logged=True, firmware="ä\udc80"
    )
    bare = KeptTest(entry=SelfTestEntry(kind="", status=PASSED), noted=NOW)
    kept = KeptTests(history)
    kept.add("wwn:a", whole)
    kept.add("wwn:a", bare)
    kept.add("wwn:b", bare)
    second, first = kept.of("wwn:a")
    assert (first.entry, first.noted, first.begun) == (BAD, NOW, NOW)
    assert (first.began_at, first.ours, first.logged) == (60.0, True, True)
    assert first.firmware == "ä\udc80"
    assert (second.entry, second.begun, second.logged) == (bare.entry, None, False)
    assert len(kept.of("wwn:b")) == 1
    history.close()


def test_the_end_takes_the_place_of_the_beginning(tmp_path: Path) -> None:
    history = History(tmp_path / "h.sqlite")
    kept = KeptTests(history)
    kept.add("wwn:a", begun_test("short", None, NOW))
    later = NOW.replace(hour=13)
    health = Health(taken=later, self_tests=SelfTests(passed=True))
    (one,) = kept.learn("wwn:a", health)
    assert (one.entry.status, one.begun, one.ended) == (PASSED, NOW, later)
    assert kept.learn("wwn:a", health) == (one,)
    history.close()


def test_damaged_rows_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    history = History(path)
    kept = KeptTests(history)
    for _ in range(5):
        kept.add("wwn:a", begun_test("short", None, NOW))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for number, change in enumerate(("lba = 'x'", "at = 'y'", "at = 9e999", "noted = 'z'"), 1):
            connection.execute(f"UPDATE self_tests SET {change} WHERE id = {number}")
    assert [one.number for one in kept.of("wwn:a")] == [5]
    history.close()
