# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recording: the counters of a drive at intervals, while we do nothing."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from driveproof.domain.access import DIRECT, Direction
from driveproof.domain.errors import (
    Advice,
    DriveproofError,
    MachineError,
)
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.observed import (
    WATCH_ENGINE,
    ActivitySample,
    Observed,
    Requests,
)
from driveproof.domain.run.run import DirectionResult, Latency, Repeat
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.work import Data
from driveproof.engine.run.frame import Frame, Tools, without_repeats
from driveproof.engine.run.writers import Who
from driveproof.methods.record.bench import Watched
from driveproof.system.helper.trace import requests_of
from driveproof.system.kernel.sysfs import BlockStat

INTERVAL = 1.0
"""Seconds between two looks, of a recording that is not longer than MOST_LOOKS of them."""
MOST_LOOKS = 1800
"""The number of looks that are kept at most: the points of a chart."""
WHO = 5.0
"""Seconds between two looks at who wrote: a group that ends takes its counters along."""


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], RecordingRunner]:
    """Its one test is watched."""
    del profile, tools
    return RecordingRunner


class TraceFollower:
    """Follows the lines of a job that counts requests; only the last whole one matters."""

    def __init__(self, drive: Watched, size: int) -> None:
        self._drive, self._size = drive, size
        self._rest = self._line = b""

    def look(self) -> None:
        """Take what has come."""
        job = self._drive.trace
        with suppress(queue.Empty):
            while job is not None and (data := job.output.get_nowait()) is not None:
                *lines, self._rest = (self._rest + data).split(b"\n")
                self._line = lines[-1] if lines else self._line

    def requests(self) -> Requests | None:
        """All until now; None where nothing was counted."""
        self.look()
        return requests_of(self._line, self._drive.device, self._size) if self._line else None


@dataclass(frozen=True, slots=True)
class RecordingEnd:
    """How a recording ended: what made it fail, None for nothing; `whole` if it took its time."""

    failure: DriveproofError | None = None
    whole: bool = False


class CounterRecorder:
    """Looks at the counters until its time is over; `on_look` gets each interval.

    The looks of `Observed` begin with the second one.
    """

    def __init__(
        self,
        drive: Watched,
        seconds: float,
        tools: Tools,
        on_look: Callable[[float, BlockStat, BlockStat, float], None],
    ) -> None:
        self._drive, self._seconds, self._tools = drive, seconds, tools
        self._on_look = on_look
        # Not an Event: a signal handler may put into a SimpleQueue whatever was interrupted.
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.who = Who(drive.number, tools.monitor.sysfs)
        self.looks: list[ActivitySample] = []
        self.quiet = self.longest_quiet = self._row = 0.0

    def wake(self) -> None:
        """Look at `cancelled` now; may be called from any thread and from a signal handler."""
        self._wakes.put(None)

    def run(self) -> RecordingEnd:
        """Watch to the end, or to a cancel."""
        interval = max(INTERVAL, self._seconds / MOST_LOOKS)
        begun = seen = time.monotonic()
        end, asked = begun + self._seconds, begun
        before = self._stat()
        while before is not None and not self._tools.jobs.cancelled():
            left = end - time.monotonic()
            if left <= 0:
                self.who.look()
                return RecordingEnd(whole=True)
            self._sleep(min(interval, left))
            now, after = time.monotonic(), self._stat()
            if after is None:
                break
            self._take(now - begun, before, after, now - seen)
            if now - asked >= WHO:
                self.who.look()
                asked = now
            before, seen = after, now
        self.who.look()
        if self._tools.jobs.cancelled():
            return RecordingEnd()
        return RecordingEnd(
            MachineError(
                "The device was removed.",
                advice=Advice("Check that it is connected."),
            )
        )

    def _stat(self) -> BlockStat | None:
        return self._tools.monitor.sysfs.read_stat(self._drive.device)

    def _sleep(self, seconds: float) -> None:
        try:
            self._wakes.get(timeout=seconds)
        except queue.Empty:
            return

    def _take(self, at: float, before: BlockStat, after: BlockStat, seconds: float) -> None:
        used = after.reads != before.reads or after.writes != before.writes or after.in_flight
        if used:
            self._row = 0.0
        else:
            self._row += seconds
            self.quiet += seconds
            self.longest_quiet = max(self.longest_quiet, self._row)
        busy = after.busy_seconds - before.busy_seconds
        queued = after.queued_seconds - before.queued_seconds
        self.looks.append(
            ActivitySample(
                round(at, 3),
                None if busy < 0 else round(min(1.0, busy / seconds), 4),
                None if queued < 0 else round(queued / seconds, 4),
            )
        )
        self._on_look(at, before, after, seconds)


class RecordingRunner:
    """Records once."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._samples: dict[Direction, list[Sample]] = {}
        self._last = frame.first
        self._trace: TraceFollower | None = None

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Watch once; what made it fail, None when nothing or a cancel did."""
        del enough
        frame, tools, phase = self.frame, self.frame.tools, self.frame.phase
        drive, sysfs = tools.bench.own, tools.monitor.sysfs
        assert isinstance(drive, Watched)
        made = without_repeats(
            phase, (), engine=WATCH_ENGINE, direct=True, cache=DIRECT, data=Data.FRESH
        )
        # A share of reads is what a test is asked for.
        frame.start(order, replace(made, work=replace(made.work, read_share=None)))
        self._samples = {Direction.READ: [], Direction.WRITE: []}
        self._last, begun = frame.first, sysfs.read_stat(drive.device)
        size = sysfs.facts(drive.device).size or 0
        self._trace = TraceFollower(drive, size) if drive.trace else None
        recording = CounterRecorder(drive, phase.seconds, tools, self._look)
        ended = tools.jobs.start(recording)
        seconds, last = frame.seconds, sysfs.read_stat(drive.device)
        frame.over()
        if begun is not None and recording.looks:
            repeat = self._repeat(drive, recording, begun, last or begun, seconds)
            frame.keep(repeat, whole=ended.whole)
        return ended.failure

    def _repeat(
        self,
        drive: Watched,
        recording: CounterRecorder,
        first: BlockStat,
        last: BlockStat,
        seconds: float,
    ) -> Repeat:
        moves = {way: _moved(way, first, last) for way in self._samples}
        members = self.frame.members(seconds)
        observed = Observed(
            quiet=round(recording.quiet, 3),
            longest_quiet=round(recording.longest_quiet, 3),
            looks=tuple(recording.looks),
            writers=recording.who.writers(*(moved.bytes for moved in moves.values())),
            grouped=recording.who.grouped,
            discarded_bytes=_grown(first.discarded_bytes, last.discarded_bytes),
            flushes=_grown(first.flushes, last.flushes),
            life=drive.life,
            rotational=drive.rotational,
            requests=self._trace.requests() if self._trace else None,
        )
        directions = {
            way: _direction(moved, seconds, tuple(self._samples[way]))
            for way, moved in moves.items()
        }
        return Repeat(self.frame.order, directions, members=members, observed=observed)

    def _look(self, at: float, before: BlockStat, after: BlockStat, seconds: float) -> None:
        frame, monitor = self.frame, self.frame.tools.monitor
        if self._trace is not None:
            self._trace.look()
        degrees = monitor.temperature
        for way, samples in self._samples.items():
            samples.append(_sample(way, at, seconds, _moved(way, before, after), degrees))
        reading = monitor.stats.read()
        members = monitor.stats.between(self._last, reading, seconds)
        self._last = reading
        newest = tuple(samples[-1] for samples in self._samples.values())
        frame.measured(newest, frame.seconds, members=members)


class _Moved(NamedTuple):
    """I/Os of one direction, their bytes, and the seconds that they waited together."""

    ios: int
    bytes: int
    wait: float


def _moved(way: Direction, first: BlockStat, last: BlockStat) -> _Moved:
    """What was added; a counter that began anew is one of zero."""
    if way == Direction.READ:
        ios, moved = last.reads - first.reads, last.read_bytes - first.read_bytes
        wait = last.read_seconds - first.read_seconds
    else:
        ios, moved = last.writes - first.writes, last.written_bytes - first.written_bytes
        wait = last.write_seconds - first.write_seconds
    return _Moved(max(0, ios), max(0, moved), max(0.0, wait))


def _sample(
    way: Direction, at: float, seconds: float, moved: _Moved, degrees: float | None
) -> Sample:
    """An interval as a sample."""
    mean = moved.wait / moved.ios if moved.ios else None
    return Sample.counted(at, seconds, way, moved.ios, moved.bytes, mean=mean, temperature=degrees)


def _direction(moved: _Moved, seconds: float, samples: tuple[Sample, ...]) -> DirectionResult:
    return DirectionResult(
        iops=moved.ios / seconds,
        bandwidth=moved.bytes / seconds,
        bytes=moved.bytes,
        ios=moved.ios,
        seconds=seconds,
        latency=Latency(mean=moved.wait / moved.ios if moved.ios else None),
        samples=samples,
    )


def _grown(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else max(0, after - before)
