# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs as rows: what is kept of a run, its phases and repeats, and how it is read again."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from functools import partial
from typing import Any, TypedDict, TypeVar

from driveproof.domain.access import CACHES, DIRECT, Cache, Direction, Pattern
from driveproof.domain.comparison.same_test import identity, test_of
from driveproof.domain.run.areas import Area, AreaState
from driveproof.domain.run.observed import (
    WATCH_ENGINE,
    Look,
    Observed,
    Requested,
    Requests,
    Writer,
)
from driveproof.domain.run.run import (
    FAILED,
    METRICS,
    BootTimes,
    CachePoint,
    Commits,
    Companion,
    DirectionResult,
    Environment,
    Host,
    HostFigures,
    HostRepeat,
    InTurn,
    IoPath,
    KernelMessage,
    Latency,
    Limits,
    Member,
    OnFilesystem,
    PathKind,
    PhaseResult,
    Position,
    Process,
    Repeat,
    Role,
    Run,
    RunHead,
    RunStatus,
    SharedPath,
    Target,
    TargetKind,
    TaskCost,
    WriteBack,
)
from driveproof.domain.run.stopping import Ended, Stopping, StoppingRule
from driveproof.domain.run.titles import titled
from driveproof.domain.run.work import NAMES, Data, FileOperation, Part, Work
from driveproof.history.encoding import (
    date,
    get,
    get_or_none,
    kept_failure,
    kept_note,
    made_failure,
    made_note,
    moment,
    put,
    search_text,
)
from driveproof.history.inflating import FIO_JSON, POSITIONS, inflate

_Made = TypeVar("_Made", Target, Environment)

HEAD_COLUMNS = (
    "id", "profile", "title", "status", "started", "utc_offset", "seconds", "label", "path",
    "device", "identity", "model", "firmware", "filesystem",
    # Only such a title is that of a run through the cache: the others need no look at their tests.
    "CASE WHEN title LIKE '% cache' THEN"
    " (SELECT more FROM phases WHERE run = runs.id AND position = 0) END", "figured", "figures",
)  # fmt: skip
# A newer version may know another status: whatever it is, that run cannot be taken for a whole one.
_STATUSES = {status.value: status for status in RunStatus}
_IO_PATHS = {path.value: path for path in IoPath}
_CACHES = {cache.value: cache for cache in Cache}
_CACHE_TITLES = {titled("", cache): cache for cache in CACHES if cache != DIRECT}

_LATENCIES = tuple(field.name for field in fields(Latency))

Value = str | bytes | int | float | None


def figures(phases: Iterable[PhaseResult]) -> tuple[str, str]:
    """The medians of the list of runs: their names, and the numbers, as JSON.

    They are separate because the first is the same in most runs and is then read only once. What
    others did with a drive is no figure of it. Of tests on more and more hosts those on the most
    come first: the list shows the first figure of a kind.
    """
    names, directions, metrics, medians = [], [], [], []
    for phase in sorted(phases, key=lambda one: -one.work.hosts):
        if phase.engine == WATCH_ENGINE:
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
        "id": put(run.id),
        "started": started,
        "utc_offset": offset,
        "seconds": float(run.seconds),
        "profile": put(run.profile),
        "method": put(run.method),
        "title": put(run.title),
        "label": put(run.label),
        "remarks": put(run.remarks),
        "status": run.status,
        "error": put(kept_failure(run.error)),
        "notes": json.dumps(list(map(kept_note, run.notes))),
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
            "more": phase_more(phase),
            "test": identity(test_of(phase, source)),
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
                "more": repeat_more(repeat),
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
                    "bytes": told(result.bytes),
                    "ios": told(result.ios),
                    "seconds": told(result.seconds),
                    **asdict(result.latency),
                    "longest_stall": told(result.longest_stall),
                    "histogram": pack_histogram(result.histogram),
                    "samples": pack_samples(result.samples),
                    "positions": pack_positions(result.positions),
                },
            )


def read_run(connection: sqlite3.Connection, run_id: str, *, samples: bool = True) -> Run | None:
    """A complete run, None when it does not exist; call it within a transaction.

    Without `samples` every repeat has everything but those. Raises ValueError when a part of it is
    invalid.
    """
    found = _rows(connection, "SELECT * FROM runs WHERE id = ?", put(run_id))
    if not found:
        return None
    named = found[0]
    environment = made_environment(named["environment"])
    return Run(
        id=get(named["id"]),
        profile=get(named["profile"]),
        method=get(named["method"]),
        title=get(named["title"]),
        status=_STATUSES.get(named["status"], FAILED),
        started=date(named["started"], named["utc_offset"]),
        seconds=named["seconds"],
        target=made_target(named["target"]),
        environment=replace(environment, io_path=_IO_PATHS.get(environment.io_path or "")),
        phases=_phases(connection, run_id, samples=samples),
        label=get(named["label"]),
        notes=tuple(map(made_note, json.loads(named["notes"]))),
        error=made_failure(get_or_none(named["error"])),
        repeats_planned=named["repeats_planned"],
        remarks=get(named["remarks"]),
    )


def made_target(text: str) -> Target:
    """A target from its JSON. Raises ValueError."""
    target = made(Target, text)
    return replace(target, kind=TargetKind(target.kind))


def made_environment(text: str) -> Environment:
    """An environment from its JSON. Raises ValueError."""
    environment = made(Environment, text)
    messages = tuple(KernelMessage(*message[:4]) for message in environment.kernel_messages)
    return replace(
        environment,
        kernel_messages=messages,
        legs=tuple(environment.legs),
        drives=tuple(Companion(*one[:5]) for one in environment.drives),
        shared=tuple(_shared_path(*one[:5]) for one in environment.shared),
        in_turn=InTurn(*environment.in_turn[:4]) if environment.in_turn else None,
        hosts=tuple(map(_host, environment.hosts)),
        boot=None if environment.boot is None else BootTimes(*environment.boot[:5]),
        log=None if environment.log is None else Companion(*environment.log[:5]),
        stopping_rule=_rule(environment.stopping_rule),
    )


def _rule(kept: Any) -> StoppingRule | None:
    return None if kept is None else _made_of(StoppingRule, kept)


def _host(kept: Any) -> Host:
    """What a newer version wrote beyond the fields is passed over."""
    return Host(*kept[: len(Host._fields)])


def _shared_path(
    kind: str, name: str, place: str, ceiling: int | None, drives: Sequence[int]
) -> SharedPath:
    known = PathKind(kind) if kind in tuple(PathKind) else PathKind.OTHER
    return SharedPath(known, name, place, ceiling, tuple(drives))


def made(kind: type[_Made], text: str) -> _Made:
    """The reverse of `asdict`; what a newer version wrote beyond the fields is passed over."""
    kept = json.loads(text)
    known: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in kept:
            value = kept[field.name]
            known[field.name] = tuple(value) if isinstance(value, list) else value
    return kind(**known)


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
        replace(
            phase_alone(row),
            repeats=_repeats(connection, row["id"], samples=samples),
        )
        for row in _rows(connection, query, put(run_id))
    )


def phase_alone(row: Mapping[str, Any]) -> PhaseResult:
    """A phase from its row, without its repeats. Raises ValueError."""
    command = tuple(json.loads(row["command"]))
    direction = Direction(row["direction"])
    return PhaseResult(
        name=get(row["name"]),
        title=get(row["title"]),
        direction=direction,
        pattern=Pattern(row["pattern"]),
        block_size=row["block_size"],
        queue_depth=row["queue_depth"],
        jobs=row["jobs"],
        engine=get(row["engine"]),
        direct=bool(row["direct"]),
        command=command,
        warmup=row["warmup"],
        planned_seconds=row["planned_seconds"],
        **phase_extras(row["more"]),
    )


def _repeats(connection: sqlite3.Connection, phase: int, *, samples: bool) -> tuple[Repeat, ...]:
    query = "SELECT * FROM repeats WHERE phase = ? ORDER BY position"
    return tuple(
        Repeat(
            order=row["order"],
            directions=_results(connection, row["id"], areas_of(row.get("more")), samples=samples),
            disturbed=tuple(json.loads(row["disturbed"])),
            fio_json=None if row["fio_json"] is None else inflate(row["fio_json"], FIO_JSON),
            started=None if row["started"] is None else date(row["started"], row["utc_offset"]),
            **repeat_extras(row.get("more")),
        )
        for row in _rows(connection, query, phase)
    )


def _results(
    connection: sqlite3.Connection,
    repeat: int,
    areas: Mapping[str, tuple[Area, ...]],
    *,
    samples: bool,
) -> dict[Direction, DirectionResult]:
    from driveproof.history.blobs import unpack_histogram, unpack_samples  # noqa: PLC0415 - numpy

    query = "SELECT * FROM results WHERE repeat = ? ORDER BY rowid"
    return {
        (direction := Direction(row["direction"])): DirectionResult(
            iops=row["iops"],
            bandwidth=row["bandwidth"],
            bytes=known(row["bytes"]),
            ios=known(row["ios"]),
            seconds=known(row["seconds"]),
            latency=Latency(*(row[name] for name in _LATENCIES)),
            longest_stall=known(row["longest_stall"]),
            histogram=unpack_histogram(row["histogram"]),
            samples=unpack_samples(row["samples"], direction) if samples else (),
            positions=unpack_positions(row.get("positions")),
            areas=areas.get(direction, ()),
        )
        for row in _rows(connection, query, repeat)
    }


def read_heads(rows: Iterable[tuple[Any, ...]]) -> list[RunHead]:
    """Rows of HEAD_COLUMNS as heads. Raises ValueError for figures that are no JSON."""
    kept = list(rows)
    # One call for all of them: ten thousand single ones would take most of the time.
    medians = json.loads("[" + ",".join(row[-1] for row in kept) + "]")
    figured: dict[str, tuple[list[str], list[str], list[str]]] = {}
    caches: dict[str | None, Cache | None] = {}
    heads = []
    for row, numbers in zip(kept, medians, strict=True):
        if bytes in map(type, row):
            row = tuple(get(value) if isinstance(value, bytes) else value for value in row)  # noqa: PLW2901
        of = figured.get(row[-2])
        if of is None:
            of = figured[row[-2]] = json.loads(row[-2])
        more = row[-3]
        if more not in caches:
            caches[more] = _kept_cache(more)
        cache = caches[more] if more is not None else _titled_cache(row[2])
        heads.append(
            RunHead(  # type: ignore[call-arg]
                *row[:3],
                _STATUSES.get(row[3], FAILED),
                date(row[4], row[5]),
                *row[6:14],
                tuple(zip(*of, numbers, strict=False)),
                cache,
            )
        )
    return heads


def _kept_cache(more: str | None) -> Cache | None:
    """The cache of a test from its column `more`; None also where that is invalid."""
    try:
        kept = json.loads(more or "{}")
    except ValueError:
        return None
    cache = kept.get("cache") if isinstance(kept, dict) else None
    return _CACHES.get(cache) if isinstance(cache, str) else None


def _titled_cache(title: str) -> Cache | None:
    """That of a run none of whose tests was measured: nothing else that is kept of it says it."""
    return next((cache for end, cache in _CACHE_TITLES.items() if title.endswith(end)), None)


Number = TypeVar("Number", int, float)
T = TypeVar("T")

FORMAT = 1
_POSITION = [("offset", "<i8"), ("bytes", "<i8"), ("seconds", "<f8")]


def told(value: Number | None) -> Number:
    """A figure as its column takes it: it may not be empty, so that -1 is "not known"."""
    return -1 if value is None else value


def known(value: Number) -> Number | None:
    """The reverse of `told`."""
    return None if value < 0 else value


def phase_more(phase: PhaseResult) -> str | None:
    """The column `more` of a phase."""
    more = {"scheduler": phase.scheduler, "cache": phase.cache, "work": asdict(phase.work)}
    if phase.limits != Limits():
        more["limits"] = asdict(phase.limits)
    if phase.stopping is not None:
        more["stopping"] = asdict(phase.stopping)
    return json.dumps({name: value for name, value in more.items() if value is not None})


class Extras(TypedDict):
    """What `phase_more` keeps, as arguments of a PhaseResult."""

    scheduler: str | None
    cache: Cache | None
    work: Work
    limits: Limits
    stopping: Stopping | None


def phase_extras(text: str) -> Extras:
    """The reverse. Raises ValueError for invalid data."""
    kept = json.loads(text)
    return {
        "scheduler": kept.get("scheduler"),
        "cache": _CACHES.get(kept.get("cache", "")),
        "work": _work(kept.get("work")),
        "limits": _limits(kept.get("limits")),
        "stopping": _stopping(kept.get("stopping")),
    }


def _limits(kept: dict[str, Any] | None) -> Limits:
    if kept is not None and not isinstance(kept, dict):
        raise ValueError("the limits of a test are no object")
    return _made_of(Limits, kept or {})


def _stopping(kept: dict[str, Any] | None) -> Stopping | None:
    """A reason that only a newer version knows leaves the test without one."""
    if kept is None or kept["why"] not in tuple(Ended):
        return None
    return Stopping(kept["half_width"], Ended(kept["why"]))


def _work(kept: dict[str, Any]) -> Work:
    """What a newer version wrote beyond the fields is passed over; a kind of data that it has and
    we do not is unknown, and a file operation none.
    """
    if not isinstance(kept, dict):
        raise ValueError("the work of a test is no object")
    found: dict[str, Any] = {
        name: tuple(kept[name]) if isinstance(kept[name], list) else kept[name]
        for name in NAMES
        if name in kept
    }
    if "data" in found:
        found["data"] = Data(found["data"]) if found["data"] in tuple(Data) else None
    if "operation" in found:
        known = found["operation"] in tuple(FileOperation)
        found["operation"] = FileOperation(found["operation"]) if known else FileOperation.NONE
    if "part" in found:
        found["part"] = Part(found["part"]) if found["part"] in tuple(Part) else Part.NONE
    return Work(**found)


def repeat_more(repeat: Repeat) -> str | None:
    """The column `more` of a repeat; None when there is nothing."""
    more: dict[str, Any] = {}
    if repeat.members:
        more["members"] = [asdict(member) for member in repeat.members]
    if repeat.write_back is not None:
        more["write_back"] = asdict(repeat.write_back)
    areas = {name: list(result.areas) for name, result in repeat.directions.items() if result.areas}
    if areas:
        more["areas"] = areas
    if repeat.on_filesystem is not None:
        more["on_filesystem"] = asdict(repeat.on_filesystem)
    if repeat.task is not None:
        more["task"] = asdict(repeat.task)
    if repeat.commits is not None:
        more["commits"] = asdict(repeat.commits)
    if repeat.observed is not None:
        more["observed"] = asdict(repeat.observed)
    if repeat.hosts:
        more["hosts"] = [asdict(host) for host in repeat.hosts]
    return json.dumps(more) if more else None


class RepeatExtras(TypedDict):
    """What `repeat_more` keeps, as arguments of a Repeat."""

    members: tuple[Member, ...]
    write_back: WriteBack | None
    on_filesystem: OnFilesystem | None
    commits: Commits | None
    observed: Observed | None
    hosts: tuple[HostRepeat, ...]
    task: TaskCost | None


def repeat_extras(text: str | None) -> RepeatExtras:
    """The reverse of `repeat_more`, but for the areas. What a newer version wrote beyond the
    fields, and a role that only it knows, is passed over.

    Raises ValueError for what cannot be understood.
    """
    with _understood():
        kept = json.loads(text) if text else {}

        def of(name: str, read: Callable[[Any], T]) -> T | None:
            return None if kept.get(name) is None else read(kept[name])

        return {
            "members": of("members", _members) or (),
            "write_back": of("write_back", _write_back),
            "on_filesystem": of("on_filesystem", partial(_made_of, OnFilesystem)),
            "commits": of("commits", _commits),
            "observed": of("observed", _observed),
            "hosts": of("hosts", lambda rows: tuple(map(_host_repeat, rows))) or (),
            "task": of("task", partial(_made_of, TaskCost)),
        }


@contextmanager
def _understood() -> Iterator[None]:
    """Raises ValueError for JSON of another shape than was expected."""
    try:
        yield
    except (AttributeError, TypeError, KeyError, IndexError) as wrong:
        raise ValueError(str(wrong)) from wrong


def _made_of(kind: Callable[..., T], kept: Mapping[str, Any], **more: object) -> T:
    """A value of the fields that are known here, and of `more`."""
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: kept[name] for name in names & kept.keys()} | more)


def _observed(kept: Mapping[str, Any]) -> Observed:
    return _made_of(
        Observed,
        kept,
        looks=tuple(Look(*one[:3]) for one in kept["looks"]),
        writers=tuple(Writer(*one[:4]) for one in kept["writers"]),
        requests=None if kept.get("requests") is None else _requests(kept["requests"]),
    )


def _requests(kept: Mapping[str, Any]) -> Requests:
    ways = {name: _requested(kept[name]) for name in ("read", "write", "discard")}
    pairs = {name: tuple((one[0], one[1]) for one in kept[name]) for name in ("depths", "gaps")}
    return _made_of(Requests, kept, **ways, **pairs)


def _requested(kept: Mapping[str, Any]) -> Requested:
    sizes = tuple((one[0], one[1]) for one in kept["sizes"])
    return _made_of(Requested, kept, sizes=sizes, regions=tuple(kept["regions"]))


def _host_repeat(kept: Mapping[str, Any]) -> HostRepeat:
    directions = {
        Direction(way): _host_figures(figures) for way, figures in kept["directions"].items()
    }
    return HostRepeat(
        host=str(kept["host"]), late=kept["late"], directions=directions, fault=str(kept["fault"])
    )


def _host_figures(kept: Mapping[str, Any]) -> HostFigures:
    return HostFigures(
        iops=float(kept["iops"]),
        bandwidth=float(kept["bandwidth"]),
        bytes=int(kept["bytes"]),
        ios=int(kept["ios"]),
        seconds=float(kept["seconds"]),
        latency=_made_of(Latency, kept["latency"]),
    )


def _commits(kept: Mapping[str, Any]) -> Commits:
    latency = _made_of(Latency, kept["latency"])
    return Commits(int(kept["count"]), float(kept["seconds"]), latency)


def _write_back(kept: Mapping[str, Any]) -> WriteBack:
    return WriteBack(
        points=tuple(CachePoint(*point[:4]) for point in kept["points"]),
        writing=kept["writing"],
        fsync=float(kept["fsync"]),
        processes=tuple(Process(*one[:2]) for one in kept["processes"]),
        flush=_made_of(Latency, kept["flush"]) if kept.get("flush") else None,
    )


def _members(listed: Sequence[Mapping[str, Any]]) -> tuple[Member, ...]:
    roles = tuple(Role)
    return tuple(
        _made_of(Member, member, role=Role(role))
        for member in listed
        if (role := member["role"]) in roles
    )


def areas_of(text: str | None) -> dict[str, tuple[Area, ...]]:
    """The areas in it, by direction. Raises ValueError for what cannot be understood; a state of a
    newer version is a fault that this one cannot name.
    """
    with _understood():
        kept = json.loads(text).get("areas", {}) if text else {}
        return {name: tuple(map(_area, rows)) for name, rows in kept.items()}


_STATES = tuple(AreaState)


def _area(row: list[Any]) -> Area:
    offset, size, state, counted, found, found_bytes, bits, seconds = row[: len(Area._fields)]
    known = AreaState(state) if state in _STATES else AreaState.CHANGED
    whole = (int(offset), int(size), known, int(counted), None if found is None else int(found))
    return Area(*whole, int(found_bytes), int(bits), float(seconds))


def pack_positions(positions: Sequence[Position]) -> bytes | None:
    """Positions as a blob: the format's number and a zlib stream; None when there are none."""
    if not len(positions):
        return None
    import numpy as np  # noqa: PLC0415 - numpy

    from driveproof.domain.run.columns import Positions  # noqa: PLC0415 - numpy

    rows = np.empty(len(positions), dtype=_POSITION)
    for (name, _), column in zip(_POSITION, Positions.of(positions).columns, strict=True):
        rows[name] = column
    return bytes([FORMAT]) + zlib.compress(rows.tobytes(), 6)


def unpack_positions(blob: bytes | None) -> Sequence[Position]:
    """The reverse of `pack_positions`. Raises ValueError for what is not such a blob."""
    if blob is None:
        return ()
    if blob[:1] != bytes([FORMAT]):
        raise ValueError(f"format {blob[:1].hex() or 'none'} of positions is not known")
    import numpy as np  # noqa: PLC0415 - numpy

    from driveproof.domain.run.columns import Positions  # noqa: PLC0415 - numpy

    try:
        rows = np.frombuffer(inflate(blob[1:], POSITIONS), dtype=_POSITION)
    except ValueError as wrong:
        raise ValueError(f"positions are not whole (24 bytes each): {wrong}") from wrong
    return Positions(*(np.ascontiguousarray(rows[name]) for name, _ in _POSITION))
