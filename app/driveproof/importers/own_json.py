# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of our own JSON, read again with everything that it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import numpy as np
from msgspec import UNSET, Struct, UnsetType

from driveproof.domain.access import DIRECTIONS, Direction, Pattern
from driveproof.domain.codec import DecodeError, Decoder, without
from driveproof.domain.document.phase import (
    AgedReadsDocument,
    CommitsDocument,
    CountedRequestsDocument,
    DirectionDocument,
    HistogramDocument,
    HostPartDocument,
    LimitsDocument,
    ObservedDocument,
    PhaseDocument,
    RepeatDocument,
    RequestedDocument,
    RequestsDocument,
    SamplesDocument,
    WriteBackDocument,
)
from driveproof.domain.document.run import (
    FileAgesDocument,
    HostDocument,
    RunDocument,
    TargetDocument,
)
from driveproof.domain.document.values import MAX_COUNT, VERSION, alike
from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.notes import sentence_failure, sentence_note
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.areas import Area
from driveproof.domain.run.file_ages import AgedReads, FileAges, FilesOfAge, LeftOutFiles
from driveproof.domain.run.histogram import BIN_COUNT, EDGES, Histogram
from driveproof.domain.run.load_curve import LATENCIES
from driveproof.domain.run.observed import (
    WATCH_ENGINE,
    ActivitySample,
    Observed,
    Requested,
    Requests,
    Writer,
)
from driveproof.domain.run.real_life import TASK_ENGINE
from driveproof.domain.run.run import (
    OWN_JSON,
    RUNNING,
    BootTimes,
    CachePoint,
    Commits,
    Companion,
    CpuTime,
    DirectionResult,
    Environment,
    Host,
    HostFigures,
    HostRepeat,
    InTurn,
    KernelMessage,
    Latency,
    Limits,
    MemberStatistics,
    OnFilesystem,
    PhaseResult,
    Position,
    ProcessWrites,
    Repeat,
    Run,
    SharedPath,
    Target,
    TaskCost,
    WriteBack,
)
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.stopping_rule import Stopping, StoppingRule
from driveproof.domain.run.work import Work
from driveproof.domain.say import Say, Title
from driveproof.importers.fields import (
    MAX_BYTES,
    Unfit,
    UnfitError,
    date_field,
    invalid_field,
    unequal,
    whole_number,
)
from driveproof.importers.run_builder import FoundRun
from driveproof.wording.say import say_text

_Made = TypeVar("_Made")

# What is written for other readers is not looked at.
_DIRECTION = without(DirectionDocument, "short") | UnsetType
_REPEAT = without(RepeatDocument, "counted", read=_DIRECTION, write=_DIRECTION, trim=_DIRECTION)
_PHASE = without(
    PhaseDocument,
    *("identity", "short", "summary", "total"),
    title_message=Title | None,
    limits=without(LimitsDocument, "time_in_io", "set_by", "queue_not_reached"),
    repeats=tuple[_REPEAT, ...],  # type: ignore[valid-type]
)
_RUN = without(
    RunDocument,
    *("id", "error_details", "health", "answer", "scale", "speed", "expected", "capacity"),
    phases=tuple[_PHASE, ...],  # type: ignore[valid-type]
)
_LEVELS = 8
"""Of messages within a title: twice as many as there are."""
_READ: Decoder[RunDocument] = Decoder(_RUN, MAX_BYTES)


def read_own(documents: Sequence[Any]) -> tuple[FoundRun, ...]:
    """Every run in the documents. Raises UnfitError."""
    listed: list[Any] = []
    for document in documents:
        listed += document if isinstance(document, list) else [document]
    found: list[FoundRun] = []
    for number, document in enumerate(listed, 1):
        place = "" if len(listed) == 1 else f"document {number}"
        if not isinstance(document, dict):
            raise invalid_field(place or "JSON", document)
        version = whole_number(document.get("version"), "version", low=1)
        if version > VERSION:
            raise UnfitError(
                "A newer Driveproof wrote this JSON (version {version}).",
                code=Unfit.UNSUPPORTED,
                version=version,
            )
        found += [_run(one) for one in _runs(document, place)]
    return tuple(found)


def _runs(document: dict[str, Any], place: str) -> Iterable[RunDocument]:
    several = document.get("runs")
    if several is None:
        return [_read(document, place)]
    if not isinstance(several, list):
        raise invalid_field(_below(place, "runs"), several)
    return [_read(one, _below(place, f"runs[{number}]")) for number, one in enumerate(several)]


def _read(document: object, place: str) -> RunDocument:
    if not isinstance(document, dict):
        raise invalid_field(place, document)
    if "phases" not in document or "target" not in document:
        raise UnfitError(
            "It has no supported result.",
            code=Unfit.NO_RESULT,
            advice=Advice(Remedy.EXPORT_JSON),
        )
    try:
        return _READ.convert(document)
    except DecodeError as error:
        raise _unfit(error, document, place) from error


def _below(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


_PLACE = re.compile(r" - at `(?:key in )?\$(.*)`$", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*?)`", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|\[\.\.\.\]")


def _unfit(error: DecodeError, document: object, place: str) -> UnfitError:
    """The codec's error with the value that it is about: "$.phases[0].direction"."""
    said = _PLACE.search(str(error))
    path = said[1] if said else ""
    missing = _MISSING.match(str(error))
    if missing:
        path += f".{missing[1]}"
    value: Any = document
    for key, index in _STEP.findall(path):
        value = _at(value, key or (index and int(index)))
    return invalid_field(_below(place, path.removeprefix(".")) or "JSON", value)


def _at(value: Any, key: str | int) -> Any:
    """None where there is nothing."""
    try:
        return value[key]
    except (LookupError, TypeError):
        return None


def _run(document: RunDocument) -> FoundRun:
    started = _moment(document.started, "started")
    if document.status is RUNNING:
        raise invalid_field("status", document.status.value)
    environment = _environment(document)
    run = Run(
        id="",
        profile=document.profile,
        method=document.method,
        title=document.title,
        cache=document.cache,
        status=document.status,
        started=started or datetime.fromtimestamp(0).astimezone(),
        seconds=document.seconds or 0.0,
        target=_target(document.target),
        environment=environment,
        phases=tuple(_phase(one, ours=environment.ours) for one in document.phases),
        label=document.label,
        notes=tuple(sentence_note(one.text, one.kind) for one in document.notes),
        error=sentence_failure(document.error) if document.error else None,
        repeats_planned=document.repeats_planned,
        remarks=document.remarks,
    )
    return FoundRun(run, dated=started is not None)


def _moment(text: str | None, place: str) -> datetime | None:
    return None if text is None else date_field(text, place)


def _one(kind: Callable[..., _Made], part: Struct | UnsetType | None) -> _Made | None:
    return None if part is None or part is UNSET else alike(kind, part)


def _all(kind: Callable[..., _Made], parts: Iterable[Struct] | UnsetType) -> tuple[_Made, ...]:
    return () if parts is UNSET else tuple(alike(kind, part) for part in parts)


def _environment(document: RunDocument) -> Environment:
    """`source` stays that of the first import; a run of ours says that it came as JSON.

    `in_turn` is as it was where it was measured: here the other run may have another id, or not be.
    """
    found, cap, drives = document.environment, document.latency_cap, document.multi_drive
    if cap and cap.metric not in LATENCIES:
        raise invalid_field("latency_cap.metric", cap.metric.value)
    return alike(
        Environment,
        found,
        source=found.source or OWN_JSON,
        boot=_one(BootTimes, found.boot),
        file_ages=_file_ages(found.file_ages) if found.file_ages else None,
        kernel_messages=_all(KernelMessage, document.kernel_messages),
        latency_cap=(cap.metric, cap.seconds) if cap else None,
        stopping_rule=_one(StoppingRule, document.stopping_rule),
        drives=_all(Companion, drives.drives) if drives else (),
        shared=_all(SharedPath, drives.shared) if drives else (),
        in_turn=_one(InTurn, document.in_turn),
        hosts=tuple(map(_host, document.hosts)) if document.hosts else (),
        log=_one(Companion, document.log),
    )


def _file_ages(document: FileAgesDocument) -> FileAges:
    ages, left_out = document.ages, document.left_out
    return alike(
        FileAges, document, ages=_all(FilesOfAge, ages), left_out=_all(LeftOutFiles, left_out)
    )


def _host(document: HostDocument) -> Host:
    return alike(Host, document, fault=document.fault or "", said=document.message or "")


def _target(document: TargetDocument) -> Target:
    """`in_file`: what the first file said of the drive, where a person assigned the run to one."""
    told, wwn = document.in_file, document.wwn
    return alike(
        Target,
        document,
        path=document.path or "",
        drive=None if wwn and document.identity == f"wwn:{wwn}" else document.identity,
        in_file=(told.identity, told.model, told.serial, told.wwn) if told else (),
    )


def _phase(document: PhaseDocument, *, ours: bool) -> PhaseResult:
    """`ours`: whether Driveproof measured it."""
    seen, work = document.limits, alike(Work, document.work)
    blocks = document.block_size or work.block_sizes or None  # several sizes are among the options
    # Where nobody measured, and of a task, there are no blocks.
    measured = ours and document.engine not in (WATCH_ENGINE, TASK_ENGINE)
    if measured and None in (blocks, document.queue_depth, document.jobs):
        raise invalid_field("block_size, queue_depth, jobs", None)
    if document.pattern == (Pattern.UNKNOWN if ours else Pattern.TASK) or (
        ours and document.pattern is None
    ):
        raise invalid_field("pattern", document.pattern)
    return alike(
        PhaseResult,
        document,
        title=_title(document),
        pattern=document.pattern or Pattern.UNKNOWN,
        # 0 where the file that it was imported from did not report it.
        block_size=document.block_size or 0,
        queue_depth=document.queue_depth or 0,
        jobs=document.jobs or 0,
        direct=bool(document.direct),
        repeats=tuple(map(_repeat, document.repeats)),
        warmup=document.warmup or 0.0,
        planned_seconds=document.planned_seconds or 0.0,
        work=work,
        limits=Limits(seen.generator_seconds, seen.in_submission, seen.buffered_by, seen.cpu),
        stopping=_one(Stopping, document.stopping),
    )


def _title(document: PhaseDocument) -> Title | str:
    message: Any = document.title_message
    if message is None:
        return document.title
    if _nests(message, _LEVELS):
        raise invalid_field("title_message", document.title)
    try:
        say_text(message)
    except (ValueError, OverflowError) as error:  # a date that no calendar here has
        raise invalid_field("title_message", document.title) from error
    return message  # type: ignore[no-any-return] # `_PHASE` has it


def _nests(value: object, levels: int) -> bool:
    """Whether a message has others in more levels than these."""
    if not isinstance(value, Say):
        return isinstance(value, OneOf) and any(_nests(one, levels) for one in value.names)
    return not levels or any(_nests(one, levels - 1) for one in value.values.values())


def _repeat(document: RepeatDocument) -> Repeat:
    ways = ((way, getattr(document, way, UNSET)) for way in DIRECTIONS)
    back, commits, observed = document.write_back, document.commits, document.observed
    return Repeat(
        order=document.order,
        directions={way: _direction(found, way) for way, found in ways if found is not UNSET},
        disturbed=document.affected_by,
        started=_moment(document.started, "started"),
        members=_all(MemberStatistics, document.members),
        write_back=_write_back(back) if back else None,
        on_filesystem=_one(OnFilesystem, document.on_filesystem),
        commits=_commits(commits) if commits else None,
        observed=_observed(observed) if observed else None,
        hosts=tuple(map(_host_part, document.hosts)) if document.hosts else (),
        task=_one(TaskCost, document.task),
        cpu=_one(CpuTime, document.cpu),
        aged=_aged(document.aged) if document.aged else None,
    )


def _aged(document: AgedReadsDocument) -> AgedReads:
    if len(document.ages) != len(document.seconds):
        raise unequal("aged")
    return alike(AgedReads, document)


def _rows(kind: Callable[..., _Made], columns: Struct) -> tuple[_Made, ...]:
    """The columns of a part as rows. Raises UnfitError where their lengths differ."""
    names = columns.__struct_fields__
    lists = [getattr(columns, name) for name in names]
    if len(set(map(len, lists))) > 1:
        raise unequal(type(columns).__name__.removesuffix("Document").lower())
    return tuple(kind(**dict(zip(names, row, strict=True))) for row in zip(*lists, strict=True))


def _observed(document: ObservedDocument) -> Observed:
    requests = document.requests
    return alike(
        Observed,
        document,
        looks=_rows(ActivitySample, document.looks),
        writers=_all(Writer, document.writers),
        life=document.endurance,
        requests=None if requests is None else _requests(requests),
    )


def _requests(document: RequestsDocument) -> Requests:
    return alike(
        Requests,
        document,
        depths=_pairs(document.depths),
        gaps=_pairs(document.gaps),
        read=_requested(document.read),
        write=_requested(document.write),
        discard=_requested(document.discard),
    )


def _requested(document: RequestedDocument) -> Requested:
    return alike(Requested, document, sizes=_pairs(document.sizes))


def _pairs(document: CountedRequestsDocument) -> tuple[tuple[Any, int], ...]:
    values = document.bytes or document.in_flight or document.seconds or ()
    if len(values) != len(document.requests):
        raise unequal("requests")
    return tuple(zip(values, document.requests, strict=True))


def _host_part(document: HostPartDocument) -> HostRepeat:
    ways = ((way, getattr(document, way, UNSET)) for way in DIRECTIONS)
    return HostRepeat(
        document.host,
        document.late,
        {
            way: alike(HostFigures, found, latency=alike(Latency, found.latency))
            for way, found in ways
            if found is not UNSET
        },
        document.fault or "",
    )


def _commits(document: CommitsDocument) -> Commits:
    return alike(Commits, document, latency=alike(Latency, document.latency))


def _write_back(document: WriteBackDocument) -> WriteBack:
    return alike(
        WriteBack,
        document,
        points=_rows(CachePoint, document.points),
        processes=_rows(ProcessWrites, document.processes),
        flush=_one(Latency, document.flush),
    )


def _direction(document: DirectionDocument, direction: Direction) -> DirectionResult:
    positions, areas = document.positions, document.areas
    return alike(
        DirectionResult,
        document,
        iops=document.iops or 0.0,
        bandwidth=document.bandwidth or 0.0,
        latency=alike(Latency, document.latency),
        samples=_samples(document.samples, direction),
        histogram=_histogram(document.histogram),
        positions=_rows(Position, positions) if positions else (),
        areas=_rows(Area, areas) if areas else (),
    )


def _samples(columns: SamplesDocument, direction: Direction) -> tuple[Sample, ...]:
    return tuple(_sample(row, direction) for row in _rows(dict[str, Any], columns))


def _sample(row: dict[str, Any], direction: Direction) -> Sample:
    for name in ("time", "seconds", "ios", "bytes", "iops", "bandwidth"):
        row[name] = row[name] or 0
    return Sample(direction=direction, histogram=_bins(row.pop("bins")), **row)


_BINS = re.compile(r"(\d{1,4}):(\d{1,16})", re.ASCII)


def _bins(text: str) -> Histogram:
    """The reverse of what run_json writes for a sample: "120:3 121:5"."""
    pairs = []
    for word in text.split():
        pair = _BINS.fullmatch(word)
        if pair is None or int(pair[1]) >= BIN_COUNT:
            raise invalid_field("bins", word)
        pairs.append((int(pair[1]), int(pair[2])))
    whole_number(sum(amount for _, amount in pairs), "bins")
    return Histogram.from_sparse(tuple(pairs))


def _histogram(document: HistogramDocument | None) -> Histogram:
    """By its edges, which are fio's."""
    if document is None:
        return Histogram.empty()
    edges, counts = document.edges, document.counts
    first = int(np.searchsorted(EDGES, edges[0] * (1 - 1e-9)))
    own = EDGES[first : first + len(counts) + 1]
    if len(own) != len(edges) or not np.allclose(own, edges, rtol=1e-8, atol=0):
        raise invalid_field("histogram.edges", list(edges))
    whole_number(sum(counts), "histogram.counts", high=MAX_COUNT)
    whole = np.zeros(BIN_COUNT, dtype=np.int64)
    whole[first : first + len(counts)] = counts
    return Histogram(whole)
