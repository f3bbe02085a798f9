# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives that are formulas, and a search on one of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tests.builders.guided_runs import measured

from driveproof.domain.profile.course import Moment, Step, course_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import FIO_OVERHEAD, Profile
from driveproof.domain.run.run import DirectionResult, Latency, PhaseResult, Repeat

Rate = Callable[[str, int], float]
"""I/Os a second of a direction at so many requests in flight."""


def channels(count: int, alone: float) -> Rate:
    """Some requests at a time, each in the same time."""
    return lambda _way, many: min(many, count) / alone


def hard_disk(alone: float = 0.0125) -> Rate:
    """A queue lets it choose shorter ways."""
    return lambda way, many: min(many, 32) ** 0.3 / (alone / (4 if way == "write" else 1))


def deeper_is_worse(_way: str, many: int) -> float:
    """A published example: 6548 at depth 16, 3526 at 32 x 32."""
    rising = 6548 * min(1.0, many / 16) ** 0.9
    return rising if many <= 16 else max(3526.0, 6548 - (6548 - 3526) * (many - 16) / 112)


@dataclass
class Simulated:
    """Answers the steps of a course; `hiccups` are (direction, requests, repeat) that stall."""

    rate: Rate
    noise: float = 0.0
    seed: int = 1
    hiccups: frozenset[tuple[str, int, int]] = frozenset()
    steps: list[Step] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    results: dict[str, PhaseResult] = field(default_factory=dict)

    def run(self, profile: Profile) -> tuple[PhaseResult, ...]:
        """Every step of its course; the tests as they are in the end."""
        random_ = random.Random(self.seed)
        course = course_of(profile)
        step = next(course, None)
        while step is not None:
            self.steps.append(step)
            phase = step.phase
            repeat, taken = self._repeat(phase, step, random_)
            self.seconds.append(taken)
            known = self.results.get(phase.name)
            repeats = [*(known.repeats if known else ()), repeat]
            result = measured(phase, repeats)
            work = replace(result.work, write_depth=phase.write_depth)
            self.results[phase.name] = replace(result, work=work)
            try:
                step = course.send(self.results[phase.name])
            except StopIteration:
                step = None
        return tuple(self.results.values())

    def _repeat(self, phase: Phase, step: Step, random_: random.Random) -> tuple[Repeat, float]:
        by = random_.gauss(1.0, self.noise) if self.noise else 1.0
        if (phase.direction, phase.in_flight, step.order) in self.hiccups:
            by /= 20
        found = {}
        seconds = 0.0
        for way in phase.directions:
            depth = phase.write_depth if phase.write_depth and way == "write" else phase.queue_depth
            share = depth / (phase.queue_depth + phase.write_depth)
            iops = max(0.1, self.rate(phase.direction, phase.in_flight) * by) * share
            seconds = max(seconds, self._seconds(step, iops * phase.block_size))
            mean = depth * phase.jobs / iops
            latency = Latency(mean, mean, 1.5 * mean, 2 * mean, 3 * mean, 4 * mean)
            found[way] = DirectionResult(
                iops, iops * phase.block_size, int(iops * seconds) * phase.block_size,
                int(iops * seconds), seconds, latency,
            )  # fmt: skip
        return Repeat(step.order, found), phase.warmup + seconds + FIO_OVERHEAD

    def _seconds(self, step: Step, bandwidth: float) -> float:
        """How long it is counted: until it is enough, in snapshots of a tenth of a second."""
        phase = step.phase
        moments = []
        for number in range(round((phase.warmup + phase.seconds) * 10)):
            at = number / 10
            moments.append(Moment(at, int(bandwidth * at)))
            if step.enough is not None and step.enough(moments):
                return at - phase.warmup
        return phase.seconds
