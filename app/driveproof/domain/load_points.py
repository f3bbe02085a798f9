# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured with so many requests in flight, as cells and lines of an answer: those of load
curves, and of searches under a latency limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from driveproof.domain.figure import Cell, Column, Measure, Series, Shade
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


def latency_lines(
    points: Iterable[LoadPoint],
    metrics: Sequence[MetricName],
    shade: Shade,
    *,
    group: Say | str | None = None,
    key: str = "",
    marked: LoadPoint | None = None,
) -> Iterator[Series]:
    """Latencies over IOPS, the first one with dots and the requests in flight; nothing of one that
    no point has. A `key` stands before those of the metrics.
    """
    measured = [point for point in points if point.iops is not None]
    for metric in metrics:
        known = [
            (point, latency) for point in measured if (latency := point.latency(metric)) is not None
        ]
        if not known:
            continue
        first = metric is metrics[0]
        yield Series(
            f"{key}_{metric}" if key else metric,
            LATENCY_TITLES[metric],
            tuple((rate_of(point).number, latency) for point, latency in known),
            shade,
            tuple(point.in_flight for point, _latency in known) if first else (),
            dots=first,
            details=tuple(tuple(_details(point, metrics)) for point, _latency in known)
            if first
            else (),
            marked=next((at for at, one in enumerate(known) if one[0] is marked), None)
            if first
            else None,
            group=group,
        )


def _details(point: LoadPoint, metrics: Iterable[MetricName]) -> Iterator[Cell]:
    yield Say("depth {depth}", depth=depth_of(point))
    yield rate_of(point)
    for metric in metrics:
        if (latency := latency_of(point, metric)) is not None:
            yield Say("{first} {second}", first=LATENCY_TITLES[metric], second=latency)
