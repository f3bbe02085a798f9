# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs as rows and rows as runs."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any, TypeVar

from driveproof.domain.run import (
    METRICS,
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Repeat,
    Run,
    RunHead,
    Target,
)
from driveproof.history.values import date, get, get_or_none, moment, put, search_text

_Made = TypeVar("_Made", Target, Environment)

HEAD_COLUMNS = (
    "id", "profile", "title", "status", "started", "utc_offset", "seconds", "label", "path",
    "device", "identity", "model", "firmware", "filesystem", "figured", "figures",
)  # fmt: skip

Value = str | bytes | int | float | None


def figures(phases: Iterable[PhaseResult]) -> tuple[str, str]:
    """The medians that the list of runs shows: what they are of, and the numbers, as JSON.

    They lie apart because the first is the same in most runs and is then read only once.
    """
    names, directions, metrics, medians = [], [], [], []
    for phase in phases:
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
        "id": put(run.id),
        "started": started,
        "utc_offset": offset,
        "seconds": float(run.seconds),
        "profile": put(run.profile),
        "title": put(run.title),
        "label": put(run.label),
        "remarks": put(run.remarks),
        "status": run.status,
        "error": put(run.error),
        "notes": json.dumps(run.notes),
        "repeats_planned": run.repeats_planned,
        "identity": put(target.identity),
        "path": put(target.path),
        "device": put(target.device),
        "model": put(target.model),
        "firmware": put(target.firmware),
        "filesystem": put(target.filesystem),
        "target": json.dumps(asdict(target)),
        "environment": json.dumps(asdict(run.environment)),
        "figured": figured,
        "figures": medians,
        "search": search_text(target.model, target.path, run.label, run.profile, run.title),
    }


def insert(connection: sqlite3.Connection, table: str, values: Mapping[str, Value]) -> int:
    """Insert a row and give its number."""
    names = ", ".join(f'"{name}"' for name in values)
    places = ", ".join("?" * len(values))
    cursor = connection.execute(
        f"INSERT INTO {table} ({names}) VALUES ({places})", tuple(values.values())
    )
    return cursor.lastrowid or 0


def insert_phase(
    connection: sqlite3.Connection, run_id: str, position: int, phase: PhaseResult
) -> None:
    """Insert a phase with everything in it."""
    from driveproof.history.blobs import pack_histogram, pack_samples

    number = insert(
        connection,
        "phases",
        {
            "run": put(run_id),
            "position": position,
            "name": put(phase.name),
            "title": put(phase.title),
            "direction": phase.direction,
            "pattern": phase.pattern,
            "block_size": phase.block_size,
            "queue_depth": phase.queue_depth,
            "jobs": phase.jobs,
            "engine": put(phase.engine),
            "direct": phase.direct,
            "command": json.dumps(phase.command),
            "warmup": phase.warmup,
            "planned_seconds": phase.planned_seconds,
        },
    )
    for index, repeat in enumerate(phase.repeats):
        began = None if repeat.started is None else moment(repeat.started)
        row = insert(
            connection,
            "repeats",
            {
                "phase": number,
                "position": index,
                "order": repeat.order,
                "disturbed": json.dumps(repeat.disturbed),
                "started": began[0] if began else None,
                "utc_offset": began[1] if began else None,
                "fio_json": None if repeat.fio_json is None else zlib.compress(repeat.fio_json),
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
                    "bytes": result.bytes,
                    "ios": result.ios,
                    "seconds": result.seconds,
                    **asdict(result.latency),
                    "longest_stall": result.longest_stall,
                    "histogram": pack_histogram(result.histogram),
                    "samples": pack_samples(result.samples),
                },
            )


def read_run(connection: sqlite3.Connection, run_id: str) -> Run | None:
    """A run with everything in it, None when there is none; call it within a transaction.

    Raises ValueError when a part of it cannot be understood.
    """
    cursor = connection.execute("SELECT * FROM runs WHERE id = ?", (put(run_id),))
    row = cursor.fetchone()
    if row is None:
        return None
    named = dict(zip((column[0] for column in cursor.description), row, strict=True))
    return Run(
        id=get(named["id"]),
        profile=get(named["profile"]),
        title=get(named["title"]),
        status=named["status"],
        started=date(named["started"], named["utc_offset"]),
        seconds=named["seconds"],
        target=_made(Target, named["target"]),
        environment=_made(Environment, named["environment"]),
        phases=_phases(connection, run_id),
        label=get(named["label"]),
        notes=tuple(json.loads(named["notes"])),
        error=get_or_none(named["error"]),
        repeats_planned=named["repeats_planned"],
        remarks=get(named["remarks"]),
    )


def _made(kind: type[_Made], text: str) -> _Made:
    """The reverse of `asdict`; what a newer version wrote beyond the fields is passed over."""
    kept = json.loads(text)
    known: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in kept:
            value = kept[field.name]
            known[field.name] = tuple(value) if isinstance(value, list) else value
    return kind(**known)


def _phases(connection: sqlite3.Connection, run_id: str) -> tuple[PhaseResult, ...]:
    rows = connection.execute(
        "SELECT id, name, title, direction, pattern, block_size, queue_depth, jobs, engine, "
        "direct, command, warmup, planned_seconds FROM phases WHERE run = ? ORDER BY position",
        (put(run_id),),
    )
    return tuple(
        PhaseResult(
            name=get(name),
            title=get(title),
            direction=direction,
            pattern=pattern,
            block_size=block_size,
            queue_depth=queue_depth,
            jobs=jobs,
            engine=get(engine),
            direct=bool(direct),
            command=tuple(json.loads(command)),
            repeats=_repeats(connection, number),
            warmup=warmup,
            planned_seconds=planned,
        )
        for (
            number, name, title, direction, pattern, block_size, queue_depth, jobs, engine,
            direct, command, warmup, planned,
        ) in rows.fetchall()
    )  # fmt: skip


def _repeats(connection: sqlite3.Connection, phase: int) -> tuple[Repeat, ...]:
    rows = connection.execute(
        'SELECT id, "order", disturbed, started, utc_offset, fio_json FROM repeats '
        "WHERE phase = ? ORDER BY position",
        (phase,),
    )
    return tuple(
        Repeat(
            order=order,
            directions=_results(connection, number),
            disturbed=tuple(json.loads(disturbed)),
            fio_json=None if fio_json is None else _decompress(fio_json),
            started=None if started is None else date(started, offset),
        )
        for number, order, disturbed, started, offset, fio_json in rows.fetchall()
    )


def _decompress(blob: bytes) -> bytes:
    try:
        return zlib.decompress(blob)
    except zlib.error as error:
        raise ValueError(str(error)) from error


def _results(connection: sqlite3.Connection, repeat: int) -> dict[str, DirectionResult]:
    from driveproof.history.blobs import unpack_histogram, unpack_samples

    rows = connection.execute(
        "SELECT direction, iops, bandwidth, bytes, ios, seconds, mean, p50, p95, p99, p999, max, "
        "longest_stall, histogram, samples FROM results WHERE repeat = ? ORDER BY rowid",
        (repeat,),
    )
    return {
        row[0]: DirectionResult(
            iops=row[1],
            bandwidth=row[2],
            bytes=row[3],
            ios=row[4],
            seconds=row[5],
            latency=Latency(*row[6:12]),
            longest_stall=row[12],
            histogram=unpack_histogram(row[13]),
            samples=unpack_samples(row[14], row[0]),
        )
        for row in rows.fetchall()
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
            row = tuple(get(value) if isinstance(value, bytes) else value for value in row)  # noqa: PLW2901
        of = figured.get(row[-2])
        if of is None:
            of = figured[row[-2]] = json.loads(row[-2])
        heads.append(
            RunHead(  # type: ignore[call-arg]
                *row[:4],
                date(row[4], row[5]),
                *row[6:14],
                tuple(zip(*of, numbers, strict=False)),
            )
        )
    return heads
