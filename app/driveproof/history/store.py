# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The history: every run, saved slice by slice, found and read again."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from driveproof.domain.errors import (
    Advice,
    DriveproofError,
    MachineError,
    RefusedError,
    UsageError,
)
from driveproof.domain.notes import Note
from driveproof.domain.run.run import FAILED, RUNNING, PhaseResult, Run, RunHead, RunStatus
from driveproof.history import query, rows
from driveproof.history.encoding import put_text
from driveproof.history.errors import DamagedError, history_full, sqlite_failure, unknown_run
from driveproof.history.open import Opened, has_room, inode, open_history, set_aside
from driveproof.history.owner import WriterProcess
from driveproof.history.query import ENDED_IN_THE_MIDDLE, NEWEST_FIRST, Order

_State = TypeVar("_State", Opened, None)


class _Holder:
    """A thread's connection; it is closed when the thread ends and lets go of it.

    Whoever uses it holds `lock`: SQLite does not survive a close by another thread meanwhile.
    """

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.lock = threading.RLock()
        self.closed = False
        self.connection = opened.connect()

    def close(self) -> None:
        """Close it once nobody uses it."""
        with self.lock:
            self.closed = True
            self.connection.close()

    def __del__(self) -> None:
        if hasattr(self, "connection"):
            self.connection.close()


class History:
    """All runs in one SQLite file; may be used from several threads and programs at once.

    Nothing is opened before the first use. Every method may raise MachineError: a full disk, a
    file that can only be read, damage. A run that another live process still writes is in no list
    and is not found; one whose process was killed is a failed one.
    """

    def __init__(self, path: Path, *, now: Callable[[], datetime] = datetime.now) -> None:
        self.path = path
        self._now = now
        self._lock = threading.RLock()
        self._opened: Opened | None = None
        self._local = threading.local()
        self._holders: weakref.WeakSet[_Holder] = weakref.WeakSet()
        self._begun: dict[str, Run] = {}

    @property
    def there(self) -> bool:
        """Whether there is a file: who only looks makes none."""
        try:
            return self.path.exists()
        except OSError:
            return False

    @property
    def message(self) -> Note | None:
        """The message about the file (set aside, only readable); None when all is well."""
        return self._state().message

    @property
    def unreadable(self) -> bool:
        """Whether the file cannot even be read, so that there seem to be no runs."""
        return self._state().stand_in

    def close(self) -> None:
        """Close the connections of all threads, each after what it is doing; the next use opens
        them again.
        """
        with self._lock:
            holders = list(self._holders)
            self._holders.clear()
            self._local = threading.local()
            self._replace(None)
        for holder in holders:  # without the lock, which what is being done may wait for
            holder.close()

    def refusal(self) -> DriveproofError | None:
        """Why nothing can be kept now, to be said before minutes of measuring; None where it can.

        Waits for another program that writes just then.
        """
        try:
            self._writable()
            with self._transaction("BEGIN IMMEDIATE"):
                pass
        except DamagedError:
            return None  # the first result sets it aside and begins a fresh one
        except DriveproofError as error:
            return error
        return None

    # Saving

    def begin(self, run: Run) -> None:
        """Keep a run that now begins, so that something of it is left whatever happens.

        Raises MachineError when there is one with this id.
        """
        self._begun[run.id] = run
        self._keep(lambda connection: self._insert(connection, run, RUNNING))

    def keep_phase(self, run_id: str, phase: PhaseResult) -> None:
        """Keep a phase of a run that was begun: in place of what is kept of it, by its name, else
        behind those that are kept.
        """

        def work(connection: sqlite3.Connection) -> None:
            row = query.running_row(connection, run_id)
            if row is None:
                if run_id not in self._begun:
                    raise unknown_run(run_id)
                # The file was damaged, deleted or set aside meanwhile: begin again in this one.
                self._insert(connection, self._begun[run_id], RUNNING)
                row = query.running_row(connection, run_id)
            if row is not None:
                query.keep_phase(connection, run_id, phase, row, self._now())

        self._keep(work)

    def finish(self, run: Run) -> None:
        """Keep the end of a run, and everything of it that is not kept yet.

        A label or remarks that were changed while it ran stay.
        """

        def work(connection: sqlite3.Connection) -> None:
            if query.running_row(connection, run.id) is None:
                self._insert(connection, run, run.status)
            else:
                query.finish(connection, run)

        self._keep(work)
        self._begun.pop(run.id, None)

    def save(self, *runs: Run) -> None:
        """Keep whole runs at once, all or none; one with the same id is replaced."""

        def work(connection: sqlite3.Connection) -> None:
            for run in runs:
                connection.execute("DELETE FROM runs WHERE id = ?", (put_text(run.id),))
                self._insert(connection, run, run.status)

        self._keep(work)

    def set_label(self, run_id: str, label: str) -> None:
        """Change the label of a run, any text; empty for none. Raises MachineError: no such run."""
        self._keep(lambda connection: self._known(run_id, query.relabel(connection, run_id, label)))

    def set_notes(self, run_id: str, remarks: str) -> None:
        """Change the person's own remarks. Raises MachineError when there is no such run."""
        values = (put_text(remarks), put_text(run_id))

        def work(connection: sqlite3.Connection) -> None:
            cursor = connection.execute("UPDATE runs SET remarks = ? WHERE id = ?", values)
            self._known(run_id, cursor.rowcount)

        self._keep(work)

    def delete(self, *run_ids: str) -> dict[str, list[int]]:
        """Delete runs with all their measurements, all or none; their drives' health stays.

        Gives what `restore` needs beside them: by the id of each the snapshots that were taken for
        it. Raises MachineError when one does not exist, RefusedError while one is being measured.
        """
        taken: dict[str, list[int]] = {}

        def work(connection: sqlite3.Connection) -> None:
            taken.clear()
            live = query.live_ids(connection)
            for run_id in run_ids:
                if run_id in live:
                    raise RefusedError(
                        "The run {run} is being measured.",
                        run=run_id,
                        advice=Advice("Wait for it to end."),
                    )
                key = (put_text(run_id),)
                rows = connection.execute("SELECT id FROM snapshots WHERE run = ?", key)
                taken[run_id] = [number for (number,) in rows]
                # What was kept of the drive's health is of the drive, and stays.
                connection.execute("UPDATE snapshots SET run = NULL WHERE run = ?", key)
                cursor = connection.execute("DELETE FROM runs WHERE id = ?", key)
                self._known(run_id, cursor.rowcount)

        self._keep(work)
        return taken

    def restore(self, runs: Iterable[Run], taken: Mapping[str, Iterable[int]]) -> None:
        """Keep deleted runs again, all or none, with the snapshots that `delete` gave."""
        link = (
            "UPDATE snapshots SET run = ?"
            " WHERE id = ? AND run IS NULL AND reason IN ('before', 'after')"
        )

        def work(connection: sqlite3.Connection) -> None:
            for run in runs:
                self._insert(connection, run, run.status)
                numbers = taken.get(run.id, ())
                connection.executemany(link, [(put_text(run.id), number) for number in numbers])

        self._keep(work)

    # Reading

    def heads(
        self,
        *,
        limit: int | None = None,
        offset: int = 0,
        identity: str | None = None,
        text: str = "",
        label: str | None = None,
        order: Order = NEWEST_FIRST,
    ) -> list[RunHead]:
        """The runs in their order, without what was measured in detail.

        `identity` keeps those of one drive, `label` those with exactly this label, `text`
        those whose model, path, label, profile or title contains it, in any case.
        """
        chosen = query.Filter(identity, text, label)
        with self._reading() as connection:
            return query.heads(connection, chosen, limit, offset, order)

    def identities(self) -> dict[tuple[str, str], str]:
        """What finds each test again in other runs, by the run's id and the test's name."""
        with self._reading() as connection:
            return query.identities(connection)

    def count(
        self, *, identity: str | None = None, text: str = "", label: str | None = None
    ) -> int:
        """How many runs `heads` would give without a limit."""
        with self._reading() as connection:
            return query.count(connection, query.Filter(identity, text, label))

    def load(self, run_id: str) -> Run:
        """A run as it was measured. Raises MachineError when it does not exist or is damaged."""
        with self._reading() as connection:
            row = query.running_row(connection, run_id)
            try:
                run = rows.read_run(connection, run_id)
            except (ValueError, TypeError, KeyError, IndexError) as error:
                raise DamagedError(
                    "{path} cannot be read: {reason}.",
                    path=run_id,
                    reason=error,
                    advice=Advice("It stays in the history at {path}.", path=self.path),
                ) from error
        if run is None or row is None:
            raise unknown_run(run_id)
        if run.status == RUNNING and query.is_gone(row.writer, row.started):
            return replace(run, status=FAILED, error=run.error or ENDED_IN_THE_MIDDLE)
        return run

    def find(self, word: str) -> str:
        """The id of the only run that a word selects: an id or its unique beginning, `latest` (the
        last that was measured or imported here), or `label:TEXT` if only one has it.

        Raises UsageError when several match, MachineError when none does.
        """
        found = self.find_all(word)
        if len(found) > 1:
            raise query.ambiguous(word, found)
        return found[0]

    def find_all(self, word: str) -> tuple[str, ...]:
        """As `find`, but every run that has the label of `label:TEXT`, newest first."""
        if not word.removeprefix("label:").strip():
            raise UsageError(
                'Name an id, "latest" or "label:TEXT".',
                advice=Advice('Name an id, "latest" or "label:TEXT".'),
            )
        with self._reading() as connection:
            found = query.find(connection, word)
        if not found:
            raise unknown_run(word)
        return found

    # Inside

    def _known(self, run_id: str, changed: int) -> None:
        if not changed:
            raise unknown_run(run_id)

    def _insert(self, connection: sqlite3.Connection, run: Run, status: RunStatus) -> None:
        writer = WriterProcess.current().text if status == RUNNING else None
        query.insert(connection, run, status, writer)

    def _state(self) -> Opened:
        with self._lock:
            state = self._opened
            # Another inode: set aside by another program, or deleted; what is saved in the old
            # file would be lost.
            if state is None or (not state.stand_in and state.inode != inode(self.path)):
                state = self._replace(open_history(self.path))
            return state

    def _replace(self, state: _State) -> _State:
        if self._opened is not None:
            self._opened.close()
        self._opened = state
        return state

    def _holder(self) -> _Holder:
        state = self._state()
        holder: _Holder | None = getattr(self._local, "holder", None)
        if holder is None or holder.opened is not state:
            holder = _Holder(state)
            self._local.holder = holder
            with self._lock:
                self._holders.add(holder)
        return holder

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """This thread's, which nobody closes meanwhile."""
        while True:
            holder = self._holder()
            with holder.lock:
                if not holder.closed:
                    yield holder.connection
                    return

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        try:
            with self._connection() as connection:
                connection.execute(begin)
                try:
                    yield connection
                    connection.execute("COMMIT")
                except BaseException:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
                    raise
        except sqlite3.IntegrityError as error:
            raise MachineError("Already in the history.") from error
        except sqlite3.Error as error:
            raise sqlite_failure(error, self.path) from error

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._transaction("BEGIN") as connection:
            yield connection

    def _writable(self) -> Opened:
        """The file as it can be written now. Raises MachineError where it cannot."""
        with self._lock:
            state = self._state()
            if state.read_only and state.retry:
                state = self._replace(open_history(self.path))
        if not has_room(self.path):
            raise history_full(self.path)
        if state.read_only:
            raise MachineError("{text}", text=state.message)
        return state

    def _keep(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Do a piece of writing whole or not at all; a damaged file makes way for a fresh one."""
        state = self._writable()
        try:
            with self._transaction("BEGIN IMMEDIATE") as connection:
                work(connection)
        except DamagedError:
            self._start_afresh(state)
            with self._transaction("BEGIN IMMEDIATE") as connection:
                work(connection)

    # For what else lies in this file, see snapshots.py.
    reading, keep = _reading, _keep

    def _start_afresh(self, state: Opened) -> None:
        try:
            with self._lock:
                message = set_aside(self.path, state.inode)
                self._replace(replace(open_history(self.path), message=message))
        except OSError as error:
            raise MachineError(
                "The history at {path} cannot be used: {reason}.",
                path=self.path,
                reason=error.strerror,
            ) from error
