# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imported runs assigned to a drive: listed with its results, and given back to their file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

import pytest
from tests.builders.compared_runs import STEADY, phase, run
from tests.builders.imports import DATA

from driveproof.domain.errors import MachineError
from driveproof.domain.run.assignment import KnownDrive, words_in_file
from driveproof.domain.run.run import Run
from driveproof.engine.run.importing import import_files
from driveproof.history.assigning import assign, drives
from driveproof.history.store import History

Same = Callable[[Run, Run], None]
DRIVE = KnownDrive("wwn:eui.1", "Disk <b>X</b>", "S9", "eui.1")


@pytest.fixture
def imported(history: History) -> Run:
    """A result whose file names the drive's model."""
    (made,) = import_files(history, [str(DATA / "kdiskmark-3.txt")], "mine").new
    return made


def test_it_is_a_result_of_that_drive_and_keeps_the_words_of_its_file(
    history: History, imported: Run, assert_same: Same
) -> None:
    before = history.load(imported.id)
    assert before.target.identity is None
    assign(history, [imported.id], DRIVE)
    after = history.load(imported.id)
    assert after.target.identity == "wwn:eui.1"
    assert (after.target.model, after.target.serial) == ("Disk <b>X</b>", "S9")
    assert (after.target.firmware, after.target.size) == (None, before.target.size)
    assert_same(replace(after, target=before.target), before)
    assert words_in_file(after.target) == tuple(filter(None, [before.target.model]))
    (head,) = history.heads(identity="wwn:eui.1")
    assert (head.id, head.model) == (imported.id, "Disk <b>X</b>")
    assert history.count(text="disk <b>x") == 1


def test_what_the_file_says_holds_again(history: History, imported: Run, assert_same: Same) -> None:
    before = history.load(imported.id)
    assign(history, [imported.id], DRIVE)
    assign(history, [imported.id], DRIVE._replace(identity="serial:Y:2", serial="2"))
    assign(history, [imported.id], None)
    assert_same(history.load(imported.id), before)
    assert history.heads(identity="wwn:eui.1") == []


def test_only_an_imported_run_is_assigned_and_all_or_none(history: History, imported: Run) -> None:
    history.save(run(phase(STEADY), id="0aaaaaaaa"))
    for wrong in ("0aaaaaaaa", "nothing"):
        with pytest.raises(MachineError):
            assign(history, [imported.id, wrong], DRIVE)
    assert history.load(imported.id).target.identity is None


def test_drives_of_runs_the_last_measured_first(history: History, imported: Run) -> None:
    history.save(
        run(phase(STEADY), id="0aaaaaaaa"),
        run(phase(STEADY), id="0bbbbbbbb", days=1, target={"drive": "path:/dev/loop0"}),
        run(phase(STEADY), id="0cccccccc", days=2, target={"drive": "serial:2", "serial": "2"}),
        run(phase(STEADY), id="0dddddddd", days=3, target={"model": "Disk X again"}),
    )
    found = drives(history)
    assert [(one.identity, one.model) for one in found] == [
        ("serial:S1", "Disk X again"),
        ("serial:2", "Disk X"),
    ]


def test_a_damaged_run_is_not_assigned_and_hides_no_other_drive(
    history: History, imported: Run
) -> None:
    history.save(run(phase(STEADY), id="0aaaaaaaa"))
    assign(history, [imported.id], DRIVE)
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute("UPDATE runs SET target = '{' WHERE id = ?", (imported.id,))
        connection.commit()
    assert [one.identity for one in drives(history)] == ["serial:S1"]
    with pytest.raises(MachineError):
        assign(history, [imported.id], None)
