# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs as JSON: bytes, bytes per second, seconds, degrees Celsius; what is unknown is null."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import UNSET, Struct, UnsetType

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.answer import Answer
from driveproof.domain.check.speed import speed
from driveproof.domain.codec import plain
from driveproof.domain.document.phase import (
    AgedReadsDocument,
    AreasDocument,
    CachePointsDocument,
    CommitsDocument,
    CountedRequestsDocument,
    CpuTimeDocument,
    DirectionDocument,
    DirectionsSummaryDocument,
    HistogramDocument,
    HostFiguresDocument,
    HostPartDocument,
    LatencyDocument,
    LimitsDocument,
    LooksDocument,
    MemberDocument,
    ObservedDocument,
    OnFilesystemDocument,
    PhaseDocument,
    PositionsDocument,
    ProcessesDocument,
    RepeatDocument,
    RequestedDocument,
    RequestsDocument,
    SamplesDocument,
    StoppingDocument,
    SummariesDocument,
    SummaryDocument,
    TaskDocument,
    TitleDocument,
    TotalDocument,
    WorkDocument,
    WriteBackDocument,
    WriterDocument,
)
from driveproof.domain.document.run import (
    BandDocument,
    BootDocument,
    CapacityDocument,
    CompanionDocument,
    ComparedDocument,
    EarlierDocument,
    EnvironmentDocument,
    ExpectationDocument,
    FileAgesDocument,
    FilesOfAgeDocument,
    HostDocument,
    InFileDocument,
    InTurnDocument,
    KernelMessageDocument,
    LatencyCapDocument,
    LeftOutFilesDocument,
    MultiDriveDocument,
    NoteDocument,
    RunDocument,
    RunsDocument,
    ScaleDocument,
    ScalePointDocument,
    SharedPathDocument,
    SpeedDocument,
    StoppingRuleDocument,
    TargetDocument,
)
from driveproof.domain.document.values import alike, in_columns
from driveproof.domain.expected_speed import Expectation, Unknown
from driveproof.domain.health.changes import Pair
from driveproof.domain.metric import MetricName
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.cap import cap_of
from driveproof.domain.run.file_ages import Age, FileAges, LeftOut
from driveproof.domain.run.histogram import EDGES
from driveproof.domain.run.hosts import Scale, host_scales, plain_name
from driveproof.domain.run.limits import set_by, submitting, time_in_io
from driveproof.domain.run.observed import Observed, Requested, Requests, WriterKind
from driveproof.domain.run.run import (
    METRICS,
    DirectionResult,
    Environment,
    Host,
    HostFault,
    HostRepeat,
    PhaseResult,
    Repeat,
    Run,
    Summary,
    Target,
    WriteBack,
)
from driveproof.domain.run.same_test import test_identity, test_of
from driveproof.domain.run_cautions import notes_of
from driveproof.domain.say import Title
from driveproof.domain.speed import pace_say, paced, speed_verdict
from driveproof.export.json import date, number, text_of
from driveproof.export.json.answer import answer_document
from driveproof.export.json.run_health import health_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.finding import to_dos_text
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text

_Made = TypeVar("_Made", bound=Struct)
_N = TypeVar("_N", int, float)

if TYPE_CHECKING:
    from driveproof.domain.run.histogram import Histogram


@in_english()
def run_document(
    run: Run,
    answer: Answer,
    health: tuple[Pair, ...] = (),
    expected: Iterable[Expectation] | None = None,
) -> RunDocument:
    """A whole run, as `run --json` and `show --json` print it; `answer` is what its method found,
    `health` that of its drives, `expected` what its tests can be held against (None: the key is
    left out).
    """
    environment = run.environment
    hosts, several, boot = environment.hosts, environment.drives, environment.boot
    held = UNSET if expected is None else tuple(expected)
    return RunDocument(
        id=run.id,
        profile=run.profile,
        method=run.method,
        title=run.title,
        cache=run.cache,
        label=run.label,
        remarks=run.remarks,
        status=run.status,
        error=failure_text(run.error, Face.WINDOW) or None,
        error_details=(run.error.details if run.error else "") or None,
        started=date(run.started),
        seconds=number(run.seconds) or None,
        repeats_planned=run.repeats_planned,
        # A sentence from elsewhere stays as it is: JSON can say every character.
        notes=tuple(
            NoteDocument(text=note_text(note) if note.values else note.key, kind=note.kind)
            for note in notes_of(run)
        ),
        target=_target(run.target),
        environment=alike(
            EnvironmentDocument,
            environment,
            boot=alike(BootDocument, boot) if boot else None,
            file_ages=_file_ages(environment.file_ages) if environment.file_ages else None,
        ),
        kernel_messages=tuple(
            alike(KernelMessageDocument, one) for one in environment.kernel_messages
        ),
        health=health_document(run, health),
        answer=answer_document(answer),
        speed=UNSET if held is UNSET else _speed(run, held),
        expected=UNSET if held is UNSET else tuple(_expectation(run, one) for one in held),
        capacity=_capacity(run),
        latency_cap=_latency_cap(run),
        stopping_rule=_like(StoppingRuleDocument, environment.stopping_rule),
        multi_drive=_multi_drive(environment) if several else UNSET,
        in_turn=_like(InTurnDocument, environment.in_turn),
        log=_like(CompanionDocument, environment.log),
        hosts=tuple(map(_host, hosts)) if hosts else UNSET,
        scale=tuple(map(_scale, host_scales(run))) if hosts else UNSET,
        phases=tuple(_phase(phase, run.source) for phase in run.phases),
    )


def _like(kind: type[_Made], value: object) -> _Made | UnsetType:
    """What belongs to some runs only: left out of the others."""
    return alike(kind, value) if value else UNSET


@in_english()
def run_json(
    run: Run,
    answer: Answer,
    health: tuple[Pair, ...] = (),
    expected: Iterable[Expectation] | None = None,
) -> str:
    """The same as text, with a line feed at the end."""
    return text_of(run_document(run, answer, health, expected))


@in_english()
def runs_document(runs: Iterable[tuple[Run, Answer, tuple[Pair, ...]]]) -> RunsDocument:
    """Several runs, each as `run_document` with its answer and its health, in the order given."""
    return RunsDocument(runs=tuple(run_document(*one) for one in runs))


@in_english()
def runs_json(runs: Iterable[tuple[Run, Answer, tuple[Pair, ...]]]) -> str:
    """The same as text, with a line feed at the end."""
    return text_of(runs_document(runs))


def _speed(run: Run, expected: tuple[Expectation, ...]) -> SpeedDocument | None:
    """The verdict of speed."""
    finding = next(iter(speed(run, expected)), None)
    verdict = speed_verdict(run, expected)
    if finding is None or verdict is None:
        return None
    return SpeedDocument(
        rating=finding.word,
        verdict=verdict.pace,
        sentence=say_text(pace_say(verdict.pace)),
        advice=to_dos_text(finding) or None,
    )


def _expectation(run: Run, one: Expectation) -> ExpectationDocument:
    """What a test can be held against; a part that is unknown is null."""
    parts = {
        "link_share": one.link,
        "earlier": one.earlier,
        "manufacturer": one.manufacturer,
        "band": one.band,
    }
    earlier, band = one.earlier, one.band
    return ExpectationDocument(
        phase=one.phase.name,
        direction=one.direction,
        metric=one.metric,
        median=one.summary.median,
        link_share=None if isinstance(one.link, Unknown) else one.link,
        earlier=None if isinstance(earlier, Unknown) else alike(EarlierDocument, earlier),
        verdict=paced(run, one).pace,
        compared=None if one.compared is None else alike(ComparedDocument, one.compared),
        manufacturer=None if isinstance(one.manufacturer, Unknown) else one.manufacturer,
        band=None
        if isinstance(band, Unknown)
        else alike(BandDocument, band, drive_class=str(band.drive_class), place=one.place),
        unknown={name: part for name, part in parts.items() if isinstance(part, Unknown)},
    )


def _target(target: Target) -> TargetDocument:
    """`in_file` is what the file of an assigned run says of its drive."""
    names = InFileDocument.__struct_fields__
    told = dict(zip(names, target.in_file, strict=True)) if target.in_file else None
    return alike(
        TargetDocument,
        target,
        path=target.path or None,
        in_file=None if told is None else InFileDocument(**told),
    )


def _limits(phase: PhaseResult) -> LimitsDocument:
    share, found = time_in_io(phase), phase.limits
    return LimitsDocument(
        time_in_io=None if share is None else round(share, 6),
        set_by=set_by(phase),
        generator_seconds=found.generator,
        in_submission=found.submission,
        queue_not_reached=submitting(phase),
        buffered_by=found.buffered_by,
        cpu=found.cpu,
    )


def _phase(phase: PhaseResult, source: str) -> PhaseDocument:
    return alike(
        PhaseDocument,
        phase,
        title=str(phase.title),
        title_message=TitleDocument(**plain(phase.title))
        if isinstance(phase.title, Title)
        else None,
        pattern=phase.pattern or None,
        block_size=phase.block_size or None,
        queue_depth=phase.queue_depth or None,
        jobs=phase.jobs or None,
        work=alike(WorkDocument, phase.work),
        limits=_limits(phase),
        identity=test_identity(test_of(phase, source)),
        summary=DirectionsSummaryDocument(
            **{str(direction): _summaries(phase, direction) for direction in phase.directions}
        ),
        total=_totals(phase) if phase.direction == Direction.MIXED else UNSET,
        short=any(phase.short(direction) for direction in phase.directions),
        stopping=alike(StoppingDocument, phase.stopping) if phase.stopping else None,
        repeats=tuple(map(_repeat, phase.repeats)),
    )


def _summaries(phase: PhaseResult, direction: Direction) -> SummariesDocument:
    """Median, least, greatest and count of each metric over the repeats; null when unknown."""
    found = {
        name.name.lower(): _summary(phase.summary(direction, metric))
        for name, metric in METRICS.items()
        if name is not MetricName.TIME or phase.pattern == Pattern.TASK
    }
    return SummariesDocument(**found)


def _totals(phase: PhaseResult) -> TotalDocument:
    """Both directions of a mixed test together, for what adds up."""
    return TotalDocument(
        # Of the very numbers that are written: whoever adds them up gets the same.
        iops=_summary(phase.total(lambda result: number(result.iops))),
        bandwidth=_summary(phase.total(lambda result: number(result.bandwidth))),
    )


def _summary(summary: Summary | None) -> SummaryDocument | None:
    return alike(SummaryDocument, summary) if summary else None


def _latency_cap(run: Run) -> LatencyCapDocument | UnsetType:
    return _like(LatencyCapDocument, cap_of(run))


def _multi_drive(environment: Environment) -> MultiDriveDocument:
    """Of a run on several drives the drives, and what they share."""
    return MultiDriveDocument(
        drives=tuple(alike(CompanionDocument, one) for one in environment.drives),
        shared=tuple(alike(SharedPathDocument, one) for one in environment.shared),
    )


def _file_ages(found: FileAges) -> FileAgesDocument:
    return alike(
        FileAgesDocument,
        found,
        ages=tuple(alike(FilesOfAgeDocument, one, age=Age(one.age)) for one in found.ages),
        left_out=tuple(
            alike(LeftOutFilesDocument, one, why=LeftOut(one.why)) for one in found.left_out
        ),
    )


def _host(host: Host) -> HostDocument:
    fault = HostFault(host.fault) if host.fault else None
    return alike(HostDocument, host, fault=fault, message=host.said or None)


def _scale(scale: Scale) -> ScaleDocument:
    """How the sum of a test grew with the hosts."""
    return ScaleDocument(
        phase=plain_name(scale.phase),
        direction=scale.direction,
        points=tuple(
            ScalePointDocument(hosts=point.hosts, total=_summary(point.total))
            for point in scale.points
        ),
        ends=None if scale.ends is None else scale.ends.hosts,
    )


def _host_part(part: HostRepeat) -> HostPartDocument:
    return HostPartDocument(
        host=part.host,
        late=part.late,
        fault=HostFault(part.fault) if part.fault else None,
        **{
            str(way): alike(HostFiguresDocument, one, latency=alike(LatencyDocument, one.latency))
            for way, one in part.directions.items()
        },
    )


def _repeat(repeat: Repeat) -> RepeatDocument:
    back, made, commits = repeat.write_back, repeat.on_filesystem, repeat.commits
    observed, members = repeat.observed, repeat.members
    return RepeatDocument(
        order=repeat.order,
        started=date(repeat.started) if repeat.started else None,
        affected_by=repeat.disturbed,
        counted=repeat.counts,
        members=tuple(alike(MemberDocument, one) for one in members) if members else UNSET,
        write_back=_write_back(back) if back else UNSET,
        on_filesystem=_like(OnFilesystemDocument, made),
        commits=alike(CommitsDocument, commits, latency=alike(LatencyDocument, commits.latency))
        if commits
        else UNSET,
        observed=_observed(observed) if observed else UNSET,
        hosts=tuple(map(_host_part, repeat.hosts)) if repeat.hosts else UNSET,
        task=_like(TaskDocument, repeat.task),
        cpu=_like(CpuTimeDocument, repeat.cpu),
        aged=_like(AgedReadsDocument, repeat.aged),
        **{str(name): _direction(result) for name, result in repeat.directions.items()},
    )


def _observed(found: Observed) -> ObservedDocument:
    """What was watched: series as columns, writers, and the requests."""
    return alike(
        ObservedDocument,
        found,
        endurance=found.life,
        looks=in_columns(LooksDocument, found.looks),
        writers=tuple(
            alike(WriterDocument, one, kind=WriterKind(one.kind)) for one in found.writers
        ),
        requests=_requests(found.requests) if found.requests else None,
    )


def _requests(found: Requests) -> RequestsDocument:
    depths, gaps = _counted(found.depths), _counted(found.gaps)
    return alike(
        RequestsDocument,
        found,
        depths=CountedRequestsDocument(in_flight=depths[0], requests=depths[1]),
        gaps=CountedRequestsDocument(seconds=gaps[0], requests=gaps[1]),
        read=_requested(found.read),
        write=_requested(found.write),
        discard=_requested(found.discard),
    )


def _requested(found: Requested) -> RequestedDocument:
    sizes, requests = _counted(found.sizes)
    return alike(
        RequestedDocument,
        found,
        sizes=CountedRequestsDocument(bytes=sizes, requests=requests),
    )


def _counted(pairs: Sequence[tuple[_N, int]]) -> tuple[tuple[_N, ...], tuple[int, ...]]:
    return tuple(value for value, _count in pairs), tuple(count for _value, count in pairs)


def _write_back(back: WriteBack) -> WriteBackDocument:
    """The course of a test through the page cache, as columns."""
    return alike(
        WriteBackDocument,
        back,
        flush=alike(LatencyDocument, back.flush) if back.flush else None,
        processes=in_columns(ProcessesDocument, back.processes),
        points=in_columns(CachePointsDocument, back.points),
    )


def _direction(result: DirectionResult) -> DirectionDocument:
    return alike(
        DirectionDocument,
        result,
        latency=alike(LatencyDocument, result.latency),
        longest_stall=METRICS[MetricName.LONGEST_STALL](result),
        samples=in_columns(
            SamplesDocument,
            result.samples,
            bins=tuple(_bins(sample.histogram) for sample in result.samples),
        ),
        histogram=_histogram(result.histogram),
        positions=in_columns(PositionsDocument, result.positions)
        if len(result.positions)
        else UNSET,
        areas=in_columns(AreasDocument, result.areas) if result.areas else UNSET,
    )


def _bins(histogram: Histogram) -> str:
    """The bins of a sample in use, each as "number:count" by fio's numbers: a list of lists would
    be ten times as long, and most of a document.
    """
    return " ".join(f"{index}:{count}" for index, count in histogram.sparse())


def _capacity(run: Run) -> CapacityDocument | UnsetType:
    """The answer of a check."""
    found = map_of(run)
    if found is None or not found.wrote:
        return UNSET
    probe = True if found.probed else UNSET
    return alike(CapacityDocument, found.capacity, probe=probe)


def _histogram(histogram: Histogram) -> HistogramDocument | None:
    """The bins from the first to the last in use: one more edge (seconds) than counts."""
    pairs = histogram.sparse()
    if not pairs:
        return None
    first, last = pairs[0][0], pairs[-1][0]
    return HistogramDocument(
        edges=tuple(EDGES[first : last + 2].tolist()),
        counts=tuple(histogram.counts[first : last + 1].tolist()),
    )
