# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files become runs of the history together: all of them, or none."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.builders.exported import json_of
from tests.builders.imports import DATA, NAMES

from driveproof.domain.errors import MachineError, UsageError
from driveproof.engine.run.importing import import_files, read_file
from driveproof.history.store import History
from driveproof.wording.errors import Face, message_and_advice


@pytest.fixture
def history(tmp_path: Path) -> Iterator[History]:
    made = History(tmp_path / "home" / "history.sqlite")
    yield made
    made.close()


def files(*names: str) -> list[str]:
    return [str(DATA / name) for name in names]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_read_is_what_is_kept(name: str, history: History) -> None:
    runs = import_files(history, files(name)).new
    assert len({run.id for run in runs}) == len(runs) == history.count()
    for run in runs:
        kept = history.load(run.id)
        assert json_of(kept) == json_of(run)
        assert kept.source == run.source != ""
        assert kept == run or kept.phases != ()


@pytest.mark.parametrize("name", ["fio-plus.json", "kdiskmark-3.txt", "crystaldiskmark-8.txt"])
def test_what_was_imported_before_is_not_kept_twice(name: str, history: History) -> None:
    """Pooled as repeats, its copy would make any difference certain."""
    first = import_files(history, files(name)).new
    again = import_files(history, files("hdparm.txt", name), "again")
    assert set(again.known) == {run.id for run in first}
    assert {run.title for run in again.new} == {"hdparm"}
    assert history.count() == len(first) + len(again.new)


def test_several_files_under_one_label(history: History) -> None:
    runs = import_files(history, files("fio-three.json", "hdparm.txt"), "old drive").new
    assert len(runs) == 5
    assert set(history.find_all("label:old drive")) == {run.id for run in runs}


def test_one_bad_file_keeps_all_out(history: History, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"fio version": "x"')
    with pytest.raises(MachineError) as raised:
        import_files(history, [*files("fio-normal.json"), str(bad)])
    assert set(raised.value.values) == {"path", "why"}
    assert history.count() == 0


def test_a_run_that_cannot_be_kept_keeps_all_out(history: History) -> None:
    """One transaction: the second run hits a fault of the database."""
    import_files(history, files("fio-normal.json"))
    with history._transaction("BEGIN IMMEDIATE") as connection:
        connection.execute(
            "CREATE TRIGGER no BEFORE INSERT ON runs WHEN new.profile = 'imported' AND"
            " (SELECT count(*) FROM runs) > 2 BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    with pytest.raises(MachineError):
        import_files(history, files("fio-three.json"))
    assert history.count() == 1


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("missing", {"path", "reason"}),
        ("folder", {"path", "reason"}),
        ("pipe", {"path"}),
        ("device", {"path"}),
        ("zero", {"path", "reason"}),
        ("long", {"path", "reason"}),
    ],
)
def test_what_is_no_file_is_said_at_once(
    kind: str, says: set[str], history: History, tmp_path: Path
) -> None:
    path = str(tmp_path / kind)
    if kind == "folder":
        (tmp_path / kind).mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = "/dev/zero"
    elif kind == "zero":
        path = "a\0b"
    elif kind == "long":
        path = "x" * 5000
    with pytest.raises(MachineError) as raised:
        import_files(history, [path])
    assert set(raised.value.values) == says
    assert history.count() == 0


def test_control_characters_of_a_name_are_made_visible(history: History, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J\u202e.json"
    path.write_text("x")
    with pytest.raises(MachineError) as raised:
        import_files(history, [str(path)])
    assert message_and_advice(raised.value, Face.TERMINAL).isprintable()


def test_too_many_files(history: History) -> None:
    with pytest.raises(UsageError, match="1001 "):
        import_files(history, files("hdparm.txt") * 1001)


def test_too_many_runs(history: History) -> None:
    with pytest.raises(MachineError, match="more than 1000 results"):
        import_files(history, files("fio-three.json") * 334)
    assert history.count() == 0


@pytest.mark.parametrize("when", [0, -1e9, 1e11])
def test_any_date_of_a_file_will_do(when: float, tmp_path: Path) -> None:
    path = tmp_path / "hdparm.txt"
    path.write_bytes((DATA / "hdparm.txt").read_bytes())
    os.utime(path, (when, when))
    assert read_file(str(path))[0].started.year >= 1971


def test_the_date_of_the_file_stands_for_one_that_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "hdparm.txt"
    path.write_bytes((DATA / "hdparm.txt").read_bytes())
    os.utime(path, (1700000000, 1700000000))
    assert read_file(str(path))[0].started == datetime.fromtimestamp(1700000000, UTC)
