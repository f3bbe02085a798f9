# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run says about its own figures when it is over: limits, heat, link, cache, trends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from driveproof.domain.access import COLD, DIRECT, WARM, Direction, Engine
from driveproof.domain.bus_limit import limited_by_bus
from driveproof.domain.comparison.trend import trend_note, trends
from driveproof.domain.health.throttling import marked_as_throttled
from driveproof.domain.method import FIO, Trait, has_trait
from driveproof.domain.metric import MetricName
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import OneOf, Rate, Seconds, Share
from driveproof.domain.run.limits import FULL, lacks_time_in_io, speed_limit, time_in_io
from driveproof.domain.run.operation_map import ROUGH_SECONDS, is_rough
from driveproof.domain.run.run import (
    CUT_SHORT,
    METRICS,
    SHORT_SECONDS,
    Environment,
    IoPath,
    PhaseResult,
    Run,
)
from driveproof.domain.run.work import Data
from driveproof.domain.run.write_cache import cache_note, without_cache
from driveproof.engine.run.monitor import LinkMonitor
from driveproof.engine.run.written import WrittenBytes
from driveproof.fio.stream import cpu_share, submission_share

Cost = Callable[[Data, int], float | None]
"""Seconds that this machine takes to make a block of such data; may take a second itself."""

QUEUED = (Engine.LIBAIO, Engine.IO_URING)

# By Little's law the I/Os on their way are IOPS times mean latency: the queue depth, within 1 %,
# when fio does nothing but I/O. Below this share of it, fio itself was what took the time.
FULL_QUEUE = 0.8
# A write that ended this far before its time was ended by its limit of bytes.
SHORTER = 0.75


def with_limits(phases: Iterable[PhaseResult], cost: Cost | None) -> tuple[PhaseResult, ...]:
    """The tests with what limited them; `cost` is called only where it may matter."""
    return tuple(_looked_at(phase, cost) for phase in phases)


def _looked_at(phase: PhaseResult, cost: Cost | None) -> PhaseResult:
    limits = replace(phase.limits, cpu=_of_reports(phase, cpu_share))
    if phase.engine in QUEUED:
        limits = replace(
            limits, submission=_of_reports(phase, lambda text: submission_share(text, phase.jobs))
        )
    known = phase.work.data not in (None, Data.COMPRESSIBLE) and phase.block_size
    if cost is not None and phase.work.data is not None and known and lacks_time_in_io(phase):
        limits = replace(limits, generator=cost(phase.work.data, phase.block_size))
    return replace(phase, limits=limits)


def _of_reports(phase: PhaseResult, read: Callable[[bytes], float | None]) -> float | None:
    """The median of what fio's own reports of the whole repeats say."""
    found = [
        value
        for repeat in phase.repeats
        if CUT_SHORT not in repeat.disturbed
        and repeat.fio_json is not None
        and (value := read(repeat.fio_json)) is not None
    ]
    return median(found) if found else None


def findings(profile: Profile, phases: Iterable[PhaseResult]) -> tuple[Note, ...]:
    """The notes on the figures of fio's tests, in their order."""
    planned = {phase.name: phase for phase in profile.phases}
    found: list[Note] = []
    ended: list[_Ended] = []
    if has_trait(profile.method, Trait.MANY_TESTS):
        return _of_many(profile, tuple(phases))
    for result in phases:
        phase = planned.get(result.name)
        others = phase is not None and phase.tool is not Tool.FIO
        if others or result.work.whole_file:  # that its end came is no finding
            continue
        match _ended(result, phase):
            case _Ended() as one:
                ended.append(one)
            case Note() as note:
                found.append(note)
        found += _committed(result)
        if profile.cache == DIRECT:  # what the cache answers takes less time than asking for it
            found += _occupied(result)
        if profile.cache == COLD and result.cache == WARM:
            found.append(
                Note(
                    "{test} was not cold: memory answered.",
                    test=result.name,
                    kind=NoteKind.DOUBT,
                )
            )
    return (*_limits(ended), *found)


def _committed(result: PhaseResult) -> tuple[Note, ...]:
    """What a log came to, beside a test or as one, by the medians of its whole repeats."""
    known = [
        repeat.commits for repeat in result.repeats if repeat.counts and repeat.commits is not None
    ]
    p50 = [one.latency.p50 for one in known if one.latency.p50 is not None]
    p99 = [one.latency.p99 for one in known if one.latency.p99 is not None]
    if not p50 or not p99:
        return ()
    values: dict[str, Any] = {
        "test": result.title,
        "count": f"{median(one.rate for one in known):.0f}",
        "half": Seconds(median(p50), precise=True),
        "most": Seconds(median(p99), precise=True),
    }
    return (Note("{test}: {count} commits per second; fsync p50 {half}, p99 {most}.", **values),)


def _of_many(profile: Profile, phases: tuple[PhaseResult, ...]) -> tuple[Note, ...]:
    """One note for all cells of a kind: there are hundreds, and each ends at its bytes."""
    measured = [phase for phase in phases if phase.repeats]
    found = []
    if rough := sum(map(is_rough, measured)):
        found.append(
            Note(
                "{count} of {all} values were measured for less than {seconds}.",
                count=rough,
                all=len(measured),
                seconds=Seconds(ROUGH_SECONDS, precise=True),
            )
        )
    if profile.cache == DIRECT and (
        slow := sum(speed_limit(phase) is not None for phase in measured)
    ):
        found.append(
            Note(
                "{count} of {all} values were limited by the CPU: less than {share} of the time"
                " was I/O.",
                count=slow,
                all=len(measured),
                share=Share(FULL),
                kind=NoteKind.DOUBT,
            )
        )
    return tuple(found)


def _whole(result: PhaseResult, direction: Direction) -> list[tuple[float, float, float]]:
    """Seconds, IOPS and mean latency of the repeats that were not cut short."""
    return [
        (found.seconds or 0.0, found.iops, found.latency.mean)
        for repeat in result.repeats
        if repeat.counts
        and (found := repeat.directions.get(direction)) is not None
        and found.latency.mean is not None
    ]


@dataclass(frozen=True)
class _Ended:
    """A test that ended at its limit of bytes, with the seconds that were counted of those
    planned.
    """

    test: str
    limit: int
    seconds: float
    planned: float

    @property
    def short(self) -> bool:
        """Whether that is less than a figure needs."""
        return self.seconds < SHORT_SECONDS


def _ended(result: PhaseResult, phase: Phase | None) -> _Ended | Note | None:
    """How a test ended before its time; a note of its own where it read the whole file."""
    if phase is None or phase.to_end or phase.limit is None:
        return None
    if not (phase.writes or phase.once):
        return None
    figures = _whole(result, result.directions[-1])
    if not figures:
        return None
    seconds = median(seconds for seconds, _, _ in figures)
    if seconds >= SHORTER * phase.seconds:
        return None
    if phase.once:
        return Note(
            "{tests}: ended at the limit after {seconds} instead of {planned}.",
            tests=result.name,
            seconds=Seconds(seconds, precise=True),
            planned=Seconds(phase.seconds, precise=True),
        )
    return _Ended(result.name, phase.limit, seconds, phase.seconds)


def _limits(ended: Sequence[_Ended]) -> list[Note]:
    """One sentence for each kind, not for each test: profiles limit most of their writes."""
    found = []
    for short in (True, False):
        alike = [one for one in ended if one.short is short]
        for planned in dict.fromkeys(one.planned for one in alike):
            found.append(_limit([one for one in alike if one.planned == planned]))
    return found


def _limit(ended: Sequence[_Ended]) -> Note:
    # Translators: {tests} is a list of tests, {seconds} the shortest time, {planned} a time.
    return Note(
        "{tests}: ended at the limit after {seconds} instead of {planned}.",
        tests=OneOf(tuple(one.test for one in ended)),
        seconds=Seconds(min(one.seconds for one in ended), precise=True),
        planned=Seconds(ended[0].planned, precise=True),
        kind=NoteKind.DOUBT if ended[0].short else NoteKind.OTHER,
    )


def _occupied(result: PhaseResult) -> list[Note]:
    """That something else than the drive took the time; of writes what that was is known."""
    if (limit := speed_limit(result)) is not None:
        # Translators: {limit} is a text like "limited by the CPU: only 40 % of the time was I/O".
        return [Note("{name}: {text}.", name=result.name, text=limit, kind=NoteKind.DOUBT)]
    share = time_in_io(result)
    if (
        result.direction != Direction.READ
        or share is None
        or share >= FULL_QUEUE
        or result.work.paced
        or result.work.of_breakdown  # its answer says what of it is ours
    ):
        return []
    return [
        Note(
            "{test}: the queue was only {share} full, limited by the CPU.",
            test=result.name,
            share=Share(share),
            kind=NoteKind.DOUBT,
        )
    ]


def after_cache(run: Run, written: WrittenBytes) -> Run:
    """A run of plain tests with notes on a write cache that ran out and on a trend from round to
    round; any other as it is.
    """
    if run.method != FIO:
        return run
    phases, found = without_cache(run.phases, written.before)
    said = (*map(cache_note, found), *map(trend_note, trends(phases)))
    return replace(run, phases=phases, notes=(*run.notes, *said))


def after_heat(run: Run) -> Run:
    """A run whose drive says afterwards that it was too warm: its hottest repeats are marked."""
    note = Note(
        "The drive was above its warning temperature during this run.",
        kind=NoteKind.DOUBT,
    )
    return replace(run, phases=marked_as_throttled(run.phases), notes=(*run.notes, note))


def link_findings(
    monitor: LinkMonitor, environment: Environment, phases: Iterable[PhaseResult]
) -> tuple[Note, ...]:
    """What the link has to do with the numbers of a run."""
    phases = [phase for phase in phases if phase.repeats]
    state, first = monitor.state, monitor.first
    found = []
    if environment.io_path == IoPath.DIRECT and (names := _near_ceiling(phases, state.ceiling)):
        found.append(
            Note(
                "The link ({link}, about {rate}) may limit: {tests}.",
                tests=OneOf(tuple(names)),
                link=state.now,
                rate=Rate(state.ceiling or 0),
            )
        )
    if phases and state.slower:
        found.append(
            Note(
                "The link is slower than possible. {what} {remedy}",
                what=state.meaning or "",
                remedy=state.advice or "",
                kind=NoteKind.DOUBT,
            )
        )
    if first.errors is not None and state.errors is not None and state.errors > first.errors:
        count = state.errors - first.errors
        found.append(Note("Link errors during the run: {count}.", count=count, kind=NoteKind.DOUBT))
    if state.kind == "sata" and first.now != state.now and first.now:
        found.append(
            Note(
                "The link changed from {before} to {after} during the run.",
                before=first.now,
                after=state.now,
                kind=NoteKind.DOUBT,
            )
        )
    return tuple(found)


def _near_ceiling(phases: Iterable[PhaseResult], ceiling: int | None) -> list[str]:
    """The tests whose bandwidth is near the ceiling; memory answers the ones through its cache."""
    return [
        phase.name
        for phase in phases
        if phase.direct
        and any(
            (summary := phase.summary(direction, METRICS[MetricName.BANDWIDTH])) is not None
            and limited_by_bus(summary.median, ceiling)
            for direction in phase.directions
        )
    ]
