# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the latencies of a phase are spread: the share of I/Os at each step of latency."""

from __future__ import annotations

import math
from functools import reduce

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import PhaseResult
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, Linear, Table, paint_bottom, paint_levels
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.ticks import (
    latency_label,
    linear_ticks,
    log_limits,
    log_ticks,
    plain_number,
)
from driveproof.ui.charts.timeline import Floats
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_latency, group_digits

STEPS = 40  # to a decade
_EDGES: Floats = 1e-7 * 10.0 ** (np.arange(9 * STEPS + 1) / STEPS)
_PERCENTILES = ((50.0, "p50"), (99.0, "p99"), (99.9, "p99.9"))


def whole_histogram(phase: PhaseResult, direction: str) -> Histogram:
    """Every I/O of a phase in one direction, all repeats together."""
    parts = [
        result.histogram
        for repeat in phase.repeats
        if (result := repeat.directions.get(direction)) is not None
    ]
    return reduce(lambda a, b: a + b, parts, Histogram.empty())


class Distribution(Chart):
    """Share of the I/Os over latency; a logarithmic axis, from zero upwards."""

    def __init__(self, histogram: Histogram, direction: str, title: str = "") -> None:
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

    def _horizontal(self) -> Linear:
        low, high = self._limits()
        return Linear(math.log10(low), math.log10(high))

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        plot = self.plot_rect(rect)
        self.paint_title(painter, rect, look)
        if plot.width() < 20 or plot.height() < 10:
            return
        across = self._horizontal()
        percent = 100.0 * self.counts / max(1, self.total)
        ticks = linear_ticks(float(percent.max()), most=3)
        up = Linear(0.0, ticks[-1])
        paint_levels(
            painter,
            plot,
            look,
            [(up.share(tick), f"{plain_number(tick)}{NARROW}%") for tick in ticks],
        )
        marks = log_ticks(*self._limits(), most=max(3, int(plot.width() / 70)))
        paint_bottom(
            painter, plot, look, [(across.share(math.log10(t)), latency_label(t)) for t in marks]
        )
        if not self.total:
            words = _("nothing was measured")
            painting.text(
                painter, plot.center(), words, look.small, look.muted, align=painting.CENTRE
            )
            return
        used = np.flatnonzero(self.counts)
        first, last = int(used[0]), int(used[-1]) + 1
        edges = plot.left() + plot.width() * (
            (np.log10(_EDGES[first : last + 1]) - across.low) / (across.high - across.low)
        )
        y = plot.bottom() - percent[first:last] / up.high * plot.height()
        x = np.repeat(edges, 2)[1:-1]
        steps = np.repeat(y, 2)
        color = look.direction(self.direction)
        painting.area(painter, x, steps, plot.bottom(), painting.with_alpha(color, 0.14))
        painting.curve(painter, x, steps, color, width=1.2)
        self._paint_percentiles(painter, plot, look, across)

    def _paint_percentiles(
        self, painter: QPainter, plot: QRectF, look: Look, across: Linear
    ) -> None:
        values = self.histogram.percentiles(tuple(p for p, _name in _PERCENTILES))
        free = plot.left()
        for value, (_percent, name) in zip(values, _PERCENTILES, strict=True):
            if value is None:
                continue
            x = plot.left() + across.share(math.log10(max(value, 1e-9))) * plot.width()
            width = look.width(look.small, name)
            if x + 4 >= free and x + 4 + width <= plot.right() + self.margins.right:
                painting.hairline(painter, (x, plot.top(), x, plot.bottom()), look.muted)
                at = QPointF(x + 4, plot.top() + 7)
                painting.text(painter, at, name, look.small, look.muted)
                free = x + 8 + width

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        plot = self.plot_rect(rect)
        if not plot.contains(at) or not self.total:
            return
        across = self._horizontal()
        share = (at.x() - plot.left()) / plot.width()
        latency = 10 ** (across.low + share * (across.high - across.low))
        row = int(np.clip(np.searchsorted(_EDGES, latency) - 1, 0, len(_EDGES) - 2))
        painting.hairline(painter, (at.x(), plot.top(), at.x(), plot.bottom()), look.muted)
        words = _("{0} % took {1} to {2}").format(
            f"{100 * self.counts[row] / self.total:.3g}",
            format_latency(float(_EDGES[row])),
            format_latency(float(_EDGES[row + 1])),
        )
        self.paint_value(painter, rect, look, words)

    def table(self) -> Table:
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
        return Table(
            (
                _("From"),
                _("To"),
                _("I/Os"),
                _("Share"),
            ),
            rows,
        )

    def describe(self) -> str:
        values = self.histogram.percentiles(tuple(p for p, _name in _PERCENTILES))
        parts = [
            f"{name} {format_latency(value)}"
            for value, (_percent, name) in zip(values, _PERCENTILES, strict=True)
            if value is not None
        ]
        return ", ".join(parts) or _("nothing was measured")
