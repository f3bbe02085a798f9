# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The earlier result that a run is compared with: of the same drive, profile and test."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.unit.domain.compared_runs import STEADY, phase, run

from driveproof.history.earlier import previous
from driveproof.history.store import History


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    store = History(tmp_path / "history.sqlite")
    yield store
    store.close()


def before(history: History, run_id: str) -> str:
    found = previous(history, run_id)
    return "" if found is None else found.id


def test_the_newest_earlier_run_of_the_same_drive_and_profile(history: History) -> None:
    other = {"drive": "serial:S2"}
    history.save(
        run(phase(STEADY), id="0aaaaaaaa"),
        run(phase(STEADY), id="0bbbbbbbb", days=1, label="two"),
        run(phase(STEADY), id="0cccccccc", days=2, target=other),
        run(phase(STEADY), id="0dddddddd", days=3, profile="latency"),
        run(phase(STEADY, depth=1), id="0eeeeeeee", days=4),
        run(phase(STEADY), id="0ffffffff", days=5),
    )
    assert before(history, "0ffffffff") == "0bbbbbbbb"
    found = previous(history, "0ffffffff")
    assert found is not None and found.label == "two"
    assert before(history, "0bbbbbbbb") == "0aaaaaaaa"
    for first in ("0aaaaaaaa", "0cccccccc", "0dddddddd", "0eeeeeeee"):
        assert before(history, first) == ""


def test_a_drive_that_cannot_be_told_from_others_has_no_earlier_run(history: History) -> None:
    nobody = {"drive": None, "serial": None}
    history.save(
        run(phase(STEADY), id="0aaaaaaaa", target=nobody),
        run(phase(STEADY), id="0bbbbbbbb", days=1, target=nobody),
    )
    assert history.load("0bbbbbbbb").target.drive is None
    assert before(history, "0bbbbbbbb") == ""
    assert before(history, "nothing") == ""


def test_what_is_being_measured_is_not_an_earlier_run(history: History) -> None:
    history.begin(run(id="0aaaaaaaa"))
    history.keep_phase("0aaaaaaaa", phase(STEADY))
    history.save(run(phase(STEADY), id="0bbbbbbbb", days=1))
    assert before(history, "0bbbbbbbb") == ""
    history.finish(run(phase(STEADY), id="0aaaaaaaa"))
    assert before(history, "0bbbbbbbb") == "0aaaaaaaa"


def test_a_file_of_an_older_version_that_can_only_be_read(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    store = History(path)
    store.save(run(phase(STEADY), id="0aaaaaaaa"), run(phase(STEADY), id="0bbbbbbbb", days=1))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP INDEX phases_test")
        connection.execute("ALTER TABLE phases DROP COLUMN test")
        connection.commit()
    assert before(store, "0bbbbbbbb") == "0aaaaaaaa"
    store.close()
