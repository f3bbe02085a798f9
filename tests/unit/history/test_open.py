# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever the state of the file and its disk: nothing is lost, and the problem is reported."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.builders.filling import MakeRun, filled

from driveproof.domain.errors import MachineError
from driveproof.domain.run.run import Run
from driveproof.history.errors import sqlite_failure
from driveproof.history.open import set_aside
from driveproof.history.schema import APPLICATION_ID, MIGRATIONS, migrate
from driveproof.history.store import History

Same = Callable[[Run, Run], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


def aside(path: Path) -> list[Path]:
    """What was set aside, without the logs beside it."""
    found = path.parent.glob("history.sqlite.corrupt-*")
    return sorted(file for file in found if not file.name.endswith(("-wal", "-shm")))


GARBAGE: dict[str, Callable[[bytes], bytes]] = {
    "no database": lambda _: b"this is no database " * 100,
    "header gone": lambda whole: bytes(100) + whole[100:],
    "cut in the middle": lambda whole: whole[: len(whole) // 2],
    "cut to one byte": lambda whole: whole[:1],
    "schema gone": lambda whole: whole[:100] + b"\xff" * 3996 + whole[4096:],
}


@pytest.mark.parametrize("damage", GARBAGE)
def test_a_damaged_file_is_set_aside_and_a_fresh_one_begun(
    path: Path, make_run: MakeRun, assert_same: Same, damage: str
) -> None:
    broken = GARBAGE[damage](filled(path, make_run))
    path.write_bytes(broken)
    history = History(path)
    assert f"{path}.corrupt-" in str(history.message)
    assert history.refusal() is None
    assert history.heads() == []
    history.save(make_run())
    assert_same(history.load(make_run().id), make_run())
    history.close()
    (kept,) = aside(path)
    assert re.fullmatch(r"history\.sqlite\.corrupt-\d{8}T\d{4}", kept.name)
    assert kept.read_bytes() == broken
    assert History(path).message is None


def test_its_log_goes_with_it_and_names_are_never_used_twice(path: Path, make_run: MakeRun) -> None:
    for index in range(3):
        path.write_bytes(b"garbage" * 200)
        log = path.with_name("history.sqlite-wal")
        log.write_bytes(b"log %d" % index)
        history = History(path)
        assert history.heads() == []
        history.save(make_run())
        history.close()
    kept = aside(path)
    logs = {file.name: file.read_bytes() for file in path.parent.glob("*.corrupt-*-wal")}
    assert len(kept) == 3
    assert sorted(logs.values()) == [b"log 0", b"log 1", b"log 2"]
    assert {name.removesuffix("-wal") for name in logs} == {file.name for file in kept}


def test_a_database_of_another_program_is_set_aside(path: Path, make_run: MakeRun) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.execute("INSERT INTO bookmarks VALUES ('kept')")
        connection.commit()
    history = History(path)
    history.save(make_run())
    history.close()
    (kept,) = aside(path)
    with closing(sqlite3.connect(kept)) as connection:
        assert connection.execute("SELECT url FROM bookmarks").fetchone() == ("kept",)


def test_damage_deep_inside_does_not_take_the_other_runs(
    path: Path, make_run: MakeRun, assert_same: Same
) -> None:
    filled(path, make_run, 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE results SET samples = x'01ff' WHERE rowid = 3")
        connection.commit()
    history = History(path)
    history.save(make_run("1aaaaaaaa"))
    with pytest.raises(MachineError, match="0aaaaaaaa cannot be read"):
        history.load("0aaaaaaaa")
    assert len(history.heads()) == 2
    assert_same(history.load("1aaaaaaaa"), make_run("1aaaaaaaa"))
    assert aside(path) == []


def test_damage_found_while_saving_loses_nothing(
    path: Path, make_run: MakeRun, assert_same: Same
) -> None:
    whole = filled(path, make_run, 3)
    history = History(path)
    assert len(history.heads()) == 3
    # Everything behind the schema: SQLite finds out when it looks there.
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    history.save(make_run())
    assert ".corrupt-" in str(history.message)
    assert_same(history.load(make_run().id), make_run())
    history.close()
    assert len(aside(path)[0].read_bytes()) >= len(whole)


def test_a_file_that_vanishes_while_a_run_is_saved(
    path: Path, make_run: MakeRun, assert_same: Same
) -> None:
    history = History(path)
    run = make_run()
    history.begin(make_run(phases=()))
    history.keep_phase(run.id, run.phases[0])
    for file in path.parent.iterdir():
        file.unlink()
    history.keep_phase(run.id, run.phases[1])
    history.finish(run)
    assert_same(history.load(run.id), run)


def test_a_fresh_file_of_another_program_is_not_set_aside(path: Path, make_run: MakeRun) -> None:
    path.write_bytes(b"garbage" * 200)
    seen = (path.stat().st_dev, path.stat().st_ino)
    path.rename(path.with_name("other"))
    filled(path, make_run)
    assert set_aside(path, seen) is None
    assert History(path).count() == 2


def test_a_newer_version_is_only_read(path: Path, make_run: MakeRun, assert_same: Same) -> None:
    filled(path, make_run)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        connection.execute("ALTER TABLE runs ADD COLUMN mood TEXT")
        connection.commit()
    before = path.read_bytes()
    history = History(path)
    assert str(path) in str(history.message)
    assert history.refusal() is not None
    assert len(history.heads()) == 2
    assert_same(history.load("1aaaaaaaa"), make_run("1aaaaaaaa"))
    for act in (
        lambda: history.save(make_run()),
        lambda: history.delete("1aaaaaaaa"),
        lambda: history.set_label("1aaaaaaaa", "x"),
    ):
        with pytest.raises(MachineError, match="newer") as raised:
            act()
        assert raised.value.exit_status == 3
    history.close()
    assert path.read_bytes() == before
    assert aside(path) == []


def test_a_newer_version_with_other_tables_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE measurements (x)")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 99")
        connection.commit()
    before = path.read_bytes()
    history = History(path)
    assert history.refusal() is not None
    assert history.heads() == []
    assert history.message
    assert path.read_bytes() == before


def test_an_older_version_is_backed_up_and_brought_up_to_date(
    path: Path, make_run: MakeRun
) -> None:
    filled(path, make_run)
    steps = (*MIGRATIONS, "ALTER TABLE runs ADD COLUMN mood TEXT;\nUPDATE runs SET mood = 'a;b';")
    now = len(MIGRATIONS)
    for name in (f"history.sqlite.backup-v{now}", f"history.sqlite.backup-v{now}-2"):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            backup = migrate(connection, path, steps)
            assert backup == path.with_name(name)
            assert connection.execute("PRAGMA user_version").fetchone() == (now + 1,)
            assert connection.execute("SELECT DISTINCT mood FROM runs").fetchall() == [("a;b",)]
            assert migrate(connection, path, steps) is None
            connection.execute("ALTER TABLE runs DROP COLUMN mood")
            connection.execute(f"PRAGMA user_version = {now}")
        old = History(path.with_name(name))
        assert (old.message, old.count()) == (None, 2)
        old.close()


def test_a_migration_that_fails_changes_nothing(path: Path, make_run: MakeRun) -> None:
    filled(path, make_run)
    steps = (*MIGRATIONS, "ALTER TABLE runs ADD COLUMN mood TEXT; DROP TABLE nothing;")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        with pytest.raises(sqlite3.OperationalError):
            migrate(connection, path, steps)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert "mood" not in connection.execute("SELECT sql FROM sqlite_master").fetchone()[0]
    assert History(path).count() == 2


@pytest.mark.parametrize("kind", ["folder", "fifo", "file in the way"])
def test_what_can_be_no_history_is_said(path: Path, make_run: MakeRun, kind: str) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.write_bytes(b"")
        path = path / "driveproof" / "history.sqlite"
    history = History(path)
    assert history.heads() == []
    assert "cannot be opened" in str(history.message)
    with pytest.raises(MachineError, match="not saved"):
        history.begin(make_run())
    history.close()


def test_before_a_run_it_says_whether_one_could_be_kept(
    path: Path, make_run: MakeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("driveproof.history.open.BUSY_SECONDS", 0.0)
    history = History(path)
    assert history.refusal() is None
    assert history.count() == 0
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert history.refusal() is not None
        other.execute("ROLLBACK")
    assert history.refusal() is None
    history.save(make_run())
    history.close()


SQL = re.compile(r"\b(SQL|tables?|columns?|database|constraint|malformed|pragma)\b", re.IGNORECASE)


@pytest.mark.parametrize(
    "error",
    [
        sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_MISUSE,
    ],
)  # fmt: skip
def test_no_words_of_sqlite_reach_a_person(path: Path, error: int) -> None:
    said = sqlite3.OperationalError("no such table: runs")
    said.sqlite_errorcode = error
    assert not SQL.search(str(sqlite_failure(said, path)).replace(str(path), ""))


def test_an_empty_file_becomes_a_history(path: Path, make_run: MakeRun) -> None:
    path.touch()
    history = History(path)
    history.save(make_run())
    assert history.message is None
    history.close()


@pytest.mark.parametrize("name", ["a b%20?mode=ro#x", "ü\udcff", "quo'te\"\n"])
def test_any_folder_will_do(tmp_path: Path, make_run: MakeRun, name: str) -> None:
    history = History(tmp_path / name / "history.sqlite")
    history.save(make_run())
    assert (history.message, history.count()) == (None, 1)
    history.close()
    assert (tmp_path / name / "history.sqlite").stat().st_size > 0


def test_a_file_that_another_program_holds_is_not_given_up(
    path: Path, make_run: MakeRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path, make_run)
    monkeypatch.setattr("driveproof.history.open.BUSY_SECONDS", 0.0)
    history = History(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(MachineError):
            history.save(make_run())
        other.execute("ROLLBACK")
    history.save(make_run())
    assert history.count() == 3
    history.close()
