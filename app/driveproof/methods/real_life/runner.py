# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What measures everyday tasks: a child does them, and the drive is watched meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from driveproof.domain.access import COLD, WARM, Direction
from driveproof.domain.errors import (
    DriveproofError,
)
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.real_life import ENGINE, task_of
from driveproof.domain.run.run import (
    DirectionResult,
    Latency,
    Member,
    PhaseResult,
    Repeat,
    Role,
    TaskCost,
)
from driveproof.domain.run.sample import Sample
from driveproof.engine.run import events
from driveproof.engine.run.monitor import Reading, Throttling
from driveproof.engine.run.phase import Tools, without_repeats
from driveproof.engine.run.task_process import Done, TaskEnding, TaskProcess, TaskRun
from driveproof.system.kernel.effort import Effort, read_effort


def runners(profile: Profile, tools: Tools) -> Callable[[Phase, int], RealLifeRunner]:
    """Makes what measures a task."""
    return lambda phase, index: RealLifeRunner(phase, index, profile.repeats, tools)


class RealLifeRunner:
    """Has the child do the repeats of one task; `result` grows with each."""

    def __init__(self, phase: Phase, index: int, repeats: int, tools: Tools) -> None:
        self._phase, self._index, self._repeats, self._tools = phase, index, repeats, tools
        self._order = 1
        self._first = self._last = tools.monitor.stats.read()
        self._begun = self._looked = 0.0
        self._effort = Effort()
        self._samples: list[Sample] = []
        self._throttling = Throttling(tools.monitor)
        self.result: PhaseResult | None = None

    def end(self) -> None:
        """The test is over: report what was measured, if anything was."""
        self._tools.tell_end(self._index, self.result)

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Do the task once; what made it fail, None when nothing or a cancel did. It ends by
        itself.
        """
        tools, phase = self._tools, self._phase
        process = tools.bench.own
        assert isinstance(process, TaskProcess)
        cold = phase.variant.endswith("cold")
        if self.result is None:
            self.result = without_repeats(
                phase, (), engine=ENGINE, direct=False, cache=COLD if cold else WARM
            )
        self._order, self._samples = order, []
        tools.observer(events.RepeatStarted(self._index, phase, order, self._repeats, (), ENGINE))
        task = task_of(self.result)
        assert task is not None
        self._ready()
        started = datetime.now(UTC)
        ending = tools.start(
            TaskRun(
                process,
                task,
                cold=cold,
                cancelled=tools.cancelled,
                on_ready=self._ready,
                on_look=self._look,
                on_silence=self._silent,
            )
        )
        tools.progress.repeat_ended(self._index, time.monotonic() - self._begun)
        if ending.done is not None:
            self._keep(ending.done, started)
        return self._failure(ending)

    def _failure(self, ending: TaskEnding) -> DriveproofError | None:
        """A cancel explains everything."""
        return None if self._tools.cancelled() else ending.failure

    def _ready(self) -> None:
        """It begins now."""
        self._effort = read_effort()
        self._first = self._last = self._tools.monitor.stats.read()
        self._begun = self._looked = time.monotonic()
        self._samples = []
        self._throttling.begin()

    def _look(self, share: float | None) -> bool:
        """What the drive did since the last look; whether it did anything."""
        tools, now = self._tools, time.monotonic()
        reading = tools.monitor.stats.read()
        members = tools.monitor.stats.between(self._last, reading, now - self._looked)
        moved = any(one.read_ios or one.written_ios for one in members)
        self._last, seconds, self._looked = reading, now - self._looked, now
        elapsed = now - self._begun
        # What is done before the task begins is nobody's figure.
        samples = () if share is None else self._sampled(members, elapsed, seconds)
        if share is not None:
            self._throttling.look()
            self._samples += [one for one in samples if one.direction == self._phase.direction]
            if share > 0.02:
                tools.progress.expect(self._index, max(elapsed, elapsed / share))
        tools.observer(
            events.Measured(
                self._index,
                self._order,
                samples,
                share is None,
                tools.progress.share(self._index, elapsed),
                tools.progress.remaining(self._index, elapsed),
                members,
            )
        )
        return moved

    def _sampled(
        self, members: tuple[Member, ...], elapsed: float, seconds: float
    ) -> tuple[Sample, ...]:
        """What the drive of the target moved, in both directions."""
        target = next((one for one in members if one.role == Role.TARGET), None)
        if target is None or seconds <= 0:
            return ()
        degrees = self._tools.monitor.temperature
        return tuple(
            Sample.counted(elapsed, seconds, way, ios, moved, temperature=degrees)
            for way, ios, moved in (
                (Direction.READ, target.read_ios, target.read_bytes),
                (Direction.WRITE, target.written_ios, target.written_bytes),
            )
        )

    def _silent(self, seconds: float) -> None:
        self._tools.observer(events.Stalled(self._index, self._order, seconds))

    def _keep(self, done: Done, started: datetime) -> None:
        assert self.result is not None
        stats = self._tools.monitor.stats
        reading: Reading = stats.read()
        stalled = read_effort().since(self._effort).stalled
        result = DirectionResult(
            iops=done.items / done.seconds if done.seconds else 0.0,
            bandwidth=done.bytes / done.seconds if done.seconds else 0.0,
            bytes=done.bytes,
            ios=done.items,
            seconds=done.seconds,
            latency=Latency(),
            longest_stall=None,
            samples=tuple(self._samples),
        )
        repeat = Repeat(
            order=self._order,
            directions={self._phase.direction: result},
            disturbed=self._throttling.words,
            started=started,
            members=stats.between(self._first, reading, done.seconds),
            task=TaskCost(done.processor, done.syncing, stalled, done.items),
        )
        self.result = replace(self.result, repeats=(*self.result.repeats, repeat))
        self._tools.observer(events.RepeatEnded(self._index, repeat, self.result))
