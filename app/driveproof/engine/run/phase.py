# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The repeats of one test: each in a separate fio, reported live, and summarized at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from driveproof.domain.access import COLD, WARM, Cache, Direction
from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.course import Enough, Moment
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.run import IoPath, MemberStatistics, Repeat
from driveproof.domain.run.sample import STALL_SECONDS, Snapshot
from driveproof.engine.run import events
from driveproof.engine.run.fio_run import SILENCE, FioEnding, FioRun
from driveproof.engine.run.frame import Frame, without_repeats
from driveproof.engine.run.statistics import (
    PointTrack,
    SnapshotPoint,
    counted_points,
    miscounted,
    results,
    sample,
    warming,
    warmup_end,
)
from driveproof.engine.run.write_back import WriteBackTrack
from driveproof.fio import command
from driveproof.fio.stream import FioReport, commits, cpu_time
from driveproof.system.kernel.pagecache import waiting_memory

# A repeat that was cut short counts only if it measured this long (seconds).
SHORTEST = 1.0
# Seconds that what is dirty may take to reach a slow device: 128 GB at 30 MB/s and more.
FLUSHING = 7200.0

Before = Callable[[Phase, int], None]
"""Makes what a test needs for the repeat with this number, from 1. Raises DriveproofError."""


class PhaseRunner:
    """Has fio measure the repeats of a test. `before` makes what a repeat needs."""

    def __init__(self, frame: Frame, before: Before | None = None) -> None:
        self.frame = frame
        self._before = before
        self.track = PointTrack()
        phase, monitor = frame.phase, frame.tools.monitor
        self._back = (
            WriteBackTrack(phase, monitor.stats, waiting_memory)
            if phase.flushed and not phase.direct
            else None
        )

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did.

        `enough` ends it early; it counts as whole then.
        """
        frame, tools, phase = self.frame, self.frame.tools, self.frame.phase
        try:
            if self._before is not None:
                self._before(phase, order)
            cache = tools.bench.io.cache(self._tell_reading, tools.jobs.cancelled)
        except DriveproofError as error:
            return error
        if tools.jobs.cancelled():
            return None
        launch, io = tools.bench.launch(phase, order), tools.bench.io
        frame.start(
            order,
            without_repeats(
                phase,
                launch.command,
                engine=command.engine_for(phase, tools.bench.fio.engine),
                direct=io.direct and phase.direct,
                cache=_cache_of(phase, cache),
                data=io.data(phase),
                nocow=io.nocow,
                buffered_by=io.buffered_by if phase.writes and phase.direct else None,
            ),
        )
        if cache == WARM and frame.result is not None and frame.result.repeats:
            # A single warm repeat makes the median no cold one.
            frame.result = replace(frame.result, cache=cache)
        self.track = PointTrack()
        ending = self.run(
            FioRun(
                launch,
                cancelled=tools.jobs.cancelled,
                on_report=self.report,
                on_silence=self._silent,
                on_start=self._begin,
                on_turn=self._look,
                waits=self._waits,
                enough=lambda: enough is not None and enough(self.moments),
                # During the last fsync fio says nothing, however long that takes.
                timeout=FLUSHING if phase.asked.end_fsync and self._back is None else SILENCE,
            )
        )
        frame.over(None if ending.final is None else ending.final.snapshot.seconds)
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
        self._keep(ending)
        return ending.failure

    def run(self, job: FioRun) -> FioEnding:
        """Have fio work until it ends."""
        return self.frame.tools.jobs.start(job)

    def _silent(self, gap: float) -> bool:
        """fio says nothing: a stall, unless what it wrote comes to the drive meanwhile.

        Returns whether that is a sign of life.
        """
        back = self._back
        if back is not None and back.still < STALL_SECONDS:
            return True
        pauses = gap <= STALL_SECONDS + (self.frame.phase.asked.think_time or 0.0)
        if (back is None or not back.flushing) and not pauses:
            self.frame.stalled(gap)
        return False

    def _look(self) -> None:
        if self._back is not None and self._back.look():
            self._tell_back()

    def _waits(self) -> bool:
        """Whether an fio that was told to end is writing back what it has written, which no signal
        ends.
        """
        if self._back is None:
            return False
        self._look()
        return self._back.moving

    def _tell_back(self) -> None:
        if self._back is not None:
            frame, so_far, flushing = self.frame, self._back.so_far(), self._back.flushing
            frame.tools.observer(events.WritingBack(frame.index, frame.order, so_far, flushing))

    @property
    def moments(self) -> list[Moment]:
        """How far the repeat is, snapshot by snapshot."""
        return [
            Moment(point.snapshot.seconds, point.own_bytes, point.temperature)
            for point in self.track.points
        ]

    def _on_device(self) -> int | None:
        """Bytes that the devices moved in this repeat; None where that says nothing about fio's."""
        points, io = self.track.points, self.frame.tools.bench.io
        direct = io.path == IoPath.DIRECT and io.direct and self.frame.phase.direct
        return points[-1].device_bytes if direct and points else None

    def _tell_reading(self, done: int, total: int) -> None:
        tools = self.frame.tools
        tools.observer(events.Preparing(done, total, tools.progress.remaining(), reading=True))

    def _begin(self) -> None:
        self.frame.begin()
        if self._back is not None:
            self._back.begin()

    def report(self, report: FioReport) -> None:
        """Take a snapshot of fio's, and tell it."""
        frame, monitor = self.frame, self.frame.tools.monitor
        moved, reading = frame.moved, monitor.stats.read()
        point = SnapshotPoint(report.snapshot, moved, monitor.temperature, reading)
        first = SnapshotPoint(Snapshot(0.0), 0 if moved is not None else None, reading=frame.first)
        earlier = self.track.points[-1] if self.track.points else first
        self.track.add(point)
        if self._back is not None:
            self._back.snapshot(report.snapshot, reading)
        phase = frame.phase
        frame.measured(
            tuple(
                sample(earlier, point, direction, phase, phase.warmup)
                for direction in phase.directions
            ),
            report.snapshot.seconds,
            warming=warming(point, phase),
            moved=self._moved(report.snapshot),
            members=self._live(earlier, point),
        )
        self._tell_back()

    def _moved(self, snapshot: Snapshot) -> int:
        """Bytes of those that the test ends with; 0 where a log beside it ends with others, and in
        memory, where they come long before its end.
        """
        phase = self.frame.phase
        if phase.asked.log_block or self._back is not None:
            return 0
        counted = snapshot.directions.get(Direction.WRITE if phase.writes else Direction.READ)
        return counted.bytes if counted is not None else 0

    def _keep(self, ending: FioEnding) -> None:
        """Keep a repeat that is whole, or the measured part of one that was cut short."""
        whole = ending.failure is None and not ending.cancelled
        self._complete(ending)
        found, disturbed = results(self.track.points, self.frame.phase, whole=whole)
        if not found:
            return
        if not whole and min(result.seconds or 0.0 for result in found.values()) < SHORTEST:
            return
        final = ending.final
        repeat = Repeat(
            order=self.frame.order,
            directions=found,
            disturbed=disturbed,
            fio_json=final.text if final else None,
            members=self._members(whole=whole),
            write_back=self._back.ended(final) if self._back and final else None,
            commits=commits(final.text) if final and self._commits else None,
            cpu=cpu_time(final.text) if final else None,
        )
        self.frame.keep(self.finished(repeat), whole=whole)

    def finished(self, repeat: Repeat) -> Repeat:
        """The repeat with what else is known of it."""
        return repeat

    @property
    def _commits(self) -> bool:
        """Whether a log is written, beside the test or by it."""
        work = self.frame.phase.asked
        return bool(work.log_block) or (work.fsync == 1 and self._back is None)

    def _complete(self, ending: FioEnding) -> None:
        """Take the last report also where fio repeats the counters of the one before: after an
        fsync at the end nothing but the time is another.
        """
        points, monitor = self.track.points, self.frame.tools.monitor
        if ending.final is None or not self.frame.phase.asked.end_fsync:
            return
        last = ending.final.snapshot
        if not points or last.seconds > points[-1].snapshot.seconds:
            self.track.add(SnapshotPoint(last, None, monitor.temperature, monitor.stats.read()))

    def _live(self, earlier: SnapshotPoint, later: SnapshotPoint) -> tuple[MemberStatistics, ...]:
        """What the devices did between two snapshots; nothing when that was hardly any time.

        fio's last snapshot comes when it comes, and a rate of a few milliseconds means nothing.
        """
        seconds = later.snapshot.seconds - earlier.snapshot.seconds
        if later.reading is None or seconds < self.frame.phase.interval / 2:
            return ()
        begin = earlier.reading or self.frame.first
        return self.frame.tools.monitor.stats.between(begin, later.reading, seconds)

    def _members(self, *, whole: bool) -> tuple[MemberStatistics, ...]:
        """What the devices did in the measured time: from the end of the warm-up on."""
        points, phase = self.track.points, self.frame.phase
        start = warmup_end(points, phase, whole=whole)
        if start is None:
            return ()
        last = counted_points(points, phase, start)[-1]
        if last.reading is None:
            return ()
        begin = next((p.reading for p in points if p.snapshot is start), None) or self.frame.first
        seconds = last.snapshot.seconds - start.seconds
        return self.frame.tools.monitor.stats.between(begin, last.reading, seconds)


def _cache_of(phase: Phase, found: Cache) -> Cache:
    """How the I/O of a test goes."""
    if phase.direct:
        return found
    return WARM if phase.warm else COLD
