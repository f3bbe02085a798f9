# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of a run as a load curve: I/Os a second and their latency by requests in flight."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import METRICS, PhaseResult, Run, Summary, pooled_phases

FEWEST = 4
"""A curve needs so many numbers of requests in flight; below that they are single tests."""
BUSY = 0.9
"""A job that uses more of a processor than this may be what limits the figure."""
FILLED = 0.75
"""The part of all pairs of depth and jobs that makes them a grid: the deepest are left out."""
LATENCIES = (MetricName.MEAN, MetricName.P50, MetricName.P95, MetricName.P99, MetricName.P999)


@dataclass(frozen=True)
class LoadPoint:
    """One test of a curve, both directions of a mixed one together."""

    phase: PhaseResult

    @property
    def depth(self) -> int:
        """The queue depth of each job."""
        return self.phase.queue_depth

    @property
    def jobs(self) -> int:
        """How many jobs there were."""
        return self.phase.jobs

    @property
    def in_flight(self) -> int:
        """The requests in flight, of all jobs together."""
        return self.phase.in_flight

    @cached_property
    def iops(self) -> Summary | None:
        """I/Os a second, of all directions together."""
        return self.phase.total(METRICS[MetricName.IOPS])

    def latency(self, metric: MetricName) -> float | None:
        """One of LATENCIES in seconds: of a mixed test that of the direction that waits longer."""
        found = [
            summary.median
            for direction in self.phase.directions
            if (summary := self.phase.summary(direction, METRICS[metric])) is not None
        ]
        return max(found, default=None)

    @property
    def power(self) -> float | None:
        """IOPS over mean latency, which is greatest at the knee (L. Kleinrock, "Power and
        deterministic rules of thumb for probabilistic problems in computer communications", 1979).
        """
        mean = self.latency(MetricName.MEAN)
        return None if self.iops is None or not mean else self.iops.median / mean

    @property
    def busy(self) -> bool:
        """Whether each job had a processor nearly to itself."""
        share = self.phase.limits.cpu
        return share is not None and share > BUSY


@dataclass(frozen=True)
class LoadCurve:
    """The tests of one access pattern at rising requests in flight; `points` are all of them."""

    points: tuple[LoadPoint, ...]

    @property
    def direction(self) -> Direction:
        """Read, write or mixed."""
        return self.points[0].phase.direction

    @property
    def block_size(self) -> int:
        """Bytes of a request."""
        return self.points[0].phase.block_size

    @cached_property
    def line(self) -> tuple[LoadPoint, ...]:
        """A point for each number of requests in flight, rising: where several jobs and depths give
        the same number, the one with the most I/Os.
        """
        found: dict[int, LoadPoint] = {}
        for point in self.points:
            best = found.get(point.in_flight)
            if point.iops is not None and (
                best is None or best.iops is None or point.iops.median > best.iops.median
            ):
                found[point.in_flight] = point
        return tuple(found[number] for number in sorted(found))

    @cached_property
    def knee(self) -> LoadPoint | None:
        """Where IOPS over mean latency is greatest, of equals the one with fewer requests."""
        known = [point for point in self.line if point.power is not None]
        return max(known, key=lambda point: (point.power or 0.0, -point.in_flight), default=None)

    @cached_property
    def most(self) -> LoadPoint | None:
        """The point with the most I/Os a second, of equals the one with fewer requests."""
        return max(self.line, key=_rate, default=None)

    @property
    def saturation(self) -> float | None:
        """N*: the most I/Os a second times the mean latency of one request alone, the requests that
        keep everything in the drive busy (the operational bound); None without a test of one.
        """
        alone = self.alone
        mean = None if alone is None else alone.latency(MetricName.MEAN)
        most = self.most
        return None if mean is None or most is None else _rate(most)[0] * mean

    @property
    def alone(self) -> LoadPoint | None:
        """The point with one request in flight."""
        return next((point for point in self.line if point.in_flight == 1), None)

    @property
    def gain(self) -> float:
        """The I/Os that the deepest useful queue adds to those at the knee, as a share of them."""
        knee, most = self.knee, self.most
        if knee is None or most is None or not _rate(knee)[0]:
            return 0.0
        return _rate(most)[0] / _rate(knee)[0] - 1

    def within(self, seconds: float) -> LoadPoint | None:
        """The point with the most I/Os a second among those whose mean latency is at most
        `seconds`, of equals the one with fewer requests; None where not even one keeps it.
        """
        kept = [
            point
            for point in self.line
            if (mean := point.latency(MetricName.MEAN)) is not None and mean <= seconds
        ]
        return max(kept, key=_rate, default=None)

    @property
    def worse(self) -> tuple[LoadPoint, ...]:
        """Points with more requests than the best one, and fewer I/Os: deeper than is good."""
        most = self.most
        if most is None:
            return ()
        return tuple(
            point
            for point in self.line
            if point.in_flight > most.in_flight
            and point.iops is not None
            and most.iops is not None
            and point.iops.high < most.iops.low
        )

    @property
    def depths(self) -> tuple[int, ...]:
        """The queue depths, rising, each once."""
        return tuple(sorted({point.depth for point in self.points}))

    @property
    def jobs(self) -> tuple[int, ...]:
        """The numbers of jobs, rising, each once."""
        return tuple(sorted({point.jobs for point in self.points}))

    @property
    def grid(self) -> bool:
        """Whether several depths were measured with several numbers of jobs each."""
        return is_grid({(point.depth, point.jobs) for point in self.points})

    def at(self, depth: int, jobs: int) -> LoadPoint | None:
        """The point of this depth and number of jobs."""
        return next((p for p in self.points if (p.depth, p.jobs) == (depth, jobs)), None)


def is_grid(pairs: Collection[tuple[int, int]]) -> bool:
    """Whether pairs of a queue depth and a number of jobs make a map: several of each, and nearly
    every depth with every number of jobs.
    """
    depths, jobs = {depth for depth, _jobs in pairs}, {jobs for _depth, jobs in pairs}
    filled = len(set(pairs)) >= FILLED * len(depths) * len(jobs)
    return min(len(depths), len(jobs)) > 1 and filled


def _rate(point: LoadPoint) -> tuple[float, int]:
    return (0.0 if point.iops is None else point.iops.median), -point.in_flight


def pooled(runs: Iterable[Run]) -> LoadCurve | None:
    """The curve of several runs, whose repeats count together; None as for `load_of`."""
    return load_of(pooled_phases(runs))


def load_of(phases: Iterable[PhaseResult]) -> LoadCurve | None:
    """The tests as a curve: one random access pattern, and nothing but depth and jobs differs.

    None where they are anything else, or too few.
    """
    measured = [phase for phase in phases if phase.repeats]
    points = tuple(map(LoadPoint, measured))
    if len({point.in_flight for point in points}) < FEWEST or not all(map(_random, measured)):
        return None
    alike = {(p.direction, p.block_size, p.work, p.cache, p.direct) for p in measured}
    return LoadCurve(points) if len(alike) == 1 else None


def _random(phase: PhaseResult) -> bool:
    return (
        phase.pattern == Pattern.RANDOM and phase.scheduler is None and not phase.work.of_file_sizes
    )
