# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The child that does everyday tasks in a folder, so that their processor time can be told apart.

Standard input and output are lines of JSON. For each task the parent sends {"task", "cold"}; the
child brings files and page cache into their state, says {"ready"}, and begins with {"go"}. It tells
{"share"} several times a second, then {"done"} with seconds and processor time, or {"failed"} with
the number of the call that did. When the parent is gone its end of the pipe closes: the child ends.
What is in the folders is removed by their guard.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import queue
import resource
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from driveproof.domain.run.task import Task
from driveproof.engine.run.tasks import compiling, database, trees
from driveproof.engine.run.tasks.common import (
    Doing,
    StoppedError,
    drop_pages,
    files_below,
    fill_pages,
    remove_tree,
    sync_all,
)
from driveproof.engine.run.tasks.holding import HeldFolder

_TELL = 0.1
_NUMBERS = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_READONLY: errno.EROFS,
}
"""What SQLite calls otherwise."""


@dataclass(frozen=True, slots=True)
class TaskSettings:
    """Where the files are, and how many; `other` is a folder on another drive. We inherit both.
    `locks`: SQLite can lock a database there.
    """

    folder: HeldFolder
    other: HeldFolder | None
    files: int
    rows: int
    commits: int
    units: int
    compiler: str
    locks: bool = True


@dataclass(frozen=True, slots=True)
class Did:
    """What a task came to: how many files, rows, commits or units, and bytes of them."""

    items: int
    bytes: int


class Workshop:
    """The files of a run, and what each task does with them."""

    def __init__(self, setting: TaskSettings) -> None:
        self.setting = setting
        self.folder = setting.folder.inside
        self._tree, self._copy = self.folder / "tree", self.folder / "copy"
        self._archive, self._unpacked = self.folder / "archive.tar", self.folder / "unpacked"
        self._database = self.folder / "database.sqlite"
        self._project = self.folder / "project"
        self._other = (setting.other or setting.folder).inside / "tree"

    def prepare(self, task: Task, *, cold: bool) -> None:
        """Everything before a task that is not its own work: old results away, pages dropped or
        read, and nothing dirty left. Raises OSError, sqlite3.Error, CompilerError.
        """
        needs: Mapping[Task, Callable[[], None]] = {
            Task.MAKE: self._anew,
            Task.COPY: lambda: remove_tree(self._copy),
            Task.FROM: self._elsewhere,
            Task.PACK: lambda: remove_tree(self._archive),
            Task.UNPACK: lambda: remove_tree(self._unpacked),
            Task.INSERT: self._room,
            Task.COMPILE: self._sources,
        }
        needs.get(task, lambda: None)()
        read = {
            Task.COPY: lambda: files_below(self._tree),
            Task.FROM: lambda: files_below(self._other),
            Task.PACK: lambda: files_below(self._tree),
            Task.UNPACK: lambda: [self._archive],
            Task.COUNT: lambda: [self._database],
        }.get(task, list)()
        sync_all(self.folder)
        (drop_pages if cold else fill_pages)(read)

    def do(  # noqa: PLR0911 - one for each task
        self, name: Task, doing: Doing
    ) -> Did:
        """The work itself. Raises OSError, sqlite3.Error, CompilerError, StoppedError."""
        setting, files, locks = self.setting, self.setting.files, self.setting.locks
        match name:
            case Task.MAKE:
                return Did(files, trees.make(self._tree, files, doing))
            case Task.COPY:
                return Did(files, trees.copy(self._tree, self._copy, doing))
            case Task.FROM:
                return Did(files, trees.copy(self._other, self._copy, doing))
            case Task.PACK:
                return Did(files, trees.pack(self._tree, self._archive, doing))
            case Task.UNPACK:
                return Did(files, trees.unpack(self._archive, self._unpacked, doing))
            case Task.DELETE:
                return Did(trees.delete(self._copy, doing), 0)
            case Task.INSERT:
                return Did(
                    setting.rows, database.insert(self._database, setting.rows, doing, locks=locks)
                )
            case Task.COMMITS:
                return Did(database.commit(self._database, setting.commits, doing, locks=locks), 0)
            case Task.COUNT:
                rows = database.count(self._database, doing, locks=locks)
                return Did(rows, self._database.stat().st_size)
            case Task.INDEX:
                return Did(setting.rows, database.index(self._database, doing, locks=locks))
            case Task.COMPILE:
                return Did(compiling.build(self._project, setting.compiler, doing), 0)

    def _anew(self) -> None:
        for path in self.folder.iterdir():
            remove_tree(path)

    def _elsewhere(self) -> None:
        """The tree on the other drive; it is made once."""
        remove_tree(self._copy)
        if not self._other.exists():
            trees.make(self._other, self.setting.files, Doing())
            sync_all(self._other.parent)

    def _room(self) -> None:
        """A new database, and no more files than are needed from here on."""
        for path in (self._copy, self._archive, self._unpacked, self._database):
            remove_tree(path)

    def _sources(self) -> None:
        """The sources; the compiler's own files are in memory, because one unit is built before."""
        remove_tree(self._project)
        compiling.make(self._project, self.setting.units)
        compiling.one(self._project, self.setting.compiler, "main.c")


class Worker:
    """Reads what to do, does it, and tells."""

    def __init__(self, setting: TaskSettings, lines: TextIO, out: TextIO) -> None:
        self._shop = Workshop(setting)
        self._lines, self._out = lines, out
        self._asked: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._task = Doing()
        self._working = threading.Event()
        self._telling = threading.Lock()
        """Held while a share is told: Python aborts where it ends in the midst of a line."""

    def run(self) -> None:
        """Until nothing more is asked for."""
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._report, daemon=True).start()
        while (asked := self._asked.get()) is not None:
            try:
                self._one(Task(asked["task"]), cold=bool(asked["cold"]))
            except StoppedError:
                break
            except OSError as error:
                self._failed(error.strerror or str(error), error.errno)
            except sqlite3.Error as error:
                code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
                self._failed(str(error), _NUMBERS.get(code))
            except compiling.CompilerError as error:
                # It only has words.
                self._failed(str(error), errno.ENOSPC if _is_full(self._shop.folder) else None)

    def _one(self, name: Task, *, cold: bool) -> None:
        self._shop.prepare(name, cold=cold)
        self._tell({"ready": name})
        if self._asked.get() is None:
            raise StoppedError
        task = self._task = Doing()
        self._working.set()
        cpu, begun = _cpu(), time.monotonic()
        try:
            did = self._shop.do(name, task)
            syncing = time.monotonic()
            sync_all(self._shop.folder)
            ended = time.monotonic()
        finally:
            with self._telling:
                self._working.clear()
        self._tell({"done": {
            "seconds": ended - begun, "syncing": ended - syncing,
            "cpu": _cpu() - cpu, "items": did.items, "bytes": did.bytes,
        }})  # fmt: skip

    def _failed(self, words: str, number: int | None) -> None:
        self._tell({"failed": words, "errno": number})

    def _listen(self) -> None:
        """In a thread of its own: what is asked; the end of the parent stops what goes on."""
        for line in self._lines:
            self._asked.put(json.loads(line))
        self._task.stop = True
        self._asked.put(None)

    def _report(self) -> None:
        """In a thread of its own: how far it is."""
        while True:
            self._working.wait()
            time.sleep(_TELL)
            with self._telling:
                if self._working.is_set():
                    self._tell({"share": self._task.share})

    def _tell(self, said: dict[str, Any]) -> None:
        with contextlib.suppress(OSError, ValueError):  # nobody listens any more
            self._out.write(f"{json.dumps(said)}\n")
            self._out.flush()


def _is_full(folder: Path) -> bool:
    try:
        return not os.statvfs(folder).f_bavail
    except OSError:
        return False


def _cpu() -> float:
    """Seconds of processor time of us and of the children that have ended."""
    spent = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        spent += used.ru_utime + used.ru_stime
    return spent


def main(arguments: list[str]) -> int:
    """Do what standard input asks for; exit status 0."""
    said = json.loads(arguments[0])
    folders = {name: HeldFolder(**said.pop(name)) for name in ("folder", "other") if said[name]}
    setting = TaskSettings(**{"other": None, **said, **folders})
    # What a compiler puts aside belongs to the task, and is gone with the folder.
    aside = f"/proc/{os.getpid()}/fd/{setting.folder.descriptor}"
    os.environ["TMPDIR"] = os.environ["SQLITE_TMPDIR"] = aside
    os.umask(0o077)
    Worker(setting, sys.stdin, sys.stdout).run()
    return 0
