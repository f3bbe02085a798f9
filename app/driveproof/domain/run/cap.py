# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive does under a latency that must not be exceeded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.cap import Cap
from driveproof.domain.metric import MetricName
from driveproof.domain.run.load_curve import LoadCurve, LoadPoint
from driveproof.domain.run.run import PhaseResult, Run


def cap_of(run: Run) -> Cap | None:
    """The cap of a run that searched under one; None for any other."""
    kept = run.environment.latency_cap
    if kept is None or kept[0] not in tuple(MetricName):  # a newer version's
        return None
    return Cap(MetricName(kept[0]), float(kept[1]))


@dataclass(frozen=True)
class CappedLoad:
    """Reads, writes, or both at once, at every depth that was measured."""

    cap: Cap
    points: tuple[LoadPoint, ...]
    """By rising depth."""

    @property
    def direction(self) -> Direction:
        """Read, write or mixed."""
        return self.points[0].phase.direction

    @cached_property
    def curve(self) -> LoadCurve:
        """The same points as a curve."""
        return LoadCurve(self.points)

    def keeps(self, point: LoadPoint) -> bool:
        """Whether a point keeps the cap, in the direction that waits longer."""
        latency = point.latency(self.cap.metric)
        return latency is not None and latency <= self.cap.seconds

    @cached_property
    def answer(self) -> LoadPoint | None:
        """The point with the most I/Os a second among all that keep the cap, of equals the one with
        the lower depth; None where not even one request at a time keeps it.
        """
        kept = [point for point in self.points if self.keeps(point) and point.iops is not None]
        return max(
            kept,
            key=lambda point: (point.iops.median if point.iops else 0.0, -point.in_flight),
            default=None,
        )

    @property
    def deepest(self) -> LoadPoint:
        """The point with the most requests in flight."""
        return self.points[-1]

    @property
    def worse(self) -> LoadPoint | None:
        """The deepest point where all that are deeper than the answer did no more I/Os a second,
        and this one certainly fewer; None where deeper queues still gain.
        """
        answer = self.answer
        if answer is None or answer.iops is None:
            return None
        deeper = [point for point in self.points if point.in_flight > answer.in_flight]
        rates = [point.iops for point in deeper if point.iops is not None]
        if not rates or any(rate.median > answer.iops.median for rate in rates):
            return None
        return deeper[-1] if rates[-1].high < answer.iops.low else None


def capacities_of(run: Run) -> tuple[CappedLoad, ...]:
    """Each direction of a run under a cap, in the order in which they were measured."""
    cap = cap_of(run)
    return () if cap is None else capacities(run.phases, cap)


def capacities(phases: Iterable[PhaseResult], cap: Cap) -> tuple[CappedLoad, ...]:
    """The same of these tests."""
    found: dict[str, list[LoadPoint]] = {}
    for phase in phases:
        if phase.pattern == Pattern.RANDOM and phase.repeats:
            found.setdefault(phase.direction, []).append(LoadPoint(phase))
    return tuple(
        CappedLoad(cap, tuple(sorted(points, key=lambda point: point.in_flight)))
        for points in found.values()
    )
