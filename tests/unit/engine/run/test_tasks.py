# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the child does: the same files everywhere, copied whole, and an end when nobody listens."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
import subprocess
from dataclasses import asdict
from pathlib import Path

import pytest

from driveproof.domain.run.task import Task
from driveproof.engine.run.task_process import TaskProcess, TaskRun, task_command
from driveproof.engine.run.tasks import compiling, database, holding, trees
from driveproof.engine.run.tasks.common import Doing, StoppedError, files_below
from driveproof.engine.run.tasks.worker import TaskSettings, Workshop

FILES = 60


def digest(root: Path) -> str:
    found = hashlib.sha256()
    for path in files_below(root):
        found.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return found.hexdigest()


def test_ten_thousand_files_are_what_the_documentation_says() -> None:
    sizes = sorted(file.size for file in trees.planned(10_000))
    assert 170e6 < sum(sizes) < 200e6
    assert 9_000 < sizes[5_000] < 11_000
    assert len({file.path.parent for file in trees.planned(10_000)}) == 1000
    assert len({file.path for file in trees.planned(10_000)}) == 10_000


def test_a_tree_comes_back_from_a_copy_and_an_archive(tmp_path: Path) -> None:
    tree, copy, archive, out = (tmp_path / name for name in ("tree", "copy", "a.tar", "out"))
    task = Doing()
    size = trees.make(tree, FILES, task)
    assert task.share == 1.0
    assert size == sum(path.stat().st_size for path in files_below(tree))
    assert trees.copy(tree, copy, Doing()) == size
    assert trees.pack(tree, archive, Doing()) == archive.stat().st_size
    trees.unpack(archive, out, Doing())
    assert digest(tree) == digest(copy) == digest(out)
    assert trees.delete(copy, Doing()) == FILES
    assert not copy.exists()


def test_a_database_has_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "database"
    database.insert(path, 500, Doing())
    database.commit(path, 10, Doing())
    assert database.count(path, Doing()) == 510
    assert database.index(path, Doing()) > 0


@pytest.mark.skipif(not compiling.find(), reason="no C compiler")
def test_the_project_compiles(tmp_path: Path) -> None:
    compiling.make(tmp_path / "project", 2)
    assert compiling.build(tmp_path / "project", compiling.find(), Doing()) == 3
    (tmp_path / "project" / "main.c").write_text("not C")
    with pytest.raises(compiling.CompilerError, match="error"):
        compiling.build(tmp_path / "project", compiling.find(), Doing())


def test_a_task_stops_when_it_is_told_to(tmp_path: Path) -> None:
    task = Doing()
    task.stop = True
    with pytest.raises(StoppedError):
        trees.make(tmp_path / "tree", FILES, task)
    with pytest.raises(StoppedError):
        database.insert(tmp_path / "database", 100_000, task)


def test_every_task_is_known_to_the_child(tmp_path: Path) -> None:
    setting = TaskSettings(
        holding.make(str(tmp_path), "ours"), None, FILES, 100, 5, 2, compiling.find()
    )
    shop = Workshop(setting)
    for name in Task:
        if name is Task.FROM or (name is Task.COMPILE and not setting.compiler):
            continue
        shop.prepare(name, cold=True)
        assert shop.do(name, Doing()).items > 0


def test_the_child_ends_when_its_parent_is_gone(tmp_path: Path) -> None:
    folder, other = tmp_path / "folder", tmp_path / "other"
    places = [holding.make(str(tmp_path), path.name) for path in (folder, other)]
    setting = TaskSettings(places[0], places[1], FILES, 100, 5, 2, "")
    command = task_command("worker", json.dumps(asdict(setting)))
    inherited = [number for place in places for number in place.descriptors]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=inherited
    ) as one:
        assert one.stdin is not None
        assert one.stdout is not None
        for line in ('{"task": "make tree", "cold": false}\n', '{"go": true}\n'):
            one.stdin.write(line)
            one.stdin.flush()
        said = [json.loads(one.stdout.readline())]
        while "done" not in said[-1]:
            said.append(json.loads(one.stdout.readline()))
        assert said[0] == {"ready": "make tree"}
        assert said[-1]["done"]["items"] == FILES
        assert (folder / "tree").is_dir()
        one.stdin.close()
        assert one.wait(20) == 0


def test_the_last_word_of_a_task_is_none_of_the_next_one(tmp_path: Path) -> None:
    """The child may tell how far it is once more after it has said that it is done."""
    place = holding.make(str(tmp_path), "ours")
    process = TaskProcess(TaskSettings(place, None, FILES, 100, 5, 2, ""), place.descriptors)
    looks: list[float | None] = []
    ready: list[int] = []

    def look(share: float | None) -> bool:
        looks.append(share)
        return True

    process.said.put({"share": 1.0})
    try:
        ending = TaskRun(
            process,
            Task.MAKE,
            cold=False,
            cancelled=lambda: False,
            on_ready=lambda: ready.append(len(looks)),
            on_look=look,
            on_silence=lambda _seconds: None,
        ).run()
    finally:
        process.kill()
        holding.remove(place)
        place.close()
    assert ending.done is not None and ending.done.items == FILES
    assert looks and ready[0] >= 1
    assert set(looks[: ready[0]]) == {None}  # it was still prepared


def test_a_folder_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    folder, person = tmp_path / "folder", tmp_path / "person"
    person.mkdir()
    (person / "thesis").write_text("years")
    setting = TaskSettings(holding.make(str(tmp_path), "folder"), None, FILES, 100, 5, 2, "")
    shop = Workshop(setting)
    folder.rename(tmp_path / "away")
    folder.symlink_to(person)
    shop.prepare(Task.MAKE, cold=False)
    shop.do(Task.MAKE, Doing())
    assert holding.remove(setting.folder, attempts=1) is False
    assert [path.name for path in person.iterdir()] == ["thesis"]
    assert not list((tmp_path / "away").iterdir())
    assert folder.is_symlink()


def test_a_database_without_locks(tmp_path: Path) -> None:
    """Where a file system has none that SQLite can use, as SMB: there nobody else is anyway."""
    assert database.has_locks(tmp_path)
    assert not list(tmp_path.iterdir())
    path = tmp_path / "a ?#% database"
    database.insert(path, 500, Doing())
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        database.commit(path, 10, Doing(), locks=False)
        assert database.count(path, Doing(), locks=False) == 510
