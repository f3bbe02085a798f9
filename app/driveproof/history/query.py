# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The runs of the list: filtered, sorted, found by a word."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from driveproof.domain.codec import encode
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.notes import Failure, Note
from driveproof.domain.run.run import FAILED, RUNNING, PhaseResult, Run, RunHead, RunStatus
from driveproof.domain.run.same_test import test_identity, test_of
from driveproof.domain.text import visible
from driveproof.history import encoding as values
from driveproof.history import rows
from driveproof.history.ids import TIME_DIGITS, read_id
from driveproof.history.owner import WriterProcess

_COLUMNS = {
    "title": "title",
    "label": "label",
    "model": "coalesce(model,device,path)",
    "path": "path",
    "firmware": "firmware",
    "filesystem": "filesystem",
}
_FIGURE = re.compile(r"(bandwidth|iops) (read|write)")


@dataclass(frozen=True, slots=True)
class Order:
    """`by` is "started", "title", "label", "model", "path", "firmware", "filesystem", or a figure
    of the list with its direction, as "iops read". Runs without it come last either way; those
    that are alike come newest first.
    """

    by: str = "started"
    descending: bool = True


NEWEST_FIRST = Order()


def terms(connection: sqlite3.Connection, order: Order) -> str:
    """What comes after ORDER BY. Raises ValueError for what nothing is sorted by."""
    way = "DESC" if order.descending else "ASC"
    if order.by == "started":
        return f"started {way}, id {way}"
    figure = _FIGURE.fullmatch(order.by)
    if figure is not None:
        # A function of ours: a run has its medians as JSON, which phase each is of beside them.
        connection.create_function("median_of", 2, _median(*figure.groups()), deterministic=True)
        return f"median_of(figured, figures) {way} NULLS LAST, started DESC, id DESC"
    column = _COLUMNS.get(order.by)
    if column is None:
        raise ValueError(f"Runs are not sorted by {order.by!r}.")
    # Lower case is ASCII's here; nothing else sorts texts without knowing their language.
    first = f"coalesce({column}, '') = '', {column} COLLATE NOCASE {way}"
    if order.by == "title":  # which the state of the cache is shown beside
        first += f", cache {way}"
    return f"{first}, started DESC, id DESC"


def _median(metric: str, direction: str) -> Callable[[str, str], float | None]:
    """The first median of a metric and a direction, as the list shows it; None without one."""

    @cache
    def place(figured: str) -> int | None:
        _, directions, metrics = json.loads(figured)
        wanted = (direction, metric)
        pairs = zip(directions, metrics, strict=True)
        return next((at for at, pair in enumerate(pairs) if pair == wanted), None)

    def median(figured: str, figures: str) -> float | None:
        at = place(figured)
        # A flat list of numbers: ten thousand times json.loads would take most of the time.
        return None if at is None else float(figures.strip("[]").split(",")[at])

    return median


ENDED_IN_THE_MIDDLE = Failure(Note("Driveproof ended during this run."))

# A writer that we cannot see (in a container) is given up after this many microseconds.
_TIMEOUT = timedelta(days=1) // timedelta(microseconds=1)
_CANDIDATES = 6


@dataclass(frozen=True, slots=True)
class Filter:
    """Which runs; see `History.heads`."""

    identity: str | None = None
    text: str = ""
    label: str | None = None


@dataclass(frozen=True, slots=True)
class RunningRow:
    """The part of a row that further work on it needs."""

    started: int
    writer: str | None
    figured: str
    figures: str


def running_row(connection: sqlite3.Connection, run_id: str) -> RunningRow | None:
    """The row of a run, None when there is none."""
    found = connection.execute(
        "SELECT started, writer, figured, figures FROM runs WHERE id = ?",
        (values.put_text(run_id),),
    ).fetchone()
    return None if found is None else RunningRow(*found)


def is_gone(writer: str | None, started: int) -> bool:
    """Whether the process that wrote a running run ended without completing it."""
    known = WriterProcess.from_text(writer or "")
    if known is None or known.gone():
        return True
    now, _ = values.moment(datetime.now().astimezone())
    return known.namespace != WriterProcess.current().namespace and now - started > _TIMEOUT


def live_ids(connection: sqlite3.Connection) -> set[str]:
    """The runs that are being measured now, by this or another process."""
    return {values.get_text(run) for run in _live(connection)}


def _live(connection: sqlite3.Connection) -> list[object]:
    found = connection.execute("SELECT id, writer, started FROM runs WHERE writer IS NOT NULL")
    return [run for run, writer, started in found.fetchall() if not is_gone(writer, started)]


def _where(connection: sqlite3.Connection, chosen: Filter) -> tuple[str, list[object]]:
    conditions, given = [], []
    live = _live(connection)
    if live:
        conditions.append(f"id NOT IN ({', '.join('?' * len(live))})")
        given += live
    if chosen.identity is not None:
        conditions.append("identity = ?")
        given.append(values.put_text(chosen.identity))
    if chosen.label is not None:
        conditions.append("label = ?")
        given.append(values.put_text(chosen.label))
    # Every word must be found, so that "990 quick" finds the quick runs of a 990.
    for word in chosen.text.split():
        conditions.append("instr(search, ?) > 0")
        given.append(values.searched(word))
    return (f" WHERE {' AND '.join(conditions)}" if conditions else ""), given


def heads(
    connection: sqlite3.Connection,
    chosen: Filter,
    limit: int | None,
    offset: int,
    order: Order = NEWEST_FIRST,
) -> list[RunHead]:
    """The runs in their order; neither their tests are looked at nor a blob."""
    condition, given = _where(connection, chosen)
    way = terms(connection, order)
    if limit is not None or offset > 0:
        # First which rows: or SQLite would carry every column of all of them through its sorter.
        condition = (
            f" WHERE rowid IN (SELECT rowid FROM runs{condition} ORDER BY {way} LIMIT ? OFFSET ?)"
        )
        given += [-1 if limit is None else max(0, limit), max(0, offset)]
    columns = ", ".join(rows.HEAD_COLUMNS)
    found = connection.execute(f"SELECT {columns} FROM runs{condition} ORDER BY {way}", given)
    return [
        head._replace(status=FAILED) if head.status == RUNNING else head
        for head in rows.read_heads(found)
    ]


def count(connection: sqlite3.Connection, chosen: Filter) -> int:
    """How many runs there are."""
    condition, given = _where(connection, chosen)
    return int(connection.execute(f"SELECT count(*) FROM runs{condition}", given).fetchone()[0])


def _last_in(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The run that was added last: measured or imported here, by the date of that.

    The date of an import is from its file, and may be years ahead; ids have the date when a run was
    added, and rows the order within one second.
    """
    condition, given = _where(connection, Filter())
    found = connection.execute(
        f"SELECT id FROM runs{condition} ORDER BY substr(id, 1, {TIME_DIGITS}) DESC, rowid DESC"
        " LIMIT 1",
        given,
    )
    return tuple(values.get_text(row[0]) for row in found)


def find(connection: sqlite3.Connection, word: str) -> tuple[str, ...]:
    """The runs that a word selects, newest first. Raises UsageError for an ambiguous beginning."""
    if word.strip() == "latest":
        return _last_in(connection)
    if word.startswith("label:"):
        chosen = Filter(label=word.removeprefix("label:"))
        return tuple(head.id for head in heads(connection, chosen, None, 0))
    live = live_ids(connection)
    key = values.put_text(word)
    exact = connection.execute("SELECT id FROM runs WHERE id = ?", (key,)).fetchone()
    if exact is not None and word not in live:
        return (word,)
    beginning = read_id(word)
    if not beginning.isascii():
        return ()
    found = connection.execute(
        "SELECT id FROM runs WHERE id >= ? AND id < ? ORDER BY started DESC, id DESC",
        (beginning, beginning + "\x7f"),
    )
    ids = tuple(run for row in found if (run := values.get_text(row[0])) not in live)
    if len(ids) > 1:
        raise ambiguous(word, ids)
    return ids


def ambiguous(word: str, ids: tuple[str, ...]) -> UsageError:
    """More than one run, or check, is meant: which, so that one can be chosen."""
    named: str | Note = ", ".join(visible(run) for run in ids[:_CANDIDATES])
    if (rest := len(ids) - _CANDIDATES) > 0:
        named = Note("{names} and {count} more", names=named, count=rest)
    return UsageError(
        "'{word}' is ambiguous: {named}.", word=word, named=named, advice=Advice("Name one.")
    )


def identities(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """What makes each test the same one in other runs, by run and name of the phase."""
    found = connection.execute("SELECT run, name, test FROM phases")
    return {
        (values.get_text(run), values.get_text(name)): values.get_text(test)
        for run, name, test in found
    }


def insert(connection: sqlite3.Connection, run: Run, status: RunStatus, writer: str | None) -> None:
    """Insert a run with its phases, and settle those whose process was killed."""
    _settle(connection)
    rows.insert(connection, "runs", {**rows.run_values(run), "status": status, "writer": writer})
    for position, phase in enumerate(run.phases):
        rows.insert_phase(connection, run.id, position, phase, run.source)


def _settle(connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT id, writer, started FROM runs WHERE writer IS NOT NULL")
    for run, writer, started in found.fetchall():
        if is_gone(writer, started):
            connection.execute(
                "UPDATE runs SET status = ?, writer = NULL, error = coalesce(error, ?) "
                "WHERE id = ? AND status = ?",
                (FAILED, rows.FAILURE.pack(ENDED_IN_THE_MIDDLE), run, RUNNING),
            )


def keep_phase(
    connection: sqlite3.Connection,
    run_id: str,
    phase: PhaseResult,
    row: RunningRow,
    now: datetime,
) -> None:
    """Insert a phase in the place of the one with its name, or behind those that are there."""
    key = values.put_text(run_id)
    there = connection.execute(
        "SELECT position FROM phases WHERE run = ? AND name = ?", (key, values.put_text(phase.name))
    ).fetchone()
    position = connection.execute(
        "SELECT coalesce(max(position), -1) + 1 FROM phases WHERE run = ?", (key,)
    ).fetchone()[0]
    if there is not None:
        position = there[0]
        connection.execute("DELETE FROM phases WHERE run = ? AND position = ?", (key, position))
    rows.insert_phase(connection, run_id, position, phase)
    figured, medians = rows.figures((phase,))
    before = zip(*json.loads(row.figured), json.loads(row.figures), strict=True)
    after = zip(*json.loads(figured), json.loads(medians), strict=True)
    told = [entry for entry in before if there is None or entry[0] != phase.name]
    told += after
    # What the list shows is in the order of `rows.figures`.
    names = [
        values.get_text(name)
        for (name,) in connection.execute(
            "SELECT name FROM phases WHERE run = ?"
            " ORDER BY coalesce(json_extract(document, '$.work.hosts'), 0) DESC, position",
            (key,),
        )
    ]
    told.sort(key=lambda entry: names.index(entry[0]))
    *of, figures = map(list, zip(*told, strict=True)) if told else ([], [], [], [])
    connection.execute(
        "UPDATE runs SET figured = ?, figures = ?, seconds = max(seconds, ?) WHERE id = ?",
        (
            json.dumps(of),
            json.dumps(figures),
            (values.moment(now)[0] - row.started) / 1e6,
            key,
        ),
    )


def finish(connection: sqlite3.Connection, run: Run) -> None:
    """Bring a run that was begun to its end, with the phases that are not kept yet."""
    key = values.put_text(run.id)
    kept = [
        (values.get_text(name), repeats)
        for name, repeats in connection.execute(
            "SELECT name, (SELECT count(*) FROM repeats WHERE phase = phases.id)"
            " FROM phases WHERE run = ? ORDER BY position",
            (key,),
        ).fetchall()
    ]
    if kept != [(phase.name, len(phase.repeats)) for phase in run.phases[: len(kept)]]:
        connection.execute("DELETE FROM phases WHERE run = ?", (key,))
        kept = []
    # What slowed a drive down may be known only at the end.
    connection.executemany(
        "UPDATE repeats SET disturbed = ? WHERE position = ? AND phase ="
        " (SELECT id FROM phases WHERE run = ? AND position = ?)",
        [
            (encode(repeat.disturbed).decode(), place, key, position)
            for position, phase in enumerate(run.phases[: len(kept)])
            for place, repeat in enumerate(phase.repeats)
            if repeat.disturbed
        ],
    )
    connection.executemany(
        "UPDATE phases SET cache = ?, document = ?, test = ? WHERE run = ? AND position = ?",
        [
            (
                phase.cache or "",
                rows.PHASE.pack(phase),
                values.put_text(test_identity(test_of(phase, run.source))),
                key,
                position,
            )
            for position, phase in enumerate(run.phases[: len(kept)])
        ],
    )
    for position, phase in enumerate(run.phases[len(kept) :], len(kept)):
        rows.insert_phase(connection, run.id, position, phase, run.source)
    row = rows.run_values(run)
    for stays in ("id", "label", "remarks", "search"):
        del row[stays]
    changes = ", ".join(f'"{name}" = ?' for name in row)
    connection.execute(
        f"UPDATE runs SET {changes}, writer = NULL WHERE id = ?", (*row.values(), key)
    )


def relabel(connection: sqlite3.Connection, run_id: str, label: str) -> int:
    """Change a label and what the text filter looks into; how many rows were changed."""
    key = values.put_text(run_id)
    found = connection.execute(
        "SELECT model, path, profile, title, cache FROM runs WHERE id = ?", (key,)
    ).fetchone()
    if found is None:
        return 0
    model, path, profile, title, cache = found
    search = rows.searchable(
        rows.CACHES.get(cache),
        values.get_or_none(model),
        values.get_text(path),
        label,
        values.get_text(profile),
        values.get_text(title),
    )
    return connection.execute(
        "UPDATE runs SET label = ?, search = ? WHERE id = ?", (values.put_text(label), search, key)
    ).rowcount
