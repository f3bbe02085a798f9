# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sustained writes and rounds as simulated drives answer them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache

from driveproof.domain.access import Cache
from driveproof.domain.profile.course import Moment, Step, course_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import (
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Repeat,
    Run,
    Target,
)
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.work import Part
from driveproof.engine.run.frame import without_repeats
from driveproof.methods.steady_state.plan import Plan as SteadyPlan
from driveproof.methods.sustained.plan import Plan as SustainedPlan

TICK = 0.25


@dataclass
class SimulatedDrive:
    """Writes `fast` until `cache` bytes are used, then `slow`; idle it frees
    `freed` bytes a second.

    Rates are bytes a second. `slope` is what is left of the speed at the last byte of 100 GB,
    `dips` are times (seconds) at which it is slow whatever the cache says. With `collapses` its
    random writes become a tenth after 20 seconds.
    """

    fast: float
    slow: float
    cache: float
    freed: float = 0.0
    slope: float = 1.0
    dips: tuple[tuple[float, float], ...] = ()
    collapses: bool = False
    noise: float = 0.05
    used: float = field(default=0.0, init=False)
    random: random.Random = field(default_factory=lambda: random.Random(1), init=False)

    def wait(self, seconds: float) -> None:
        """A pause."""
        self.used = max(0.0, self.used - self.freed * seconds)

    def rate(self, phase: Phase, at: float, written: float) -> float:
        """Bytes a second now."""
        if phase.pattern == "random":
            rate = 2e6 * (0.1 if self.collapses and at > 20 else 1.0)
        elif any(begin <= at < end for begin, end in self.dips):
            rate = self.slow
        else:
            rate = self.fast if self.used < self.cache else self.slow
        rate *= 1 - (1 - self.slope) * min(1.0, (phase.offset + written) / 100e9)
        return rate * max(0.1, 1 + self.random.gauss(0, self.noise))

    def write(self, step: Step) -> list[Moment]:
        """The moments of a step, until it ends."""
        self.wait(step.pause)
        phase, found, at, written = step.phase, [], 0.0, 0.0
        limit = float(phase.limit or 1e15)
        while at < phase.seconds and written < limit:
            more = min(self.rate(phase, at, written) * TICK, limit - written)
            self.used = min(self.used + more, self.cache)
            at, written = at + TICK, written + more
            found.append(Moment(at, int(written)))
            if step.enough is not None and step.enough(found):
                break
        return found


def sample(earlier: Moment, later: Moment) -> Sample:
    """What lies between two moments."""
    seconds, size = later.seconds - earlier.seconds, later.bytes - earlier.bytes
    rate = size / seconds
    return Sample(
        later.seconds, seconds, "write", size // 4096, size, rate / 4096, rate, None, None, None,
        None, None, Histogram.empty(), later.temperature,
    )  # fmt: skip


def result_of(
    phase: Phase, repeats: Sequence[Sequence[Moment]], disturbed: tuple[str, ...] = ()
) -> PhaseResult:
    """A test with these repeats."""
    found = []
    for order, moments in enumerate(repeats, start=1):
        begin = Moment(0.0, 0)
        last = moments[-1]
        whole = DirectionResult(
            iops=last.bytes / phase.block_size / last.seconds,
            bandwidth=last.bytes / last.seconds,
            bytes=last.bytes,
            ios=last.bytes // phase.block_size,
            seconds=last.seconds,
            latency=Latency(1e-4, 1e-4, 2e-4, 3e-4, 4e-4, 1e-3),
            samples=tuple(map(sample, (begin, *moments[:-1]), moments)),
        )
        found.append(Repeat(order, {"write": whole}, disturbed))
    made = without_repeats(phase, ("fio",), engine="libaio", direct=True, cache=Cache.DIRECT)
    return replace(made, repeats=tuple(found))


def run_of(profile: Profile, phases: tuple[PhaseResult, ...]) -> Run:
    """A finished run with these tests."""
    return Run(
        id="0long",
        profile=profile.name,
        method=profile.method,
        title=profile.title,
        status="finished",
        started=datetime(2026, 3, 4, 5, 6, tzinfo=UTC),
        seconds=200.0,
        target=Target("/srv", "file", device="/dev/sda", model="Disk X", size=10**12),
        environment=Environment(kernel="6.12", fio="3.39", scheduler="none"),
        phases=phases,
    )


def sustained_run(
    profile: Profile, drive: SimulatedDrive, *, disturbed: tuple[str, ...] = ()
) -> tuple[Run, list[Step]]:
    """A run of the profile's course on the drive, with the steps that it took."""
    steps, results = [], []
    course = course_of(profile)
    step = next(course, None)
    while step is not None:
        steps.append(step)
        result = result_of(step.phase, [drive.write(step)], disturbed)
        results.append(result)
        try:
            step = course.send(result)
        except StopIteration:
            step = None
    return run_of(profile, tuple(results)), steps


def rounds_run(profile: Profile, iops: Sequence[float]) -> tuple[Run, int]:
    """A run whose rounds have these IOPS, one after the other; how many there were."""
    fill, one = profile.phases
    course = course_of(profile)
    step = next(course)
    assert step.phase.part is Part.PRECONDITIONING
    moments = [Moment((fill.limit or 0) / 480e6, fill.limit or 0)]
    results = {fill.name: result_of(fill, [moments])}
    rounds: list[Sequence[Moment]] = []
    try:
        step = course.send(results[fill.name])
        while True:
            assert step.order == len(rounds) + 1
            value = iops[len(rounds)]
            rounds.append([Moment(one.seconds, int(value * 4096 * one.seconds))])
            results[one.name] = result_of(one, rounds)
            step = course.send(results[one.name])
    except StopIteration:
        pass
    return run_of(profile, tuple(results.values())), len(rounds)


def example_sustained_profile() -> Profile:
    """100 GB at most, with both pauses."""
    plan = SustainedPlan(size=100 * 10**9, pauses=(30.0, 300.0))
    return with_plan(
        Profile("sustained", "Sustained write", "", (), 0, repeats=1, method="sustained"), plan
    )


@cache
def example_sustained() -> Run:
    """A drive of 1 GB/s with a cache of 20 GB, then 180 MB/s, some of it free after a pause."""
    drive = SimulatedDrive(fast=1e9, slow=1.8e8, cache=20e9, freed=0.15e9)
    return sustained_run(example_sustained_profile(), drive)[0]


def example_rounds_profile() -> Profile:
    """Of a drive of 100 GB."""
    plan = SteadyPlan(size=100 * 10**9)
    empty = Profile("steady-state", "Steady state", "", (), 0, plan.repeats, method="steady-state")
    return with_plan(empty, plan)


@cache
def example_rounds() -> Run:
    """A drive that becomes steady in its tenth round."""
    iops = [96e3, 88e3, 61e3, 43e3, 32e3, 27e3, 25.2e3, 24.1e3, 24.6e3, 24.2e3, 23.9e3, 24.4e3]
    return rounds_run(example_rounds_profile(), iops)[0]
