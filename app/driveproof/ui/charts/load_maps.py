# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A load curve as surfaces to turn: IOPS, latency and depth, and IOPS over depth and jobs."""

from __future__ import annotations

from functools import reduce

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.quantity import Unit
from driveproof.domain.run.histogram import EDGES, Histogram
from driveproof.domain.run.load_curve import LoadCurve, LoadPoint
from driveproof.domain.surface import GridAxis, Surface
from driveproof.methods.load_curve.answer import matrix_of
from driveproof.ui.charts.grid_map import turnable
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.wording.catalogue import _

TIMES = 14
"""Limits of time between the least latency and the greatest p99.9."""


def answered_title() -> str:
    """What the surface of IOPS, latency and depth is called."""
    return _("IOPS answered within a time")


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


def _direction(curve: LoadCurve) -> Direction:
    return Direction.READ if curve.direction == Direction.MIXED else curve.direction


def turnables(curve: LoadCurve) -> list[SurfaceChart]:
    """Every surface of a curve as a chart to turn."""
    within, matrix = answered(curve), matrix_of(curve)
    found = []
    if within is not None:
        found.append(SurfaceChart(within, answered_title(), direction=_direction(curve)))
    return [*found, *([] if matrix is None else [turnable(matrix)])]


def compared(before: LoadCurve, after: LoadCurve, names: tuple[str, str]) -> list[SurfaceChart]:
    """The grids of two runs in one picture, where both were measured at the same points."""
    one, other = matrix_of(before), matrix_of(after)
    if one is None or other is None or (one.across, one.down) != (other.across, other.down):
        return []
    return [turnable(other, before=one, names=names)]
