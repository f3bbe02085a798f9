# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives: measured alone, then all at once by threads."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.work import Part
from driveproof.engine.run import events
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.phase import PhaseRunner
from driveproof.engine.run.progress import RunProgress
from driveproof.methods.multi_drive.bench import measured_drives


class _Alongside(RunProgress):
    """The progress of a drive that is read beside the first: all together take as long as one."""

    def __init__(self, first: RunProgress, index: int) -> None:
        self._first = first
        self._index = index

    def repeat_ended(self, index: int, elapsed: float, moving: float | None = None) -> None:
        """Only the first drive's time counts."""
        del index, elapsed, moving

    def remaining(self, index: int | None = None, elapsed: float = 0.0, moved: int = 0) -> float:
        """That of the first."""
        return self._first.remaining(None if index is None else self._index, elapsed, moved)

    def share(self, index: int | None = None, elapsed: float = 0.0, moved: int = 0) -> float:
        """That of the first."""
        return self._first.share(None if index is None else self._index, elapsed, moved)


class _AtOnce:
    """All drives at once: the first that is asked for a repeat measures those of all."""

    def __init__(self, observer: events.Observer) -> None:
        self._observer = observer
        self._runners: dict[int, PhaseRunner] = {}
        self._now: dict[int, events.Measured] = {}
        """The newest snapshot of each drive in this repeat."""
        self._measured: dict[int, dict[int, DriveproofError | None]] = {}
        self._told: queue.SimpleQueue[events.Event | None] = queue.SimpleQueue()
        self._measuring = False

    def add(self, drive: int, runner: PhaseRunner) -> None:
        """A drive with what measures it."""
        self._runners[drive] = runner

    def first(self, drive: int, event: events.Event) -> None:
        """Take an event of the first drive: with each of its snapshots all drives are told."""
        if isinstance(event, events.Measured):
            self._now[drive] = event
            event = of_all(drive, dict(self._now))  # others come meanwhile
        self._tell(event)

    def beside(self, drive: int, event: events.Event) -> None:
        """Take an event of a drive that is read beside the first: its snapshots are told with those
        of the first, its repeats and results by themselves.
        """
        if isinstance(event, events.Measured):
            self._now[drive] = event
        elif isinstance(event, events.RepeatEnded | events.PhaseEnded):
            self._tell(event)

    def _tell(self, event: events.Event) -> None:
        """Observers are called from one thread only: the one that waits for those that measure."""
        (self._told.put if self._measuring else self._observer)(event)

    def repeat(self, drive: int, order: int) -> DriveproofError | None:
        """What made the repeat of a drive fail; None when nothing or a cancel did."""
        if order not in self._measured:
            self._measured[order] = self._all(order)
        return self._measured[order][drive]

    def _all(self, order: int) -> dict[int, DriveproofError | None]:
        found: dict[int, DriveproofError | None] = {}
        bugs: list[BaseException] = []
        self._now.clear()
        self._measuring = True

        def measure(drive: int, runner: PhaseRunner) -> None:
            try:
                found[drive] = runner.repeat(order)
            except BaseException as error:  # noqa: BLE001 - raised again by who waits
                bugs.append(error)
            finally:
                self._told.put(None)

        threads = [
            threading.Thread(target=measure, args=pair, name=f"drive-{pair[0]}")
            for pair in self._runners.items()
        ]
        for thread in threads:
            thread.start()
        running = len(threads)
        while running:
            event = self._told.get()
            if event is None:
                running -= 1
            elif not bugs:
                try:
                    self._observer(event)
                except BaseException as error:  # noqa: BLE001 - after all drives have ended
                    bugs.append(error)
        for thread in threads:
            thread.join()
        self._measuring = False
        if bugs:
            raise bugs[0]
        return found


def of_all(first: int, now: Mapping[int, events.Measured]) -> events.Measured:
    """What all drives do together: the snapshot of the first with the newest of each other one.

    `members` are those of every drive, in their order. The others' snapshots are not of the same
    instant; each counts with its rate over the time of the first one's.
    """
    own = now[first]
    ordered = [now[drive] for drive in sorted(now)]
    others = [one.samples for drive, one in now.items() if drive != first]
    return replace(
        own,
        samples=tuple(
            _sum(mine, [s for each in others for s in each if s.direction == mine.direction])
            for mine in own.samples
        ),
        members=tuple(member for one in ordered for member in one.members),
    )


def _sum(own: Sample, others: Sequence[Sample]) -> Sample:
    if not others:
        return own
    histogram = own.histogram
    for other in others:
        histogram += other.histogram
    iops = own.iops + sum(other.iops for other in others)
    bandwidth = own.bandwidth + sum(other.bandwidth for other in others)
    return Sample.counted(
        own.time,
        own.seconds,
        own.direction,
        iops * own.seconds,
        bandwidth * own.seconds,
        mean=histogram.mean(),
        histogram=histogram,
        temperature=own.temperature,
        background_bandwidth=own.background_bandwidth,
    )


class _AtOnceRunner:
    """The repeats of one drive while all are read; a runner like any other."""

    def __init__(self, group: _AtOnce, drive: int, frame: Frame) -> None:
        self.frame = frame
        self._group = group
        self._drive = drive

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once, unless another drive's turn has done so."""
        del enough
        return self._group.repeat(self._drive, order)


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], PhaseRunner | _AtOnceRunner]:
    """Makes what measures each test."""
    group = _AtOnce(tools.observer)
    first = next(i for i, phase in enumerate(profile.phases) if phase.part is Part.AT_ONCE)
    for index, phase in enumerate(profile.phases):
        if phase.part is Part.AT_ONCE and index != first:
            tools.progress.expect(index, 0.0)

    def made(frame: Frame) -> PhaseRunner | _AtOnceRunner:
        phase, index = frame.phase, frame.index
        number = phase.asked.drive
        drive = measured_drives(tools.bench)[number - 1]
        own = replace(tools, bench=drive.bench, monitor=drive.monitor)
        if phase.part is not Part.AT_ONCE:
            return PhaseRunner(Frame(profile, phase, index, own))
        progress = tools.progress if index == first else _Alongside(tools.progress, first)
        observer = partial(group.first if index == first else group.beside, number)
        beside = replace(own, progress=progress, observer=observer)
        runner = PhaseRunner(Frame(profile, phase, index, beside))
        group.add(number, runner)
        return _AtOnceRunner(group, number, runner.frame)

    return made
