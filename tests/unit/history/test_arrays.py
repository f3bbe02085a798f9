# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""States of arrays are kept where they changed, and histories of older versions get the table."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from driveproof.domain.drive.array import ArrayAction, ArrayState, is_news
from driveproof.history.arrays import KEEP, ArrayStates
from driveproof.history.store import History

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
WHOLE = ArrayState(kind="md", wanted=2, active=2, mismatches=0)
DEGRADED = replace(WHOLE, active=1)
RECOVERING = replace(DEGRADED, action=ArrayAction.RECOVER, progress=0.25, speed=1e8)


def rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM arrays").fetchone()
    return int(count)


def test_a_state_is_kept_where_it_changed(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    history = History(path)
    states = ArrayStates(history)
    assert states.before("path:/dev/md0", NOW) is None
    for hour, state in enumerate((WHOLE, WHOLE, RECOVERING, replace(RECOVERING, progress=0.9))):
        states.note({"path:/dev/md0": state}, NOW + timedelta(hours=hour))
    assert rows(path) == 2
    assert states.before("path:/dev/md0", NOW + timedelta(hours=2)) == WHOLE
    found = states.before("path:/dev/md0", NOW + timedelta(hours=9))
    assert found == replace(DEGRADED, action=ArrayAction.RECOVER)
    assert states.before("path:/dev/md1", NOW + timedelta(hours=9)) is None
    history.close()


@pytest.mark.parametrize(
    ("now", "news"),
    [
        (WHOLE, False),
        (DEGRADED, True),
        (RECOVERING, True),
        (replace(WHOLE, broken=True), True),
        (replace(WHOLE, mismatches=512), True),
        (replace(WHOLE, progress=0.5), False),
        (replace(WHOLE, wanted=3, active=3), False),  # another array, or one that was reshaped
        (replace(DEGRADED, kind="btrfs"), False),
    ],
)
def test_what_somebody_should_hear_of(now: ArrayState, news: bool) -> None:
    assert is_news(WHOLE, now) is news


def test_only_so_many_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    history = History(path)
    states = ArrayStates(history)
    for number in range(KEEP + 3):
        states.note({"a": (WHOLE, DEGRADED)[number % 2]}, NOW + timedelta(seconds=number))
    assert rows(path) == KEEP
    history.close()


def test_a_damaged_state_is_none(tmp_path: Path) -> None:
    path = tmp_path / "h.sqlite"
    history = History(path)
    states = ArrayStates(history)
    states.note({"a": WHOLE}, NOW)
    for text in ("", "[]", "{}", '{"kind": 1}', "[" * 10000):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("UPDATE arrays SET state = ?", (text,))
        assert states.before("a", NOW + timedelta(hours=1)) is None
    history.close()
