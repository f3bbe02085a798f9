# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scan by position: throughput as a line from begin to end of the device, accesses as dots."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from driveproof.domain.run.columns import Positions
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.ui.charts import painting, quantity
from driveproof.ui.charts.ceiling import Ceiling, ceiling_of, paint_level
from driveproof.ui.charts.chart import Linear, Margins, paint_levels
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.cloud import MANY, paint_cloud
from driveproof.ui.charts.position_chart import ByPosition, Pass
from driveproof.ui.charts.ticks import (
    latency_label,
    linear_ticks,
    log_marks,
)
from driveproof.ui.charts.timeline import Floats
from driveproof.wording.catalogue import _
from driveproof.wording.special_runs import scan_figures
from driveproof.wording.units import format_latency, format_size


def passes_of(phase: PhaseResult) -> tuple[Pass, ...]:
    """The positions of each repeat of a phase."""
    return tuple(
        result.positions
        for repeat in phase.repeats
        for result in repeat.directions.values()
        if len(result.positions)
    )


class Throughput(ByPosition):
    """Bytes a second at each position, as an area from zero."""

    ceiling: Ceiling | None = None

    def __init__(
        self, size: int, passes: Sequence[Pass], *, binary: bool = False, title: str | None = None
    ) -> None:
        self.quantity = quantity.bandwidth(binary=binary)
        words = _("Throughput by position")
        super().__init__(
            size, passes, f"{words} · {self.quantity.unit}" if title is None else title
        )

    @staticmethod
    def value(places: Positions) -> Floats:
        _, sizes, seconds = places.columns
        return np.where(seconds > 0, sizes / np.where(seconds > 0, seconds, 1.0), math.nan)

    def write(self, value: float) -> str:
        return self.quantity.write(value)

    def column(self) -> str:
        return self.quantity.axis

    def average(self, places: Positions) -> float | None:
        """All bytes over all seconds."""
        _, sizes, seconds = places.columns
        took = float(seconds.sum())
        return float(sizes.sum()) / took if took > 0 else None

    def show(self, size: int, passes: Sequence[Pass]) -> None:
        super().show(size, passes)
        self.mean = self.average(Positions.joined(passes))

    def _scale(self) -> tuple[Linear, tuple[float, ...]]:
        high = 0.0 if self.empty else float(self.values.max())
        if self.ceiling is not None and self.ceiling.in_sight(high):
            high = max(high, self.ceiling.value)
        ticks = linear_ticks(high / self.quantity.divisor)
        return Linear(0.0, ticks[-1]), ticks

    def y_of(self, plot: QRectF, values: Floats) -> Floats:
        scale, _ = self._scale()
        share = values / self.quantity.divisor / scale.high
        return plot.bottom() - share * plot.height()

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        plot = self.plot_rect(rect)
        self.paint_title(painter, rect, look)
        if plot.width() < 20 or plot.height() < 10:
            return
        self.paint_ground(painter, plot, look)
        if self.empty:
            return
        scale, ticks = self._scale()
        marks = [(scale.share(tick), self.quantity.mark(tick, ticks[-1])) for tick in ticks]
        paint_levels(painter, plot, look, marks)
        color = look.read
        for offsets, values in self.passes:
            x, y = self.x_of(plot, offsets), self.y_of(plot, values)
            if len(self.passes) == 1:
                painting.area(painter, x, y, plot.bottom(), painting.with_alpha(color, 0.14))
            painting.curve(painter, x, y, color)
        if self.ceiling is not None and self.ceiling.in_sight(float(self.values.max())):
            height = float(self.y_of(plot, np.array([self.ceiling.value]))[0])
            words = self.ceiling.words(binary=self.quantity.unit == "MiB/s")
            paint_level(painter, plot, look, height, words)
        if self.mean is not None:
            height = float(self.y_of(plot, np.array([self.mean]))[0])
            self.paint_marks(painter, plot, look, [(height, _("average"))])

    def describe(self) -> str:
        if self.empty or self.mean is None:
            return _("no numbers yet")
        low, high = int(np.argmin(self.values)), int(np.argmax(self.values))
        return _("{0} places, {1} on average, least {2} at {3}, greatest {4} at {5}").format(
            len(self.values),
            self.write(self.mean),
            self.write(float(self.values[low])),
            format_size(float(self.offsets[low])),
            self.write(float(self.values[high])),
            format_size(float(self.offsets[high])),
        )


ROOM = 1.4  # above the greatest and below the least access, as a factor


class Accesses(ByPosition):
    """How long each access took, a dot each on a logarithmic axis, with mean and percentiles."""

    def __init__(self, size: int, passes: Sequence[Pass], *, title: str | None = None) -> None:
        words = _("Access time")
        super().__init__(size, passes, words if title is None else title)

    @staticmethod
    def value(places: Positions) -> Floats:
        return np.maximum(places.columns[2], 1e-9)

    def write(self, value: float) -> str:
        return format_latency(value)

    def column(self) -> str:
        return _("Access time")

    def figures(self) -> list[tuple[float, str]]:
        """Percentiles and mean, exact: of the very accesses that are drawn."""
        if self.empty:
            return []
        rising = np.sort(self.values)
        found = []
        for percent, name in ((50, "p50"), (99, "p99"), (95, "p95")):
            rank = max(1, math.ceil(percent * len(rising) / 100 - 1e-9))
            found.append((float(rising[rank - 1]), name))
        found.insert(2, (float(self.values.mean()), _("average")))
        return found

    def _scale(self) -> tuple[float, float]:
        return float(self.values.min()) / ROOM, float(self.values.max()) * ROOM

    def y_of(self, plot: QRectF, values: Floats) -> Floats:
        low, high = (math.log10(limit) for limit in self._scale())
        return plot.bottom() - (np.log10(values) - low) / (high - low) * plot.height()

    def nearest(self, plot: QRectF, at: QPointF) -> int | None:
        if self.empty or not plot.contains(at):
            return None
        x = self.x_of(plot, self.offsets) - at.x()
        y = self.y_of(plot, self.values) - at.y()
        return int(np.argmin(x * x + y * y))

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        plot = self.plot_rect(rect)
        self.paint_title(painter, rect, look)
        if plot.width() < 20 or plot.height() < 10:
            return
        self.paint_ground(painter, plot, look)
        if self.empty:
            return
        ticks = log_marks(*self._scale(), most=max(2, int(plot.height() / 28)))
        heights = self.y_of(plot, np.array(ticks))
        marks = [
            ((plot.bottom() - y) / plot.height(), latency_label(tick))
            for y, tick in zip(heights.tolist(), ticks, strict=True)
        ]
        paint_levels(painter, plot, look, marks)
        x, y = self.x_of(plot, self.offsets), self.y_of(plot, self.values)
        if len(x) > MANY:
            paint_cloud(painter, plot, x, y, look.read)
        else:
            painter.save()
            pen = QPen(painting.with_alpha(look.read, 0.6), 3.2)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPoints(painting.polygon(x, y))
            painter.restore()
        figures = self.figures()
        rows = self.y_of(plot, np.array([value for value, _ in figures])).tolist()
        names = [name for _, name in figures]
        self.paint_marks(painter, plot, look, list(zip(rows, names, strict=True)))

    def describe(self) -> str:
        if self.empty:
            return _("no numbers yet")
        parts = [f"{name} {format_latency(value)}" for value, name in self.figures()]
        parts.append(_("greatest {0}").format(format_latency(float(self.values.max()))))
        count = _("{0} accesses").format(len(self.values))
        return f"{count}: " + ", ".join(parts)


def charts_of(
    phases: Sequence[PhaseResult], size: int, *, binary: bool = False
) -> list[ByPosition]:
    """The charts of a scan's phases, in their order."""
    return [
        Throughput(size, passes_of(phase), binary=binary)
        if phase.pattern == "sequential"
        else Accesses(size, passes_of(phase))
        for phase in phases
        if passes_of(phase)
    ]


def scan_charts(run: Run, *, binary: bool = False) -> list[ByPosition]:
    """The charts of a run for a page of paper, with their figures in the titles; [] for others."""
    phases = [phase for phase in run.phases if passes_of(phase)]
    charts = charts_of(phases, run.target.size or 0, binary=binary)
    for phase, chart in zip(phases, charts, strict=True):
        if isinstance(chart, Throughput):
            chart.ceiling = ceiling_of(run.environment)
        chart.title_at_edge, chart.margins = True, Margins(54.0, 62.0)
        figures = scan_figures(phase, binary=binary)
        words = ", ".join(f"{name.lower()} {value}" for name, value in figures)
        chart.title = f"{chart.title} · {words}" if words else chart.title
    return charts
