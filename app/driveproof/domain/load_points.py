# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured with so many requests in flight, as cells and lines of an answer: those of load
curves, and of searches under a latency limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from driveproof.domain.access import Direction
from driveproof.domain.figure import Column, Measure, Series, Shade
from driveproof.domain.metric import LATENCY_TITLES, MetricName
from driveproof.domain.quantity import Rate, Seconds
from driveproof.domain.run.load_curve import LATENCIES, LoadPoint
from driveproof.domain.say import Coded, Say

_LEAVE = {MetricName.P95: 3, MetricName.P999: 2}
"""The columns that leave where a terminal is narrow."""
LATENCY_COLUMNS = tuple(
    Column(metric, LATENCY_TITLES[metric], _LEAVE.get(metric, 0)) for metric in LATENCIES
)
DEEPER_IS_SLOWER = Coded("deeper_is_slower", Say("deeper is slower"))


def depth_of(point: LoadPoint) -> Say | int:
    """The requests in flight: "16", "16 × 4 jobs", of reads and writes at once "54 + 27"."""
    depth, writes, jobs = point.depth, point.phase.work.write_depth, point.jobs
    if writes and jobs > 1:
        return Say("{depth} + {writes} × {jobs} jobs", depth=depth, writes=writes, jobs=jobs)
    if writes:
        return Say("{first} + {second}", first=depth, second=writes)
    return depth if jobs == 1 else Say("{depth} × {jobs} jobs", depth=depth, jobs=jobs)


def iops_of(point: LoadPoint) -> Measure | None:
    """With its spread."""
    return None if point.iops is None else Measure(MetricName.IOPS, point.iops)


def rate_of(point: LoadPoint) -> Rate:
    """The median IOPS; 0 where nothing was measured."""
    return Rate(0.0 if point.iops is None else point.iops.median, ios=True)


def latency_of(point: LoadPoint, metric: MetricName) -> Seconds | None:
    """One of its latencies."""
    value = point.latency(metric)
    return None if value is None else Seconds(value, precise=True)


def latency_cells(point: LoadPoint) -> Iterator[Seconds | None]:
    """Those of `LATENCY_COLUMNS`."""
    return (latency_of(point, metric) for metric in LATENCIES)


def latency_line(
    key: str, title: Say, points: Iterable[LoadPoint], metric: MetricName, direction: Direction
) -> Series | None:
    """A latency over IOPS; None where no point has both."""
    known = [
        (point, point.iops.median, latency)
        for point in points
        if point.iops is not None and (latency := point.latency(metric)) is not None
    ]
    if not known:
        return None
    return Series(
        key,
        title,
        tuple((rate, latency) for _point, rate, latency in known),
        Shade.of(direction),
        tuple(point.in_flight for point, _rate, _latency in known),
    )
