# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments are stored unchanged, beside what a file already contained."""

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
from driveproof.domain.experiment.experiment import (
    OTHER,
    Experiment,
    ExperimentTarget,
    PlannedProfile,
)
from driveproof.domain.run.run import Run
from driveproof.history.experiments import Experiments
from driveproof.history.schema import MIGRATIONS
from driveproof.history.store import History

NOW = datetime(2026, 3, 3, 12, 30, tzinfo=UTC)
PLAN = Experiment(
    id="0abc11", created=NOW, name="\udcff", action=OTHER, profile=PlannedProfile("quick", 6),
    target=ExperimentTarget("/mnt/\udcff", "file", "wwn:1"), tests=4,
)  # fmt: skip
LATER = replace(PLAN, id="0abd22", created=NOW + timedelta(days=1))


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    store = History(tmp_path / "history.sqlite")
    yield store
    store.close()


def test_it_comes_back_as_it_was(history: History) -> None:
    experiments = Experiments(history)
    experiments.save(PLAN)
    moved = PLAN.checked(NOW).begun("r1").measured("r1", NOW)
    experiments.save(moved, {"verdict": "words"})
    history.close()
    assert experiments.load(PLAN.id).experiment == moved
    experiments.save(moved.cancelled())
    assert experiments.load(PLAN.id).result == {"verdict": "words"}
    experiments.save(LATER)
    assert [experiment.id for experiment in experiments.all()] == [LATER.id, PLAN.id]


def test_one_is_found_by_the_beginning_of_its_id(history: History) -> None:
    experiments = Experiments(history)
    with pytest.raises(MachineError, match="No session is open"):
        experiments.find("")
    experiments.save(PLAN)
    assert experiments.find("").experiment == experiments.find("OABC").experiment == PLAN
    experiments.save(LATER)
    assert experiments.find("latest").experiment == experiments.find("0abd").experiment == LATER
    for word in ("0ab", ""):
        with pytest.raises(UsageError, match="0abd22, 0abc11"):
            experiments.find(word)
    experiments.save(LATER.cancelled())
    assert experiments.find("").experiment == PLAN
    for word in ("zz", " "):
        with pytest.raises(MachineError, match="no session"):
            experiments.find(word)
    with pytest.raises(MachineError, match="no session"):
        experiments.load("nothing")


def test_a_damaged_one_is_left_out(history: History) -> None:
    experiments = Experiments(history)
    experiments.save(PLAN)
    experiments.save(LATER)
    history.close()
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute("UPDATE plans SET plan = '{' WHERE id = ?", (LATER.id,))
        connection.commit()
    assert experiments.all() == (PLAN,)
    with pytest.raises(MachineError, match="cannot be read"):
        experiments.load(LATER.id)


def test_the_fourth_version_is_brought_up_to_date(
    history: History, make_run: Callable[..., Run]
) -> None:
    history.save(make_run())
    history.close()
    as_version(history.path, 4)
    experiments = Experiments(history)
    experiments.save(PLAN)
    assert experiments.all() == (PLAN,)
    assert history.count() == 1
    assert history.path.with_name("history.sqlite.backup-v4").exists()
    with closing(sqlite3.connect(history.path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
