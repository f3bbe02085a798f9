# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans are kept as they are, beside what a file had before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.unit.history.filling import as_version

from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.experiment.experiment import OTHER, Plan, PlannedProfile, PlanTarget
from driveproof.domain.run.run import Run
from driveproof.history.plans import Plans
from driveproof.history.schema import MIGRATIONS
from driveproof.history.store import History

NOW = datetime(2026, 3, 3, 12, 30, tzinfo=UTC)
PLAN = Plan(
    id="0abc11", created=NOW, name="\udcff", action=OTHER, profile=PlannedProfile("quick", 6),
    target=PlanTarget("/mnt/\udcff", "file", "wwn:1"), tests=4,
)  # fmt: skip
LATER = replace(PLAN, id="0abd22", created=NOW + timedelta(days=1))


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    store = History(tmp_path / "history.sqlite")
    yield store
    store.close()


def test_it_comes_back_as_it_was(history: History) -> None:
    plans = Plans(history)
    plans.save(PLAN)
    moved = PLAN.checked(NOW).begun("r1").measured("r1", NOW)
    plans.save(moved, {"verdict": "words"})
    history.close()
    assert plans.load(PLAN.id).plan == moved
    plans.save(moved.cancelled())
    assert plans.load(PLAN.id).result == {"verdict": "words"}
    plans.save(LATER)
    assert [plan.id for plan in plans.all()] == [LATER.id, PLAN.id]


def test_one_is_found_by_the_beginning_of_its_id(history: History) -> None:
    plans = Plans(history)
    with pytest.raises(MachineError, match="No session is open"):
        plans.find("")
    plans.save(PLAN)
    assert plans.find("").plan == plans.find("OABC").plan == PLAN
    plans.save(LATER)
    assert plans.find("latest").plan == plans.find("0abd").plan == LATER
    for word in ("0ab", ""):
        with pytest.raises(UsageError, match="0abd22, 0abc11"):
            plans.find(word)
    plans.save(LATER.cancelled())
    assert plans.find("").plan == PLAN
    for word in ("zz", " "):
        with pytest.raises(MachineError, match="no session"):
            plans.find(word)
    with pytest.raises(MachineError, match="no session"):
        plans.load("nothing")


def test_a_damaged_one_is_left_out(history: History) -> None:
    plans = Plans(history)
    plans.save(PLAN)
    plans.save(LATER)
    history.close()
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute("UPDATE plans SET plan = '{' WHERE id = ?", (LATER.id,))
        connection.commit()
    assert plans.all() == (PLAN,)
    with pytest.raises(MachineError, match="cannot be read"):
        plans.load(LATER.id)


def test_the_fourth_version_is_brought_up_to_date(
    history: History, make_run: Callable[..., Run]
) -> None:
    history.save(make_run())
    history.close()
    as_version(history.path, 4)
    plans = Plans(history)
    plans.save(PLAN)
    assert plans.all() == (PLAN,)
    assert history.count() == 1
    assert history.path.with_name("history.sqlite.backup-v4").exists()
    with closing(sqlite3.connect(history.path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
