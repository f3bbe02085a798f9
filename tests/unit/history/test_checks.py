# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The time of a drive's last check is stored by drive, and older files are migrated."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.unit.history.filling import as_version

from driveproof.domain.check.check import BAD, FINE
from driveproof.history.checks import Checks, KeptCheck
from driveproof.history.schema import MIGRATIONS
from driveproof.history.store import History

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
CHECK = KeptCheck(NOW, 3.5, FINE, "abc")


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    store = History(tmp_path / "history.sqlite")
    yield store
    store.close()


def test_the_newest_of_a_drive_is_found(history: History) -> None:
    checks = Checks(history)
    assert checks.latest("wwn:1") is None
    checks.add("wwn:1", CHECK)
    checks.add("wwn:1", KeptCheck(NOW - timedelta(days=1), 1.0, BAD))
    checks.add("wwn:2", KeptCheck(NOW + timedelta(days=1), 1.0, BAD))
    assert checks.latest("wwn:1") == CHECK
    found = checks.latest("wwn:2")
    assert found is not None and (found.rating, found.run) == (BAD, None)


def test_what_cannot_be_understood_is_left_out(history: History) -> None:
    checks = Checks(history)
    checks.add("wwn:1", CHECK)
    history.close()
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute("UPDATE checks SET rating = 'lovely'")
        connection.commit()
    assert checks.latest("wwn:1") is None


def test_the_seventh_version_is_brought_up_to_date(history: History) -> None:
    history.count()
    history.close()
    as_version(history.path, 7)
    checks = Checks(history)
    checks.add("wwn:1", CHECK)
    assert checks.latest("wwn:1") == CHECK
    assert history.path.with_name("history.sqlite.backup-v7").exists()
    with closing(sqlite3.connect(history.path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
