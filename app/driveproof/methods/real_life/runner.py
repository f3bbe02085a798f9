# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What measures everyday tasks: a child does them, and the drive is watched meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.access import COLD, WARM, Direction
from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.real_life import TASK_ENGINE, task_of
from driveproof.domain.run.run import (
    DirectionResult,
    Latency,
    MemberStatistics,
    Repeat,
    Role,
    TaskCost,
)
from driveproof.domain.run.sample import Sample
from driveproof.engine.run.frame import Frame, Tools, without_repeats
from driveproof.engine.run.task_process import TaskProcess, TaskResult, TaskRun


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], RealLifeRunner]:
    """Makes what measures a task."""
    del profile, tools
    return RealLifeRunner


class RealLifeRunner:
    """Has the child do the repeats of one task."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._last, self._looked = frame.first, 0.0
        self._samples: list[Sample] = []

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Do the task once; what made it fail, None when nothing or a cancel did. It ends by
        itself.
        """
        frame, tools, phase = self.frame, self.frame.tools, self.frame.phase
        process = tools.bench.own
        assert isinstance(process, TaskProcess)
        cold = phase.variant.endswith("cold")
        made = without_repeats(
            phase, (), engine=TASK_ENGINE, direct=False, cache=COLD if cold else WARM
        )
        task = task_of(made)
        assert task is not None
        frame.start(order, made)
        self._ready()
        ending = tools.jobs.start(
            TaskRun(
                process,
                task,
                cold=cold,
                cancelled=tools.jobs.cancelled,
                on_ready=self._ready,
                on_look=self._look,
                on_silence=frame.stalled,
            )
        )
        frame.over()
        if ending.done is not None:
            self._keep(ending.done)
        return None if tools.jobs.cancelled() else ending.failure  # a cancel explains everything

    def _ready(self) -> None:
        """It begins now."""
        self.frame.begin()
        self._last, self._looked = self.frame.first, 0.0
        self._samples = []

    def _look(self, share: float | None) -> bool:
        """What the drive did since the last look; whether it did anything."""
        frame, stats = self.frame, self.frame.tools.monitor.stats
        reading, elapsed = stats.read(), frame.seconds
        seconds = elapsed - self._looked
        members = stats.between(self._last, reading, seconds)
        self._last, self._looked = reading, elapsed
        # What is done before the task begins is nobody's figure.
        samples = () if share is None else self._sampled(members, elapsed, seconds)
        if share is not None:
            self._samples += [one for one in samples if one.direction == frame.phase.direction]
            if share > 0.02:
                frame.tools.progress.expect(frame.index, max(elapsed, elapsed / share))
        frame.measured(samples, elapsed, warming=share is None, members=members)
        return any(one.read_ios or one.written_ios for one in members)

    def _sampled(
        self, members: tuple[MemberStatistics, ...], elapsed: float, seconds: float
    ) -> tuple[Sample, ...]:
        """What the drive of the target moved, in both directions."""
        target = next((one for one in members if one.role == Role.TARGET), None)
        if target is None or seconds <= 0:
            return ()
        degrees = self.frame.tools.monitor.temperature
        return tuple(
            Sample.counted(elapsed, seconds, way, ios, moved, temperature=degrees)
            for way, ios, moved in (
                (Direction.READ, target.read_ios, target.read_bytes),
                (Direction.WRITE, target.written_ios, target.written_bytes),
            )
        )

    def _keep(self, done: TaskResult) -> None:
        frame = self.frame
        members, stalled = frame.members(done.seconds), frame.effort.stalled
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
        frame.keep(
            Repeat(
                order=frame.order,
                directions={frame.phase.direction: result},
                members=members,
                task=TaskCost(done.cpu, done.syncing, stalled, done.items),
            )
        )
