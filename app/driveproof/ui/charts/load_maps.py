# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A load curve as surfaces to turn: IOPS, latency and depth, and IOPS over depth and jobs."""

from __future__ import annotations

from functools import reduce

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.run.histogram import EDGES, Histogram
from driveproof.domain.run.load_curve import LoadCurve, LoadPoint
from driveproof.domain.surface import GridAxis, Surface, Unit
from driveproof.ui.charts.grid_map import GridMap
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.wording.catalogue import _

TIMES = 14
"""Limits of time between the least latency and the greatest p99.9."""


def answered_title() -> str:
    """What the surface of IOPS, latency and depth is called."""
    return _("IOPS answered within a time")


def grid_title() -> str:
    """What the map over depth and jobs is called."""
    return _("IOPS by queue depth and jobs")


def _histogram(point: LoadPoint) -> Histogram:
    parts = [
        result.histogram
        for repeat in point.phase.repeats
        if repeat.counts
        for result in repeat.directions.values()
    ]
    return reduce(lambda one, other: one + other, parts, Histogram.empty())


def answered(curve: LoadCurve) -> Surface | None:
    """Over the requests in flight (x) and a time (y): the I/Os a second that were answered within
    it. None where no histogram was kept, or too few points have one.
    """
    counted = [
        (point, histogram)
        for point in curve.line
        if point.iops is not None and (histogram := _histogram(point)).total
    ]
    if len(counted) < 2:
        return None
    ends = [histogram.percentiles((1, 99.9)) for _point, histogram in counted]
    low = min(first for first, _last in ends if first is not None)
    high = max(last for _first, last in ends if last is not None)
    times = _rounded(max(low, 1e-9), max(high, 4 * low, 4e-9))
    rows = np.zeros((len(times), len(counted)))
    for column, (point, histogram) in enumerate(counted):
        below = np.concatenate(([0], np.cumsum(histogram.counts)))
        share = np.interp(times, EDGES, below) / histogram.total
        assert point.iops is not None
        rows[:, column] = share * point.iops.median
    return Surface(
        "IOPS",
        Unit.IOPS,
        GridAxis(
            _("Requests in flight"),
            Unit.COUNT,
            tuple(float(point.in_flight) for point, _histogram in counted),
            log=True,
        ),
        GridAxis(_("Answered within"), Unit.SECONDS, tuple(times.tolist()), log=True),
        rows,
    )


def _rounded(low: float, high: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Times of two digits with equal factors between them."""
    return np.unique([float(f"{time:.2g}") for time in np.geomspace(low, high, TIMES)])


def by_jobs(curve: LoadCurve) -> Surface | None:
    """IOPS over queue depth (x) and jobs (y); None where that is no grid."""
    if not curve.grid:
        return None
    rows: list[list[float | None]] = []
    for jobs in curve.jobs:
        found = [curve.at(depth, jobs) for depth in curve.depths]
        rows.append(
            [p.iops.median if p is not None and p.iops is not None else None for p in found]
        )
    return Surface(
        "IOPS",
        Unit.IOPS,
        GridAxis(_("Queue depth"), Unit.COUNT, tuple(map(float, curve.depths)), log=True),
        GridAxis(_("Jobs"), Unit.COUNT, tuple(map(float, curve.jobs)), log=True),
        rows,
    )


def _direction(curve: LoadCurve) -> Direction:
    return Direction.READ if curve.direction == Direction.MIXED else curve.direction


def turnables(curve: LoadCurve) -> list[SurfaceChart]:
    """Every surface of a curve as a chart to turn."""
    found = [(answered(curve), answered_title()), (by_jobs(curve), grid_title())]
    return [
        SurfaceChart(surface, title, direction=_direction(curve))
        for surface, title in found
        if surface is not None
    ]


def grid_of(curve: LoadCurve) -> GridMap | None:
    """The map over depth and jobs; None where that is no grid."""
    surface = by_jobs(curve)
    if surface is None:
        return None
    chart = GridMap(surface, grid_title(), direction=_direction(curve))
    chart.title_at_edge = True
    return chart


def compared(before: LoadCurve, after: LoadCurve, names: tuple[str, str]) -> list[SurfaceChart]:
    """The grids of two runs in one picture, where both were measured at the same points."""
    one, other = by_jobs(before), by_jobs(after)
    if one is None or other is None or not one.same_grid(other):
        return []
    return [SurfaceChart(other, grid_title(), direction=_direction(after), before=one, names=names)]
