# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs as rows: what is kept of a run, its phases and repeats, and how it is read again."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from driveproof.domain.access import CACHE_TITLES, DIRECT, Cache, Direction, Pattern
from driveproof.domain.codec import Decoder, encode
from driveproof.domain.notes import Failure, Note
from driveproof.domain.run.observed import WATCH_ENGINE
from driveproof.domain.run.run import (
    FAILED,
    METRICS,
    DirectionResult,
    Environment,
    PhaseResult,
    Position,
    Repeat,
    Run,
    RunHead,
    RunStatus,
    Target,
)
from driveproof.domain.run.same_test import test_identity, test_of
from driveproof.domain.run.work import Part
from driveproof.domain.say import Title
from driveproof.history.documents import FIO_JSON, POSITIONS, StoredDocument, inflate, readable
from driveproof.history.encoding import date_from, get_text, moment, put_text, search_text

HEAD_COLUMNS = (
    "id", "profile", "title", "status", "started", "utc_offset", "seconds", "label", "path",
    "device", "identity", "model", "firmware", "filesystem", "cache", "figured", "figures",
)  # fmt: skip
_STATUSES = {status.value: status for status in RunStatus}
CACHES = {cache.value: cache for cache in Cache}

# Bounds against a foreign file: a recording has the most, of a repeat, and a check of capacity of a
# result.
TARGET = StoredDocument(Target, 4096)
ENVIRONMENT = StoredDocument(Environment, 4096)
FAILURE = StoredDocument(Failure, 4096)
_NOTES: Decoder[tuple[Note, ...]] = Decoder(tuple[Note, ...], 4 * 2**20)
DISTURBED: Decoder[tuple[str, ...]] = Decoder(tuple[str, ...], 4 * 2**20)
TITLE: Decoder[Title | str] = Decoder(Title | str, 2**20)
PHASE = StoredDocument(PhaseResult, 1024, ("name", "title", "pattern", "cache", "repeats"))
REPEAT = StoredDocument(Repeat, 16_384, ("directions", "disturbed", "fio_json"))
RESULT = StoredDocument(
    DirectionResult,
    65_536,
    ("iops", "bandwidth", "seconds", "samples", "histogram", "positions"),
)

Value = str | bytes | int | float | None


def figures(phases: Iterable[PhaseResult]) -> tuple[str, str]:
    """The medians of the list of runs: their names, and the numbers, as JSON.

    They are separate because the first is the same in most runs and is then read only once. What
    others did with a drive is no figure of it, nor is a read that never reaches it. Of tests on
    more and more hosts those on the most come first: the list shows the first figure of a kind.
    """
    names, directions, metrics, medians = [], [], [], []
    for phase in sorted(phases, key=lambda one: -one.work.hosts):
        if phase.engine == WATCH_ENGINE or phase.work.part in (Part.NO_IO, Part.MEMORY):
            continue
        for direction in phase.directions:
            summary = phase.summary(direction, METRICS[phase.primary])
            if summary is not None:
                names.append(phase.name)
                directions.append(direction)
                metrics.append(phase.primary)
                medians.append(summary.median)
    return json.dumps([names, directions, metrics]), json.dumps(medians)


def run_values(run: Run) -> dict[str, Value]:
    """The row of a run, without its phases."""
    started, offset = moment(run.started)
    target = run.target
    figured, medians = figures(run.phases)
    return {
        "id": put_text(run.id),
        "started": started,
        "utc_offset": offset,
        "seconds": float(run.seconds),
        "profile": put_text(run.profile),
        "method": put_text(run.method),
        "title": put_text(run.title),
        "cache": run.cache,
        "label": put_text(run.label),
        "remarks": put_text(run.remarks),
        "status": run.status,
        "error": None if run.error is None else FAILURE.pack(run.error),
        "notes": readable(encode(run.notes).decode(), _NOTES, "notes"),
        "repeats_planned": run.repeats_planned,
        "identity": put_text(target.identity),
        "path": put_text(target.path),
        "device": put_text(target.device),
        "model": put_text(target.model),
        "firmware": put_text(target.firmware),
        "filesystem": put_text(target.filesystem),
        "target": TARGET.pack(target),
        "environment": ENVIRONMENT.pack(run.environment),
        "figured": figured,
        "figures": medians,
        "search": searchable(
            run.cache, target.model, target.path, run.label, run.profile, run.title
        ),
    }


def searchable(cache: Cache | None, *texts: str | None) -> str:
    """What the text filter of the list looks into: texts of a run, and the state of the cache."""
    words = CACHE_TITLES.get(cache or DIRECT)
    return search_text(*texts, None if words is None else str(words))


def insert(connection: sqlite3.Connection, table: str, values: Mapping[str, Value]) -> int:
    """Insert a row and give its number."""
    names = ", ".join(f'"{name}"' for name in values)
    places = ", ".join("?" * len(values))
    cursor = connection.execute(
        f"INSERT INTO {table} ({names}) VALUES ({places})", tuple(values.values())
    )
    return cursor.lastrowid or 0


def insert_phase(
    connection: sqlite3.Connection,
    run_id: str,
    position: int,
    phase: PhaseResult,
    source: str = "",
) -> None:
    """Insert a phase with everything in it; `source` is that of its run."""
    from driveproof.history.blobs import pack_histogram, pack_samples  # noqa: PLC0415 - numpy

    number = insert(
        connection,
        "phases",
        {
            "run": put_text(run_id),
            "position": position,
            "name": put_text(phase.name),
            "title": readable(encode(phase.title).decode(), TITLE, "title"),
            "pattern": phase.pattern,
            "cache": phase.cache or "",
            "document": PHASE.pack(phase),
            "test": put_text(test_identity(test_of(phase, source))),
        },
    )
    for index, repeat in enumerate(phase.repeats):
        row = insert(
            connection,
            "repeats",
            {
                "phase": number,
                "position": index,
                "disturbed": readable(encode(repeat.disturbed).decode(), DISTURBED, "disturbed"),
                "fio_json": None if repeat.fio_json is None else zlib.compress(repeat.fio_json),
                "document": REPEAT.pack(repeat),
            },
        )
        for direction, result in repeat.directions.items():
            insert(
                connection,
                "results",
                {
                    "repeat": row,
                    "direction": direction,
                    "iops": result.iops,
                    "bandwidth": result.bandwidth,
                    "seconds": result.seconds,
                    "histogram": pack_histogram(result.histogram),
                    "samples": pack_samples(result.samples),
                    "positions": pack_positions(result.positions),
                    "document": RESULT.pack(result),
                },
            )


def read_run(connection: sqlite3.Connection, run_id: str, *, samples: bool = True) -> Run | None:
    """A complete run, None when it does not exist; call it within a transaction.

    Without `samples` every repeat has everything but those. Raises ValueError when a part of it is
    invalid.
    """
    found = _rows(connection, "SELECT * FROM runs WHERE id = ?", put_text(run_id))
    if not found:
        return None
    named = found[0]
    return Run(
        id=get_text(named["id"]),
        profile=get_text(named["profile"]),
        method=get_text(named["method"]),
        title=get_text(named["title"]),
        cache=Cache(named["cache"]) if named["cache"] else None,
        status=RunStatus(named["status"]),
        started=date_from(named["started"], named["utc_offset"]),
        seconds=named["seconds"],
        target=TARGET.unpack(named["target"]),
        environment=ENVIRONMENT.unpack(named["environment"]),
        phases=_phases(connection, run_id, samples=samples),
        label=get_text(named["label"]),
        notes=_NOTES.decode(named["notes"]),
        error=None if named["error"] is None else FAILURE.unpack(named["error"]),
        repeats_planned=named["repeats_planned"],
        remarks=get_text(named["remarks"]),
    )


def _rows(connection: sqlite3.Connection, query: str, value: Value) -> list[dict[str, Any]]:
    """Rows by column name."""
    cursor = connection.execute(query, (value,))
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _phases(
    connection: sqlite3.Connection, run_id: str, *, samples: bool
) -> tuple[PhaseResult, ...]:
    """The phases of a run in order.

    Raises ValueError when a part of them cannot be understood.
    """
    query = "SELECT * FROM phases WHERE run = ? ORDER BY position"
    return tuple(
        PHASE.unpack(
            row["document"],
            name=get_text(row["name"]),
            title=TITLE.decode(row["title"]),
            pattern=Pattern(row["pattern"]),
            cache=Cache(row["cache"]) if row["cache"] else None,
            repeats=_repeats(connection, row["id"], samples=samples),
        )
        for row in _rows(connection, query, put_text(run_id))
    )


def _repeats(connection: sqlite3.Connection, phase: int, *, samples: bool) -> tuple[Repeat, ...]:
    query = "SELECT * FROM repeats WHERE phase = ? ORDER BY position"
    return tuple(
        REPEAT.unpack(
            row["document"],
            directions=_results(connection, row["id"], samples=samples),
            disturbed=DISTURBED.decode(row["disturbed"]),
            fio_json=None if row["fio_json"] is None else inflate(row["fio_json"], FIO_JSON),
        )
        for row in _rows(connection, query, phase)
    )


def _results(
    connection: sqlite3.Connection, repeat: int, *, samples: bool
) -> dict[Direction, DirectionResult]:
    from driveproof.history.blobs import unpack_histogram, unpack_samples  # noqa: PLC0415 - numpy

    query = "SELECT * FROM results WHERE repeat = ? ORDER BY rowid"
    return {
        (direction := Direction(row["direction"])): RESULT.unpack(
            row["document"],
            iops=row["iops"],
            bandwidth=row["bandwidth"],
            seconds=row["seconds"],
            histogram=unpack_histogram(row["histogram"]),
            samples=unpack_samples(row["samples"], direction) if samples else (),
            positions=unpack_positions(row["positions"]),
        )
        for row in _rows(connection, query, repeat)
    }


def read_heads(rows: Iterable[tuple[Any, ...]]) -> list[RunHead]:
    """Rows of HEAD_COLUMNS as heads. Raises ValueError for figures that are no JSON."""
    kept = list(rows)
    # One call for all of them: ten thousand single ones would take most of the time.
    medians = json.loads("[" + ",".join(row[-1] for row in kept) + "]")
    figured: dict[str, tuple[list[str], list[str], list[str]]] = {}
    heads = []
    for row, numbers in zip(kept, medians, strict=True):
        if bytes in map(type, row):
            row = tuple(get_text(value) if isinstance(value, bytes) else value for value in row)  # noqa: PLW2901
        of = figured.get(row[-2])
        if of is None:
            of = figured[row[-2]] = json.loads(row[-2])
        heads.append(
            RunHead(  # type: ignore[call-arg]
                *row[:3],
                _STATUSES.get(row[3], FAILED),
                date_from(row[4], row[5]),
                *row[6:14],
                tuple(zip(*of, numbers, strict=False)),
                CACHES.get(row[-3]),
            )
        )
    return heads


FORMAT = 1
_POSITION = [("offset", "<i8"), ("bytes", "<i8"), ("seconds", "<f8")]


def pack_positions(positions: Sequence[Position]) -> bytes | None:
    """Positions as a blob: the format's number and a zlib stream; None when there are none."""
    if not len(positions):
        return None
    import numpy as np  # noqa: PLC0415 - numpy

    from driveproof.domain.run.columns import PositionColumns  # noqa: PLC0415 - numpy

    rows = np.empty(len(positions), dtype=_POSITION)
    for (name, _), column in zip(_POSITION, PositionColumns.of(positions).columns, strict=True):
        rows[name] = column
    return bytes([FORMAT]) + zlib.compress(rows.tobytes(), 6)


def unpack_positions(blob: bytes | None) -> Sequence[Position]:
    """The reverse of `pack_positions`. Raises ValueError for what is not such a blob."""
    if blob is None:
        return ()
    if blob[:1] != bytes([FORMAT]):
        raise ValueError(f"format {blob[:1].hex() or 'none'} of positions is not known")
    import numpy as np  # noqa: PLC0415 - numpy

    from driveproof.domain.run.columns import PositionColumns  # noqa: PLC0415 - numpy

    try:
        rows = np.frombuffer(inflate(blob[1:], POSITIONS), dtype=_POSITION)
    except ValueError as wrong:
        raise ValueError(f"positions are not whole (24 bytes each): {wrong}") from wrong
    return PositionColumns(*(np.ascontiguousarray(rows[name]) for name, _ in _POSITION))
