# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The repeats of one phase: each in a separate fio, reported live, and summarized at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from driveproof.domain.access import COLD, WARM, Cache, Direction
from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.course import Enough, Moment
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.whole_files import COLD_FILES, WARM_FILES, Serving
from driveproof.domain.run.latency_breakdown import BREAKDOWN
from driveproof.domain.run.run import (
    CUT_SHORT,
    DIRECT,
    Limits,
    Member,
    OnFilesystem,
    PhaseResult,
    Repeat,
)
from driveproof.domain.run.sample import STALL_SECONDS, Snapshot
from driveproof.domain.run.sustained import Change, Changes
from driveproof.domain.run.work import Data, Part
from driveproof.domain.run.write_cache import spent
from driveproof.engine.run import events
from driveproof.engine.run.awake import kept_awake
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.fio_run import SILENCE, Ending, FioRun, Starter
from driveproof.engine.run.monitor import Monitor, Throttling
from driveproof.engine.run.progress import Progress
from driveproof.engine.run.statistics import (
    Point,
    Track,
    counted_points,
    miscounted,
    results,
    sample,
    warming,
    warmup_end,
)
from driveproof.engine.run.write_back import WriteBackTrack
from driveproof.fio import command
from driveproof.fio.stream import Report, commits
from driveproof.system.kernel.effort import Effort, read_effort
from driveproof.system.kernel.pagecache import waiting_memory

# A repeat that was cut short counts only if it measured this long (seconds).
SHORTEST = 1.0
# Seconds that what is dirty may take to reach a slow device: 128 GB at 30 MB/s and more.
FLUSHING = 7200.0
_LONG_WRITES = frozenset({Part.SUSTAINED, Part.RECOVERY})


@dataclass(slots=True, kw_only=True)
class Tools:
    """What every phase of a run works with. `bench` becomes another where file systems are made
    for the run; `on_filesystem` is what making the last one came to.
    """

    bench: Bench
    monitor: Monitor
    progress: Progress
    start: Starter
    cancelled: Callable[[], bool]
    observer: events.Observer
    on_filesystem: OnFilesystem | None = None

    def tell_end(self, index: int, result: PhaseResult | None) -> None:
        """The phase has no more repeats: report what was measured, if anything was."""
        if result is not None and result.repeats:
            self.observer(events.PhaseEnded(index, spent(result), self.progress.remaining()))


Before = Callable[[Phase, int], None]
"""Makes what a test needs for the repeat with this number, from 1. Raises DriveproofError."""


class PhaseRunner:
    """Runs the repeats of a phase, `repeats` in all, or at most `most` where it goes on; `result`
    grows with each.
    """

    def __init__(
        self,
        phase: Phase,
        index: int,
        repeats: int,
        tools: Tools,
        most: int = 0,
        *,
        before: Before | None = None,
    ) -> None:
        self._before = before
        self._phase = phase
        self._index = index
        self._repeats = repeats
        self._most = most
        self._tools = tools
        self._track = Track()
        self._device_start: int | None = None
        self._first = tools.monitor.stats.read()
        self._effort = Effort()
        self._started = datetime.now(UTC)
        self._begun = time.monotonic()
        self._throttling = Throttling(tools.monitor)
        self._back = (
            WriteBackTrack(phase, tools.monitor.stats, waiting_memory)
            if phase.flushed and not phase.direct
            else None
        )
        self._changes: Changes | None = None
        self._told: tuple[Change, ...] = ()
        self.result: PhaseResult | None = None

    def end(self) -> None:
        """The phase is over: report what was measured, if anything was."""
        self._tools.tell_end(self._index, self.result)

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did.

        `enough` ends it early; it counts as whole then.
        """
        tools = self._tools
        phase = self._phase
        try:
            if self._before is not None:
                self._before(phase, order)
            cache = tools.bench.io.cache(self._tell_reading, tools.cancelled)
        except DriveproofError as error:
            return error
        if tools.cancelled():
            return None
        launch = tools.bench.launch(phase, order)
        line = launch.command
        engine = command.engine_for(phase, tools.bench.fio.engine)
        if self.result is None:
            self.result = without_repeats(
                phase,
                line,
                engine=engine,
                direct=tools.bench.io.direct and phase.direct,
                cache=_cache_of(phase, cache),
                data=tools.bench.io.data(phase),
                nocow=tools.bench.io.nocow,
                buffered_by=tools.bench.io.buffered_by if phase.writes and phase.direct else None,
            )
        elif cache == WARM:  # a single warm repeat makes the median no cold one
            self.result = replace(self.result, cache=cache)
        going_on = order > self._repeats
        count = self._most if going_on else self._repeats
        tools.observer(
            events.RepeatStarted(self._index, phase, order, count, line, engine, going_on)
        )
        self._track = Track()
        self._changes = Changes() if phase.part in _LONG_WRITES else None
        self._told = ()
        self._begin()
        job = FioRun(
            launch,
            cancelled=tools.cancelled,
            on_report=lambda report: self._report(report, order),
            on_silence=lambda gap: self._silent(gap, order),
            on_start=self._begin,
            on_turn=lambda: self._look(order),
            waits=lambda: self._waits(order),
            enough=lambda: enough is not None and enough(self._moments),
            # During the last fsync fio says nothing, however long that takes.
            timeout=FLUSHING if phase.asked.end_fsync and self._back is None else SILENCE,
        )
        awake: AbstractContextManager[DriveproofError | None] = nullcontext(None)
        if phase.part is Part.AWAKE:
            awake = kept_awake(launch.command[0], phase.warmup + phase.seconds + 1.0)
        with awake as impossible:
            if impossible is not None:
                return impossible
            ending = tools.start(job)
        moving = None if ending.final is None else ending.final.snapshot.seconds
        tools.progress.repeat_ended(self._index, time.monotonic() - self._begun, moving)
        whole = ending.failure is None and not ending.cancelled and not ending.early
        if whole and ending.final is not None:
            wrong = miscounted(ending.final.snapshot, phase, self._on_device())
            if wrong is not None:  # its numbers are not true, so nothing of it is kept
                return wrong
            if phase.flushed:
                try:  # fio 3.33 does not look at what an fsync of posixaio answers
                    tools.bench.files.verify()
                except DriveproofError as error:
                    return error
        self._add(order, ending)
        return ending.failure

    def _silent(self, gap: float, order: int) -> bool:
        """fio says nothing: a stall, unless what it wrote comes to the drive meanwhile.

        Returns whether that is a sign of life.
        """
        back = self._back
        if back is not None and back.still < STALL_SECONDS:
            return True
        pauses = gap <= STALL_SECONDS + (self._phase.asked.think_time or 0.0)
        if (back is None or not back.flushing) and not pauses:
            self._tools.observer(events.Stalled(self._index, order, gap))
        return False

    def _look(self, order: int) -> None:
        if self._back is not None and self._back.look():
            self._tell_back(order)

    def _waits(self, order: int) -> bool:
        """Whether an fio that was told to end is writing back what it has written, which no signal
        ends.
        """
        if self._back is None:
            return False
        self._look(order)
        return self._back.moving

    def _tell_back(self, order: int) -> None:
        if self._back is not None:
            so_far, flushing = self._back.so_far(), self._back.flushing
            self._tools.observer(events.WritingBack(self._index, order, so_far, flushing))

    @property
    def _moments(self) -> list[Moment]:
        """How far the repeat is, snapshot by snapshot."""
        return [
            Moment(point.snapshot.seconds, point.own_bytes, point.temperature)
            for point in self._track.points
        ]

    def _on_device(self) -> int | None:
        """Bytes that the devices moved in this repeat; None where that says nothing about fio's."""
        points, tools = self._track.points, self._tools
        direct = tools.bench.io.path == DIRECT and tools.bench.io.direct and self._phase.direct
        return points[-1].device_bytes if direct and points else None

    def _tell_reading(self, done: int, total: int) -> None:
        remaining = self._tools.progress.remaining()
        self._tools.observer(events.Preparing(done, total, remaining, reading=True))

    def _begin(self) -> None:
        """What is counted from here: a person may have thought long before fio was started."""
        self._device_start = self._tools.monitor.bytes_done()
        self._first = self._tools.monitor.stats.read()
        self._effort = read_effort()
        self._started, self._begun = datetime.now(UTC), time.monotonic()
        self._throttling.begin()
        if self._back is not None:
            self._back.begin()

    def _report(self, report: Report, order: int) -> None:
        tools = self._tools
        done, reading = tools.monitor.bytes_done(), tools.monitor.stats.read()
        moved = None if done is None or self._device_start is None else done - self._device_start
        point = Point(report.snapshot, moved, tools.monitor.temperature, reading)
        first = Point(Snapshot(0.0), 0 if moved is not None else None, reading=self._first)
        earlier = self._track.points[-1] if self._track.points else first
        self._track.add(point)
        if self._back is not None:
            self._back.snapshot(report.snapshot, reading)
        seconds = report.snapshot.seconds
        warms = warming(point, self._phase)
        if not warms:
            self._throttling.look()
        moved = self._moved(report.snapshot)
        tools.observer(
            events.Measured(
                self._index,
                order,
                tuple(
                    sample(earlier, point, direction, self._phase, self._phase.warmup)
                    for direction in self._phase.directions
                ),
                warms,
                tools.progress.share(self._index, seconds, moved),
                tools.progress.remaining(self._index, seconds, moved),
                self._live(earlier, point),
            )
        )
        self._tell_back(order)
        self._tell_changes(order)

    def _moved(self, snapshot: Snapshot) -> int:
        """Bytes of those that the test ends with; 0 where a log beside it ends with others, and in
        memory, where they come long before its end.
        """
        phase = self._phase
        if phase.asked.log_block or self._back is not None:
            return 0
        counted = snapshot.directions.get(Direction.WRITE if phase.writes else Direction.READ)
        return counted.bytes if counted is not None else 0

    def _tell_changes(self, order: int) -> None:
        """Look, once a second, where a long write has changed its speed."""
        points = self._track.points
        if self._changes is None or not points:
            return
        if self._changes.due(points[-1].snapshot.seconds, len(points)):
            moments = self._moments
            seconds, written = (
                [0.0, *(m.seconds for m in moments)],
                [0, *(m.bytes for m in moments)],
            )
            found = self._changes.look(seconds, written)
            if found != self._told:
                self._told = found
                self._tools.observer(events.SpeedChanged(self._index, order, found))

    def _add(self, order: int, ending: Ending) -> None:
        """Keep a repeat that is whole, or the measured part of one that was cut short."""
        whole = ending.failure is None and not ending.cancelled
        self._complete(ending)
        found, disturbed = results(self._track.points, self._phase, whole=whole)
        if not found or self.result is None:
            return
        disturbed = (*disturbed, *self._throttling.words)
        if not whole:
            if min(result.seconds or 0.0 for result in found.values()) < SHORTEST:
                return
            disturbed = (*disturbed, CUT_SHORT)
        repeat = Repeat(
            order=order,
            directions=found,
            disturbed=disturbed,
            fio_json=ending.final.text if ending.final else None,
            started=self._started,
            members=self._members(whole=whole),
            write_back=self._back.ended(ending.final) if self._back and ending.final else None,
            on_filesystem=self._on_filesystem(),
            commits=commits(ending.final.text) if ending.final and self._commits else None,
        )
        self.result = replace(self.result, repeats=(*self.result.repeats, repeat))
        self._tools.observer(events.RepeatEnded(self._index, repeat, spent(self.result)))

    @property
    def _commits(self) -> bool:
        """Whether a log is written, beside the test or by it."""
        work = self._phase.asked
        return bool(work.log_block) or (work.fsync == 1 and self._back is None)

    def _on_filesystem(self) -> OnFilesystem | None:
        """What the machine spent, where the file system is what is measured."""
        found = self._tools.on_filesystem
        if found is None:
            return None
        spent = read_effort().since(self._effort)
        return replace(found, processor=spent.processor, stalled=spent.stalled)

    def _complete(self, ending: Ending) -> None:
        """Take the last report also where fio repeats the counters of the one before: after an
        fsync at the end nothing but the time is another.
        """
        points = self._track.points
        if ending.final is None or not self._phase.asked.end_fsync:
            return
        last = ending.final.snapshot
        if not points or last.seconds > points[-1].snapshot.seconds:
            reading = self._tools.monitor.stats.read()
            self._track.add(Point(last, None, self._tools.monitor.temperature, reading))

    def _live(self, earlier: Point, later: Point) -> tuple[Member, ...]:
        """What the devices did between two snapshots; nothing when that was hardly any time.

        fio's last snapshot comes when it comes, and a rate of a few milliseconds means nothing.
        """
        seconds = later.snapshot.seconds - earlier.snapshot.seconds
        if later.reading is None or seconds < self._phase.interval / 2:
            return ()
        begin = earlier.reading or self._first
        return self._tools.monitor.stats.between(begin, later.reading, seconds)

    def _members(self, *, whole: bool) -> tuple[Member, ...]:
        """What the devices did in the measured time: from the end of the warm-up on."""
        points = self._track.points
        start = warmup_end(points, self._phase, whole=whole)
        if start is None:
            return ()
        last = counted_points(points, self._phase, start)[-1]
        if last.reading is None:
            return ()
        begin = next((p.reading for p in points if p.snapshot is start), None) or self._first
        seconds = last.snapshot.seconds - start.seconds
        return self._tools.monitor.stats.between(begin, last.reading, seconds)


def phase_runners(
    profile: Profile, tools: Tools, before: Before | None = None
) -> Callable[[Phase, int], PhaseRunner]:
    """Makes what has fio measure a test, given the test and its number (from 0)."""
    return lambda phase, index: PhaseRunner(
        phase, index, profile.repeats, tools, profile.most, before=before
    )


def _cache_of(phase: Phase, found: Cache) -> Cache:
    """How the I/O of a test goes: only the first of several readings is cold."""
    if phase.direct:
        return found
    if phase.variant.endswith(COLD_FILES):
        return COLD
    if phase.variant.endswith(WARM_FILES) or phase.variant == Serving.MAIL:
        return WARM
    if phase.part in BREAKDOWN:
        return WARM
    return WARM if phase.asked.reading > 1 else COLD


def without_repeats(
    phase: Phase,
    command: tuple[str, ...],
    *,
    engine: str,
    direct: bool,
    cache: Cache,
    data: Data = Data.FRESH,
    nocow: bool = False,
    buffered_by: str | None = None,
) -> PhaseResult:
    """The result of a phase before its first repeat."""
    return PhaseResult(
        name=phase.name,
        title=phase.title,
        direction=phase.direction,
        pattern=phase.pattern,
        # As in files of other programs: of several sizes none is the test's.
        block_size=0 if phase.asked.block_sizes else phase.block_size,
        queue_depth=phase.queue_depth,
        jobs=phase.jobs,
        engine=engine,
        direct=direct,
        command=command,
        warmup=phase.warmup,
        planned_seconds=phase.seconds,
        scheduler=phase.scheduler,
        cache=cache,
        work=replace(
            phase.asked,
            data=data,
            nocow=nocow,
            read_share=phase.read_share
            if phase.direction == Direction.MIXED and not phase.write_depth
            else None,
            write_depth=phase.write_depth,
            operation=phase.operation,
            extent=phase.extent,
            part=phase.part,
            rest=phase.rest,
        ),
        limits=Limits(buffered_by=buffered_by),
    )
