# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of our own JSON, read again with everything that it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import numpy as np

from driveproof.domain.access import DIRECTIONS, PATTERNS, Cache, Direction, Pattern
from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.notes import Failure, sentence_failure, sentence_notes
from driveproof.domain.run.areas import Area, AreaState
from driveproof.domain.run.histogram import EDGES, SIZE, Histogram
from driveproof.domain.run.load_curve import LATENCIES
from driveproof.domain.run.observed import (
    REGIONS,
    WATCH_ENGINE,
    Look,
    Observed,
    Requested,
    Requests,
    Writer,
)
from driveproof.domain.run.real_life import ENGINE as TASK_ENGINE
from driveproof.domain.run.run import (
    CANCELLED,
    FAILED,
    FINISHED,
    OWN_JSON,
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
    RunStatus,
    SharedPath,
    Target,
    TargetKind,
    TaskCost,
    WriteBack,
)
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.stopping_rule import Ended, Stopping, StoppingRule
from driveproof.domain.run.work import UNKNOWN, Data, FileOperation, Part, Work
from driveproof.importers.fields import (
    MAX_COUNT,
    Fields,
    Unfit,
    UnfitError,
    count,
    invalid,
    number,
    unequal,
)
from driveproof.importers.run_builder import Found

VERSION = 1


def read_own(documents: Sequence[Any]) -> tuple[Found, ...]:
    """Every run in the documents. Raises UnfitError."""
    listed: list[Any] = []
    for document in documents:
        listed += document if isinstance(document, list) else [document]
    found: list[Found] = []
    for place_in_file, document in enumerate(listed, 1):
        place = "" if len(listed) == 1 else f"document {place_in_file}"
        fields = Fields(document, place)
        version = count(fields.raw("version"), "version", low=1)
        if version > VERSION:
            raise UnfitError(
                "A newer Driveproof wrote this JSON (version {version}).",
                code=Unfit.UNSUPPORTED,
                version=version,
            )
        for run in fields.parts("runs") if "runs" in fields else [fields]:
            if "phases" not in run or "target" not in run:
                raise UnfitError(
                    "It has no supported result.",
                    code=Unfit.NO_RESULT,
                    advice=Advice(Remedy.EXPORT_JSON),
                )
            found.append(_run(run))
    return tuple(found)


def _run(fields: Fields) -> Found:
    started = fields.date_or_none("started")
    environment = replace(
        _environment(fields.part("environment")),
        kernel_messages=tuple(map(_message, fields.parts("kernel_messages"))),
        latency_cap=_cap(fields.part("latency_cap")) if "latency_cap" in fields else None,
        hosts=tuple(map(_host, fields.parts("hosts"))),
        stopping_rule=_rule(fields.part("stopping_rule")) if "stopping_rule" in fields else None,
    )
    if "multi_drive" in fields:
        together = fields.part("multi_drive")
        environment = replace(
            environment,
            drives=tuple(map(_companion, together.parts("drives"))),
            shared=tuple(map(_shared, together.parts("shared"))),
        )
    if "log" in fields:
        environment = replace(environment, log=_companion(fields.part("log")))
    if "in_turn" in fields:
        environment = replace(environment, in_turn=_in_turn(fields.part("in_turn")))
    run = Run(
        id="",
        profile=fields.text("profile"),
        method=fields.text("method"),
        title=fields.text("title"),
        status=RunStatus(fields.word("status", (FINISHED, CANCELLED, FAILED))),
        started=started or datetime.fromtimestamp(0).astimezone(),
        seconds=fields.number_or_none("seconds") or 0.0,
        target=_target(fields.part("target")),
        environment=environment,
        phases=tuple(read_phase(phase, ours=environment.ours) for phase in fields.parts("phases")),
        label=fields.text("label"),
        notes=sentence_notes(fields.texts("notes")),
        error=_failure(fields.text_or_none("error")),
        repeats_planned=fields.count_or_none("repeats_planned"),
        remarks=fields.text("remarks"),
    )
    return Found(run, dated=started is not None)


def _companion(fields: Fields) -> Companion:
    return Companion(
        fields.text("path"),
        fields.text_or_none("device"),
        fields.text_or_none("model"),
        fields.text_or_none("serial"),
        fields.text_or_none("name"),
    )


def _in_turn(fields: Fields) -> InTurn:
    """As it was where it was measured: here the other run may have another id, or not be."""
    return InTurn(
        fields.text("other"),
        fields.count_or_none("side") or 0,
        fields.count_or_none("seed") or 0,
        fields.text("turns"),
    )


def _shared(fields: Fields) -> SharedPath:
    kind = fields.text("kind")
    return SharedPath(
        PathKind(kind) if kind in tuple(PathKind) else PathKind.OTHER,
        fields.text("name"),
        fields.text("place"),
        fields.count_or_none("ceiling"),
        fields.counts("drives"),
    )


def _cap(fields: Fields) -> tuple[str, float]:
    return fields.word("metric", LATENCIES), fields.number("seconds")


def _rule(fields: Fields) -> StoppingRule:
    return StoppingRule(
        least=count(fields.raw("least"), "least", low=1),
        most=count(fields.raw("most"), "most", low=1),
        budget=fields.count_or_none("budget"),
        written=fields.count_or_none("written"),
        within=fields.number("within"),
        version=count(fields.raw("version"), "version", low=1),
    )


def _stopping(fields: Fields) -> Stopping:
    why = fields.word("why", tuple(Ended))
    return Stopping(fields.number_or_none("half_width"), Ended(why))


def _target(fields: Fields) -> Target:
    identity, wwn = fields.text_or_none("identity"), fields.text_or_none("wwn")
    return fields.value_of(
        Target,
        kind=TargetKind(fields.word("kind", tuple(TargetKind))),
        drive=None if wwn and identity == f"wwn:{wwn}" else identity,
        mount_options=fields.texts("mount_options"),
        stack=fields.texts("stack"),
        in_file=_in_file(fields.part("in_file")),
    )


def _in_file(fields: Fields) -> tuple[str | None, ...]:
    """What the first file said of the drive, where a person assigned the run to one."""
    names = ("identity", "model", "serial", "wwn")
    found = tuple(fields.text_or_none(name) for name in names)
    return found if any(found) else ()


def _environment(fields: Fields) -> Environment:
    """`source` stays that of the first import; a run of ours says that it came as JSON."""
    io_path = fields.text_or_none("io_path")
    return fields.value_of(
        Environment,
        temperature_before=fields.number_or_none("temperature_before", low=-300),
        temperature_after=fields.number_or_none("temperature_after", low=-300),
        io_path=IoPath(io_path) if io_path in tuple(IoPath) else None,
        source=fields.text_or_none("source") or OWN_JSON,
        legs=fields.texts("legs"),
        boot=_boot(fields.part("boot")) if "boot" in fields else None,
    )


def _boot(fields: Fields) -> BootTimes:
    return BootTimes(*(fields.number_or_none(name) for name in BootTimes._fields))


def _message(fields: Fields) -> KernelMessage:
    return fields.value_of(KernelMessage)


_BINS = re.compile(r"(\d{1,4}):(\d{1,16})", re.ASCII)
_COLUMNS = ("time", "iops", "bandwidth", "p50", "p99", "temperature", "foreign_bandwidth",
            "seconds", "ios", "bytes", "mean", "p95", "p99.9", "bins")  # fmt: skip
_LOWEST = {"time": -1e9, "temperature": -300.0}


_WAYS = (Direction.READ, Direction.WRITE, Direction.MIXED, Direction.TRIM)


def read_phase(fields: Fields, *, ours: bool = True) -> PhaseResult:
    """One test; `ours` says whether Driveproof measured it. Raises UnfitError."""
    direction = fields.word("direction", _WAYS)
    command, cache = fields.texts("command"), fields.text_or_none("cache")
    # Where nobody measured, and of a task, there are no blocks.
    measured = ours and fields.text("engine") not in (WATCH_ENGINE, TASK_ENGINE)
    return PhaseResult(
        name=fields.text("name"),
        title=fields.text("title"),
        direction=direction,
        pattern=fields.word("pattern", (*PATTERNS, Pattern.TASK if ours else Pattern.UNKNOWN)),
        block_size=_known(fields, "block_size", ours=measured),
        queue_depth=_known(fields, "queue_depth", ours=measured),
        jobs=_known(fields, "jobs", ours=measured),
        engine=fields.text("engine"),
        direct=fields.flag("direct"),
        command=command,
        repeats=tuple(_repeat(repeat) for repeat in fields.parts("repeats")),
        warmup=fields.number_or_none("warmup") or 0.0,
        planned_seconds=fields.number_or_none("planned_seconds") or 0.0,
        scheduler=fields.text_or_none("scheduler"),
        cache=Cache(cache) if cache in tuple(Cache) else None,
        work=_work(fields.part("work")) if "work" in fields else UNKNOWN,
        limits=_seen(fields.part("limits")) if "limits" in fields else Limits(),
        stopping=_stopping(fields.part("stopping")) if "stopping" in fields else None,
    )


def _seen(fields: Fields) -> Limits:
    return Limits(
        generator=fields.number_or_none("generator_seconds"),
        submission=fields.number_or_none("in_submission"),
        buffered_by=fields.text_or_none("buffered_by"),
        processor=fields.number_or_none("processor"),
    )


def _work(fields: Fields) -> Work:
    """What the test did. Data of a kind that a newer version knows is unknown here, and a file
    operation none.
    """
    data = fields.text_or_none("data")
    operation = fields.text("operation") if "operation" in fields else FileOperation.NONE
    known = operation in tuple(FileOperation)
    part = fields.text("part") if "part" in fields else ""
    return fields.value_of(
        Work,
        data=Data(data) if data in tuple(Data) else None,
        rate=_limits(fields, "rate"),
        rate_iops=_limits(fields, "rate_iops"),
        operation=FileOperation(operation) if known else FileOperation.NONE,
        part=Part(part) if part in tuple(Part) else Part.NONE,
    )


def _known(fields: Fields, name: str, *, ours: bool) -> int:
    """0 where the file that it was imported from did not report it."""
    return fields.count(name) if ours else fields.count_or_none(name) or 0


def _limits(fields: Fields, name: str) -> tuple[int, ...] | None:
    return tuple(fields.each(name, count)) if name in fields else None


def _repeat(fields: Fields) -> Repeat:
    return Repeat(
        order=fields.count("order"),
        directions={
            name: _direction(fields.part(name), name) for name in DIRECTIONS if name in fields
        },
        disturbed=fields.texts("disturbed"),
        started=fields.date_or_none("started"),
        members=tuple(_member(member) for member in fields.parts("members")),
        write_back=_write_back(fields.part("write_back")) if "write_back" in fields else None,
        on_filesystem=_on_filesystem(fields.part("on_filesystem"))
        if "on_filesystem" in fields
        else None,
        commits=_commits(fields.part("commits")) if "commits" in fields else None,
        observed=_observed(fields.part("observed")) if "observed" in fields else None,
        hosts=tuple(map(_host_part, fields.parts("hosts"))),
        task=_task(fields.part("task")) if "task" in fields else None,
    )


def _observed(fields: Fields) -> Observed:
    looks = fields.part("looks")
    columns = _alike(looks, ("seconds", "busy", "queue"))
    requests = fields.raw("requests")
    return fields.value_of(
        Observed,
        looks=tuple(
            Look(number(seconds, looks.place), *(_figure(one, looks) for one in rest))
            for seconds, *rest in zip(*columns, strict=True)
        ),
        writers=tuple(
            Writer(one.text("kind"), one.text("name"), one.count("read_bytes"),
                   one.count("written_bytes"))
            for one in fields.parts("writers")
        ),
        life=fields.count_or_none("endurance"),
        requests=None if requests is None else _requests(fields.part("requests")),
    )  # fmt: skip


def _alike(fields: Fields, names: tuple[str, ...]) -> list[list[Any]]:
    """Columns of one length. Raises UnfitError."""
    columns = [fields.items(name) for name in names]
    if len({len(column) for column in columns}) > 1:
        raise unequal(fields.place)
    return columns


def _figure(value: object, fields: Fields) -> float | None:
    return None if value is None else number(value, fields.place)


def _requests(fields: Fields) -> Requests:
    ways = {name: _requested(fields.part(name)) for name in ("read", "write", "discard")}
    return fields.value_of(
        Requests,
        depths=tuple((int(one), many) for one, many in _pairs(fields.part("depths"), "in_flight")),
        gaps=_pairs(fields.part("gaps"), "seconds"),
        **ways,
    )


def _requested(fields: Fields) -> Requested:
    regions = fields.counts("regions")
    if len(regions) != REGIONS:
        raise unequal(fields.place)
    sizes = _pairs(fields.part("sizes"), "bytes")
    return fields.value_of(
        Requested, sizes=tuple((int(size), many) for size, many in sizes), regions=regions
    )


def _pairs(fields: Fields, name: str) -> tuple[tuple[float, int], ...]:
    return tuple(
        (number(value, fields.place), count(many, fields.place))
        for value, many in zip(*_alike(fields, (name, "requests")), strict=True)
    )


def _host_part(fields: Fields) -> HostRepeat:
    directions = {way: _host_figures(fields.part(way)) for way in DIRECTIONS if way in fields}
    return fields.value_of(HostRepeat, directions=directions)


def _host_figures(fields: Fields) -> HostFigures:
    return fields.value_of(HostFigures, latency=_latency(fields.part("latency")))


def _host(fields: Fields) -> Host:
    return fields.value_of(Host, clock=fields.number_or_none("clock", low=-1e12))


def _task(fields: Fields) -> TaskCost:
    return fields.value_of(TaskCost)


def _commits(fields: Fields) -> Commits:
    return fields.value_of(Commits, latency=_latency(fields.part("latency")))


def _on_filesystem(fields: Fields) -> OnFilesystem:
    return fields.value_of(OnFilesystem, made=fields.number_or_none("made") or 0.0)


def _write_back(fields: Fields) -> WriteBack:
    points, processes = fields.part("points"), fields.part("processes")
    names = ("seconds", "written", "stored", "waiting")
    columns = [points.items(name) for name in names]
    parts = [processes.items(name) for name in ("bytes", "seconds")]
    for place, listed in ((points, columns), (processes, parts)):
        if len({len(column) for column in listed}) > 1:
            raise unequal(place.place)

    def known(value: object) -> int | None:
        return None if value is None else count(value, points.place)

    return WriteBack(
        points=tuple(
            CachePoint(
                number(seconds, points.place), count(written, points.place), known(stored),
                known(waiting),
            )
            for seconds, written, stored, waiting in zip(*columns, strict=True)
        ),
        writing=fields.number_or_none("writing"),
        fsync=fields.number("fsync"),
        processes=tuple(
            Process(count(size, processes.place), number(seconds, processes.place))
            for size, seconds in zip(*parts, strict=True)
        ),
        flush=_latency(fields.part("flush")) if fields.raw("flush") is not None else None,
    )  # fmt: skip


def _latency(fields: Fields) -> Latency:
    return Latency(
        *(fields.number_or_none(n) for n in ("mean", "p50", "p95", "p99", "p99.9", "max"))
    )


def _member(fields: Fields) -> Member:
    return fields.value_of(Member, role=fields.word("role", tuple(Role)))


def _direction(fields: Fields, direction: Direction) -> DirectionResult:
    return fields.value_of(
        DirectionResult,
        latency=_latency(fields.part("latency")),
        samples=_samples(fields.part("samples"), direction),
        histogram=_histogram(fields.part("histogram")),
        positions=_positions(fields.part("positions")),
        areas=_areas(fields.part("areas")),
    )


def _samples(fields: Fields, direction: Direction) -> tuple[Sample, ...]:
    length = len(fields.items("time"))
    columns: dict[str, list[Any]] = {}
    for name in _COLUMNS:
        values = fields.items(name)
        if len(values) not in (0, length):
            raise unequal(fields.place)
        columns[name] = values or [None] * length

    def at(name: str, index: int) -> float | None:
        value = columns[name][index]
        low = _LOWEST.get(name, 0.0)
        return None if value is None else number(value, f"{fields.place}.{name}", low=low)

    found = []
    for index in range(length):
        time = at("time", index) or 0.0
        before = (at("time", index - 1) or 0.0) if index else 0.0
        seconds = at("seconds", index)
        ios, moved = columns["ios"][index], columns["bytes"][index]
        found.append(
            Sample(
                time=time,
                # Documents from before these were written have the times only.
                seconds=max(time - before, 0.0) if seconds is None else seconds,
                direction=direction,
                ios=0 if ios is None else count(ios, f"{fields.place}.ios"),
                bytes=0 if moved is None else count(moved, f"{fields.place}.bytes"),
                iops=at("iops", index) or 0.0,
                bandwidth=at("bandwidth", index) or 0.0,
                mean=at("mean", index),
                p50=at("p50", index),
                p95=at("p95", index),
                p99=at("p99", index),
                p999=at("p99.9", index),
                histogram=_bins(columns["bins"][index], f"{fields.place}.bins"),
                temperature=at("temperature", index),
                foreign_bandwidth=at("foreign_bandwidth", index),
            )
        )
    return tuple(found)


def _bins(text: object, place: str) -> Histogram:
    """The reverse of what run_json writes for a sample: "120:3 121:5"."""
    if text is None:
        return Histogram.empty()
    if not isinstance(text, str) or len(text) > 25 * SIZE:
        raise invalid(place, text)
    return _counted([_BINS.fullmatch(word) for word in text.split()], place)


def _counted(found: Sequence[re.Match[str] | None], place: str) -> Histogram:
    pairs = []
    for pair in found:
        if pair is None or int(pair[1]) >= SIZE:
            raise invalid(place, pair and pair[0])
        pairs.append((int(pair[1]), int(pair[2])))
    count(sum(amount for _, amount in pairs), place)
    return Histogram.from_sparse(tuple(pairs))


def _histogram(fields: Fields) -> Histogram:
    """By its edges, which are fio's."""
    edges = fields.each("edges", number)
    counts = fields.each("counts", count)
    if not counts:
        return Histogram.empty()
    first = int(np.searchsorted(EDGES, edges[0] * (1 - 1e-9))) if edges else SIZE
    own = EDGES[first : first + len(counts) + 1]
    if (
        len(edges) != len(counts) + 1
        or first + len(counts) > SIZE
        or not np.allclose(own, edges, rtol=1e-8, atol=0)
    ):
        raise invalid(f"{fields.place}.edges", edges)
    count(sum(counts), f"{fields.place}.counts", high=MAX_COUNT)
    whole = np.zeros(SIZE, dtype=np.int64)
    whole[first : first + len(counts)] = counts
    return Histogram(whole)


def _positions(fields: Fields) -> tuple[Position, ...]:
    offsets = fields.each("offset", count)
    sizes = fields.each("bytes", count)
    seconds = fields.each("seconds", number)
    if not len(offsets) == len(sizes) == len(seconds):
        raise unequal(fields.place)
    return tuple(map(Position, offsets, sizes, seconds))


def _failure(sentence: str | None) -> Failure | None:
    return sentence_failure(sentence) if sentence else None


def _areas(fields: Fields) -> tuple[Area, ...]:
    """A state of a newer version is a fault that this one cannot name."""
    columns: list[Sequence[Any]] = [
        fields.each("offset", count),
        fields.each("bytes", count),
        list(map(_state, fields.items("state"))),
        fields.each("counted", count),
        [_place(one, f"{fields.place}.found") for one in fields.items("found")],
        fields.each("found_bytes", count),
        fields.each("bits", count),
        fields.each("seconds", number),
    ]
    if len(set(map(len, columns))) > 1:
        raise unequal(fields.place)
    return tuple(Area(*row) for row in zip(*columns, strict=True))


def _state(word: object) -> AreaState:
    return next((state for state in AreaState if state == word), AreaState.CHANGED)


def _place(value: object, name: str) -> int | None:
    return None if value is None else count(value, name)
