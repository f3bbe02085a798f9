# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The latency distribution of a phase: the fraction of I/Os in each step of latency."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import PhaseResult
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.marks import Uprights
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.ticks import (
    headroom,
    latency_label,
    linear_ticks,
    log_limits,
    log_marks,
    plain_number,
)
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_latency, group_digits

STEPS = 40  # per decade
_EDGES: Floats = 1e-7 * 10.0 ** (np.arange(9 * STEPS + 1) / STEPS)
_PERCENTILES = ((50.0, "p50"), (99.0, "p99"), (99.9, "p99.9"))


def whole_histogram(phase: PhaseResult, direction: Direction) -> Histogram:
    """All I/Os of a phase in one direction, all repeats together."""
    parts = [
        result.histogram
        for repeat in phase.repeats
        if (result := repeat.directions.get(direction)) is not None
    ]
    return reduce(lambda a, b: a + b, parts, Histogram.empty())


class Distribution(Chart):
    """The fraction of I/Os over latency, from zero upwards; the latency axis is logarithmic."""

    zooms = True

    def __init__(self, histogram: Histogram, direction: Direction, title: str = "") -> None:
        self.histogram = histogram
        self.direction = direction
        self.title = title
        self.counts = histogram.rebin(_EDGES)
        self.total = int(self.counts.sum())

    def _limits(self) -> tuple[float, float]:
        used = np.flatnonzero(self.counts)
        if not len(used):
            return 1e-5, 1e-2
        return log_limits(float(_EDGES[used[0]]), float(_EDGES[used[-1] + 1]))

    def draw(self, plot: ChartPlot) -> None:
        low, high = (math.log10(limit) for limit in self._limits())
        percent = 100.0 * self.counts / max(1, self.total)
        ticks = linear_ticks(float(percent.max()), most=3)
        top = headroom(0.0, ticks[-1], float(percent.max()), plot.area.height())
        plot.range((low, high), (0.0, top))
        plot.left_marks([(tick, f"{plain_number(tick)}{NARROW}%") for tick in ticks])
        plot.bottom.marks = latency_marks
        plot.bottom.grid_lines = False
        used = np.flatnonzero(self.counts)
        if not len(used):
            plot.say(_("No data"))
            return
        first, last = int(used[0]), int(used[-1]) + 1
        edges = np.repeat(np.log10(_EDGES[first : last + 1]), 2)[1:-1]
        color = plot.look.direction(self.direction)
        plot.curve("share", edges, np.repeat(percent[first:last], 2), color, width=1.2, area=True)
        places = [
            (math.log10(max(value, 1e-9)), name)
            for value, (_percent, name) in zip(self._values(), _PERCENTILES, strict=True)
            if value is not None
        ]
        plot.item("percentiles", Uprights, z=20).set_places(places, plot.look)

    def _values(self) -> Sequence[float | None]:
        return self.histogram.percentiles(tuple(p for p, _name in _PERCENTILES))

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if not self.total:
            return None
        row = int(np.clip(np.searchsorted(_EDGES, 10**x) - 1, 0, len(_EDGES) - 2))
        share = f"{100 * self.counts[row] / self.total:.3g}"
        low, high = (format_latency(float(edge)) for edge in _EDGES[row : row + 2])
        return PointerReading(
            _("{share} % took {low} to {high}").format(share=share, low=low, high=high)
        )

    def table(self) -> ChartTable:
        used = np.flatnonzero(self.counts)
        rows = tuple(
            (
                format_latency(float(_EDGES[i])),
                format_latency(float(_EDGES[i + 1])),
                group_digits(int(self.counts[i])),
                f"{100 * self.counts[i] / self.total:.3g}{NARROW}%",
            )
            for i in used
        )
        return ChartTable(
            (
                _("From"),
                _("To"),
                _("I/Os"),
                _("Share"),
            ),
            rows,
        )

    def describe(self) -> str:
        parts = [
            f"{name} {format_latency(value)}"
            for value, (_percent, name) in zip(self._values(), _PERCENTILES, strict=True)
            if value is not None
        ]
        return ", ".join(parts) or _("No data")


def latency_marks(low: float, high: float, room: float) -> list[Tick]:
    """Ticks of an axis in powers of ten of a second."""
    marks = log_marks(10**low, 10**high, most=max(3, int(room / 70)))
    return [Tick(math.log10(mark), latency_label(mark)) for mark in marks]
